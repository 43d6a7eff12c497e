#![doc = include_str!("README.md")]

/// The 300 positions of Win at Chess: `win-at-chess.csv`.
pub const WIN_AT_CHESS: &str = include_str!("win-at-chess.csv");

/// What the book's moves win in them, by the lines of a chess engine: `gains.csv`.
pub const GAINS: &str = include_str!("gains.csv");

/// Positions in which the side to play or its opponent would rather not move: `zugzwang.csv`.
pub const ZUGZWANG: &str = include_str!("zugzwang.csv");

/// Positions with mates in four and in five moves: `mates.csv`.
pub const MATES: &str = include_str!("mates.csv");

/// Openings from which neither side is known to stand clearly better: `openings.csv`.
pub const OPENINGS: &str = include_str!("openings.csv");
