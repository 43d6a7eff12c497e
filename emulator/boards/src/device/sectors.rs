//! The image of a disk or a card, in sectors of 512 bytes.

use std::collections::BTreeMap;
use std::io;
use std::path::Path;
use std::sync::Arc;

use streams::gate::{Shared, note_input};
use z8000::save::{Archive, SaveError};

use crate::image::check_length;

/// Bytes of a sector.
pub(crate) const SECTOR: usize = 512;

/// The byte of what an image does not have: on a disk of CP/M nothing is there.
const BLANK: u8 = 0xE5;

/// A sector's bytes.
pub(crate) type Sector = [u8; SECTOR];

/// An image.
#[derive(Debug, Clone)]
pub(crate) struct Sectors {
    file: Shared,
    writable: bool,
    /// The sectors that were written, by number, if the file is to stay as it is.
    kept: Option<BTreeMap<u64, Arc<Sector>>>,
}

impl Sectors {
    /// Opens an image. If it is writable but the user does not allow that, what is written stays in memory.
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

    /// Refuses an image that ends within a sector.
    pub(crate) fn check_whole(&self) -> io::Result<()> {
        let length = self.length()?;
        if length % SECTOR as u64 == 0 {
            return Ok(());
        }
        let what = format!("a disk must have one or more sectors of {SECTOR} bytes; this file has {length} bytes");
        Err(io::Error::new(io::ErrorKind::InvalidData, what))
    }

    /// From now on keeps in memory what is written, and leaves the file as it is.
    pub(crate) fn keep(&mut self) {
        if self.kept.is_none() {
            self.file.release();
        }
        self.kept.get_or_insert_default();
    }

    /// The file, if it lacks what was written.
    pub(crate) fn unsaved(&self) -> Option<String> {
        let kept = self.kept.as_ref().filter(|kept| !kept.is_empty());
        kept.map(|_| self.file.path().display().to_string())
    }

    /// Returns true if the program can write.
    pub(crate) const fn is_writable(&self) -> bool {
        self.writable
    }

    /// Bytes of the image.
    pub(crate) fn length(&self) -> io::Result<u64> {
        self.file.length()
    }

    /// A sector; what the image lacks is empty.
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

    /// Writes a sector; the image grows as far as it.
    pub(crate) fn write(&mut self, number: u64, sector: &Sector) -> io::Result<()> {
        if let Some(kept) = &mut self.kept {
            kept.insert(number, Arc::new(*sector));
            return Ok(());
        }
        self.file.write_at(number * SECTOR as u64, sector, BLANK)
    }

    /// The sectors that are kept go into a save file, or come out of one.
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
