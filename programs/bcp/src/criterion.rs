//! When is a position solved?
//!
//! Table 1 counts "the right move for the right reason". The rule that stands in for the author's judgement is the same for all
//! positions; `docs/explanation/solved.md` says why it is what it is.
//!
//! An iteration *solves* if its best move is a solution. Its *gain* is its value less the material balance at the root, or
//! less the value of depth 0 where that is more: what captures alone win needs no search. The time is that of the first
//! solving iteration whose gain is at least two pawns, or the largest gain of any solving iteration if that is less. The
//! iteration after it must solve with a gain too, unless it is a mate or the last one, or none is confirmed in this way.
//! Where none gains anything, and the search settles on a solution that is better than doing nothing, the time is that of
//! the iteration from which on the solution stays best with that value, if there are two of them.

use bcp_reference::board::Move;
use bcp_reference::constants::MATES;

use crate::engine::Iteration;
use crate::suite::Problem;

/// A gain that is no accident, in pawns.
const REAL_GAIN: i16 = 2;

/// Follows the iterations of a position.
#[derive(Debug)]
pub(crate) struct Judge<'a> {
    problem: &'a Problem,
    iterations: Vec<Iteration>,
}

impl<'a> Judge<'a> {
    pub(crate) const fn new(problem: &'a Problem) -> Self {
        Self {
            problem,
            iterations: Vec::new(),
        }
    }

    /// Takes the next iteration; true when further ones cannot change the judgement.
    pub(crate) fn see(&mut self, iteration: &Iteration) -> bool {
        self.iterations.push(iteration.clone());
        let real = self.confirmed(REAL_GAIN);
        real.is_some_and(|at| self.is_mate(at) || at + 1 < self.iterations.len())
    }

    /// The iteration that solved the position, if one did.
    pub(crate) fn solution(&self) -> Option<&Iteration> {
        let solving = (0..self.iterations.len()).filter(|&at| self.solves(at));
        let at = match solving.map(|at| self.gain(at)).max()? {
            most @ 1.. => {
                let gain = most.min(REAL_GAIN);
                self.confirmed(gain).or_else(|| self.first_with(gain))
            }
            _ => self.settled_since(self.iterations.len() - 1),
        };
        self.iterations.get(at?)
    }

    /// The first iteration that solves with a gain.
    fn first_with(&self, gain: i16) -> Option<usize> {
        (0..self.iterations.len()).find(|&at| self.gains(at, gain))
    }

    /// The same, if the iteration after it does so too, with any gain.
    fn confirmed(&self, gain: i16) -> Option<usize> {
        let last = self.iterations.len() - 1;
        let confirmed = |at: usize| at == last || self.is_mate(at) || self.gains(at + 1, 1);
        (0..=last).find(|&at| self.gains(at, gain) && confirmed(at))
    }

    fn gains(&self, at: usize, gain: i16) -> bool {
        self.solves(at) && self.gain(at) >= gain
    }

    fn is_mate(&self, at: usize) -> bool {
        self.iterations[at].value >= MATES
    }

    /// The iteration from which on the solution has stayed best with the last one's value.
    fn settled_since(&self, last: usize) -> Option<usize> {
        let value = self.iterations[last].value;
        let same = |at: &usize| self.solves(*at) && self.iterations[*at].value >= value;
        let first = (0..=last).rev().take_while(same).last()?;
        (first < last).then_some(first)
    }

    fn solves(&self, at: usize) -> bool {
        let best = self.iterations[at].best.as_deref();
        let best = best.and_then(|text| self.parse(text));
        best.is_some_and(|best| self.problem.solutions.contains(&best))
    }

    fn gain(&self, at: usize) -> i16 {
        let captures = self.iterations[0].value;
        self.iterations[at].value - captures.max(self.problem.position.balance())
    }

    fn parse(&self, text: &str) -> Option<Move> {
        self.problem.position.move_from_text(text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::suite::{find, suite};

    /// An iteration of position 12, in which Qxf3+ wins.
    fn iteration(depth: u8, best: &str, value: i16) -> Iteration {
        Iteration {
            depth,
            value,
            best: Some(best.to_owned()),
            nodes: 1,
            cycles: 1,
        }
    }

    /// Iterations from depth 1 on by best move and gain: whether the last one decided, and the depth of the solution.
    fn judged(iterations: &[(&str, i16)]) -> (bool, Option<u8>) {
        let suite = suite(None).expect("the positions");
        let problem = find(&suite, 12).expect("position 12");
        let mut judge = Judge::new(problem);
        let balance = problem.position.balance();
        let mut decided = judge.see(&iteration(0, WRONG, balance));
        for (depth, &(best, gain)) in (1..).zip(iterations) {
            decided = judge.see(&iteration(depth, best, balance + gain));
        }
        (decided, judge.solution().map(|solution| solution.depth))
    }

    const RIGHT: &str = "g4f3";
    const WRONG: &str = "h5h4";

    #[test]
    fn a_real_gain_decides_once_it_is_confirmed() {
        assert_eq!(judged(&[(WRONG, 3), (RIGHT, 1), (RIGHT, 2)]), (false, Some(3)));
        assert_eq!(judged(&[(WRONG, 3), (RIGHT, 2), (RIGHT, 1)]), (true, Some(2)));
        assert_eq!(
            judged(&[(RIGHT, 2), (RIGHT, 0), (RIGHT, 3), (RIGHT, 3)]),
            (true, Some(3))
        );
        assert_eq!(judged(&[(WRONG, 3)]), (false, None));
    }

    #[test]
    fn a_small_gain_counts_where_there_is_no_larger_one() {
        assert_eq!(judged(&[(RIGHT, 1), (RIGHT, 1)]), (false, Some(1)));
        assert_eq!(judged(&[(RIGHT, 1), (WRONG, 1), (RIGHT, 1)]), (false, Some(3)));
        assert_eq!(judged(&[(RIGHT, 1), (RIGHT, 1), (RIGHT, 3)]), (false, Some(3)));
    }

    #[test]
    fn a_gain_that_nothing_confirms_counts_where_there_is_no_other() {
        assert_eq!(judged(&[(RIGHT, 0), (RIGHT, 1), (WRONG, 1)]), (false, Some(2)));
        assert_eq!(judged(&[(RIGHT, 2), (WRONG, 2)]), (false, Some(1)));
    }

    #[test]
    fn a_mate_is_certain() {
        assert_eq!(judged(&[(RIGHT, MATES + 10)]), (true, Some(1)));
    }

    #[test]
    fn a_move_that_saves_something_counts_from_when_it_stays_best() {
        assert_eq!(
            judged(&[(RIGHT, -2), (WRONG, 0), (RIGHT, 0), (RIGHT, 0)]),
            (false, Some(3))
        );
        assert_eq!(judged(&[(WRONG, 0), (RIGHT, 0)]), (false, None));
        assert_eq!(judged(&[(RIGHT, 0), (RIGHT, 0), (WRONG, 0)]), (false, None));
    }

    /// Two pawns that captures alone win at depth 0 are no gain of the search.
    #[test]
    fn what_captures_alone_win_is_no_gain() {
        let suite = suite(None).expect("the positions");
        let problem = find(&suite, 12).expect("position 12");
        let balance = problem.position.balance();
        let mut judge = Judge::new(problem);
        for (depth, gain) in [(0, 2), (1, 2), (2, 3), (3, 4), (4, 4)] {
            judge.see(&iteration(depth, RIGHT, balance + gain));
        }
        assert_eq!(judge.solution().map(|solution| solution.depth), Some(3));
    }
}
