//! The image of a disk or a card, in sectors of 512 bytes.

use std::collections::BTreeMap;
use std::fs::{File, OpenOptions};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use z8000::save::{Archive, SaveError};

use crate::files::Files;
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
    path: PathBuf,
    file: Arc<File>,
    writable: bool,
    /// The sectors that were written, by number, if the file is to stay as it is.
    kept: Option<BTreeMap<u64, Arc<Sector>>>,
}

impl Sectors {
    pub(crate) fn open(files: &dyn Files, path: &Path, writable: bool) -> io::Result<Self> {
        // It refuses what has no sectors, such as a pipe.
        files.open(path)?;
        let file = OpenOptions::new().read(true).write(writable).open(path)?;
        check_length(file.metadata()?.len())?;
        Ok(Self { path: path.to_path_buf(), file: Arc::new(file), writable, kept: None })
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
        self.kept.get_or_insert_default();
    }

    /// The file, if it lacks what was written.
    pub(crate) fn unsaved(&self) -> Option<String> {
        let kept = self.kept.as_ref().filter(|kept| !kept.is_empty());
        kept.map(|_| self.path.display().to_string())
    }

    /// Returns true if what is written changes the file.
    pub(crate) const fn is_writable(&self) -> bool {
        self.writable
    }

    /// Bytes of the image.
    pub(crate) fn length(&self) -> io::Result<u64> {
        Ok(self.file.metadata()?.len())
    }

    /// A sector; what the image lacks is empty.
    pub(crate) fn read(&self, number: u64) -> io::Result<Sector> {
        if let Some(sector) = self.kept.as_ref().and_then(|kept| kept.get(&number)) {
            return Ok(**sector);
        }
        let mut file = &*self.file;
        file.seek(SeekFrom::Start(number * SECTOR as u64))?;
        let mut bytes = Vec::new();
        file.take(SECTOR as u64).read_to_end(&mut bytes)?;
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
        let (mut file, start) = (&*self.file, number * SECTOR as u64);
        let end = file.seek(SeekFrom::End(0))?;
        for gap in (end..start).step_by(SECTOR) {
            let size = (start - gap).min(SECTOR as u64) as usize;
            file.write_all(&[BLANK; SECTOR][..size])?;
        }
        file.seek(SeekFrom::Start(start))?;
        file.write_all(sector)
    }

    /// The sectors that are kept go into a save file, or come out of one.
    pub(crate) fn archive(&mut self, archive: &mut Archive<'_>) -> Result<(), SaveError> {
        let kept = self.kept.iter().flatten();
        let kept: Vec<(u64, Sector)> = kept.map(|(number, sector)| (*number, **sector)).collect();
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
