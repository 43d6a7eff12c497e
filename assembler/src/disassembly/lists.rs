//! Tables of code addresses that an instruction refers to, but whose use by the program cannot be followed.
//!
//! The evidence is the table itself: several consecutive entries are addresses where code begins.

use std::collections::BTreeSet;

use z8000::isa::Mode;

use super::code::Mark;
use super::data::JumpTable;
use super::flow::Flow;
use super::found::FoundInstruction;
use super::program::Space;

/// The minimum number of entries of a table that are addresses at which code begins.
const FEWEST: usize = 4;
/// The minimum number of different entries of a table that no instruction refers to: addresses at which code was found.
const MANY: usize = 6;
/// The maximum number of entries of a table.
const MOST: u32 = 1024;

/// The kind of an entry in a possible table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Entry {
    /// The address of code, as far as is known.
    Code,
    /// A possible address of an instruction, or an address outside the program.
    Possible,
}

impl Flow<'_> {
    /// Searches for tables at the addresses that instructions contain. Returns true if any was found.
    pub(super) fn find_tables(&mut self) -> bool {
        let mut progress = self.find_unnamed();
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
                        self.data.pointer(source, space);
                    }
                    progress = true;
                    break;
                }
            }
        }
        progress
    }

    /// Searches for long sequences of words that are addresses at which code was found, such as the entry points of a
    /// monitor. A known table may also contain addresses of any instructions, for entries that nothing else leads to.
    fn find_unnamed(&mut self) -> bool {
        let mut found = Vec::new();
        for piece in self.program.pieces.iter().filter(|piece| piece.space == Space::Program) {
            let segment = self.program.isa_address(piece.address).segment;
            let mut at = piece.address.next_multiple_of(2);
            while at < piece.end() {
                let target = |at: u32| {
                    let target = self.program.entry(Space::Program, at, Some(segment));
                    target.filter(|target| target & 0xFFFF != 0 && !self.code.is_claimed(at))
                };
                let is_entry = |at: u32| {
                    let leader = target(at).and_then(|target| self.leaders.get(&target));
                    leader.is_some_and(|leader| leader.state.mode == Mode::Nonsegmented)
                };
                let is_instruction = |at: u32| target(at).is_some_and(|target| self.code.get(target).is_some());
                let mut count = (0..MOST).take_while(|number| is_entry(at + 2 * number)).count() as u32;
                let words = (0..count).filter_map(|number| self.program.word(Space::Program, at + 2 * number));
                let distinct: BTreeSet<u16> = words.collect();
                if distinct.len() >= MANY {
                    let others = (count..MOST).take_while(|number| is_instruction(at + 2 * number));
                    let last = others.filter(|number| is_entry(at + 2 * number)).last();
                    count = last.map_or(count, |last| last + 1);
                }
                let mut known = self
                    .tables
                    .range((Space::Program, at)..(Space::Program, at + 2 * count.max(1)));
                // Code found meanwhile may have made a known table longer.
                let is_new = known.all(|(&(_, start), table)| start == at && table.count < count);
                if distinct.len() >= MANY && is_new && !self.is_text(Space::Program, at) {
                    let table = JumpTable { step: 2, count, segment: Some(segment), to: Space::Program };
                    found.push((Space::Program, at, table));
                }
                at += 2 * count.max(1);
            }
        }
        let progress = !found.is_empty();
        for table in found {
            let (space, start, JumpTable { count, segment, .. }) = table;
            self.keep_table(table);
            for at in (start..).step_by(2).take(count as usize) {
                if let Some(target) = self.program.entry(space, at, segment) {
                    self.enter(target, Mode::Nonsegmented);
                }
            }
        }
        progress
    }

    /// Searches for a table that begins `first` bytes after an address.
    fn find_table(&mut self, (space, named): (Space, u32), first: u32, mut table: JumpTable, mode: Mode) -> bool {
        let start = named + first;
        // A number may be the address of an entry within a table by coincidence.
        let before = start
            .checked_sub(table.step.into())
            .filter(|_| self.table_of(space, start).is_none());
        let before = before.and_then(|before| self.program.entry(space, before, table.segment));
        if !start.is_multiple_of(2)
            || self.is_text(space, start)
            || self.table_of(space, named).is_some()
            || self.tables.range((space, named)..=(space, start)).next().is_some()
            || before.is_some_and(|target| self.code.get(target).is_some())
        {
            return false;
        }
        let mut entries = Vec::new();
        for number in 0..MOST {
            let at = start + u32::from(table.step) * number;
            // The address is that of another item, to which an instruction refers.
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

    /// Returns true if an address is inside an entry of a table, whose bytes may be read singly.
    pub(super) fn splits_entry(&self, space: Space, address: u32) -> bool {
        self.table_of(space, address).is_some_and(|(start, table)| {
            let size = if table.segment.is_some() { 2 } else { 4 };
            (1..size).contains(&((address - start) % u32::from(table.step)))
        })
    }

    /// Returns the table that contains an address, and its start.
    fn table_of(&self, space: Space, address: u32) -> Option<(u32, &JumpTable)> {
        let before = self.tables.range((space, 0)..(space, address)).next_back();
        let before = before.map(|(&(_, start), table)| (start, table));
        before.filter(|(start, table)| (address - start) / u32::from(table.step) < table.count)
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
