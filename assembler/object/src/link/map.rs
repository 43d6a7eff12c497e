//! The map file: a human-readable list of all addresses in the program.

use std::collections::BTreeMap;
use std::fmt::{Result, Write as _};

use super::address::Program;
use super::plan::Item;
use super::script::Command;
use super::symbols::State;
use crate::model::{Binding, Value};

impl Program<'_> {
    /// Returns the map: archive members with the reasons why they were linked, unused sections, sections with pieces
    /// and symbols, and all shared symbols with the objects that use them.
    pub(super) fn map(&self, unused: &[usize]) -> String {
        let mut out = String::new();
        // Writing to a string cannot fail.
        let _ = self.write(&mut out, unused);
        out
    }

    fn write(&self, out: &mut String, unused: &[usize]) -> Result {
        if !self.symbols.taken.is_empty() {
            writeln!(out, "Archive members, and the symbols that pulled them in\n")?;
            for taken in &self.symbols.taken {
                let by = taken.by.as_deref().unwrap_or("the command line");
                writeln!(out, "{}\n    {}, used by {by}", taken.member, taken.symbol)?;
            }
            writeln!(out)?;
        }
        if !unused.is_empty() {
            writeln!(out, "Discarded as unused\n")?;
            for piece in unused {
                let found = &self.plan.pieces[*piece];
                let object = &self.symbols.objects[found.object].name;
                let name = self.plan.name(*piece, self.symbols);
                writeln!(out, "{name:<16} {:>10} {object}", hex(found.size))?;
            }
            writeln!(out)?;
        }
        writeln!(out, "Sections\n")?;
        for (index, placed) in self.layout.sections.iter().enumerate() {
            let (name, area) = (&self.plan.sections[index].name, placed.area);
            if area.size == 0 {
                continue;
            }
            write!(out, "{name:<16} {:#010x} {:>10}", area.address, hex(area.size))?;
            if area.load != area.address {
                write!(out, " load address {:#010x}", area.load)?;
            }
            writeln!(out)?;
            for item in &self.plan.items[index] {
                match item {
                    Item::Piece(piece) => self.write_piece(out, *piece)?,
                    Item::Command(Command::Assignment(assignment)) => {
                        if let Some(val) = self.layout.own.get(&assignment.symbol) {
                            write_label(out, self.target(*val).value, &assignment.symbol)?;
                        }
                    }
                    Item::Command(Command::Assert(_)) | Item::Data(..) | Item::Fill(_) => {}
                }
            }
            writeln!(out)?;
        }
        self.write_references(out)
    }

    /// Writes a piece with its shared symbols, sorted by address.
    fn write_piece(&self, out: &mut String, number: usize) -> Result {
        let piece = &self.plan.pieces[number];
        let Some(address) = self.address(number, 0).filter(|_| piece.size > 0) else {
            return Ok(());
        };
        let object = &self.symbols.objects[piece.object];
        let (name, size) = (self.plan.name(number, self.symbols), hex(piece.size));
        writeln!(out, " {name:<15} {address:#010x} {size:>10} {}", object.name)?;
        let mut labels: Vec<(u32, &str)> = match piece.section {
            Some(section) => {
                let shared = object.symbols.iter().filter(|symbol| symbol.binding != Binding::Local);
                let here = shared.filter_map(|symbol| match symbol.value {
                    Value::Place { section: found, offset } if found == section => Some((offset, &*symbol.name)),
                    _ => None,
                });
                here.collect()
            }
            None => {
                let here = self.plan.commons.iter().filter(|(_, (found, _))| *found == number);
                here.map(|(global, (_, offset))| (*offset, self.symbols.name(*global)))
                    .collect()
            }
        };
        labels.sort_unstable();
        labels
            .into_iter()
            .try_for_each(|(offset, name)| write_label(out, address + i64::from(offset), name))
    }

    /// Writes all shared symbols, each with its value, the object that defines it, and those that use it.
    fn write_references(&self, out: &mut String) -> Result {
        let objects = &self.symbols.objects;
        let mut users: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
        for (object, globals) in objects.iter().zip(&self.symbols.of_object) {
            for (symbol, global) in object.symbols.iter().zip(globals) {
                if let Some(global) = global {
                    let users = users.entry(self.symbols.name(*global)).or_default();
                    let defines = match self.symbols.state(*global) {
                        State::Defined { .. } => !matches!(symbol.value, Value::Undefined | Value::Common { .. }),
                        State::Common { object: first, .. } => std::ptr::eq(&objects[first], object),
                        State::Undefined | State::WeakUndefined => false,
                    };
                    if !defines {
                        users.push(&object.name);
                    }
                }
            }
        }
        writeln!(out, "Symbols, with their definitions and uses\n")?;
        for (name, users) in users {
            let global = self.symbols.find(name);
            let value = global.and_then(|global| self.values[global as usize]);
            let value = value.map_or_else(|| "-".to_owned(), |target| format!("{:#010x}", target.value));
            let owner = match global.map(|global| self.symbols.state(global)) {
                _ if self.layout.own.contains_key(name) => "the script",
                Some(State::Defined { object, .. } | State::Common { object, .. }) => &objects[object].name,
                _ => "-",
            };
            write!(out, "{value:<10} {name:<24} {owner}")?;
            for user in users {
                write!(out, " | {user}")?;
            }
            writeln!(out)?;
        }
        Ok(())
    }
}

fn hex(value: impl std::fmt::LowerHex) -> String {
    format!("{value:#x}")
}

fn write_label(out: &mut String, address: i64, name: &str) -> Result {
    writeln!(out, "{:<16} {address:#010x}            {name}", "")
}
