//! The end of a run: addresses are settled, statements that had to wait become bytes, and the result is made, with the
//! data that a linker needs.

use std::collections::BTreeMap;
use std::sync::Arc;

use z8000_object::{Binding, MapPlace, Relocation, Symbol, Target, Value};

use super::state::{Assembler, Examination, Options};
use crate::assembly::{Assembly, LineRecord, Unlinked};
use crate::diagnostic::Severity;
use crate::fault::Fault;
use crate::layout::Place;
use crate::section::Section;
use crate::syntax::Syntax;
use crate::value::{Base, Unsettled};

/// A line of this many bytes is too long to be searched for each label in it.
const LONG: usize = 4096;

impl Assembler<'_> {
    /// Settles the addresses of all pieces, or leaves them to the linker.
    pub(super) fn settle(&mut self, options: &Options) {
        if options.for_linker {
            return self.symbols.settle(Vec::new());
        }
        self.allocate_commons();
        let addresses = self.layout.settle(options.one_memory);
        for misplaced in self.layout.misplaced(options.one_memory, self.processor) {
            self.report_at(misplaced.piece, misplaced.offset, misplaced.message);
        }
        for record in &mut self.records {
            record.address = addresses[record.place.piece as usize].saturating_add(record.place.offset);
        }
        self.symbols.settle(addresses);
    }

    /// Gives common symbols their space at the end of `.bss`.
    fn allocate_commons(&mut self) {
        for (name, size, alignment) in self.symbols.commons() {
            self.layout.enter_end(Section::BSS);
            let gap = self.layout.align(alignment);
            self.layout.fill(gap, 0);
            let address = self.layout.here();
            self.layout.fill(size, 0);
            self.symbols.allocate(&name, address, Section::BSS);
        }
    }

    /// Encodes the statements that had to wait.
    pub(super) fn resolve(&mut self) {
        for waiting in std::mem::take(&mut self.waiting) {
            if self.report.is_full() {
                break;
            }
            self.statement = waiting.statement;
            let MapPlace { file, line, .. } = waiting.line.origin;
            self.symbols.place.set(Some((file, line)));
            let place = self.records[waiting.record].place;
            let here = self.symbols.settled(self.layout.address(place));
            self.output.clear();
            match waiting.content.encode(here, &self.symbols, &mut self.output) {
                Ok(()) => {
                    self.layout.put(place, &self.output.bytes);
                    self.relocate(place);
                }
                Err(Unsettled::Fault(fault)) => self.error(&waiting.line, *fault),
                // The definition of a symbol is at fault.
                Err(Unsettled::Later) if !self.symbols.wrong.borrow().is_empty() => {}
                Err(Unsettled::Later) => {
                    let fault = Fault::new(waiting.line.span(), "a value in this line cannot be calculated");
                    self.error(&waiting.line, fault);
                }
            }
            self.records[waiting.record].clocks = self.clocks(&waiting.content);
            self.suggest(&waiting.line, here, &waiting.content);
            self.doubt(&waiting.line, &waiting.content);
        }
        for ((statement, line), fault) in self.symbols.wrong.take() {
            self.statement = statement;
            self.error(&line, fault);
        }
    }

    /// The result with the errors.
    pub(super) fn finish(mut self, options: &Options) -> Examination {
        let unlinked = match options.for_linker {
            true => self.unlinked(),
            false => Unlinked::default(),
        };
        // A label may be used in a line that is wrong.
        if !self.gnu && !self.report.has_errors() {
            self.warn_of_unused();
        }
        let errors = self.report.take_errors();
        Examination { assembly: self.assembly(unlinked), errors }
    }

    /// Makes the result of the lines.
    fn assembly(self, unlinked: Unlinked) -> Assembly {
        Assembly {
            files: self.reader.files.into_iter().map(|file| file.name).collect(),
            expansions: self.reader.expansions,
            processor: self.processor,
            sections: self.layout.infos().cloned().collect(),
            pieces: self.layout.pieces,
            symbols: self.symbols.into_table(),
            lines: self.records,
            warnings: self.report.warnings(),
            unlinked,
        }
    }

    /// Reports an error at the line that has a byte of a piece.
    fn report_at(&mut self, piece: u32, offset: u32, message: String) {
        let holds = |record: &LineRecord| {
            let Place { piece: own, offset: start } = record.place;
            own == piece && start <= offset && u64::from(offset) < u64::from(start) + u64::from(record.length)
        };
        let found = self.records.iter().position(holds);
        match found.map(|index| (index, &self.records[index])) {
            Some((index, record)) => {
                let origin = record.origin;
                let text: &str = &record.text;
                let start = text.len() - text.trim_start().len();
                let fault = Fault::new(start..text.len(), message);
                self.report
                    .add(&self.reader, index, origin, text, fault, Severity::Error);
            }
            None => self.report.outside(&self.reader, "", message),
        }
    }

    fn warn_of_unused(&mut self) {
        for (name, index) in self.symbols.unused() {
            let LineRecord { origin, ref text, .. } = self.records[index];
            // In a line of thousands of labels, a search for each would take longer than all the rest.
            let start = if text.len() < LONG {
                text.find(&name).unwrap_or(0)
            } else {
                0
            };
            let message = format!("label `{name}` is never used");
            let fault = Fault::new(start..(start + name.len()).min(text.len()), message);
            let statement = origin.line as usize;
            self.report
                .add(&self.reader, statement, origin, text, fault, Severity::Warning);
        }
    }

    /// Symbols and relocations. Sections have the numbers of their pieces: in a program for a linker, each is one.
    pub(super) fn unlinked(&mut self) -> Unlinked {
        let mut symbols = self.own_symbols();
        let externals = symbols.len();
        symbols.extend(self.outside_symbols());
        let relocations = std::mem::take(&mut self.relocations).into_iter().map(|(piece, fixup)| {
            let target = match fixup.base {
                Base::Piece(piece) => Target::Section(piece as usize),
                Base::External(index) => Target::Symbol(externals + index as usize),
            };
            let relocation = Relocation { offset: fixup.offset, field: fixup.field, target, addend: fixup.addend };
            (piece as usize, relocation)
        });
        Unlinked {
            relocations: relocations.collect(),
            symbols,
            relaxable: self.symbols.relaxable.get() && self.layout.pieces.iter().all(|piece| piece.alignment <= 2),
        }
    }

    /// The symbols that the source defines. An alias of another object's symbol cannot be passed to a linker; its
    /// uses have been resolved.
    fn own_symbols(&self) -> Vec<Symbol> {
        let symbols = self.symbols.defined().filter_map(|(name, value)| {
            let value = match value.base {
                None => Value::Absolute(value.number),
                Some(Base::Piece(piece)) => Value::Place { section: piece as usize, offset: value.number as u32 },
                Some(Base::External(_)) => return None,
            };
            let binding = self.symbols.binding(name, Binding::Local);
            let name = Arc::clone(name);
            Some(Symbol { name, value, binding })
        });
        symbols.collect()
    }

    /// Symbols that other objects define or share: those in use in the order of their first use, then the rest by name.
    fn outside_symbols(&self) -> Vec<Symbol> {
        let shared = self.symbols.commons().into_iter();
        let shared = shared.map(|(name, size, alignment)| (name, Value::Common { size, alignment }));
        // asz8k tells the linker only about symbols that are used.
        let exported = self
            .symbols
            .only_exported()
            .filter(|_| self.reader.dialect.syntax != Syntax::Asz8k)
            .map(|name| (name.clone(), Value::Undefined));
        let mut unused: BTreeMap<String, Value> = shared.chain(exported).collect();
        let mut symbols = Vec::new();
        let mut add = |name: String, value| {
            let binding = self.symbols.binding(&name, Binding::Global);
            let name = name.into();
            symbols.push(Symbol { name, value, binding });
        };
        for name in self.symbols.externals() {
            let value = unused.remove(&name).unwrap_or(Value::Undefined);
            add(name, value);
        }
        unused.into_iter().for_each(|(name, value)| add(name, value));
        symbols
    }
}
