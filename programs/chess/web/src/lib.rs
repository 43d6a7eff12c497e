//! The machine behind the page in the browser.
//!
//! A page in a browser has neither threads that share memory nor a way to interrupt a running function. So a long
//! job is a task that runs in slices, and the worker around this crate hears the page in between. Only a search
//! of the laboratory is one piece, with a bound.
//!
//! * [`protocol`]: the requests and answers, which the page has in `page/types.ts`.
//! * [`Desk`]: takes requests and answers them.
//! * `session`: a position or a program under the debugger; `game`: a game against the program.
//! * `entry`: the functions that WebAssembly exports.
//!
//! ```
//! let mut desk = bcp_web::Desk::new();
//! let answer = desk.answer(r#"{"kind":"open","position":1}"#);
//! assert!(answer.starts_with(r#"{"kind":"opened","position":1"#));
//! ```

mod assemble;
mod chess;
mod desk;
#[cfg(target_family = "wasm")]
mod entry;
mod game;
mod growth;
mod laboratory;
mod problems;
pub mod protocol;
mod read;
mod session;

pub use desk::Desk;
