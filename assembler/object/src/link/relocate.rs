//! Filling the fields in.

use std::collections::HashMap;

use super::error::{LinkError, Place};
use super::placed::Layout;
use super::plan::Plan;
use super::symbols::{Global, Symbols};
use crate::field::{self, Target as Resolved};
use crate::model::{Relocation, Target, Value};

/// How many uses of an undefined symbol are named.
const NAMED: usize = 3;

/// What a relocation's target comes to, or why it comes to nothing.
enum Found {
    Known(Resolved),
    Undefined(Global),
    /// In a piece that is no part of the program.
    Discarded {
        name: String,
        section: String,
    },
    Damaged,
}

/// What each shared symbol stands for.
pub(super) type Values = [Option<Resolved>];

/// Writes the values of all relocations into the sections of the objects.
pub(super) fn relocate(symbols: &mut Symbols, plan: &Plan, layout: &Layout, values: &Values) -> Vec<LinkError> {
    let mut errors = Vec::new();
    let mut undefined: HashMap<Global, usize> = HashMap::new();
    for number in 0..plan.pieces.len() {
        let piece = &plan.pieces[number];
        let (Some(section), Some(start)) = (piece.section, layout.address(plan, number, 0)) else {
            continue;
        };
        let mut bytes = std::mem::take(&mut symbols.objects[piece.object].sections[section].bytes);
        let object = &symbols.objects[piece.object];
        for relocation in &object.sections[section].relocations {
            let place = || Place::of(object, section, relocation.offset);
            let found = find(symbols, plan, layout, values, piece.object, relocation.target);
            let target = match found {
                Found::Known(target) => target,
                Found::Undefined(global) => {
                    let error = *undefined.entry(global).or_insert_with(|| {
                        errors.push(LinkError::Undefined {
                            name: symbols.name(global).to_owned(),
                            places: Vec::new(),
                            more: 0,
                        });
                        errors.len() - 1
                    });
                    if let LinkError::Undefined { places, more, .. } = &mut errors[error] {
                        if places.len() < NAMED {
                            places.push(place());
                        } else {
                            *more += 1;
                        }
                    }
                    continue;
                }
                Found::Discarded { name, section } => {
                    let place = Box::new(place());
                    errors.push(LinkError::Discarded { place, name, section });
                    continue;
                }
                Found::Damaged => {
                    errors.push(LinkError::Damaged(object.name.clone()));
                    break;
                }
            };
            let target = Resolved {
                value: target.value.wrapping_add(relocation.addend),
                ..target
            };
            let here = (start as u32).wrapping_add(relocation.offset);
            match field::encode(relocation.field, here, target) {
                Ok(bits) => field::put(relocation.field, &mut bytes, relocation.offset, bits),
                Err(misfit) => errors.push(LinkError::Misfit {
                    place: Box::new(place()),
                    field: relocation.field,
                    to: describe(symbols, piece.object, relocation),
                    misfit,
                }),
            }
        }
        symbols.objects[piece.object].sections[section].bytes = bytes;
    }
    errors
}

/// What a relocation is relative to, as messages have it.
fn describe(symbols: &Symbols, object: usize, relocation: &Relocation) -> String {
    let object = &symbols.objects[object];
    let name = match relocation.target {
        Target::Symbol(symbol) => object.symbols.get(symbol).map(|symbol| &symbol.name),
        Target::Section(section) => object.sections.get(section).map(|section| &section.name),
    };
    let name = name.map_or("", String::as_str);
    match relocation.addend {
        0 => format!("`{name}`"),
        addend => format!("`{name}{addend:+}`"),
    }
}

/// What the target of a relocation comes to, without what is added.
pub(super) fn resolved(
    symbols: &Symbols,
    plan: &Plan,
    layout: &Layout,
    values: &Values,
    object: usize,
    target: Target,
) -> Option<Resolved> {
    match find(symbols, plan, layout, values, object, target) {
        Found::Known(resolved) => Some(resolved),
        _ => None,
    }
}

fn find(symbols: &Symbols, plan: &Plan, layout: &Layout, values: &Values, object: usize, target: Target) -> Found {
    let number = object;
    let object = &symbols.objects[number];
    let place = |section: usize, offset: u32, name: &str| {
        let Some(piece) = plan.of_object[number].get(section) else {
            return Found::Damaged;
        };
        match layout.address(plan, *piece, offset) {
            Some(value) => Found::Known(Resolved {
                value,
                is_address: true,
            }),
            None => Found::Discarded {
                name: name.to_owned(),
                section: object.sections[section].name.clone(),
            },
        }
    };
    let index = match target {
        Target::Section(section) => {
            let name = object.sections.get(section).map_or("", |section| &section.name);
            return place(section, 0, name);
        }
        Target::Symbol(index) => index,
    };
    let (Some(symbol), Some(global)) = (object.symbols.get(index), symbols.of_object[number].get(index)) else {
        return Found::Damaged;
    };
    if let Some(global) = *global {
        return match values[global as usize] {
            Some(target) => Found::Known(target),
            None => match symbols.state(global) {
                super::symbols::State::Defined { object, symbol, .. } => {
                    discarded(symbols, object, symbol).unwrap_or(Found::Damaged)
                }
                _ => Found::Undefined(global),
            },
        };
    }
    match symbol.value {
        Value::Absolute(value) => Found::Known(Resolved {
            value,
            is_address: false,
        }),
        Value::Place { section, offset } => place(section, offset, &symbol.name),
        Value::Undefined | Value::Common { .. } => Found::Damaged,
    }
}

/// A symbol in a section that was left out.
fn discarded(symbols: &Symbols, object: usize, symbol: usize) -> Option<Found> {
    let object = &symbols.objects[object];
    let symbol = &object.symbols[symbol];
    let Value::Place { section, .. } = symbol.value else {
        return None;
    };
    Some(Found::Discarded {
        name: symbol.name.clone(),
        section: object.sections.get(section)?.name.clone(),
    })
}
