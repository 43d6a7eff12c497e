//! When is a position solved?
//!
//! Table 1 counts "the right move for the right reason". The rule that stands in for the author's judgement is the same
//! for all positions and looks only backwards: whether a position is solved, and when, depends on nothing that comes
//! after the moment at which it is decided. `docs/explanation/solved.md` says why it is what it is.
//!
//! An iteration *solves* if its best move is a solution. Its *gain* is its value less the material balance at the root,
//! or less the value of depth 0 where that is more: what captures alone win needs no search.
//!
//! 1. A mate counts at once.
//! 2. Two pawns count when the next iteration confirms them: it solves too, with any gain.
//! 3. Less is watched. It counts if the solution stays best, at no less value, for [`WATCH`] seconds more and at least
//!    one more iteration. A solution that gains nothing counts if nothing is gained during the watch and its value is the
//!    one at the end.
//!
//! What can be decided first decides. The time is that of the iteration that counts, not that of the decision; a
//! position is solved within a limit if the decision falls within it. When the program has nothing more to search, its
//! move stays best.
//!
//! Where it is known what the book claims to be won, that may take the place of the two pawns: a number of pawns, or a
//! mate.
//!
//! A mate in one is seen at depth 0 and not searched: it has a value, and no move. It solves the position if one of the
//! solutions mates at once.

mod others;

use bcp_chess::Move;

use crate::problem::{Claim, Problem};

pub use others::{RULES, Rule};

/// The text of this file, by whose hash a result names the rule that it was judged by.
pub const RULE: &str = include_str!("criterion.rs");

/// A gain that is not an accident, in pawns.
const REAL_GAIN: i16 = 2;

/// The gain of a mate: more than any material.
const MATE: i16 = i16::MAX;

/// The seconds for which less than a real gain is watched: the paper's deepest search, 16 plies in position 96, took 598.
const WATCH: f64 = 600.0;

/// What an iteration of a search has found.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Finding {
    /// The best move; `None` when no move beats the null move.
    pub best: Option<Move>,
    /// The value in pawns, for the side to play.
    pub value: i16,
    /// Whether the value is that of a mate by the side to play.
    pub is_mate: bool,
    /// Whether it is the value of a mate in one that was seen, and not searched: there is no best move.
    pub mates_at_once: bool,
    /// Seconds of the Z8000 from the command to search to the end of the iteration. They do not fall from one iteration
    /// to the next.
    pub seconds: f64,
}

/// Follows the iterations of a search of a problem, from depth 0 on.
#[derive(Debug)]
pub struct Judge<'a> {
    problem: &'a Problem,
    iterations: Vec<Finding>,
}

impl<'a> Judge<'a> {
    /// A judge that has not seen any iteration yet.
    pub const fn new(problem: &'a Problem) -> Self {
        Self {
            problem,
            iterations: Vec::new(),
        }
    }

    /// Takes the next iteration; true when it is decided which one solved the position.
    pub fn see(&mut self, iteration: Finding) -> bool {
        self.iterations.push(iteration);
        self.solution(iteration.seconds).is_some()
    }

    /// The iteration that solved the position, counted from 0 in the order in which they were seen; `None` if that is
    /// not decided by then. All iterations that end within `seconds` must have been seen.
    pub fn solution(&self, seconds: f64) -> Option<usize> {
        self.first(seconds, |at, known| self.decision(at, known, WATCH))
    }

    /// The iteration that can be counted first, by the moments at which that is decided if so many iterations are known.
    fn first(&self, seconds: f64, decided: impl Fn(usize, usize) -> Option<f64>) -> Option<usize> {
        let known = self.iterations.partition_point(|iteration| iteration.seconds <= seconds);
        let decisions = (0..known).filter_map(|at| Some((decided(at, known)?, at)));
        let (moment, at) = decisions.min_by(|a, b| a.0.total_cmp(&b.0))?;
        (moment <= seconds).then_some(at)
    }

    /// The moment at which it is decided that an iteration counts, if only this many are known.
    fn decision(&self, at: usize, known: usize, watch: f64) -> Option<f64> {
        let this = self.solves(at).then(|| self.iterations[at])?;
        if this.is_mate {
            return Some(this.seconds);
        }
        // At least one more iteration has to be seen.
        let next = self.iterations[..known].get(at + 1)?;
        if self.gains(at, self.real_gain()) && self.gains(at + 1, 1) {
            return Some(next.seconds);
        }
        let end = next.seconds.max(this.seconds + watch);
        let watched = || (at..known).take_while(|&later| self.iterations[later].seconds <= end);
        let stays = watched().all(|later| self.solves(later) && self.iterations[later].value >= this.value);
        let last = watched().last()?;
        let holds = || watched().all(|later| self.gain(later) <= 0) && self.iterations[last].value == this.value;
        (stays && (self.gain(at) > 0 || holds())).then_some(end)
    }

    /// The gain that is no accident.
    fn real_gain(&self) -> i16 {
        match self.problem.claim {
            None => REAL_GAIN,
            Some(Claim::Pawns(pawns)) => pawns.into(),
            Some(Claim::Mate) => MATE,
        }
    }

    fn gains(&self, at: usize, gain: i16) -> bool {
        self.solves(at) && self.gain(at) >= gain
    }

    fn solves(&self, at: usize) -> bool {
        let iteration = &self.iterations[at];
        match iteration.best {
            Some(best) => self.problem.solutions.contains(&best),
            None => iteration.mates_at_once && self.problem.is_mate_in_one(),
        }
    }

    fn gain(&self, at: usize) -> i16 {
        let captures = self.iterations[0].value;
        self.iterations[at].value - captures.max(self.problem.position.balance())
    }
}

#[cfg(test)]
mod tests;
