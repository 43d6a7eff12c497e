//! When is a position solved?
//!
//! Table 1 counts "the right move for the right reason". The rule that stands in for the author's judgement is the same
//! for all positions; `docs/explanation/solved.md` says why it is what it is.
//!
//! An iteration *solves* if its best move is a solution. Its *gain* is its value less the material balance at the root,
//! or less the value of depth 0 where that is more: what captures alone win needs no search. The solving iteration is
//! the first one whose gain is at least two pawns, or the largest gain of any solving iteration if that is less. The
//! next iteration must confirm it: solve too, with any gain. Exceptions: a mate, the last iteration, and a position in
//! which no iteration is ever confirmed. Where no solving iteration gains anything and the search settles on a solution
//! that is better than doing nothing, the solving iteration is the one from which on the solution stays best with that
//! value, if there are at least two of them.
//!
//! Where it is known what the book claims to be won, that may take the place of the two pawns: a number of pawns, or a
//! mate.
//!
//! A mate in one is seen at depth 0 and not searched: it has a value, and no move. It solves the position if one of the
//! solutions mates at once, and needs no gain and no confirmation.

use bcp_chess::Move;

use crate::problem::{Claim, Problem};

/// The text of this file, by whose hash a result names the rule that it was judged by.
pub const RULE: &str = include_str!("criterion.rs");

/// A gain that is not an accident, in pawns.
const REAL_GAIN: i16 = 2;

/// The gain of a mate: more than any material.
const MATE: i16 = i16::MAX;

/// What an iteration of a search has found.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Finding {
    /// The best move; none when no move beats the null move.
    pub best: Option<Move>,
    /// The value in pawns, for the side to play.
    pub value: i16,
    /// Whether the value is that of a mate by the side to play.
    pub is_mate: bool,
    /// Whether it is the value of a mate in one that was seen, and not searched: there is no best move.
    pub mates_at_once: bool,
}

/// Follows the iterations of a search of a problem, from depth 0 on.
#[derive(Debug)]
pub struct Judge<'a> {
    problem: &'a Problem,
    iterations: Vec<Finding>,
}

impl<'a> Judge<'a> {
    /// A judge that has not seen any iteration yet.
    #[must_use]
    pub const fn new(problem: &'a Problem) -> Self {
        Self {
            problem,
            iterations: Vec::new(),
        }
    }

    /// Takes the next iteration; true when further ones cannot change the judgement.
    pub fn see(&mut self, iteration: Finding) -> bool {
        self.iterations.push(iteration);
        let real = self.confirmed(self.real_gain());
        real.is_some_and(|at| self.is_mate(at) || at + 1 < self.iterations.len())
    }

    /// The iteration that solved the position, counted from 0 in the order in which they were seen; none if none did.
    #[must_use]
    pub fn solution(&self) -> Option<usize> {
        let solving = (0..self.iterations.len()).filter(|&at| self.solves(at));
        match solving.map(|at| self.gain(at)).max()? {
            most @ 1.. => {
                let gain = most.min(self.real_gain());
                self.confirmed(gain).or_else(|| self.first_with(gain))
            }
            _ => self.settled_since(self.iterations.len() - 1),
        }
    }

    /// The gain that is no accident.
    fn real_gain(&self) -> i16 {
        match self.problem.claim {
            None => REAL_GAIN,
            Some(Claim::Pawns(pawns)) => pawns.into(),
            Some(Claim::Mate) => MATE,
        }
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
        self.iterations[at].is_mate
    }

    /// The iteration from which on the solution has stayed best with the last one's value.
    fn settled_since(&self, last: usize) -> Option<usize> {
        let value = self.iterations[last].value;
        let same = |at: &usize| self.solves(*at) && self.iterations[*at].value >= value;
        let first = (0..=last).rev().take_while(same).last()?;
        (first < last).then_some(first)
    }

    fn solves(&self, at: usize) -> bool {
        let iteration = &self.iterations[at];
        match iteration.best {
            Some(best) => self.problem.solutions.contains(&best),
            None => iteration.mates_at_once && self.problem.is_mate_in_one(),
        }
    }

    fn gain(&self, at: usize) -> i16 {
        if self.iterations[at].mates_at_once || self.problem.claim.is_some() && self.is_mate(at) {
            return MATE;
        }
        let captures = self.iterations[0].value;
        self.iterations[at].value - captures.max(self.problem.position.balance())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::problem::Row;
    use crate::{find, suite};

    /// The values of mates in these tests.
    const MATES: i16 = 94;

    /// An iteration of position 12, in which Qxf3+ wins.
    fn iteration(problem: &Problem, best: &str, value: i16) -> Finding {
        Finding {
            best: problem.position.move_from_text(best),
            value,
            is_mate: value >= MATES,
            mates_at_once: false,
        }
    }

    /// Iterations from depth 1 on by best move and gain: whether the last one decided, and the depth of the solution.
    fn judged(iterations: &[(&str, i16)]) -> (bool, Option<usize>) {
        judged_by(None, iterations)
    }

    fn judged_by(claim: Option<Claim>, iterations: &[(&str, i16)]) -> (bool, Option<usize>) {
        let suite = suite(None).expect("the positions");
        let problem = &Problem {
            claim,
            ..find(&suite, 12).expect("position 12").clone()
        };
        let mut judge = Judge::new(problem);
        let balance = problem.position.balance();
        let mut decided = judge.see(iteration(problem, WRONG, balance));
        for &(best, gain) in iterations {
            decided = judge.see(iteration(problem, best, balance + gain));
        }
        (decided, judge.solution())
    }

    const RIGHT: &str = "g4f3";
    const WRONG: &str = "h5h4";

    #[test]
    fn a_claim_takes_the_place_of_two_pawns() {
        let knight = Some(Claim::Pawns(3));
        assert_eq!(judged_by(knight, &[(RIGHT, 2), (RIGHT, 2)]), (false, Some(1)));
        assert_eq!(
            judged_by(knight, &[(RIGHT, 2), (RIGHT, 3), (RIGHT, 3)]),
            (true, Some(2))
        );
        assert_eq!(
            judged_by(Some(Claim::Pawns(1)), &[(RIGHT, 1), (RIGHT, 1)]),
            (true, Some(1))
        );
        let mate = Some(Claim::Mate);
        assert_eq!(
            judged_by(mate, &[(RIGHT, 9), (RIGHT, 9), (RIGHT, 2 * MATES)]),
            (true, Some(3))
        );
        assert_eq!(judged_by(mate, &[(RIGHT, 2), (RIGHT, 9)]), (false, Some(2)));
    }

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

    /// Depth 0 of two rooks on an open file before the back rank; it has a value and no move.
    fn judged_at_once(best: &[&str], avoid: &[&str], mates_at_once: bool) -> (bool, Option<usize>) {
        let row = Row {
            fen: "6k1/5ppp/8/8/8/8/5PPP/RR4K1 w - -",
            best: best.to_vec(),
            avoid: avoid.to_vec(),
            id: None,
        };
        let problem = Problem::new(1, &row).expect("a problem");
        let mut judge = Judge::new(&problem);
        let decided = judge.see(Finding {
            best: None,
            value: 126,
            is_mate: true,
            mates_at_once,
        });
        (decided, judge.solution())
    }

    #[test]
    fn a_mate_in_one_solves_where_a_solution_mates() {
        let solved = (true, Some(0));
        let unsolved = (false, None);
        for (best, avoid, expected) in [
            (&["Ra8"][..], &[][..], solved),
            // The other one would do as well: which of them the program has seen it does not say.
            (&["Rb8"], &[], solved),
            (&["h3"], &[], unsolved),
            (&[], &["h3"], solved),
            (&[], &["Ra8"], solved),
            (&[], &["Ra8", "Rb8"], unsolved),
        ] {
            assert_eq!(judged_at_once(best, avoid, true), expected, "{best:?} {avoid:?}");
            // A mate that takes longer, or anything else without a move, solves nothing.
            assert_eq!(judged_at_once(best, avoid, false), unsolved, "{best:?} {avoid:?}");
        }
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

    /// Two pawns that captures alone win at depth 0 are not a gain of the search.
    #[test]
    fn what_captures_alone_win_is_no_gain() {
        let suite = suite(None).expect("the positions");
        let problem = find(&suite, 12).expect("position 12");
        let balance = problem.position.balance();
        let mut judge = Judge::new(problem);
        for gain in [2, 2, 3, 4, 4] {
            judge.see(iteration(problem, RIGHT, balance + gain));
        }
        assert_eq!(judge.solution(), Some(3));
    }
}
