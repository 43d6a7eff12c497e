//! The crate from outside.

mod common;
mod fen;
mod legal_moves;
mod perft;
mod san;
