//! An iteration of a search, as the program reports it.

use std::fmt;

use bcp_chess::{Move, Position};
use bcp_reference::constants::{MATES, WIN};

/// The findings of an iteration: a line of the console.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Iteration {
    /// Depth, from 0.
    pub depth: u8,
    /// Value in pawns, for the side to play; from [`MATES`] on a mate.
    pub value: i16,
    /// Best move; none when no move beats the null move.
    pub best: Option<Move>,
    /// Nodes counted since the search began.
    pub nodes: u32,
    /// Clocks since the command to search.
    pub cycles: u64,
}

impl Iteration {
    /// Reads `DEPTH VALUE MOVE NODES`, of a search of a position; none if it is something else.
    #[must_use]
    pub fn read(line: &str, position: &Position, cycles: u64) -> Option<Self> {
        let [depth, value, best, nodes] = *line.split(' ').collect::<Vec<_>>() else {
            return None;
        };
        Some(Self {
            depth: depth.parse().ok()?,
            value: value.parse().ok()?,
            best: match best {
                "-" => None,
                best => Some(position.move_from_text(best)?),
            },
            nodes: nodes.parse().ok()?,
            cycles,
        })
    }

    /// Returns true if the side to play mates.
    #[must_use]
    pub const fn is_mate(&self) -> bool {
        self.value >= MATES
    }

    /// The moves that mate in one, in the order in which the program lists them, where it has seen a mate in one and
    /// names no move; otherwise none. See-checkmates says only that there is such a move.
    ///
    /// The value is `WIN - 1`, or `WIN` in the simple version, which does not count the plies to a mate.
    #[must_use]
    pub fn mates(&self, position: &Position) -> Vec<Move> {
        if self.best.is_none() && self.value >= WIN - 1 {
            position.mates_in_one()
        } else {
            Vec::new()
        }
    }

    /// The best move, or where the program has seen a mate in one and names no move, the first that mates.
    #[must_use]
    pub fn named(&self, position: &Position) -> Option<Move> {
        self.best.or_else(|| self.mates(position).first().copied())
    }
}

impl From<Iteration> for bcp_reference::search::Iteration {
    fn from(iteration: Iteration) -> Self {
        Self {
            depth: iteration.depth,
            value: iteration.value,
            best: iteration.best,
            nodes: iteration.nodes,
        }
    }
}

impl fmt::Display for Iteration {
    /// As the program reports it: `DEPTH VALUE MOVE NODES`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        bcp_reference::search::Iteration::from(*self).fmt(f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_read_and_nonsense_is_not() {
        let position = Position::from_fen("8/4P1k1/8/8/8/8/8/K7 w - -").expect("a position");
        let iteration = |line: &str| Iteration::read(line, &position, 0);
        let read = iteration("3 -2 e7e8q 1234").expect("an iteration");
        assert_eq!((read.depth, read.value, read.nodes), (3, -2, 1234));
        assert_eq!(read.to_string(), "3 -2 e7e8q 1234");
        assert_eq!(iteration("0 0 - 1").expect("an iteration").best, None);
        for line in ["", "1", "1 2 - x", "1 2 - 3 4", "error depth", "1 2 e2e4 3"] {
            assert_eq!(iteration(line), None, "{line}");
        }
    }

    /// Two rooks that can mate: value and best move of a line, and the moves that mate.
    #[test]
    fn a_mate_in_one_that_names_no_move_is_named() {
        let position = Position::from_fen("6k1/5ppp/8/8/8/8/5PPP/RR4K1 w - -").expect("a position");
        let ra8 = position.move_from_text("a1a8");
        let h3 = position.move_from_text("h2h3");
        for (value, best, mates, named) in [
            (126, None, 2, ra8),
            // The simple version does not count the plies.
            (127, None, 2, ra8),
            // What the program names is left as it is.
            (126, h3, 0, h3),
            (124, None, 0, None),
            (3, None, 0, None),
            (-126, None, 0, None),
        ] {
            let iteration = Iteration { depth: 0, value, best, nodes: 1, cycles: 1 };
            assert_eq!(iteration.mates(&position).len(), mates, "{value} {best:?}");
            assert_eq!(iteration.named(&position), named, "{value} {best:?}");
        }
        // Another program may claim a mate where there is none.
        let start = Position::from_fen(bcp_chess::START).expect("a position");
        let iteration = Iteration::read("0 126 - 3", &start, 0).expect("an iteration");
        assert_eq!((iteration.mates(&start), iteration.named(&start)), (Vec::new(), None));
    }
}
