//! A disk image as a drive: reserved bytes, the directory, and blocks, in the format of CP/M 2.2 on a disk without
//! skew.
//!
//! The image is kept in memory. The file is replaced as a whole when a program ends, so it is never half written.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::str::FromStr;

use super::contents::{Contents, EXTENT, RECORD};
use super::{Attributes, DriveError, ENTRY, Geometry, Id, ListedFile, Name, Storage, extent_of};

/// Why an image does not contain what its directory says.
const CUT: &str = "it is truncated, or has a different layout (specify the layout with --layout)";

/// The first byte of a free entry.
const FREE: u8 = 0xE5;
/// The number of user numbers that files can have.
const USERS: u8 = 16;
/// The number of extents that an entry can name: 32 in its byte EX, for each of 64 values of S2.
const MOST_EXTENTS: u32 = 32 * 64;

/// The layout of an image.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Layout {
    /// Size of a block in bytes.
    pub block: u32,
    /// Number of directory entries.
    pub entries: u32,
    /// Number of bytes before the directory.
    pub reserved: u32,
    /// Minimum size of the disk in bytes, including `reserved`: a shorter image is extended. `None` means a minimum of
    /// 8 MB for blocks of 4096 bytes, and no minimum for others.
    pub size: Option<u32>,
}

/// Block size of the drives on a card, and the minimum size of such a drive: cpmtools creates shorter images.
const CARD: (u32, u32) = (4096, 8 << 20);

impl Default for Layout {
    /// Returns the layout of a slice of a card, as current boards use it: two reserved tracks of 16 KB, 512 entries,
    /// blocks of 4 KB.
    fn default() -> Self {
        Self { block: 4096, entries: 512, reserved: 32_768, size: None }
    }
}

impl Layout {
    /// Returns the minimum size of a disk in bytes.
    fn smallest(&self) -> u32 {
        let card = if self.block == CARD.0 { CARD.1 } else { 0 };
        self.size.unwrap_or(card)
    }
}

impl FromStr for Layout {
    type Err = String;

    /// Parses `block=2048,entries=128,reserved=0,size=737280`, of which every part may be omitted.
    fn from_str(text: &str) -> Result<Self, String> {
        let mut layout = Self::default();
        for part in text.split(',').filter(|part| !part.is_empty()) {
            let wrong = || {
                format!("unknown layout `{part}`: expected block=BYTES, entries=NUMBER, reserved=BYTES or size=BYTES")
            };
            let (name, value) = part.split_once('=').ok_or_else(wrong)?;
            let value = value.parse().map_err(|_| wrong())?;
            match name {
                "block" => layout.block = value,
                "entries" => layout.entries = value,
                "reserved" => layout.reserved = value,
                "size" => layout.size = Some(value),
                _ => return Err(wrong()),
            }
        }
        if !matches!(layout.block, 1024 | 2048 | 4096 | 8192 | 16_384) {
            return Err(format!(
                "expected a block size of 1024, 2048, 4096, 8192 or 16384 bytes, found {}",
                layout.block
            ));
        }
        if !(1..=0x1_0000).contains(&layout.entries) {
            return Err(format!(
                "expected 1 to 65536 directory entries, found {}",
                layout.entries
            ));
        }
        if !layout.reserved.is_multiple_of(RECORD as u32) {
            let reserved = layout.reserved;
            return Err(format!(
                "expected a multiple of {RECORD} reserved bytes, found {reserved}"
            ));
        }
        Ok(layout)
    }
}

/// A disk image in memory.
#[derive(Clone)]
pub struct Image {
    path: PathBuf,
    bytes: Vec<u8>,
    layout: Layout,
    geometry: Geometry,
    changed: bool,
}

impl Image {
    /// Reads an image.
    ///
    /// # Errors
    ///
    /// The image cannot be read, or is too small or too large for its layout.
    pub fn open(path: &Path, layout: Layout) -> Result<Self, DriveError> {
        let failed = |error| DriveError::at(path, error);
        let bytes = streams::contents(path).map_err(failed)?;
        let path = path.canonicalize().map_err(failed)?;
        Self::new(path, bytes, layout)
    }

    /// Creates an image from its bytes and the path of the file to which it will be written.
    ///
    /// # Errors
    ///
    /// The image is too small or too large for its layout.
    pub fn new(path: PathBuf, mut bytes: Vec<u8>, layout: Layout) -> Result<Self, DriveError> {
        let wrong = |reason: String| DriveError::Image { image: path.display().to_string(), reason };
        let length = bytes.len();
        // Appended as one block, because `resize` works byte by byte in unoptimized builds.
        bytes.append(&mut vec![FREE; (layout.smallest() as usize).saturating_sub(length)]);
        let blocks = bytes.len().saturating_sub(layout.reserved as usize) / layout.block as usize;
        let blocks = u32::try_from(blocks).unwrap_or(u32::MAX);
        let geometry = Geometry {
            block_size: layout.block,
            blocks,
            entries: layout.entries,
            track: 128,
            reserved_tracks: (layout.reserved / (128 * RECORD as u32)) as u16,
            limited: true,
        };
        let directory = layout.reserved as usize + (geometry.directory_blocks() * layout.block) as usize;
        if length < directory || blocks <= geometry.directory_blocks() {
            return Err(wrong(format!(
                "the image has {length} bytes, but its directory ends at byte {directory}; {CUT}"
            )));
        }
        if blocks > 0x1_0000 || blocks > 256 && layout.block == 1024 {
            return Err(wrong(format!("too many blocks ({blocks} of {} bytes)", layout.block)));
        }
        let image = Self { path, bytes, layout, geometry, changed: false };
        // Files beyond the end of the image would lose their contents.
        let cut = image.used(None).ok().and_then(|used| used.last().copied());
        match cut.filter(|last| image.block(*last).start >= length) {
            Some(_) => Err(image.wrong(format!(
                "the image has {length} bytes, but its files extend past the end; {CUT}"
            ))),
            None => Ok(image),
        }
    }

    /// Returns the bytes of the image.
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    fn wrong(&self, reason: String) -> DriveError {
        DriveError::Image { image: self.path.display().to_string(), reason }
    }

    /// Returns the position of an entry in the image.
    const fn slot(&self, number: u32) -> Range<usize> {
        let start = self.layout.reserved as usize + number as usize * ENTRY;
        start..start + ENTRY
    }

    /// Returns the bytes of an entry.
    fn entry(&self, number: u32) -> &[u8] {
        &self.bytes[self.slot(number)]
    }

    /// Returns the file to which an entry belongs; `None` for a free entry.
    fn id(entry: &[u8]) -> Option<Id> {
        let name = entry[1..12].try_into().ok()?;
        (entry[0] < USERS).then(|| Id { user: entry[0], name: Name::in_block(name) })
    }

    /// Returns the numbers of a file's entries.
    fn slots(&self, id: &Id) -> Vec<u32> {
        let entries = 0..self.layout.entries;
        entries
            .filter(|number| Self::id(self.entry(*number)) == Some(*id))
            .collect()
    }

    /// Returns the block numbers in an entry; 0 means no block.
    fn numbers(&self, entry: &[u8]) -> Vec<u32> {
        let map = &entry[16..ENTRY];
        if self.geometry.wide() {
            let numbers = map.chunks_exact(2);
            numbers
                .map(|pair| u32::from(u16::from_le_bytes([pair[0], pair[1]])))
                .collect()
        } else {
            map.iter().map(|byte| u32::from(*byte)).collect()
        }
    }

    /// Returns the position of a block in the image.
    const fn block(&self, number: u32) -> Range<usize> {
        let size = self.layout.block as usize;
        let start = self.layout.reserved as usize + number as usize * size;
        start..start + size
    }

    /// Returns the blocks of all files except one, and those of the directory.
    ///
    /// # Errors
    ///
    /// A block is outside the disk, or belongs to two files.
    fn used(&self, except: Option<&Id>) -> Result<BTreeSet<u32>, DriveError> {
        let first = self.geometry.directory_blocks();
        let mut used: BTreeSet<u32> = (0..first).collect();
        for number in 0..self.layout.entries {
            let entry = self.entry(number);
            let Some(id) = Self::id(entry) else { continue };
            if except == Some(&id) {
                continue;
            }
            for block in self.numbers(entry).into_iter().filter(|block| *block != 0) {
                if block >= self.geometry.blocks {
                    return Err(self.wrong(format!(
                        "{} uses block {block}, but the image has only {} blocks; {CUT}",
                        id.name, self.geometry.blocks
                    )));
                }
                if !used.insert(block) {
                    return Err(self.wrong(format!(
                        "{} uses block {block}, which also belongs to a different file",
                        id.name
                    )));
                }
            }
        }
        Ok(used)
    }

    /// Reads the contents of a file through its entries.
    fn contents(&self, slots: &[u32]) -> Contents {
        let of_entry = self.geometry.entry_extents();
        let block_records = self.geometry.block_records();
        let mut extents: Vec<Option<u8>> = Vec::new();
        let mut blocks = BTreeMap::new();
        for slot in slots {
            let entry = self.entry(*slot);
            let last = extent_of(entry);
            let first = last / of_entry * of_entry;
            if extents.len() <= last as usize {
                extents.resize(last as usize + 1, None);
            }
            for number in first..last {
                extents[number as usize] = Some(EXTENT as u8);
            }
            extents[last as usize] = Some(entry[15].min(EXTENT as u8));
            for (number, block) in self.numbers(entry).into_iter().zip(first * EXTENT / block_records..) {
                if number != 0 {
                    blocks.insert(block, self.bytes[self.block(number)].to_vec());
                }
            }
        }
        Contents::sparse(extents, blocks, block_records)
    }

    /// Changes all entries of a file.
    fn change(&mut self, id: &Id, change: impl Fn(&mut [u8])) {
        for slot in self.slots(id) {
            let slot = self.slot(slot);
            change(&mut self.bytes[slot]);
            self.changed = true;
        }
    }
}

impl Storage for Image {
    fn again(&self) -> Box<dyn Storage> {
        Box::new(self.clone())
    }

    fn geometry(&self) -> Geometry {
        self.geometry
    }

    fn list(&mut self) -> Result<Vec<ListedFile>, DriveError> {
        self.used(None)?;
        let mut files: BTreeMap<Id, Vec<u32>> = BTreeMap::new();
        for number in 0..self.layout.entries {
            if let Some(id) = Self::id(self.entry(number)) {
                files.entry(id).or_default().push(number);
            }
        }
        let mut files: Vec<_> = files.into_iter().collect();
        // Files are listed in the order of the directory.
        files.sort_by_key(|(_, slots)| slots[0]);
        let listed = files.into_iter().map(|(id, slots)| {
            let name = self.entry(slots[0])[1..12].try_into();
            let mut contents = self.contents(&slots);
            contents.unload();
            ListedFile {
                id,
                attributes: name.map_or_else(|_| Attributes::default(), |name| Attributes::of(&name)),
                contents,
            }
        });
        Ok(listed.collect())
    }

    fn read(&mut self, id: &Id) -> Result<Contents, DriveError> {
        Ok(self.contents(&self.slots(id)))
    }

    fn allows(&self, id: &Id) -> bool {
        id.user < USERS && id.name.is_plain()
    }

    fn write(&mut self, file: &ListedFile) -> Result<(), DriveError> {
        let full = |what: &str| self.wrong(format!("{what} is full: {} does not fit", file.id.name));
        let used = self.used(Some(&file.id))?;
        let wanted = file.contents.block_count() as usize;
        let free = (0..self.geometry.blocks).filter(|block| !used.contains(block));
        let blocks: Vec<u32> = free.take(wanted).collect();
        let firsts = (0..file.contents.extents()).step_by(self.geometry.entry_extents() as usize);
        let mut numbers = blocks.iter().copied();
        let entries: Vec<_> = firsts
            .filter_map(|first| file.entry(&self.geometry, first, &mut numbers))
            .collect();
        let own = self.slots(&file.id);
        let free = (0..self.layout.entries).filter(|slot| self.entry(*slot)[0] == FREE);
        let slots: Vec<u32> = own
            .iter()
            .copied()
            .chain(free)
            .take(entries.len().max(own.len()))
            .collect();
        if blocks.len() < wanted || file.contents.extents() > MOST_EXTENTS {
            return Err(full("the disk"));
        }
        if slots.len() < entries.len() {
            return Err(full("the directory"));
        }
        for (contents, number) in file.contents.blocks().values().zip(&blocks) {
            let place = self.block(*number);
            let (written, rest) = self.bytes[place].split_at_mut(contents.len());
            written.copy_from_slice(contents);
            rest.fill(0);
        }
        for (at, slot) in slots.into_iter().enumerate() {
            let place = self.slot(slot);
            match entries.get(at) {
                Some(entry) => self.bytes[place].copy_from_slice(entry),
                None => self.bytes[place.start] = FREE,
            }
        }
        self.changed = true;
        Ok(())
    }

    fn remove(&mut self, id: &Id) -> Result<(), DriveError> {
        self.change(id, |entry| entry[0] = FREE);
        Ok(())
    }

    fn rename(&mut self, from: &Id, to: &Id) -> Result<(), DriveError> {
        self.change(from, |entry| {
            entry[0] = to.user;
            entry[1..12].copy_from_slice(&to.name.0);
        });
        Ok(())
    }

    fn set_attributes(&mut self, id: &Id, attributes: Attributes) -> Result<(), DriveError> {
        self.change(id, |entry| entry[1..12].copy_from_slice(&attributes.on(id.name)));
        Ok(())
    }

    fn finish(&mut self) -> Result<(), DriveError> {
        if self.changed {
            let replaced = streams::replace(&self.path, |out| out.write_all(&self.bytes));
            replaced.map_err(|error| DriveError::at(&self.path, error))?;
            self.changed = false;
        }
        Ok(())
    }
}
