//! BDOS functions for whole files: open, close, search, delete, make, rename, attributes.

use super::state::Search;
use crate::drive::{Attributes, ENTRY, Id, Volume, extent_of};
use crate::fcb::Fcb;
use crate::host::Host;
use crate::outcome::{Answer, Fault};

/// The result if no file matches.
const NOT_FOUND: u16 = 0xFF;
/// Filler byte of a directory sector.
const FREE: u8 = 0xE5;

impl Host {
    /// Returns the control block to which the argument points, and its drive.
    pub(super) fn block(&mut self) -> Result<(Fcb, usize), Fault> {
        let block = Fcb::read(self.processor.memory(), self.processor.address(6));
        let drive = self.drive_of(block.drive())?;
        Ok((block, drive))
    }

    /// Writes a control block back to memory.
    pub(super) fn put_block(&mut self, block: &Fcb) {
        let at = self.processor.address(6);
        block.write(self.processor.memory_mut(), at);
    }

    /// Returns a drive; a fault if it does not exist.
    pub(crate) fn volume(&mut self, drive: usize) -> Result<&mut Volume, Fault> {
        let (function, registers) = (self.processor.register(5), self.processor.registers());
        let volume = self.drives.get_mut(drive).and_then(Option::as_mut);
        volume.ok_or_else(|| Fault::Bdos {
            reason: format!("drive number {drive} does not exist"),
            function,
            registers,
        })
    }

    /// Checks that a drive is writable.
    pub(super) fn writable(&mut self, drive: usize) -> Result<(), Fault> {
        let read_only = self.volume(drive)?.read_only || self.bdos.read_only >> drive & 1 != 0;
        if read_only {
            let letter = char::from(b'A' + drive as u8);
            return Err(self.refuse(format!("drive {letter} is read-only")));
        }
        Ok(())
    }

    /// Checks that a file is writable.
    pub(super) fn changeable(&mut self, drive: usize, file: usize) -> Result<(), Fault> {
        let file = &self.volume(drive)?.files()[file].listed;
        let (name, read_only) = (file.id.name, file.attributes.read_only());
        if read_only {
            let letter = char::from(b'A' + drive as u8);
            return Err(self.refuse(format!("{letter}:{name} is read-only")));
        }
        Ok(())
    }

    /// Returns the current user's first file that a block names.
    pub(super) fn named(&mut self, block: &Fcb, drive: usize) -> Result<Option<usize>, Fault> {
        let user = self.bdos.user;
        Ok(self.volume(drive)?.find(user, &block.name()))
    }

    /// Returns the block to which the argument points, its drive, and the matching files, which must be writable.
    fn matching(&mut self) -> Result<(Fcb, usize, Vec<usize>), Fault> {
        let (block, drive) = self.block()?;
        let (user, pattern) = (self.bdos.user, block.name());
        let found: Vec<usize> = self.volume(drive)?.matching(user, &pattern).collect();
        if !found.is_empty() {
            self.writable(drive)?;
        }
        Ok((block, drive, found))
    }
}

/// 15: opens a file at its beginning.
pub(super) fn open(host: &mut Host) -> Result<Answer, Fault> {
    let (mut block, drive) = host.block()?;
    let found = host.named(&block, drive)?;
    let volume = host.volume(drive)?;
    let Some(entry) = found.and_then(|file| volume.entry(file, 0)) else {
        return Ok(Answer::Word(NOT_FOUND));
    };
    block.open(&entry);
    host.put_block(&block);
    Ok(Answer::Word(0))
}

/// 16: closes a file, and so makes its contents permanent.
pub(super) fn close(host: &mut Host) -> Result<Answer, Fault> {
    let (block, drive) = host.block()?;
    let Some(file) = host.named(&block, drive)? else {
        return Ok(Answer::Word(if block.is_written() { NOT_FOUND } else { 0 }));
    };
    match host.volume(drive)?.close(file) {
        Ok(()) => Ok(Answer::Word(0)),
        Err(error) => {
            host.trouble.push(error);
            Ok(Answer::Word(NOT_FOUND))
        }
    }
}

/// 17: finds the first matching entry.
pub(super) fn search_first(host: &mut Host) -> Result<Answer, Fault> {
    let (block, drive) = host.block()?;
    let user = host.bdos.user;
    let volume = host.volume(drive)?;
    let (entries, entry_extents) = (volume.entries(), volume.geometry().entry_extents());
    host.bdos.search = Some(Search { drive, entries, next: 0, pattern: block, user, entry_extents });
    search_next(host)
}

/// 18: finds the next matching entry.
pub(super) fn search_next(host: &mut Host) -> Result<Answer, Fault> {
    let Some(mut search) = host.bdos.search.take() else {
        return Ok(Answer::Word(NOT_FOUND));
    };
    let found = search.find(host.volume(search.drive)?);
    let code = match found {
        Some(index) => {
            let dma = host.bdos.dma;
            for (slot, at) in (index & !3..).take(4).enumerate() {
                let entry = search.entries.get(at).copied().unwrap_or([FREE; ENTRY]);
                host.processor
                    .memory_mut()
                    .write(dma.plus((slot * ENTRY) as u16), &entry);
            }
            (index & 3) as u16
        }
        None => NOT_FOUND,
    };
    host.bdos.search = Some(search);
    Ok(Answer::Word(code))
}

impl Search {
    /// Returns the next matching entry of a file that still exists.
    fn find(&mut self, volume: &Volume) -> Option<usize> {
        while let Some(entry) = self.entries.get(self.next) {
            let index = self.next;
            self.next += 1;
            if self.fits(entry) && exists(volume, entry) {
                return Some(index);
            }
        }
        None
    }

    fn fits(&self, entry: &[u8; ENTRY]) -> bool {
        if self.pattern.drive() == b'?' {
            return true;
        }
        entry[0] == self.user
            && self.pattern.name().matches(&name(entry))
            && (self.pattern.all_extents() || extent_of(entry) < self.entry_extents)
    }
}

fn name(entry: &[u8; ENTRY]) -> crate::drive::Name {
    crate::drive::Name::in_block(&std::array::from_fn(|at| entry[1 + at]))
}

fn exists(volume: &Volume, entry: &[u8; ENTRY]) -> bool {
    volume.find(entry[0], &name(entry)).is_some()
}

/// 19: deletes all matching files.
pub(super) fn delete(host: &mut Host) -> Result<Answer, Fault> {
    let (_, drive, found) = host.matching()?;
    for file in &found {
        host.changeable(drive, *file)?;
    }
    // In reverse order, so that the indexes of the earlier files stay valid.
    for file in found.iter().rev() {
        host.volume(drive)?.remove(*file)?;
    }
    Ok(Answer::Word(if found.is_empty() { NOT_FOUND } else { 0 }))
}

/// 22: creates an empty file, replacing one of the same name.
pub(super) fn make(host: &mut Host) -> Result<Answer, Fault> {
    let (mut block, drive) = host.block()?;
    host.writable(drive)?;
    let id = Id { user: host.bdos.user, name: block.name() };
    let known = host.named(&block, drive)?;
    if let Some(file) = known.filter(|_| !id.name.is_ambiguous()) {
        host.changeable(drive, file)?;
    }
    let attributes = Attributes::of(&block.characters(1));
    let attributes = Attributes(attributes.0 & !Attributes::READ_ONLY);
    if host.volume(drive)?.make(id, attributes).is_none() {
        return Ok(Answer::Word(NOT_FOUND));
    }
    block.clear();
    host.put_block(&block);
    Ok(Answer::Word(0))
}

/// 23: renames all matching files. Question marks in the new name preserve the characters of the old one.
pub(super) fn rename(host: &mut Host) -> Result<Answer, Fault> {
    let (block, drive, found) = host.matching()?;
    let mut result = if found.is_empty() { NOT_FOUND } else { 0 };
    for file in found {
        let Id { user, name } = host.volume(drive)?.files()[file].listed.id;
        let name = block.new_name().filled(&name);
        let to = Id { user, name };
        host.changeable(drive, file)?;
        if !host.volume(drive)?.rename(file, to)? {
            result = NOT_FOUND;
        }
    }
    Ok(Answer::Word(result))
}

/// 30: sets the attributes of all matching files.
pub(super) fn set_attributes(host: &mut Host) -> Result<Answer, Fault> {
    let (block, drive, found) = host.matching()?;
    let attributes = Attributes::of(&block.characters(1));
    for file in &found {
        host.volume(drive)?.set_attributes(*file, attributes)?;
    }
    Ok(Answer::Word(if found.is_empty() { NOT_FOUND } else { 0 }))
}
