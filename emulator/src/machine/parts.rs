//! The parts of a machine, except for devices that are available only in descriptions.

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

/// The usual port of the data register: a read returns a received character, or 0 if there is none; a write sends one.
pub const DATA_PORT: u16 = 0xFF03;

/// The usual port of the period register, a word: 1 to 65,535 in units of [16 clocks](super::TIMER_CLOCKS), or 0 to
/// stop the timer. A write starts a new period.
pub const PERIOD_PORT: u16 = 0xFF10;

/// The usual port of the timer at which writing any word withdraws the request.
pub const TAKEN_PORT: u16 = 0xFF12;

/// Bytes per page: memory begins and ends at multiples of it.
pub const PAGE: u32 = 256;

/// The default speed of a serial line, in bits per second.
pub const BAUD: u32 = 9_600;

/// An error in a part of a description: an invalid value, or a conflict with another part.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("{place}: {what}")]
pub struct Conflict {
    /// The table and its number, from 1, such as `memory 2`.
    pub place: String,
    /// What is wrong, and what is expected.
    pub what: String,
}

impl Conflict {
    /// Creates an error about a table. `n` is its index, from 0, among the tables with this name, if there can be
    /// several.
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
    /// The processor, a Z8001 or a Z8002.
    pub model: Model,
    /// The RAM and ROM of the machine; memories in the same address space must not overlap.
    pub memory: Vec<Memory>,
    /// Segments that are also mapped at other addresses.
    pub mirror: Vec<Mirror>,
    /// The Z8010 memory management units, in a machine with a Z8001.
    pub units: Vec<Unit>,
    /// The bank unit of the z8002-demo.
    pub paging: Option<Paging>,
    /// The serial ports with two registers each.
    pub serial: Vec<Port>,
    /// The timers, each with a period register.
    pub timer: Vec<TimerPart>,
    /// True if only loaded code may be executed.
    pub guard: bool,
}

impl Parts {
    /// Returns the parts of the chess program's board: a Z8002 with separate program and data memory, a serial port,
    /// and a timer.
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

    /// Checks the addresses of memories and mirrors, in an address space with this end.
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

/// A RAM or a ROM, with its addresses.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Memory {
    /// Whether the memory is RAM or ROM.
    pub kind: Kind,
    /// The first address: segment * 0x10000 + offset, or the physical address; a multiple of 0x100.
    pub start: u32,
    /// The size in bytes; a multiple of 0x100.
    pub size: u32,
    /// The address spaces that contain the memory.
    pub space: Spaces,
    /// The modes in which the memory is visible.
    pub mode: Modes,
    /// Wait states per access, in clocks.
    pub waits: u8,
}

/// Whole segments of a memory that are also mapped at other addresses.
#[derive(Debug, Clone, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Deserialize), serde(deny_unknown_fields))]
pub struct Mirror {
    /// The first address of the mirror; a multiple of 0x10000, as are the other two fields.
    pub start: u32,
    /// The size of the mirror in bytes.
    pub size: u32,
    /// The first address of the mirrored memory.
    pub of: u32,
    /// The address spaces that contain the mirror.
    #[cfg_attr(feature = "serde", serde(default))]
    pub space: Spaces,
    /// The modes in which the mirror is visible.
    #[cfg_attr(feature = "serde", serde(default))]
    pub mode: Modes,
}

/// Whether a program can write to a memory.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Deserialize), serde(rename_all = "lowercase"))]
pub enum Kind {
    /// RAM, which the program can write.
    Ram,
    /// ROM, which the program cannot write.
    Rom,
}

/// Address spaces, as decoded from the status lines.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[cfg_attr(feature = "serde", derive(serde::Deserialize), serde(rename_all = "lowercase"))]
pub enum Spaces {
    /// Program, data and stack.
    #[default]
    All,
    /// Only the program's instructions and constants.
    Program,
    /// Only data and stack.
    Data,
}

/// Modes, as decoded from the line N/S.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[cfg_attr(feature = "serde", derive(serde::Deserialize), serde(rename_all = "lowercase"))]
pub enum Modes {
    /// System and normal mode.
    #[default]
    All,
    /// Only system mode.
    System,
    /// Only normal mode.
    Normal,
}

/// A Z8010 memory management unit.
#[derive(Debug, Clone, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Deserialize), serde(deny_unknown_fields))]
pub struct Unit {
    /// The bits of a special I/O port's address that select the unit.
    pub select: u8,
    /// True if the unit passes addresses on after a reset.
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
    /// Speed in bits per second, at ten bits per character; 0 if a whole line of text arrives at once.
    pub baud: u32,
}

/// A timer that requests an interrupt at the end of each period.
#[derive(Debug, Clone, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Deserialize), serde(default, deny_unknown_fields))]
pub struct TimerPart {
    /// The port of the period register.
    pub period: u16,
    /// The port at which writing any word withdraws the request.
    pub taken: u16,
    /// The interrupt that the timer requests.
    pub interrupt: Line,
    /// The identifier that the processor reads during the acknowledge cycle.
    pub identifier: Option<u16>,
    /// The timer's place in the daisy chain.
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

/// The interrupt line of a device.
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
    /// Returns the corresponding interrupt of the processor.
    pub const fn interrupt(self) -> Interrupt {
        match self {
            Self::Nmi => Interrupt::NonMaskable,
            Self::Vi => Interrupt::Vectored,
            Self::Nvi => Interrupt::NonVectored,
        }
    }
}
