//! `bcp uci`: the program as an engine for a chess GUI, using the Universal Chess Interface.
//!
//! There are three threads. One reads the GUI's lines, one runs the program (`worker`), and the main thread, between
//! them, is the only one that writes. It can therefore answer immediately, whatever the program is doing, and it knows
//! what has been reported about each search.

mod command;
mod deadline;
mod engine;
mod game;
mod instead;
mod job;
mod report;
mod search;
mod settings;
mod tactics;
mod time;
mod worker;

use std::io::{BufRead, Read, stdin};
use std::process::ExitCode;
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::thread;
use std::time::Instant;

use anyhow::{Context, Error, Result};
use clap::Args;
use z8000_translate::Choice;

use engine::Engine;
use job::Event;
use worker::Worker;

#[derive(Args)]
pub(crate) struct Arguments {
    /// Engine that runs the program: `compiled` (native code), `interpreter` (one instruction at a time) or `best`
    /// (`compiled` if the host supports it, otherwise `interpreter`). All engines choose the same moves, except for
    /// timing effects.
    #[arg(long, value_name = "NAME", default_value_t)]
    engine: Choice,
    /// Offer the alternative readings of the papers as UCI options.
    #[arg(long)]
    readings: bool,
}

/// The maximum length of a line in bytes. A game of 5,000 moves has 25,000.
const LONGEST_LINE: u64 = 4 << 20;

pub(crate) fn uci(arguments: &Arguments) -> Result<ExitCode> {
    let (events, heard) = channel();
    let (jobs, todo) = channel();
    let worker = Worker { engine: arguments.engine, events: events.clone(), table: None };
    let new_thread = |name: &str| thread::Builder::new().name(name.to_owned());
    new_thread("search")
        .spawn(move || worker.work(&todo))
        .context("cannot start the search thread")?;
    new_thread("input")
        .spawn(move || listen(&events))
        .context("cannot start the input thread")?;
    let mut engine = Engine::new(jobs, arguments.readings)?;
    // When the process ends, the other threads end with it, whatever they are doing.
    while !engine.is_over() {
        let event = match engine.next_look() {
            None => heard.recv().map_err(Error::from),
            Some(at) => match heard.recv_timeout(at.saturating_duration_since(Instant::now())) {
                Ok(event) => Ok(event),
                Err(RecvTimeoutError::Timeout) => {
                    engine.look_at_the_clock()?;
                    continue;
                }
                Err(error) => Err(error.into()),
            },
        };
        engine.hear(event.context("input closed")?)?;
        engine.look_at_the_clock()?;
    }
    Ok(ExitCode::SUCCESS)
}

/// Passes on the GUI's lines until the input ends or the receiver is gone.
fn listen(events: &Sender<Event>) {
    let mut input = stdin().lock();
    let mut bytes = Vec::new();
    loop {
        bytes.clear();
        // An input that cannot be read counts as ended.
        let read = input.by_ref().take(LONGEST_LINE).read_until(b'\n', &mut bytes);
        let event = match read {
            Ok(0) | Err(_) => Event::Closed,
            Ok(_) if bytes.ends_with(b"\n") || (bytes.len() as u64) < LONGEST_LINE => {
                Event::Said(String::from_utf8_lossy(&bytes).into_owned(), Instant::now())
            }
            Ok(_) => match input.skip_until(b'\n') {
                Ok(_) => Event::TooLong,
                Err(_) => Event::Closed,
            },
        };
        let ends = matches!(event, Event::Closed);
        if events.send(event).is_err() || ends {
            return;
        }
    }
}
