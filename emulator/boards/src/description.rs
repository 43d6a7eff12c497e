//! The description of a machine as TOML.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use serde::Deserialize;
use z8000::cpu::Model;
use z8000::machine::{self, Conflict, Kind, Line, Mirror, Modes, Paging, Parts, Port, Spaces, TimerPart, Unit};
use z8000::save::SaveError;

use crate::connection::Connection;
use crate::error::Error;
use crate::reach::Reach;

/// The board that `z8k run` uses without a description.
pub const BOARD: &str = include_str!("../machines/board.toml");

/// Built-in descriptions: names and TOML sources. All but `z8001` describe existing boards.
pub const BUILT_IN: [(&str, &str); 8] = [
    ("c900", include_str!("../machines/c900.toml")),
    ("clover", include_str!("../machines/clover.toml")),
    ("emuz80", include_str!("../machines/emuz80.toml")),
    ("p8000", include_str!("../machines/p8000.toml")),
    ("s8000", include_str!("../machines/s8000.toml")),
    ("z8001", include_str!("../machines/z8001.toml")),
    ("z8001mb", include_str!("../machines/z8001mb.toml")),
    ("z8002-demo", include_str!("../machines/z8002-demo.toml")),
];

/// The description of a machine.
///
/// # Example
///
/// ```
/// use std::path::Path;
/// use z8000::cpu::Model;
/// use z8000_boards::{BUILT_IN, Description};
///
/// for (name, text) in BUILT_IN {
///     let description = Description::read(text, Path::new("."))?;
///     let is_z8002 = ["emuz80", "z8002-demo"].contains(&name);
///     assert_eq!(description.processor == Model::Z8002, is_z8002, "{name}");
/// }
/// # Ok::<(), z8000_boards::Error>(())
/// ```
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Description {
    /// The processor; default: Z8002.
    pub processor: Model,
    /// The state in which the machine starts; `None` for a reset.
    pub start: Option<Start>,
    pub(crate) guard: bool,
    pub(crate) memory: Vec<Memory>,
    pub(crate) mmu: Vec<Unit>,
    pub(crate) serial: Vec<Connection>,
    pub(crate) timer: Vec<TimerPart>,
    pub(crate) key: Vec<Key>,
    pub(crate) disk: Vec<Disk>,
    pub(crate) mirror: Vec<Mirror>,
    pub(crate) scc: Vec<Scc>,
    pub(crate) cio: Vec<Cio>,
    pub(crate) sio: Vec<Sio>,
    pub(crate) ctc: Vec<Ctc>,
    pub(crate) pio: Vec<Pio>,
    pub(crate) reti: Vec<Reti>,
    pub(crate) hdc: Vec<Hdc>,
    pub(crate) banks: Option<Banks>,
    pub(crate) ide: Vec<Ide>,
    pub(crate) latch: Vec<Latch>,
    /// The files that the description may use: those in its folder, and others that the user allows.
    #[serde(skip)]
    pub reach: Reach,
    /// The TOML source, in which errors are located.
    #[serde(skip)]
    text: Arc<str>,
}

/// The state in which a machine starts.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Start {
    /// The address in program memory that a reset uses instead of 0: FCW is read from 2 bytes after this address, and
    /// PC from 4 bytes after it. If this field is set, the others must not be.
    pub reset: Option<u32>,
    /// FCW; default: that of the loaded program, or system mode.
    pub fcw: Option<u16>,
    /// PC: segment * 0x10000 + offset; default: the program's entry, or the lowest address of its code.
    pub pc: Option<u32>,
    /// The stack pointer: segment * 0x10000 + offset; default: 0.
    pub stack: Option<u32>,
}

impl Memory {
    /// Returns the memory without the contents of its images.
    pub(crate) fn part(&self) -> machine::Memory {
        let Self { kind, start, size, space, mode, waits, .. } = *self;
        machine::Memory { kind, start, size, space, mode, waits }
    }
}

/// The I/O spaces in which a device answers, as decoded from the status lines.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Io {
    /// In both I/O spaces.
    #[default]
    All,
    Standard,
    Special,
}

/// Declares tables with their keys and the defaults of optional keys. The keys of a chip's address, its priority in the
/// daisy chain and its interrupt are repeated because `#[serde(flatten)]` cannot be combined with
/// `deny_unknown_fields`.
macro_rules! tables {
    ($($(#[$about:meta])* $name:ident { $($(#[$doc:meta])* $field:ident: $type:ty $(= $default:literal)?,)* })+) => {$(
        $(#[$about])*
        #[derive(Debug, Clone, Deserialize)]
        #[serde(deny_unknown_fields)]
        pub(crate) struct $name {
            $($(#[$doc])* $(#[serde(default = $default)])? pub(crate) $field: $type,)*
        }
    )+};
}

/// Declares tables of chips, with the keys that all chips have.
macro_rules! chips {
    ($($(#[$about:meta])* $name:ident { $($fields:tt)* })+) => { tables! {$(
        $(#[$about])*
        $name {
            port: Option<u16>,
            address: Option<u32>,
            io: Io = "Io::default",
            mode: Modes = "Modes::default",
            step: u16 = "number::<2>",
            chain: i16 = "i16::default",
            interrupt: Option<Line>,
            $($fields)*
        }
    )+} };
}

chips! {
    /// A Z8030 or Z8530.
    Scc {
        direct: bool = "bool::default",
        count: u16 = "number::<1>",
        a: Connection = "Connection::default",
        b: Connection = "Connection::default",
    }
    /// A Z8036.
    Cio {
        direct: bool = "bool::default",
        count: u16 = "number::<2>",
        pins: [u8; 3] = "high::<3>",
    }
    /// A Z80-SIO.
    Sio {
        a: Connection = "Connection::default",
        b: Connection = "Connection::default",
    }
    /// A Z80-CTC.
    Ctc {
        count: u16 = "number::<1>",
        pulses: [u32; 4] = "Default::default",
    }
    /// A Z80-PIO.
    Pio {
        pins: [u8; 2] = "high::<2>",
    }
}

tables! {
    /// A RAM or a ROM.
    Memory {
        kind: Kind,
        start: u32 = "u32::default",
        size: u32,
        space: Spaces = "Spaces::default",
        mode: Modes = "Modes::default",
        /// Wait states per access, in clocks.
        waits: u8 = "u8::default",
        image: Option<PathBuf>,
        /// The image of the bytes at odd addresses; `image` then has only those at even addresses.
        odd: Option<PathBuf>,
    }
    /// The port that signals the end of an interrupt service to chips of the Z80 family.
    Reti {
        port: Option<u16>,
        address: Option<u32>,
        io: Io = "Io::default",
        mode: Modes = "Modes::default",
    }
    /// The disk controller of the Commodore 900.
    Hdc {
        port: u16,
        io: Io = "Io::default",
        block: u32,
        image: PathBuf,
        writable: bool = "bool::default",
        interrupt: Line = "Line::default",
        identifier: Option<u16>,
        chain: i16 = "i16::default",
    }
    /// The bank registers of the z8002-demo.
    Banks {
        port: u16,
        home: u8 = "u8::default",
    }
    /// A CompactFlash card.
    Ide {
        port: Option<u16>,
        address: Option<u32>,
        io: Io = "Io::default",
        mode: Modes = "Modes::default",
        step: u16 = "number::<2>",
        image: PathBuf,
        optional: bool = "bool::default",
        writable: bool = "bool::default",
    }
    /// An output latch.
    Latch {
        port: Option<u16>,
        address: Option<u32>,
        io: Io = "Io::default",
        mode: Modes = "Modes::default",
        step: u16 = "number::<1>",
        size: u16 = "number::<1>",
        value: u8 = "u8::default",
    }
    /// A key that the user presses by typing a character.
    Key {
        character: u8,
        interrupt: Line,
        identifier: Option<u16>,
    }
    /// A disk with four word ports.
    Disk {
        image: PathBuf,
        port: u16 = "number::<FIRST_DISK>",
        io: Io = "Io::default",
        writable: bool = "bool::default",
    }
}

const fn high<const PORTS: usize>() -> [u8; PORTS] {
    [0xFF; PORTS]
}

/// The default first port of a disk.
const FIRST_DISK: u16 = 0xFF20;

/// Returns the default of a key; serde accepts only functions as defaults.
const fn number<const NUMBER: u16>() -> u16 {
    NUMBER
}

impl Description {
    /// Parses a description. Files that it names are searched for in `folder` when the machine is created.
    ///
    /// # Errors
    ///
    /// The text is not TOML, or has an unknown key, a value of the wrong type or out of range, or inconsistent values.
    ///
    /// # Example
    ///
    /// ```
    /// use std::path::Path;
    /// use z8000::cpu::Model;
    /// use z8000_boards::Description;
    ///
    /// let text = "processor = \"z8001\"\n[[memory]]\nkind = \"ram\"\nsize = 0x20000\n";
    /// assert_eq!(Description::read(text, Path::new("."))?.processor, Model::Z8001);
    /// let error = Description::read("processor = \"z8002\"\n", Path::new(".")).unwrap_err();
    /// assert_eq!(error.to_string(), "line 1: memory: a machine needs memory: add a [[memory]] section");
    /// # Ok::<(), z8000_boards::Error>(())
    /// ```
    pub fn read(text: &str, folder: &Path) -> Result<Self, Error> {
        let parsed: Result<Self, _> = toml::from_str(text);
        let mut description = parsed.map_err(|error| {
            let at = error.span().map_or(0, |span| span.start).min(text.len());
            let line = 1 + text.as_bytes()[..at].iter().filter(|byte| **byte == b'\n').count();
            Error::Text { line, what: error.message().replace('\n', "; ") }
        })?;
        description.reach.folder = folder.to_path_buf();
        description.text = text.into();
        description.check().map_err(|conflict| description.located(conflict))?;
        Ok(description)
    }

    /// Adds a line number to an error: that of the first key that the error names, or of its table.
    pub(crate) fn located(&self, conflict: Conflict) -> Error {
        let (table, number) = conflict.place.split_once(' ').unwrap_or((&conflict.place, "1"));
        let mut lines = (1..).zip(self.text.lines().map(str::trim));
        let heads = [format!("[[{table}]]"), format!("[{table}]"), format!("{table} =")];
        let mut tables = lines
            .by_ref()
            .filter(|(_, line)| heads.iter().any(|head| line.starts_with(head)));
        let number: usize = number.parse().unwrap_or(1);
        let head = tables.nth(number.saturating_sub(1)).map(|(line, _)| line);
        let named = conflict.what.split('`').nth(1);
        let sets = |line: &str| named.is_some_and(|key| line.split('=').next().is_some_and(|name| name.trim() == key));
        let mut own = lines.take_while(|(_, line)| !line.starts_with("[["));
        let line = own.find(|(_, line)| sets(line)).map(|(line, _)| line).or(head);
        Error::Value { line: line.unwrap_or(1), conflict }
    }

    /// Adds a line number to an error of a saved machine: that of the table which differs from this description.
    pub(crate) fn differs(&self, error: SaveError) -> Error {
        let SaveError::OtherMachine(what) = error else { return error.into() };
        let tables = self
            .text
            .lines()
            .filter_map(|line| line.strip_prefix("[[")?.split(']').next());
        let mut devices = tables.filter(|table| !["memory", "mirror", "mmu"].contains(table));
        let place = match what {
            "processor" | "memory" => what,
            _ => devices.next().unwrap_or("memory"),
        };
        self.located(Conflict::new(place, None, &error.to_string()))
    }

    /// Returns the parts of the machine, except for its chips, keys, disks and connections.
    ///
    /// # Example
    ///
    /// ```
    /// use std::path::Path;
    /// use z8000::machine::Parts;
    /// use z8000_boards::{BOARD, Description};
    ///
    /// assert_eq!(Description::read(BOARD, Path::new("."))?.parts(), Parts::board());
    /// # Ok::<(), z8000_boards::Error>(())
    /// ```
    pub fn parts(&self) -> Parts {
        let port = |serial: &Connection| {
            let [status, data] = serial.ports();
            Port { status, data, baud: serial.baud() }
        };
        Parts {
            model: self.processor,
            memory: self.memory.iter().map(Memory::part).collect(),
            mirror: self.mirror.clone(),
            units: self.mmu.clone(),
            paging: self.banks.as_ref().map(|banks| Paging::new(banks.port, banks.home)),
            serial: self.serial.iter().map(port).collect(),
            timer: self.timer.clone(),
            guard: self.guard,
        }
    }

    /// Returns true if some memory has an image: such a machine can run without a program.
    pub fn has_image(&self) -> bool {
        self.memory.iter().any(|memory| memory.image.is_some())
    }

    /// Returns all serial channels in the order of the devices, each with the name and number of its table.
    pub(crate) fn lines(&self) -> impl Iterator<Item = (&'static str, usize, &Connection)> {
        let serial = self.serial.iter().enumerate().map(|(n, line)| ("serial", n, line));
        let sccs = self
            .scc
            .iter()
            .enumerate()
            .flat_map(|(n, scc)| [("scc", n, &scc.a), ("scc", n, &scc.b)]);
        let sios = self
            .sio
            .iter()
            .enumerate()
            .flat_map(|(n, sio)| [("sio", n, &sio.a), ("sio", n, &sio.b)]);
        serial.chain(sccs).chain(sios)
    }

    /// Returns the connections of all serial channels, in the order of the devices.
    pub(crate) fn connections(&self) -> impl Iterator<Item = Connection> {
        self.lines().map(|(_, _, line)| line.clone())
    }

    /// Returns the images of disks and cards, each with whether it is writable.
    fn disks(&self) -> impl Iterator<Item = (&PathBuf, bool)> {
        let cards = self.ide.iter().map(|ide| (&ide.image, ide.writable));
        let hard = self.hdc.iter().map(|hdc| (&hdc.image, hdc.writable));
        let disks = self.disk.iter().map(|disk| (&disk.image, disk.writable));
        let all = disks.chain(hard).chain(cards);
        all.map(|(image, writable)| (image, writable && self.reach.changes(image)))
    }

    /// Returns the paths of files that the machine may read: images, disks that it must not change, and inputs.
    pub fn inputs(&self) -> impl Iterator<Item = PathBuf> {
        let images = self.memory.iter().flat_map(|memory| [&memory.image, &memory.odd]);
        let disks = self.disks().filter(|(_, changes)| !changes).map(|(path, _)| path);
        let inputs = self
            .lines()
            .flat_map(|(_, _, line)| [&line.input, &line.script])
            .flatten();
        let all = images.flatten().chain(disks).chain(inputs);
        all.filter_map(|path| self.reach.file(path).ok())
    }

    /// Returns the paths of files that the machine may write: outputs, and writable disks that the user allows.
    ///
    /// # Example
    ///
    /// ```
    /// use std::path::{Path, PathBuf};
    /// use z8000_boards::Description;
    ///
    /// let text = "[[memory]]\nkind = \"ram\"\nsize = 0x10000\n[[serial]]\noutput = \"printed\"\n";
    /// let description = Description::read(text, Path::new("."))?;
    /// assert_eq!(description.outputs().collect::<Vec<_>>(), [PathBuf::from("./printed")]);
    /// assert_eq!(description.inputs().count(), 0);
    /// # Ok::<(), z8000_boards::Error>(())
    /// ```
    pub fn outputs(&self) -> impl Iterator<Item = PathBuf> {
        let disks = self.disks().filter(|(_, changes)| *changes).map(|(path, _)| path);
        let outputs = self.lines().filter_map(|(_, _, line)| line.output.as_ref());
        let all = disks.chain(outputs);
        all.filter_map(|path| self.reach.file(path).ok())
    }

    /// Returns the images of optional cards that do not exist; their slots are empty.
    pub fn empty_slots(&self) -> impl Iterator<Item = &Path> {
        let optional = self.ide.iter().filter(|ide| ide.optional);
        let cards = optional.map(|ide| ide.image.as_path());
        cards.filter(|path| self.reach.file(path).is_ok_and(|path| !path.exists()))
    }
}
