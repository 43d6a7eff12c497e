//! Splitting each piece into lines, without their text.

use std::ops::Range;

use super::data::{JumpTable, Thing};
use super::flow::Flow;
use super::found::FoundInstruction;
use super::hints::Form;
use super::lines::{self, Data, Lines};
use super::names::Names;
use super::program::{Piece, Space, is_text};

/// The contents of a line.
#[derive(Debug, Clone, Copy)]
pub(super) enum Item {
    Instruction(FoundInstruction),
    /// Addresses in a memory, as words or long words; for words, their segment.
    Addresses(Option<u8>, Space),
    Data(Data),
}

/// A line: its addresses and contents.
#[derive(Debug, Clone)]
pub(super) struct Line {
    pub(super) bytes: Range<u32>,
    pub(super) item: Item,
}

/// Splits one piece into lines.
pub(super) struct Layout<'l, 'p> {
    pub(super) flow: &'l Flow<'p>,
    pub(super) names: &'l Names,
    pub(super) piece: &'p Piece,
    lines: Vec<Line>,
}

impl<'l, 'p> Layout<'l, 'p> {
    pub(super) fn lines(flow: &'l Flow<'p>, names: &'l Names, piece: &'p Piece) -> Vec<Line> {
        let mut layout = Self { flow, names, piece, lines: Vec::new() };
        let (mut at, end) = (piece.address, piece.end());
        while at < end {
            let start = at;
            if let Some(found) = layout.instruction(at) {
                at += u32::from(found.length);
                layout.push(start..at, Item::Instruction(found));
                continue;
            }
            at += 1;
            while at < end && layout.instruction(at).is_none() {
                at += 1;
            }
            layout.data(start..at);
        }
        layout.lines
    }

    fn instruction(&self, at: u32) -> Option<FoundInstruction> {
        let program = self.piece.space == Space::Program && at.is_multiple_of(2);
        program.then(|| self.flow.code.get(at).copied()).flatten()
    }

    fn push(&mut self, bytes: Range<u32>, item: Item) {
        if !bytes.is_empty() {
            self.lines.push(Line { bytes, item });
        }
    }

    fn bytes(&self, range: &Range<u32>) -> &'p [u8] {
        let start = (range.start - self.piece.address) as usize;
        &self.piece.bytes[start..start + range.len()]
    }

    /// Adds data between two instructions, label by label.
    fn data(&mut self, range: Range<u32>) {
        let space = self.piece.space;
        let mut cuts: Vec<u32> = self.names.between(space, range.start + 1, range.end).collect();
        let hinted = self.flow.hints.ranges.iter().filter(|hinted| hinted.0 == space);
        let bounds = hinted.flat_map(|(_, bounds, _)| [bounds.start, bounds.end]);
        cuts.extend(bounds.filter(|cut| range.start < *cut && *cut < range.end));
        cuts.push(range.end);
        cuts.sort_unstable();
        cuts.dedup();
        let mut start = range.start;
        for cut in cuts {
            self.chunk(start..cut);
            start = cut;
        }
    }

    /// Adds data from one label to the next.
    fn chunk(&mut self, range: Range<u32>) {
        let key = (self.piece.space, range.start);
        let hint = self.flow.hints.ranges.iter().find(|(space, bounds, form)| {
            *space == key.0 && bounds.contains(&range.start) && !matches!(form, Form::Code | Form::Data)
        });
        match hint.map(|hint| hint.2) {
            Some(Form::Numbers(size)) => return self.numbers(range, size),
            Some(Form::Text) => return self.text(range),
            _ => {}
        }
        // The label may be within a table.
        let before = self.flow.tables.range((key.0, 0)..=key).next_back();
        if let Some((&(_, start), &table)) = before {
            let (step, distance) = (u32::from(table.step), range.start - start);
            if distance.is_multiple_of(step) && distance / step < table.count {
                let count = table.count - distance / step;
                return self.table(range, JumpTable { count, ..table });
            }
        }
        match self.flow.data.things.get(&key) {
            Some(thing) => self.thing(range, *thing),
            None => self.anything(range),
        }
    }

    /// Adds a table of addresses, and the data after it.
    fn table(&mut self, range: Range<u32>, table: JumpTable) {
        let size = if table.segment.is_some() { 2 } else { 4 };
        let mut at = range.start;
        for _ in 0..table.count {
            let next = (at + u32::from(table.step)).min(range.end);
            if at + size > range.end {
                break;
            }
            self.push(at..at + size, Item::Addresses(table.segment, table.to));
            self.numbers(at + size..next, 2);
            at = next;
        }
        self.anything(at..range.end);
    }

    /// Adds data that an instruction uses, and the bytes after it.
    fn thing(&mut self, range: Range<u32>, thing: Thing) {
        if thing.text || (thing.size == 1 && self.is_text(&range)) {
            return self.text(range);
        }
        let known = u64::from(thing.size) * u64::from(thing.count);
        let length = if thing.open {
            range.len() as u64
        } else {
            known.min(range.len() as u64)
        };
        let end = range.start + length as u32;
        self.numbers(range.start..end, thing.size);
        self.anything(end..range.end);
    }

    fn is_text(&self, range: &Range<u32>) -> bool {
        let bytes = self.bytes(range);
        let length = bytes.iter().take_while(|&&byte| is_text(byte)).count();
        length >= 2 && (length == bytes.len() || bytes[length] == 0)
    }

    /// Adds lines of data.
    fn extend(&mut self, lines: Lines) {
        let lines = lines
            .into_iter()
            .map(|(bytes, data)| Line { bytes, item: Item::Data(data) });
        self.lines.extend(lines);
    }

    /// Adds data of unknown use.
    fn anything(&mut self, range: Range<u32>) {
        let bytes = self.bytes(&range);
        self.extend(lines::anything(range.start, bytes));
    }

    fn text(&mut self, range: Range<u32>) {
        let bytes = self.bytes(&range);
        self.extend(lines::text(range.start, bytes));
    }

    fn numbers(&mut self, range: Range<u32>, size: u8) {
        self.extend(lines::numbers(range, size));
    }
}
