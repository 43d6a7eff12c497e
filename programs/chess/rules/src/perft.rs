//! Counting the tree of legal moves: the usual proof that a move generator is right.

use super::position::Position;

/// The leaves of the tree of legal moves to a depth; 1 at depth 0.
pub fn perft(position: &Position, depth: u8) -> u64 {
    leaves(&mut position.clone(), depth)
}

fn leaves(position: &mut Position, depth: u8) -> u64 {
    if depth == 0 {
        return 1;
    }
    let mut count = 0;
    for m in position.moves() {
        let undo = position.make(m);
        if !position.can_capture_king() {
            count += leaves(position, depth - 1);
        }
        position.unmake(undo);
    }
    count
}
