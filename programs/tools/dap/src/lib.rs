//! The debugger behind the Debug Adapter Protocol: what an editor asks, in the terms of `z8000-debugger`.
//!
//! [`serve`] answers a client; what is launched is up to the command that calls it. Errors are texts for the user of the
//! client, so that nothing here needs more of them than [`anyhow::Error`].
//!
//! | file | what it has |
//! |---|---|
//! | `protocol/` | messages: framing, requests, responses, events |
//! | `server.rs` | the order of requests and motions; `dispatch.rs`: who answers which request |
//! | `debuggee.rs`, `restart.rs` | the launched program; the same once more |
//! | `motion.rs` | stepping and running, forward and back |
//! | `breakpoints.rs`, `data.rs`, `news.rs` | breakpoints of the client, on data, and those of the console |
//! | `stack.rs`, `variables.rs`, `memory.rs`, `sources.rs` | what is shown |
//! | `console.rs` | expressions, commands, completions |
//! | `exception.rs` | what a trap or an error was |

mod breakpoints;
mod console;
mod data;
mod debuggee;
mod dispatch;
mod exception;
mod memory;
mod motion;
mod news;
mod protocol;
mod restart;
mod server;
mod sources;
mod stack;
mod variables;

use std::fmt::Display;
use std::io::{self, Read, Write};
use std::str::FromStr;
use std::sync::mpsc;
use std::thread;

use anyhow::Result;
use serde::de::{DeserializeOwned, Error as _};
use serde::{Deserialize, Deserializer};
use serde_json::Value as Json;
use z8000_debugger::command::Interpreter;

pub use protocol::requests;
use protocol::{Call, FramingError, Messages};
use server::Server;

/// The attributes with which a client launches: those that every program has, and those of the command.
#[derive(Debug, Clone)]
pub struct Attributes(Json);

impl Attributes {
    /// Reads them; what is not asked for is passed over.
    ///
    /// # Errors
    ///
    /// When one has the wrong type or is missing; the error names it.
    pub fn read<T: DeserializeOwned>(&self) -> Result<T> {
        let read = serde_path_to_error::deserialize(&self.0);
        read.map_err(|error| match error.path().iter().next() {
            Some(_) => anyhow::anyhow!("launch.{error}"),
            None => anyhow::anyhow!("launch: {error}"),
        })
    }
}

/// Reads an attribute that is written as a text, such as `4MHz`.
///
/// # Errors
///
/// When it is no text, or not one of its kind.
pub fn from_text<'de, D, T>(deserializer: D) -> Result<Option<T>, D::Error>
where
    D: Deserializer<'de>,
    T: FromStr<Err: Display>,
{
    let text = Option::<String>::deserialize(deserializer)?;
    text.map(|text| text.parse().map_err(D::Error::custom)).transpose()
}

/// Makes a session of launch attributes. It is called again for each restart.
pub type Launch<'l> = dyn Fn(&Attributes) -> Result<Interpreter> + 'l;

/// Serves a client until it disconnects or is gone.
///
/// # Errors
///
/// When nothing can be written to it.
pub fn serve(input: impl Read + Send + 'static, output: impl Write, launch: &Launch<'_>) -> io::Result<()> {
    let (sender, receiver) = mpsc::channel();
    // A thread of its own reads, so that a running program can be interrupted. It ends with the input, or with the
    // command.
    thread::spawn(move || {
        let mut messages = Messages::new(input);
        loop {
            let call = match messages.next() {
                Ok(Some(message)) => Call::parse(message),
                Ok(None) | Err(FramingError::Io(_)) => break,
                Err(error) => Err(error.to_string()),
            };
            if sender.send(call).is_err() {
                break;
            }
        }
    });
    Server::new(receiver, output, launch).serve()
}
