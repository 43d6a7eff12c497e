//! Null-move quiescence: `bcp-lab quiesce` and `bcp-lab fifteenth`.

mod fifteenth;
mod options;
mod run;
mod search;
mod table;

pub(super) use fifteenth::{Arguments as FifteenthArguments, fifteenth};
pub(super) use options::Arguments;
pub(super) use run::quiesce;
