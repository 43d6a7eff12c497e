//! `bcp lab` as a user sees it.

mod conspiracy;
mod matchplay;
mod null_move;
mod quiesce;
