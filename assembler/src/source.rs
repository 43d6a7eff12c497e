//! Source files: where to read their text, and locations in them.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::io;
use std::ops::{Deref, Range};
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::sync::Arc;

use z8000_object::MapPlace;
use z8000_object::text::decode;

use crate::fault::Fault;

/// The maximum size of a source in bytes.
pub const LARGEST: u64 = 0x1000_0000;

/// Maximum number of bytes that one `.incbin` can insert.
const PART: u64 = 0x100_0000;

/// Where to read sources from: a file system, memory, or any other storage.
///
/// # Example
///
/// ```
/// use std::borrow::Cow;
/// use std::io;
/// use z8000_asm::{Options, Sources, assemble};
///
/// /// Every file has one instruction.
/// struct Same;
///
/// impl Sources for Same {
///     fn read(&self, _name: &str) -> io::Result<Cow<'_, [u8]>> {
///         Ok(Cow::Borrowed(b"\tnop\n"))
///     }
/// }
///
/// let assembly = assemble(&Same, "any.s", &Options::default())?;
/// assert_eq!(assembly.image(None)?, [0x8D, 0x07]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait Sources {
    /// Reads a file, by the name given in the command or in an `.include`.
    ///
    /// # Errors
    ///
    /// The file does not exist, cannot be read, or has more than [`LARGEST`] bytes.
    fn read(&self, name: &str) -> io::Result<Cow<'_, [u8]>>;

    /// Reads a part of a file: `count` bytes from offset `skip`, or fewer if the file ends before; without a count,
    /// everything from `skip`.
    ///
    /// # Errors
    ///
    /// The file does not exist, cannot be read, or is shorter than `skip`, or the part is larger than 16 MB.
    fn part(&self, name: &str, skip: u64, count: Option<u64>) -> io::Result<Vec<u8>> {
        let bytes = self.read(name)?;
        let rest = bytes
            .get(usize::try_from(skip).unwrap_or(usize::MAX)..)
            .ok_or_else(|| too_far(skip, bytes.len() as u64))?;
        let count = count.map_or(rest.len(), |count| {
            rest.len().min(usize::try_from(count).unwrap_or(usize::MAX))
        });
        small(rest[..count].to_vec())
    }
}

/// Returns the error for a part that begins beyond the end of its file.
fn too_far(skip: u64, length: u64) -> io::Error {
    let message = format!("cannot skip {skip} bytes: the file has only {length}");
    io::Error::new(io::ErrorKind::InvalidInput, message)
}

/// Returns an error if a part exceeds [`PART`].
fn small(part: Vec<u8>) -> io::Result<Vec<u8>> {
    if part.len() as u64 > PART {
        let message = format!("it is larger than {} MB", PART >> 20);
        return Err(io::Error::new(io::ErrorKind::FileTooLarge, message));
    }
    Ok(part)
}

/// Files in the file system, searched for in a list of folders.
///
/// # Example
///
/// ```
/// use std::path::Path;
/// use z8000_asm::{Files, Options, assemble};
///
/// let (sources, name) = Files::beside(Path::new("src/main.s"));
/// let sources = sources.and(&["include".into()]);
/// match assemble(&sources, &name, &Options::default()) {
///     Ok(program) => println!("{}", program.listing()),
///     Err(errors) => eprintln!("{errors}"),
/// }
/// ```
#[derive(Debug, Clone)]
pub struct Files {
    folders: Vec<PathBuf>,
    given: BTreeMap<String, Vec<u8>>,
}

impl Files {
    /// Creates a reader for files relative to the folder of a main file, and returns it with the main file's name in
    /// that folder.
    ///
    /// # Example
    ///
    /// ```
    /// use std::path::Path;
    /// use z8000_asm::Files;
    ///
    /// let (files, main) = Files::beside(Path::new("project/main.s"));
    /// assert_eq!(main, "main.s");
    /// assert_eq!(files.path("part.s"), Path::new("project/part.s"));
    /// ```
    pub fn beside(main: &Path) -> (Self, String) {
        let folder = main.parent().unwrap_or(Path::new("")).to_path_buf();
        let own = main.file_name().unwrap_or_default();
        (Self::new(vec![folder]), name(own.as_ref()))
    }

    /// Creates a reader for files relative to these folders, which are searched in order.
    pub const fn new(folders: Vec<PathBuf>) -> Self {
        Self { folders, given: BTreeMap::new() }
    }

    /// Adds folders to search after the others.
    #[must_use]
    pub fn and(mut self, folders: &[PathBuf]) -> Self {
        self.folders.extend_from_slice(folders);
        self
    }

    /// Gives the contents of a file that can be read only once, such as a pipe, under a name.
    pub fn give(&mut self, name: &str, contents: Vec<u8>) {
        self.given.insert(name.to_owned(), contents);
    }

    /// Returns the path of a file: in the first folder that contains it, or else in the first folder.
    ///
    /// # Example
    ///
    /// ```
    /// use std::path::{Path, PathBuf};
    /// use z8000_asm::Files;
    ///
    /// // Of a file that is in none of the folders, the path in the first one.
    /// let sources = Files::new(vec!["src".into(), "include".into()]);
    /// assert_eq!(sources.path("missing.s"), Path::new("src").join("missing.s"));
    /// ```
    pub fn path(&self, name: &str) -> PathBuf {
        let name = native(name);
        let mut paths = self.folders.iter().map(|folder| folder.join(&name));
        let found = paths.clone().find(|path| path.exists());
        found.or_else(|| paths.next()).unwrap_or_else(|| name.clone())
    }
}

/// Returns the path for a name, which need not be UTF-8.
#[cfg(unix)]
fn native(name: &str) -> PathBuf {
    use std::os::unix::ffi::OsStringExt;
    std::ffi::OsString::from_vec(z8000_object::text::encode(name).into_owned()).into()
}

#[cfg(not(unix))]
fn native(name: &str) -> PathBuf {
    name.into()
}

/// Converts a path to a name as used by [`Sources`]: bytes that are not UTF-8 are represented as in [`decode`].
pub fn name(path: &Path) -> String {
    decode(path.as_os_str().as_encoded_bytes().to_vec())
}

impl Sources for Files {
    fn read(&self, name: &str) -> io::Result<Cow<'_, [u8]>> {
        if let Some(bytes) = self.given.get(name) {
            return Ok(Cow::Borrowed(bytes));
        }
        let path = self.path(name);
        streams::gate::note_input(&path)?;
        streams::contents(&path).map(Cow::Owned)
    }

    fn part(&self, name: &str, skip: u64, count: Option<u64>) -> io::Result<Vec<u8>> {
        let most = count.unwrap_or(u64::MAX).min(PART + 1);
        let path = self.path(name);
        streams::gate::note_input(&path)?;
        let (bytes, length) = streams::gate::part(&path, skip, most)?;
        if length < skip {
            Err(too_far(skip, length))
        } else {
            small(bytes)
        }
    }
}

/// Files held in memory.
///
/// # Example
///
/// ```
/// use z8000_asm::{Memory, Options, assemble};
///
/// let sources = Memory::new([("main.s", "\t.include \"part.s\"\n\tret\n"), ("part.s", "\tnop\n")]);
/// let assembly = assemble(&sources, "main.s", &Options::default())?;
/// assert_eq!(assembly.files, ["main.s", "part.s"]);
/// # Ok::<(), z8000_asm::Diagnostics>(())
/// ```
#[derive(Debug, Clone, Default)]
pub struct Memory {
    files: BTreeMap<String, Vec<u8>>,
}

impl Memory {
    /// Creates a set of files from names and contents.
    pub fn new<'a>(files: impl IntoIterator<Item = (&'a str, &'a str)>) -> Self {
        let own = |(name, text): (&str, &str)| (name.to_owned(), text.as_bytes().to_vec());
        let mut memory = Self::default();
        memory.files.extend(files.into_iter().map(own));
        memory
    }
}

impl Sources for Memory {
    fn read(&self, name: &str) -> io::Result<Cow<'_, [u8]>> {
        match self.files.get(name) {
            Some(text) => Ok(Cow::Borrowed(text)),
            None => Err(io::Error::new(io::ErrorKind::NotFound, "no such file")),
        }
    }
}

/// A line to be assembled, and its origin.
#[derive(Debug, Clone)]
pub(crate) struct Line {
    pub(crate) text: Text,
    /// The complete line, including its comment.
    pub(crate) shown: Text,
    pub(crate) origin: MapPlace,
    /// True for a statement after a `;`.
    pub(crate) follows: bool,
    /// The nesting depth of the includes and expansions that the line came through.
    pub(crate) depth: usize,
    /// For a line converted from another dialect, the statement and the origins of its parts.
    pub(crate) written: Option<Rc<WrittenStatement>>,
}

impl Line {
    /// Returns the original text, and the fault with its position in that text.
    pub(crate) fn place(&self, fault: Fault) -> (&str, Fault) {
        match &self.written {
            Some(written) => (written.source(), written.place(fault)),
            None if !self.shown.starts_with(&*self.text) && self.is_in_column() => (&self.shown, fault),
            None => (&self.text, fault),
        }
    }

    /// Returns true if the text is in the same column as in the complete line, if omitted parts count as spaces.
    fn is_in_column(&self) -> bool {
        let mut pairs = self.text.bytes().zip(self.shown.bytes());
        self.text.len() <= self.shown.len() && pairs.all(|(own, whole)| own == whole || own == b' ')
    }

    /// Returns the range of the text without leading spaces.
    pub(crate) fn span(&self) -> Range<usize> {
        self.text.len() - self.text.trim_start().len()..self.text.len()
    }
}

/// A part of a shared string, cheap to copy.
#[derive(Clone)]
pub struct Text {
    whole: Arc<String>,
    start: u32,
    end: u32,
}

impl Text {
    /// Creates a part of a text from a range of at most [`LARGEST`](crate::source::LARGEST) bytes.
    pub(crate) fn part(whole: &Arc<String>, range: Range<usize>) -> Self {
        Self {
            whole: Arc::clone(whole),
            start: range.start as u32,
            end: range.end as u32,
        }
    }
}

impl Text {
    /// Returns the part of this text in a range of its bytes.
    pub(crate) fn within(&self, range: Range<usize>) -> Self {
        let start = self.start as usize;
        Self::part(&self.whole, start + range.start..start + range.end)
    }
}

impl From<String> for Text {
    fn from(text: String) -> Self {
        let range = 0..text.len();
        Self::part(&Arc::new(text), range)
    }
}

impl Deref for Text {
    type Target = str;

    fn deref(&self) -> &str {
        &self.whole[self.start as usize..self.end as usize]
    }
}

impl PartialEq for Text {
    fn eq(&self, other: &Self) -> bool {
        **self == **other
    }
}

impl Eq for Text {}

impl std::fmt::Debug for Text {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        (**self).fmt(f)
    }
}

/// A statement that was converted to the dialect of GNU as.
#[derive(Debug, Clone, Default)]
pub(crate) struct WrittenStatement {
    /// The index of the original line.
    pub(crate) line: usize,
    pub(crate) text: String,
    /// Ranges of the text, each with the corresponding range of the original line.
    pub(crate) parts: Vec<(Range<usize>, Range<usize>)>,
    /// The reason why the line could not be converted, if it could not.
    pub(crate) fault: Option<Fault>,
    /// The original line.
    pub(crate) source: Option<Text>,
}

impl WrittenStatement {
    /// Returns the original line.
    pub(crate) fn source(&self) -> &str {
        match &self.source {
            Some(source) => source,
            None => &self.text,
        }
    }

    /// Converts the fault of a statement to one at the original line.
    pub(crate) fn place(&self, mut fault: Fault) -> Fault {
        if self.fault.is_none() {
            // A fix would apply to the original line, which is in another dialect.
            fault.fix = None;
            let start = self.start(fault.span.start);
            fault.span = start..self.end(fault.span.end).max(start);
        }
        fault
    }

    fn start(&self, at: usize) -> usize {
        match self.parts.iter().find(|(written, _)| written.end > at) {
            Some((written, source)) if written.len() == source.len() && written.start <= at => {
                source.start + at - written.start
            }
            Some((_, source)) => source.start,
            None => self.parts.last().map_or(0, |(_, source)| source.end),
        }
    }

    fn end(&self, at: usize) -> usize {
        match self.parts.iter().rfind(|(written, _)| written.start < at) {
            Some((written, source)) if written.len() == source.len() && written.end >= at => {
                source.start + at - written.start
            }
            Some((_, source)) => source.end,
            None => 0,
        }
    }
}
