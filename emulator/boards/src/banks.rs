//! The memory of a machine: banks of 64 KB, and a table for each address space that maps segments to banks.
//!
//! Unmapped segments are mapped to bank 0, which contains only FFh. A partly mapped bank contains FFh in its unmapped
//! part. Each page of 256 bytes has a bit that says whether it can be written. An engine may have individual words
//! watched.

use z8000::bus::Status;
use z8000::run::{Bank, Marks, WORD, word_of};
use z8000::save::Archive;

use crate::description::{Kind, Memory, Mirror, Modes, PAGE, Spaces, wrong};
use crate::error::Error;

const BANK: usize = 0x1_0000;

/// Segments of an address space; with memory management units, 64 KB blocks of physical memory.
const SEGMENTS: usize = 256;

/// Program and data, each in normal and in system mode.
const MAPS: usize = 4;

/// Memory in banks. Two memories are equal if they have the same structure and the same bytes.
#[derive(Debug, Clone)]
pub struct Banks {
    banks: Vec<Bank>,
    /// The bank of a segment.
    maps: Box<Maps>,
    /// The bank that it is read from; [`NONE`] where accesses are observed.
    read: Box<Maps>,
    /// The bank that it is written to; [`NONE`] where that depends on the page.
    written: Box<Maps>,
    /// For each bank, which of its pages are RAM, and which are mapped at all.
    writable: Vec<Pages>,
    mapped: Vec<Pages>,
    /// For each bank, the wait states of its pages, and whether there are any at all.
    waits: Vec<[u8; PAGES]>,
    waiting: bool,
    /// For each bank, which words an engine leaves alone: [`NO_RAM`] or [`WATCHED`].
    marks: Vec<Marks>,
    /// The banks in which words may be watched.
    watched: Vec<usize>,
    /// Words that were watched and have changed.
    changed: Vec<(usize, usize)>,
}

impl PartialEq for Banks {
    fn eq(&self, other: &Self) -> bool {
        self.banks == other.banks && self.shape() == other.shape()
    }
}

impl Eq for Banks {}

/// A word that stores do not change.
const NO_RAM: u8 = 1;
/// A word whose changes are noted.
const WATCHED: u8 = 2;

/// For each address space, the bank of each segment.
type Maps = [[u16; SEGMENTS]; MAPS];

/// Where a segment is read, and where it is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Place {
    bank: u16,
    /// [`NONE`] where it depends on the page.
    written: u16,
}

/// No bank.
const NONE: u16 = u16::MAX;

impl Place {
    /// Nowhere.
    pub(crate) const NOWHERE: Self = Self { bank: NONE, written: NONE };
}

/// Pages of a bank.
const PAGES: usize = BANK / PAGE as usize;

/// A bit for each page of a bank.
type Pages = [u64; 4];

const fn has(pages: &Pages, offset: u16) -> bool {
    let page = offset >> 8;
    pages[(page >> 6) as usize] >> (page & 63) & 1 != 0
}

/// The map of the banks for data of normal mode; with units, for all.
pub(crate) const PLAIN: usize = map(false, false);

/// The map of an address space.
pub(crate) const fn map(program: bool, system: bool) -> usize {
    (program as usize) << 1 | system as usize
}

/// The map that an access goes through.
#[inline(always)]
pub(crate) const fn map_of(status: Status) -> usize {
    map(status.space.is_program(), status.system)
}

/// Returns true if what a space and a mode have is seen through a map.
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
    /// Bank 0, everywhere.
    fn empty() -> Self {
        Self {
            banks: vec![[0xFF; BANK]],
            maps: Box::new([[0; SEGMENTS]; MAPS]),
            read: Box::new([[0; SEGMENTS]; MAPS]),
            written: Box::new([[NONE; SEGMENTS]; MAPS]),
            writable: vec![[0; 4]],
            mapped: vec![[0; 4]],
            waits: vec![[0; PAGES]],
            waiting: false,
            marks: vec![[NO_RAM; BANK / WORD]],
            watched: Vec::new(),
            changed: Vec::new(),
        }
    }

    /// The memory that a description specifies: RAM of zeros, ROM of FFh.
    pub(crate) fn new(memories: &[Memory], mirrors: &[Mirror]) -> Result<Self, Error> {
        let mut banks = Self::empty();
        for segment in 0..SEGMENTS {
            banks.map_segment(memories, segment)?;
        }
        for (n, mirror) in mirrors.iter().enumerate() {
            banks.add_mirror(n, mirror)?;
        }
        banks.read.clone_from(&banks.maps);
        banks.waiting = memories.iter().any(|memory| memory.waits > 0);
        let waits = |segment: &u8| (0..MAPS).any(|map| banks.waits[banks.bank(map, *segment)] != [0; PAGES]);
        let waiting: Vec<u8> = (0..=u8::MAX).filter(waits).collect();
        waiting.into_iter().for_each(|segment| banks.open(segment));
        Ok(banks)
    }

    /// RAM of zeros: bank n + 1 is segment n of all spaces.
    pub(crate) fn ram(segments: u8) -> Self {
        let mut banks = Self::empty();
        let count = usize::from(segments) + 1;
        banks.banks.resize(count, [0; BANK]);
        banks.writable.resize(count, [u64::MAX; 4]);
        banks.mapped.resize(count, [u64::MAX; 4]);
        banks.waits.resize(count, [0; PAGES]);
        banks.marks.resize(count, [0; BANK / WORD]);
        for map in banks.maps.iter_mut() {
            (1..).zip(&mut map[..count - 1]).for_each(|(bank, place)| *place = bank);
        }
        banks.read.clone_from(&banks.maps);
        banks.find_written();
        banks
    }

    /// Shows in a segment of a map what a segment of another one has.
    pub(crate) fn show(&mut self, map: usize, segment: u8, (other, of): (usize, u8)) {
        for maps in [&mut self.maps, &mut self.read, &mut self.written] {
            maps[map][usize::from(segment)] = maps[other][usize::from(of)];
        }
    }

    /// Shows segments once more, to the spaces that the mirror is for.
    fn add_mirror(&mut self, n: usize, mirror: &Mirror) -> Result<(), Error> {
        let (first, source) = (mirror.start as usize / BANK, mirror.of as usize / BANK);
        for segment in 0..mirror.size as usize / BANK {
            for number in (0..MAPS).filter(|&number| seen(mirror.space, mirror.mode, number)) {
                let bank = self.maps[number][source + segment];
                if bank == 0 {
                    let what = format!("`of` refers to segment {}, which has no memory", source + segment);
                    return Err(wrong("mirror", Some(n), &what));
                }
                if self.maps[number][first + segment] != 0 {
                    let what = format!("segment {} is already mapped to other memory", first + segment);
                    return Err(wrong("mirror", Some(n), &what));
                }
                self.maps[number][first + segment] = bank;
                self.written[number][first + segment] = self.written[number][source + segment];
            }
        }
        Ok(())
    }

    /// Spaces that see the same memories in a segment share a bank.
    fn map_segment(&mut self, memories: &[Memory], segment: usize) -> Result<(), Error> {
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
                        return Err(wrong("memory", Some(n), &what));
                    }
                    let bank = self.add_bank(memories, &list, segment)?;
                    known.push((list, bank));
                    bank
                }
            };
            self.maps[number][segment] = bank;
            if self.writable[usize::from(bank)] == [u64::MAX; 4] {
                self.written[number][segment] = bank;
            }
        }
        Ok(())
    }

    /// A new bank with the parts of memories that are in a segment.
    fn add_bank(&mut self, memories: &[Memory], list: &[usize], segment: usize) -> Result<u16, Error> {
        let bank = self.writable.len();
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
                    return Err(wrong("memory", Some(n), &what));
                }
                mapped[word] |= bit;
                waits[page / PAGE as usize] = memory.waits;
                if memory.kind == Kind::Ram {
                    writable[word] |= bit;
                    bytes[page..page + PAGE as usize].fill(0);
                }
            }
        }
        let marks = std::array::from_fn(|word| u8::from(!has(&writable, (word * WORD) as u16)) * NO_RAM);
        self.banks.push(bytes);
        self.writable.push(writable);
        self.mapped.push(mapped);
        self.waits.push(waits);
        self.marks.push(marks);
        Ok(bank as u16)
    }

    /// The bank of a segment.
    #[inline(always)]
    pub(crate) fn bank(&self, map: usize, segment: u8) -> usize {
        usize::from(self.maps[map & (MAPS - 1)][usize::from(segment)])
    }

    /// Where a segment is read and written.
    #[inline(always)]
    pub(crate) fn place(&self, map: usize, segment: u8) -> Place {
        let (map, segment) = (map & (MAPS - 1), usize::from(segment));
        Place { bank: self.read[map][segment], written: self.written[map][segment] }
    }

    /// Accesses to a segment are observed: none goes past units, the registers of devices, and wait states.
    pub(crate) fn open(&mut self, segment: u8) {
        for map in 0..MAPS {
            self.read[map][usize::from(segment)] = NONE;
            self.written[map][usize::from(segment)] = NONE;
        }
    }

    /// The memory of a segment, whether accesses are observed there or not.
    fn behind(&self, map: usize, address: u32) -> Place {
        let segment = (address >> 16) as u8;
        Place { bank: self.bank(map, segment) as u16, ..self.place(map, segment) }
    }

    /// A byte, FFh where no memory is.
    pub(crate) fn byte(&self, map: usize, address: u32) -> u8 {
        self.byte_in(self.behind(map, address), address as u16).unwrap_or(0xFF)
    }

    /// Writes a byte where RAM is.
    pub(crate) fn set_byte(&mut self, map: usize, address: u32, value: u8) {
        self.set_byte_in(self.behind(map, address), address as u16, value);
    }

    /// A byte of a segment; `None` where accesses are observed.
    #[inline(always)]
    pub(crate) fn byte_in(&self, place: Place, offset: u16) -> Option<u8> {
        let bank = self.banks.get(usize::from(place.bank))?;
        Some(bank[usize::from(offset)])
    }

    /// A word, at the even offset.
    #[inline(always)]
    pub(crate) fn word_in(&self, place: Place, offset: u16) -> Option<u16> {
        let at = usize::from(offset & 0xFFFE);
        let bank = self.banks.get(usize::from(place.bank))?;
        Some(u16::from_be_bytes([bank[at], bank[at | 1]]))
    }

    /// Writes a byte of a segment where RAM is. Returns false where accesses are observed.
    #[inline(always)]
    pub(crate) fn set_byte_in(&mut self, place: Place, offset: u16, value: u8) -> bool {
        match self.banks.get_mut(usize::from(place.written)) {
            Some(bank) => {
                bank[usize::from(offset)] = value;
                true
            }
            None => self.set_in_part(place, offset, [value]),
        }
    }

    /// Writes a word where RAM is, at the even offset.
    #[inline(always)]
    pub(crate) fn set_word_in(&mut self, place: Place, offset: u16, value: u16) -> bool {
        let at = usize::from(offset & 0xFFFE);
        match self.banks.get_mut(usize::from(place.written)) {
            Some(bank) => {
                [bank[at], bank[at | 1]] = value.to_be_bytes();
                true
            }
            None => self.set_in_part(place, at as u16, value.to_be_bytes()),
        }
    }

    /// Writes bytes of a word, in a bank that is not RAM or only in part, or in which words are watched: almost as fast
    /// as elsewhere, since a program may run for long in such a bank without code.
    #[inline(always)]
    fn set_in_part<const N: usize>(&mut self, place: Place, offset: u16, bytes: [u8; N]) -> bool {
        let (number, at) = (usize::from(place.bank), usize::from(offset));
        match (self.marks.get(number), self.banks.get_mut(number)) {
            (Some(marks), Some(bank)) if marks[word_of(offset)] == 0 => {
                if let Some(place) = bank.get_mut(at..at + N) {
                    place.copy_from_slice(&bytes);
                }
                true
            }
            (Some(_), _) => {
                self.set_marked(number, offset, &bytes);
                true
            }
            _ => false,
        }
    }

    #[cold]
    fn set_marked(&mut self, bank: usize, offset: u16, bytes: &[u8]) {
        if has(&self.writable[bank], offset) {
            self.banks[bank][usize::from(offset)..][..bytes.len()].copy_from_slice(bytes);
            self.note(bank, offset);
        }
    }

    /// Notes that a word has changed, if it is watched.
    fn note(&mut self, bank: usize, offset: u16) {
        let word = word_of(offset);
        if self.marks[bank][word] & WATCHED != 0 {
            self.marks[bank][word] &= !WATCHED;
            self.changed.push((bank, word));
        }
    }

    /// Begins to note the changes of a word.
    pub(crate) fn watch(&mut self, bank: usize, word: usize) {
        let Some(marks) = self.marks.get_mut(bank) else { return };
        marks[word % (BANK / WORD)] |= WATCHED;
        if self.watched.contains(&bank) {
            return;
        }
        self.watched.push(bank);
        // No store there is unchecked any longer.
        for written in self.written.as_flattened_mut() {
            if usize::from(*written) == bank {
                *written = NONE;
            }
        }
    }

    /// Stops watching all words.
    pub(crate) fn unwatch(&mut self) {
        for bank in std::mem::take(&mut self.watched) {
            for mark in &mut self.marks[bank] {
                *mark &= !WATCHED;
            }
        }
        self.find_written();
    }

    /// Stores go without a look where all pages of a bank are RAM.
    fn find_written(&mut self) {
        let maps = self.maps.as_flattened().iter();
        for (written, bank) in self.written.as_flattened_mut().iter_mut().zip(maps) {
            if self.writable[usize::from(*bank)] == [u64::MAX; 4] {
                *written = *bank;
            }
        }
    }

    /// Takes the watched words, each with its bank, that have changed since this was last called.
    pub(crate) fn take_changed(&mut self) -> Vec<(usize, usize)> {
        std::mem::take(&mut self.changed)
    }

    /// All banks.
    pub(crate) fn banks(&self) -> &[Bank] {
        &self.banks
    }

    /// All banks, and the marks of each.
    pub(crate) fn banks_and_marks(&mut self) -> (&mut [Bank], &[Marks]) {
        (&mut self.banks, &self.marks)
    }

    /// Returns true if any memory has wait states.
    pub(crate) const fn has_waits(&self) -> bool {
        self.waiting
    }

    /// The wait states of an access.
    #[inline(always)]
    pub(crate) fn waits(&self, map: usize, address: u32) -> u32 {
        if !self.waiting {
            return 0;
        }
        let bank = self.bank(map, (address >> 16) as u8);
        self.waits[bank][address as usize / PAGE as usize % PAGES].into()
    }

    /// Returns true if memory is there.
    pub(crate) fn holds(&self, map: usize, address: u32) -> bool {
        has(&self.mapped[self.bank(map, (address >> 16) as u8)], address as u16)
    }

    /// Changes a byte of memory, also of ROM. Returns true if memory is there.
    pub(crate) fn put(&mut self, map: usize, address: u32, value: u8) -> bool {
        let (bank, offset) = (self.bank(map, (address >> 16) as u8), address as u16);
        let found = has(&self.mapped[bank], offset);
        if found {
            self.banks[bank][usize::from(offset)] = value;
            self.note(bank, offset);
        }
        found
    }

    /// Returns true if program and data of system mode are the same memory at an address.
    pub(crate) fn is_shared(&self, at: u32) -> bool {
        let [program, data] = [true, false].map(|program| self.bank(map(program, true), (at >> 16) as u8));
        program == data
    }

    /// Puts bytes into memory, also into ROM, from an address on, wherever a space of either mode sees some.
    /// Returns true if all of them found memory.
    pub(crate) fn load(&mut self, program: bool, at: u32, bytes: &[u8]) -> bool {
        self.load_through(&[map(program, false), map(program, true)], at, bytes)
    }

    /// The same for the spaces that see a memory.
    pub(crate) fn load_memory(&mut self, memory: &Memory, at: u32, bytes: &[u8]) -> bool {
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

    /// All bytes of all banks, for comparing machines.
    ///
    /// # Example
    ///
    /// ```
    /// use std::path::Path;
    /// use z8000_boards::{Description, Machine, Section};
    ///
    /// let text = "[[memory]]\nkind = \"ram\"\nsize = 0x10000\n";
    /// let mut machine = Machine::new(Description::read(text, Path::new("."))?)?;
    /// let before = machine.banks().clone();
    /// machine.load(&[Section::code("halt", 0x100, vec![0x7A, 0])])?;
    /// let bytes = before.bytes().iter().zip(machine.banks().bytes());
    /// // The other byte of HALT is 0, as RAM was.
    /// assert_eq!(bytes.filter(|(before, now)| before != now).count(), 1);
    /// # Ok::<(), z8000_boards::Error>(())
    /// ```
    pub fn bytes(&self) -> &[u8] {
        self.banks.as_flattened()
    }

    /// All bytes go into a save file, or come out of one that has banks of the same shape.
    pub(crate) fn archive(&mut self, archive: &mut Archive<'_>) -> Result<(), Error> {
        let mut shape = self.shape();
        archive.list(&mut shape)?;
        if shape != self.shape() {
            return Err(Error::OtherMachine("memory"));
        }
        archive.bytes(self.banks.as_flattened_mut())?;
        for (bank, word) in (0..self.banks.len()).flat_map(|bank| (0..BANK / WORD).map(move |word| (bank, word))) {
            self.note(bank, (word * WORD) as u16);
        }
        Ok(())
    }

    /// The shape of the memory: which bank is where, which of its pages are RAM or mapped at all, and their wait states
    /// if there are any.
    fn shape(&self) -> Vec<u8> {
        let maps = self.maps.as_flattened().iter().flat_map(|bank| bank.to_be_bytes());
        let pages = [&self.writable, &self.mapped].map(|pages| pages.as_flattened());
        let pages = pages.concat().into_iter().flat_map(u64::to_be_bytes);
        let waits: &[[u8; PAGES]] = if self.waiting { &self.waits } else { &[] };
        maps.chain(pages).chain(waits.as_flattened().iter().copied()).collect()
    }
}
