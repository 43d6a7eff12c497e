//! The result of a run, including the data for a linker.

use std::collections::BTreeMap;
use std::sync::Arc;

use rustc_hash::FxHashMap;
use z8000_object::{Binding, Relocation, Symbol, Target, Value};

use super::options::{Examination, Options};
use super::program::Program;
use crate::assembly::{Assembly, LineRecord, Unlinked};
use crate::diagnostic::Severity;
use crate::fault::{Fault, Rule};
use crate::syntax::Syntax;
use crate::value::Base;

/// In a line of at least this many bytes, the position of a label is not searched for.
const LONG: usize = 4096;

/// Returns the result with all errors.
pub(super) fn examination(mut program: Program<'_>, options: &Options) -> Examination {
    let unlinked = match options.for_linker {
        true => program.unlinked(),
        false => Unlinked::default(),
    };
    // If there are errors, a label may be used in a line that was not assembled.
    if !options.gnu && !program.report.has_errors() {
        program.warn_of_unused();
    }
    let errors = program.report.take_errors();
    Examination { assembly: program.assembly(unlinked), errors }
}

impl Program<'_> {
    /// Returns the assembled program.
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

    fn warn_of_unused(&mut self) {
        for (name, index) in self.symbols.unused() {
            let LineRecord { origin, ref text, .. } = self.records[index];
            // In a line with thousands of labels, searching for each would take longer than everything else.
            let start = if text.len() < LONG {
                text.find(&name).unwrap_or(0)
            } else {
                0
            };
            let message = format!("label `{name}` is never used");
            let fault = Fault::new(start..(start + name.len()).min(text.len()), message).rule(Rule::Unused);
            self.report.statement = origin.line as usize;
            self.report.add(&self.reader, origin, text, fault, Severity::Warning);
        }
    }

    /// Returns symbols and relocations. A section's number is that of its piece: in a program for a linker, a section
    /// has only one piece.
    fn unlinked(&mut self) -> Unlinked {
        let mut symbols = self.own_symbols();
        let externals = symbols.len();
        symbols.extend(self.outside_symbols());
        let own = symbols[..externals].iter().enumerate();
        let own = own.filter(|(_, symbol)| symbol.binding != Binding::Local);
        let own: FxHashMap<&str, usize> = own.map(|(index, symbol)| (&*symbol.name, index)).collect();
        let (mut zero, count) = (None, symbols.len());
        let relocations = std::mem::take(&mut self.relocations).into_iter().map(|(piece, fixup)| {
            let shared = fixup.symbol.and_then(|symbol| self.symbols.shared(symbol));
            let shared = shared.and_then(|(name, address)| Some((*own.get(name)?, address)));
            let (target, addend) = match (fixup.base, shared) {
                // Refer to the symbol, because the linker may prefer another definition of it.
                (_, Some((symbol, address))) => (Target::Symbol(symbol), fixup.addend - address),
                (Base::Piece(piece), None) => (Target::Section(piece as usize), fixup.addend),
                (Base::External(index), None) => (Target::Symbol(externals + index as usize), fixup.addend),
                (Base::Zero, None) => (Target::Symbol(*zero.get_or_insert(count)), fixup.addend),
            };
            let relocation = Relocation { offset: fixup.offset, field: fixup.field, target, addend };
            (piece as usize, relocation)
        });
        let relocations = relocations.collect();
        drop(own);
        symbols.extend(zero.map(|_| Symbol::zero()));
        Unlinked {
            relocations,
            symbols,
            relaxable: self.symbols.relaxable.get() && self.layout.pieces.iter().all(|piece| piece.alignment <= 2),
        }
    }

    /// Returns the symbols that the source defines. An alias of another object's symbol cannot be passed to a linker;
    /// its uses have already been resolved.
    fn own_symbols(&self) -> Vec<Symbol> {
        let symbols = self.symbols.defined().filter_map(|(name, value)| {
            let value = match value.base {
                None => Value::Absolute(value.number),
                Some(Base::Piece(piece)) => Value::Place { section: piece as usize, offset: value.number as u32 },
                Some(Base::External(_) | Base::Zero) => return None,
            };
            let binding = self.symbols.binding(name, Binding::Local);
            let name = Arc::clone(name);
            Some(Symbol { name, value, binding })
        });
        symbols.collect()
    }

    /// Returns undefined and common symbols: those in use in the order of their first use, then the others by name.
    fn outside_symbols(&self) -> Vec<Symbol> {
        let shared = self.symbols.commons().into_iter();
        let shared = shared.map(|(name, size, alignment)| (name, Value::Common { size, alignment }));
        // asz8k passes only symbols that are used to the linker.
        let exported = self
            .symbols
            .only_exported()
            .filter(|_| self.reader.dialect.syntax() != Syntax::Asz8k)
            .map(|name| (name.clone(), Value::Undefined));
        let mut unused = BTreeMap::new();
        unused.extend(shared.chain(exported));
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
