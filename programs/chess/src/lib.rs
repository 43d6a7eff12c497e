//! The chess board that all searches share: positions, the order of moves, position keys, FEN and SAN.

mod attack;
mod castling;
pub mod constants;
mod fen;
mod generate;
mod keys;
mod moves;
mod perft;
mod piece;
mod position;
mod san;
mod square;

pub use fen::{FenError, Field, START};
pub use generate::Capture;
pub use moves::{Move, NullUndo, Special, Undo};
pub use perft::perft;
pub use piece::{Colour, Kind, Piece, PieceValues};
pub use position::{PlacedPiece, Position};
pub use san::SanError;
pub use square::Square;

#[cfg(test)]
mod tests;
