//! Combining objects into one without assigning addresses: `ld -r`.

use std::sync::Arc;

use super::error::{LinkErrors, beyond, damaged};
use super::input::Input;
use super::symbols::{Global, State, Symbols};
use crate::lines::LineMap;
use crate::model::{Binding, Kind, Object, Relocation, Section, Symbol, Target, Value};

/// Combines several objects into one. Sections with the same name are joined; undefined and common symbols remain so.
///
/// # Errors
///
/// Symbols are duplicated, an input is damaged, the objects are for different processors, or a section becomes too
/// large.
pub fn combine(inputs: Vec<Input<'_>>) -> Result<Object, LinkErrors> {
    let mut symbols = Symbols::default();
    let processor = symbols.take(inputs, None)?;
    let mut whole = Object {
        processor,
        relaxable: symbols.objects.iter().all(|object| object.relaxable),
        ..Object::default()
    };
    // For each section of each object, its section of the whole and its beginning there.
    let mut places: Vec<Vec<(usize, u32)>> = Vec::new();
    for object in &symbols.objects {
        let sections = object.sections.iter().map(|section| add_section(&mut whole, section));
        places.push(sections.collect::<Result<_, _>>()?);
    }
    let numbers = add_symbols(&mut whole, &symbols, &places);
    for (number, object) in symbols.objects.iter().enumerate() {
        for (section, (index, start)) in object.sections.iter().zip(&places[number]) {
            for relocation in &section.relocations {
                let moved = match relocation.target {
                    Target::Section(section) => {
                        let place = places[number].get(section);
                        place.map(|(index, start)| (Target::Section(*index), i64::from(*start)))
                    }
                    Target::Symbol(symbol) => numbers[number].get(symbol).map(|symbol| (Target::Symbol(*symbol), 0)),
                };
                let (target, inside) = moved.ok_or_else(|| damaged(object))?;
                whole.sections[*index].relocations.push(Relocation {
                    offset: start.saturating_add(relocation.offset),
                    target,
                    addend: relocation.addend + inside,
                    ..*relocation
                });
            }
        }
        let sections = &whole.sections;
        whole.lines.add(&object.lines, |name| {
            let (index, start) = places[number][object.section_of_map(name)?];
            Some((LineMap::section_name(&sections[index].name), start))
        });
    }
    Ok(whole)
}

/// The limit on the end of a section with contents.
const LAST: u32 = 0x80_0000;

/// Adds a section to the one of its name.
fn add_section(whole: &mut Object, section: &Section) -> Result<(usize, u32), String> {
    let index = whole.sections.iter().position(|found| found.name == section.name);
    let index = index.unwrap_or_else(|| {
        whole
            .sections
            .push(Section { size: 0, bytes: Vec::new(), relocations: Vec::new(), ..section.clone() });
        whole.sections.len() - 1
    });
    let found = &mut whole.sections[index];
    let start = found.size.checked_next_multiple_of(section.alignment.max(1));
    let start = start.unwrap_or(u32::MAX);
    let end = start.saturating_add(section.size);
    let has_contents = found.kind != Kind::Space || section.kind != Kind::Space;
    if has_contents && end > LAST {
        return Err(beyond(&section.name, u64::from(end) - 1));
    }
    if found.kind == Kind::Space && section.kind != Kind::Space {
        found.kind = section.kind;
        found.bytes.resize(found.size as usize, 0);
    }
    found.alignment = found.alignment.max(section.alignment);
    found.size = end;
    if found.kind != Kind::Space {
        found.bytes.resize(start as usize, 0);
        found.bytes.extend(&section.bytes);
        found.bytes.resize(found.size as usize, 0);
    }
    Ok((index, start))
}

/// The symbols of the whole: local ones, then shared ones. For each object, the new index of each of its symbols.
fn add_symbols(whole: &mut Object, symbols: &Symbols, places: &[Vec<(usize, u32)>]) -> Vec<Vec<usize>> {
    let moved = |object: usize, value: Value| match value {
        Value::Place { section, offset } => match places[object].get(section) {
            Some((section, start)) => Value::Place { section: *section, offset: start.saturating_add(offset) },
            None => Value::Undefined,
        },
        value => value,
    };
    let mut numbers: Vec<Vec<usize>> = Vec::new();
    for (number, object) in symbols.objects.iter().enumerate() {
        let mut of_object = vec![0; object.symbols.len()];
        for (index, symbol) in object.symbols.iter().enumerate() {
            if symbol.binding == Binding::Local {
                of_object[index] = whole.symbols.len();
                let value = moved(number, symbol.value);
                whole.symbols.push(Symbol { value, ..symbol.clone() });
            }
        }
        numbers.push(of_object);
    }
    let first = whole.symbols.len();
    for (number, name) in symbols.names.iter().enumerate() {
        let (value, binding) = match symbols.state(number as Global) {
            State::Undefined => (Value::Undefined, Binding::Global),
            State::WeakUndefined => (Value::Undefined, Binding::Weak),
            State::Common { size, alignment, .. } => (Value::Common { size, alignment }, Binding::Global),
            State::Defined { object, symbol, .. } => {
                let symbol = &symbols.objects[object].symbols[symbol];
                (moved(object, symbol.value), symbol.binding)
            }
        };
        whole.symbols.push(Symbol { name: Arc::clone(name), value, binding });
    }
    for (of_object, globals) in numbers.iter_mut().zip(&symbols.of_object) {
        for (index, global) in globals.iter().enumerate() {
            if let Some(global) = global {
                of_object[index] = first + *global as usize;
            }
        }
    }
    numbers
}
