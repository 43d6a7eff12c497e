//! Tests of the crate's public interface.

#![allow(
    clippy::disallowed_methods,
    clippy::disallowed_types,
    reason = "tests make the files that they need"
)]

mod board;
mod bootstrap;
mod common;
mod data;
mod end;
mod fen;
mod full_fen;
mod hash;
mod legal_moves;
mod mating;
mod moves;
mod notation;
mod other;
mod perft;
mod pgn;
mod san;
