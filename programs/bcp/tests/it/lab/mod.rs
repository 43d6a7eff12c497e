//! `bcp lab` as a user sees it.

mod conspiracy;
mod matches;
mod null_move;
mod quiesce;
