//! The chess board that all searches share: positions, the order of moves, position keys, and notations.
//!
//! * [`Position::from_fen`] accepts what the Z8000 program accepts; [`Position::from_fen_lenient`] and [`Fen`] accept
//!   what is found in files and on the web.
//! * [`Position::move_from_san`] parses moves in any notation; [`Position::san`] and [`Position::long_algebraic`]
//!   format them. A [`Move`] is displayed as on the console and in UCI.
//! * [`pgn`] reads and writes games.
//! * [`Position::prove_mate`] proves or refutes a mate from the rules alone.
//! * [`hash`] and [`bootstrap`] draw numbers and samples reproducibly.
//!
//! Without the feature `std`, which is on by default, the crate needs only `alloc`, and has no [`pgn`] and no proofs.

#![cfg_attr(not(feature = "std"), no_std)]

extern crate alloc;

mod attack;
pub mod bootstrap;
mod castling;
pub mod constants;
mod end;
mod fen;
mod full_fen;
mod generate;
pub mod hash;
mod keys;
#[cfg(feature = "std")]
mod mating;
mod moves;
mod notation;
mod obstacle;
#[cfg(feature = "std")]
pub mod pgn;
mod piece;
mod position;
mod san;
mod square;

pub use end::End;
pub use fen::{FenError, START};
pub use full_fen::Fen;
pub use generate::{Capture, perft};
#[cfg(feature = "std")]
pub use mating::{Effort, Proof, Refutation};
pub use moves::{Move, NullUndo, Special, Undo, arrange};
pub use notation::SanError;
pub use obstacle::Obstacle;
pub use piece::{Colour, Kind, Piece};
pub use position::{PlacedPiece, Position};
pub use square::Square;

// Tests the examples of the README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
