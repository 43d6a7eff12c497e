//! The parts of an object besides contents: symbols, and the places that a linker fills.

use std::collections::BTreeMap;

use z8000_object::{Binding, Relocation, Symbol, Target, Value};

use super::state::Assembler;
use crate::assembly::Unlinked;
use crate::value::Base;

impl Assembler<'_> {
    /// Symbols and relocations. Sections have the numbers of their regions: in a program for a linker, each is one.
    pub(super) fn unlinked(&mut self) -> Unlinked {
        let mut symbols = self.own_symbols();
        let externals = symbols.len();
        symbols.extend(self.outside_symbols());
        let relocations = std::mem::take(&mut self.relocations)
            .into_iter()
            .map(|(region, fixup)| {
                let target = match fixup.base {
                    Base::Region(region) => Target::Section(region as usize),
                    Base::External(index) => Target::Symbol(externals + index as usize),
                };
                let relocation = Relocation {
                    offset: fixup.offset,
                    field: fixup.field,
                    target,
                    addend: fixup.addend,
                };
                (region as usize, relocation)
            });
        Unlinked {
            relocations: relocations.collect(),
            symbols,
            alignments: self.layout.regions.iter().map(|region| region.alignment).collect(),
            relaxable: self.symbols.relaxable.get() && self.layout.regions.iter().all(|region| region.alignment <= 2),
        }
    }

    /// The symbols that the source defines. Another name for what another object defines cannot be told to a linker; its
    /// uses have been resolved.
    fn own_symbols(&self) -> Vec<Symbol> {
        let symbols = self.symbols.defined().filter_map(|(name, value, origin)| {
            let value = match value.base {
                None => Value::Absolute(value.number),
                Some(Base::Region(region)) => Value::Place {
                    section: region as usize,
                    offset: value.number as u32,
                },
                Some(Base::External(_)) => return None,
            };
            let line = origin.map(|origin| (origin.file, origin.line));
            Some(self.object_symbol(name.to_owned(), value, self.symbols.binding(name, Binding::Local), line))
        });
        symbols.collect()
    }

    /// Symbols that other objects define or share: those in use in the order of their first use, then the rest by name.
    fn outside_symbols(&self) -> Vec<Symbol> {
        let shared = self.symbols.commons().into_iter();
        let mut unused: BTreeMap<String, Value> = shared
            .map(|(name, size, alignment)| (name, Value::Common { size, alignment }))
            .chain(
                self.symbols
                    .only_exported()
                    .into_iter()
                    .map(|name| (name, Value::Undefined)),
            )
            .collect();
        let mut symbols = Vec::new();
        for external in self.symbols.externals() {
            let value = unused.remove(&external.name).unwrap_or(Value::Undefined);
            let binding = self.symbols.binding(&external.name, Binding::Global);
            symbols.push(self.object_symbol(external.name, value, binding, external.line));
        }
        symbols.extend(unused.into_iter().map(|(name, value)| {
            let binding = self.symbols.binding(&name, Binding::Global);
            self.object_symbol(name, value, binding, None)
        }));
        symbols
    }

    fn object_symbol(&self, name: String, value: Value, binding: Binding, line: Option<(u32, u32)>) -> Symbol {
        Symbol {
            name,
            value,
            binding,
            line: line.map(|(file, line)| (self.reader.files[file as usize].name.clone(), line)),
        }
    }
}
