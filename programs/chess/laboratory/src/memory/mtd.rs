//! The driver of MTD(f), SSS* and DUAL*.

use super::Memory;
use crate::game::{ChessLike, INFINITY, Value};

/// The value of the position to a depth, by windows of no width only. Each says whether the value is less, and moves a
/// bound; when the bounds meet they are the value. Also how many windows it took.
///
/// From a guess `first` it is MTD(f), from [`INFINITY`] SSS*, from -[`INFINITY`] DUAL*.
pub fn mtd<G: ChessLike>(game: &mut G, memory: &mut Memory<G::Move>, first: Value, depth: i32) -> (Value, u32) {
    let mut g = first;
    let (mut lower, mut upper) = (-INFINITY, INFINITY);
    let mut passes = 0;
    while lower < upper {
        let beta = if g == lower { g + 1 } else { g };
        g = memory.search(game, beta - 1, beta, depth);
        if g < beta {
            upper = g;
        } else {
            lower = g;
        }
        passes += 1;
    }
    (g, passes)
}
