//! The principal variation, read from the stored tree.
//!
//! The best move comes first in each list, so the variation goes down the first entries. A value on the way that is not
//! better than that of the null move ends it: the side to play has nothing better than to stand pat. One ply from the
//! horizon there is no list, but the best move is kept as a hint. What the capture tree plays behind the horizon is not
//! stored.

use bcp_chess::{Kind, Move, Position, Special};
use bcp_reference::constants::WIN;
use z8000::machine::Memory;

use crate::search::Iteration;
use crate::stored_tree::StoredTree;

/// The variation of an iteration that has just ended; empty if it has no best move.
#[must_use]
pub fn variation(tree: &StoredTree, memory: &Memory, position: &Position, iteration: &Iteration) -> Vec<Move> {
    let Some(best) = iteration.best else {
        return Vec::new();
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
            moves.extend(mating(&at));
            break;
        }
        let Some(entry) = node else { break };
        // A move's score is for the side that has played it: for the other it is what standing pat gives.
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

/// The best move at an entry that was searched `remaining` plies deep.
fn best_move(tree: &StoredTree, memory: &Memory, entry: u16, remaining: u8, at: &Position) -> Option<Move> {
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

/// A hint does not say what a pawn becomes: it is a queen.
fn promotes_to_queen_if_at_all(m: Move) -> bool {
    !matches!(m.special, Special::Promotion(kind) if kind != Kind::Queen)
}

/// A move that mates at once.
fn mating(position: &Position) -> Option<Move> {
    position.legal_moves().into_iter().find(|m| {
        let next = position.play(*m);
        next.is_some_and(|next| next.in_check() && next.legal_moves().is_empty())
    })
}

/// Moves in SAN, one played after the other.
#[must_use]
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

#[cfg(test)]
mod tests {
    use bcp_reference::constants::MATES;

    use super::*;
    use crate::{Limits, Program, Progress, Search};

    /// The last iteration of a search with its variation, and what the tree holds then.
    fn search(fen: &str, depth: u8) -> (Iteration, Vec<String>, (u32, u32)) {
        let program = Program::built_in().expect("the program assembles");
        let tree = StoredTree::find(&|name| program.symbol(name)).expect("a stored tree");
        let position = Position::from_fen(fen).expect("a position");
        let limits = Limits {
            depth,
            ..Limits::default()
        };
        let mut search = Search::start(&program, &position, limits).expect("a search");
        let mut last = None;
        while let Progress::Iteration(iteration) = search.next().expect("a line") {
            let moves = variation(&tree, search.memory(), &position, &iteration);
            last = Some((iteration, san(&position, &moves), tree.lists(search.memory())));
        }
        last.expect("an iteration")
    }

    #[test]
    fn a_mate_is_shown_to_its_end() {
        // Philidor's legacy: the queen gives herself up, the knight smothers the king.
        let (iteration, line, _) = search("5r1k/6pp/7N/8/2Q5/8/8/6K1 w - -", 6);
        assert!(iteration.value >= MATES, "{iteration:?}");
        let plies = usize::try_from(WIN - iteration.value).expect("a mate");
        assert_eq!(line.len(), plies, "{line:?}");
        assert!(line.last().is_some_and(|san| san.ends_with('#')), "{line:?}");
    }

    #[test]
    fn a_loose_piece_is_taken_and_no_more() {
        // Rxd5 wins the knight, and there is nothing else to do.
        let (iteration, line, _) = search("6k1/5pp1/7p/3n4/8/8/3R1PPP/6K1 w - -", 4);
        assert_eq!(iteration.best.map(|best| best.to_string()).as_deref(), Some("d2d5"));
        assert_eq!(line, ["Rxd5"]);
    }

    #[test]
    fn the_tree_is_read_with_all_its_lists() {
        // Nothing in the start position threatens anything within two plies: no move is eligible.
        let (_, line, lists) = search(bcp_chess::START, 2);
        assert_eq!((line.len(), lists), (0, (0, 0)));
        let (_, _, (lists, moves)) = search("r1bqkb1r/pppp1ppp/2n2n2/4p1N1/2B1P3/8/PPPP1PPP/RNBQK2R b KQkq -", 4);
        assert!(lists > 0 && moves >= lists, "{lists} {moves}");
    }
}
