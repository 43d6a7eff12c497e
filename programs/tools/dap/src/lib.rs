//! A debug adapter: answers the requests of an editor in the Debug Adapter Protocol by means of `z8000-debugger`.
//!
//! [`serve`] answers a client; the calling command decides what is launched. Errors are messages for the user of the
//! client, so [`anyhow::Error`] is sufficient here.
//!
//! | file | contents |
//! |---|---|
//! | `protocol/` | messages: framing, requests, responses, events |
//! | `server.rs` | the order of requests and movements; `mail.rs`: messages; `dispatch.rs`, `effect.rs`: answers to requests |
//! | `listener.rs` | clients that connect to a TCP port |
//! | `launch.rs`, `debuggee.rs`, `restart.rs` | the launched program, and its restart |
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
mod listener;
mod mail;
mod memory;
mod movement;
mod news;
mod protocol;
mod restart;
mod server;
mod sources;
mod stack;
mod variables;

use std::io::{self, Read, Write};

pub use launch::{Attributes, Launch, from_text};
pub use listener::{ListenError, Listener, run};
use protocol::Call;
pub use protocol::requests;
use server::Server;

/// The longest message of a client, in bytes.
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
