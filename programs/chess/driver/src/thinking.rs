//! Lets the program choose a move, at the speed of the chip or as fast as the host can.

use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::sleep;
use std::time::{Duration, Instant};

use anyhow::Result;
use z8000::machine::Clock;

use crate::player::{Player, PlayerAnswer};

/// Time between two checks for a stop.
const LOOK: Duration = Duration::from_millis(20);

/// Clocks between two checks for a stop at full speed: some milliseconds of the host's time.
const SLICE: u64 = 1_000_000;

/// A program that is choosing a move.
#[derive(Debug)]
pub struct Thinking<'p> {
    player: &'p mut Player,
    real_time: Option<Clock>,
    since: Instant,
    stopped: bool,
}

impl<'p> Thinking<'p> {
    /// Requests a move after at most `deepest` iterations. With `real_time`, the program runs at the speed of a chip
    /// with that clock rate; otherwise, as fast as the host can.
    pub fn start(player: &'p mut Player, deepest: u8, real_time: Option<Clock>) -> Self {
        player.ask_for_move(deepest);
        Self { player, real_time, since: Instant::now(), stopped: false }
    }

    /// Runs the program until it sends a message. Once `stop` is set, the program is told to answer and runs at full
    /// speed until it does.
    ///
    /// # Errors
    ///
    /// The program fails.
    pub fn next(&mut self, stop: &AtomicBool) -> Result<PlayerAnswer> {
        loop {
            if let Some(said) = self.step(stop)? {
                return Ok(said);
            }
        }
    }

    /// The same as [`Thinking::next`], but only for some milliseconds; `None` if the program sends no message in this
    /// time.
    ///
    /// # Errors
    ///
    /// The program fails.
    pub fn step(&mut self, stop: &AtomicBool) -> Result<Option<PlayerAnswer>> {
        let cycles = self.player.console().cycles();
        let slice = match self.real_time {
            Some(clock) if !self.stopped => clock.clocks(LOOK.as_secs_f64()),
            _ => SLICE,
        };
        let said = self.player.thought(cycles.saturating_add(slice))?;
        self.wait(stop);
        Ok(said)
    }

    /// Returns the clocks since the move was requested.
    pub fn cycles(&self) -> u64 {
        self.player.console().cycles()
    }

    /// Returns the player, through which the board can be read.
    pub const fn player(&self) -> &Player {
        self.player
    }

    /// Keeps the program at the chip's speed, and tells it when it must answer.
    fn wait(&mut self, stop: &AtomicBool) {
        if self.stopped {
            return;
        }
        if stop.load(Ordering::Relaxed) {
            self.stopped = true;
            self.player.stop();
            return;
        }
        if let Some(clock) = self.real_time {
            let chip = Duration::from_secs_f64(clock.seconds(self.cycles()));
            sleep(chip.saturating_sub(self.since.elapsed()));
        }
    }
}
