//! Null-move quiescence: `bcp lab quiesce`, `bcp lab fifteenth` and `bcp lab go`.

mod fifteenth;
mod games;
mod options;
mod run;
mod search;
mod table;

pub(super) use fifteenth::{Arguments as FifteenthArguments, fifteenth};
pub(super) use games::{Arguments as GoArguments, go};
pub(super) use options::Arguments;
pub(super) use run::quiesce;
