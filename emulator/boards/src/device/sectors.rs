//! The image of a disk or a card, in sectors of 512 bytes.

use std::collections::BTreeMap;
use std::io;
use std::path::Path;
use std::sync::Arc;

use streams::gate::{Shared, note_input};
use z8000::save::{Archive, SaveError};

use crate::image::check_length;

/// Bytes per sector.
pub(crate) const SECTOR: usize = 512;

/// The value of bytes beyond the end of an image: CP/M treats directory entries with it as unused.
const BLANK: u8 = 0xE5;

pub(crate) type Sector = [u8; SECTOR];

/// A disk or card image.
#[derive(Debug, Clone)]
pub(crate) struct Sectors {
    file: Shared,
    writable: bool,
    /// The written sectors, by number, if writes must not change the file; otherwise `None`.
    kept: Option<BTreeMap<u64, Arc<Sector>>>,
}

impl Sectors {
    /// Opens an image. If it is writable but the user does not allow changes, writes are kept in memory.
    pub(crate) fn open(path: &Path, writable: bool, allowed: bool) -> io::Result<Self> {
        let changes = writable && allowed;
        if !changes {
            note_input(path)?;
        }
        let file = Shared::open(path, changes)?;
        check_length(file.length()?)?;
        let kept = (writable && !allowed).then(BTreeMap::new);
        Ok(Self { file, writable, kept })
    }

    /// Returns an error if the image ends within a sector.
    pub(crate) fn check_whole(&self) -> io::Result<()> {
        let length = self.length()?;
        if length % SECTOR as u64 == 0 {
            return Ok(());
        }
        let what = format!("a disk must have one or more sectors of {SECTOR} bytes; this file has {length} bytes");
        Err(io::Error::new(io::ErrorKind::InvalidData, what))
    }

    /// Keeps all further writes in memory and does not change the file.
    pub(crate) fn keep(&mut self) {
        if self.kept.is_none() {
            self.file.release();
        }
        self.kept.get_or_insert_default();
    }

    /// Returns the name of the file if writes are kept in memory only.
    pub(crate) fn unsaved(&self) -> Option<String> {
        let kept = self.kept.as_ref().filter(|kept| !kept.is_empty());
        kept.map(|_| self.file.path().display().to_string())
    }

    /// Returns true if the program may write to the disk.
    pub(crate) const fn is_writable(&self) -> bool {
        self.writable
    }

    /// Returns the size of the image in bytes.
    pub(crate) fn length(&self) -> io::Result<u64> {
        self.file.length()
    }

    /// Reads a sector. Bytes beyond the end of the image are E5h.
    pub(crate) fn read(&self, number: u64) -> io::Result<Sector> {
        if let Some(sector) = self.kept.as_ref().and_then(|kept| kept.get(&number)) {
            return Ok(**sector);
        }
        let mut bytes = self.file.read_at(number * SECTOR as u64, SECTOR as u64)?;
        bytes.resize(SECTOR, BLANK);
        let mut sector = [BLANK; SECTOR];
        sector.copy_from_slice(&bytes);
        Ok(sector)
    }

    /// Writes a sector, extending the image if necessary.
    pub(crate) fn write(&mut self, number: u64, sector: &Sector) -> io::Result<()> {
        if let Some(kept) = &mut self.kept {
            kept.insert(number, Arc::new(*sector));
            return Ok(());
        }
        self.file.write_at(number * SECTOR as u64, sector, BLANK)
    }

    /// Saves the sectors kept in memory to a save file, or restores them from it.
    pub(crate) fn archive(&mut self, archive: &mut Archive<'_>) -> Result<(), SaveError> {
        let kept = self.kept.iter_mut().flat_map(std::mem::take);
        let kept: Vec<(u64, Sector)> = kept.map(|(number, sector)| (number, *sector)).collect();
        let mut count = kept.len() as u64;
        archive.count(&mut count)?;
        let mut kept = kept.into_iter();
        for _ in 0..count {
            let (mut number, mut sector) = kept.next().unwrap_or((0, [BLANK; SECTOR]));
            archive.count(&mut number)?;
            archive.bytes(&mut sector)?;
            self.kept.get_or_insert_default().insert(number, Arc::new(sector));
        }
        Ok(())
    }
}
