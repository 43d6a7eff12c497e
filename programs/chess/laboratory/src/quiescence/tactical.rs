//! First-order quiescence in a game of captures, in specialised code.

use std::cmp::Reverse;

use bcp_chess::arrange;

use super::quiesce::Evaluate;
use crate::counted::Counted;
use crate::game::{Game, Value};

/// A game that is evaluated by material and can tell, without making a move, how the move changes the material.
pub trait Tactical: Game {
    /// Returns a number that is equal for equal positions with the same side to play, and almost never for others.
    fn key(&mut self) -> u64;

    /// Adds the legal moves that change material, each with its immediate gain, which is more than 0.
    fn captures(&mut self, moves: &mut Vec<(Self::Move, Value)>);

    /// Adds the legal moves after which the game may have been won: in chess, those that give check.
    fn finishers(&mut self, moves: &mut Vec<Self::Move>);
}

/// An evaluation that finds the value of `Quiesce(Static)` where only material counts, without searching the moves that
/// `Quiesce` would reject.
///
/// A move that wins nothing immediately is worth no more than doing nothing, since the other side may then do nothing
/// too. A move that wins `gain` is worth no more than that.
#[derive(Clone, Copy, Default, Debug)]
pub struct Captures;

impl<G: Tactical> Evaluate<G> for Captures {
    fn value(&mut self, game: &mut G, lower: Value, upper: Value) -> Value {
        if let Some(end) = game.terminal() {
            return end;
        }
        let standing = game.evaluate();
        let mut best = standing;
        if best >= upper {
            return best;
        }
        let mut captures = Vec::new();
        game.captures(&mut captures);
        arrange(&mut captures, |&(_, gain)| Reverse(gain));
        for (m, gain) in captures {
            if standing + gain <= best.max(lower) {
                return best.max(standing + gain);
            }
            game.make(m);
            let value = -self.value(game, -upper, -best.max(lower));
            game.unmake();
            best = best.max(value);
            if best >= upper {
                break;
            }
        }
        best
    }
}

/// An evaluation that also sees whether one move wins the game: in chess, mates in one.
#[derive(Clone, Copy, Default, Debug)]
pub struct SeeFinish<E>(pub E);

impl<G: Tactical, E: Evaluate<G>> Evaluate<G> for SeeFinish<E> {
    fn value(&mut self, game: &mut G, lower: Value, upper: Value) -> Value {
        if let Some(end) = game.terminal() {
            return end;
        }
        let value = self.0.value(game, lower, upper);
        if value >= upper {
            return value;
        }
        let mut moves = Vec::new();
        game.finishers(&mut moves);
        let mut replies = Vec::new();
        for m in moves {
            game.make(m);
            replies.clear();
            game.moves(&mut replies);
            let won = replies.is_empty().then(|| -game.without_moves());
            game.unmake();
            if let Some(won) = won.filter(|&won| won > value) {
                return won;
            }
        }
        value
    }
}

impl<G: Tactical> Tactical for Counted<'_, G> {
    fn key(&mut self) -> u64 {
        self.game.key()
    }

    fn captures(&mut self, moves: &mut Vec<(G::Move, Value)>) {
        self.list_with(moves, G::captures);
    }

    fn finishers(&mut self, moves: &mut Vec<G::Move>) {
        self.list_with(moves, G::finishers);
    }
}
