//! Alternative rules that also look only backwards. They show how much the results depend on the rule.

use super::{Judge, REAL_GAIN, WATCH};

/// A rule for when a position is solved.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Rule {
    /// The rule of [`Judge`], with a different watch, in seconds.
    Watch(f64),
    /// The first solution that gains a pawn.
    Pawn,
    /// The first solution that gains the given number of pawns, if the next iteration confirms it with any gain. A mate
    /// counts at once.
    Confirmed(i16),
    /// The first solution that gains two pawns, or that gains a pawn in four iterations in a row.
    TwoPawnsOrFour,
}

/// The rules to compare, with their names. The first is the rule of [`Judge`].
pub const RULES: [(&str, Rule); 7] = [
    ("the rule: a watch of 600 s", Rule::Watch(WATCH)),
    ("a watch of 120 s", Rule::Watch(120.0)),
    ("a watch of 1,200 s", Rule::Watch(1200.0)),
    ("the first pawn", Rule::Pawn),
    ("a pawn, confirmed", Rule::Confirmed(1)),
    ("two pawns, confirmed", Rule::Confirmed(REAL_GAIN)),
    ("two pawns at once, or a pawn for four iterations", Rule::TwoPawnsOrFour),
];

impl Judge<'_> {
    /// The same as [`Judge::solution`], but by another rule.
    pub fn solution_by(&self, rule: Rule, seconds: f64) -> Option<usize> {
        self.first(seconds, |at, known| self.decided(rule, at, known))
    }

    fn decided(&self, rule: Rule, at: usize, known: usize) -> Option<f64> {
        let iterations = &self.iterations[..known];
        // The end of the iteration `later` iterations after this one, if all up to it gain that much.
        let gains_until = |later: usize, gain| {
            let end = iterations.get(at + later)?;
            let all = (at..=at + later).all(|each| self.gains(each, gain));
            all.then_some(end.seconds)
        };
        match rule {
            Rule::Watch(watch) => self.decision(at, known, watch),
            Rule::Pawn => gains_until(0, 1),
            Rule::Confirmed(_) if iterations[at].is_mate => gains_until(0, 1),
            Rule::Confirmed(pawns) => gains_until(0, pawns).and(gains_until(1, 1)),
            Rule::TwoPawnsOrFour => gains_until(0, REAL_GAIN).or_else(|| gains_until(3, 1)),
        }
    }
}
