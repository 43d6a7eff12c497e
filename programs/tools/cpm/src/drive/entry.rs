//! Directory entries.

use super::{Geometry, ListedFile};

/// Size of a directory entry in bytes.
pub(crate) const ENTRY: usize = 32;

impl ListedFile {
    /// Returns the directory entry for the extents starting with a given one, with given numbers for the allocated
    /// blocks; `None` if there are no such extents.
    pub(super) fn entry(
        &self,
        geometry: &Geometry,
        first: u32,
        numbers: &mut impl Iterator<Item = u32>,
    ) -> Option<[u8; ENTRY]> {
        let contents = &self.contents;
        let last = (first..first + geometry.entry_extents()).rfind(|number| contents.extent(*number).is_some())?;
        let mut entry = [0; ENTRY];
        entry[0] = self.id.user;
        entry[1..12].copy_from_slice(&self.attributes.on(self.id.name));
        entry[12] = (last & 31) as u8;
        entry[14] = (last >> 5) as u8;
        entry[15] = contents.extent(last)?;
        let start = geometry.first_block(first);
        for (block, _) in contents.blocks().range(start..start + geometry.entry_blocks()) {
            let (slot, number) = ((block - start) as usize, numbers.next().unwrap_or(0));
            if geometry.wide() {
                entry[16 + 2 * slot..18 + 2 * slot].copy_from_slice(&(number as u16).to_le_bytes());
            } else {
                entry[16 + slot] = number as u8;
            }
        }
        Some(entry)
    }
}

/// Returns the extent of a directory entry, or of a file control block, which has the same layout there.
pub(crate) fn extent_of(entry: &[u8]) -> u32 {
    u32::from(entry[14] & 0x3F) * 32 + u32::from(entry[12] & 0x1F)
}
