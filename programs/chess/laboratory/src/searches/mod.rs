//! The searches by name, over any game: one row each.
//!
//! To add one, write its file, declare that in its module, and give it a row in `rows.rs`: its name, its summary, and
//! how it is run, which `kinds.rs` calls. `bcp-lab trace` makes its help from these rows, and [`Search`] runs them.
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
