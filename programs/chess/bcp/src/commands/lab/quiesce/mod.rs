//! Null-move quiescence: `bcp lab quiesce`, `bcp lab effort` and `bcp lab go`.

mod effort;
mod fifteenth;
mod games;
mod run;
mod search;
mod table;

pub(super) use effort::{Arguments as EffortArguments, effort};
pub(super) use fifteenth::{Arguments as FifteenthArguments, fifteenth};
pub(super) use games::{Arguments as GoArguments, go};
pub(super) use run::{Arguments, quiesce};
