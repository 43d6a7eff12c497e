//! The machine used by the page in the browser.
//!
//! A page in a browser has neither threads with shared memory nor a way to interrupt a running function. A long job is
//! therefore a task that runs in slices, and the worker that hosts this crate polls the page between them. Only a
//! search of the laboratory runs in one piece, with a limit.
//!
//! * [`protocol`]: the requests and answers, whose TypeScript types are in `page/types.ts`.
//! * [`Desk`]: answers requests.
//! * `session`: a position or a program under the debugger; `game`: a game against the program; `run`: many
//!   positions.
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
mod run;
mod session;

pub use desk::Desk;
