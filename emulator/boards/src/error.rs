//! Errors of machines.

use std::io;
use std::path::{Path, PathBuf};

use thiserror::Error;
use z8000::save::Archive;

/// The reason why a machine cannot be made, or cannot go on.
///
/// # Example
///
/// ```
/// use std::path::Path;
/// use z8000_boards::{Description, Error, Machine};
///
/// let text = "[[memory]]\nkind = \"rom\"\nsize = 0x1000\nimage = \"/etc/hosts\"\n";
/// let error = Machine::new(Description::read(text, Path::new("."))?).unwrap_err();
/// // Not in the folder of the description.
/// assert!(matches!(error, Error::Outside { .. } | Error::File { .. }));
/// # Ok::<(), Error>(())
/// ```
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum Error {
    /// The description is not what TOML or the keys allow.
    #[error(transparent)]
    Text(#[from] toml::de::Error),
    /// A value is out of range, or two do not fit together.
    #[error("{place}: {what}")]
    Value {
        /// The table, and which of them from 1: `memory 2`.
        place: String,
        /// The mistake, and what would be right.
        what: String,
    },
    /// A file cannot be used.
    #[error("cannot {what} {}", path.display())]
    File {
        /// The attempt: `read`, `write`.
        what: &'static str,
        /// The file.
        path: PathBuf,
        /// The cause.
        source: io::Error,
    },
    /// A file lies where the description may not reach.
    #[error("{} is outside the description's folder: use --allow {} to permit it", path.display(), place.display())]
    Outside {
        /// The file, as the description has it.
        path: PathBuf,
        /// The same without links.
        place: PathBuf,
    },
    /// An output is there already.
    #[error("{0} exists, and its contents were not written by this machine: use --allow {0} to replace it")]
    Exists(String),
    /// The image of a memory is not a program that can be loaded.
    #[error(transparent)]
    Image(Box<dyn std::error::Error + Send + Sync>),
    /// An image does not fit into its memory.
    #[error("{name} does not fit in memory {memory}, which has {size:#x} bytes from {start:#x}")]
    TooLarge {
        /// The file.
        name: String,
        /// Which memory of the description, from 1.
        memory: usize,
        /// Where the memory begins.
        start: u32,
        /// Bytes of the memory.
        size: u32,
    },
    /// A program is for segmented mode, and the machine has none.
    #[error("{0} is a segmented program, but this machine has a Z8002: set processor = \"z8001\" in the description")]
    Segmented(String),
    /// A part of a program lies where no memory is.
    #[error("{name}: {size} bytes from {at:#x} are outside the machine's memory for {space}")]
    NoMemory {
        /// The file, or its section.
        name: String,
        /// Address of the first byte: segment * 0x10000 + offset.
        at: u32,
        /// Number of bytes.
        size: usize,
        /// `code` or `data`.
        space: &'static str,
    },
    /// Two parts of a program lie at the same place.
    #[error("{first} and {second} overlap at {at:#x} in the same memory: link them for different addresses")]
    Overlap {
        /// The file, or its section.
        first: String,
        /// The other one.
        second: String,
        /// The first address of both: segment * 0x10000 + offset.
        at: u32,
    },
    /// There is no code where the machine starts.
    #[error("no code at {at}, where the machine starts: all bytes there are {byte:02x}h; set another PC in `[start]`")]
    NoCode {
        /// The address.
        at: z8000::bus::Location,
        /// The byte.
        byte: u8,
    },
    /// The reset of a Z8002 asks for segmented mode.
    #[error(
        "the reset FCW, {0:04x}h, selects segmented mode, but this machine has a Z8002: set processor = \"z8001\" in the description"
    )]
    SegmentedReset(u16),
    /// The bytes are not a save file, or not of a machine.
    #[error(transparent)]
    Save(#[from] z8000::save::SaveError),
    /// The save file is of another machine.
    #[error(
        "the save file is from a different machine: its {0} differs from that of this description; use the description with \
         which the file was made"
    )]
    OtherMachine(&'static str),
    /// A TCP port is not available.
    #[error(
        "cannot listen on TCP port {port} of the loopback interface: if another program uses it, choose another port \
             with `tcp`"
    )]
    Listen {
        /// The port.
        port: u16,
        /// The cause.
        source: io::Error,
    },
    /// A connection fails.
    #[error("the serial port on TCP port {port} failed")]
    Connection {
        /// The port on the loopback.
        port: u16,
        /// The cause.
        source: io::Error,
    },
    /// The standard streams fail.
    #[error("standard input or output failed")]
    Standard(#[source] io::Error),
    /// The word at PC is not an instruction.
    #[error("the word {word:04x} at {at} is not an instruction of the {processor}")]
    Undefined {
        /// The word.
        word: u16,
        /// Its address.
        at: z8000::bus::Location,
        /// `Z8001` or `Z8002`.
        processor: &'static str,
    },
}

impl Error {
    /// Makes an error of the system one of a file.
    pub(crate) fn file(what: &'static str, path: &Path) -> impl FnOnce(io::Error) -> Self + use<> {
        let path = path.to_path_buf();
        move |source| Self::File { what, path, source }
    }
}

/// A count that is the same in the machine and in a save file.
pub(crate) fn expect(archive: &mut Archive<'_>, number: usize, what: &'static str) -> Result<(), Error> {
    let mut count = number as u64;
    archive.count(&mut count)?;
    if count != number as u64 {
        return Err(Error::OtherMachine(what));
    }
    Ok(())
}
