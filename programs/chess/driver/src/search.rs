//! A search, driven iteration by iteration.

use std::sync::atomic::{AtomicBool, Ordering};

use anyhow::{Context, Result};
use bcp_chess::Position;
use bcp_reference::constants::MAX_DEPTH;
use z8000::machine::World;
use z8000::run::{NoProbe, Probe};

use crate::console::Console;
use crate::iteration::Iteration;
use crate::player::{Player, Time};
use crate::program::Program;

/// Clocks between two checks for a stop: a fraction of a second of the host's time.
const SLICE: u64 = 2_000_000;

/// The limits of a search.
#[derive(Debug, Clone, Copy)]
pub struct Limits<'a> {
    /// Maximum iteration depth, up to [`MAX_DEPTH`].
    pub depth: u8,
    /// Maximum number of clocks since the search command.
    pub cycles: u64,
    /// A flag that is set from outside, for example by Ctrl-C, to stop the search; `None` if only the other limits
    /// apply.
    pub stop: Option<&'a AtomicBool>,
}

impl Default for Limits<'_> {
    fn default() -> Self {
        Self { depth: MAX_DEPTH, cycles: u64::MAX, stop: None }
    }
}

impl Limits<'_> {
    /// Returns true if the stop flag is set.
    fn is_stopped(&self) -> bool {
        self.stop.is_some_and(|stop| stop.load(Ordering::Relaxed))
    }
}

/// The reason why [`Search::next`] has returned.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Progress {
    /// An iteration is complete.
    Iteration(Iteration),
    /// The search has finished.
    Done,
    /// The search has reached the clock limit.
    Limit,
    /// The search was stopped from outside.
    Stopped,
}

impl Progress {
    /// Parses a line of the program.
    fn of(line: &str, position: &Position, cycles: u64) -> Result<Self> {
        if line == "done" || line.starts_with("move ") {
            return Ok(Self::Done);
        }
        let iteration = Iteration::read(line, position, cycles);
        let iteration = iteration
            .with_context(|| format!("expected the result of an iteration from the program, found `{line}`"))?;
        Ok(Self::Iteration(iteration))
    }
}

/// A search of a position by the Z8000 program.
#[derive(Debug)]
pub struct Search<'a> {
    console: Console,
    position: Position,
    limits: Limits<'a>,
}

impl<'a> Search<'a> {
    /// Sets up a position on a new board and begins to search it.
    ///
    /// # Errors
    ///
    /// The program rejects the position.
    pub fn start(program: &Program, position: &Position, limits: Limits<'a>) -> Result<Self> {
        let mut console = Console::new(program);
        console.set_position(&position.to_fen())?;
        console.send(&format!("g {}", limits.depth));
        Ok(Self { console, position: position.clone(), limits })
    }

    /// Sets up a position on a new board and begins to choose a move: the legal moves are searched to at most the depth
    /// of `limits`, where 0 counts as 1.
    ///
    /// # Errors
    ///
    /// The program rejects the position or cannot play. If there is no legal move, [`Search::next`] fails.
    pub fn start_move(program: &Program, position: &Position, limits: Limits<'a>) -> Result<Self> {
        let mut player = Player::new(program)?;
        player.begin(position, 0)?;
        player.set_time(Time::Unlimited)?;
        player.ask_for_move(limits.depth.max(1));
        Ok(Self { console: player.into_console(), position: position.clone(), limits })
    }

    /// Runs the search to the end of its next iteration or to a limit.
    ///
    /// # Errors
    ///
    /// The program fails, or sends something other than an iteration.
    #[expect(
        clippy::should_implement_trait,
        reason = "a search reports why it ends, and may fail"
    )]
    pub fn next(&mut self) -> Result<Progress> {
        self.next_with(&mut NoProbe)
    }

    /// The same as [`Search::next`], with a probe that observes every instruction.
    ///
    /// # Errors
    ///
    /// The same as for [`Search::next`].
    pub fn next_with<P: Probe<World>>(&mut self, probe: &mut P) -> Result<Progress> {
        loop {
            let slice = self.limits.cycles.min(self.cycles().saturating_add(SLICE));
            match self.console.line(slice, probe)? {
                Some(line) => return Progress::of(&line, &self.position, self.cycles()),
                None if self.cycles() >= self.limits.cycles => return Ok(Progress::Limit),
                None if self.limits.is_stopped() => return Ok(Progress::Stopped),
                None => {}
            }
        }
    }

    /// Sets a new clock limit, so that a search that has reached the old one can continue.
    pub const fn go_on_to(&mut self, cycles: u64) {
        self.limits.cycles = cycles;
    }

    /// Returns the clock limit, counted from the search command.
    pub const fn limit(&self) -> u64 {
        self.limits.cycles
    }

    /// Returns the position at the root.
    pub const fn position(&self) -> &Position {
        &self.position
    }

    /// Returns the memory of the board.
    pub const fn memory(&self) -> &World {
        self.console.memory()
    }

    /// Returns the clocks since the board was switched on.
    pub fn clocks(&self) -> u64 {
        self.console.clocks()
    }

    /// Returns the number of instructions executed since the board was switched on. After the same number of
    /// instructions, a debugger with the same position and command shows the same moment.
    pub const fn instructions(&self) -> u64 {
        self.console.instructions()
    }

    /// Returns the clocks since the search command.
    pub fn cycles(&self) -> u64 {
        self.console.cycles()
    }
}
