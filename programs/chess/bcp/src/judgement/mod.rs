//! The outcome of a position, and how the times of a run compare with the paper's.

mod fit;
mod likelihood;
mod outcome;
mod rules;
mod stages;
mod statistics;

pub(crate) use likelihood::Model;
pub(crate) use outcome::Outcome;
pub(crate) use rules::{RuleFigures, by_rules};
#[cfg(test)]
pub(crate) use stages::Stage;
pub(crate) use stages::{CLASSES, Observation};
pub(crate) use statistics::{Summary, Times, interval};
