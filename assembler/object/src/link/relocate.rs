//! Filling in the fields of relocations.

use std::collections::HashMap;

use super::address::Program;
use super::error::{LinkError, damaged, place};
use super::symbols::{Global, State};
use crate::field::{self, Target as Resolved};
use crate::model::{Field, Object, Relocation, Section, Target, Value, is_stack};

/// Maximum number of uses listed in the message about an undefined symbol.
const NAMED: usize = 3;

/// The reason why a relocation's target has no address.
pub(super) enum TargetError {
    Undefined(Global),
    /// The target is in a piece that is not part of the program: its name, and the reason.
    Discarded(String),
    Damaged,
}

/// The uses of an undefined symbol, for its message.
#[derive(Default)]
struct Uses {
    /// The first few places where the symbol is used.
    places: Vec<String>,
    /// The number of further places where it is used.
    more: usize,
}

/// Writes the values of all relocations into the sections of the program. `numbers` contains the index of each section
/// of the plan among them. Returns errors for values that do not fit, and for undefined symbols, whose value is 0.
pub(super) fn relocate(
    program: &Program,
    sections: &mut [Section],
    numbers: &[Option<usize>],
) -> (Vec<String>, Vec<LinkError>) {
    let mut errors = Vec::new();
    let mut undefined: Vec<(Global, Uses)> = Vec::new();
    let mut known: HashMap<Global, usize> = HashMap::new();
    for (number, piece) in program.plan.pieces.iter().enumerate() {
        let (Some(section), Some(start)) = (piece.section, program.address(number, 0)) else {
            continue;
        };
        let bytes = piece.output.and_then(|output| numbers[output]);
        let bytes = bytes.and_then(|index| sections[index].bytes.get_mut(program.layout.offsets[number] as usize..));
        let bytes = bytes.unwrap_or_default();
        let object = &program.symbols.objects[piece.object];
        for relocation in &object.sections[section].relocations {
            let place = || place(object, Some((section, relocation.offset)));
            let mut is_undefined = false;
            let target = match program.find(piece.object, relocation.target) {
                Ok(target) => target,
                Err(TargetError::Undefined(global)) => {
                    let uses = *known.entry(global).or_insert(undefined.len());
                    if uses == undefined.len() {
                        undefined.push((global, Uses::default()));
                    }
                    let uses = &mut undefined[uses].1;
                    if uses.places.len() < NAMED {
                        uses.places.push(place());
                    } else {
                        uses.more += 1;
                    }
                    is_undefined = true;
                    let (value, is_address) = (0, false);
                    Resolved { value, is_address }
                }
                Err(TargetError::Discarded(what)) => {
                    errors.push(format!("{}: {what}", place()));
                    continue;
                }
                Err(TargetError::Damaged) => {
                    errors.push(damaged(object));
                    break;
                }
            };
            let value = target.value.wrapping_add(relocation.addend);
            let here = (start as u32).wrapping_add(relocation.offset);
            match field::encode(relocation.field, here, Resolved { value, ..target }) {
                Ok(bits) => field::put(relocation.field, bytes, relocation.offset, bits),
                // Report each undefined symbol only once.
                Err(_) if is_undefined => {}
                Err(misfit) => errors.push(format!("{}: {}: {misfit}", place(), describe(object, relocation))),
            }
        }
    }
    let undefined = undefined.into_iter().map(|(global, uses)| {
        let name = program.symbols.name(global);
        let more = match uses.more {
            0 => String::new(),
            more => format!(", and {more} more"),
        };
        let places = uses.places.join(", ");
        let cure = is_stack(name).then(|| {
            let end = format!("`{name} = ORIGIN(RAM) + LENGTH(RAM);`");
            format!("; write in the script, for example, {end}, or use `--defsym {name}=0xfffe`")
        });
        let cure = cure.unwrap_or_default();
        let message = format!("symbol `{name}` is not defined; it is used at {places}{more}{cure}");
        LinkError::Undefined(name.to_string(), message)
    });
    (errors, undefined.collect())
}

/// Describes the field of a relocation and its base for messages.
fn describe(object: &Object, relocation: &Relocation) -> String {
    let noun = match relocation.field {
        Field::Byte => "the byte value",
        Field::LowNibble | Field::HighNibble => "the 4-bit value",
        Field::Word => "the 16-bit address",
        Field::Long => "the long word",
        Field::Segmented => "the address",
        Field::Short => "the short address",
        Field::Relative8 | Field::Relative7 => "the jump to",
        Field::Relative12 => "the call to",
        Field::Relative16 => "the relative address",
    };
    let name = match relocation.target {
        Target::Symbol(symbol) => object.symbols.get(symbol).map(|symbol| &*symbol.name),
        Target::Section(section) => object.sections.get(section).map(|section| &*section.name),
    };
    let name = name.unwrap_or_default();
    match relocation.addend {
        0 => format!("{noun} `{name}`"),
        addend => format!("{noun} `{name}{addend:+}`"),
    }
}

impl Program<'_> {
    /// Returns the value of a relocation's target, without the addend.
    pub(super) fn find(&self, object: usize, target: Target) -> Result<Resolved, TargetError> {
        let mut definition = (object, target);
        if let Some(global) = self.symbols.global_of(object, target) {
            if let Some(value) = self.values[global as usize] {
                return Ok(value);
            }
            let State::Defined { object, symbol, .. } = self.symbols.state(global) else {
                return Err(TargetError::Undefined(global));
            };
            definition = (object, Target::Symbol(symbol));
        }
        let (number, target) = definition;
        let object = &self.symbols.objects[number];
        let (name, section, offset) = match target {
            Target::Section(section) => (None, section, 0),
            Target::Symbol(index) => {
                let symbol = object.symbols.get(index).ok_or(TargetError::Damaged)?;
                match symbol.value {
                    Value::Absolute(value) => {
                        let is_address = false;
                        return Ok(Resolved { value, is_address });
                    }
                    Value::Place { section, offset } => (Some(&*symbol.name), section, offset),
                    Value::Undefined | Value::Common { .. } => return Err(TargetError::Damaged),
                }
            }
        };
        let piece = self.plan.of_object[number].get(section).ok_or(TargetError::Damaged)?;
        let is_address = true;
        let value = self.address(*piece, offset).ok_or_else(|| {
            let section = &object.sections[section].name;
            let name = name.unwrap_or(section);
            TargetError::Discarded(format!("`{name}` is in section `{section}`, which the script discards"))
        })?;
        Ok(Resolved { value, is_address })
    }
}
