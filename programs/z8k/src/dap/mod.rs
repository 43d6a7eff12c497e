//! `z8k dap`: the Debug Adapter Protocol on standard input and output.

mod breakpoints;
mod debuggee;
mod memory;
mod protocol;
mod server;
mod stack;
mod variables;

use std::io::{BufReader, stdin};
use std::process::ExitCode;
use std::sync::mpsc;
use std::thread;

use anyhow::Result;
use clap::Args;

use protocol::{Call, FramingError};
use server::Server;

#[derive(Args)]
pub(crate) struct Arguments {}

pub(crate) fn dap(_: &Arguments) -> Result<ExitCode> {
    let (sender, receiver) = mpsc::channel();
    // A thread of its own reads, so that a running program can be interrupted. It ends with the input, or with the
    // command.
    thread::spawn(move || {
        let mut input = BufReader::new(stdin());
        loop {
            let call = match protocol::read(&mut input) {
                Ok(Some(message)) => Call::parse(message),
                Ok(None) | Err(FramingError::Io(_)) => break,
                Err(error) => Err(error.to_string()),
            };
            if sender.send(call).is_err() {
                break;
            }
        }
    });
    Server::new(receiver).serve()?;
    Ok(ExitCode::SUCCESS)
}
