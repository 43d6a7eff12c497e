//! `bcp lab` as a user sees it.

mod conspiracy;
mod formats;
mod matchplay;
mod mate;
mod mtd;
mod null_move;
mod quiesce;
mod trace;
