//! The machine of the page, queried as the page does.

#![allow(
    clippy::disallowed_methods,
    clippy::disallowed_types,
    reason = "tests make the files that they need"
)]

mod broken;
mod chess;
mod debugger;
mod games;
mod laboratory;
mod limits;
mod nonsense;
mod page;
mod programs;
mod reading;
mod runs;
mod types;
mod views;
