//! A move for when the program has none in time: it was just started or given other readings, the machine is busy, or
//! its first move takes seconds, as with many queens.

use bcp_chess::{End, Move, Position};
use bcp_driver::Iteration;
use bcp_reference::constants::WIN;

/// Returns the first of the moves after which one capture leaves the opponent the smallest material advantage.
pub(super) fn iteration(position: &Position, among: &[Move]) -> Option<Iteration> {
    let valued = among.iter().filter_map(|&m| Some((value(&position.play(m)?), m)));
    let (value, best) = valued.min_by_key(|(value, _)| -value)?;
    let nodes = among.len() as u32;
    Some(Iteration { depth: 1, value, best: Some(best), nodes, cycles: 0 })
}

/// Returns the balance of material for the side that has just moved.
fn value(after: &Position) -> i16 {
    match after.end() {
        Some(End::Checkmate) => WIN - 1,
        Some(End::Stalemate) => 0,
        None => {
            let gains = after.captures(0).into_iter().map(|capture| capture.gain);
            -after.balance() - gains.max().unwrap_or(0)
        }
    }
}
