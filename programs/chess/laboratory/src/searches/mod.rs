//! The searches that can be traced, by name: one row each.
//!
//! To add one, write its file, declare that in its module, and give it a row in `rows.rs`: its name, its summary, and
//! how it is run. Of these rows `bcp lab trace` makes its help, and the traces are made by `run.rs`.
//!
//! ```
//! use bcp_laboratory::searches::{Request, Search};
//!
//! let search: Search = "pvs".parse()?;
//! let request = Request { depth: 2, most: 20_000, captures: false, order: 2, nested: 2, conspirators: None };
//! let trace = search.trace_tree("0(5(3 4) 2!)", &request)?;
//! assert_eq!(trace.nodes[0].known[0].value, Some(3));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod request;
mod rows;
mod run;
mod search;

pub use request::{Request, TraceError};
pub use search::Search;
