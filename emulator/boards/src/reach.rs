//! The files that a description may name: those in its folder, and those that the user allows.

use std::path::{Path, PathBuf};
use std::{fs, io};

use crate::error::Error;
use crate::files::{Files, Plain};

/// Where the files of a description are, which files it may use, and how they are read.
#[derive(Debug, Clone)]
pub struct Reach {
    /// The folder of the description, in which its files are searched for.
    pub folder: PathBuf,
    /// Folders whose files the description may also use, and existing files, in any folder, that an output may replace.
    pub allowed: Vec<PathBuf>,
    /// How the files are read; default: [`Plain`].
    pub files: &'static dyn Files,
}

impl Default for Reach {
    fn default() -> Self {
        Self { folder: PathBuf::new(), allowed: Vec::new(), files: &Plain }
    }
}

impl Reach {
    /// Finds a file of the description, or the place for it. Links are followed before it is compared with the folders.
    pub(crate) fn file(&self, path: &Path) -> Result<PathBuf, Error> {
        let found = self.folder.join(path);
        let place = place(&found).map_err(Error::file("find", &found))?;
        let own = fs::canonicalize(or_here(&self.folder));
        if own.is_ok_and(|own| place.starts_with(own)) || self.allowed().any(|root| place.starts_with(root)) {
            return Ok(found);
        }
        Err(Error::Outside { path: path.to_path_buf(), place })
    }

    /// Returns true if an output may replace a file.
    pub(crate) fn replaces(&self, path: &Path) -> bool {
        fs::canonicalize(path).is_ok_and(|path| self.allowed().any(|allowed| allowed == path))
    }

    fn allowed(&self) -> impl Iterator<Item = PathBuf> {
        self.allowed.iter().filter_map(|path| place(path).ok())
    }
}

/// The path of a file without links, whether it is there or not.
fn place(path: &Path) -> io::Result<PathBuf> {
    match (path.parent(), path.file_name()) {
        // A link that leads to nothing would be followed when the file is made, so it has to lead to something.
        (Some(folder), Some(name)) if fs::symlink_metadata(path).is_err() => {
            Ok(fs::canonicalize(or_here(folder))?.join(name))
        }
        _ => fs::canonicalize(path),
    }
}

/// The current folder, where the path of a folder is empty.
fn or_here(folder: &Path) -> &Path {
    if folder == Path::new("") {
        Path::new(".")
    } else {
        folder
    }
}
