//! Where regions go at the end of a run, if no linker decides that, and what cannot be where it is.

use std::ops::Range;

use z8000_object::{Kind, Processor};

use crate::layout::{Layout, Region};
use crate::section::Section;

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
        let mut sections: Vec<Section> = (0..self.infos().count()).map(Section::new).collect();
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
                    found.push(Misplaced { region: pair[0].max(pair[1]) as u32, offset: 0, message });
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
