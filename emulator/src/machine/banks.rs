//! The memory of a machine: banks of 64 KB, and a table for each address space that maps segments to banks.
//!
//! Unmapped segments are mapped to bank 0, which contains only FFh. A partly mapped bank contains FFh in its unmapped
//! part. For each page of 256 bytes, a bit tells whether it is writable. An engine can watch individual words for
//! changes. Copies of a memory share data that seldom changes.

use alloc::boxed::Box;
use alloc::format;
use alloc::vec;
use alloc::vec::Vec;
use core::cell::Cell;
use core::sync::atomic::Ordering;

use super::parts::{Conflict, Kind, Memory, Mirror, Modes, PAGE, Parts, Spaces};
use crate::bus::Status;
use crate::cpu::Model;
use crate::run::{Bank, Marks, WORD, word_of};
use crate::save::{Archive, SaveError};
use crate::shared::{Arc, AtomicU64};

const BANK: usize = 0x1_0000;

/// Segments per address space; with memory management units, 64 KB blocks of physical memory.
const SEGMENTS: usize = 256;

/// Number of address spaces: program and data, each in normal and in system mode.
const MAPS: usize = 4;

/// Memory in banks. Two memories are equal if they have the same structure and the same bytes.
#[derive(Debug, Clone)]
pub struct Banks {
    banks: Vec<Bank>,
    /// The bank of each segment.
    maps: Box<Maps>,
    /// The bank from which each segment is read directly; [`NONE`] if accesses are observed.
    read: Box<Maps>,
    /// The bank to which each segment is written directly; [`NONE`] if the page must be checked.
    written: Box<Maps>,
    /// The end of the address range.
    end: u32,
    /// True if there is only one segment, in which both modes see the same memory.
    flat: bool,
    /// For each bank, which of its pages contain memory.
    mapped: Vec<Pages>,
    /// For each bank, the wait states of its pages; and whether any page has some.
    waits: Vec<[u8; PAGES]>,
    waiting: bool,
    marked: Marked,
}

/// The data that writes to memory must check or update.
#[derive(Debug, Clone)]
struct Marked {
    /// For each bank, which of its pages are RAM.
    writable: Vec<Pages>,
    /// For each bank, flags of its words: [`NO_RAM`], [`WATCHED`] and [`FIXED`].
    marks: Arc<Vec<Marks>>,
    /// The banks in which words may be watched.
    watched: Vec<usize>,
    /// Words that were watched and have changed.
    changed: Vec<(usize, usize)>,
    /// The bank of program memory, if no data space uses it, and the version of its contents.
    fixed: Option<(usize, u64)>,
}

impl Marked {
    /// Records a change of a word that is watched or in program memory.
    fn note(&mut self, bank: usize, offset: u16) {
        if let Some((fixed, last)) = &mut self.fixed
            && *fixed == bank
        {
            *last = version();
        }
        let word = word_of(offset);
        if self.marks[bank][word] & WATCHED != 0 {
            Arc::make_mut(&mut self.marks)[bank][word] &= !WATCHED;
            self.changed.push((bank, word));
        }
    }

    /// Returns true if the page at an offset is RAM, and records the change.
    #[cold]
    fn takes(&mut self, bank: usize, offset: u16) -> bool {
        let writable = has(&self.writable[bank], offset);
        if writable {
            self.note(bank, offset);
        }
        writable
    }
}

/// A bank whose bytes can be changed through shared references.
type Cells = [Cell<u8>; BANK];

/// The banks of program and data memory in a machine with one of each.
pub(super) struct FlatBanks<'b> {
    program: &'b Cells,
    data: &'b Cells,
    /// The number of the program bank.
    number: usize,
    marked: &'b mut Marked,
}

impl<'b> FlatBanks<'b> {
    #[inline(always)]
    const fn space(&self, program: bool) -> &'b Cells {
        if program { self.program } else { self.data }
    }

    #[inline(always)]
    pub(super) fn byte(&self, program: bool, offset: u16) -> u8 {
        self.space(program)[usize::from(offset)].get()
    }

    /// Reads a word; bit 0 of the offset is ignored.
    #[inline(always)]
    pub(super) fn word(&self, program: bool, offset: u16) -> u16 {
        let at = usize::from(offset & 0xFFFE);
        let bank = self.space(program);
        u16::from_be_bytes([bank[at].get(), bank[at | 1].get()])
    }

    /// Writes a byte or, at an even offset, a word. Only relative stores write to program memory, where the marks must
    /// be checked.
    #[inline(always)]
    pub(super) fn set<const N: usize>(&mut self, program: bool, offset: u16, bytes: [u8; N]) {
        let is_free = || self.marked.marks[self.number][word_of(offset)] == 0;
        if !program || is_free() || self.marked.takes(self.number, offset) {
            let (at, bank) = (usize::from(offset), self.space(program));
            (0..N).for_each(|n| bank[at | n].set(bytes[n]));
        }
    }
}

impl PartialEq for Banks {
    fn eq(&self, other: &Self) -> bool {
        self.banks == other.banks && self.maps == other.maps && self.mapped == other.mapped
    }
}

impl Eq for Banks {}

/// Flag of a word that the program cannot change.
const NO_RAM: u8 = 1;
/// Flag of a word whose next change is recorded.
const WATCHED: u8 = 2;
/// Flag of a word in program memory: changing it starts a new version of that memory's contents.
const FIXED: u8 = 4;

/// For each address space, the bank of each segment.
type Maps = [[u16; SEGMENTS]; MAPS];

/// The banks from which a segment is read and to which it is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Place {
    bank: u16,
    /// [`NONE`] if writes depend on the page.
    written: u16,
}

/// The number that means no bank.
const NONE: u16 = u16::MAX;

impl Place {
    pub(super) const NOWHERE: Self = Self { bank: NONE, written: NONE };
}

const PAGES: usize = BANK / PAGE as usize;

/// A bit for each page of a bank.
type Pages = [u64; 4];

const fn has(pages: &Pages, offset: u16) -> bool {
    let page = offset >> 8;
    pages[(page >> 6) as usize] >> (page & 63) & 1 != 0
}

/// The map for data in normal mode; with memory management units, it is used for all accesses.
pub(super) const PLAIN: usize = map(false, false);

/// Returns the number of the map for an address space.
pub(super) const fn map(program: bool, system: bool) -> usize {
    (program as usize) << 1 | system as usize
}

/// Returns the number of the map for an access.
#[inline(always)]
pub(super) const fn map_of(status: Status) -> usize {
    map(status.space.is_program(), status.system)
}

/// Returns true if the map with this number is for a memory that is in this space and mode.
fn seen(space: Spaces, mode: Modes, number: usize) -> bool {
    let (program, system) = (number & 2 != 0, number & 1 != 0);
    let space = match space {
        Spaces::All => true,
        Spaces::Program => program,
        Spaces::Data => !program,
    };
    let mode = match mode {
        Modes::All => true,
        Modes::System => system,
        Modes::Normal => !system,
    };
    space && mode
}

impl Banks {
    /// Creates a memory with only bank 0.
    fn empty() -> Self {
        Self {
            banks: vec![[0xFF; BANK]],
            maps: Box::new([[0; SEGMENTS]; MAPS]),
            read: Box::new([[0; SEGMENTS]; MAPS]),
            written: Box::new([[NONE; SEGMENTS]; MAPS]),
            end: (SEGMENTS * BANK) as u32,
            flat: false,
            mapped: vec![[0; 4]],
            waits: vec![[0; PAGES]],
            waiting: false,
            marked: Marked {
                writable: vec![[0; 4]],
                marks: Arc::new(vec![[NO_RAM; BANK / WORD]]),
                watched: Vec::new(),
                changed: Vec::new(),
                fixed: None,
            },
        }
    }

    /// Creates the memory of a machine: RAM contains zeros, ROM contains FFh.
    pub(super) fn new(parts: &Parts) -> Result<Self, Conflict> {
        let memories = &parts.memory[..];
        parts.check_places((SEGMENTS * BANK) as u32)?;
        let mut banks = Self::empty();
        for segment in 0..SEGMENTS {
            banks.map_segment(memories, segment)?;
        }
        for (n, mirror) in parts.mirror.iter().enumerate() {
            banks.add_mirror(n, mirror)?;
        }
        if parts.model == Model::Z8002 && parts.paging.is_none() {
            banks.map_one();
        }
        banks.drop_unused();
        banks.read.clone_from(&banks.maps);
        banks.find_fixed();
        banks.find_written();
        banks.waiting = memories.iter().any(|memory| memory.waits > 0);
        let waits = |segment: &u8| (0..MAPS).any(|map| banks.waits[banks.bank(map, *segment)] != [0; PAGES]);
        let waiting: Vec<u8> = (0..=u8::MAX).filter(waits).collect();
        waiting.into_iter().for_each(|segment| banks.open(segment));
        Ok(banks)
    }

    /// Restricts the memory to one segment, because a Z8002 never accesses another.
    fn map_one(&mut self) {
        self.end = BANK as u32;
        for map in self.maps.iter_mut() {
            *map = [map[0]; SEGMENTS];
        }
        let [data, system_data, program, system_program] = &*self.maps;
        self.flat = data == system_data && program == system_program;
    }

    /// Removes bank 0 if no segment is unmapped, so that copies are smaller.
    fn drop_unused(&mut self) {
        if self.maps.as_flattened().contains(&0) {
            return;
        }
        self.maps.as_flattened_mut().iter_mut().for_each(|bank| *bank -= 1);
        self.banks.remove(0);
        self.mapped.remove(0);
        self.waits.remove(0);
        self.marked.writable.remove(0);
        Arc::make_mut(&mut self.marked.marks).remove(0);
    }

    /// Finds the bank of program memory if there is one for all segments and no data space uses it.
    fn find_fixed(&mut self) {
        let programs = [false, true].map(|system| &self.maps[map(true, system)]);
        let bank = programs[0][0];
        let only = programs.into_iter().flatten().all(|other| *other == bank);
        let written = [false, true]
            .iter()
            .any(|system| self.maps[map(false, *system)].contains(&bank));
        self.marked.fixed = (only && !written).then(|| (bank.into(), version()));
        if let Some((bank, _)) = self.marked.fixed {
            // A relative store creates a new version.
            Arc::make_mut(&mut self.marked.marks)[bank]
                .iter_mut()
                .for_each(|mark| *mark |= FIXED);
        }
    }

    /// Returns program memory and the version of its contents; `None` if stores to data memory can change it.
    pub(super) fn fixed(&self) -> Option<(&Bank, u64)> {
        let (bank, version) = self.marked.fixed?;
        Some((self.banks.get(bank)?, version))
    }

    /// Returns the program bank and the data bank if there is one of each, and if neither accesses are observed nor
    /// stores to data memory must be checked.
    pub(super) fn flat(&mut self) -> Option<FlatBanks<'_>> {
        if !self.flat || self.written[PLAIN][0] == NONE {
            return None;
        }
        let [program, data] = [true, false].map(|program| self.bank(map(program, false), 0));
        let cells = Cell::from_mut(&mut self.banks[..]).as_slice_of_cells();
        let number = program;
        let [program, data] = [program, data].map(|bank| cells.get(bank).and_then(cells_of));
        Some(FlatBanks { program: program?, data: data?, number, marked: &mut self.marked })
    }

    /// Creates RAM that contains zeros; bank n + 1 is segment n of all spaces.
    pub(super) fn ram(segments: u8) -> Self {
        let mut banks = Self::empty();
        let count = usize::from(segments) + 1;
        banks.banks.resize(count, [0; BANK]);
        banks.marked.writable.resize(count, [u64::MAX; 4]);
        banks.mapped.resize(count, [u64::MAX; 4]);
        banks.waits.resize(count, [0; PAGES]);
        Arc::make_mut(&mut banks.marked.marks).resize(count, [0; BANK / WORD]);
        for map in banks.maps.iter_mut() {
            (1..).zip(&mut map[..count - 1]).for_each(|(bank, place)| *place = bank);
        }
        banks.read.clone_from(&banks.maps);
        banks.find_written();
        banks
    }

    /// Maps a segment to the bank of a segment in the same or another map.
    pub(super) fn show(&mut self, map: usize, segment: u8, (other, of): (usize, u8)) {
        for maps in [&mut self.maps, &mut self.read, &mut self.written] {
            maps[map][usize::from(segment)] = maps[other][usize::from(of)];
        }
    }

    /// Adds the segments of a mirror to its spaces.
    fn add_mirror(&mut self, n: usize, mirror: &Mirror) -> Result<(), Conflict> {
        let (first, source) = (mirror.start as usize / BANK, mirror.of as usize / BANK);
        for segment in 0..mirror.size as usize / BANK {
            for number in (0..MAPS).filter(|&number| seen(mirror.space, mirror.mode, number)) {
                let bank = self.maps[number][source + segment];
                if bank == 0 {
                    let what = format!("`of` refers to segment {}, which has no memory", source + segment);
                    return Err(Conflict::new("mirror", Some(n), &what));
                }
                if self.maps[number][first + segment] != 0 {
                    let what = format!("segment {} is already mapped to other memory", first + segment);
                    return Err(Conflict::new("mirror", Some(n), &what));
                }
                self.maps[number][first + segment] = bank;
            }
        }
        Ok(())
    }

    /// Maps a segment in all spaces; spaces that see the same memories in it share a bank.
    fn map_segment(&mut self, memories: &[Memory], segment: usize) -> Result<(), Conflict> {
        let here = |memory: &Memory| {
            let first = memory.start as usize / BANK;
            let last = (memory.start + memory.size - 1) as usize / BANK;
            (first..=last).contains(&segment)
        };
        let mut known: Vec<(Vec<usize>, u16)> = Vec::new();
        for number in 0..MAPS {
            let list: Vec<usize> = (0..memories.len())
                .filter(|&n| here(&memories[n]) && seen(memories[n].space, memories[n].mode, number))
                .collect();
            if list.is_empty() {
                continue;
            }
            let bank = match known.iter().find(|(other, _)| *other == list) {
                Some((_, bank)) => *bank,
                None => {
                    let shared = list.iter().find(|n| known.iter().any(|(other, _)| other.contains(n)));
                    if let Some(&n) = shared.filter(|&&n| memories[n].kind == Kind::Ram) {
                        let what = format!(
                            "in segment {segment}, RAM shared by several spaces cannot be combined with memory that \
                             only some of them contain"
                        );
                        return Err(Conflict::new("memory", Some(n), &what));
                    }
                    let bank = self.add_bank(memories, &list, segment)?;
                    known.push((list, bank));
                    bank
                }
            };
            self.maps[number][segment] = bank;
        }
        Ok(())
    }

    /// Adds a bank with the parts of the memories that are in a segment.
    fn add_bank(&mut self, memories: &[Memory], list: &[usize], segment: usize) -> Result<u16, Conflict> {
        let bank = self.banks.len();
        let mut bytes = [0xFF; BANK];
        let (mut writable, mut mapped): (Pages, Pages) = ([0; 4], [0; 4]);
        let mut waits = [0; PAGES];
        for &n in list {
            let memory = &memories[n];
            let base = segment * BANK;
            let start = (memory.start as usize).max(base) - base;
            let end = ((memory.start + memory.size) as usize).min(base + BANK) - base;
            for page in (start..end).step_by(PAGE as usize) {
                let (word, bit) = (page / PAGE as usize / 64, 1 << (page / PAGE as usize % 64));
                if mapped[word] & bit != 0 {
                    let what = format!("overlaps another memory at {:#x}", base + page);
                    return Err(Conflict::new("memory", Some(n), &what));
                }
                mapped[word] |= bit;
                waits[page / PAGE as usize] = memory.waits;
                if memory.kind == Kind::Ram {
                    writable[word] |= bit;
                    bytes[page..page + PAGE as usize].fill(0);
                }
            }
        }
        let marks = core::array::from_fn(|word| u8::from(!has(&writable, (word * WORD) as u16)) * NO_RAM);
        self.banks.push(bytes);
        self.mapped.push(mapped);
        self.waits.push(waits);
        self.marked.writable.push(writable);
        Arc::make_mut(&mut self.marked.marks).push(marks);
        Ok(bank as u16)
    }

    /// Returns true if two segments have the same program memory in system mode.
    pub fn is_same_code(&self, segment: u8, other: u8) -> bool {
        let code = map(true, true);
        self.bank(code, segment) == self.bank(code, other)
    }

    /// Returns the number of the bank of a segment.
    #[inline(always)]
    pub(super) fn bank(&self, map: usize, segment: u8) -> usize {
        usize::from(self.maps[map & (MAPS - 1)][usize::from(segment)])
    }

    /// Returns the banks for direct accesses to a segment.
    #[inline(always)]
    pub(super) fn place(&self, map: usize, segment: u8) -> Place {
        let (map, segment) = (map & (MAPS - 1), usize::from(segment));
        Place { bank: self.read[map][segment], written: self.written[map][segment] }
    }

    /// Makes all accesses to a segment observed, because of memory management units, device registers or wait states.
    pub(super) fn open(&mut self, segment: u8) {
        for map in 0..MAPS {
            self.read[map][usize::from(segment)] = NONE;
            self.written[map][usize::from(segment)] = NONE;
        }
    }

    /// Returns the banks of a segment even if its accesses are observed.
    fn behind(&self, map: usize, address: u32) -> Place {
        let segment = (address >> 16) as u8;
        Place { bank: self.bank(map, segment) as u16, ..self.place(map, segment) }
    }

    /// Reads a byte; FFh if there is no memory.
    pub(super) fn byte(&self, map: usize, address: u32) -> u8 {
        let [byte] = self
            .bytes_in(self.behind(map, address), address as u16)
            .unwrap_or([0xFF]);
        byte
    }

    /// Reads a word; bit 0 of the address is ignored.
    pub(super) fn word(&self, map: usize, address: u32) -> u16 {
        let bytes = self.bytes_in(self.behind(map, address), address as u16 & 0xFFFE);
        bytes.map_or(0xFFFF, u16::from_be_bytes)
    }

    /// Writes a byte if there is RAM at the address.
    pub(super) fn set_byte(&mut self, map: usize, address: u32, value: u8) {
        self.set_in(self.behind(map, address), address as u16, [value]);
    }

    /// Reads a byte or, at an even offset, a word; `None` if accesses are observed.
    #[inline(always)]
    pub(super) fn bytes_in<const N: usize>(&self, place: Place, offset: u16) -> Option<[u8; N]> {
        let at = usize::from(offset);
        let bank = self.banks.get(usize::from(place.bank))?;
        let mut bytes = [0; N];
        for (n, byte) in bytes.iter_mut().enumerate() {
            *byte = bank[at | n];
        }
        Some(bytes)
    }

    /// Writes a byte or, at an even offset, a word, if there is RAM. Returns false if accesses are observed.
    #[inline(always)]
    pub(super) fn set_in<const N: usize>(&mut self, place: Place, offset: u16, bytes: [u8; N]) -> bool {
        let at = usize::from(offset);
        match self.banks.get_mut(usize::from(place.written)) {
            Some(bank) => {
                (0..N).for_each(|n| bank[at | n] = bytes[n]);
                true
            }
            None => self.set_in_part(place, offset, bytes),
        }
    }

    /// Writes to a bank that is not entirely RAM or has watched words. This is almost as fast as other writes, since a
    /// program may use such a bank for a long time without executing code in it.
    #[inline(always)]
    fn set_in_part<const N: usize>(&mut self, place: Place, offset: u16, bytes: [u8; N]) -> bool {
        let (number, at) = (usize::from(place.bank), usize::from(offset));
        let (Some(marks), Some(bank)) = (self.marked.marks.get(number), self.banks.get_mut(number)) else {
            return false;
        };
        if (marks[word_of(offset)] == 0 || self.marked.takes(number, offset))
            && let Some(place) = bank.get_mut(at..at + N)
        {
            place.copy_from_slice(&bytes);
        }
        true
    }

    /// Starts to watch a word for its next change.
    pub(super) fn watch(&mut self, bank: usize, word: usize) {
        let Some(marks) = Arc::make_mut(&mut self.marked.marks).get_mut(bank) else {
            return;
        };
        marks[word % (BANK / WORD)] |= WATCHED;
        if self.marked.watched.contains(&bank) {
            return;
        }
        self.marked.watched.push(bank);
        // Stores to this bank must now be checked.
        for written in self.written.as_flattened_mut() {
            if usize::from(*written) == bank {
                *written = NONE;
            }
        }
    }

    /// Stops watching words.
    pub(super) fn unwatch(&mut self) {
        for bank in core::mem::take(&mut self.marked.watched) {
            for mark in &mut Arc::make_mut(&mut self.marked.marks)[bank] {
                *mark &= !WATCHED;
            }
        }
        self.find_written();
    }

    /// Allows direct stores to the banks that consist only of RAM.
    fn find_written(&mut self) {
        let maps = self.maps.as_flattened().iter();
        for (written, bank) in self.written.as_flattened_mut().iter_mut().zip(maps) {
            let number = usize::from(*bank);
            let fixed = self.marked.fixed.is_some_and(|(fixed, _)| fixed == number);
            if self.marked.writable[number] == [u64::MAX; 4] && !fixed {
                *written = *bank;
            }
        }
    }

    /// Returns the watched words that have changed since the last call, each with its bank.
    pub(super) fn take_changed(&mut self) -> Vec<(usize, usize)> {
        core::mem::take(&mut self.marked.changed)
    }

    pub(super) fn banks(&self) -> &[Bank] {
        &self.banks
    }

    pub(super) fn banks_and_marks(&mut self) -> (&mut [Bank], &[Marks]) {
        (&mut self.banks, &self.marked.marks)
    }

    /// Returns true if any memory has wait states.
    pub(super) const fn has_waits(&self) -> bool {
        self.waiting
    }

    /// Returns the wait states of an access, in clocks.
    #[inline(always)]
    pub(super) fn waits(&self, map: usize, address: u32) -> u32 {
        if !self.waiting {
            return 0;
        }
        let bank = self.bank(map, (address >> 16) as u8);
        self.waits[bank][address as usize / PAGE as usize % PAGES].into()
    }

    /// Returns the size in bytes of the tables that copies do not share; the banks are not included.
    pub(super) fn tables(&self) -> usize {
        3 * size_of::<Maps>() + self.banks.len() * (2 * size_of::<Pages>() + PAGES)
    }

    /// Returns true if there is memory at an address.
    pub(super) fn holds(&self, map: usize, address: u32) -> bool {
        has(&self.mapped[self.bank(map, (address >> 16) as u8)], address as u16)
    }

    /// Writes a byte to RAM or ROM. Returns true if there is memory at the address.
    pub(super) fn put(&mut self, map: usize, address: u32, value: u8) -> bool {
        let (bank, offset) = (self.bank(map, (address >> 16) as u8), address as u16);
        let found = address < self.end && has(&self.mapped[bank], offset);
        if found {
            self.banks[bank][usize::from(offset)] = value;
            self.marked.note(bank, offset);
        }
        found
    }

    /// Returns true if program and data of system mode are the same memory at an address.
    pub fn is_shared(&self, at: u32) -> bool {
        let [program, data] = [true, false].map(|program| self.bank(map(program, true), (at >> 16) as u8));
        program == data
    }

    /// Writes bytes to RAM or ROM from an address in program or data memory, in the spaces of both modes. Returns true
    /// if there was memory for all of them.
    pub(super) fn load(&mut self, program: bool, at: u32, bytes: &[u8]) -> bool {
        self.load_through(&[map(program, false), map(program, true)], at, bytes)
    }

    /// Writes bytes like [`load`](Self::load), in the spaces that see this memory.
    pub(super) fn load_memory(&mut self, memory: &Memory, at: u32, bytes: &[u8]) -> bool {
        let maps: Vec<usize> = (0..MAPS)
            .filter(|&number| seen(memory.space, memory.mode, number))
            .collect();
        self.load_through(&maps, at, bytes)
    }

    fn load_through(&mut self, maps: &[usize], at: u32, bytes: &[u8]) -> bool {
        let mut all = true;
        for (n, &byte) in bytes.iter().enumerate() {
            let Some(at) = u32::try_from(n)
                .ok()
                .and_then(|n| at.checked_add(n))
                .filter(|at| at >> 24 == 0)
            else {
                return false;
            };
            let mut found = false;
            for &map in maps {
                found |= self.put(map, at, byte);
            }
            all &= found;
        }
        all
    }

    /// Returns all bytes of all banks, to compare machines.
    ///
    /// # Example
    ///
    /// ```
    /// use z8000::machine::Machine;
    ///
    /// let mut machine = Machine::board();
    /// let before = machine.world().banks().clone();
    /// machine.load_program(0x100, &[0x7A, 0]);
    /// let bytes = before.bytes().iter().zip(machine.world().banks().bytes());
    /// // The other byte of HALT is 0, as RAM was.
    /// assert_eq!(bytes.filter(|(before, now)| before != now).count(), 1);
    /// ```
    pub fn bytes(&self) -> &[u8] {
        self.banks.as_flattened()
    }

    /// Writes all bytes to a save file, or reads them from one with the same banks.
    pub(super) fn archive(&mut self, archive: &mut Archive<'_>) -> Result<(), SaveError> {
        archive.bytes(self.banks.as_flattened_mut())?;
        for (bank, word) in (0..self.banks.len()).flat_map(|bank| (0..BANK / WORD).map(move |word| (bank, word))) {
            self.marked.note(bank, (word * WORD) as u16);
        }
        Ok(())
    }
}

/// Returns a new version, which no memory has had.
fn version() -> u64 {
    static LAST: AtomicU64 = AtomicU64::new(0);
    LAST.fetch_add(1, Ordering::Relaxed) + 1
}

/// Returns the individual bytes of a bank.
fn cells_of(bank: &Cell<Bank>) -> Option<&Cells> {
    let bytes: &Cell<[u8]> = bank;
    bytes.as_slice_of_cells().try_into().ok()
}
