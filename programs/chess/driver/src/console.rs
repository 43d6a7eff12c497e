//! The console of the program: commands go in through the serial port, and lines come out.

use std::sync::atomic::{AtomicBool, Ordering};

use anyhow::{Context, Result, anyhow, bail};
use z8000::machine::{Machine, Stop, World};
use z8000::run::{NoProbe, Probe};

use crate::program::Program;

/// Clocks within which the program must set up a position or reject a command.
const PATIENCE: u64 = 100_000_000;

/// Clocks between two checks of whether a count must end.
const SLICE: u64 = 4_000_000;

/// The running program, controlled through its console.
#[derive(Debug)]
pub struct Console {
    board: Machine,
    /// Value of the clock counter when the last command was sent.
    sent: u64,
}

impl Console {
    /// Creates a console on a new board with the program loaded.
    pub fn new(program: &Program) -> Self {
        Self { board: program.board(), sent: 0 }
    }

    /// Sets up a position. Only the first four fields of the FEN are used.
    ///
    /// # Errors
    ///
    /// The program rejects the position or does not answer.
    pub fn set_position(&mut self, fen: &str) -> Result<()> {
        let fields: Vec<&str> = fen.split_whitespace().take(4).collect();
        match self.ask(&format!("p {}", fields.join(" ")))?.as_str() {
            "ok" => Ok(()),
            answer => bail!("the program rejected the position `{fen}`: {answer}"),
        }
    }

    /// Counts the leaves of the tree of legal moves; `None` if `cycles` clocks are not enough, or if `stop` is set.
    ///
    /// # Errors
    ///
    /// The program does not answer with a number.
    pub fn perft(&mut self, depth: u8, cycles: u64, stop: &AtomicBool) -> Result<Option<u64>> {
        self.send(&format!("n {depth}"));
        while self.cycles() < cycles && !stop.load(Ordering::Relaxed) {
            let slice = self.cycles().saturating_add(SLICE).min(cycles);
            if let Some(line) = self.line(slice, &mut NoProbe)? {
                let count = line.parse().map(Some);
                return count.map_err(|_| anyhow!("expected a number of moves from the program, found `{line}`"));
            }
        }
        Ok(None)
    }

    /// Sends a command and returns its one-line answer.
    ///
    /// # Errors
    ///
    /// The program fails or does not answer in time.
    pub fn ask(&mut self, command: &str) -> Result<String> {
        self.send(command);
        let answer = self.line(PATIENCE, &mut NoProbe)?;
        answer.ok_or_else(|| anyhow!("the program did not answer `{command}`"))
    }

    /// Sends a command and starts counting clocks for it.
    pub fn send(&mut self, line: &str) {
        self.sent = self.board.clocks();
        self.board.send(0, format!("{line}\n").as_bytes());
    }

    /// Sends a line while the program is working; clocks are still counted from the last command.
    pub fn interrupt(&mut self, line: &str) {
        self.board.send(0, format!("{line}\n").as_bytes());
    }

    /// Runs the program until the next line of its answer; `None` if the clocks since the command reach `cycles` first.
    /// A partial line is kept for the next call.
    ///
    /// # Errors
    ///
    /// The program has halted, is waiting for another command, or is running outside its code.
    pub fn line<P: Probe<World>>(&mut self, cycles: u64, probe: &mut P) -> Result<Option<String>> {
        let limit = self.sent.saturating_add(cycles);
        match self.board.run_with(limit, true, probe).context("the program failed")? {
            Stop::Line => {
                let line = self.board.take_output(0);
                Ok(Some(String::from_utf8_lossy(&line).trim_end().to_owned()))
            }
            Stop::ClockLimit | Stop::Probe => Ok(None),
            Stop::Halted => bail!("the program halted instead of answering"),
            Stop::WantsInput => bail!("the program waited for a command instead of answering"),
        }
    }

    /// Returns the memory of the board.
    pub const fn memory(&self) -> &World {
        self.board.world()
    }

    /// Returns the clocks since the board was switched on.
    pub fn clocks(&self) -> u64 {
        self.board.clocks()
    }

    /// Returns the number of instructions executed since the board was switched on.
    pub const fn instructions(&self) -> u64 {
        self.board.instructions()
    }

    /// Returns the clocks since the last command was sent.
    pub fn cycles(&self) -> u64 {
        self.board.clocks() - self.sent
    }
}
