//! A move for when the program has none in time: it has only just been started or has been given other readings, the
//! machine is busy, or the first move alone takes it seconds, as with many queens.

use bcp_chess::{End, Move, Position};
use bcp_driver::Iteration;
use bcp_reference::constants::WIN;

/// The first of some legal moves after which the other side, by one capture, has least material. No search is as short.
pub(super) fn iteration(position: &Position, among: &[Move]) -> Option<Iteration> {
    let valued = among.iter().filter_map(|&m| Some((value(&position.play(m)?), m)));
    let (value, best) = valued.min_by_key(|(value, _)| -value)?;
    let nodes = among.len() as u32;
    Some(Iteration { depth: 1, value, best: Some(best), nodes, cycles: 0 })
}

/// The material that the last move leaves to its side.
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
