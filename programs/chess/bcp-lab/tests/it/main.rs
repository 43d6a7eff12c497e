//! `bcp-lab` as a user sees it.

#![allow(
    clippy::disallowed_methods,
    clippy::disallowed_types,
    reason = "tests make the files that they need"
)]

mod common;
mod conspiracy;
#[cfg(target_os = "linux")]
#[path = "../../../../tools/z8k/tests/it/ending.rs"]
mod ending;
#[path = "../../../../cli/tests/it/environment.rs"]
mod environment;
mod formats;
#[path = "../../../../tools/z8k/tests/it/harness.rs"]
mod harness;
#[path = "../../../../tools/z8k/tests/it/help.rs"]
mod help;
mod lasting;
mod matchplay;
mod mate;
mod null_move;
#[cfg(unix)]
mod outputs;
mod pages;
#[path = "../../../bcp/tests/it/program.rs"]
mod program;
mod quiesce;
#[cfg(target_os = "linux")]
mod signals;
mod slips;
mod streams;
mod trace;
#[cfg(target_os = "linux")]
#[path = "../../../../tools/z8k/tests/it/writers.rs"]
mod writers;
