//! Access control for files in descriptions: those in the description's folder, and those that the user allows.

use std::io;
use std::path::{Path, PathBuf};

use streams::gate::{self, By, Found, Named};

use crate::error::Error;
use crate::files::{Files, Plain};

/// Where the files of a description are, which files it may use, and the services of the host.
#[derive(Debug, Clone)]
pub struct Reach {
    /// The folder of the description, in which its files are searched for.
    pub folder: PathBuf,
    /// Folders whose files the description may also use, and existing files, in any folder, that the machine may change.
    pub allowed: Vec<PathBuf>,
    /// How programs in images and standard input are read; default: [`Plain`].
    pub files: &'static dyn Files,
}

impl Default for Reach {
    fn default() -> Self {
        Self { folder: PathBuf::new(), allowed: Vec::new(), files: &Plain }
    }
}

impl Reach {
    /// Resolves the path of a file to read or create, following links, and checks that the description may use it.
    pub(crate) fn file(&self, path: &Path) -> Result<PathBuf, Error> {
        self.found(path).map(|(found, _)| found)
    }

    /// Reads a file of the description; returns its resolved path and its contents.
    pub(crate) fn read(&self, path: &Path) -> Result<(PathBuf, Vec<u8>), Error> {
        let path = self.file(path)?;
        let bytes = gate::input(Named { path: &path, by: By::Description });
        let bytes = bytes.map_err(Error::file("read", &path))?;
        Ok((path, bytes))
    }

    /// Resolves the path of an output like [`file`](Self::file); also returns true if the user has allowed this file by
    /// name.
    pub(crate) fn output(&self, path: &Path) -> Result<(PathBuf, bool), Error> {
        let (path, found) = self.found(path)?;
        let refused = |what: &str| {
            Err(Error::file("write", &path)(io::Error::new(
                io::ErrorKind::InvalidInput,
                what,
            )))
        };
        if found.hidden {
            return refused("a name in its path begins with `.` or `-`, which a machine must not write");
        }
        if found.links {
            return refused("its path has a link, through which a machine must not write");
        }
        Ok((path, found.named))
    }

    /// Returns true if the user allows the machine to change this file.
    pub(crate) fn changes(&self, path: &Path) -> bool {
        self.output(path).is_ok_and(|(_, named)| named)
    }

    fn found(&self, path: &Path) -> Result<(PathBuf, Found), Error> {
        let found = self.folder.join(path);
        match gate::within(&self.folder, &self.allowed, &found).map_err(Error::file("find", &found))? {
            Ok(about) => Ok((found, about)),
            Err(place) => Err(Error::Outside { path: path.to_path_buf(), place }),
        }
    }
}
