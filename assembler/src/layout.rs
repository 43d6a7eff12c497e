//! Where statements stand: sections, their regions, and structures.
//!
//! A region is a part of a section that stays together. Its bytes are put into it as they come; where it goes may be
//! known from the start, be settled at the end, or be left to a linker.

use std::ops::Range;

use rustc_hash::FxHashMap;
use z8000_object::{Kind, Processor};

use crate::section::{Section, SectionInfo};
use crate::value::{Base, Value};

/// The most bytes that a program may have, where the options do not say.
const MOST: u64 = 0x1000_0000;

/// How many sections one program may have: objects number them in 16 bits, from 1, with a sign.
pub(crate) const SECTIONS: usize = 0x7FFF;

/// A part of a section that stays together.
#[derive(Debug)]
pub(crate) struct Region {
    pub(crate) section: Section,
    /// Its address, if that is known.
    pub(crate) address: Option<u32>,
    /// Its address is a multiple of this.
    pub(crate) alignment: u32,
    /// Bytes that it takes.
    pub(crate) size: u32,
    /// The bytes; none in a section that has no contents.
    pub(crate) bytes: Vec<u8>,
}

/// A place in a region.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Place {
    /// Index of the region.
    pub(crate) region: u32,
    /// Bytes from its beginning.
    pub(crate) offset: u32,
}

/// A section, and the region that its statements go to.
#[derive(Debug)]
struct State {
    info: SectionInfo,
    /// Its first region, and the one at work.
    first: u32,
    region: u32,
    /// Its end is known to lie beyond the address space.
    overflown: bool,
}

/// The sections, and the section or structure that statements go to.
#[derive(Debug)]
pub(crate) struct Layout {
    sections: Vec<State>,
    names: FxHashMap<String, Section>,
    pub(crate) regions: Vec<Region>,
    /// The section at work.
    pub(crate) section: Section,
    /// The next offset in a structure, while one is declared; labels are offsets in it.
    pub(crate) structure: Option<u32>,
    /// Bytes of contents and space so far, and the most of them.
    bytes: u64,
    most: u64,
}

impl Layout {
    /// `.text`, `.data` and `.bss`, of which the first two may begin at address 0 of memories of their own.
    pub(crate) fn new(text: Option<u32>, data: Option<u32>, most: Option<u64>) -> Self {
        let mut layout = Self {
            sections: Vec::new(),
            names: FxHashMap::default(),
            regions: Vec::new(),
            section: Section::TEXT,
            structure: None,
            bytes: 0,
            most: most.unwrap_or(MOST),
        };
        for (name, address) in [(".text", text), (".data", data), (".bss", None)] {
            layout.add(name, Kind::of(name), address);
        }
        layout
    }

    fn add(&mut self, name: &str, kind: Kind, address: Option<u32>) -> Section {
        let section = Section::new(self.sections.len());
        let region = self.begin(section, address);
        self.names.insert(name.to_owned(), section);
        self.sections.push(State {
            info: SectionInfo {
                name: name.to_owned(),
                kind,
            },
            first: region,
            region,
            overflown: false,
        });
        section
    }

    fn begin(&mut self, section: Section, address: Option<u32>) -> u32 {
        self.regions.push(Region {
            section,
            address,
            alignment: 2,
            size: 0,
            bytes: Vec::new(),
        });
        self.regions.len() as u32 - 1
    }

    /// The section of a name, which may be new. Then it is of the kind given, or else of the one that its name says.
    /// None where a program has too many sections.
    pub(crate) fn named(&mut self, name: &str, kind: Option<Kind>) -> Option<Section> {
        match self.names.get(name) {
            Some(&section) => Some(section),
            None if self.sections.len() == SECTIONS => None,
            None => Some(self.add(name, kind.unwrap_or(Kind::of(name)), None)),
        }
    }

    pub(crate) fn infos(&self) -> impl Iterator<Item = &SectionInfo> {
        self.sections.iter().map(|state| &state.info)
    }

    pub(crate) fn info(&self, section: Section) -> &SectionInfo {
        &self.sections[section.index()].info
    }

    /// The region that a section begins with.
    pub(crate) fn first(&self, section: Section) -> u32 {
        self.sections[section.index()].first
    }

    /// Continues in a section, where it was left.
    pub(crate) const fn enter(&mut self, section: Section) {
        self.section = section;
        self.structure = None;
    }

    fn state(&self) -> &State {
        &self.sections[self.section.index()]
    }

    /// The region at work.
    fn region(&self) -> &Region {
        &self.regions[self.state().region as usize]
    }

    fn region_mut(&mut self) -> &mut Region {
        let region = self.state().region as usize;
        &mut self.regions[region]
    }

    /// The end of the region at work.
    pub(crate) fn place(&self) -> Place {
        Place {
            region: self.state().region,
            offset: self.region().size,
        }
    }

    /// The current address, or the offset in a structure.
    pub(crate) fn here(&self) -> Value {
        match self.structure {
            Some(offset) => Value::number(offset.into()),
            None => self.address(self.place()),
        }
    }

    /// The address of a place.
    pub(crate) fn address(&self, place: Place) -> Value {
        let region = &self.regions[place.region as usize];
        Value {
            number: i64::from(region.address.unwrap_or(0)) + i64::from(place.offset),
            base: match region.address {
                Some(_) => None,
                None => Some(Base::Region(place.region)),
            },
            addresses: 1,
        }
    }

    /// The current address as far as it is known; where it is not, from the beginning of the region.
    pub(crate) fn known_here(&self) -> u32 {
        self.structure.unwrap_or_else(|| {
            let region = self.region();
            region.address.unwrap_or(0).saturating_add(region.size)
        })
    }

    /// Continues at another address: in a region of its own, unless the one at work ends there.
    pub(crate) fn move_to(&mut self, address: u32) {
        if let Some(offset) = &mut self.structure {
            *offset = address;
            return;
        }
        let region = self.region();
        // What begins with a segment does not belong to the one before.
        let continues = region.address.is_some() && self.known_here() == address;
        if continues && (address & 0xFFFF != 0 || region.size == 0) {
            return;
        }
        let begun = self.begin(self.section, Some(address));
        self.sections[self.section.index()].region = begun;
    }

    /// Appends bytes to the region at work.
    pub(crate) fn push(&mut self, bytes: &[u8]) {
        let region = self.region_mut();
        region.bytes.extend_from_slice(bytes);
        region.size = region.size.saturating_add(bytes.len() as u32);
    }

    /// Appends one byte many times, or space in a structure or a section without contents.
    pub(crate) fn fill(&mut self, count: u32, byte: u8) {
        if let Some(offset) = &mut self.structure {
            *offset = offset.saturating_add(count);
            return;
        }
        let has_contents = self.state().info.kind != Kind::Space;
        let region = self.region_mut();
        region.size = region.size.saturating_add(count);
        if has_contents {
            region.bytes.resize(region.bytes.len() + count as usize, byte);
        }
    }

    /// Replaces bytes.
    pub(crate) fn put(&mut self, place: Place, bytes: &[u8]) {
        let start = place.offset as usize;
        self.regions[place.region as usize].bytes[start..start + bytes.len()].copy_from_slice(bytes);
    }

    /// How many bytes are missing to a multiple of a power of two.
    pub(crate) fn gap(&self, boundary: u32) -> u32 {
        self.known_here().wrapping_neg() % boundary
    }

    /// Aligns the region at work: how many bytes are to be filled.
    pub(crate) fn align(&mut self, boundary: u32) -> u32 {
        if self.structure.is_none() {
            let region = self.region_mut();
            region.alignment = region.alignment.max(boundary);
        }
        self.gap(boundary)
    }

    /// When the section at work has grown beyond an address space of `limit` bytes, says so once.
    pub(crate) fn overflow(&mut self, limit: u64) -> Option<String> {
        let region = self.region();
        let end = u64::from(region.address.unwrap_or(0)) + u64::from(region.size);
        let state = &mut self.sections[self.section.index()];
        if end <= limit || state.overflown || self.structure.is_some() {
            return None;
        }
        state.overflown = true;
        let name = &state.info.name;
        Some(format!(
            "`{name}` goes beyond the end of the memory: {end:#x} of {limit:#x} bytes"
        ))
    }

    /// Returns true if a program has too many bytes.
    pub(crate) const fn is_full(&self) -> bool {
        self.bytes > self.most
    }

    /// Counts bytes of contents and space, and says so when a program has too many.
    pub(crate) fn count(&mut self, bytes: u32) -> Result<(), String> {
        self.bytes += u64::from(bytes);
        match self.is_full() {
            true => Err(format!("the program has more than {} MB", self.most >> 20)),
            false => Ok(()),
        }
    }

    /// Why no statement can put bytes here, if none can.
    pub(crate) fn refuses_contents(&self) -> Option<String> {
        if self.structure.is_some() {
            return Some("a structure has no contents: use `.space`, or enter a section first".to_owned());
        }
        let info = &self.state().info;
        (info.kind == Kind::Space).then(|| format!("`{}` has no contents: use `.space`, or `.data`", info.name))
    }
}

/// Bytes of a segment.
const SEGMENT: u64 = 0x1_0000;

/// A region that cannot be where it is: its index, the offset of the byte at fault, and what is wrong.
pub(crate) struct Misplaced {
    pub(crate) region: u32,
    pub(crate) offset: u32,
    pub(crate) message: String,
}

impl Region {
    /// Its addresses, as far as they are settled.
    fn range(&self) -> Range<u64> {
        let start = u64::from(self.address.unwrap_or(0));
        start..start + u64::from(self.size)
    }
}

impl Layout {
    /// Gives every region an address. In each memory, sections follow each other: code, data, constants, space; what
    /// has its address already is left out.
    pub(crate) fn settle(&mut self, one_memory: bool) -> Vec<u32> {
        for program in [true, false] {
            let mut next = 0;
            for section in self.in_order() {
                let info = self.info(section);
                if (one_memory || info.kind == Kind::Code) != program {
                    continue;
                }
                let first = self.first(section) as usize;
                if self.regions[first].address.is_none() {
                    let address = self.first_fit(first, next, one_memory, program);
                    self.regions[first].address = Some(address);
                }
                let end = self.regions[first].range().end;
                next = next.max(u32::try_from(end).unwrap_or(u32::MAX));
            }
        }
        self.regions.iter().map(|region| region.address.unwrap_or(0)).collect()
    }

    /// The sections in the order in which they go to memory.
    fn in_order(&self) -> Vec<Section> {
        let mut sections: Vec<Section> = (0..self.sections.len()).map(Section::new).collect();
        sections.sort_by_key(|section| match self.info(*section).kind {
            Kind::Code => 0,
            Kind::Data => 1,
            Kind::Constants => 2,
            Kind::Space => 3,
        });
        sections
    }

    /// The lowest address from `next` on at which a region overlaps with none that has its place.
    fn first_fit(&self, region: usize, next: u32, one_memory: bool, program: bool) -> u32 {
        let wanted = &self.regions[region];
        let mut address = next.checked_next_multiple_of(wanted.alignment).unwrap_or(next);
        loop {
            let range = u64::from(address)..u64::from(address) + u64::from(wanted.size);
            let is_in_the_way = |other: &&Region| {
                let is_there = other.address.is_some() && other.size > 0;
                let overlaps = other.range().start < range.end && range.start < other.range().end;
                is_there && overlaps && self.shares_memory(other, one_memory, program)
            };
            let Some(other) = self.regions.iter().find(is_in_the_way) else {
                return address;
            };
            let end = u32::try_from(other.range().end).ok();
            match end.and_then(|end| end.checked_next_multiple_of(wanted.alignment)) {
                Some(free) => address = free,
                None => return address,
            }
        }
    }

    fn shares_memory(&self, region: &Region, one_memory: bool, program: bool) -> bool {
        one_memory || (self.info(region.section).kind == Kind::Code) == program
    }

    /// The regions that overlap with another one of their memory, or cross the end of a segment.
    pub(crate) fn misplaced(&self, one_memory: bool, processor: Processor) -> Vec<Misplaced> {
        let mut found = Vec::new();
        let memories: &[bool] = if one_memory { &[true] } else { &[true, false] };
        for &program in memories {
            let here = |index: &usize| {
                let region = &self.regions[*index];
                region.size > 0 && self.shares_memory(region, one_memory, program)
            };
            let mut memory: Vec<usize> = (0..self.regions.len()).filter(here).collect();
            memory.sort_by_key(|&index| self.regions[index].range().start);
            for pair in memory.windows(2) {
                let [first, second] = [pair[0], pair[1]].map(|index| &self.regions[index]);
                let (first_range, second_range) = (first.range(), second.range());
                if first_range.end > second_range.start {
                    let message = format!(
                        "`{}` from {:#x} overlaps with `{}` from {:#x} to {:#x}",
                        self.info(second.section).name,
                        second_range.start,
                        self.info(first.section).name,
                        first_range.start,
                        first_range.end,
                    );
                    found.push(Misplaced {
                        region: pair[0].max(pair[1]) as u32,
                        offset: 0,
                        message,
                    });
                }
            }
        }
        if processor == Processor::Z8001 {
            found.extend(self.regions.iter().enumerate().filter_map(|(index, region)| {
                let Range { start, end } = region.range();
                let boundary = (start / SEGMENT + 1) * SEGMENT;
                (end > boundary).then(|| Misplaced {
                    region: index as u32,
                    offset: (boundary - start) as u32,
                    message: format!(
                        "`{}` crosses the end of segment {}: it reaches from {start:#x} to {end:#x}",
                        self.info(region.section).name,
                        start / SEGMENT,
                    ),
                })
            }));
        }
        found
    }
}
