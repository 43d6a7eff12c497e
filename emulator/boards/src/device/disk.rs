//! A disk: an image in sectors of 512 bytes, behind four word ports.

use std::collections::BTreeMap;
use std::fs::{File, OpenOptions};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::Path;
use std::sync::Arc;

/// Bytes of a sector.
const SECTOR: usize = 512;

/// Commands, and the status after one.
const READ: u16 = 1;
const WRITE: u16 = 2;
const DONE: u16 = 0;
const FAILED: u16 = 1;

/// Sectors that were written and are kept in memory, by number.
type Kept = BTreeMap<u64, Arc<[u8; SECTOR]>>;

/// A disk. Its registers are four words: the upper and the lower word of the sector's number, command and status, data.
#[derive(Debug, Clone)]
pub(crate) struct Disk {
    file: Arc<File>,
    writable: bool,
    /// The sectors that were written, if the file is to stay as it is.
    kept: Option<Kept>,
    /// The first port.
    port: u16,
    pub(crate) sector: [u16; 2],
    pub(crate) status: u16,
    pub(crate) buffer: [u8; SECTOR],
    /// Offset of the next data word in the buffer.
    pub(crate) at: usize,
}

impl Disk {
    pub(crate) fn open(path: &Path, port: u16, writable: bool) -> io::Result<Self> {
        // Anything else has no sectors.
        cli::regular(path)?;
        let file = OpenOptions::new().read(true).write(writable).open(path)?;
        let length = file.metadata()?.len();
        if length == 0 || length % SECTOR as u64 != 0 {
            let what = format!("a disk has one or more sectors of {SECTOR} bytes, and this file has {length} bytes");
            return Err(io::Error::new(io::ErrorKind::InvalidData, what));
        }
        Ok(Self {
            file: Arc::new(file),
            writable,
            kept: None,
            port,
            sector: [0; 2],
            status: DONE,
            buffer: [0; SECTOR],
            at: 0,
        })
    }

    /// From now on keeps in memory what is written, and leaves the file as it is: then a copy of the disk is a copy of
    /// all that it holds.
    pub(crate) fn keep(&mut self) {
        self.kept.get_or_insert_default();
    }

    /// The number of the register at a port.
    fn register(&self, port: u16) -> Option<u16> {
        let distance = (port & 0xFFFE).wrapping_sub(self.port & 0xFFFE);
        (distance < 8).then_some(distance / 2)
    }

    /// A word from one of its ports.
    pub(crate) fn input(&mut self, port: u16) -> Option<u16> {
        Some(match self.register(port)? {
            0 => self.sector[0],
            1 => self.sector[1],
            2 => self.status,
            _ => {
                let word = u16::from_be_bytes([self.buffer[self.at], self.buffer[self.at + 1]]);
                self.at = (self.at + 2) % SECTOR;
                word
            }
        })
    }

    /// A word to one of its ports.
    pub(crate) fn output(&mut self, port: u16, value: u16) {
        match self.register(port) {
            Some(0) => self.sector[0] = value,
            Some(1) => self.sector[1] = value,
            Some(2) => {
                self.at = 0;
                self.status = match self.command(value) {
                    Ok(()) => DONE,
                    Err(_) => FAILED,
                };
            }
            Some(_) => {
                self.buffer[self.at..self.at + 2].copy_from_slice(&value.to_be_bytes());
                self.at = (self.at + 2) % SECTOR;
            }
            None => {}
        }
    }

    /// A sector beyond the end cannot be read or written.
    fn command(&mut self, command: u16) -> io::Result<()> {
        let number = u64::from(self.sector[0]) << 16 | u64::from(self.sector[1]);
        let start = number * SECTOR as u64;
        if start + SECTOR as u64 > self.file.metadata()?.len() {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
        let mut file = &*self.file;
        file.seek(SeekFrom::Start(start))?;
        match (command, &mut self.kept) {
            (READ, Some(kept)) if kept.contains_key(&number) => {
                self.buffer = *kept[&number];
                Ok(())
            }
            (READ, _) => file.read_exact(&mut self.buffer),
            (WRITE, Some(kept)) if self.writable => {
                kept.insert(number, Arc::new(self.buffer));
                Ok(())
            }
            (WRITE, Some(_)) => Err(io::ErrorKind::PermissionDenied.into()),
            (WRITE, None) => file.write_all(&self.buffer),
            _ => Err(io::ErrorKind::InvalidInput.into()),
        }
    }
}
