//! `z8k dap`: the Debug Adapter Protocol on standard input and output.

mod breakpoints;
mod inspect;
mod launch;
mod message;
mod server;

use std::io::{BufReader, stdin};
use std::process::ExitCode;
use std::sync::mpsc;
use std::thread;

use anyhow::Result;
use clap::Args;

use message::MessageError;
use server::Server;

#[derive(Args)]
pub(crate) struct Arguments {}

pub(crate) fn dap(_: &Arguments) -> Result<ExitCode> {
    let (sender, receiver) = mpsc::channel();
    // Reading is a thread of its own, so that a program that runs can be interrupted. It ends with
    // the input, or with the command.
    thread::spawn(move || {
        let mut input = BufReader::new(stdin());
        loop {
            let message = match message::read(&mut input) {
                Ok(Some(message)) => Ok(message),
                Ok(None) | Err(MessageError::Io(_)) => break,
                Err(error) => Err(error.to_string()),
            };
            if sender.send(message).is_err() {
                break;
            }
        }
    });
    Server::new(receiver).serve()?;
    Ok(ExitCode::SUCCESS)
}
