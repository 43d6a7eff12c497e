//! An iteration of a search as the program reports it, and the human-readable form of its value.

use std::fmt;

use bcp_chess::{End, Move, Position};
use bcp_reference::constants::{MATES, MAX_DEPTH, WIN};

/// Positions that the proof of a mate may look at: a fraction of a second.
const EFFORT: u32 = 20_000;

/// Returns true if no iteration can follow one of this depth and value, because it is the deepest or the game is
/// decided.
#[must_use]
pub const fn is_final(depth: u8, value: i16) -> bool {
    depth >= MAX_DEPTH || value >= MATES || value <= -MATES
}

/// The result of an iteration, which the console prints as a line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Iteration {
    /// Depth, from 0.
    pub depth: u8,
    /// Value in pawns, for the side to play; from [`MATES`] up, and from -`MATES` down, a mate.
    pub value: i16,
    /// Best move; `None` if no move beats the null move.
    pub best: Option<Move>,
    /// Nodes counted since the search began.
    pub nodes: u32,
    /// Clocks since the search command.
    pub cycles: u64,
}

impl Iteration {
    /// Parses a line `DEPTH VALUE MOVE NODES` of a search of a position; `None` for any other line.
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

    /// Returns the moves that mate in one, in the order in which the program lists them, if it has seen such a mate and
    /// names no move; otherwise, an empty list. The program's test, see-checkmates, only finds that such a move exists.
    ///
    /// The value of the iteration is then `WIN - 1`, or `WIN` in the simple version, which does not count the plies to
    /// a mate.
    #[must_use]
    pub fn mates(&self, position: &Position) -> Vec<Move> {
        if self.best.is_none() && self.value >= WIN - 1 {
            position.mates_in_one()
        } else {
            Vec::new()
        }
    }

    /// Formats a warning about a mate, announced for either side, that the rules do not prove: the program does not
    /// know stalemate. `first` is the move to which the value belongs. `None` if no mate is announced, or if it is
    /// proved.
    #[must_use]
    pub fn doubt(&self, position: &Position, first: Option<Move>) -> Option<String> {
        let plies = match self.value.unsigned_abs() {
            // Without a distance, the mate comes at the latest after the horizon.
            value if value >= WIN.unsigned_abs() => u16::from(self.depth) + 2,
            value if value >= MATES.unsigned_abs() => WIN.unsigned_abs() - value,
            _ => return None,
        };
        let moves = u8::try_from(plies.div_ceil(2)).unwrap_or(u8::MAX);
        let is_proved = match first {
            _ if self.value < 0 => position.is_mated_within(moves, EFFORT),
            Some(first) => position.is_mate_within(first, moves, EFFORT),
            None => position.mates_within(moves, EFFORT),
        };
        if is_proved {
            return None;
        }
        let said = written(self.value);
        let stalemates = |m: &Move| position.play(*m).and_then(|next| next.end()) == Some(End::Stalemate);
        let move_name = first.filter(stalemates).and_then(|m| position.san(m));
        Some(match move_name {
            Some(san) => {
                format!("the program reports {said}, but {san} is stalemate, which the program does not recognise")
            }
            None => format!(
                "the program reports {said}, but no forced mate was found; the program does not recognise stalemate"
            ),
        })
    }

    /// Returns the best move, or the first mating move if the program has seen a mate in one and names no move.
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

/// Formats a value: a number of pawns, or `mate` or `-mate` with the number of moves, which the simple version does not
/// report.
#[must_use]
pub fn written(value: i16) -> String {
    let moves = (WIN - value.saturating_abs() + 1) / 2;
    match value {
        WIN => "mate".to_owned(),
        value if value == -WIN => "-mate".to_owned(),
        MATES.. => format!("mate {moves}"),
        value if value <= -MATES => format!("-mate {moves}"),
        value => value.to_string(),
    }
}
