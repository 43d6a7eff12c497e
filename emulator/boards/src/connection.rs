//! The connections of serial channels, as described in TOML.

use std::path::PathBuf;

use serde::Deserialize;
use z8000::machine::{BAUD, CLOCK, Channel, DATA_PORT, STATUS_PORT};

use crate::device::scc;
use crate::error::Error;
use crate::reach::Reach;
use crate::script;

/// The signal at the clock pin of a chip's channel.
#[derive(Debug, Clone, Deserialize)]
#[serde(untagged, expecting = "expected hertz, or the output of a chip, such as \"ctc 1 0\"")]
pub(crate) enum Clock {
    /// Pulses per second, for a machine at 4 MHz.
    Hertz(u32),
    Output(String),
}

impl Clock {
    /// Parses the name of a chip's output: the chip's kind, its index, and the index of the output, both from 0.
    pub(crate) fn output(&self) -> Option<(&'static str, usize, usize)> {
        let Self::Output(name) = self else { return None };
        let (kind, numbers) = name.split_once(' ')?;
        let (n, output) = numbers.split_once(' ')?;
        let kinds = [("ctc", 0), ("cio", 1)];
        let (kind, first) = kinds.into_iter().find(|(name, _)| *name == kind)?;
        let output = output.parse::<usize>().ok()?.checked_sub(first)?;
        (output < 3).then_some((kind, n.parse::<usize>().ok()?.checked_sub(1)?, output))
    }
}

/// One of the two channels of a chip.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Half {
    A,
    B,
}

/// The connection of a serial channel.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct Connection {
    /// Bits per second; 0 if a whole line of text arrives at once.
    pub(crate) baud: Option<u32>,
    /// True if the sender does not wait until the program has read a character.
    pub(crate) overrun: bool,
    pub(crate) standard: bool,
    pub(crate) returns: bool,
    pub(crate) input: Option<PathBuf>,
    pub(crate) output: Option<PathBuf>,
    pub(crate) tcp: Option<u16>,
    /// The script of timed events at the other end of the line.
    pub(crate) script: Option<PathBuf>,
    /// The clock source of a channel whose speed is set by the program.
    pub(crate) clock: Option<Clock>,
    /// The channel of the same chip that this one is wired to.
    pub(crate) to: Option<Half>,
    /// The register ports of a serial port that is not part of a chip; default: those of the built-in board.
    pub(crate) status: Option<u16>,
    pub(crate) data: Option<u16>,
}

impl Connection {
    /// Returns true if the channel has a file, a port, a stream or another channel at its other end.
    pub(crate) const fn is_connected(&self) -> bool {
        let files = self.input.is_some() || self.output.is_some();
        self.standard || files || self.tcp.is_some() || self.to.is_some()
    }

    /// Returns the speed in bits per second, or the default.
    pub(crate) fn baud(&self) -> u32 {
        self.baud.unwrap_or(BAUD)
    }

    /// Returns the line as a channel of a chip.
    pub(crate) fn line(&self, reach: &Reach) -> Result<scc::Line, Error> {
        let mut channel = match self.overrun {
            true => Channel::hasty(self.baud()),
            false => Channel::new(self.baud()),
        };
        if let Some(script) = &self.script {
            let (path, bytes) = reach.read(script)?;
            let script = script::parse(&String::from_utf8_lossy(&bytes));
            channel.follow(script.map_err(|(line, what)| Error::Script { path, line, what })?);
        }
        let to = self.to.map(|to| to as usize);
        let pulse = self.clock.as_ref().map(|clock| match clock {
            Clock::Hertz(hertz @ 1..) => (CLOCK.into(), u64::from(*hertz)),
            _ => (0, 1),
        });
        Ok(scc::Line { channel, to, pulse })
    }

    /// Returns the ports of the status and data registers.
    pub(crate) fn ports(&self) -> [u16; 2] {
        [self.status.unwrap_or(STATUS_PORT), self.data.unwrap_or(DATA_PORT)]
    }
}
