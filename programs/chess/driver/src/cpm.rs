//! The program under CP/M-8000: the same search, with the system's console.

use anyhow::{Context, Result, bail};
use bcp_chess::Position;
use z8000::bus::Location;
use z8000_cpm::command::Command;
use z8000_cpm::console::Shared;
use z8000_cpm::memory::SPLIT_SEGMENT;
use z8000_cpm::{Host, Stop};

use crate::program::Program;
use crate::search::{Limits, Progress};

/// Instructions between two looks at whether to stop.
const SLICE: u64 = 1_000_000;

/// A search of a position by the program under CP/M-8000, without drives.
pub struct CpmSearch<'a> {
    host: Host,
    console: Shared,
    position: Position,
    limits: Limits<'a>,
    /// Clocks when the search was asked for.
    began: u64,
    /// Output of the program that was not read yet.
    output: Vec<u8>,
}

impl<'a> CpmSearch<'a> {
    /// Starts the program that was made for CP/M, and begins to search a position.
    ///
    /// # Errors
    ///
    /// The program is not one of CP/M, or refuses the position.
    pub fn start(program: &Program, position: &Position, limits: Limits<'a>) -> Result<Self> {
        let console = Shared::default();
        let mut host = Host::new(Box::new(console.clone()));
        let command = Command::new("BCP", &[]);
        host.start(&program.executable()?, &command, 0)
            .context("the program cannot be loaded")?;
        let mut search = Self {
            host,
            console,
            position: position.clone(),
            limits,
            began: 0,
            output: Vec::new(),
        };
        let answer = search.ask(&format!("p {}", position.to_fen()))?;
        if answer != "ok" {
            bail!("the program answers `{answer}` to {}", position.to_fen());
        }
        search.began = search.host.clocks();
        search.send(&format!("g {}", limits.depth))?;
        Ok(search)
    }

    /// Sends a command, and reads over its echo.
    fn send(&mut self, command: &str) -> Result<()> {
        self.console.send(&format!("{command}\r"));
        let echo = self.line(u64::MAX)?;
        if echo.as_deref() != Some(command) {
            bail!("the system shows `{}` for `{command}`", echo.unwrap_or_default());
        }
        Ok(())
    }

    /// Sends a command, and reads the line of its answer.
    fn ask(&mut self, command: &str) -> Result<String> {
        self.send(command)?;
        self.line(u64::MAX)?.context("the program does not answer")
    }

    /// The next line; none if the clocks come to a limit before, or the run is stopped.
    fn line(&mut self, limit: u64) -> Result<Option<String>> {
        loop {
            if let Some(end) = self.output.iter().position(|byte| *byte == b'\n') {
                let line: Vec<u8> = self.output.drain(..=end).collect();
                return Ok(Some(String::from_utf8_lossy(&line).trim_end().to_owned()));
            }
            if self.host.clocks() >= limit || self.limits.is_stopped() {
                return Ok(None);
            }
            let stop = self.host.run(SLICE).context("the program fails")?;
            let written = self.console.take();
            let silent = written.is_empty();
            self.output.extend(written);
            match stop {
                Stop::Limit => {}
                Stop::WantsInput if !silent => {}
                Stop::WantsInput => bail!("the program waits for a command instead of answering"),
                Stop::Ended | Stop::InputEnded => bail!("the program has ended"),
            }
        }
    }

    /// Runs the search to the end of its next iteration, or to a limit, which it may pass by a million instructions.
    ///
    /// # Errors
    ///
    /// The program fails, or what it says is not an iteration.
    #[expect(
        clippy::should_implement_trait,
        reason = "a search reports why it ends, and may fail"
    )]
    pub fn next(&mut self) -> Result<Progress> {
        let limit = self.began.saturating_add(self.limits.cycles);
        match self.line(limit)? {
            Some(line) => Progress::of(&line, &self.position, self.host.clocks() - self.began),
            None if self.limits.is_stopped() => Ok(Progress::Stopped),
            None => Ok(Progress::Limit),
        }
    }

    /// A long word of the program's data.
    #[must_use]
    pub fn data_long(&self, at: u16) -> u32 {
        self.host.memory().long(Location::new(SPLIT_SEGMENT, at))
    }
}
