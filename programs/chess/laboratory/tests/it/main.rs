//! The searches of the papers, tested through the public interface.

#![allow(
    clippy::disallowed_methods,
    clippy::disallowed_types,
    reason = "tests make the files that they need"
)]

mod attacks;
mod chess;
#[path = "../../../rules/tests/it/common.rs"]
mod common;
mod conspiracy;
mod conspiracy_definition;
mod conspiracy_figures;
mod draws;
mod figures;
mod foreign;
mod go;
#[path = "../../examples/go/game/mod.rs"]
mod go_game;
mod memory;
mod null_move;
mod null_move_framework;
#[path = "../../../rules/tests/it/other.rs"]
mod other;
mod proof;
mod quiescence;
mod results;
mod review;
mod rules;
mod settings;
mod stockman;
mod trace;
mod trees;
