//! The built-in files of `positions/`; `positions/README.md` gives their sources.

/// The 300 positions of Win at Chess: `win-at-chess.csv`.
pub const WIN_AT_CHESS: &str = include_str!("../positions/win-at-chess.csv");

/// The gains of the book's moves in these positions, from lines calculated by a chess engine: `gains.csv`.
pub const GAINS: &str = include_str!("../positions/gains.csv");

/// Positions in which the side to play or its opponent would rather pass: `zugzwang.csv`.
pub const ZUGZWANG: &str = include_str!("../positions/zugzwang.csv");

/// Positions with mates in four and five moves: `mates.csv`.
pub const MATES: &str = include_str!("../positions/mates.csv");

/// The three public games of BCP in PGN: `bcp-games.pgn`.
pub const BCP_GAMES: &str = include_str!("../positions/bcp-games.pgn");

/// Openings after which neither side is known to be clearly better: `openings.csv`.
pub const OPENINGS: &str = include_str!("../positions/openings.csv");
