//! The crate from outside.

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
