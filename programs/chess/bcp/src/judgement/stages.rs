//! Stages of a search: the points at which its solution shows a new gain.

use bcp_chess::{Move, Position};
use bcp_suite::Problem;

use crate::results::IterationRecord;
use bcp_driver::Value;

/// Number of classes of gains over depth 0: nothing, one pawn, two, three or more, a mate.
pub(crate) const CLASSES: usize = 5;

/// An iteration at which the author may have accepted the solution.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Stage {
    /// Z8000 seconds to the end of the iteration.
    pub(crate) seconds: f64,
    /// Class of the gain, below [`CLASSES`].
    pub(crate) class: usize,
}

/// The stages of our search of a position, and the paper's time for it.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Observation {
    pub(crate) number: u32,
    /// Seconds in Table 1; `None` for F.
    pub(crate) paper: Option<u32>,
    /// The stages in the order of the search.
    pub(crate) stages: Vec<Stage>,
}

impl Observation {
    /// Finds the stages in the iterations of a search of a problem.
    pub(crate) fn new(problem: &Problem, iterations: &[IterationRecord]) -> Self {
        let gains = gains(&problem.position, &problem.solutions, iterations);
        let stage = |(iteration, gain): (&IterationRecord, i16)| Stage {
            seconds: iteration.seconds,
            class: class(gain, Value(iteration.value).is_mate()),
        };
        Self {
            number: problem.number,
            paper: problem.table1,
            stages: gains.into_iter().map(stage).collect(),
        }
    }
}

/// Returns the iterations that show a solution with a gain that no earlier iteration has shown, and the gain in pawns:
/// over depth 0 or over the material on the board, whichever is larger.
fn gains<'a>(
    position: &Position,
    solutions: &[Move],
    iterations: &'a [IterationRecord],
) -> Vec<(&'a IterationRecord, i16)> {
    let solves = |best: &String| -> bool {
        let m: Option<Move> = position.move_from_san(best).ok();
        m.is_some_and(|m| solutions.contains(&m))
    };
    let base = iterations.first().map_or(0, |depth_0| depth_0.value);
    let base = base.max(position.balance());
    let mut most = i16::MIN;
    let mut found = Vec::new();
    for iteration in iterations {
        let gain = iteration.value - base;
        if gain > most && iteration.best.iter().chain(&iteration.mates).any(solves) {
            most = gain;
            found.push((iteration, gain));
        }
    }
    found
}

fn class(gain: i16, is_mate: bool) -> usize {
    if is_mate {
        CLASSES - 1
    } else {
        gain.clamp(0, CLASSES as i16 - 2) as usize
    }
}

#[cfg(test)]
mod tests {
    use bcp_chess::Position;
    use bcp_suite::{find, suite};

    use super::*;

    /// Position 12, which Qxf3+ solves. The rows, from depth 0: move, value minus the balance, seconds.
    #[test]
    fn a_stage_is_a_solution_with_a_new_gain() {
        let suite = suite(None).expect("the positions");
        let problem = find(&suite, 12).expect("position 12");
        let balance = problem.position.balance();
        let iteration = |(best, gain, seconds): (Option<&str>, i16, f64)| IterationRecord {
            depth: 0,
            value: if gain > 50 { gain } else { balance + gain },
            best: best.map(str::to_owned),
            mates: Vec::new(),
            nodes: 0,
            cycles: 0,
            instructions: 0,
            seconds,
            variation: Vec::new(),
            lists: 0,
            listed: 0,
        };
        let right = Some("Qxf3+");
        let iterations = [
            (None, 1, 0.1),
            (right, 0, 0.2),
            (right, 1, 0.3),
            (Some("Rh4"), 5, 0.4),
            (right, 2, 0.5),
            (right, 2, 0.6),
            (right, 9, 0.7),
            (right, 120, 0.8),
        ]
        .map(iteration);
        let observation = Observation::new(problem, &iterations);
        let stages: Vec<_> = observation
            .stages
            .iter()
            .map(|stage| (stage.seconds, stage.class))
            .collect();
        // Gains over depth 0, whose value is one pawn: -1, 0, then (after an iteration with a wrong move) 1, 8 and a
        // mate.
        assert_eq!(stages, [(0.2, 0), (0.3, 0), (0.5, 1), (0.7, 3), (0.8, 4)]);
        assert_eq!((observation.number, observation.paper), (12, problem.table1));
    }

    /// The solution is one of two mates; the host has named the other.
    #[test]
    fn a_mate_in_one_is_a_stage_whichever_mate_is_named() {
        let mut problem = find(&suite(None).expect("the positions"), 12)
            .expect("position 12")
            .clone();
        problem.position = Position::from_fen("6k1/5ppp/8/8/8/8/5PPP/RR4K1 w - -").expect("a position");
        problem.solutions = problem.position.move_from_text("b1b8").into_iter().collect();
        let mut depth_0 = IterationRecord {
            depth: 0,
            value: 126,
            best: Some("Ra8#".to_owned()),
            mates: vec!["Ra8#".to_owned(), "Rb8#".to_owned()],
            nodes: 3,
            cycles: 0,
            instructions: 0,
            seconds: 0.1,
            variation: Vec::new(),
            lists: 0,
            listed: 0,
        };
        let stages = |iteration: &IterationRecord| Observation::new(&problem, std::slice::from_ref(iteration)).stages;
        assert_eq!(stages(&depth_0), [Stage { seconds: 0.1, class: CLASSES - 1 }]);
        depth_0.mates.pop();
        assert_eq!(stages(&depth_0), []);
    }
}
