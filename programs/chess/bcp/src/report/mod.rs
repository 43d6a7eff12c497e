//! The report on a run: the same figures as a page, as text, as CSV and as JSON.

mod cards;
mod diagram;
mod figures;
mod finding;
mod grid;
mod moment;
mod number;
mod output;
mod page;
mod paper;
mod run;
mod table;
#[cfg(test)]
mod tests;

pub(crate) use moment::Page;
pub(crate) use paper::DEEPEST;
pub(crate) use run::Report;
