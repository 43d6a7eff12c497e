//! Measures the cost of watching: a search to a depth without a watcher, and with every event read. Both results must
//! be equal.
//!
//! `cargo run --release -p bcp-debugger --example watch`

use std::time::Instant;

use anyhow::{Context, Result, ensure};
use bcp_chess::Position;
use bcp_debugger::{Places, Watcher};
use bcp_driver::{Iteration, Limits, Program, Progress, Search};

/// Position 96 of Win at Chess.
const FEN: &str = "r1b4k/ppp2Bb1/6Pp/3pP3/1qnP1p1Q/8/PPP3P1/1K1R3R w - -";
const DEPTH: u8 = 13;

/// Runs of each kind, of which the shortest counts.
const RUNS: usize = 3;

fn main() -> Result<()> {
    let program = Program::built_in()?;
    let (mut plain, mut watched) = (f64::MAX, f64::MAX);
    let mut events = 0_u64;
    for _ in 0..RUNS {
        let begun = Instant::now();
        let expected = searched(&program, None)?;
        plain = plain.min(begun.elapsed().as_secs_f64());
        let begun = Instant::now();
        events = 0;
        let seen = searched(&program, Some(&mut events))?;
        watched = watched.min(begun.elapsed().as_secs_f64());
        ensure!(seen == expected, "the search changes when it is watched");
    }
    let times = watched / plain;
    println!("plain {plain:.2} s; {events} events {watched:.2} s, {times:.1} times as long");
    Ok(())
}

fn searched(program: &Program, events: Option<&mut u64>) -> Result<Vec<Iteration>> {
    let position = Position::from_fen(FEN)?;
    let limits = Limits { depth: DEPTH, ..Limits::default() };
    let mut search = Search::start(program, &position, limits)?;
    let places = Places::find(&|name| program.symbol(name), search.memory()).context("the program has no search")?;
    let mut iterations = Vec::new();
    match events {
        None => {
            while let Progress::Iteration(iteration) = search.next()? {
                iterations.push(iteration);
            }
        }
        Some(events) => {
            let mut count = |_, _: &_, _: &_| *events += 1;
            let mut watcher = Watcher::new(&places, search.instructions(), &mut count);
            while let Progress::Iteration(iteration) = search.next_with(&mut watcher)? {
                iterations.push(iteration);
            }
        }
    }
    Ok(iterations)
}
