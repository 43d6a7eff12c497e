#![doc = include_str!("../README.md")]

pub mod chess;
pub mod conspiracy;
pub mod figures;
pub mod game;
pub mod memory;
pub mod null_move;
pub mod proof;
pub mod quiescence;
pub mod review;
pub mod rules;
pub mod searches;
pub mod trace;
pub mod values;

mod counted;

pub use counted::{Counted, Limits, Statistics};
pub use game::{ChessLike, Game};
pub use rules::{Rules, RulesGame};

// Tests the program of the tutorial.
#[cfg(doctest)]
#[doc = include_str!("../../../../docs/tutorial/search.md")]
struct Tutorial;
