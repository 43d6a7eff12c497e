//! The geometry of a disk.

use super::contents::{EXTENT, RECORD};

/// Size of a logical extent of 128 records, in bytes.
const EXTENT_BYTES: u32 = 128 * RECORD as u32;

/// The geometry of a disk as programs see it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Geometry {
    /// Size of a block in bytes: 1024, 2048, 4096, 8192 or 16384.
    pub block_size: u32,
    /// Number of blocks, including those of the directory; up to 65,536.
    pub blocks: u32,
    /// Number of directory entries, of 32 bytes each.
    pub entries: u32,
    /// Records per track, which only programs that read sectors need.
    pub track: u16,
    /// Number of tracks before the directory.
    pub reserved_tracks: u16,
    /// True if these numbers limit the disk; a folder is limited only by the host.
    pub limited: bool,
}

impl Geometry {
    /// The geometry of a folder: 8 MB in blocks of 2 KB, and 512 entries, like a hard disk of the period. Programs keep
    /// one bit per block and a few words per entry in memory. On a larger disk, they would overwrite their own stack.
    pub const FOLDER: Self = Self {
        block_size: 2048,
        blocks: 4096,
        entries: 512,
        track: 128,
        reserved_tracks: 0,
        limited: false,
    };

    /// Returns the number of records per block.
    pub const fn block_records(&self) -> u32 {
        self.block_size / RECORD as u32
    }

    /// Returns true if block numbers in directory entries are two bytes long.
    pub const fn wide(&self) -> bool {
        self.blocks > 256
    }

    /// Returns the number of block numbers per directory entry.
    pub const fn entry_blocks(&self) -> u32 {
        if self.wide() { 8 } else { 16 }
    }

    /// Returns the number of logical extents per directory entry, at least 1.
    pub const fn entry_extents(&self) -> u32 {
        let extents = self.entry_blocks() * self.block_size / EXTENT_BYTES;
        if extents == 0 { 1 } else { extents }
    }

    /// Returns the number of directory blocks.
    pub const fn directory_blocks(&self) -> u32 {
        (self.entries * 32).div_ceil(self.block_size)
    }

    /// Returns the index of the first block of an extent within its file.
    pub(super) const fn first_block(&self, extent: u32) -> u32 {
        extent * EXTENT / self.block_records()
    }

    /// Returns the disk parameter block for function 31: records per track, block shift and mask, extent mask, a zero
    /// byte, the numbers of the last block and the last entry, the directory blocks as bits, the size of the check
    /// vector, and the reserved tracks.
    pub fn parameter_block(&self) -> [u8; 16] {
        let shift = self.block_records().trailing_zeros() as u8;
        let directory = 0xFFFF_u32 << 16 >> self.directory_blocks().min(16);
        let words = [
            self.track,
            u16::from_be_bytes([shift, (self.block_records() - 1) as u8]),
            ((self.entry_extents() - 1) as u16) << 8,
            (self.blocks - 1) as u16,
            (self.entries - 1) as u16,
            directory as u16,
            0,
            self.reserved_tracks,
        ];
        let mut bytes = [0; 16];
        for (at, word) in words.into_iter().enumerate() {
            bytes[2 * at..2 * at + 2].copy_from_slice(&word.to_be_bytes());
        }
        bytes
    }
}
