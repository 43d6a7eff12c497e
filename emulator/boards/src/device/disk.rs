//! A disk: an image in sectors of 512 bytes, accessed through four word ports.

use std::io;

use z8000::machine::Device;
use z8000::save::{Archive, SaveError};

use super::sectors::{SECTOR, Sector, Sectors};

/// The values of the command register, and the bits of the status.
const READ: u16 = 1;
const WRITE: u16 = 2;
const DONE: u16 = 0;
const FAILED: u16 = 1;

/// A disk. Its registers are four words: the upper and lower word of the sector number, command and status, and data.
#[derive(Debug, Clone)]
pub(crate) struct Disk {
    sectors: Sectors,
    sector: [u16; 2],
    status: u16,
    buffer: Sector,
    /// Offset of the next data word in the buffer.
    at: usize,
}

impl Disk {
    pub(crate) fn new(sectors: Sectors) -> io::Result<Self> {
        sectors.check_whole()?;
        Ok(Self { sectors, sector: [0; 2], status: DONE, buffer: [0; SECTOR], at: 0 })
    }

    fn word(&mut self, register: u16) -> u16 {
        match register / 2 {
            0 => self.sector[0],
            1 => self.sector[1],
            2 => self.status,
            _ => {
                let word = u16::from_be_bytes([self.buffer[self.at], self.buffer[self.at + 1]]);
                self.at = (self.at + 2) % SECTOR;
                word
            }
        }
    }

    /// Executes a command. Sectors beyond the end of the image cannot be read or written.
    fn command(&mut self, command: u16) -> io::Result<()> {
        let number = u64::from(self.sector[0]) << 16 | u64::from(self.sector[1]);
        if (number + 1) * SECTOR as u64 > self.sectors.length()? {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
        match command {
            READ => self.buffer = self.sectors.read(number)?,
            WRITE if self.sectors.is_writable() => self.sectors.write(number, &self.buffer)?,
            _ => return Err(io::ErrorKind::InvalidInput.into()),
        }
        Ok(())
    }
}

impl Device for Disk {
    fn kind(&self) -> &'static str {
        "disk"
    }

    fn read(&mut self, register: u16) -> u8 {
        let [high, low] = self.word(register).to_be_bytes();
        if register & 1 == 0 { high } else { low }
    }

    fn read_word(&mut self, register: u16) -> Option<u16> {
        Some(self.word(register))
    }

    fn write_word(&mut self, register: u16, value: u16) -> bool {
        match register / 2 {
            0 => self.sector[0] = value,
            1 => self.sector[1] = value,
            2 => {
                self.at = 0;
                self.status = match self.command(value) {
                    Ok(()) => DONE,
                    Err(_) => FAILED,
                };
            }
            _ => {
                self.buffer[self.at..self.at + 2].copy_from_slice(&value.to_be_bytes());
                self.at = (self.at + 2) % SECTOR;
            }
        }
        true
    }

    fn keep(&mut self) {
        self.sectors.keep();
    }

    fn archive(&mut self, archive: &mut Archive<'_>) -> Result<(), SaveError> {
        for word in self.sector.iter_mut().chain([&mut self.status]) {
            archive.word(word)?;
        }
        archive.bytes(&mut self.buffer)?;
        let (offset, mut at) = (archive.at(), self.at as u16);
        archive.word(&mut at)?;
        archive.sense(offset, usize::from(at) < SECTOR && at & 1 == 0)?;
        self.at = at.into();
        self.sectors.archive(archive)
    }
}
