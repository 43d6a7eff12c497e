//! The null-move searches: `bcp lab compare`, `bcp lab tables` and `bcp lab zugzwang`.

mod compare;
mod papers;
mod record;
mod report;
mod table;
mod tables;
mod trial;
mod zugzwang;

pub(super) use compare::{Arguments as CompareArguments, compare};
pub(super) use tables::{Arguments as TablesArguments, tables};
pub(super) use zugzwang::{Arguments as ZugzwangArguments, zugzwang};
