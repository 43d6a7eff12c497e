//! Players of Go, from the bare evaluation to quiescence of the second order.

use super::board::{Go, Move};
use crate::counted::{Counted, Limits};
use crate::game::{Game, INFINITY, Value};
use crate::quiescence::{BestMoves, Captures, Deepening, Evaluate, FullWidth, QuiesceD, Static};

/// A way to choose a move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Player {
    /// Any move that takes as many stones as possible.
    Raw,
    /// Quiescence over prisoners, to a depth.
    FirstOrder,
    /// Quiescence over the first order.
    SecondOrder,
    /// All moves to a fixed depth, prisoners at the end.
    FullWidth,
    /// All moves to a fixed depth, captures after that.
    FullWidthCaptures,
}

/// All of them, with their names.
pub const PLAYERS: [(Player, &str); 5] = [
    (Player::Raw, "evaluation"),
    (Player::FirstOrder, "first order"),
    (Player::SecondOrder, "second order"),
    (Player::FullWidth, "full width"),
    (Player::FullWidthCaptures, "full, captures"),
];

impl Player {
    /// Returns the moves that look best, of which any will do; the pass only if nothing else is left.
    pub fn best_moves(self, game: &Go, limits: Limits<'_>) -> Vec<Move> {
        let known = match self {
            Self::Raw => Vec::new(),
            Self::FirstOrder => quiescence(game, Static, limits),
            Self::SecondOrder => quiescence(game, Captures, limits),
            Self::FullWidth => full_width(game, Static, limits),
            Self::FullWidthCaptures => full_width(game, Captures, limits),
        };
        let known = if known.is_empty() { raw(game) } else { known };
        let stones = known.iter().filter(|(m, _)| *m != Move::Pass);
        let most = known.iter().map(|&(_, value)| value).max();
        let best: Vec<Move> = stones
            .filter(|&&(_, value)| Some(value) == most)
            .map(|&(m, _)| m)
            .collect();
        if best.is_empty() { vec![Move::Pass] } else { best }
    }
}

/// The prisoners after each move.
fn raw(game: &Go) -> Vec<(Move, Value)> {
    let mut game = game.clone();
    let mut moves = Vec::new();
    game.moves(&mut moves);
    let value = |m| {
        game.make(m);
        let value = -game.evaluate();
        game.unmake();
        (m, value)
    };
    moves.into_iter().map(value).collect()
}

/// The values of all moves by the deepest iteration of QUIESCE-D that was completed.
fn quiescence<'l>(game: &Go, evaluation: impl Evaluate<Counted<'l, Go>>, limits: Limits<'l>) -> Vec<(Move, Value)> {
    let mut game = Counted::new(game.clone(), limits);
    let search = QuiesceD::new(evaluation, BestMoves::default());
    let mut deepening = Deepening::new(&mut game, search, 30);
    deepening.wide = true;
    let last = deepening.last().map(|last| last.choices).unwrap_or_default();
    last.iter().map(|choice| (choice.m, choice.fat.value)).collect()
}

/// The values of all moves by the deepest iteration of a full-width search that was completed.
fn full_width<'l>(game: &Go, evaluation: impl Evaluate<Counted<'l, Go>>, limits: Limits<'l>) -> Vec<(Move, Value)> {
    let mut game = Counted::new(game.clone(), limits);
    let mut search = FullWidth::new(evaluation, BestMoves::default());
    let mut moves = Vec::new();
    game.moves(&mut moves);
    let mut known = Vec::new();
    for depth in 0..30 {
        let mut values = Vec::new();
        for &m in &moves {
            game.make(m);
            values.push((m, -search.search(&mut game, -INFINITY, INFINITY, depth)));
            game.unmake();
        }
        if game.interrupted {
            break;
        }
        known = values;
    }
    known
}
