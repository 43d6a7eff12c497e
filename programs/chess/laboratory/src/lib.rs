//! The laboratory: the family of searches that the 1986 program belongs to, to run and to compare.
//!
//! Every search is written over [`Game`], so that it reads like the figure of its paper and plays any game that has the
//! few rules it asks for. What a search did is counted by [`Counted`], which stands between a search and its game; no
//! search counts anything itself.

pub mod chess;
pub mod conspiracy;
pub mod figures;
pub mod game;
pub mod go;
pub mod hash;
pub mod memory;
pub mod null_move;
pub mod proof;
pub mod quiescence;
pub mod review;
pub mod searches;
pub mod trace;
pub mod values;

mod counted;
mod note;
mod value;

pub use counted::{Counted, Limits, Statistics};
pub use game::{ChessLike, Game};

// The examples that visitors see first.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
