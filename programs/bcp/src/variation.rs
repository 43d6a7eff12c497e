//! The principal variation and the lists of eligible moves, read from the stored tree in the memory of the Z8000.
//!
//! The best move comes first in each list, so the variation goes down the first entries. A value on the way that is no better than
//! that of the null move ends it: the side to play has nothing better than to stand. One ply from the horizon there is no list, but
//! the best move is kept as a hint. What the capture tree plays behind the horizon is not stored.

use bcp_reference::board::{Kind, Move, Position, Special, Square};
use bcp_reference::constants::{MAX_DEPTH, TREE_ENTRIES, WIN};
use z8000::machine::Memory;

use crate::engine::Iteration;
use crate::program::Program;

/// Where the tree is and what its entries look like.
#[derive(Debug, Clone, Copy)]
pub(crate) struct StoredTree {
    root: u16,
    from: u16,
    to: u16,
    special: u16,
    score: u16,
    hint: u16,
    first: u16,
    next: u16,
    complete: u16,
    special_bits: u16,
}

/// A stored move: squares by the numbers of the program, and what else happens.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Stored {
    from: u8,
    to: u8,
    special: u8,
}

impl StoredTree {
    /// The tree of a program; none if it keeps none.
    pub(crate) fn of(program: &Program) -> Option<Self> {
        let at = |name| program.address(name).ok();
        Some(Self {
            root: at("tree")?,
            from: at("ENTRY_FROM")?,
            to: at("ENTRY_TO")?,
            special: at("ENTRY_SPECIAL")?,
            score: at("ENTRY_SCORE")?,
            hint: at("ENTRY_HINT")?,
            first: at("ENTRY_FIRST")?,
            next: at("ENTRY_NEXT")?,
            complete: at("COMPLETE_BIT")?,
            special_bits: at("SPECIAL_BITS")?,
        })
    }

    /// Lists that are complete and not empty, and the moves in them.
    pub(crate) fn lists(&self, memory: &Memory) -> (u32, u32) {
        let (mut lists, mut moves) = (0, 0);
        let mut nodes = vec![self.root];
        while let Some(node) = nodes.pop() {
            let before = nodes.len();
            nodes.extend(self.children(memory, node));
            if self.is_complete(memory, node) && nodes.len() > before {
                lists += 1;
                moves += (nodes.len() - before) as u32;
            }
        }
        (lists, moves)
    }

    /// The variation of an iteration that has just ended; empty if it has no best move.
    pub(crate) fn variation(&self, memory: &Memory, position: &Position, iteration: &Iteration) -> Vec<Move> {
        let best = iteration.best.as_deref();
        let Some(best) = best.and_then(|text| position.move_from_text(text)) else {
            return Vec::new();
        };
        let root = self
            .children(memory, self.root)
            .find(|child| self.stored(memory, *child).names(best));
        let mut moves = vec![best];
        let Some(mut at) = position.play(best) else {
            return moves;
        };
        let mut seen = vec![position.key(), at.key()];
        let mut node = root;
        let mut value = -iteration.value;
        for remaining in (0..iteration.depth).rev() {
            let ply = i16::from(iteration.depth - remaining);
            if value == WIN - 1 - ply {
                moves.extend(mating(&at));
                break;
            }
            let Some(entry) = node else { break };
            if remaining == 0 || value <= self.null_value(memory, entry) {
                break;
            }
            let Some(next) = self.best_at(memory, entry, remaining, &at) else {
                break;
            };
            let Some(after) = at.play(next) else { break };
            moves.push(next);
            at = after;
            if seen.contains(&at.key()) {
                break;
            }
            seen.push(at.key());
            node = self
                .children(memory, entry)
                .find(|child| self.stored(memory, *child).names(next));
            value = -value;
        }
        moves
    }

    /// The best move at an entry that was searched so many plies deep.
    fn best_at(&self, memory: &Memory, entry: u16, remaining: u8, at: &Position) -> Option<Move> {
        let child = self.children(memory, entry).next();
        let stored = match child {
            Some(child) if remaining > 1 => self.stored(memory, child),
            None if remaining == 1 && !self.is_complete(memory, entry) => Stored {
                from: memory.data_byte(entry.wrapping_add(self.hint)),
                to: memory.data_byte(entry.wrapping_add(self.hint).wrapping_add(1)),
                special: 0,
            },
            _ => return None,
        };
        let mut fitting = at.legal_moves();
        fitting.retain(|m| stored.names(*m));
        fitting.first().copied()
    }

    /// What the side to play has if it does nothing.
    fn null_value(&self, memory: &Memory, entry: u16) -> i16 {
        let score = memory.data_byte(entry.wrapping_add(self.score));
        -i16::from(score.cast_signed())
    }

    fn is_complete(&self, memory: &Memory, entry: u16) -> bool {
        memory.data_byte(entry.wrapping_add(self.special)) >> self.complete & 1 != 0
    }

    /// The entries of a list, no more than there can be.
    fn children(&self, memory: &Memory, entry: u16) -> impl Iterator<Item = u16> {
        let link = move |entry: u16, offset: u16| {
            let next = memory.data_word(entry.wrapping_add(offset));
            (next != 0).then_some(next)
        };
        let first = link(entry, self.first);
        let next = self.next;
        std::iter::successors(first, move |entry| link(*entry, next)).take(TREE_ENTRIES)
    }

    fn stored(&self, memory: &Memory, entry: u16) -> Stored {
        let byte = |offset| memory.data_byte(entry.wrapping_add(offset));
        Stored {
            from: byte(self.from),
            to: byte(self.to),
            special: byte(self.special) & self.special_bits as u8,
        }
    }
}

impl Stored {
    /// Whether this is a move. Promotions are told apart as in `asm/constants.s`; a hint, which does not say, means the queen.
    fn names(self, m: Move) -> bool {
        const PROMOTION: u8 = 0x20;
        let same = |square: Square, number: u8| square.number() == number;
        let kind = self.special.checked_sub(PROMOTION).map(|kind| kind % 12);
        let special = match m.special {
            Special::Promotion(Kind::Knight) => kind == Some(2),
            Special::Promotion(Kind::Bishop) => kind == Some(4),
            Special::Promotion(Kind::Rook) => kind == Some(6),
            Special::Promotion(_) => kind.is_none_or(|kind| kind == 8),
            _ => true,
        };
        same(m.from, self.from) && same(m.to, self.to) && special
    }
}

/// A move that mates at once.
fn mating(position: &Position) -> Option<Move> {
    position.legal_moves().into_iter().find(|m| {
        let next = position.play(*m);
        next.is_some_and(|next| next.in_check() && next.legal_moves().is_empty())
    })
}

/// Moves in SAN, one played after the other.
pub(crate) fn san(position: &Position, moves: &[Move]) -> Vec<String> {
    let mut at = position.clone();
    let mut texts = Vec::with_capacity(moves.len().min(usize::from(MAX_DEPTH) + 2));
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
    use bcp_reference::search::Readings;

    use super::*;
    use crate::engine::{Answer, Engine};
    use bcp_reference::constants::MATES;

    /// The last iteration of a search with its variation, and what the tree holds then.
    fn search(fen: &str, depth: u8) -> (Iteration, Vec<String>, (u32, u32)) {
        let program = Program::new(None, false, &Readings::default()).expect("the program assembles");
        let tree = StoredTree::of(&program).expect("a stored tree");
        let position = Position::from_fen(fen).expect("a position");
        let mut engine = Engine::new(&program);
        engine.set_position(fen).expect("a position");
        engine.search(depth);
        let mut told = None;
        while let Answer::Iteration(iteration) = engine.next(u64::MAX).expect("a line") {
            let moves = tree.variation(engine.memory(), &position, &iteration);
            told = Some((iteration, san(&position, &moves), tree.lists(engine.memory())));
        }
        told.expect("an iteration")
    }

    #[test]
    fn a_mate_is_told_to_its_end() {
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
        assert_eq!(iteration.best.as_deref(), Some("d2d5"));
        assert_eq!(line, ["Rxd5"]);
    }

    #[test]
    fn the_tree_is_read_with_all_its_lists() {
        let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -";
        // Nothing in the start position threatens anything within two plies: no move is eligible.
        let (_, line, lists) = search(start, 2);
        assert_eq!((line.len(), lists), (0, (0, 0)));
        let (_, _, (lists, moves)) = search("r1bqkb1r/pppp1ppp/2n2n2/4p1N1/2B1P3/8/PPPP1PPP/RNBQK2R b KQkq -", 4);
        assert!(lists > 0 && moves >= lists, "{lists} {moves}");
    }
}
