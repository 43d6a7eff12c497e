//! The inputs of a link: objects, archives, and groups of these.

use crate::archive::{self, Archive};
use crate::bytes::FormatError;
use crate::file;
use crate::model::Object;

/// A file or a group of files to link.
#[derive(Debug)]
pub enum Input<'a> {
    /// An object, all of which is linked.
    Object(Object),
    /// An archive, from which only the needed members are linked.
    Archive(Library<'a>),
    /// Inputs whose archives may depend on each other, and are therefore searched repeatedly.
    Group(Vec<Self>),
    /// A program that is already linked, of which only the shared symbols are used.
    Symbols(Object),
}

/// An archive from which needed members are linked.
///
/// # Example
///
/// ```
/// use z8000_object::archive::{self, Kind, Member};
/// use z8000_object::link::{Input, Library};
/// use z8000_object::{Object, coff};
///
/// let bytes = coff::write(&Object::default())?;
/// let bytes = archive::write(Kind::Unix, &[Member { name: "a.o".into(), bytes: &bytes, date: 0 }])?;
/// let inputs = vec![Input::Object(Object::default()), Input::Archive(Library::read("lib.a", &bytes)?)];
/// # drop(inputs);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Library<'a> {
    pub(super) name: String,
    pub(super) archive: Archive<'a>,
    pub(super) index: Vec<(String, usize)>,
    pub(super) taken: Vec<bool>,
}

impl<'a> Library<'a> {
    /// Reads an archive. If it has no symbol index, one is generated.
    ///
    /// # Errors
    ///
    /// An error of [`archive::read`].
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

/// Returns the index of an archive, generated from its members if there is none.
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
