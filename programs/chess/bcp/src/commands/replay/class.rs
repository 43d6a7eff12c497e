//! Move classes: opening, forced or free. The class depends only on the game, not on the program's answer.

use bcp_chess::pgn::Game;
use bcp_chess::{Fen, Move, Position, Special, Square};
use serde::Serialize;

/// Number of moves of each side that count as its opening, from the usual start: a player may know them by heart.
const OPENING: usize = 10;

/// The class of a move.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Class {
    /// One of the side's first ten moves.
    Opening,
    /// After the opening: the only legal move, or the only move that recaptures.
    Forced,
    /// Any other move.
    Free,
}

/// What the opponent's last move says about whether the answer is forced.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Opponent {
    /// The square on which the opponent has just captured, if any.
    captured_on: Option<Square>,
}

impl Opponent {
    /// Notes that the opponent plays a move in a position.
    pub(super) fn plays(position: &Position, m: Move) -> Self {
        let captures = position.piece_on(m.to).is_some() || m.special == Special::EnPassant;
        Self { captured_on: captures.then_some(m.to) }
    }
}

impl Class {
    /// All classes, in the order in which they are shown.
    pub(super) const ALL: [Self; 3] = [Self::Opening, Self::Forced, Self::Free];

    /// Returns the class of the move of a game that is played `ply` plies after its start.
    pub(super) fn of(game: &Game, ply: usize, position: &Position, opponent: Opponent) -> Self {
        if *game.start() == Fen::start() && ply < 2 * OPENING {
            return Self::Opening;
        }
        let legal = position.legal_moves();
        let back = legal.iter().filter(|m| Some(m.to) == opponent.captured_on).count();
        if legal.len() == 1 || back == 1 {
            Self::Forced
        } else {
            Self::Free
        }
    }

    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::Opening => "opening",
            Self::Forced => "forced",
            Self::Free => "free",
        }
    }
}
