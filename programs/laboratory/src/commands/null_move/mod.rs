//! The null-move searches: `bcp lab compare` and `bcp lab zugzwang`.

mod compare;
mod papers;
mod report;
mod table;
mod trial;
mod zugzwang;

pub(super) use compare::{Arguments as CompareArguments, compare};
pub(super) use zugzwang::{Arguments as ZugzwangArguments, zugzwang};
