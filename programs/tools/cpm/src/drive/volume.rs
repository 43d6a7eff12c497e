//! A drive as the BDOS uses it.
//!
//! Written data is kept here until the program closes the file, and is then passed to the storage as a whole. If a
//! program is killed, the file that it was writing is discarded, and the previous version remains.

use super::contents::{Contents, EXTENT};
use super::{Attributes, DriveError, ENTRY, Geometry, Id, ListedFile, Name, Overlay, RECORD, Storage};

/// A file of a volume.
#[derive(Debug, Clone)]
pub struct File {
    /// User, name, attributes and contents.
    pub listed: ListedFile,
    /// True if the contents differ from those in the storage.
    changed: bool,
    /// While `changed` is true, one more than the number of the last record in closed directory entries.
    recorded: u32,
    /// True if the storage contains the file.
    stored: bool,
}

/// A drive with its files, as the BDOS uses it.
pub struct Volume {
    storage: Box<dyn Storage>,
    files: Vec<File>,
    /// True if programs may not write to the drive.
    pub read_only: bool,
    geometry: Geometry,
}

/// The maximum total size of written files that are not closed; above it, the disk counts as full.
const MOST_UNCLOSED: u64 = 256 << 20;

impl Volume {
    /// Creates a drive with the files of a storage.
    ///
    /// # Errors
    ///
    /// The storage cannot be read.
    pub fn new(storage: Box<dyn Storage>, read_only: bool) -> Result<Self, DriveError> {
        let geometry = storage.geometry();
        let mut volume = Self { storage, files: Vec::new(), read_only, geometry };
        volume.refresh()?;
        Ok(volume)
    }

    /// Lists the storage again. Files that were changed and not yet closed are kept.
    ///
    /// # Errors
    ///
    /// The storage cannot be read.
    pub fn refresh(&mut self) -> Result<(), DriveError> {
        let listed = self.storage.list()?;
        let mut kept: Vec<File> = self.files.drain(..).filter(|file| file.changed).collect();
        let files = listed.into_iter().map(|listed| {
            let changed = kept.iter().position(|file| file.listed.id == listed.id);
            changed.map_or_else(
                || File { listed, changed: false, recorded: 0, stored: true },
                |at| kept.remove(at),
            )
        });
        let mut files: Vec<File> = files.collect();
        files.append(&mut kept);
        self.files = files;
        Ok(())
    }

    /// Converts the volume to one that never changes its storage: writes are kept in memory, separately in each copy.
    ///
    /// # Errors
    ///
    /// The files cannot be listed.
    pub fn kept(self) -> Result<Self, DriveError> {
        let read_only = self.read_only;
        Self::new(Box::new(Overlay::new(self.storage)?), read_only)
    }

    /// Returns a copy that uses the same storage.
    pub fn again(&self) -> Self {
        Self {
            storage: self.storage.again(),
            files: self.files.clone(),
            read_only: self.read_only,
            geometry: self.geometry,
        }
    }

    /// Returns the geometry that programs see.
    pub const fn geometry(&self) -> &Geometry {
        &self.geometry
    }

    /// Returns the files in the order of the directory.
    pub fn files(&self) -> &[File] {
        &self.files
    }

    /// Returns the indexes of a user's files that match a pattern.
    pub fn matching(&self, user: u8, pattern: &Name) -> impl Iterator<Item = usize> {
        let ids = self.files.iter().map(|file| file.listed.id).enumerate();
        let fits = ids.filter(move |(_, id)| id.user == user && pattern.matches(&id.name));
        fits.map(|(file, _)| file)
    }

    /// Returns the index of a user's first file that matches a pattern.
    pub fn find(&self, user: u8, pattern: &Name) -> Option<usize> {
        self.matching(user, pattern).next()
    }

    /// Returns the contents of a file, including its records.
    ///
    /// # Errors
    ///
    /// The storage cannot read the file.
    pub fn contents(&mut self, file: usize) -> Result<&mut Contents, DriveError> {
        let listed = &mut self.files[file].listed;
        if !listed.contents.is_loaded() {
            listed.contents = self.storage.read(&listed.id)?;
        }
        Ok(&mut listed.contents)
    }

    /// Returns the number of unused blocks.
    pub fn free_blocks(&self) -> u32 {
        let used: u32 = self.files.iter().map(|file| file.listed.contents.block_count()).sum();
        let all = self.geometry.blocks - self.geometry.directory_blocks();
        all.saturating_sub(used)
    }

    /// Returns true if there is no unused block, or no memory for further unclosed data.
    fn is_full(&self) -> bool {
        let unclosed = self.files.iter().filter(|file| file.changed);
        let unclosed: u64 = unclosed.map(|file| file.listed.contents.size()).sum();
        self.geometry.limited && self.free_blocks() == 0 || unclosed > MOST_UNCLOSED
    }

    /// Returns the number of directory entries for a file with these contents.
    fn entries_of(&self, contents: &Contents) -> u32 {
        let of_entry = self.geometry.entry_extents();
        let groups = contents.extents().div_ceil(of_entry);
        let used = |group: &u32| (group * of_entry..(group + 1) * of_entry).any(|n| contents.extent(n).is_some());
        (0..groups).filter(used).count() as u32
    }

    /// Returns true if the directory has room for another entry.
    fn has_entry(&self) -> bool {
        let used: u32 = self
            .files
            .iter()
            .map(|file| self.entries_of(&file.listed.contents))
            .sum();
        !self.geometry.limited || used < self.geometry.entries
    }

    /// Creates a file, replacing one of the same name. Returns its index, or `None` if the directory is full or the
    /// name is not allowed.
    pub fn make(&mut self, id: Id, attributes: Attributes) -> Option<usize> {
        let known = self.files.iter().position(|file| file.listed.id == id);
        if known.is_none() && !(self.has_entry() && self.storage.allows(&id)) {
            return None;
        }
        let listed = ListedFile { id, attributes, contents: Contents::empty(self.geometry.block_records()) };
        let stored = known.is_some_and(|at| self.files[at].stored);
        let file = File { listed, changed: true, recorded: 0, stored };
        Some(match known {
            Some(at) => {
                self.files[at] = file;
                at
            }
            None => {
                self.files.push(file);
                self.files.len() - 1
            }
        })
    }

    /// Adds an extent to a file. Returns false if the directory is full.
    ///
    /// # Errors
    ///
    /// The storage cannot read the file.
    pub fn add_extent(&mut self, file: usize, extent: u32) -> Result<bool, DriveError> {
        let is_there = self.has_extent(file, extent);
        if !is_there && !self.has_entry() {
            return Ok(false);
        }
        self.change(file)?.add_extent(extent);
        if !is_there {
            self.note_recorded(file, extent * EXTENT);
        }
        Ok(true)
    }

    /// Returns true if a file has the directory entry that covers an extent.
    pub fn has_extent(&self, file: usize, extent: u32) -> bool {
        let of_entry = self.geometry.entry_extents();
        let first = extent / of_entry * of_entry;
        let contents = &self.files[file].listed.contents;
        (first..first + of_entry).any(|number| contents.extent(number).is_some())
    }

    /// Updates the record count in the directory when a program moves from one extent of a file to another, if the two
    /// are in different directory entries.
    pub fn leave(&mut self, file: usize, extent: u32, next: u32) {
        let of_entry = self.geometry.entry_extents();
        let first = extent / of_entry * of_entry;
        if first != next / of_entry * of_entry {
            let records = self.files[file].listed.contents.records_in(first..first + of_entry);
            self.note_recorded(file, records);
        }
    }

    fn note_recorded(&mut self, file: usize, records: u32) {
        let recorded = &mut self.files[file].recorded;
        *recorded = records.max(*recorded);
    }

    /// Returns one more than the number of the last record in the directory. Records of an entry that is still being
    /// written do not count.
    ///
    /// # Errors
    ///
    /// The storage cannot read the file.
    pub fn recorded(&mut self, file: usize) -> Result<u32, DriveError> {
        let File { changed, recorded, .. } = self.files[file];
        if changed {
            Ok(recorded)
        } else {
            Ok(self.contents(file)?.records())
        }
    }

    /// Returns the contents of a file, to be changed.
    fn change(&mut self, file: usize) -> Result<&mut Contents, DriveError> {
        let records = self.recorded(file)?;
        (self.files[file].changed, self.files[file].recorded) = (true, records);
        self.contents(file)
    }

    /// Writes a record. Returns false if the record needs another block, and the disk is full or the files that are not
    /// yet closed have more than 256 MB.
    ///
    /// # Errors
    ///
    /// The storage cannot read the rest of the file.
    pub fn write(&mut self, file: usize, record: u32, bytes: &[u8; RECORD]) -> Result<bool, DriveError> {
        if self.contents(file)?.needs_block(record) && self.is_full() {
            return Ok(false);
        }
        self.change(file)?.write(record, bytes);
        self.files[file].listed.attributes.0 &= !Attributes::ARCHIVED;
        Ok(true)
    }

    /// Writes the contents of a file to the storage.
    ///
    /// # Errors
    ///
    /// The storage cannot write them. The file is then unchanged there and here.
    pub fn close(&mut self, file: usize) -> Result<(), DriveError> {
        let file = &mut self.files[file];
        if file.changed {
            self.storage.write(&file.listed)?;
            (file.changed, file.stored) = (false, true);
            file.listed.contents.unload();
        }
        Ok(())
    }

    /// Closes all files.
    ///
    /// # Errors
    ///
    /// A file cannot be closed, as for [`close`](Self::close); the other files are closed anyway.
    pub fn close_all(&mut self) -> Result<(), DriveError> {
        let mut result = Ok(());
        for file in 0..self.files.len() {
            result = result.and(self.close(file));
        }
        result
    }

    /// Discards files that were changed and not closed, and returns their names.
    pub fn drop_unfinished(&mut self) -> Vec<Id> {
        let dropped = self.files.iter().filter(|file| file.changed);
        let dropped = dropped.map(|file| file.listed.id).collect();
        self.files.retain(|file| !file.changed);
        dropped
    }

    /// Removes a file.
    ///
    /// # Errors
    ///
    /// The storage cannot remove the file.
    pub fn remove(&mut self, file: usize) -> Result<(), DriveError> {
        if self.files[file].stored {
            self.storage.remove(&self.files[file].listed.id)?;
        }
        self.files.remove(file);
        Ok(())
    }

    /// Renames a file. Returns false if the new name is in use or not allowed.
    ///
    /// # Errors
    ///
    /// The storage cannot rename the file.
    pub fn rename(&mut self, file: usize, to: Id) -> Result<bool, DriveError> {
        let from = self.files[file].listed.id;
        if from == to {
            return Ok(true);
        }
        if !self.storage.allows(&to) || self.files.iter().any(|other| other.listed.id == to) {
            return Ok(false);
        }
        let file = &mut self.files[file];
        if file.stored {
            self.storage.rename(&from, &to)?;
        }
        file.listed.id = to;
        Ok(true)
    }

    /// Changes the attributes of a file.
    ///
    /// # Errors
    ///
    /// The storage cannot change them.
    pub fn set_attributes(&mut self, file: usize, attributes: Attributes) -> Result<(), DriveError> {
        let file = &mut self.files[file];
        if file.stored {
            self.storage.set_attributes(&file.listed.id, attributes)?;
        }
        file.listed.attributes = attributes;
        Ok(())
    }

    /// Makes the changes permanent.
    ///
    /// # Errors
    ///
    /// The storage cannot write the changes.
    pub fn finish(&mut self) -> Result<(), DriveError> {
        self.storage.finish()
    }

    /// Returns the directory entry for an extent of a file; `None` if there is none. Block numbers are not those of a
    /// real disk: they only show which blocks are allocated.
    pub fn entry(&self, file: usize, extent: u32) -> Option<[u8; ENTRY]> {
        self.numbered(file, extent, self.geometry.directory_blocks())
    }

    /// Returns the entry of a file whose first allocated block gets this number, and the others the following numbers.
    fn numbered(&self, file: usize, extent: u32, number: u32) -> Option<[u8; ENTRY]> {
        let (geometry, listed) = (&self.geometry, &self.files.get(file)?.listed);
        let first = extent - extent % geometry.entry_extents();
        let before = listed.contents.blocks().range(..geometry.first_block(first));
        // A folder can contain more blocks than the disk that it imitates.
        let (least, most) = if geometry.wide() { (0, u32::MAX) } else { (1, 255) };
        let possible = |number: u32| number.min(geometry.blocks - 1).clamp(least, most);
        let mut numbers = (number + before.count() as u32..).map(possible);
        listed.entry(geometry, first, &mut numbers)
    }

    /// Returns all directory entries, file by file. No two entries share a block (programs check this), unless the
    /// files have more blocks than the disk.
    pub fn entries(&self) -> Vec<[u8; ENTRY]> {
        let of_entry = self.geometry.entry_extents() as usize;
        let mut entries = Vec::new();
        let mut number = self.geometry.directory_blocks();
        for (file, File { listed, .. }) in self.files.iter().enumerate() {
            let extents = (0..listed.contents.extents()).step_by(of_entry);
            entries.extend(extents.filter_map(|first| self.numbered(file, first, number)));
            number += listed.contents.block_count();
        }
        entries
    }
}
