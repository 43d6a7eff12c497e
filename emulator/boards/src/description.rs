//! The description of a machine as TOML.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use serde::Deserialize;
use z8000::board::{DATA_PORT, PERIOD_PORT, STATUS_PORT, TAKEN_PORT};
use z8000::cpu::{Interrupt, Model};

use crate::error::Error;
use crate::reach::Reach;

/// Bytes of a page: memory begins and ends at multiples of it.
pub(crate) const PAGE: u32 = 256;

/// A machine.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Description {
    /// The processor.
    #[serde(default)]
    pub processor: Processor,
    /// Where it starts, if not by its reset.
    #[serde(default)]
    pub start: Option<Start>,
    #[serde(default)]
    pub(crate) memory: Vec<Memory>,
    #[serde(default)]
    pub(crate) mmu: Vec<Unit>,
    #[serde(default)]
    pub(crate) serial: Vec<Serial>,
    #[serde(default)]
    pub(crate) timer: Vec<Timer>,
    #[serde(default)]
    pub(crate) disk: Vec<Disk>,
    /// The files that it may open: those of its folder, until more is allowed.
    #[serde(skip)]
    pub reach: Reach,
}

/// A processor of the family.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Processor {
    /// With segments.
    Z8001,
    /// Without.
    #[default]
    Z8002,
}

impl Processor {
    pub(crate) const fn model(self) -> Model {
        match self {
            Self::Z8001 => Model::Z8001,
            Self::Z8002 => Model::Z8002,
        }
    }

    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Z8001 => "Z8001",
            Self::Z8002 => "Z8002",
        }
    }
}

/// The state in which a machine starts.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Start {
    /// FCW; by default system mode, with SEG for a segmented program.
    pub fcw: Option<u16>,
    /// PC; by default where the program says that it begins, or its lowest code.
    pub pc: Option<u32>,
    /// The stack pointer; by default 0.
    pub stack: Option<u32>,
}

#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Memory {
    pub(crate) kind: Kind,
    #[serde(default)]
    pub(crate) start: u32,
    pub(crate) size: u32,
    #[serde(default)]
    pub(crate) space: Spaces,
    #[serde(default)]
    pub(crate) mode: Modes,
    pub(crate) image: Option<PathBuf>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Kind {
    Ram,
    Rom,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Spaces {
    #[default]
    All,
    Program,
    Data,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Modes {
    #[default]
    All,
    System,
    Normal,
}

#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Unit {
    pub(crate) select: u8,
    #[serde(default)]
    pub(crate) enabled: bool,
}

#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Serial {
    #[serde(default = "port::<STATUS_PORT>")]
    pub(crate) status: u16,
    #[serde(default = "port::<DATA_PORT>")]
    pub(crate) data: u16,
    #[serde(default)]
    pub(crate) standard: bool,
    pub(crate) input: Option<PathBuf>,
    pub(crate) output: Option<PathBuf>,
    pub(crate) tcp: Option<u16>,
}

impl Serial {
    /// Returns true if it is connected to something.
    pub(crate) const fn is_connected(&self) -> bool {
        self.standard || self.input.is_some() || self.output.is_some() || self.tcp.is_some()
    }
}

#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Timer {
    #[serde(default = "port::<PERIOD_PORT>")]
    pub(crate) period: u16,
    #[serde(default = "port::<TAKEN_PORT>")]
    pub(crate) taken: u16,
    #[serde(default)]
    pub(crate) interrupt: Line,
    #[serde(default)]
    pub(crate) identifier: u16,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Line {
    Nmi,
    Vi,
    #[default]
    Nvi,
}

impl Line {
    pub(crate) const fn interrupt(self) -> Interrupt {
        match self {
            Self::Nmi => Interrupt::NonMaskable,
            Self::Vi => Interrupt::Vectored,
            Self::Nvi => Interrupt::NonVectored,
        }
    }
}

#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Disk {
    pub(crate) image: PathBuf,
    #[serde(default = "port::<FIRST_DISK>")]
    pub(crate) port: u16,
    #[serde(default)]
    pub(crate) writable: bool,
}

/// The first port of a disk, if the description says no other, and the highest that it can be.
const FIRST_DISK: u16 = 0xFF20;
const LAST_DISK: u16 = 0xFFF8;

/// The port of a device that the description does not give: serde takes functions alone.
const fn port<const PORT: u16>() -> u16 {
    PORT
}

impl Description {
    /// Reads a description. Files that it names are looked for in `folder`, when the machine is made.
    ///
    /// # Errors
    ///
    /// If it is not TOML, has an unknown key, or a value that is out of range.
    pub fn read(text: &str, folder: &Path) -> Result<Self, Error> {
        let mut description: Self = toml::from_str(text)?;
        description.reach.folder = folder.to_path_buf();
        description.check()?;
        Ok(description)
    }

    /// Returns true if a memory has an image, so that there is something to run without a program.
    pub fn has_image(&self) -> bool {
        self.memory.iter().any(|memory| memory.image.is_some())
    }

    /// The files that the machine reads, as far as it may: images and inputs.
    pub fn inputs(&self) -> impl Iterator<Item = PathBuf> {
        let images = self.memory.iter().filter_map(|memory| memory.image.as_ref());
        let disks = self.disk.iter().filter(|disk| !disk.writable).map(|disk| &disk.image);
        let inputs = self.serial.iter().filter_map(|serial| serial.input.as_ref());
        images
            .chain(disks)
            .chain(inputs)
            .filter_map(|path| self.reach.file(path).ok())
    }

    /// The files that the machine writes: outputs, and disks that are writable.
    pub fn outputs(&self) -> impl Iterator<Item = PathBuf> {
        let disks = self.disk.iter().filter(|disk| disk.writable).map(|disk| &disk.image);
        let outputs = self.serial.iter().filter_map(|serial| serial.output.as_ref());
        disks.chain(outputs).filter_map(|path| self.reach.file(path).ok())
    }

    fn check(&self) -> Result<(), Error> {
        if self.memory.is_empty() {
            return Err(wrong("memory", None, "a machine needs memory: write [[memory]]"));
        }
        let highest = match (self.processor, self.mmu.is_empty()) {
            (Processor::Z8002, _) => 0x1_0000,
            (Processor::Z8001, true) => 0x80_0000,
            (Processor::Z8001, false) => 0x100_0000,
        };
        for (n, memory) in self.memory.iter().enumerate() {
            memory.check(n, highest, !self.mmu.is_empty())?;
        }
        for (n, unit) in self.mmu.iter().enumerate() {
            if self.processor == Processor::Z8002 {
                return Err(wrong("mmu", Some(n), "a Z8010 needs a Z8001"));
            }
            if unit.select & 0xFE == 0 {
                return Err(wrong(
                    "mmu",
                    Some(n),
                    "`select` is 0x02 to 0xfe: the bits of the port that select it",
                ));
            }
        }
        for (n, serial) in self.serial.iter().enumerate() {
            let file = serial.input.is_some() || serial.output.is_some();
            if usize::from(serial.standard) + usize::from(file) + usize::from(serial.tcp.is_some()) > 1 {
                let what = "connect it in one way: `standard = true`, `input` and `output`, or `tcp`";
                return Err(wrong("serial", Some(n), what));
            }
        }
        if self.serial.iter().filter(|serial| serial.standard).count() > 1 {
            return Err(wrong(
                "serial",
                None,
                "only one serial port can have the standard streams",
            ));
        }
        for (n, timer) in self.timer.iter().enumerate() {
            if self.timer[..n].iter().any(|other| other.interrupt == timer.interrupt) {
                return Err(wrong("timer", Some(n), "another timer is on the same `interrupt`"));
            }
        }
        self.check_start()?;
        self.check_ports()
    }

    fn check_start(&self) -> Result<(), Error> {
        let Some(start) = &self.start else {
            return Ok(());
        };
        let segmented = start.fcw.is_some_and(|fcw| fcw & 0x8000 != 0);
        if self.processor == Processor::Z8002 && segmented {
            return Err(wrong(
                "start",
                None,
                "`fcw` has SEG (0x8000), and a Z8002 has no segmented mode",
            ));
        }
        let highest = if self.processor == Processor::Z8002 {
            0xFFFF
        } else {
            0x7F_FFFF
        };
        for (key, value) in [("pc", start.pc), ("stack", start.stack)] {
            if value.is_some_and(|value| value > highest || value & 1 != 0) {
                let what = format!("`{key}` is an even address up to {highest:#x}: segment * 0x10000 + offset");
                return Err(wrong("start", None, &what));
            }
        }
        Ok(())
    }

    /// No port may belong to two devices.
    fn check_ports(&self) -> Result<(), Error> {
        let serial = self.serial.iter().enumerate();
        let serial = serial.flat_map(|(n, serial)| [serial.status, serial.data].map(|port| ("serial", n, port | 1)));
        let timers = self.timer.iter().enumerate();
        let timers = timers.flat_map(|(n, timer)| [timer.period, timer.taken].map(|port| ("timer", n, port | 1)));
        let disks = self.disk.iter().enumerate();
        let disks = disks.flat_map(|(n, disk)| [0, 2, 4, 6].map(|add| ("disk", n, (disk.port + add) | 1)));
        for (n, disk) in self.disk.iter().enumerate() {
            if disk.port & 1 != 0 || disk.port > LAST_DISK {
                let what = format!("`port` is an even number up to {LAST_DISK:#x}, the first of four word ports");
                return Err(wrong("disk", Some(n), &what));
            }
        }
        let mut taken = BTreeSet::new();
        for (table, n, port) in serial.chain(timers).chain(disks) {
            if !taken.insert(port) {
                let even = port & 0xFFFE;
                let what = format!("the word at port {even:#06x} belongs to another device, or to this one twice");
                return Err(wrong(table, Some(n), &what));
            }
        }
        Ok(())
    }
}

impl Memory {
    fn check(&self, n: usize, highest: u32, managed: bool) -> Result<(), Error> {
        let wrong = |what: &str| Err(wrong("memory", Some(n), what));
        if !self.start.is_multiple_of(PAGE) || !self.size.is_multiple_of(PAGE) || self.size == 0 {
            return wrong("`start` and `size` are multiples of 0x100, and `size` is not 0");
        }
        if self.start.checked_add(self.size).is_none_or(|end| end > highest) {
            return wrong(&format!("it ends beyond {highest:#x}, the end of the address space"));
        }
        if managed && (self.space != Spaces::All || self.mode != Modes::All) {
            return wrong("behind a Z8010 all memory is physical: leave `space` and `mode` out");
        }
        Ok(())
    }
}

/// An error of a table, the nth of its name from 0 where there can be several.
pub(crate) fn wrong(table: &str, n: Option<usize>, what: &str) -> Error {
    Error::Value {
        place: n.map_or_else(|| table.to_owned(), |n| format!("{table} {}", n + 1)),
        what: what.to_owned(),
    }
}
