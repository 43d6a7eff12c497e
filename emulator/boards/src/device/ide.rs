//! An IDE drive or CompactFlash card with programmed I/O, with 8 or 16 data lines.

use std::io;

use z8000::machine::Device;
use z8000::save::{Archive, SaveError};

use super::sectors::{SECTOR, Sector, Sectors};

/// The registers, by address lines A2 to A0.
const DATA: u16 = 0;
const ERROR: u16 = 1;
const COUNT: usize = 2;
const NUMBER: usize = 3;
const LOW: usize = 4;
const HIGH: usize = 5;
const HEAD: usize = 6;
const STATUS: u16 = 7;

/// Bits of the status register.
const FAILED: u8 = 0x01;
const REQUEST: u8 = 0x08;
const SEEK_DONE: u8 = 0x10;
const READY: u8 = 0x40;

/// Bits of the error register.
const ABORTED: u8 = 0x04;
const NOT_FOUND: u8 = 0x10;

/// The registers after a reset and diagnostics, by which a device shows that it accepts ATA commands.
const SIGNATURE: [u8; 8] = [0, 0, 1, 1, 0, 0, 0, 0];

/// The IDENTIFY DEVICE command.
const IDENTIFY: u8 = 0xEC;

/// Bits of the device/head register: logical block addressing, and selection of the second device.
const LBA: u8 = 0x40;
const SECOND: u8 = 0x10;

/// The geometry after a reset, for programs that do not use block numbers: heads, and sectors per track.
const GEOMETRY: [u8; 2] = [16, 63];

/// Maximum number of sectors per block for READ MULTIPLE and WRITE MULTIPLE.
const MULTIPLE: u8 = 16;

/// Minimum number of sectors of a card; sectors beyond the end of its image are empty.
const SMALLEST: u64 = 0x1_0000;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Transfer {
    None,
    /// To the processor, with this many further sectors after the current one.
    Read(u64),
    /// From the processor, with this many further sectors after the current one.
    Write(u64),
}

/// The first device of a channel: a card, or an empty slot, whose lines all read as 0.
#[derive(Debug, Clone)]
pub(crate) struct Ide {
    card: Option<Sectors>,
    registers: [u8; 8],
    status: u8,
    error: u8,
    /// True if the device transfers single bytes on the lower half of the data lines.
    bytewise: bool,
    transfer: Transfer,
    buffer: Sector,
    at: usize,
    /// The number of the sector in the buffer.
    sector: u64,
    /// True if the transfer is one of sectors, and not of the device's description.
    counts: bool,
    /// Heads, and sectors per track, as set by the program.
    geometry: [u8; 2],
    /// Sectors per block of READ MULTIPLE and WRITE MULTIPLE; 0 if these commands are disabled.
    multiple: u8,
}

impl Ide {
    /// Creates a drive. If the image is not writable, written sectors are kept in memory.
    pub(crate) fn new(mut card: Option<Sectors>) -> Self {
        if let Some(card) = card.as_mut().filter(|card| !card.is_writable()) {
            card.keep();
        }
        Self {
            card,
            registers: SIGNATURE,
            status: READY | SEEK_DONE,
            error: 1,
            bytewise: false,
            transfer: Transfer::None,
            buffer: [0; SECTOR],
            at: 0,
            sector: 0,
            counts: false,
            geometry: GEOMETRY,
            multiple: 1,
        }
    }

    /// Returns the number of sectors of the card.
    fn size(&self) -> u64 {
        let length = self.card.as_ref().and_then(|card| card.length().ok()).unwrap_or(0);
        length.div_ceil(SECTOR as u64).max(SMALLEST)
    }

    fn is_there(&self) -> bool {
        self.card.is_some() && self.registers[HEAD] & SECOND == 0
    }

    /// Returns the number of the sector that the registers select.
    fn named(&self) -> Option<u64> {
        let [number, low, high, head] = [NUMBER, LOW, HIGH, HEAD].map(|register| u64::from(self.registers[register]));
        if self.registers[HEAD] & LBA != 0 {
            return Some((head & 0x0F) << 24 | high << 16 | low << 8 | number);
        }
        let (cylinder, head) = (high << 8 | low, head & 0x0F);
        let [heads, per_track] = self.geometry.map(u64::from);
        let exists = head < heads && (1..=per_track).contains(&number);
        exists.then(|| (cylinder * heads + head) * per_track + number - 1)
    }

    /// Sets the registers to select a sector, as after its transfer.
    fn name(&mut self, sector: u64) {
        let [heads, per_track] = self.geometry.map(u64::from);
        let track = sector / per_track;
        let (number, cylinder, head) = if self.registers[HEAD] & LBA != 0 {
            (sector, sector >> 8, sector >> 24)
        } else {
            (sector % per_track + 1, track / heads, track % heads)
        };
        self.registers[NUMBER] = number as u8;
        self.registers[LOW] = cylinder as u8;
        self.registers[HIGH] = (cylinder >> 8) as u8;
        self.registers[HEAD] = self.registers[HEAD] & 0xF0 | head as u8 & 0x0F;
    }

    /// Returns true if the selected sector exists; otherwise the command fails.
    fn finds(&mut self) -> bool {
        let found = self.named().is_some_and(|sector| sector < self.size());
        if !found {
            self.fail(NOT_FOUND);
        }
        found
    }

    /// Checks that all sectors of a command exist.
    fn verify(&mut self, sectors: u64) {
        for _ in 0..sectors {
            if !self.finds() {
                return;
            }
            let done = self.named().unwrap_or(0);
            self.count_down();
            if self.registers[COUNT] != 0 {
                self.name(done + 1);
            }
        }
    }

    /// Decrements the sector count after a sector is done.
    const fn count_down(&mut self) {
        self.registers[COUNT] = self.registers[COUNT].wrapping_sub(1);
    }

    fn command(&mut self, command: u8) {
        (self.status, self.error, self.transfer, self.at) = (READY | SEEK_DONE, 0, Transfer::None, 0);
        self.counts = command != IDENTIFY;
        let more = u64::from(self.registers[COUNT].wrapping_sub(1));
        match command {
            0x20 | 0x21 => self.begin(Transfer::Read(more)),
            0x30 | 0x31 | 0x38 | 0x3C => self.begin(Transfer::Write(more)),
            0xC4 if self.multiple > 0 => self.begin(Transfer::Read(more)),
            0xC5 | 0xCD if self.multiple > 0 => self.begin(Transfer::Write(more)),
            0xC6 => self.set_multiple(),
            0x40 | 0x41 => self.verify(more + 1),
            0x70..=0x7F => {
                self.finds();
            }
            0x91 => self.set_geometry(),
            0xE5 | 0x98 => self.registers[COUNT] = 0xFF,
            IDENTIFY => {
                self.buffer = self.identity();
                self.transfer = Transfer::Read(0);
                self.status |= REQUEST;
            }
            0xEF => self.set_features(),
            // Recalibrate; idle and standby, which the next command ends; flush cache.
            0x10..=0x1F | 0xE0..=0xE3 | 0x94..=0x97 | 0xE7 => {}
            // Diagnostics.
            0x90 => (self.error, self.registers) = (1, SIGNATURE),
            _ => self.fail(ABORTED),
        }
    }

    /// Executes INITIALIZE DEVICE PARAMETERS.
    fn set_geometry(&mut self) {
        match self.registers[COUNT] {
            0 => self.fail(ABORTED),
            per_track => self.geometry = [(self.registers[HEAD] & 0x0F) + 1, per_track],
        }
    }

    fn set_multiple(&mut self) {
        match self.registers[COUNT] {
            count if count == 0 || count.is_power_of_two() && count <= MULTIPLE => self.multiple = count,
            _ => self.fail(ABORTED),
        }
    }

    fn set_features(&mut self) {
        match self.registers[usize::from(ERROR)] {
            0x01 => self.bytewise = true,
            0x81 => self.bytewise = false,
            // Set a programmed-I/O transfer mode; enable or disable caches, which do not exist; set what a reset
            // restores.
            0x03 if self.registers[COUNT] < 0x10 => {}
            0x02 | 0x82 | 0x55 | 0xAA | 0x66 | 0xCC => {}
            _ => self.fail(ABORTED),
        }
    }

    fn fail(&mut self, error: u8) {
        self.status = READY | SEEK_DONE | FAILED;
        self.error = error;
        self.transfer = Transfer::None;
    }

    /// Begins a transfer with the selected sector.
    fn begin(&mut self, transfer: Transfer) {
        if self.finds() {
            (self.sector, self.transfer) = (self.named().unwrap_or(0), transfer);
            self.next();
        }
    }

    /// Continues the transfer with the next sector: requests it from the processor, or reads it into the buffer.
    fn next(&mut self) {
        self.at = 0;
        self.status |= REQUEST;
        if let (Transfer::Read(_), Some(card)) = (self.transfer, &self.card) {
            match card.read(self.sector) {
                Ok(sector) => self.buffer = sector,
                Err(_) => self.fail(ABORTED),
            }
        }
    }

    /// Ends the transfer of the buffer, which is full or has been read.
    fn finish(&mut self) {
        self.status &= !REQUEST;
        let written = match (self.transfer, &mut self.card) {
            (Transfer::Write(_), Some(card)) => card.write(self.sector, &self.buffer),
            _ => Ok(()),
        };
        if written.is_err() {
            return self.fail(ABORTED);
        }
        if self.counts {
            self.count_down();
        }
        match self.transfer {
            Transfer::Read(more @ 1..) => self.transfer = Transfer::Read(more - 1),
            Transfer::Write(more @ 1..) => self.transfer = Transfer::Write(more - 1),
            _ => {
                self.transfer = Transfer::None;
                return;
            }
        }
        self.sector += 1;
        self.name(self.sector);
        if self.finds() {
            self.next();
        }
    }

    /// Returns the next byte of the buffer, for the processor.
    fn byte(&mut self) -> u8 {
        let Transfer::Read(_) = self.transfer else {
            return 0xFF;
        };
        let byte = self.buffer[self.at];
        self.step();
        byte
    }

    fn set_byte(&mut self, value: u8) {
        if let Transfer::Write(_) = self.transfer {
            self.buffer[self.at] = value;
            self.step();
        }
    }

    fn step(&mut self) {
        self.at += 1;
        if self.at == SECTOR {
            self.finish();
        }
    }

    /// Returns the words of IDENTIFY DEVICE, each with its lower byte first.
    fn identity(&self) -> Sector {
        let size = self.size().min(u32::MAX.into());
        let cylinders = |[heads, per_track]: [u8; 2]| (size / (u64::from(heads) * u64::from(per_track))).min(65_535);
        let mut words = [0_u16; SECTOR / 2];
        words[0] = 0x848A;
        let [heads, per_track] = GEOMETRY.map(u16::from);
        (words[1], words[3], words[6]) = (cylinders(GEOMETRY).min(16_383) as u16, heads, per_track);
        words[47] = 0x8000 | u16::from(MULTIPLE);
        // The current geometry and its capacity.
        let [heads, per_track] = self.geometry.map(u16::from);
        let capacity = cylinders(self.geometry) * u64::from(heads) * u64::from(per_track);
        (words[53], words[54], words[55], words[56]) = (1, cylinders(self.geometry) as u16, heads, per_track);
        (words[57], words[58]) = (capacity as u16, (capacity >> 16) as u16);
        words[59] = if self.multiple == 0 {
            0
        } else {
            0x0100 | u16::from(self.multiple)
        };
        let name = b"Z8000 CARD IMAGE                        ";
        for (word, pair) in words[27..47].iter_mut().zip(name.chunks(2)) {
            *word = u16::from_be_bytes([pair[0], pair[1]]);
        }
        words[49] = 0x0200;
        (words[60], words[61]) = (size as u16, (size >> 16) as u16);
        let mut sector = [0; SECTOR];
        for (bytes, word) in sector.chunks_mut(2).zip(words) {
            bytes.copy_from_slice(&word.to_le_bytes());
        }
        sector
    }
}

impl Device for Ide {
    fn kind(&self) -> &'static str {
        "ide"
    }

    fn read(&mut self, register: u16) -> u8 {
        if !self.is_there() {
            return 0;
        }
        match register {
            DATA if self.bytewise => self.byte(),
            DATA => self.read_word(DATA).unwrap_or(0xFFFF) as u8,
            ERROR => self.error,
            STATUS => self.status,
            _ => self.registers[usize::from(register & 7)],
        }
    }

    fn write(&mut self, register: u16, value: u8) {
        match register {
            DATA if self.bytewise => self.set_byte(value),
            DATA => {
                self.write_word(DATA, value.into());
            }
            STATUS if self.is_there() => self.command(value),
            STATUS => {}
            _ => self.registers[usize::from(register & 7)] = value,
        }
    }

    /// Reads a word on all 16 data lines; the first byte is on the lower ones.
    fn read_word(&mut self, register: u16) -> Option<u16> {
        let wide = register == DATA && !self.bytewise && self.is_there();
        wide.then(|| {
            let low = self.byte();
            u16::from_be_bytes([self.byte(), low])
        })
    }

    fn write_word(&mut self, register: u16, value: u16) -> bool {
        let wide = register == DATA && !self.bytewise;
        if wide {
            for byte in value.to_le_bytes() {
                self.set_byte(byte);
            }
        }
        wide
    }

    fn reset(&mut self) {
        let reset = Self::new(None);
        *self = Self { card: self.card.take(), ..reset };
    }

    fn unsaved(&self) -> Option<String> {
        self.card.as_ref()?.unsaved()
    }

    fn keep(&mut self) {
        if let Some(card) = &mut self.card {
            card.keep();
        }
    }

    fn archive(&mut self, archive: &mut Archive<'_>) -> Result<(), SaveError> {
        archive.bytes(&mut self.registers)?;
        archive.byte(&mut self.status)?;
        archive.byte(&mut self.error)?;
        archive.flag(&mut self.bytewise)?;
        let offset = archive.at();
        let (kind, left) = match self.transfer {
            Transfer::None => (0, 0),
            Transfer::Read(left) => (1, left),
            Transfer::Write(left) => (2, left),
        };
        let (mut transfer, mut at) = ([kind, left as u8], self.at as u16);
        archive.bytes(&mut transfer)?;
        archive.sense(offset, transfer[0] <= 2)?;
        self.transfer = match transfer {
            [0, _] => Transfer::None,
            [1, left] => Transfer::Read(left.into()),
            [_, left] => Transfer::Write(left.into()),
        };
        archive.bytes(&mut self.buffer)?;
        archive.word(&mut at)?;
        archive.count(&mut self.sector)?;
        archive.bytes(&mut self.geometry)?;
        archive.sense(offset, !self.geometry.contains(&0))?;
        archive.byte(&mut self.multiple)?;
        archive.flag(&mut self.counts)?;
        self.at = at.into();
        let within = self.at < SECTOR || self.transfer == Transfer::None;
        archive.sense(offset, within && self.sector <= 1 << 28)?;
        self.card.as_mut().map_or(Ok(()), |card| card.archive(archive))
    }
}

/// Returns the card of a description, or `None` if it is optional and its image does not exist.
pub(crate) fn opened(result: io::Result<Sectors>, optional: bool) -> io::Result<Option<Sectors>> {
    match result {
        Err(error) if optional && error.kind() == io::ErrorKind::NotFound => Ok(None),
        result => result.map(Some),
    }
}
