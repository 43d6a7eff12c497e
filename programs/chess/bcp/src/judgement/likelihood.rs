//! How probable the times in Table 1 are, given the searches of a program.
//!
//! The author counted a solution when he found it convincing. In this model, he accepts a [stage](super::stages) with a
//! probability that depends on what it gains; otherwise he waits for the next. His time is our time at the accepted
//! stage, multiplied by one scale for all positions and by a log-normal error, and rounded up to whole seconds. If he
//! accepts no stage, the table says F. A share of the positions is *alien*: his program or his judgement differed
//! completely, and the time is drawn from a broad distribution that is independent of ours.

use serde::Serialize;

use super::fit::maximum;
use super::stages::{CLASSES, Observation};

/// The parameters of the model.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub(crate) struct Model {
    /// The paper's times divided by ours.
    pub(crate) scale: f64,
    /// Standard deviation of the logarithm of that ratio after scaling.
    pub(crate) deviation: f64,
    /// Share of the alien positions.
    pub(crate) aliens: f64,
    /// Probability that a stage of each class is accepted.
    pub(crate) accepts: [f64; CLASSES],
}

/// Share of alien positions that have an F, taken from Table 1.
const ALIEN_F: f64 = 24.0 / 300.0;
/// Median of the seconds of alien positions, which is that of Table 1 (15.5) rounded up; below, the standard deviation
/// of their logarithm.
const ALIEN_MEDIAN: f64 = 16.0;
const ALIEN_DEVIATION: f64 = 2.0;

impl Model {
    /// Returns the model under which the observations are most probable.
    pub(crate) fn fit(observations: &[Observation]) -> Self {
        let start = Self {
            scale: 1.4,
            deviation: 0.5,
            aliens: 0.15,
            accepts: [0.35, 0.7, 0.9, 0.95, 0.98],
        };
        let value = |coordinates: &[f64; 3 + CLASSES]| Self::at(coordinates).log_likelihood(observations);
        let first = maximum(&start.coordinates(), value);
        // Near 0 or 1 a share changes the value hardly at all, so that a simplex cannot return from there.
        let mut nearer = first;
        nearer[2..].iter_mut().for_each(|share| *share = share.clamp(-3.0, 3.0));
        let second = maximum(&nearer, value);
        Self::at(if value(&second) > value(&first) {
            &second
        } else {
            &first
        })
    }

    /// Returns the sum of the logarithms of the probabilities of the paper's entries.
    pub(crate) fn log_likelihood(&self, observations: &[Observation]) -> f64 {
        observations
            .iter()
            .map(|position| self.probability(position).ln())
            .sum()
    }

    /// Returns the probability of the paper's entry for a position.
    pub(crate) fn probability(&self, position: &Observation) -> f64 {
        let (own, alien) = self.parts(position);
        own + alien
    }

    /// Returns the probability that a position is alien, given the paper's entry.
    pub(crate) fn alienness(&self, position: &Observation) -> f64 {
        let (own, alien) = self.parts(position);
        alien / (own + alien)
    }

    /// Returns the joint probabilities of the paper's entry and a normal position, and of the entry and an alien one.
    fn parts(&self, position: &Observation) -> (f64, f64) {
        let mut waits = 1.0;
        let mut own = 0.0;
        for stage in &position.stages {
            let accepts = self.accepts[stage.class];
            if let Some(paper) = position.paper {
                let median = stage.seconds * self.scale;
                own += waits * accepts * rounded_up(paper, median, self.deviation);
            }
            waits *= 1.0 - accepts;
        }
        let alien = match position.paper {
            Some(paper) => (1.0 - ALIEN_F) * rounded_up(paper, ALIEN_MEDIAN, ALIEN_DEVIATION),
            None => {
                own = waits;
                ALIEN_F
            }
        };
        ((1.0 - self.aliens) * own, self.aliens * alien)
    }

    /// Returns the parameters as unbounded coordinates.
    fn coordinates(&self) -> [f64; 3 + CLASSES] {
        let mut coordinates = [0.0; 3 + CLASSES];
        coordinates[0] = self.scale.ln();
        coordinates[1] = self.deviation.ln();
        coordinates[2] = logit(self.aliens);
        for (coordinate, accepts) in coordinates[3..].iter_mut().zip(self.accepts) {
            *coordinate = logit(accepts);
        }
        coordinates
    }

    fn at(coordinates: &[f64; 3 + CLASSES]) -> Self {
        Self {
            scale: coordinates[0].exp(),
            deviation: coordinates[1].exp(),
            aliens: share(coordinates[2]),
            accepts: std::array::from_fn(|class| share(coordinates[3 + class])),
        }
    }
}

/// Returns the probability that a time with this median and standard deviation of the logarithm is rounded up to
/// `seconds`; 1 includes all shorter times.
fn rounded_up(seconds: u32, median: f64, deviation: f64) -> f64 {
    // The logarithm of 0 is minus infinity, at which the distribution function is still defined.
    let place = |seconds: u32| (f64::from(seconds) / median).ln() / deviation;
    // Above the median, the difference of the upper tails is more precise.
    if f64::from(seconds) > median {
        normal(-place(seconds - 1)) - normal(-place(seconds))
    } else {
        normal(place(seconds)) - normal(place(seconds - 1))
    }
}

/// Returns the standard normal distribution function at `x`.
fn normal(x: f64) -> f64 {
    0.5 * libm::erfc(-x / std::f64::consts::SQRT_2)
}

fn logit(share: f64) -> f64 {
    (share / (1.0 - share)).ln()
}

/// Returns the share at a coordinate, kept away from 0 and 1 so that its logarithms are finite.
fn share(coordinate: f64) -> f64 {
    1.0 / (1.0 + (-coordinate.clamp(-12.0, 12.0)).exp())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::judgement::stages::Stage;

    const MODEL: Model = Model {
        scale: 1.5,
        deviation: 0.4,
        aliens: 0.1,
        accepts: [0.3, 0.7, 0.9, 0.95, 0.99],
    };

    fn position(paper: Option<u32>, stages: &[(f64, usize)]) -> Observation {
        let stage = |&(seconds, class)| Stage { seconds, class };
        Observation { number: 1, paper, stages: stages.iter().map(stage).collect() }
    }

    /// The paper's seconds, the times and gains of the stages, and the expected probability.
    type Expectation = (Option<u32>, &'static [(f64, usize)], f64);

    /// Computed by `tests/figures/likelihood.py`, which shares nothing with this file.
    #[test]
    fn probabilities_are_those_of_another_program() {
        let expected: [Expectation; 7] = [
            (Some(1), &[(0.2, 4)], 8.974561047e-1),
            (Some(3), &[(0.3, 1), (1.9, 3)], 9.797350149e-2),
            (Some(42), &[(4.8, 1), (10.0, 3), (50.0, 3)], 7.416193896e-4),
            (Some(1629), &[(143.0, 1), (485.0, 2)], 2.034351919e-5),
            (Some(5), &[], 3.341234013e-3),
            (None, &[], 9.08e-1),
            (None, &[(2.0, 0), (20.0, 1)], 1.97e-1),
        ];
        for (paper, stages, probability) in expected {
            let found = MODEL.probability(&position(paper, stages));
            assert!(
                (found / probability - 1.0).abs() < 1e-8,
                "{paper:?} {stages:?}: {found}"
            );
        }
    }

    /// The probabilities of all possible entries, F and the seconds from 1, add up to 1.
    #[test]
    fn probabilities_of_all_outcomes_sum_to_one() {
        let stages = [(3.0, 1), (20.0, 2)];
        let sum: f64 = (1..2_000_000)
            .map(|paper| MODEL.probability(&position(Some(paper), &stages)))
            .sum();
        let all = sum + MODEL.probability(&position(None, &stages));
        assert!((all - 1.0).abs() < 1e-6, "{all}");
    }

    /// The first simplex ends where a share is so near to 1 that changing it has no effect, 3 below the maximum that
    /// `tests/figures/likelihood.py` finds by searching along the axes.
    #[test]
    fn a_fit_comes_back_from_the_end_of_a_share() {
        let observations = [
            position(Some(2), &[(1.0, 1)]),
            position(Some(5), &[(3.5, 1), (6.9, 0)]),
            position(Some(1), &[(0.5, 2), (1.7, 2)]),
            position(None, &[(42.6, 1), (140.3, 2), (383.8, 2)]),
            position(Some(16), &[(11.4, 3), (29.3, 3), (72.1, 3)]),
            position(Some(2), &[(0.5, 1), (1.5, 2)]),
            position(Some(90), &[(28.4, 2), (54.6, 0), (122.0, 3)]),
            position(None, &[(2.7, 3)]),
        ];
        let found = Model::fit(&observations).log_likelihood(&observations);
        assert!((found + 14.9367).abs() < 1e-3, "{found}");
    }

    /// Times generated by a model are best explained by the parameters of that model.
    #[test]
    fn a_fit_finds_the_parameters_that_made_the_times() {
        let random = |number: u64| bcp_chess::hash::nth(7, number) as f64 / u64::MAX as f64;
        let mut drawn = 0;
        let mut draw = || {
            drawn += 1;
            random(drawn)
        };
        let mut observations = Vec::new();
        for _ in 0..800 {
            let mut seconds = (6.0 * draw() - 2.0).exp();
            let mut stages = Vec::new();
            let mut paper = None;
            for _ in 0..4 {
                let class = (CLASSES as f64 * draw()) as usize;
                stages.push((seconds, class));
                if paper.is_none() && draw() < MODEL.accepts[class] {
                    // The sum of twelve uniform numbers is nearly normally distributed.
                    let error = (0..12).map(|_| draw()).sum::<f64>() - 6.0;
                    let time = seconds * MODEL.scale * (MODEL.deviation * error).exp();
                    paper = Some(time.ceil() as u32);
                }
                seconds *= 1.0 + 4.0 * draw();
            }
            if draw() < MODEL.aliens {
                let error = (0..12).map(|_| draw()).sum::<f64>() - 6.0;
                let time = ALIEN_MEDIAN * (ALIEN_DEVIATION * error).exp();
                paper = (draw() > ALIEN_F).then_some(time.ceil() as u32);
            }
            observations.push(position(paper, &stages));
        }
        let fitted = Model::fit(&observations);
        assert!((fitted.scale - MODEL.scale).abs() < 0.08, "{fitted:?}");
        assert!((fitted.deviation - MODEL.deviation).abs() < 0.05, "{fitted:?}");
        assert!((fitted.aliens - MODEL.aliens).abs() < 0.04, "{fitted:?}");
        for (found, made) in fitted.accepts.iter().zip(MODEL.accepts) {
            assert!((found - made).abs() < 0.1, "{fitted:?}");
        }
        assert!(fitted.log_likelihood(&observations) >= MODEL.log_likelihood(&observations));
    }
}
