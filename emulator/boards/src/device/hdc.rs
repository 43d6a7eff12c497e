//! The disk controller of the Commodore 900: it reads command blocks from memory, and transfers data by DMA.

use std::io;

use z8000::machine::{Device, Physical};
use z8000::save::{Archive, SaveError};

use super::sectors::{SECTOR, Sector, Sectors};

/// Bytes per command block. The floppy's block follows that of the hard disk.
const BLOCK: u32 = 16;

/// Offsets in a command block: the command, the number of the first sector (3 bytes), the number of sectors, the memory
/// address (3 bytes), the result, and copies of the two upper bytes of the sector number.
const COMMAND: u32 = 0;
const NUMBER: u32 = 1;
const COUNT: u32 = 4;
const ADDRESS: u32 = 6;
const RESULT: u32 = 12;

/// The result field of a command block that is waiting to be executed.
const ARMED: u8 = 0xFF;

/// The values of the result field.
const DONE: u8 = 0x00;
const TRANSFERRED: u8 = 0x80;
const UNKNOWN: u8 = 0x81;
const NOT_READY: u8 = 0x92;

/// The controller with its hard disk, and a floppy drive without a disk.
#[derive(Debug, Clone)]
pub(crate) struct Hdc {
    sectors: Sectors,
    /// The address of the command block.
    block: u32,
    identifier: u16,
    /// True if the controller must check its command blocks.
    looks: bool,
    requests: bool,
}

impl Hdc {
    pub(crate) fn new(mut sectors: Sectors, block: u32, identifier: u16) -> io::Result<Self> {
        sectors.check_whole()?;
        if !sectors.is_writable() {
            sectors.keep();
        }
        Ok(Self { sectors, block, identifier, looks: false, requests: false })
    }

    /// Executes a command block if it is armed.
    fn serve(&mut self, memory: &mut Physical<'_>, block: u32, has_disk: bool) {
        if memory.byte(block + RESULT) != ARMED {
            return;
        }
        let result = match memory.byte(block + COMMAND) {
            0x0F if has_disk => {
                self.block = three(memory, block + ADDRESS);
                DONE
            }
            0x00 | 0x01 | 0x03 | 0x05 | 0x0C if has_disk => DONE,
            write @ (0x08 | 0x0A) if has_disk => self.transfer_all(memory, block, write == 0x0A),
            // Fails without a disk; formatting (04h) always fails.
            0x00 | 0x01 | 0x03 | 0x04 | 0x05 | 0x08 | 0x0A | 0x0C => NOT_READY,
            _ => UNKNOWN,
        };
        memory.set_byte(block + RESULT, result);
        for n in 0..2 {
            let copy = memory.byte(block + NUMBER + n);
            memory.set_byte(block + RESULT + 1 + n, copy);
        }
        self.requests = true;
    }

    /// Transfers all sectors of a command block.
    fn transfer_all(&mut self, memory: &mut Physical<'_>, block: u32, writes: bool) -> u8 {
        let first = u64::from(three(memory, block + NUMBER) & 0x1F_FFFF);
        let count = memory.byte(block + COUNT);
        let address = three(memory, block + ADDRESS);
        let size = self.sectors.length().unwrap_or(0) / SECTOR as u64;
        if first + u64::from(count) > size {
            return NOT_READY;
        }
        for (number, at) in (first..first + u64::from(count)).zip((address..).step_by(SECTOR)) {
            let done = if writes {
                self.write_sector(memory, number, at)
            } else {
                self.read_sector(memory, number, at)
            };
            if done.is_err() {
                return NOT_READY;
            }
        }
        TRANSFERRED
    }

    fn read_sector(&self, memory: &mut Physical<'_>, number: u64, at: u32) -> io::Result<()> {
        for (at, byte) in (at..).zip(self.sectors.read(number)?) {
            memory.set_byte(at, byte);
        }
        Ok(())
    }

    fn write_sector(&mut self, memory: &Physical<'_>, number: u64, at: u32) -> io::Result<()> {
        let sector: Sector = std::array::from_fn(|n| memory.byte(at + n as u32));
        self.sectors.write(number, &sector)
    }
}

/// Reads a 3-byte number.
fn three(memory: &Physical<'_>, at: u32) -> u32 {
    (0..3).fold(0, |number, n| number << 8 | u32::from(memory.byte(at + n)))
}

impl Device for Hdc {
    fn kind(&self) -> &'static str {
        "hdc"
    }

    fn write(&mut self, register: u16, value: u8) {
        self.looks |= register == 1 && value & 1 != 0;
    }

    fn due(&self) -> u64 {
        if self.looks { 0 } else { u64::MAX }
    }

    fn look(&mut self, _: u64, memory: &mut Physical<'_>) {
        if std::mem::take(&mut self.looks) {
            let block = self.block;
            self.serve(memory, block, true);
            self.serve(memory, block + BLOCK, false);
        }
    }

    fn requests(&self) -> bool {
        self.requests
    }

    fn acknowledge(&mut self) -> u16 {
        self.requests = false;
        self.identifier
    }

    fn unsaved(&self) -> Option<String> {
        self.sectors.unsaved()
    }

    fn keep(&mut self) {
        self.sectors.keep();
    }

    fn archive(&mut self, archive: &mut Archive<'_>) -> Result<(), SaveError> {
        archive.long(&mut self.block)?;
        self.block &= 0xFF_FFFF;
        archive.flag(&mut self.looks)?;
        archive.flag(&mut self.requests)?;
        self.sectors.archive(archive)
    }
}
