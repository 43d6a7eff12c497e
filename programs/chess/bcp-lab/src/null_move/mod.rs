//! The null-move searches: `bcp-lab compare`, `tables` and `zugzwang`.

mod compare;
mod papers;
mod record;
mod report;
mod table;
mod tables;
mod zugzwang;

pub(super) use compare::{Arguments as CompareArguments, compare};
pub(super) use record::Trial;
pub(super) use tables::{Arguments as TablesArguments, tables};
pub(super) use zugzwang::{Arguments as ZugzwangArguments, zugzwang};
