//! What a machine is made of, except for the devices that only descriptions have.

use alloc::borrow::ToOwned;
use alloc::format;
use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;

use thiserror::Error;

use super::paging::Paging;
use crate::cpu::{Interrupt, Model};

/// The usual port of the status register: [`RECEIVED`](super::RECEIVED) and [`READY`](super::READY).
pub const STATUS_PORT: u16 = 0xFF01;

/// The usual port of the data register: reading it takes a received character, or gives 0 if there is none; writing it
/// sends one.
pub const DATA_PORT: u16 = 0xFF03;

/// The usual port of the period register, a word: 1 to 65,535 in units of [16 clocks](super::TIMER_CLOCKS), or 0 to stop the timer. Writing it
/// starts a new period.
pub const PERIOD_PORT: u16 = 0xFF10;

/// The usual port where any word withdraws the request.
pub const TAKEN_PORT: u16 = 0xFF12;

/// Bytes of a page: memory begins and ends at multiples of it.
pub const PAGE: u32 = 256;

/// Bits per second of a serial line that specifies no others.
pub const BAUD: u32 = 9_600;

/// A part of a description that is wrong in itself, or does not go with another one.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("{place}: {what}")]
pub struct Conflict {
    /// The table, with its number from 1, such as `memory 2`.
    pub place: String,
    /// What is wrong, and what is expected.
    pub what: String,
}

impl Conflict {
    /// An error of a table, the nth of its name from 0 where there can be several.
    #[must_use]
    pub fn new(table: &str, n: Option<usize>, what: &str) -> Self {
        Self {
            place: n.map_or_else(|| table.to_owned(), |n| format!("{table} {}", n.saturating_add(1))),
            what: what.to_owned(),
        }
    }
}

/// The parts of a machine.
///
/// # Example
///
/// ```
/// use z8000::machine::{Machine, Parts};
///
/// // The board, whose terminal sends whole lines at once.
/// let mut parts = Parts::board();
/// parts.serial[0].baud = 0;
/// let machine = Machine::new(parts)?;
/// assert_eq!(machine.ports(), 1);
/// # Ok::<(), z8000::machine::Conflict>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Parts {
    /// The model of the processor.
    pub model: Model,
    /// The memories.
    pub memory: Vec<Memory>,
    /// Segments that are seen at other addresses, too.
    pub mirror: Vec<Mirror>,
    /// The Z8010 units.
    pub units: Vec<Unit>,
    /// The bank unit of the z8002-demo.
    pub paging: Option<Paging>,
    /// The serial ports.
    pub serial: Vec<Port>,
    /// The timers.
    pub timer: Vec<TimerPart>,
    /// Set if code runs only where some was loaded.
    pub guard: bool,
}

impl Parts {
    /// The board of the chess program: a Z8002 with separate program and data memory, a serial port, and a timer.
    #[must_use]
    pub fn board() -> Self {
        let ram = |space| Memory {
            kind: Kind::Ram,
            start: 0,
            size: 0x1_0000,
            space,
            mode: Modes::All,
            waits: 0,
        };
        Self {
            model: Model::Z8002,
            memory: vec![ram(Spaces::Program), ram(Spaces::Data)],
            mirror: Vec::new(),
            units: Vec::new(),
            paging: None,
            serial: vec![Port { status: STATUS_PORT, data: DATA_PORT, baud: BAUD }],
            timer: vec![TimerPart::default()],
            guard: true,
        }
    }

    /// Checks where memories and mirrors are, in an address space with this end.
    ///
    /// # Errors
    ///
    /// One is empty, extends past the end, or does not begin and end at multiples of [`PAGE`], or of 64 KB for a mirror.
    pub fn check_places(&self, end: u32) -> Result<(), Conflict> {
        let check = |table, n, unit: u32, keys, starts: &[u32], size: u32| {
            let wrong = |what: String| Err(Conflict::new(table, Some(n), &what));
            if size == 0 || starts.iter().any(|start| !(start | size).is_multiple_of(unit)) {
                return wrong(format!(
                    "{keys} must be multiples of {unit:#x}, and `size` must not be 0"
                ));
            }
            if starts
                .iter()
                .any(|start| start.checked_add(size).is_none_or(|last| last > end))
            {
                return wrong(format!(
                    "the memory extends past {end:#x}, the end of the address space"
                ));
            }
            Ok(())
        };
        for (n, Memory { start, size, .. }) in self.memory.iter().enumerate() {
            check("memory", n, PAGE, "`start` and `size`", &[*start], *size)?;
        }
        for (n, Mirror { start, of, size, .. }) in self.mirror.iter().enumerate() {
            check("mirror", n, 0x1_0000, "`start`, `size` and `of`", &[*start, *of], *size)?;
        }
        Ok(())
    }
}

/// A memory of a machine.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Memory {
    /// RAM or ROM.
    pub kind: Kind,
    /// Its first address: segment * 0x10000 + offset, or the physical address; a multiple of 0x100.
    pub start: u32,
    /// Its size in bytes; a multiple of 0x100.
    pub size: u32,
    /// The address spaces that see it.
    pub space: Spaces,
    /// The modes that see it.
    pub mode: Modes,
    /// Wait states of each access, in clocks.
    pub waits: u8,
}

/// Whole segments that are seen at other addresses, too.
#[derive(Debug, Clone, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Deserialize), serde(deny_unknown_fields))]
pub struct Mirror {
    /// Their first address; a multiple of 0x10000, as are the others.
    pub start: u32,
    /// Their size.
    pub size: u32,
    /// The first address of the memory.
    pub of: u32,
    /// The address spaces that see them.
    #[cfg_attr(feature = "serde", serde(default))]
    pub space: Spaces,
    /// The modes that see them.
    #[cfg_attr(feature = "serde", serde(default))]
    pub mode: Modes,
}

/// The kind of a memory.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Deserialize), serde(rename_all = "lowercase"))]
pub enum Kind {
    /// The program can write it.
    Ram,
    /// The program cannot write it.
    Rom,
}

/// Address spaces, as decoded from the status lines.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[cfg_attr(feature = "serde", derive(serde::Deserialize), serde(rename_all = "lowercase"))]
pub enum Spaces {
    /// Program, data and stack.
    #[default]
    All,
    /// Program.
    Program,
    /// Data and stack.
    Data,
}

/// Modes, as decoded from the line N/S.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[cfg_attr(feature = "serde", derive(serde::Deserialize), serde(rename_all = "lowercase"))]
pub enum Modes {
    /// Both.
    #[default]
    All,
    /// System mode.
    System,
    /// Normal mode.
    Normal,
}

/// A Z8010 unit.
#[derive(Debug, Clone, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Deserialize), serde(deny_unknown_fields))]
pub struct Unit {
    /// The bits of a port's address that select it.
    pub select: u8,
    /// Set if it passes addresses on after a reset.
    #[cfg_attr(feature = "serde", serde(default))]
    pub enabled: bool,
}

/// A serial port with two registers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Port {
    /// The port of the status register.
    pub status: u16,
    /// The port of the data register.
    pub data: u16,
    /// Bits per second, ten for a character; 0 if a whole line of text comes at once.
    pub baud: u32,
}

/// A timer.
#[derive(Debug, Clone, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Deserialize), serde(default, deny_unknown_fields))]
pub struct TimerPart {
    /// The port of the period.
    pub period: u16,
    /// The port where any word clears the request.
    pub taken: u16,
    /// The line of its interrupt.
    pub interrupt: Line,
    /// The identifier that the processor reads.
    pub identifier: Option<u16>,
    /// Its place in the daisy chain.
    pub chain: i16,
}

impl Default for TimerPart {
    fn default() -> Self {
        Self {
            period: PERIOD_PORT,
            taken: TAKEN_PORT,
            interrupt: Line::Nvi,
            identifier: None,
            chain: 0,
        }
    }
}

/// The line of a device's interrupt.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[cfg_attr(feature = "serde", derive(serde::Deserialize), serde(rename_all = "lowercase"))]
pub enum Line {
    /// Non-maskable.
    Nmi,
    /// Vectored.
    Vi,
    /// Non-vectored.
    #[default]
    Nvi,
}

impl Line {
    /// The interrupt.
    #[must_use]
    pub const fn interrupt(self) -> Interrupt {
        match self {
            Self::Nmi => Interrupt::NonMaskable,
            Self::Vi => Interrupt::Vectored,
            Self::Nvi => Interrupt::NonVectored,
        }
    }
}
