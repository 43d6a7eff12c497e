//! The file to which games are saved.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};

/// A file of games, and what it held before the game that is being played.
#[derive(Debug)]
pub(super) struct Archive {
    /// Where it is.
    pub(super) path: PathBuf,
    before: Vec<u8>,
}

impl Archive {
    /// Reads what a file holds, if it is there.
    ///
    /// # Errors
    ///
    /// It cannot be read, or no file can be written there.
    pub(super) fn open(path: &Path) -> Result<Self> {
        cli::check(path)?;
        // What is not a plain file, as /dev/stdout, holds nothing.
        let is_file = fs::metadata(path).is_ok_and(|known| known.is_file());
        let before = if is_file {
            // It is read and written by the same command, on purpose.
            cli::contents(path).with_context(|| format!("cannot read {}", path.display()))?
        } else {
            Vec::new()
        };
        Ok(Self { path: path.to_owned(), before })
    }

    /// Returns true if a path names this file, however it is written.
    pub(super) fn is_at(&self, path: &Path) -> bool {
        let same = |one: Option<PathBuf>, other: Option<PathBuf>| one.is_some() && one == other;
        self.path == path || same(self.path.canonicalize().ok(), path.canonicalize().ok()) || {
            same(absolute(&self.path), absolute(path))
        }
    }

    /// Writes the game behind what the file held. The file is replaced as a whole; a game that was saved before is
    /// replaced by what has become of it.
    ///
    /// # Errors
    ///
    /// The file cannot be written.
    pub(super) fn save(&self, game: &str) -> Result<()> {
        cli::write(&self.path, &self.with(game))
    }

    /// The same for the last time: the next game stands behind this one.
    ///
    /// # Errors
    ///
    /// The file cannot be written.
    pub(super) fn close(&mut self, game: &str) -> Result<()> {
        self.save(game)?;
        self.before = self.with(game);
        Ok(())
    }

    fn with(&self, game: &str) -> Vec<u8> {
        let mut bytes = self.before.clone();
        while !(bytes.is_empty() || bytes.ends_with(b"\n\n") || bytes.ends_with(b"\n\r\n")) {
            bytes.push(b'\n');
        }
        bytes.extend_from_slice(game.as_bytes());
        bytes
    }
}

/// The name in its folder, the folder without links; none where there is no such folder.
fn absolute(path: &Path) -> Option<PathBuf> {
    let folder = path.parent().filter(|folder| *folder != Path::new(""));
    let folder = folder.unwrap_or(Path::new(".")).canonicalize().ok()?;
    Some(folder.join(path.file_name()?))
}
