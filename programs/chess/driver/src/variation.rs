//! The principal variation, read from the stored tree.
//!
//! The best move comes first in each list, so the variation follows the first entries. It ends at a value that is no
//! better than the value of the null move: the side to play can do no better than stand pat. One ply from the horizon
//! there is no list, but the best move is kept as a hint. The moves of the capture tree beyond the horizon are not
//! stored.

use bcp_chess::{Kind, Move, Position, Special};
use bcp_reference::constants::WIN;
use z8000::machine::World;

use crate::iteration::Iteration;
use crate::stored_tree::StoredTree;

/// Returns the variation of an iteration that has just ended; empty if there is no best move. For a mate in one that
/// the program has seen, it is the mating move; without a tree, it is only the best move.
pub fn variation(tree: Option<&StoredTree>, memory: &World, position: &Position, iteration: &Iteration) -> Vec<Move> {
    let (Some(tree), Some(best)) = (tree, iteration.best) else {
        return iteration.named(position).into_iter().collect();
    };
    let mut moves = vec![best];
    let Some(mut at) = position.play(best) else {
        return moves;
    };
    let child = |node: u16, m: Move| {
        let mut children = tree.children(memory, node);
        children.find(|child| tree.entry(memory, *child).holds(m))
    };
    let mut seen = vec![position.key(), at.key()];
    let mut node = child(tree.root, best);
    let mut value = -iteration.value;
    for remaining in (0..iteration.depth).rev() {
        let ply = i16::from(iteration.depth - remaining);
        if value == WIN - 1 - ply {
            moves.extend(at.mates_in_one().first());
            break;
        }
        let Some(entry) = node else { break };
        // A move's score is for the side that played it; negated, it is what the other side gets by standing pat.
        if remaining == 0 || value <= -i16::from(tree.entry(memory, entry).score) {
            break;
        }
        let Some(next) = best_move(tree, memory, entry, remaining, &at) else {
            break;
        };
        let Some(after) = at.play(next) else { break };
        moves.push(next);
        at = after;
        if seen.contains(&at.key()) {
            break;
        }
        seen.push(at.key());
        node = child(entry, next);
        value = -value;
    }
    moves
}

/// Returns the best move at an entry that was searched `remaining` plies deep.
fn best_move(tree: &StoredTree, memory: &World, entry: u16, remaining: u8, at: &Position) -> Option<Move> {
    let moves = at.legal_moves().into_iter();
    match tree.children(memory, entry).next() {
        Some(child) if remaining > 1 => {
            let stored = tree.entry(memory, child);
            { moves }.find(|m| stored.holds(*m))
        }
        None if remaining == 1 && !tree.entry(memory, entry).complete => {
            let hint = tree.hint(memory, entry);
            { moves }.find(|m| hint == [m.from.number(), m.to.number()] && promotes_to_queen_if_at_all(*m))
        }
        _ => None,
    }
}

/// A hint does not record the piece to which a pawn is promoted, so a queen is assumed.
fn promotes_to_queen_if_at_all(m: Move) -> bool {
    !matches!(m.special, Special::Promotion(kind) if kind != Kind::Queen)
}

/// Formats consecutive moves in SAN, up to the first illegal one.
pub fn san(position: &Position, moves: &[Move]) -> Vec<String> {
    let mut at = position.clone();
    let mut texts = Vec::with_capacity(moves.len());
    for m in moves {
        let (Some(text), Some(next)) = (at.san(*m), at.play(*m)) else {
            break;
        };
        texts.push(text);
        at = next;
    }
    texts
}
