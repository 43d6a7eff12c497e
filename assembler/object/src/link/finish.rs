//! The linked program: its sections, symbols and lines.

use std::sync::Arc;

use super::error::LinkError;
use super::placed::{Extra, Layout};
use super::plan::Plan;
use super::relocate::Values;
use super::symbols::{State, Symbols};
use crate::field::Target;
use crate::lines::{LineMap, MapLine, MapSymbol};
use crate::model::{Binding, Kind, Section, Symbol, Value};

/// A piece that goes on behind the end of its segment.
pub(super) fn crossings(symbols: &Symbols, plan: &Plan, layout: &Layout) -> Vec<LinkError> {
    let mut errors = Vec::new();
    for (number, piece) in plan.pieces.iter().enumerate() {
        let Some(first) = layout.address(plan, number, 0).filter(|_| piece.size > 0) else {
            continue;
        };
        let first = first as u64;
        let last = first + u64::from(piece.size) - 1;
        if first >> 16 != last >> 16 {
            errors.push(LinkError::Crossing {
                object: symbols.objects[piece.object].name.clone(),
                section: plan.name(number, symbols).to_owned(),
                first,
                last,
            });
        }
    }
    errors
}

/// The sections of the program, and which of them each section of the plan is.
pub(super) fn sections(symbols: &Symbols, plan: &Plan, layout: &Layout) -> (Vec<Section>, Vec<Option<usize>>) {
    let mut sections = Vec::new();
    let mut numbers = vec![None; plan.sections.len()];
    for (index, placed) in layout.sections.iter().enumerate() {
        if placed.is_empty() {
            continue;
        }
        let area = placed.area;
        let kind = placed.kind.unwrap_or(Kind::Space);
        let mut size = area.size as usize;
        let mut bytes = Vec::new();
        if kind != Kind::Space {
            // GNU ld fills sections with contents up to two bytes.
            size = size.next_multiple_of(2);
            bytes.resize(size, 0);
            for extra in &placed.extras {
                let (start, content) = match extra {
                    Extra::Data(start, content) => (*start, content.clone()),
                    Extra::Gap(_, _, fill) if fill.is_empty() => continue,
                    Extra::Gap(start, length, fill) => {
                        (*start, fill.iter().copied().cycle().take(*length as usize).collect())
                    }
                };
                put(&mut bytes, start, &content);
            }
        }
        numbers[index] = Some(sections.len());
        sections.push(Section {
            name: plan.sections[index].name.clone(),
            kind,
            address: area.address as u32,
            alignment: area.alignment,
            size: size as u32,
            bytes,
            relocations: Vec::new(),
        });
    }
    for piece in &plan.pieces {
        let number = piece.output.and_then(|output| numbers[output]);
        if let (Some(number), Some(section)) = (number, piece.section) {
            let content = &symbols.objects[piece.object].sections[section].bytes;
            put(&mut sections[number].bytes, piece.offset, content);
        }
    }
    (sections, numbers)
}

fn put(bytes: &mut [u8], start: u64, content: &[u8]) {
    let place = bytes.get_mut(start as usize..);
    if let Some(place) = place.and_then(|place| place.get_mut(..content.len())) {
        place.copy_from_slice(content);
    }
}

/// The symbols: local ones by their objects, then shared ones, then those of the script.
pub(super) fn symbols(
    mut symbols: Symbols,
    plan: &Plan,
    layout: &Layout,
    values: &Values,
    sections: &[Section],
    numbers: &[Option<usize>],
) -> Vec<Symbol> {
    let mut all = Vec::new();
    let mut lines = Vec::new();
    for state in &symbols.states {
        lines.push(match *state {
            State::Defined { object, symbol, .. } => symbols.objects[object].symbols[symbol].line.take(),
            _ => None,
        });
    }
    for (number, object) in symbols.objects.into_iter().enumerate() {
        let local = object
            .symbols
            .into_iter()
            .filter(|symbol| symbol.binding == Binding::Local);
        for symbol in local {
            let value = match symbol.value {
                Value::Place { section, offset } => {
                    let piece = plan.of_object[number].get(section);
                    let place = piece.and_then(|piece| layout.address(plan, *piece, offset).zip(Some(*piece)));
                    let Some((address, piece)) = place else {
                        continue;
                    };
                    let output = plan.pieces[piece].output;
                    in_section(address, output.and_then(|output| numbers[output]), sections)
                }
                value => value,
            };
            all.push(Symbol { value, ..symbol });
        }
    }
    let states = symbols.states.iter().zip(values).zip(lines);
    for (name, ((state, value), line)) in symbols.names.iter().zip(states) {
        let (Some(value), false) = (
            value,
            *state == State::WeakUndefined || layout.own.contains_key(&**name),
        ) else {
            continue;
        };
        all.push(Symbol {
            name: name.to_string(),
            value: self::value(*value, sections),
            binding: match state {
                State::Defined { weak: true, .. } => Binding::Weak,
                _ => Binding::Global,
            },
            line,
        });
    }
    for name in &layout.order {
        if let Some(val) = layout.own.get(name) {
            all.push(Symbol {
                name: name.clone(),
                value: value(layout.target(*val), sections),
                binding: Binding::Global,
                line: None,
            });
        }
    }
    all
}

fn value(target: Target, sections: &[Section]) -> Value {
    if target.is_address {
        in_section(target.value, None, sections)
    } else {
        Value::Absolute(target.value)
    }
}

/// An address as a place in its section; where its section is empty, in one that begins before it.
fn in_section(address: i64, section: Option<usize>, sections: &[Section]) -> Value {
    let found = section.or_else(|| {
        let behind = |section: &Section| i64::from(section.address) + i64::from(section.size);
        let holds = |section: &Section| (i64::from(section.address)..behind(section)).contains(&address);
        let ends = |section: &Section| behind(section) == address;
        let position = |test: &dyn Fn(&Section) -> bool| sections.iter().position(test);
        position(&holds).or_else(|| position(&ends))
    });
    let place = found.and_then(|section| {
        let offset = address.checked_sub(i64::from(sections[section].address))?;
        Some(Value::Place {
            section,
            offset: u32::try_from(offset).ok()?,
        })
    });
    place.unwrap_or(Value::Absolute(address))
}

/// The line maps of the objects as one, with addresses; none if no object has any.
pub(super) fn lines(symbols: &Symbols, plan: &Plan, layout: &Layout) -> Option<LineMap> {
    symbols.objects.iter().find(|object| object.lines.is_some())?;
    let mut merged = LineMap {
        version: LineMap::VERSION,
        ..LineMap::default()
    };
    let names: Vec<Arc<str>> = plan
        .sections
        .iter()
        .map(|section| LineMap::section_name(&section.name).into())
        .collect();
    for (number, object) in symbols.objects.iter().enumerate() {
        let Some(lines) = &object.lines else {
            continue;
        };
        let place = merged.add_expansions(lines);
        let in_program = |section: &str, offset: u32| {
            let named = |found: &Section| LineMap::section_name(&found.name) == section;
            let index = object.sections.iter().position(named)?;
            let piece = *plan.of_object[number].get(index)?;
            let output = plan.pieces[piece].output?;
            Some((Arc::clone(&names[output]), layout.address(plan, piece, offset)?))
        };
        for line in &lines.lines {
            if let Some((section, address)) = in_program(&line.section, line.address) {
                merged.lines.push(MapLine {
                    section,
                    address: address as u32,
                    length: line.length,
                    place: place(line.place),
                    clocks: line.clocks.clone(),
                });
            }
        }
        for symbol in &object.symbols {
            let place = match symbol.value {
                Value::Place { section, offset } => {
                    in_program(LineMap::section_name(&object.sections[section].name), offset)
                }
                Value::Absolute(number) => Some(("abs".into(), number)),
                Value::Undefined | Value::Common { .. } => None,
            };
            merged.symbols.extend(place.map(|(section, value)| MapSymbol {
                name: symbol.name.clone(),
                value,
                section: section.to_string(),
            }));
        }
    }
    Some(merged)
}

/// The entry: by its name, a number, or the beginning of `.text`. The second value is a warning.
pub(super) fn entry(name: &str, symbols: &Symbols, plan: &Plan, layout: &Layout) -> (u32, Option<String>) {
    let own = layout.own.get(name).map(|val| layout.target(*val));
    let known = own.or_else(|| {
        symbols
            .find(name)
            .and_then(|global| layout.resolve(plan, symbols, global))
    });
    if let Some(target) = known {
        return (target.value as u32, None);
    }
    let digits = name.strip_prefix("0x").map(|digits| u32::from_str_radix(digits, 16));
    if let Ok(number) = digits.unwrap_or_else(|| name.parse()) {
        return (number, None);
    }
    // Also where it is empty, as GNU ld does.
    let text = plan.sections.iter().position(|section| section.name == ".text");
    let start = text.map_or(0, |text| layout.sections[text].area.address as u32);
    (
        start,
        Some(format!(
            "the entry `{name}` is not defined; the program begins at {start:#x}"
        )),
    )
}
