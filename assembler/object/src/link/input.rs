//! The inputs of a link: objects, archives, groups of them.

use crate::archive::{self, Archive};
use crate::bytes::FormatError;
use crate::file;
use crate::model::Object;

/// An input of a link.
#[derive(Debug)]
pub enum Input<'a> {
    /// An object.
    Object(Object),
    /// An archive, from which the needed members are taken.
    Archive(Library<'a>),
    /// Inputs whose archives may need each other.
    Group(Vec<Self>),
    /// An existing linked program: only its shared symbols are used.
    Symbols(Object),
}

/// An archive from which members are taken.
#[derive(Debug)]
pub struct Library<'a> {
    pub(super) name: String,
    pub(super) archive: Archive<'a>,
    pub(super) index: Vec<(String, usize)>,
    pub(super) taken: Vec<bool>,
}

impl<'a> Library<'a> {
    /// Reads an archive. If it has no index, one is made.
    ///
    /// # Errors
    ///
    /// Those of [`archive::read`].
    pub fn read(name: &str, bytes: &'a [u8]) -> Result<Self, FormatError> {
        let archive = archive::read(bytes)?;
        Ok(Self {
            name: name.to_owned(),
            index: index(&archive),
            taken: vec![false; archive.members.len()],
            archive,
        })
    }
}

/// The index of an archive, made from its members if it has none.
fn index(archive: &Archive) -> Vec<(String, usize)> {
    let mut entries = Vec::new();
    if let Some(index) = &archive.index {
        entries.extend(index.iter().map(|(name, member)| ((*name).to_owned(), *member)));
        return entries;
    }
    for (number, member) in archive.members.iter().enumerate() {
        if let Ok(object) = file::read(&member.name, member.bytes) {
            entries.extend(archive::definitions(&object).map(|name| (name.to_owned(), number)));
        }
    }
    entries
}
