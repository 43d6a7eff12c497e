//! Generating the linked program: its sections, symbols and lines.

use std::sync::Arc;

use super::address::Program;
use super::placed::Base;
use super::symbols::State;
use crate::coff;
use crate::field::Target;
use crate::lines::{LineMap, Lines};
use crate::model::{Binding, Kind, Object, Section, Symbol, Value};
use crate::number::number;

impl Program<'_> {
    /// Returns the messages about pieces that cross the end of their segment.
    pub(super) fn crossings(&self) -> Vec<String> {
        let mut errors = Vec::new();
        for (number, piece) in self.plan.pieces.iter().enumerate() {
            let Some(first) = self.address(number, 0).filter(|_| piece.size > 0) else {
                continue;
            };
            let first = first as u64;
            let last = first.saturating_add(u64::from(piece.size) - 1);
            if first >> 16 != last >> 16 {
                let object = &self.symbols.objects[piece.object].name;
                let section = self.plan.name(number, self.symbols);
                errors.push(format!(
                    "{object}: section `{section}` ({first:#x} to {last:#x}) crosses the end of segment {}",
                    first >> 16
                ));
            }
        }
        errors
    }

    /// Returns the sections of the program, and the index of each section of the plan among them. If the result is to
    /// be linked `again`, empty sections are included, and sections are not padded.
    pub(super) fn sections(&self, again: bool) -> (Vec<Section>, Vec<Option<usize>>) {
        let mut sections = Vec::new();
        let mut numbers = vec![None; self.plan.sections.len()];
        for &index in &self.plan.placed {
            let placed = &self.layout.sections[index];
            let area = placed.area;
            if area.size == 0 && !again {
                continue;
            }
            let kind = placed.kind.or_else(|| self.plan.kind(index).filter(|_| again));
            let kind = kind.filter(|_| !self.plan.sections[index].apart);
            let kind = kind.unwrap_or(Kind::Space);
            let mut bytes = Vec::new();
            if kind != Kind::Space {
                bytes.resize(area.size as usize, 0);
                for (start, length, fill) in &placed.extras {
                    let repeated = fill.iter().copied().cycle().take(*length as usize);
                    put(&mut bytes, *start, &repeated.collect::<Vec<u8>>());
                }
            }
            numbers[index] = Some(sections.len());
            sections.push(Section {
                name: self.plan.sections[index].name.clone(),
                kind,
                address: area.address as u32,
                load: area.load as u32,
                alignment: area.alignment,
                size: area.size as u32,
                bytes,
                relocations: Vec::new(),
            });
        }
        for (piece, offset) in self.plan.pieces.iter().zip(&self.layout.offsets) {
            let number = piece.output.and_then(|output| numbers[output]);
            if let (Some(number), Some(section)) = (number, piece.section) {
                let content = &self.symbols.objects[piece.object].sections[section].bytes;
                put(&mut sections[number].bytes, *offset, content);
            }
        }
        if !again {
            self.pad(&mut sections, &numbers);
        }
        (sections, numbers)
    }

    /// Pads sections as GNU ld does, so that in the file the contents of each begin and end at a multiple of two bytes
    /// or of the alignment in the script.
    fn pad(&self, sections: &mut [Section], numbers: &[Option<usize>]) {
        let mut at = coff::first_contents(sections.len());
        let mut before = None;
        for &index in &self.plan.placed {
            let (placed, number) = (&self.layout.sections[index], &numbers[index]);
            let Some(number) = number.filter(|number| sections[*number].kind != Kind::Space) else {
                continue;
            };
            let to = placed.area.padding.clamp(2, 0x1_0000) as usize;
            let begin = at.next_multiple_of(to);
            let end = begin + sections[number].bytes.len();
            let gap = end.next_multiple_of(to) - end;
            let filled = before.map(|before| (before, begin - at));
            for (section, more) in filled.into_iter().chain([(number, gap)]) {
                let section: &mut Section = &mut sections[section];
                section.bytes.resize(section.bytes.len() + more, 0);
                section.size += more as u32;
            }
            (at, before) = (end + gap, Some(number));
        }
    }

    /// Returns the symbols: the local ones of each object, then the shared ones, then those of the script.
    pub(super) fn symbols(&self, sections: &[Section], numbers: &[Option<usize>]) -> Vec<Symbol> {
        let counts = self.symbols.objects.iter().map(|object| object.symbols.len());
        let mut all = Vec::with_capacity(counts.sum());
        for (number, object) in self.symbols.objects.iter().enumerate() {
            let is_local = |symbol: &&Symbol| symbol.binding == Binding::Local;
            for symbol in object.symbols.iter().filter(is_local) {
                let value = match symbol.value {
                    Value::Place { section, offset } => {
                        let piece = self.plan.of_object[number].get(section);
                        let place = piece.and_then(|piece| self.address(*piece, offset).zip(Some(*piece)));
                        let Some((address, piece)) = place else {
                            continue;
                        };
                        let output = self.plan.pieces[piece].output;
                        in_section(address, output.and_then(|output| numbers[output]), sections)
                    }
                    value => value,
                };
                all.push(Symbol { value, ..symbol.clone() });
            }
        }
        let states = self.symbols.states.iter().zip(&self.values);
        for (name, (state, value)) in self.symbols.names.iter().zip(states) {
            let is_defined = state.is_defined();
            if self.layout.own.contains_key(&**name) || is_defined && value.is_none() {
                continue;
            }
            let is_weak = matches!(*state, State::Defined { weak: true, .. } | State::WeakUndefined);
            let value = value.filter(|_| is_defined);
            all.push(Symbol {
                name: Arc::clone(name),
                value: value.map_or(Value::Undefined, |value| self::value(value, sections)),
                binding: if is_weak { Binding::Weak } else { Binding::Global },
            });
        }
        all.extend(self.own(numbers, sections));
        all
    }

    /// Returns the symbols that the script defines.
    fn own(&self, numbers: &[Option<usize>], sections: &[Section]) -> impl Iterator<Item = Symbol> {
        self.layout.order.iter().map(|name| {
            let val = self.layout.own[name];
            let section = match val.base {
                Base::Section(section) => numbers[section],
                _ => None,
            };
            let Target { value, is_address } = self.target(val);
            let value = match is_address {
                true => in_section(value, section, sections),
                false => Value::Absolute(value),
            };
            Symbol { name: name.as_str().into(), value, binding: Binding::Global }
        })
    }

    /// Defines the script's symbols and the allocated common symbols in an object.
    pub(super) fn define(&self, numbers: &[Option<usize>], object: &mut Object) {
        let commons = self.plan.commons.iter().filter_map(|(global, (piece, offset))| {
            let section = numbers[self.plan.pieces[*piece].output?]?;
            let name = Arc::clone(&self.symbols.names[*global as usize]);
            let offset = self.layout.offsets[*piece] as u32 + offset;
            Some(Symbol { name, value: Value::Place { section, offset }, binding: Binding::Global })
        });
        let symbols: Vec<Symbol> = self.own(numbers, &object.sections).chain(commons).collect();
        for symbol in symbols {
            match object
                .symbols
                .iter_mut()
                .find(|known| known.binding != Binding::Local && known.name == symbol.name)
            {
                Some(known) => *known = symbol,
                None => object.symbols.push(symbol),
            }
        }
    }

    /// Returns the lines of the objects, moved with their sections.
    pub(super) fn lines(&self) -> Lines {
        let mut lines = Lines::default();
        for (object, pieces) in self.symbols.objects.iter().zip(&self.plan.of_object) {
            lines.add(&object.lines, |name| {
                let piece = *pieces.get(object.section_of_map(name)?)?;
                let output = &self.plan.sections[self.plan.pieces[piece].output?];
                Some((LineMap::section_name(&output.name), self.address(piece, 0)? as u32))
            });
        }
        lines
    }

    /// Returns the entry: a symbol, a number, or the start of `.text`; and a warning if it is not the one requested.
    pub(super) fn entry(&self, name: &str) -> (u32, Option<String>) {
        let own = self.layout.own.get(name).map(|val| self.target(*val));
        let known = own.or_else(|| self.values[self.symbols.find(name)? as usize]);
        if let Some(target) = known {
            return (target.value as u32, None);
        }
        if let Some(number) = number(name).and_then(|number| u32::try_from(number).ok()) {
            return (number, None);
        }
        // GNU ld also uses the address of an empty `.text`.
        let text = self.plan.sections.iter().position(|section| section.name == ".text");
        let start = text.map_or(0, |text| self.layout.sections[text].area.address as u32);
        let warning = format!("entry symbol `{name}` is not defined; defaulting to {start:#x}");
        (start, Some(warning))
    }
}

fn put(bytes: &mut [u8], start: u64, content: &[u8]) {
    let place = bytes.get_mut(start as usize..);
    if let Some(place) = place.and_then(|place| place.get_mut(..content.len())) {
        place.copy_from_slice(content);
    }
}

fn value(target: Target, sections: &[Section]) -> Value {
    if target.is_address {
        in_section(target.value, None, sections)
    } else {
        Value::Absolute(target.value)
    }
}

/// Converts an address to an offset in its section; if that section is empty, in a section that begins before the
/// address.
fn in_section(address: i64, section: Option<usize>, sections: &[Section]) -> Value {
    let found = section.or_else(|| {
        let end = |section: &Section| i64::from(section.address) + i64::from(section.size);
        let holds = |section: &Section| (i64::from(section.address)..end(section)).contains(&address);
        let ends = |section: &Section| end(section) == address;
        let position = sections.iter().position(holds);
        position.or_else(|| sections.iter().position(ends))
    });
    let place = found.and_then(|section| {
        let offset = address.checked_sub(i64::from(sections[section].address))?;
        Some(Value::Place { section, offset: u32::try_from(offset).ok()? })
    });
    place.unwrap_or(Value::Absolute(address))
}
