//! Tables of code addresses that an instruction points to, although their use cannot be followed.
//!
//! The evidence is in the table: several consecutive entries are addresses where code begins.

use std::collections::BTreeSet;

use z8000::isa::Mode;

use super::code::Mark;
use super::data::JumpTable;
use super::flow::Flow;
use super::found::FoundInstruction;
use super::program::Space;

/// The minimum number of entries at whose addresses code begins.
const FEWEST: usize = 4;
/// The smallest number of different entries of a table that nothing names: places where code was found.
const MANY: usize = 6;
/// An upper limit on the number of entries of a table.
const MOST: u32 = 1024;

/// An entry of what may be a table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Entry {
    /// Code begins there, as far as is known.
    Code,
    /// It may be the address of an instruction, or one outside the program.
    Possible,
}

impl Flow<'_> {
    /// Searches for tables at the addresses that instructions contain. Returns true if any was found.
    pub(super) fn find_tables(&mut self) -> bool {
        // A run has shown which words are addresses.
        if !self.hints.references.is_empty() {
            return false;
        }
        let mut progress = false;
        for (&start, sources) in &self.written.clone() {
            let mode = sources
                .first()
                .and_then(|&source| self.code.get(source))
                .map(FoundInstruction::mode);
            let here = self.program.isa_address(start).segment;
            let forms: &[(u16, u32, Option<u8>)] = match mode {
                Some(Mode::Segmented) => &[(4, 0, None)],
                _ => &[(2, 0, Some(here)), (4, 2, Some(here))],
            };
            let mut spaces = vec![Space::Program, self.program.space(Space::Data)];
            spaces.dedup();
            for (space, &(step, first, segment)) in
                spaces.iter().flat_map(|&space| forms.iter().map(move |f| (space, f)))
            {
                let table = JumpTable { step, count: 0, segment, to: Space::Program };
                let mode = mode.unwrap_or(self.program.mode);
                if self.find_table((space, start), first, table, mode) {
                    for &source in sources {
                        self.name_number(source, space);
                    }
                    progress = true;
                    break;
                }
            }
        }
        progress | self.find_unnamed()
    }

    /// Looks for words that are, many in a row, addresses where code was found, such as those of a monitor's entries.
    fn find_unnamed(&mut self) -> bool {
        let mut found = Vec::new();
        for piece in self.program.pieces.iter().filter(|piece| piece.space == Space::Program) {
            let segment = self.program.isa_address(piece.address).segment;
            let mut at = piece.address.next_multiple_of(2);
            while at < piece.end() {
                let is_entry = |at: u32| {
                    let target = self.program.entry(Space::Program, at, Some(segment));
                    let target = target.filter(|target| target & 0xFFFF != 0);
                    let leader = target.and_then(|target| self.leaders.get(&target));
                    leader.is_some_and(|leader| leader.state.mode == Mode::Nonsegmented) && !self.code.is_claimed(at)
                };
                let count = (0..MOST).take_while(|number| is_entry(at + 2 * number)).count() as u32;
                let words = (0..count).filter_map(|number| self.program.word(Space::Program, at + 2 * number));
                let distinct: BTreeSet<u16> = words.collect();
                let known = self
                    .tables
                    .range((Space::Program, at)..(Space::Program, at + 2 * count.max(1)));
                if distinct.len() >= MANY && known.count() == 0 && !self.is_text(Space::Program, at) {
                    let table = JumpTable { step: 2, count, segment: Some(segment), to: Space::Program };
                    found.push((Space::Program, at, table));
                }
                at += 2 * count.max(1);
            }
        }
        let progress = !found.is_empty();
        for table in found {
            self.keep_table(table);
        }
        progress
    }

    /// Tries to find a table that begins some bytes after an address.
    fn find_table(&mut self, (space, named): (Space, u32), first: u32, mut table: JumpTable, mode: Mode) -> bool {
        let start = named + first;
        if !start.is_multiple_of(2)
            || self.is_text(space, start)
            || self.tables.range((space, named)..=(space, start)).next().is_some()
        {
            return false;
        }
        let mut entries = Vec::new();
        for number in 0..MOST {
            let at = start + u32::from(table.step) * number;
            // Something else begins where another instruction points to.
            if number > 0 && self.written.range(at - first..=at).next().is_some() {
                break;
            }
            let is_code = space == Space::Program && self.code.is_claimed(at);
            let target = self.program.entry(space, at, table.segment).filter(|_| !is_code);
            let Some(entry) = target.and_then(|target| self.entry_of(target, mode)) else {
                break;
            };
            entries.push((entry, target.unwrap_or_default()));
        }
        let is_code = |entry: &&(Entry, u32)| entry.0 == Entry::Code;
        let end = entries
            .iter()
            .rposition(|entry| entry.0 == Entry::Code)
            .map_or(0, |last| last + 1);
        entries.truncate(end);
        let sure = entries.iter().filter(is_code).count();
        if sure < FEWEST || 2 * sure <= entries.len() || entries[0].0 == Entry::Possible {
            return false;
        }
        table.count = entries.len() as u32;
        self.keep_table((space, start, table));
        for (_, target) in entries {
            if self.can_be_code(target, mode) {
                self.enter(target, mode);
                self.settle();
            }
        }
        true
    }

    /// Returns true if an address is within an entry of a table, which may be read byte by byte.
    pub(super) fn splits_entry(&self, space: Space, address: u32) -> bool {
        let before = self.tables.range((space, 0)..(space, address)).next_back();
        before.is_some_and(|(&(_, start), table)| {
            let (number, within) = (
                (address - start) / u32::from(table.step),
                (address - start) % u32::from(table.step),
            );
            let size = if table.segment.is_some() { 2 } else { 4 };
            number < table.count && (1..size).contains(&within)
        })
    }

    fn entry_of(&mut self, target: u32, mode: Mode) -> Option<Entry> {
        if !target.is_multiple_of(2) || target & 0xFFFF == 0 {
            return None;
        }
        match self.code.mark(target) {
            Some(Mark::Instruction(_)) if self.leaders.contains_key(&target) => Some(Entry::Code),
            Some(Mark::Free) if self.is_plausible(target, mode) => Some(Entry::Code),
            Some(Mark::Free) if !self.can_be_code(target, mode) => None,
            Some(Mark::Instruction(_) | Mark::Free) | None => Some(Entry::Possible),
            _ => None,
        }
    }
}
