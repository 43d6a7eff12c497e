//! A debug adapter: answers the requests of an editor in the Debug Adapter Protocol by means of `z8000-debugger`.
//!
//! [`serve`] answers a client; the calling command decides what is launched. Errors are messages for the user of the
//! client, so [`anyhow::Error`] is sufficient here.
//!
//! | file | contents |
//! |---|---|
//! | `protocol/` | messages: framing, requests, responses, events |
//! | `server.rs` | the order of requests and movements; `mail.rs`: messages; `dispatch.rs`, `effect.rs`: answers to requests |
//! | `launch.rs`, `debuggee.rs` | the launched program |
//! | `movement.rs` | stepping and running, forward and back |
//! | `breakpoints.rs`, `data.rs`, `news.rs` | breakpoints on code and on data, and those set in the console |
//! | `stack.rs`, `variables.rs`, `memory.rs`, `sources.rs` | what the client shows |
//! | `console.rs` | expressions, commands, completions |

mod breakpoints;
mod console;
mod data;
mod debuggee;
mod dispatch;
mod effect;
mod launch;
mod mail;
mod memory;
mod movement;
mod news;
mod protocol;
mod server;
mod sources;
mod stack;
mod variables;

use std::io::{self, Read, Write};

pub use launch::{Attributes, Launch, from_text};
use protocol::Call;
pub use protocol::requests;
use server::Server;

/// The maximum length of a client's message in bytes.
const LONGEST: usize = 16 << 20;

/// Serves a client until it disconnects.
///
/// # Errors
///
/// The output cannot be written.
pub fn serve(input: impl Read + Send + 'static, output: impl Write, launch: &Launch<'_>) -> io::Result<()> {
    let calls = streams::receive(input, LONGEST, |body| {
        let body = body.map_err(|error| error.to_string())?;
        match serde_json::from_slice(&body) {
            Ok(message) => Call::parse(message),
            Err(error) => Err(format!("the message is not JSON: {error}")),
        }
    });
    Server::new(calls, output, launch).serve()
}

/// Serves the client on standard input and output; see [`serve`].
///
/// # Errors
///
/// Standard output cannot be written.
pub fn run(launch: &Launch<'_>) -> io::Result<()> {
    serve(io::stdin(), streams::standard_output(), launch)
}
