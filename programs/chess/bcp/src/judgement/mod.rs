//! The outcome of a position, and how the times of a run compare with the paper's.

mod fit;
mod likelihood;
mod rules;
mod stages;

pub(crate) use bcp_driver::results::{Outcome, Summary, Times, interval};
pub(crate) use likelihood::Model;
pub(crate) use rules::{RuleFigures, by_rules};
#[cfg(test)]
pub(crate) use stages::Stage;
pub(crate) use stages::{CLASSES, Observation};
