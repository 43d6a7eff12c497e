//! Source files: where their text comes from, and where in it something stands.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::io;
use std::ops::{Deref, Range};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Where sources are read from.
pub trait Sources {
    /// Reads a file by the name that the command or an `.include` gave.
    ///
    /// # Errors
    ///
    /// When the file does not exist or cannot be read.
    fn read(&self, name: &str) -> io::Result<Cow<'_, [u8]>>;
}

/// Files of the file system, relative to a folder.
#[derive(Debug, Clone)]
pub struct Files {
    folder: PathBuf,
}

impl Files {
    /// Files relative to the folder of a main file, and the main file's name in it.
    #[must_use]
    pub fn beside(main: &Path) -> (Self, String) {
        let folder = main.parent().unwrap_or(Path::new("")).to_path_buf();
        let name = main.file_name().unwrap_or_default();
        (Self { folder }, name.to_string_lossy().into_owned())
    }
}

impl Sources for Files {
    fn read(&self, name: &str) -> io::Result<Cow<'_, [u8]>> {
        std::fs::read(self.folder.join(name)).map(Cow::Owned)
    }
}

/// Files held in memory.
#[derive(Debug, Clone, Default)]
pub struct Memory {
    files: BTreeMap<String, Vec<u8>>,
}

impl Memory {
    /// Files by name.
    pub fn new<'a>(files: impl IntoIterator<Item = (&'a str, &'a str)>) -> Self {
        let own = |(name, text): (&str, &str)| (name.to_owned(), text.as_bytes().to_vec());
        Self {
            files: files.into_iter().map(own).collect(),
        }
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

/// A line of a file, and the expansion that it came through.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Origin {
    /// Index of the file, in the order in which files were read.
    pub file: u32,
    /// Number of the line, from 1.
    pub line: u32,
    /// Index of the macro or repetition that made the line.
    pub expansion: Option<u32>,
}

/// A line as it is to be assembled, and where it came from.
#[derive(Debug, Clone)]
pub(crate) struct Line {
    pub(crate) text: Text,
    /// The line with its comment, for the listing.
    pub(crate) shown: Text,
    pub(crate) origin: Origin,
    /// How deeply the includes and expansions that it came through are nested.
    pub(crate) depth: usize,
}

impl Line {
    /// All of it but the blanks that it begins with.
    pub(crate) fn span(&self) -> Range<usize> {
        self.text.len() - self.text.trim_start().len()..self.text.len()
    }
}

/// A part of a shared text, cheap to copy.
#[derive(Clone)]
pub struct Text {
    whole: Arc<str>,
    start: u32,
    end: u32,
}

impl Text {
    /// The most bytes that a text can have.
    pub(crate) const LONGEST: usize = u32::MAX as usize;

    /// A part of a text, by its bytes, of which there are at most [`LONGEST`](Self::LONGEST).
    pub(crate) fn part(whole: &Arc<str>, range: Range<usize>) -> Self {
        Self {
            whole: Arc::clone(whole),
            start: range.start as u32,
            end: range.end as u32,
        }
    }
}

impl From<String> for Text {
    fn from(text: String) -> Self {
        Self::part(&text.as_str().into(), 0..text.len())
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
