//! Writing the lines as source text.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use z8000::isa::{Address, Mode, NamedInstruction, Use};

use super::flow::Flow;
use super::found::FoundInstruction;
use super::layout::{Item, Layout, Line};
use super::lines::{Data, hex};
use super::names::Names;
use super::operands::target;
use super::program::{Piece, Program, Space, image, linear};

/// A number below this next to a register is more likely the distance of a field in a structure than an address.
pub(super) const SMALLEST_TABLE: u32 = 0x100;

const WORDS: Data = Data::Numbers(2);

/// Writes a program.
pub(super) struct Writer<'w, 'p> {
    pub(super) program: &'p Program,
    pub(super) flow: &'w Flow<'p>,
    pub(super) names: &'w Names,
    comments: BTreeMap<(Space, u32), Vec<&'w str>>,
    /// The end of the last piece, if there is a label at it.
    last: Option<(Space, u32)>,
    /// The mode of the last instruction written.
    mode: Mode,
    out: String,
}

impl<'w, 'p> Writer<'w, 'p> {
    pub(super) fn new(flow: &'w Flow<'p>, names: &'w Names) -> Self {
        let mut comments: BTreeMap<(Space, u32), Vec<&str>> = BTreeMap::new();
        for (space, address, text) in &flow.hints.comments {
            let key = (*space, *address);
            comments.entry(key).or_default().push(text);
        }
        Self {
            program: flow.program,
            flow,
            names,
            comments,
            last: None,
            mode: flow.program.mode,
            out: String::new(),
        }
    }

    /// Returns the complete source.
    pub(super) fn write(mut self) -> String {
        let processor = match self.program.mode {
            Mode::Nonsegmented => "8002",
            Mode::Segmented => "8001",
        };
        let _ = writeln!(self.out, "\t.z{processor}");
        self.constants();
        let mut section = "";
        for piece in &self.program.pieces {
            if !piece.bytes.is_empty() {
                let name = match piece.space {
                    Space::Program => ".text",
                    Space::Data => ".data",
                };
                self.enter(&mut section, name, piece.space, piece.address);
                for line in Layout::lines(self.flow, self.names, piece) {
                    self.line(piece, &line);
                }
                self.leave(piece.space, piece.end());
            }
            if piece.reserved > 0 {
                self.enter(&mut section, ".bss", piece.space, piece.end());
                self.reserved(piece);
                self.leave(piece.space, piece.end() + piece.reserved);
            }
        }
        self.out
    }

    /// Writes the lines that begin a piece. A piece directly after another one remains adjacent if that one's size
    /// changes.
    fn enter(&mut self, section: &mut &str, name: &'static str, space: Space, at: u32) {
        if name != *section {
            let _ = writeln!(self.out, "\t{name}");
            *section = name;
        }
        let _ = match self.last.filter(|last| last.0 == space) {
            Some((_, end)) if end == at => writeln!(self.out, "\t.org\t.Lend_{end:04x}"),
            Some((_, end)) if end + 1 == at => writeln!(self.out, "\t.org\t.Lend_{end:04x}+1"),
            // Space is moved only if the previous piece grows into it, and then by an even number of bytes.
            Some((_, end)) if name == ".bss" => {
                let far = format!(".Lend_{end:04x}-{at:#06x}");
                writeln!(self.out, "\t.org\t{at:#06x}+(({far}+1)&-2&({far}>0))")
            }
            _ => writeln!(self.out, "\t.org\t{at:#06x}"),
        };
    }

    /// Writes a label at the end of a piece, if necessary.
    fn leave(&mut self, space: Space, end: u32) {
        if self.program.ends(space, end) {
            self.labels(space, end);
        }
        let is_later = |piece: &&Piece| (piece.space, piece.address) >= (space, end);
        let next = self.program.pieces.iter().find(is_later);
        let is_space = next.is_some_and(|piece| piece.space == space && piece.bytes.is_empty());
        let goes_on = self.program.has(space, end) || self.program.has(space, end + 1) || is_space;
        self.last = goes_on.then_some((space, end));
        if goes_on {
            let _ = writeln!(self.out, ".Lend_{end:04x}:");
        }
    }

    /// Defines given names of code that the program calls but does not contain.
    fn constants(&mut self) {
        let all = self.flow.code.all().iter();
        let targets = all.filter_map(|found| target(&found.executed.instruction));
        let used: BTreeSet<u32> = targets.filter(|at| !self.program.has(Space::Program, *at)).collect();
        for at in used {
            let name = self.names.get(Space::Program, at);
            if let Some(name) = name.filter(|_| !self.program.ends(Space::Program, at)) {
                let value = match self.program.mode {
                    Mode::Nonsegmented => at,
                    Mode::Segmented => 0x8000_0000 | at >> 16 << 24 | at & 0xFFFF,
                };
                let _ = writeln!(self.out, "\t.equ\t{name},{value:#06x}");
            }
        }
    }

    fn space(&self, purpose: Use) -> Space {
        match purpose {
            Use::Program => Space::Program,
            Use::Data | Use::Number => self.program.space(Space::Data),
        }
    }

    fn labels(&mut self, space: Space, at: u32) {
        for text in self.comments.get(&(space, at)).into_iter().flatten() {
            let _ = writeln!(self.out, "! {text}");
        }
        if let Some(name) = self.names.get(space, at) {
            let _ = writeln!(self.out, "{name}:");
        }
    }

    fn line(&mut self, piece: &Piece, line: &Line) {
        let at = line.bytes.start;
        if let Item::Instruction(found) = line.item
            && found.mode() != self.mode
        {
            self.mode = found.mode();
            self.out += match self.mode {
                Mode::Nonsegmented => "\tunsegm\n",
                Mode::Segmented => "\tsegm\n",
            };
        }
        self.labels(piece.space, at);
        let start = (at - piece.address) as usize;
        let bytes = &piece.bytes[start..start + line.bytes.len()];
        let text = match line.item {
            Item::Instruction(found) => return self.instruction(&found, bytes),
            Item::Data(data) => data.text(bytes),
            Item::Addresses(segment, to) => self.address(at, bytes, segment, to),
        };
        let _ = writeln!(self.out, "\t{text:32}! {at:04x}");
    }

    fn instruction(&mut self, found: &FoundInstruction, bytes: &[u8]) {
        let instruction = &found.executed.instruction;
        let at = found.address;
        let name = |address: Address, purpose: Use| self.name(found, address, purpose);
        let named = NamedInstruction { instruction, names: &name }.to_string();
        let raw: String = bytes.chunks(2).map(|pair| format!(" {}", hex(pair))).collect();
        let (first, rest) = bytes.split_at(usize::from(instruction.length).min(bytes.len()));
        if found.is_written() {
            let _ = writeln!(self.out, "\t{named:32}! {at:04x} {raw}");
            if !rest.is_empty() {
                let _ = writeln!(self.out, "\t{}", WORDS.text(rest));
            }
        } else {
            let text = WORDS.text(first);
            let _ = writeln!(self.out, "\t{text:32}! {at:04x}  {named}");
        }
    }

    /// Returns the text for an address in an instruction; `None` to keep the number.
    fn name(&self, found: &FoundInstruction, address: Address, purpose: Use) -> Option<String> {
        if address.short {
            return None;
        }
        let at = found.in_segment(linear(address));
        if let Some(&(start, end, size)) = self.flow.lengths.get(&found.address).filter(|_| purpose == Use::Number) {
            let space = Space::Program;
            let [start, end] = [self.names.get(space, start)?, self.names.get(space, end)?];
            return Some(if size == 1 {
                format!("{end}-{start}")
            } else {
                format!("({end}-{start})/2")
            });
        }
        if purpose == Use::Number {
            let space = *self.flow.data.pointers.get(&found.address)?;
            return self.names.operand(space, at);
        }
        let key = (self.space(purpose), at);
        // Outside the program, a name stands for an address in the program's own mode.
        if found.mode() != self.program.mode && !self.program.has(key.0, at) {
            return None;
        }
        let may_be_field = purpose == Use::Data && found.is_indexed() && !self.is_table(found, key);
        if may_be_field && !self.names.is_given(key.0, at) {
            return None;
        }
        self.names.operand(key.0, key.1)
    }

    /// Returns true if the number next to a register is an address rather than a distance.
    fn is_table(&self, found: &FoundInstruction, key: (Space, u32)) -> bool {
        let is_code = key.0 == Space::Program && self.flow.code.is_claimed(key.1);
        key.1 >= SMALLEST_TABLE && !is_code || self.flow.computes(found) || self.flow.tables.contains_key(&key)
    }

    /// Returns the text of a table entry.
    fn address(&self, place: u32, bytes: &[u8], segment: Option<u8>, to: Space) -> String {
        let word = |at: usize| u32::from(u16::from_be_bytes([bytes[at], bytes[at + 1]]));
        let (directive, target) = match segment {
            // A word can refer only to an address in its own segment.
            Some(segment) if u32::from(segment) != place >> 16 => return WORDS.text(bytes),
            Some(_) => (".word", Some(place & 0xFFFF_0000 | word(0))),
            None => (".long", image(word(0) << 16 | word(2))),
        };
        match target.and_then(|target| self.names.get(to, target)) {
            Some(name) => format!("{directive} {name}"),
            None => Data::Numbers(bytes.len() as u8).text(bytes),
        }
    }

    /// Writes space without contents, label by label.
    fn reserved(&mut self, piece: &Piece) {
        let (mut at, end) = (piece.end(), piece.end() + piece.reserved);
        let mut cuts: Vec<u32> = self.names.between(piece.space, at + 1, end).collect();
        cuts.push(end);
        for cut in cuts {
            self.labels(piece.space, at);
            let text = format!(".space {}", cut - at);
            let _ = writeln!(self.out, "\t{text:32}! {at:04x}");
            at = cut;
        }
    }
}
