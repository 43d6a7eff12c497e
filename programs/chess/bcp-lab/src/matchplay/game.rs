//! One game of a match.

use std::fmt;

use bcp_chess::{Move, Position};
use bcp_laboratory::chess::Chess;
use bcp_laboratory::null_move::{MAX_DEPTH, Settings, TABLE_BITS};
use bcp_laboratory::{ChessLike, Game as _};
use bcp_suite::Interrupt;
use serde::{Deserialize, Serialize};

use crate::null_move::Trial;
use crate::running::limits;

/// The effort that a search may spend on a move.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Effort {
    /// A maximum number of positions; the last completed iteration chooses the move.
    Nodes(u64),
    /// A depth in plies.
    Depth(u8),
}

/// A game is a draw after this many plies.
const MOST_PLIES: usize = 400;

/// A game that was played to its end.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) struct Game {
    pub(crate) opening: String,
    pub(crate) white: Settings,
    pub(crate) black: Settings,
    /// White's points: 0, 0.5 or 1.
    pub(crate) points: f64,
    pub(crate) plies: usize,
    /// True if the side to play was mated; otherwise the game is a draw.
    pub(crate) mate: bool,
    /// All moves in SAN, including those of the opening.
    pub(crate) moves: String,
}

/// Both games of an opening.
#[derive(Clone, Serialize, Deserialize)]
pub(crate) struct Pair {
    pub(crate) games: [Game; 2],
}

impl Game {
    /// Plays the moves of an opening, then the game to its end; `None` if interrupted.
    pub(crate) fn play(
        start: &Position,
        (opening, moves): &(String, Vec<Move>),
        players: [Settings; 2],
        effort: Effort,
        interrupt: &Interrupt,
    ) -> Option<Self> {
        let mut position = start.clone();
        let mut chess = Chess::from(&position);
        let mut played: Vec<String> = Vec::new();
        let mate = loop {
            if let Some(mate) = ended(&mut chess, played.len() >= MOST_PLIES) {
                break mate;
            }
            let m = match moves.get(played.len()) {
                Some(m) => *m,
                None => choose(&chess, players[played.len() % 2], effort, interrupt)?,
            };
            played.push(position.san(m).expect("legal moves are chosen"));
            position = position.play(m).expect("legal moves are chosen");
            chess.play(m.into());
        };
        let plies = played.len();
        let points = match mate {
            true => (plies % 2) as f64,
            false => 0.5,
        };
        let ([white, black], opening, moves) = (players, opening.clone(), played.join(" "));
        Some(Self { opening, white, black, points, plies, mate, moves })
    }
}

/// Returns whether the game ends here, and how: true for a mate, false for a draw; `None` if it continues.
fn ended(chess: &mut Chess, too_long: bool) -> Option<bool> {
    let mut moves = Vec::new();
    chess.moves(&mut moves);
    let mate = moves.is_empty() && chess.in_check();
    let drawn = chess.insufficient_material() || chess.occurrences() >= 3 || chess.fifty_moves_passed();
    (moves.is_empty() || drawn || too_long).then_some(mate)
}

/// Returns the move chosen by a search that keeps nothing from earlier moves; `None` if interrupted.
fn choose(chess: &Chess, settings: Settings, effort: Effort, interrupt: &Interrupt) -> Option<Move> {
    let search = |nodes, depth| {
        let limits = limits(nodes, interrupt);
        let mut trial = Trial::new(chess.clone(), settings, depth, limits, effort.table_bits());
        let last = trial.iterations.pop()?;
        (!interrupt.requested()).then_some(last.best.into())
    };
    match effort {
        Effort::Depth(depth) => search(0, depth),
        // A move is made even if its first iteration takes more than is allowed.
        Effort::Nodes(nodes) => search(nodes, MAX_DEPTH).or_else(|| search(0, 1)),
    }
}

impl Effort {
    /// Returns room for all positions that may be visited, up to the usual size of the transposition table: clearing a
    /// table for each move should not cost more than the search.
    fn table_bits(self) -> u8 {
        match self {
            Self::Depth(_) => TABLE_BITS,
            Self::Nodes(nodes) => TABLE_BITS.min(nodes.ilog2() as u8 + 1),
        }
    }
}

impl fmt::Display for Effort {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Nodes(nodes) => write!(f, "{nodes} nodes per move"),
            Self::Depth(depth) => write!(f, "depth {depth}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use bcp_chess::START;

    use super::*;

    fn ends(moves: &str, too_long: bool) -> Option<bool> {
        let mut position = Position::from_fen(START).expect("the start position");
        let mut chess = Chess::from(&position);
        for san in moves.split_whitespace() {
            let m = position.move_from_san(san).expect(san);
            position = position.play(m).expect("a legal move");
            chess.play(m.into());
        }
        ended(&mut chess, too_long)
    }

    #[test]
    fn games_end_by_the_rules() {
        assert_eq!(ends("e4 e5", false), None);
        assert_eq!(ends("e4 e5", true), Some(false));
        assert_eq!(ends("f3 e5 g4 Qh4", true), Some(true));
        let stalemate = "e3 a5 Qh5 Ra6 Qxa5 h5 h4 Rah6 Qxc7 f6 Qxd7 Kf7 Qxb7 Qd3 Qxb8 Qh7 Qxc8 Kg6 Qe6";
        assert_eq!(ends(stalemate, false), Some(false));
        let twice = "Nf3 Nf6 Ng1 Ng8";
        assert_eq!(ends(twice, false), None);
        assert_eq!(ends(&[twice; 2].join(" "), false), Some(false));
    }
}
