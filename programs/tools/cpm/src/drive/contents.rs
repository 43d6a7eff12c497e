//! What a file holds: extents of 128 records with their counts, blocks that are allocated, and the records.

/// Bytes of a record.
pub const RECORD: usize = 128;
/// Records of an extent.
pub(super) const EXTENT: u32 = 128;
/// Records of the largest file: 32 MB.
pub(super) const MOST_RECORDS: u32 = 0x4_0000;

/// Why a record cannot be read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Missing {
    /// It was never written.
    Record,
    /// Nor was any record of its extent.
    Extent,
}

/// A file. Random writes leave holes: blocks without contents, and whole extents that the directory does not know.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Contents {
    /// Records of each extent; none where the directory has no such extent.
    extents: Vec<Option<u8>>,
    /// Which blocks are allocated.
    blocks: Vec<bool>,
    /// Records of a block.
    block: u32,
    /// The records, with zeros in the holes; none while only the directory was read.
    data: Option<Vec<u8>>,
}

impl Contents {
    /// A file without a record: one empty extent.
    #[must_use]
    pub fn empty(block: u32) -> Self {
        Self {
            extents: vec![Some(0)],
            blocks: Vec::new(),
            block,
            data: Some(Vec::new()),
        }
    }

    /// A file without holes, of which the data may be read later.
    #[must_use]
    pub fn whole(records: u32, block: u32, data: Option<Vec<u8>>) -> Self {
        let full = records / EXTENT;
        let mut extents = vec![Some(EXTENT as u8); full as usize];
        let rest = (records % EXTENT) as u8;
        if rest > 0 || full == 0 {
            extents.push(Some(rest));
        }
        Self {
            extents,
            blocks: vec![true; records.div_ceil(block) as usize],
            block,
            data,
        }
    }

    /// A file with holes, as a directory describes it.
    #[must_use]
    pub const fn sparse(extents: Vec<Option<u8>>, blocks: Vec<bool>, block: u32, data: Vec<u8>) -> Self {
        Self {
            extents,
            blocks,
            block,
            data: Some(data),
        }
    }

    /// Whether the records are there.
    #[must_use]
    pub const fn is_loaded(&self) -> bool {
        self.data.is_some()
    }

    /// Takes the records.
    pub fn load(&mut self, data: Vec<u8>) {
        self.data = Some(data);
    }

    /// The records of an extent; none if there is no such extent.
    #[must_use]
    pub fn extent(&self, number: u32) -> Option<u8> {
        self.extents.get(number as usize).copied().flatten()
    }

    /// Number of extents, those that are missing in between included.
    #[must_use]
    pub fn extents(&self) -> u32 {
        self.extents.len() as u32
    }

    /// Which blocks are allocated.
    #[must_use]
    pub fn blocks(&self) -> &[bool] {
        &self.blocks
    }

    /// Number of blocks that are allocated.
    #[must_use]
    pub fn block_count(&self) -> u32 {
        self.blocks.iter().filter(|allocated| **allocated).count() as u32
    }

    /// Number of the record behind the last one.
    #[must_use]
    pub fn records(&self) -> u32 {
        let last = self.extents.iter().rposition(Option::is_some).unwrap_or(0) as u32;
        last * EXTENT + u32::from(self.extent(last).unwrap_or(0))
    }

    /// The bytes up to the last record, with zeros in the holes.
    #[must_use]
    pub fn bytes(&self) -> Vec<u8> {
        let mut bytes = self.data.clone().unwrap_or_default();
        bytes.resize(self.records() as usize * RECORD, 0);
        bytes
    }

    /// Reads a record.
    ///
    /// # Errors
    ///
    /// It was never written.
    pub fn read(&self, record: u32) -> Result<[u8; RECORD], Missing> {
        let count = self.extent(record / EXTENT).ok_or(Missing::Extent)?;
        let allocated = self.blocks.get((record / self.block) as usize);
        if record % EXTENT >= u32::from(count) || allocated != Some(&true) {
            return Err(Missing::Record);
        }
        let start = record as usize * RECORD;
        let mut bytes = [0; RECORD];
        let data = self.data.as_deref().unwrap_or_default();
        if let Some(found) = data.get(start..start + RECORD) {
            bytes.copy_from_slice(found);
        }
        Ok(bytes)
    }

    /// Whether writing a record takes another block.
    #[must_use]
    pub fn needs_block(&self, record: u32) -> bool {
        self.blocks.get((record / self.block) as usize) != Some(&true)
    }

    /// Adds an empty extent.
    pub fn add_extent(&mut self, number: u32) {
        let number = number as usize;
        if self.extents.len() <= number {
            self.extents.resize(number + 1, None);
        }
        self.extents[number].get_or_insert(0);
    }

    /// Writes a record, with its block and its extent.
    pub fn write(&mut self, record: u32, bytes: &[u8; RECORD]) {
        let (extent, block) = (record / EXTENT, (record / self.block) as usize);
        self.add_extent(extent);
        if let Some(Some(count)) = self.extents.get_mut(extent as usize) {
            *count = (*count).max((record % EXTENT) as u8 + 1);
        }
        if self.blocks.len() <= block {
            self.blocks.resize(block + 1, false);
        }
        self.blocks[block] = true;
        let start = record as usize * RECORD;
        let data = self.data.get_or_insert_default();
        if data.len() < start + RECORD {
            data.resize(start + RECORD, 0);
        }
        data[start..start + RECORD].copy_from_slice(bytes);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn holes_are_not_there() {
        let mut file = Contents::empty(16);
        file.write(300, &[7; RECORD]);
        assert_eq!((file.records(), file.block_count()), (301, 1));
        assert_eq!(file.extent(1), None);
        assert_eq!(file.read(300), Ok([7; RECORD]));
        // The block of record 300 begins at 288: what is before it in the block reads as zeros.
        assert_eq!(file.read(288), Ok([0; RECORD]));
        assert_eq!(file.read(287), Err(Missing::Record));
        assert_eq!(file.read(301), Err(Missing::Record));
        assert_eq!(file.read(128), Err(Missing::Extent));
        assert_eq!(file.read(384), Err(Missing::Extent));
    }

    #[test]
    fn a_full_extent_has_128_records() {
        let file = Contents::whole(256, 16, None);
        assert_eq!((file.extents(), file.extent(1)), (2, Some(128)));
        let file = Contents::whole(257, 16, None);
        assert_eq!((file.extents(), file.extent(2), file.block_count()), (3, Some(1), 17));
        assert_eq!(Contents::whole(0, 16, None).extent(0), Some(0));
    }
}
