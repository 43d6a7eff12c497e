//! The chess board that all searches share: positions, the order of moves, position keys, FEN and SAN.

mod attack;
mod castling;
mod fen;
mod generate;
mod keys;
mod moves;
mod piece;
mod position;
mod san;
mod square;

pub use fen::{FenError, Field, START};
pub use generate::Capture;
pub use moves::{Move, Special};
pub(crate) use moves::{NullUndo, Undo};
pub use piece::{Colour, Kind, Piece};
pub use position::Position;
pub use san::SanError;
pub use square::Square;

#[cfg(test)]
mod tests;
