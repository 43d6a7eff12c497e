//! Combining objects into one without assigning addresses: `ld -r`.

use std::sync::Arc;

use super::address::Program;
use super::error::{LinkErrors, damaged};
use super::input::Input;
use super::layout::layout;
use super::options::Options;
use super::plan::Plan;
use super::script::Expression;
use super::symbols::{Global, State, Symbols};
use crate::lines::LineMap;
use crate::model::{Binding, Object, Relocation, Symbol, Target, Value};

/// Combines several objects into one that can be linked again. Sections with the same name are joined, unless the
/// script specifies otherwise. Undefined symbols remain undefined, and common symbols remain common unless
/// [`Options::allocate`] is set.
///
/// # Errors
///
/// Symbols are duplicated, an input is damaged, the objects are for different processors, a section becomes too large,
/// or the script cannot be executed.
///
/// # Example
///
/// ```
/// use z8000_object::link::{Input, Options, combine};
/// use z8000_object::{Kind, Object, Section};
///
/// let object = |bytes: &[u8]| {
///     let sections = vec![Section::at(".text", Kind::Code, 0, bytes.to_vec())];
///     Input::Object(Object { sections, ..Object::default() })
/// };
/// let whole = combine(vec![object(&[0x8D, 0x07]), object(&[0x9E, 0x08])], &Options::default())?;
/// assert_eq!(whole.section(".text").map(|text| &*text.bytes), Some(&[0x8D, 0x07, 0x9E, 0x08][..]));
/// # Ok::<(), z8000_object::link::LinkErrors>(())
/// ```
pub fn combine(inputs: Vec<Input<'_>>, options: &Options) -> Result<Object, LinkErrors> {
    let script = &options.script;
    let mut symbols = Symbols::new(options);
    // As in GNU ld, symbols are wrapped only in the final link.
    symbols.wrapped.clear();
    let processor = symbols.take(inputs, script.processor)?;
    let mut plan = Plan::new(script, &symbols, options.orphans, options.allocate);
    for section in &mut plan.sections {
        section.address.get_or_insert(Expression::Number(0));
    }
    let layout = layout(script, &plan, &symbols, true)?;
    let program = Program::new(&symbols, &plan, &layout);
    let (mut sections, sections_of_plan) = program.sections(true);
    // The alignment is that of the parts, which may be smaller than the minimum for a program's sections.
    for (output, index) in plan.sections.iter().zip(&sections_of_plan) {
        if let (None, Some(index)) = (&output.align, index) {
            sections[*index].alignment = 1;
        }
    }
    for piece in &plan.pieces {
        if let Some(index) = piece.output.and_then(|output| sections_of_plan[output]) {
            sections[index].alignment = sections[index].alignment.max(piece.alignment);
        }
    }
    let mut whole = Object {
        processor,
        relaxable: symbols.objects.iter().all(|object| object.relaxable),
        sections,
        ..Object::default()
    };
    // For each section of each object, its section in the result and its offset there.
    let place = |piece: &usize| {
        Some((
            sections_of_plan[plan.pieces[*piece].output?]?,
            layout.offsets[*piece] as u32,
        ))
    };
    let pieces = plan.of_object.iter();
    let places: Vec<Vec<Option<(usize, u32)>>> = pieces.map(|pieces| pieces.iter().map(place).collect()).collect();
    let numbers = add_symbols(&mut whole, &symbols, &places);
    for (number, object) in symbols.objects.iter().enumerate() {
        for (section, place) in object.sections.iter().zip(&places[number]) {
            let Some((index, start)) = place else { continue };
            for relocation in &section.relocations {
                let moved = match relocation.target {
                    Target::Section(section) => {
                        let place = places[number].get(section).copied().flatten();
                        place.map(|(index, start)| (Target::Section(index), i64::from(start)))
                    }
                    Target::Symbol(symbol) => numbers[number].get(symbol).map(|symbol| (Target::Symbol(*symbol), 0)),
                };
                let (target, inside) = moved.ok_or_else(|| damaged(object))?;
                whole.sections[*index].relocations.push(Relocation {
                    offset: start.saturating_add(relocation.offset),
                    target,
                    addend: relocation.addend.checked_add(inside).ok_or_else(|| damaged(object))?,
                    ..*relocation
                });
            }
        }
        let sections = &whole.sections;
        whole.lines.add(&object.lines, |name| {
            let (index, start) = places[number][object.section_of_map(name)?]?;
            Some((LineMap::section_name(&sections[index].name), start))
        });
    }
    program.define(&sections_of_plan, &mut whole);
    Ok(whole)
}

/// Adds the symbols to the result: local ones, then shared ones. Returns, for each object, the new index of each of its
/// symbols.
fn add_symbols(whole: &mut Object, symbols: &Symbols, places: &[Vec<Option<(usize, u32)>>]) -> Vec<Vec<usize>> {
    let moved = |object: usize, value: Value| match value {
        Value::Place { section, offset } => match places[object].get(section).copied().flatten() {
            Some((section, start)) => Value::Place { section, offset: start.saturating_add(offset) },
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
