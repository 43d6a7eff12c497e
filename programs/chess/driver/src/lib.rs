//! The reconstruction of the 1986 program on an emulated Z8000, seen from outside.
//!
//! * [`Program`] assembles the sources in `asm/` with given readings of what the papers leave open.
//! * [`Console`] sends commands through the serial port of the board; [`Search`] drives a search iteration by iteration.
//! * [`Player`] plays games with it; [`Thinking`] chooses a move at a given speed.
//! * [`Choices`] reads from memory what an interrupted iteration has found.
//! * [`opening_move`] returns the program's moves in the openings of its public games.
//! * [`Record`] contains the moves of a game and writes it as PGN.
//! * [`Value`] and [`Mate`] give the meaning of the search's numbers, in all notations, and what the rules prove.
//! * [`StoredTree`] reads the tree from memory, and [`variation()`] gets the principal variation from it.
//! * [`results`] are those of `bcp table1`: searches that are judged, and their comparison with the paper.
//! * [`SearchPath`] reads the moves from the root to the current node of the search.
//!
//! All state in memory is located through symbols of the program; if some are missing, less is shown.
//!
//! ```
//! use bcp_chess::Position;
//! use bcp_driver::{Limits, Program, Progress, Search};
//!
//! let program = Program::built_in()?;
//! let position = Position::from_fen("6k1/5ppp/8/8/8/8/5PPP/R5K1 w - -")?;
//! let mut search = Search::start(&program, &position, Limits::default())?;
//! let Progress::Iteration(iteration) = search.next()? else { panic!("depth 0 is always reported") };
//! assert_eq!((iteration.depth, iteration.value), (0, 126)); // Ra8 mates
//! # Ok::<(), anyhow::Error>(())
//! ```

mod choices;
mod console;
mod ending;
mod facts;
mod iteration;
mod path;
mod player;
mod program;
mod record;
pub mod results;
mod search;
mod stored_tree;
mod thinking;
mod variation;

pub use choices::Choices;
pub use console::Console;
pub use ending::{Ending, side_name};
pub use facts::{BRIEF, EFFORT, Mate, Meaning, Value, outcome_at};
pub use iteration::{Iteration, is_final};
pub use path::{SearchPath, move_at, square};
pub use player::{Player, PlayerAnswer, Time, opening_move};
pub use program::{Program, Symbols};
pub use record::{Record, RecordedMove, Tags, time_control};
pub use search::{Limits, Progress, Search};
pub use stored_tree::{Behind, Entry, StoredTree, read_move, special_number, squares_text};
pub use thinking::Thinking;
pub use variation::{san, variation};

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
