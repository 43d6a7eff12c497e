//! A simple way to define the rules of a game, for users who write their own games.

use std::cell::{Cell, RefCell};
use std::collections::HashMap;
use std::hash::Hash;

use crate::game::{ChessLike, Game, Value};

/// A position of a game: its moves, the positions after them, and its value.
///
/// The position is cloned for each move. A game for long searches should take moves back instead; see [`Game`].
/// Positions are identified by equality: a hash that many positions share makes tables slow, but results remain
/// correct.
pub trait Rules: Clone + Eq + Hash {
    /// A move. Two different moves of one position are never equal.
    type Move: Copy + Eq + std::fmt::Debug;

    /// The legal moves, always in the same order; empty if the game is over.
    fn moves(&self) -> Vec<Self::Move>;

    /// The position after a move, with the other side to play.
    fn play(&self, m: Self::Move) -> Self;

    /// The value for the side to play, strictly between -[`INFINITY`](crate::game::INFINITY) and
    /// [`INFINITY`](crate::game::INFINITY).
    fn evaluate(&self) -> Value;

    /// The same position with the other side to play; `None`, the default, where there is no null move, as in check.
    /// There, null-move pruning prunes nothing, and in quiescence only the moves count.
    fn pass(&self) -> Option<Self> {
        None
    }
}

/// A [`Game`] made from [`Rules`].
#[derive(Clone, Debug)]
pub struct RulesGame<R> {
    /// The positions from the root to the current one.
    path: Vec<Step<R>>,
    /// The numbers of the positions whose keys were requested, in the order of the requests.
    numbers: RefCell<HashMap<R, u64>>,
}

#[derive(Clone, Debug)]
struct Step<R> {
    position: R,
    /// Set if a move has led to it.
    moved: bool,
    key: Cell<Option<u64>>,
}

impl<R: Rules> RulesGame<R> {
    /// Returns a game that begins in a position.
    pub fn new(root: R) -> Self {
        let mut game = Self { path: Vec::new(), numbers: RefCell::default() };
        game.enter(root, false);
        game
    }

    /// The current position.
    pub fn position(&self) -> &R {
        &self.here().position
    }

    fn here(&self) -> &Step<R> {
        self.path.last().expect("the root is never left")
    }

    fn enter(&mut self, position: R, moved: bool) {
        self.path.push(Step { position, moved, key: Cell::new(None) });
    }
}

impl<R: Rules> Game for RulesGame<R> {
    type Move = R::Move;

    fn moves(&mut self, moves: &mut Vec<R::Move>) {
        moves.extend(self.position().moves());
    }

    fn make(&mut self, m: R::Move) {
        let next = self.position().play(m);
        self.enter(next, true);
    }

    fn unmake(&mut self) {
        self.path.pop();
    }

    fn make_null(&mut self) -> bool {
        let next = self.position().pass();
        let made = next.is_some();
        next.into_iter().for_each(|next| self.enter(next, false));
        made
    }

    /// A side in check at the root may still pass later.
    fn has_null(&self) -> bool {
        let here = self.position();
        here.pass().is_some() || here.moves().into_iter().any(|m| here.play(m).pass().is_some())
    }

    fn evaluate(&mut self) -> Value {
        self.position().evaluate()
    }
}

impl<R: Rules> ChessLike for RulesGame<R> {
    fn key(&self) -> u64 {
        let here = self.here();
        here.key.get().unwrap_or_else(|| {
            let mut numbers = self.numbers.borrow_mut();
            let next = numbered(numbers.len() as u64);
            let key = *numbers.entry(here.position.clone()).or_insert(next);
            here.key.set(Some(key));
            key
        })
    }

    fn has_moved(&self) -> bool {
        self.here().moved
    }

    fn is_legal(&self, m: R::Move) -> bool {
        self.position().moves().contains(&m)
    }
}

/// Returns the key of a position with a given number. Both halves of the key differ between any two positions, since
/// tables compare less than a whole key.
pub fn numbered(number: u64) -> u64 {
    number << 32 | number & 0xffff_ffff
}
