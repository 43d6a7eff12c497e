//! How well a program explains Table 1, and how much better than the first program it does so.

use bcp_suite::{Problem, find};
use serde::Serialize;

use crate::judgement::{Model, Observation, interval};
use crate::results::Record;

/// The stages of a search in all positions without a footnote, and the model that fits them best.
///
/// As JSON, described in `docs/reference/results-json.md`.
#[derive(Serialize)]
pub(super) struct Explained {
    /// Stages in the order of the positions.
    #[serde(skip)]
    observations: Vec<Observation>,
    /// Natural logarithm of the probability of Table 1 under the fitted model.
    pub(super) logarithm: f64,
    /// The same logarithm with each position judged by the model fitted to the positions of the other parity: even
    /// numbers by the model of the odd ones, and vice versa.
    pub(super) held_out: f64,
    /// How much better than the first program this one is; `None` for the first program.
    pub(super) more_than_first: Option<Difference>,
    #[serde(flatten)]
    pub(super) model: Model,
    /// Numbers of the positions that are more likely alien than not.
    pub(super) alien_positions: Vec<u32>,
}

/// The log-probability of Table 1 under one program minus that under another.
#[derive(Debug, PartialEq, Serialize)]
pub(super) struct Difference {
    pub(super) total: f64,
    /// The 95% interval of the difference, by samples of the same size drawn with replacement.
    pub(super) interval: Option<(f64, f64)>,
    /// Contributions of the even-numbered and of the odd-numbered positions, whose sum is `total`.
    pub(super) even: f64,
    pub(super) odd: f64,
}

impl Explained {
    /// Fits the model to records of searches to a limit, with the solutions of these problems, and compares it with the
    /// first program.
    pub(super) fn new(problems: &[Problem], records: &[Record], first: Option<&Self>) -> anyhow::Result<Self> {
        let compared = records.iter().filter(|record| !record.result.footnote);
        let observation = |record: &Record| {
            let problem = find(problems, record.result.number)?;
            anyhow::Ok(Observation::new(problem, &record.iterations))
        };
        let observations: Vec<Observation> = compared.map(observation).collect::<anyhow::Result<_>>()?;
        Ok(Self::by(Model::fit(&observations), observations, first))
    }

    fn by(model: Model, observations: Vec<Observation>, first: Option<&Self>) -> Self {
        let alien = |position: &&Observation| model.alienness(position) > 0.5;
        let aliens = observations.iter().filter(alien);
        let alien_positions = aliens.map(|position| position.number).collect();
        let mut explained = Self {
            logarithm: model.log_likelihood(&observations),
            held_out: held_out(&observations),
            more_than_first: None,
            model,
            alien_positions,
            observations,
        };
        explained.more_than_first = first.map(|first| explained.more_than(first));
        explained
    }

    /// Returns how much better than the first this program explains the table.
    pub(super) fn more_than(&self, first: &Self) -> Difference {
        let both = first.observations.iter().zip(&self.observations);
        let logarithm = |model: &Model, of: &Observation| model.probability(of).ln();
        let difference = |(a, b)| logarithm(&self.model, b) - logarithm(&first.model, a);
        let differences: Vec<(u32, f64)> = both.map(|(a, b)| (a.number, difference((a, b)))).collect();
        let sum = |wanted: &dyn Fn(u32) -> bool| -> f64 {
            let part = differences.iter().filter(|(number, _)| wanted(*number));
            part.map(|(_, difference)| difference).sum()
        };
        Difference {
            total: sum(&|_| true),
            interval: interval(differences.len(), |sample| {
                Some(sample.iter().map(|&at| differences[at].1).sum())
            }),
            even: sum(&|number| number % 2 == 0),
            odd: sum(&|number| number % 2 == 1),
        }
    }
}

fn held_out(observations: &[Observation]) -> f64 {
    let (even, odd): (Vec<_>, Vec<_>) = observations.iter().cloned().partition(|of| of.number % 2 == 0);
    Model::fit(&odd).log_likelihood(&even) + Model::fit(&even).log_likelihood(&odd)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::judgement::Stage;

    /// One program finds every solution when the author's did; the other finds that of position 3 a hundred times as
    /// late.
    #[test]
    fn a_difference_is_that_of_the_positions_that_differ() {
        let model = Model {
            scale: 1.0,
            deviation: 0.5,
            aliens: 0.1,
            accepts: [0.3, 0.7, 0.9, 0.95, 0.99],
        };
        let explained = |late: f64, first: Option<&Explained>| {
            let observation = |number| Observation {
                number,
                paper: Some(10 * number),
                stages: vec![Stage {
                    seconds: f64::from(10 * number) * if number == 3 { late } else { 1.0 },
                    class: 4,
                }],
            };
            Explained::by(model, (1..=4).map(observation).collect(), first)
        };
        let first = explained(1.0, None);
        let other = explained(100.0, Some(&first));
        // For position 3, tests/figures/likelihood.py computes -3.7019088 and -7.4291234.
        let difference = other.more_than_first.expect("a difference");
        assert!((difference.total + 3.7272147).abs() < 1e-6, "{difference:?}");
        assert!(difference.even.abs() < 1e-12, "{difference:?}");
        assert!((difference.odd - difference.total).abs() < 1e-12, "{difference:?}");
        let (low, high) = difference.interval.expect("an interval");
        assert!(low < difference.total && high.abs() < 1e-12, "{difference:?}");
        assert_eq!((first.alien_positions, other.alien_positions), (Vec::new(), vec![3]));
    }

    /// Each even-numbered position has an identical twin with the next odd number: either half explains the other
    /// equally well.
    #[test]
    fn halves_that_are_equal_explain_each_other() {
        let observation = |number: u32| Observation {
            number,
            paper: Some(10 * (number / 2)),
            stages: vec![Stage { seconds: f64::from(7 * (number / 2).pow(2)), class: 4 }],
        };
        let observations: Vec<_> = (2..14).map(observation).collect();
        let (even, odd): (Vec<_>, Vec<_>) = observations.iter().cloned().partition(|of| of.number % 2 == 0);
        let half = Model::fit(&even).log_likelihood(&odd);
        assert!(half < 0.0, "{half}");
        assert!(
            (held_out(&observations) - 2.0 * half).abs() < 1e-9,
            "{}",
            held_out(&observations)
        );
    }
}
