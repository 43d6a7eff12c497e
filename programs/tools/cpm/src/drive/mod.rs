//! Drives: files with records of 128 bytes, in a folder or in a disk image.
//!
//! The BDOS works on a [`Volume`]. It keeps files that a program writes until they are closed; behind it is a
//! [`Storage`], which knows whole files only.

mod contents;
mod entry;
mod folder;
mod geometry;
mod image;
mod name;
mod overlay;
mod volume;

use std::io;
use std::path::Path;

use thiserror::Error;

pub use contents::{Contents, RECORD};
pub(crate) use entry::{ENTRY, extent_of};
pub use folder::Folder;
pub use geometry::Geometry;
pub use image::{Image, Layout};
pub use name::{Attributes, Id, Name};
pub use overlay::Overlay;
pub use volume::{File, Volume};

/// Drives A to P.
pub const DRIVES: usize = 16;

/// The reason why an operation on a drive fails.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum DriveError {
    /// An error in the host's files.
    #[error("{what}: {error}")]
    Io {
        /// The file or folder.
        what: String,
        /// Its error.
        error: io::Error,
    },
    /// A disk image that contradicts itself or its layout.
    #[error("{image}: {reason}")]
    Image {
        /// The file.
        image: String,
        /// The mistake in it.
        reason: String,
    },
}

impl DriveError {
    /// An error of the host at a file or folder.
    fn at(path: &Path, error: io::Error) -> Self {
        let what = path.display().to_string();
        Self::Io { what, error }
    }
}

/// A file as a storage lists it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ListedFile {
    /// User and name.
    pub id: Id,
    /// Its attributes.
    pub attributes: Attributes,
    /// Its extents and blocks, perhaps without its data.
    pub contents: Contents,
}

/// Whole files.
pub trait Storage: Send + Sync {
    /// Another one of the same files.
    fn again(&self) -> Box<dyn Storage>;

    /// The sizes that a program sees.
    fn geometry(&self) -> Geometry;

    /// The files, in the order of the directory.
    ///
    /// # Errors
    ///
    /// The host cannot read it.
    fn list(&mut self) -> Result<Vec<ListedFile>, DriveError>;

    /// Reads the contents of a file that is listed without its records.
    ///
    /// # Errors
    ///
    /// The host cannot read it.
    fn read(&mut self, id: &Id) -> Result<Contents, DriveError>;

    /// Returns true if a file may get this name.
    fn allows(&self, id: &Id) -> bool;

    /// Writes a file, whole or not at all.
    ///
    /// # Errors
    ///
    /// The host cannot write it.
    fn write(&mut self, file: &ListedFile) -> Result<(), DriveError>;

    /// Removes a file.
    ///
    /// # Errors
    ///
    /// The host cannot remove it.
    fn remove(&mut self, id: &Id) -> Result<(), DriveError>;

    /// Gives a file another name, which no other has.
    ///
    /// # Errors
    ///
    /// The host cannot rename it.
    fn rename(&mut self, from: &Id, to: &Id) -> Result<(), DriveError>;

    /// Changes the attributes of a file.
    ///
    /// # Errors
    ///
    /// The host cannot change them.
    fn set_attributes(&mut self, id: &Id, attributes: Attributes) -> Result<(), DriveError>;

    /// Makes the changes permanent.
    ///
    /// # Errors
    ///
    /// The host cannot write it.
    fn finish(&mut self) -> Result<(), DriveError>;
}
