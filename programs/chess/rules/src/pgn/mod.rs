//! Games in Portable Game Notation.
//!
//! [`Reader`] reads the games of a file one by one, in the import format that people and programs write. A [`Game`]
//! contains only legal moves and is displayed in the export format. Variations are kept as they are written.
//!
//! ```
//! use bcp_chess::pgn::Reader;
//!
//! let text = "[White \"Morphy\"]\n\n1. e4 {best by test} e5 (1... c5) 2. Nf3! *";
//! for game in Reader::new(text.as_bytes()) {
//!     let game = game?;
//!     assert_eq!(game.tag("White"), Some("Morphy"));
//!     assert_eq!(game.moves().len(), 3);
//!     print!("{game}");
//! }
//! # Ok::<(), bcp_chess::pgn::PgnError>(())
//! ```

mod error;
mod game;
mod lines;
mod reader;
mod tokens;
mod writer;

pub use error::{PgnError, PgnErrorKind};
pub use game::{Game, NotLegal, Outcome, PlayedMove, TagError};
pub use reader::Reader;
