//! The machine of the page, queried as the page does.

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
mod views;
