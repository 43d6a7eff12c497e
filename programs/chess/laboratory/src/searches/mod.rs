//! The searches by name, for any game: one row each.
//!
//! To add a search, write its file, declare it in its module, and give it a row in `rows.rs` with its name, its
//! summary, and how `kinds.rs` runs it. `bcp-lab trace` generates its help from these rows, and [`Search`] runs them.
//!
//! ```
//! use bcp_laboratory::searches::{Request, Search};
//!
//! let search: Search = "pvs".parse()?;
//! let found = search.run_tree("0(5(3 4) 2!)", &Request::default())?;
//! assert_eq!(found.value, Some(3));
//! assert_eq!(found.line, ["1", "1"]);
//! println!("{}", found.trace.text());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod kinds;
mod request;
mod rows;
mod run;
mod search;

pub use request::{Request, SearchError, SearchResult};
pub use search::Search;
