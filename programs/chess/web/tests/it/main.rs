//! The machine behind the page, asked as the page asks it.

mod broken;
mod chess;
mod debugger;
mod games;
mod laboratory;
mod nonsense;
mod page;
mod programs;
mod reading;
mod types;
