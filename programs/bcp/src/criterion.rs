//! When is a position solved?
//!
//! At the first iteration whose best move is a solution and whose value exceeds the material
//! balance at the root, if the next iteration confirms it: its best move is a solution too, with a
//! value above the balance. A forced mate needs no confirmation. Where the limit comes before the
//! confirming iteration is complete, the solution stands. `docs/explanation/solved.md` says why.

use bcp_reference::board::Move;
use bcp_reference::constants::WIN;

use crate::engine::Iteration;
use crate::suite::Problem;

/// Follows the iterations of a position.
#[derive(Debug)]
pub(crate) struct Judge<'a> {
    problem: &'a Problem,
    solution: Option<Iteration>,
    confirmed: bool,
}

impl<'a> Judge<'a> {
    pub(crate) const fn new(problem: &'a Problem) -> Self {
        Self {
            problem,
            solution: None,
            confirmed: false,
        }
    }

    /// Takes the next iteration; true when the position is solved and confirmed.
    pub(crate) fn see(&mut self, iteration: &Iteration) -> bool {
        let solves = self.solves(iteration);
        self.confirmed = solves && (self.solution.is_some() || iteration.value >= WIN);
        match (solves, &self.solution) {
            (true, None) => self.solution = Some(iteration.clone()),
            (false, Some(_)) => self.solution = None,
            _ => {}
        }
        self.confirmed
    }

    fn solves(&self, iteration: &Iteration) -> bool {
        let best = iteration.best.as_deref().and_then(|text| self.parse(text));
        best.is_some_and(|best| self.problem.solutions.contains(&best))
            && iteration.value > self.problem.position.balance()
    }

    fn parse(&self, text: &str) -> Option<Move> {
        self.problem.position.move_from_text(text)
    }

    /// The iteration that solved the position, if one did and none took it back.
    pub(crate) const fn solution(&self) -> Option<&Iteration> {
        self.solution.as_ref()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::suite::{find, suite};

    /// An iteration of position 12, in which Qxf3+ wins.
    fn iteration(best: &str, value: i16) -> Iteration {
        Iteration {
            depth: 1,
            value,
            best: Some(best.to_owned()),
            nodes: 1,
            cycles: 1,
        }
    }

    fn judged(iterations: &[(&str, i16)]) -> (bool, Option<i16>) {
        let suite = suite(None).expect("the positions");
        let mut judge = Judge::new(find(&suite, 12).expect("position 12"));
        let mut confirmed = false;
        for &(best, value) in iterations {
            confirmed = judge.see(&iteration(best, value));
        }
        (confirmed, judge.solution().map(|solution| solution.value))
    }

    #[test]
    fn a_solution_must_be_confirmed() {
        let behind = find(&suite(None).expect("the positions"), 12)
            .expect("position 12")
            .position
            .balance();
        let better = behind + 2;
        assert_eq!(judged(&[("g4f3", better)]), (false, Some(better)));
        assert_eq!(
            judged(&[("g4f3", better), ("g4f3", better)]),
            (true, Some(better))
        );
        assert_eq!(judged(&[("g4f3", better), ("h5h4", better)]), (false, None));
        assert_eq!(judged(&[("g4f3", behind)]), (false, None));
    }

    #[test]
    fn a_mate_is_certain() {
        assert_eq!(judged(&[("g4f3", WIN)]), (true, Some(WIN)));
    }
}
