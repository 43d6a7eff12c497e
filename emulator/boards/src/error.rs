//! Errors of machines.

use std::io;
use std::path::{Path, PathBuf};

use thiserror::Error;
use z8000::machine::{Conflict, RunError};

/// Why a machine cannot be created or cannot continue.
///
/// # Example
///
/// ```
/// use std::path::Path;
/// use z8000_boards::{Connected, Description, Error};
///
/// let text = "[[memory]]\nkind = \"rom\"\nsize = 0x1000\nimage = \"/etc/hosts\"\n";
/// let error = Connected::new(Description::read(text, Path::new("."))?).unwrap_err();
/// // Not in the folder of the description.
/// assert!(matches!(error, Error::Outside { .. } | Error::File { .. }));
/// # Ok::<(), Error>(())
/// ```
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum Error {
    /// The description is not valid TOML, or has unknown keys or values of the wrong type.
    #[error("line {line}: {what}")]
    Text {
        /// The line of the description, from 1.
        line: usize,
        /// The description of the error, for the user.
        what: String,
    },
    /// A value is out of range, or two values are inconsistent with each other.
    #[error("line {line}: {conflict}")]
    Value {
        /// The line of the key or of its table, from 1.
        line: usize,
        /// The table, and what is wrong.
        conflict: Conflict,
    },
    /// A device that the host attaches does not fit.
    #[error(transparent)]
    Device(#[from] Conflict),
    /// A file cannot be used.
    #[error("cannot {what} {}", path.display())]
    File {
        /// What was attempted: `read`, `write` and so on.
        what: &'static str,
        /// The path of the file.
        path: PathBuf,
        /// The error that the operating system reported.
        source: io::Error,
    },
    /// A file is outside the folders that the description may access.
    #[error("{} is outside the description's folder: use --allow {} to permit it", path.display(), place.display())]
    Outside {
        /// The path as given in the description.
        path: PathBuf,
        /// The path after resolving links.
        place: PathBuf,
    },
    /// An output file with this name exists, and its contents were not written by this machine.
    #[error("{0} exists, and its contents were not written by this machine: use --allow {0} to replace it")]
    Exists(String),
    /// A memory image is not a program that can be loaded.
    #[error(transparent)]
    Image(Box<dyn std::error::Error + Send + Sync>),
    /// An image does not fit into its memory.
    #[error("{name} does not fit in memory {memory}, which has {size:#x} bytes from {start:#x}")]
    TooLarge {
        /// Name of the image file.
        name: String,
        /// Index of the memory in the description, from 1.
        memory: usize,
        /// Start address of the memory.
        start: u32,
        /// Size of the memory in bytes.
        size: u32,
    },
    /// The program with this name is for segmented mode, which the machine does not have.
    #[error("{0} is a segmented program, but this machine has a Z8002: set processor = \"z8001\" in the description")]
    Segmented(String),
    /// A script of a serial line is wrong.
    #[error("{}: line {line}: {what}", path.display())]
    Script {
        /// The path of the script.
        path: PathBuf,
        /// The line of the script, from 1.
        line: usize,
        /// The description of the error, for the user.
        what: &'static str,
    },
    /// Part of a program is at an address without memory.
    #[error("{name}: {size} bytes from {at:#x} are outside the machine's memory for {space}")]
    NoMemory {
        /// The name of the file or section.
        name: String,
        /// Address of the first byte: segment * 0x10000 + offset.
        at: u32,
        /// Number of bytes.
        size: usize,
        /// `code` or `data`.
        space: &'static str,
    },
    /// Two parts of a program overlap.
    #[error("{first} and {second} overlap at {at:#x} in the same memory: link them for different addresses")]
    Overlap {
        /// The name of the file or section.
        first: String,
        /// The name of the other file or section.
        second: String,
        /// The first address that they share: segment * 0x10000 + offset.
        at: u32,
    },
    /// There is no code where the machine starts.
    #[error(
        "no code at {at}, where the machine starts: all bytes there are {byte:02x}h; begin the program at address 0 with \
         `{vector}`, or set another PC in `[start]`"
    )]
    NoCode {
        /// The address at which the machine starts.
        at: z8000::bus::Location,
        /// The value of all bytes at the address.
        byte: u8,
        /// The reset vector in assembly language, to show how to define it.
        vector: &'static str,
    },
    /// The reset vector of a Z8002 requests segmented mode in this FCW.
    #[error(
        "the reset FCW, {0:04x}h, selects segmented mode, but this machine has a Z8002: set processor = \"z8001\" in the description"
    )]
    SegmentedReset(u16),
    /// The bytes are not a save file, or not a machine's save file.
    #[error(transparent)]
    Save(#[from] z8000::save::SaveError),
    /// A TCP port is unavailable.
    #[error(
        "cannot listen on TCP port {port} of the loopback interface: if another program uses it, choose another port \
             with `tcp`"
    )]
    Listen {
        /// The number of the port on the loopback interface.
        port: u16,
        /// The error that the operating system reported.
        source: io::Error,
    },
    /// A connection to a serial port failed.
    #[error("the serial port on TCP port {port} failed")]
    Connection {
        /// The port on the loopback interface.
        port: u16,
        /// The error that the operating system reported.
        source: io::Error,
    },
    /// Standard input or output failed.
    #[error("standard input or output failed")]
    Standard(#[source] io::Error),
    /// The program cannot continue.
    #[error(transparent)]
    Run(#[from] RunError),
}

impl Error {
    /// Converts an I/O error on `path` into an [`Error`]; `what` is the operation, such as `read`.
    pub(crate) fn file(what: &'static str, path: &Path) -> impl FnOnce(io::Error) -> Self + use<> {
        let path = path.to_path_buf();
        move |source| Self::File { what, path, source }
    }
}
