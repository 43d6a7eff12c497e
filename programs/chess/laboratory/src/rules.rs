//! The rules of a game in a few lines, for users who write their own game.

use std::collections::hash_map::DefaultHasher;
use std::hash::{Hash, Hasher};

use crate::game::{ChessLike, Game, Value};

/// A position of a game, which knows its moves, the positions after them, and its value.
///
/// It is copied for each move. A game for long searches takes moves back, as described at [`Game`].
pub trait Rules: Clone + Hash {
    /// A move. Two different moves of one position are never equal.
    type Move: Copy + Eq + std::fmt::Debug;

    /// The legal moves, always in the same order; none if the game is over.
    fn moves(&self) -> Vec<Self::Move>;

    /// The position after a move, in which the other side is to play.
    fn play(&self, m: Self::Move) -> Self;

    /// The value for the side to play, strictly between -[`INFINITY`](crate::game::INFINITY) and it.
    fn evaluate(&self) -> Value;

    /// The same position with the other side to play. Without one there are no null moves: pruning by them does
    /// nothing, and quiescence cannot be run.
    fn pass(&self) -> Option<Self> {
        None
    }
}

/// A game that is played by [`Rules`].
#[derive(Clone, Debug)]
pub struct RulesGame<R> {
    /// The positions from the root to the current one, each with a flag that is set if a move has led to it.
    path: Vec<(R, bool)>,
}

impl<R: Rules> RulesGame<R> {
    /// A game that begins with a position.
    pub fn new(root: R) -> Self {
        Self { path: vec![(root, false)] }
    }

    /// The position that the game is in.
    pub fn position(&self) -> &R {
        &self.path.last().expect("the root is never left").0
    }
}

impl<R: Rules> Game for RulesGame<R> {
    type Move = R::Move;

    fn moves(&mut self, moves: &mut Vec<R::Move>) {
        moves.extend(self.position().moves());
    }

    fn make(&mut self, m: R::Move) {
        let next = self.position().play(m);
        self.path.push((next, true));
    }

    fn unmake(&mut self) {
        self.path.pop();
    }

    fn make_null(&mut self) {
        let here = self.position();
        let next = here.pass().unwrap_or_else(|| here.clone());
        self.path.push((next, false));
    }

    fn has_null(&self) -> bool {
        self.position().pass().is_some()
    }

    fn evaluate(&mut self) -> Value {
        self.position().evaluate()
    }
}

impl<R: Rules> ChessLike for RulesGame<R> {
    fn key(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        self.position().hash(&mut hasher);
        hasher.finish()
    }

    fn has_moved(&self) -> bool {
        self.path.last().is_some_and(|(_, moved)| *moved)
    }

    fn is_legal(&self, m: R::Move) -> bool {
        self.position().moves().contains(&m)
    }

    /// There are pieces only if null moves can be made.
    fn pieces(&self) -> [u32; 2] {
        [u32::from(self.has_null()); 2]
    }
}
