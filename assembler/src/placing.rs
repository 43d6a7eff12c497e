//! Assigning addresses to the pieces at the end of a run, unless a linker does that, and finding pieces that cannot be
//! at their addresses.

use std::ops::Range;

use z8000_object::{Kind, Processor};

use crate::layout::{Layout, Piece};
use crate::section::{AddressSpace, Section};

/// The size of a segment in bytes.
const SEGMENT: u64 = 0x1_0000;

/// A piece that cannot be at its address: its index, the offset of the first byte that cannot, and the message.
pub(crate) struct MisplacedPiece {
    pub(crate) piece: u32,
    pub(crate) offset: u32,
    pub(crate) message: String,
}

/// A memory; `None` if there is only one.
type Memory = Option<AddressSpace>;

const fn memories(one_memory: bool) -> &'static [Memory] {
    match one_memory {
        true => &[None],
        false => &[Some(AddressSpace::Program), Some(AddressSpace::Data)],
    }
}

impl Piece {
    /// Returns the addresses of the piece, as far as they are known.
    fn range(&self) -> Range<u64> {
        let start = u64::from(self.origin());
        start..start + u64::from(self.size)
    }
}

impl Layout {
    /// Assigns addresses to all pieces that have none. In each memory, sections are placed consecutively: code, data,
    /// constants, space.
    pub(crate) fn settle(&mut self, one_memory: bool) -> Vec<u32> {
        for &memory in memories(one_memory) {
            let mut next = 0;
            for section in self.in_order() {
                let first = self.first(section) as usize;
                if !self.pieces[first].is_in(memory) {
                    continue;
                }
                if self.pieces[first].address.is_none() {
                    let address = self.first_fit(first, next, memory);
                    self.pieces[first].address = Some(address);
                }
                let end = self.pieces[first].range().end;
                next = next.max(u32::try_from(end).unwrap_or(u32::MAX));
            }
        }
        self.pieces.iter().map(Piece::origin).collect()
    }

    /// Returns the sections in the order in which they are placed.
    fn in_order(&self) -> Vec<Section> {
        let all = (0..self.infos().count()).map(Section::new);
        let of = |kind| all.clone().filter(move |section| self.info(*section).kind == kind);
        let order = [Kind::Code, Kind::Data, Kind::Constants, Kind::Space];
        order.into_iter().flat_map(of).collect()
    }

    /// Returns the lowest address from `next` at which a piece does not overlap with a placed one.
    fn first_fit(&self, piece: usize, next: u32, memory: Memory) -> u32 {
        let wanted = &self.pieces[piece];
        let mut address = next.checked_next_multiple_of(wanted.alignment).unwrap_or(next);
        loop {
            let range = u64::from(address)..u64::from(address) + u64::from(wanted.size);
            let is_in_the_way = |other: &&Piece| {
                let is_there = other.address.is_some() && other.size > 0;
                let overlaps = other.range().start < range.end && range.start < other.range().end;
                is_there && overlaps && other.is_in(memory)
            };
            let Some(other) = self.pieces.iter().find(is_in_the_way) else {
                return address;
            };
            let end = u32::try_from(other.range().end).ok();
            match end.and_then(|end| end.checked_next_multiple_of(wanted.alignment)) {
                Some(free) => address = free,
                None => return address,
            }
        }
    }

    /// Returns the pieces that overlap with another one in their memory, or that cross the end of a segment.
    pub(crate) fn misplaced(&self, one_memory: bool, processor: Processor) -> Vec<MisplacedPiece> {
        let mut found = Vec::new();
        for &memory in memories(one_memory) {
            let here = |index: &usize| self.pieces[*index].size > 0 && self.pieces[*index].is_in(memory);
            let mut own: Vec<usize> = (0..self.pieces.len()).filter(here).collect();
            own.sort_unstable_by_key(|&index| (self.pieces[index].range().start, index));
            for pair in own.windows(2) {
                let [first, second] = [pair[0], pair[1]].map(|index| &self.pieces[index]);
                let (first_range, second_range) = (first.range(), second.range());
                if first_range.end > second_range.start {
                    let message = format!(
                        "section `{}`, which begins at {:#x}, overlaps section `{}` ({:#x} to {:#x})",
                        self.info(second.section).name,
                        second_range.start,
                        self.info(first.section).name,
                        first_range.start,
                        first_range.end,
                    );
                    found.push(MisplacedPiece { piece: pair[0].max(pair[1]) as u32, offset: 0, message });
                }
            }
        }
        if processor == Processor::Z8001 {
            found.extend(self.pieces.iter().enumerate().filter_map(|(index, piece)| {
                let Range { start, end } = piece.range();
                let boundary = (start / SEGMENT + 1) * SEGMENT;
                (end > boundary).then(|| MisplacedPiece {
                    piece: index as u32,
                    offset: (boundary - start) as u32,
                    message: format!(
                        "section `{}` crosses the end of segment {}: it extends from {start:#x} to {end:#x}",
                        self.info(piece.section).name,
                        start / SEGMENT,
                    ),
                })
            }));
        }
        found
    }
}
