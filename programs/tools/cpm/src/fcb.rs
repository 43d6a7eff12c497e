//! File control blocks: 36 bytes with which a program identifies a file and a position in it.

use z8000::bus::Location;
use z8000::machine::World;

use crate::drive::{Name, extent_of};

/// The size of a block in bytes.
const SIZE: usize = 36;
/// Offset of the extent; below, of the module (S2), the record count and the current record.
const EXTENT: usize = 12;
const S1: usize = 13;
const MODULE: usize = 14;
const COUNT: usize = 15;
const RECORD: usize = 32;
/// Bit of S2 that is set until data is written through the block.
const UNCHANGED: u8 = 0x80;

/// A block: drive, name, extent, S1, S2, record count, sixteen bytes of block numbers, current record, and the random
/// record in three bytes, with the highest first.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Fcb(pub(crate) [u8; SIZE]);

impl Fcb {
    /// Reads the block at an address.
    pub(crate) fn read(memory: &World, at: Location) -> Self {
        Self(memory.read(at))
    }

    /// Writes the block to memory.
    pub(crate) fn write(&self, memory: &mut World, at: Location) {
        memory.write(at, &self.0);
    }

    /// Returns the block for a word of a command, `D:NAME.TYP` with `*` and `?`.
    pub(crate) fn of_word(word: &[u8]) -> Self {
        let mut block = [0; SIZE];
        block[1..12].fill(b' ');
        let (drive, name) = match word {
            [letter, b':', name @ ..] => (letter.to_ascii_uppercase().wrapping_sub(b'A'), name),
            name => (0xFF, name),
        };
        block[0] = if drive < 16 { drive + 1 } else { 0 };
        let dot = name.iter().position(|byte| *byte == b'.').unwrap_or(name.len());
        let (stem, kind) = name.split_at(dot);
        fill(&mut block[1..9], stem);
        fill(&mut block[9..12], kind.get(1..).unwrap_or_default());
        Self(block)
    }

    /// Returns the drive: 0 for the default, 1 to 16 for A to P; `?` for a search through all entries.
    pub(crate) const fn drive(&self) -> u8 {
        self.0[0]
    }

    /// Returns the name, which may contain question marks.
    pub(crate) fn name(&self) -> Name {
        self.name_at(1)
    }

    /// Returns the second name in a block for renaming.
    pub(crate) fn new_name(&self) -> Name {
        self.name_at(17)
    }

    fn name_at(&self, at: usize) -> Name {
        Name::in_block(&self.characters(at))
    }

    /// Returns the characters of a name, including their high bits.
    pub(crate) fn characters(&self, at: usize) -> [u8; 11] {
        std::array::from_fn(|index| self.0[at + index])
    }

    /// Returns true if a search requests all extents.
    pub(crate) const fn all_extents(&self) -> bool {
        self.0[EXTENT] == b'?'
    }

    /// Returns the extent, counted from the beginning of the file.
    pub(crate) fn extent(&self) -> u32 {
        extent_of(&self.0)
    }

    /// Sets the extent, counted from the beginning of the file.
    pub(crate) const fn set_extent(&mut self, extent: u32) {
        self.0[EXTENT] = (extent & 0x1F) as u8;
        self.0[MODULE] = (self.0[MODULE] & UNCHANGED) | (extent >> 5 & 0x3F) as u8;
    }

    /// Copies a directory entry, as opening a file does, except for the extent.
    pub(crate) fn open(&mut self, entry: &[u8; 32]) {
        self.0[1..32].copy_from_slice(&entry[1..]);
        self.0[EXTENT] = 0;
        self.0[MODULE] = UNCHANGED;
    }

    /// Initialises the block, as creating a file does.
    pub(crate) fn clear(&mut self) {
        self.0[EXTENT..32].fill(0);
        self.0[S1] = 0;
    }

    /// Sets the record count and the block numbers from a directory entry.
    pub(crate) fn set_entry(&mut self, entry: &[u8; 32]) {
        self.0[COUNT..32].copy_from_slice(&entry[COUNT..]);
    }

    /// Returns the number of the current record within the extent.
    pub(crate) const fn record(&self) -> u8 {
        self.0[RECORD]
    }

    /// Sets the number of the current record within the extent.
    pub(crate) const fn set_record(&mut self, record: u8) {
        self.0[RECORD] = record;
    }

    /// Returns the number of the random record.
    pub(crate) const fn random(&self) -> u32 {
        u32::from_be_bytes([0, self.0[33], self.0[34], self.0[35]])
    }

    /// Sets the number of the random record.
    pub(crate) fn set_random(&mut self, record: u32) {
        self.0[33..36].copy_from_slice(&record.to_be_bytes()[1..]);
    }

    /// Marks the block as one through which data was written.
    pub(crate) const fn mark_written(&mut self) {
        self.0[MODULE] &= !UNCHANGED;
    }

    /// Returns true if data was written through the block.
    pub(crate) const fn is_written(&self) -> bool {
        self.0[MODULE] & UNCHANGED == 0
    }
}

/// Copies a part of a name into its field; `*` stands for question marks up to the end.
fn fill(place: &mut [u8], part: &[u8]) {
    let star = part.iter().position(|byte| *byte == b'*');
    let part = &part[..star.unwrap_or(part.len()).min(place.len())];
    if star.is_some() {
        place.fill(b'?');
    }
    place[..part.len()].copy_from_slice(part);
    place.make_ascii_uppercase();
}
