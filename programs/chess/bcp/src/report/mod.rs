//! The report on a run: the same figures as a page, as text, as Markdown, as CSV and as JSON.

mod cards;
mod chart;
mod curve;
mod diagram;
mod figures;
mod finding;
mod grid;
mod histogram;
mod markdown;
mod moment;
mod number;
mod output;
mod page;
mod paper;
mod run;
mod scatter;
mod table;
#[cfg(test)]
mod tests;

pub(crate) use moment::Page;
pub(crate) use output::Rows;
pub(crate) use paper::DEEPEST;
pub(crate) use run::Report;
