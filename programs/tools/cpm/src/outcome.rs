//! The outcomes of calls and runs, and the errors that end a program.

use std::fmt;
use std::io;

use thiserror::Error;

use crate::command::Command;
use crate::drive::DriveError;
use crate::program::LoadError;

/// The reason why a run stops.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Stop {
    /// The program has ended.
    Ended,
    /// The program waits for input, but the input has ended.
    InputEnded,
    /// The program waits for input that the console does not have yet.
    WantsInput,
    /// The given number of instructions was executed, or the limit of clocks was reached.
    Limit,
}

/// The outcome of a call.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Answer {
    /// The program continues with a word in R7.
    Word(u16),
    /// The program continues with a long word in RR6.
    Long(u32),
    /// The program continues with unchanged registers.
    Nothing,
    /// The call must be repeated when input is available.
    Wait,
    /// The run ends.
    Stop(Stop),
    /// Another program replaces this one.
    Chain(Command),
}

/// The registers of a program, for display.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Registers {
    /// The flag and control word.
    pub fcw: u16,
    /// Segment of PC.
    pub segment: u8,
    /// Offset of PC.
    pub pc: u16,
    /// R0 to R15.
    pub general: [u16; 16],
}

impl fmt::Display for Registers {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "PC {:02x}:{:04x} FCW {:04x}", self.segment, self.pc, self.fcw)?;
        for (number, value) in self.general.iter().enumerate() {
            let before = if number % 8 == 0 { "\n " } else { "" };
            write!(f, "{before} R{number} {value:04x}")?;
        }
        Ok(())
    }
}

/// The reason why a program cannot continue.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum Fault {
    /// The system call is not implemented.
    #[error("{call} is not implemented\n{registers}")]
    NotImplemented {
        /// Kind and number of the call.
        call: String,
        /// The program's registers.
        registers: Registers,
    },
    /// A call failed, for which CP/M would end the program.
    #[error("BDOS error: {reason} (function {function})\n{registers}")]
    Bdos {
        /// The reason why the call failed.
        reason: String,
        /// Number of the BDOS function.
        function: u16,
        /// The program's registers.
        registers: Registers,
    },
    /// A word is not an instruction.
    #[error("the word {word:04x} is not an instruction\n{registers}")]
    Undefined {
        /// The invalid word.
        word: u16,
        /// The program's registers.
        registers: Registers,
    },
    /// An instruction is privileged, and programs run in normal mode.
    #[error("the instruction {word:04x} is privileged, but programs run in normal mode\n{registers}")]
    Privileged {
        /// The first word of the instruction.
        word: u16,
        /// The program's registers.
        registers: Registers,
    },
    /// A program started by another cannot be loaded.
    #[error("{name}: {reason}")]
    Load {
        /// The name of the program.
        name: String,
        /// The reason why it cannot be loaded.
        reason: LoadError,
    },
    /// A program with this name does not exist on the drive.
    #[error("program {0} is not on this drive")]
    NoProgram(String),
    /// A drive failed.
    #[error(transparent)]
    Drive(#[from] DriveError),
    /// The console failed.
    #[error("console input or output failed: {0}")]
    Console(#[from] io::Error),
}
