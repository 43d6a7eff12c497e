//! The contents of a file: extents of up to 128 records, allocated blocks, and the records.

use std::collections::BTreeMap;
use std::ops::Range;

/// The size of a record in bytes.
pub const RECORD: usize = 128;
/// Number of records in an extent.
pub(super) const EXTENT: u32 = 128;
/// Number of records in the largest possible file, of 32 MB.
pub(super) const MOST_RECORDS: u32 = 0x4_0000;

/// The contents of a file. Random writes leave holes: blocks without contents, and whole extents that are not in the
/// directory.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Contents {
    /// Number of records in each extent; `None` for an extent that the directory lacks.
    extents: Vec<Option<u8>>,
    /// The allocated blocks by number; an empty one contains zeros, or is not loaded.
    blocks: BTreeMap<u32, Vec<u8>>,
    /// Number of records in a block.
    block: u32,
    /// False if only the directory has been read.
    loaded: bool,
}

impl Contents {
    /// Creates a file without records: one empty extent. `block` is the number of records per block.
    pub fn empty(block: u32) -> Self {
        Self { extents: vec![Some(0)], blocks: BTreeMap::new(), block, loaded: true }
    }

    /// Creates a file without holes. `block` is the number of records per block; `data` is `None` if the records will
    /// be read later.
    pub fn whole(records: u32, block: u32, data: Option<&[u8]>) -> Self {
        let full = records / EXTENT;
        let mut extents = vec![Some(EXTENT as u8); full as usize];
        let rest = (records % EXTENT) as u8;
        if rest > 0 || full == 0 {
            extents.push(Some(rest));
        }
        let size = block as usize * RECORD;
        let mut pieces = data.unwrap_or_default().chunks(size).map(<[u8]>::to_vec);
        let blocks = (0..records.div_ceil(block)).map(|number| (number, pieces.next().unwrap_or_default()));
        Self { extents, blocks: blocks.collect(), block, loaded: data.is_some() }
    }

    /// Creates a file with holes, as a directory describes it: the number of records of each extent, the allocated
    /// blocks by number, and the number of records per block.
    pub const fn sparse(extents: Vec<Option<u8>>, blocks: BTreeMap<u32, Vec<u8>>, block: u32) -> Self {
        Self { extents, blocks, block, loaded: true }
    }

    /// Returns true if the records are in memory.
    pub const fn is_loaded(&self) -> bool {
        self.loaded
    }

    /// Discards the records, which can be read from the storage again.
    pub fn unload(&mut self) {
        self.loaded = false;
        self.blocks.values_mut().for_each(|bytes| *bytes = Vec::new());
    }

    /// Returns the number of bytes of memory that the records occupy.
    pub fn size(&self) -> u64 {
        self.blocks.values().map(|bytes| bytes.len() as u64).sum()
    }

    /// Returns the number of records in an extent; `None` if there is no such extent.
    pub fn extent(&self, number: u32) -> Option<u8> {
        self.extents.get(number as usize).copied().flatten()
    }

    /// Returns the number of extents, including missing ones in between.
    pub fn extents(&self) -> u32 {
        self.extents.len() as u32
    }

    /// Returns the allocated blocks by number. Zeros at the end of a block may be omitted.
    pub const fn blocks(&self) -> &BTreeMap<u32, Vec<u8>> {
        &self.blocks
    }

    /// Returns the number of allocated blocks.
    pub fn block_count(&self) -> u32 {
        self.blocks.len() as u32
    }

    /// Returns one more than the number of the last record; 0 if there are no records.
    pub fn records(&self) -> u32 {
        self.records_in(0..self.extents())
    }

    /// Returns one more than the number of the last record in a range of extents; 0 if the range contains no extents.
    pub fn records_in(&self, extents: Range<u32>) -> u32 {
        let mut extents = extents.rev().filter_map(|number| Some((number, self.extent(number)?)));
        let last = extents.next();
        last.map_or(0, |(number, count)| number * EXTENT + u32::from(count))
    }

    /// Returns the bytes up to the end of the last record, with zeros in holes.
    pub fn bytes(&self) -> Vec<u8> {
        let mut bytes = Vec::new();
        for (number, block) in &self.blocks {
            bytes.resize(*number as usize * self.block as usize * RECORD, 0);
            bytes.extend_from_slice(block);
        }
        bytes.resize(self.records() as usize * RECORD, 0);
        bytes
    }

    /// Reads a record; `None` if it was never written.
    pub fn read(&self, record: u32) -> Option<[u8; RECORD]> {
        let count = self.extent(record / EXTENT)?;
        let block = self.blocks.get(&(record / self.block))?;
        if record % EXTENT >= u32::from(count) {
            return None;
        }
        let start = (record % self.block) as usize * RECORD;
        let mut bytes = [0; RECORD];
        if let Some(found) = block.get(start..start + RECORD) {
            bytes.copy_from_slice(found);
        }
        Some(bytes)
    }

    /// Returns true if writing a record allocates another block.
    pub fn needs_block(&self, record: u32) -> bool {
        !self.blocks.contains_key(&(record / self.block))
    }

    /// Adds an empty extent, unless the file already has this extent.
    pub fn add_extent(&mut self, number: u32) {
        let number = number as usize;
        if self.extents.len() <= number {
            self.extents.resize(number + 1, None);
        }
        self.extents[number].get_or_insert(0);
    }

    /// Writes a record, allocating its block and extent if necessary.
    pub fn write(&mut self, record: u32, bytes: &[u8; RECORD]) {
        let extent = record / EXTENT;
        self.add_extent(extent);
        if let Some(Some(count)) = self.extents.get_mut(extent as usize) {
            *count = (*count).max((record % EXTENT) as u8 + 1);
        }
        let start = (record % self.block) as usize * RECORD;
        let block = self.blocks.entry(record / self.block).or_default();
        if block.len() < start + RECORD {
            block.resize(start + RECORD, 0);
        }
        block[start..start + RECORD].copy_from_slice(bytes);
    }
}
