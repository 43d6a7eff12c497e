//! Drives: files with records of 128 bytes, in a folder or in a disk image.
//!
//! The BDOS works on a [`Volume`], which keeps files that a program is writing until they are closed. The volume uses a
//! [`Storage`], which handles only whole files.

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

/// The number of drives, A to P.
pub const DRIVES: usize = 16;

/// The reason why an operation on a drive fails.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum DriveError {
    /// An error from the host's file system.
    #[error("{what}: {error}")]
    Io {
        /// The name of the file or folder.
        what: String,
        /// The error of the host.
        error: io::Error,
    },
    /// A disk image is inconsistent, or does not fit its layout.
    #[error("{image}: {reason}")]
    Image {
        /// The name of the image file.
        image: String,
        /// The inconsistency.
        reason: String,
    },
}

impl DriveError {
    /// Creates the error for a file or folder of the host.
    fn at(path: &Path, error: io::Error) -> Self {
        let what = path.display().to_string();
        Self::Io { what, error }
    }
}

/// A file as a storage lists it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ListedFile {
    /// User and name of the file.
    pub id: Id,
    /// Attributes of the file.
    pub attributes: Attributes,
    /// Extents and blocks of the file, possibly without the data.
    pub contents: Contents,
}

/// Storage for whole files, such as a folder or a disk image.
pub trait Storage: Send + Sync {
    /// Creates another storage for the same files.
    fn again(&self) -> Box<dyn Storage>;

    /// Returns the geometry that programs see.
    fn geometry(&self) -> Geometry;

    /// Lists the files, in the order of the directory.
    ///
    /// # Errors
    ///
    /// The host cannot read the files.
    fn list(&mut self) -> Result<Vec<ListedFile>, DriveError>;

    /// Reads the contents of a file that was listed without its records.
    ///
    /// # Errors
    ///
    /// The host cannot read the file.
    fn read(&mut self, id: &Id) -> Result<Contents, DriveError>;

    /// Returns true if this name is allowed for a file.
    fn allows(&self, id: &Id) -> bool;

    /// Writes a file, completely or not at all.
    ///
    /// # Errors
    ///
    /// The host cannot write the file.
    fn write(&mut self, file: &ListedFile) -> Result<(), DriveError>;

    /// Removes a file.
    ///
    /// # Errors
    ///
    /// The host cannot remove the file.
    fn remove(&mut self, id: &Id) -> Result<(), DriveError>;

    /// Renames a file; the new name must be unused.
    ///
    /// # Errors
    ///
    /// The host cannot rename the file.
    fn rename(&mut self, from: &Id, to: &Id) -> Result<(), DriveError>;

    /// Changes the attributes of a file.
    ///
    /// # Errors
    ///
    /// The host cannot change the attributes.
    fn set_attributes(&mut self, id: &Id, attributes: Attributes) -> Result<(), DriveError>;

    /// Makes the changes permanent.
    ///
    /// # Errors
    ///
    /// The host cannot write the changes.
    fn finish(&mut self) -> Result<(), DriveError>;
}
