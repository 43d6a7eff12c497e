//! Iterative deepening of QUIESCE-D, until a deeper search cannot change anything (Figs. 6 and 7).

use super::fat::Fat;
use super::limited::QuiesceD;
use super::ordering::Ordering;
use super::quiesce::Evaluate;
use crate::counted::{Counted, Statistics};
use crate::game::{Game, INFINITY};

/// A move of the root and its value, for the side that plays the move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Choice<M> {
    /// The move.
    pub m: M,
    /// The value of the move.
    pub fat: Fat,
}

/// The conclusion from an iteration about deeper iterations.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// The best move may change.
    Open,
    /// The best move is at least as good as any other can be: its value may change, but the choice will not (Fig. 6).
    Settled,
    /// The value will not change.
    Definite,
}

/// The result of an iteration.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Iteration<M> {
    /// The depth of the iteration in plies, from 0.
    pub depth: u32,
    /// The value of the root for the side to play.
    pub fat: Fat,
    /// The best move; `None` if no move is better than doing nothing, and at depth 0.
    pub best: Option<M>,
    /// The moves of the root in the order in which they were tried; empty at depth 0.
    pub choices: Vec<Choice<M>>,
    /// The counts of the search up to the end of this iteration.
    pub statistics: Statistics,
}

impl<M: Copy + Eq> Iteration<M> {
    /// Determines whether a deeper search can change anything.
    pub fn verdict(&self) -> Verdict {
        if self.fat.is_definite() {
            return Verdict::Definite;
        }
        let best = self.choices.iter().find(|choice| Some(choice.m) == self.best);
        let settled = best.is_some_and(|best| {
            let mut others = self.choices.iter().filter(|other| other.m != best.m);
            others.all(|other| other.fat.upper <= best.fat.lower)
        });
        if settled { Verdict::Settled } else { Verdict::Open }
    }
}

/// The iterations of a search, each computed when it is requested. They end after the target depth, after a verdict
/// other than [`Verdict::Open`], or when the game's limits are reached; an incomplete iteration is not reported.
#[derive(Debug)]
pub struct Deepening<'s, 'l, G: Game, E, O> {
    game: &'s mut Counted<'l, G>,
    search: QuiesceD<E, O>,
    /// The moves of the root; the best one of the last iteration comes first.
    moves: Vec<G::Move>,
    /// The depth of the next iteration; `None` after the last.
    next: Option<u32>,
    target: u32,
    /// True to end at a verdict other than [`Verdict::Open`], which is the default; false to continue to the target
    /// depth.
    pub early: bool,
    /// True to resolve every move of the root (Fig. 7): moves that cannot be best are searched further, where otherwise
    /// an upper bound would be sufficient.
    pub wide: bool,
}

impl<'s, 'l, G: Game, E, O> Deepening<'s, 'l, G, E, O> {
    /// Returns the iterations from depth 0 to a target depth.
    pub fn new(game: &'s mut Counted<'l, G>, search: QuiesceD<E, O>, target: u32) -> Self {
        let mut moves = Vec::new();
        game.game.moves(&mut moves);
        Self { game, search, moves, next: Some(0), target, early: true, wide: false }
    }
}

impl<'l, G: Game, E, O> Deepening<'_, 'l, G, E, O>
where
    E: Evaluate<Counted<'l, G>>,
    O: Ordering<Counted<'l, G>>,
{
    fn iterate(&mut self, depth: u32) -> Iteration<G::Move> {
        let mut choices = Vec::new();
        let mut best = None;
        let (mut fat, moves) = match self.game.terminal() {
            Some(end) => (Fat::definite(end), &[][..]),
            None if depth == 0 => {
                let value = self.search.evaluation.value(self.game, -INFINITY, INFINITY);
                (Fat::guess(value), &[][..])
            }
            None => {
                self.game.open_list(self.moves.len());
                let null = self.search.null_move(self.game, -INFINITY, INFINITY);
                (null, &self.moves[..])
            }
        };
        if depth > 0 && self.moves.is_empty() {
            fat = fat.or(Fat::definite(self.game.without_moves()));
        }
        for &m in moves {
            self.game.make(m);
            let upper = if self.wide { INFINITY } else { -fat.value };
            let child = -self.search.search(self.game, -INFINITY, upper, depth - 1);
            self.game.unmake();
            if child.value > fat.value {
                best = Some(m);
            }
            choices.push(Choice { m, fat: child });
            fat = fat.or(child);
        }
        if let Some(at) = self.moves.iter().position(|&m| Some(m) == best) {
            self.moves[..=at].rotate_right(1);
        }
        Iteration { depth, fat, best, choices, statistics: self.game.statistics }
    }
}

impl<'l, G: Game, E, O> Iterator for Deepening<'_, 'l, G, E, O>
where
    E: Evaluate<Counted<'l, G>>,
    O: Ordering<Counted<'l, G>>,
{
    type Item = Iteration<G::Move>;

    fn next(&mut self) -> Option<Self::Item> {
        let depth = self.next.take()?;
        let iteration = self.iterate(depth);
        if self.game.interrupted {
            return None;
        }
        if !self.early || iteration.verdict() == Verdict::Open {
            self.next = Some(depth + 1).filter(|&next| next <= self.target);
        }
        Some(iteration)
    }
}
