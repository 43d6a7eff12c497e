//! Move classes: opening, forced or free. The class depends only on the game, not on the program's answer.

use bcp_chess::pgn::Game;
use bcp_chess::{Fen, Move, Position, Special, Square};
use serde::Serialize;

/// Moves of each side that are its opening, in a game from the usual start: the moves that a player may know by heart.
const OPENING: usize = 10;

/// The class of a move.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Class {
    /// One of the first ten of its side.
    Opening,
    /// Later, the only legal move, or, if the opponent has just captured, the only move that takes back.
    Forced,
    /// Any other.
    Free,
}

/// The opponent's last move, as far as it forces the answer.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Opponent {
    /// The square on which he has captured.
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
    /// All, in the order in which they are shown.
    pub(super) const ALL: [Self; 3] = [Self::Opening, Self::Forced, Self::Free];

    /// The class of a move of a game, `ply` plies after its start.
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

    /// Its name.
    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::Opening => "opening",
            Self::Forced => "forced",
            Self::Free => "free",
        }
    }
}
