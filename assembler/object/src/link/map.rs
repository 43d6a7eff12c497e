//! The map file: what went where, for people.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use super::placed::Layout;
use super::plan::{Item, Plan};
use super::symbols::{State, Symbols};
use crate::model::{Binding, Value};

/// Writes the map: members of archives with their reasons, what was left out, sections with pieces and symbols, and
/// every shared symbol with its users.
pub(super) fn map(symbols: &Symbols, plan: &Plan, layout: &Layout, unused: &[usize]) -> String {
    let mut out = String::new();
    // Writing into a String does not fail.
    let _ = write(&mut out, symbols, plan, layout, unused);
    out
}

fn write(
    out: &mut String,
    symbols: &Symbols,
    plan: &Plan,
    layout: &Layout,
    unused: &[usize],
) -> Result<(), std::fmt::Error> {
    if !symbols.taken.is_empty() {
        writeln!(out, "Members of archives, and what they were taken for\n")?;
        for taken in &symbols.taken {
            let by = taken.by.as_deref().unwrap_or("the command");
            writeln!(out, "{}\n    {} of {by}", taken.member, taken.symbol)?;
        }
        writeln!(out)?;
    }
    if !unused.is_empty() {
        writeln!(out, "Left out as unused\n")?;
        for piece in unused {
            let found = &plan.pieces[*piece];
            let object = &symbols.objects[found.object].name;
            writeln!(
                out,
                "{:<16} {:>10} {object}",
                plan.name(*piece, symbols),
                hex(found.size)
            )?;
        }
        writeln!(out)?;
    }
    writeln!(out, "Sections\n")?;
    for (section, placed) in plan.sections.iter().zip(&layout.sections) {
        if placed.is_empty() {
            continue;
        }
        writeln!(
            out,
            "{:<16} {:#010x} {:>10}",
            section.name,
            placed.area.address,
            hex(placed.area.size)
        )?;
        for item in &section.items {
            match item {
                Item::Piece(piece) => self::piece(out, *piece, symbols, plan, layout)?,
                Item::Assignment(assignment) => {
                    if let Some(val) = layout.own.get(&assignment.symbol) {
                        let value = layout.target(*val).value;
                        writeln!(out, "{:<16} {value:#010x}            {}", "", assignment.symbol)?;
                    }
                }
                Item::Assert(_) | Item::Data(..) | Item::Fill(_) => {}
            }
        }
        writeln!(out)?;
    }
    cross_reference(out, symbols, plan, layout)
}

fn hex(value: impl std::fmt::LowerHex) -> String {
    format!("{value:#x}")
}

/// A piece with the shared symbols in it, by their addresses.
fn piece(
    out: &mut String,
    number: usize,
    symbols: &Symbols,
    plan: &Plan,
    layout: &Layout,
) -> Result<(), std::fmt::Error> {
    let piece = &plan.pieces[number];
    let Some(address) = layout.address(plan, number, 0).filter(|_| piece.size > 0) else {
        return Ok(());
    };
    let object = &symbols.objects[piece.object];
    let name = plan.name(number, symbols);
    writeln!(
        out,
        " {name:<15} {address:#010x} {:>10} {}",
        hex(piece.size),
        object.name
    )?;
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
            let here = plan.commons.iter().filter(|(_, (found, _))| *found == number);
            here.map(|(global, (_, offset))| (*offset, symbols.name(*global)))
                .collect()
        }
    };
    labels.sort_unstable();
    for (offset, name) in labels {
        writeln!(
            out,
            "{:<16} {:#010x}            {name}",
            "",
            address + i64::from(offset)
        )?;
    }
    Ok(())
}

/// Every shared symbol: its value, the object that defines it, those that use it.
fn cross_reference(out: &mut String, symbols: &Symbols, plan: &Plan, layout: &Layout) -> Result<(), std::fmt::Error> {
    let mut users: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for (object, globals) in symbols.objects.iter().zip(&symbols.of_object) {
        for (symbol, global) in object.symbols.iter().zip(globals) {
            if let Some(global) = global {
                let users = users.entry(symbols.name(*global)).or_default();
                let defines = match symbols.state(*global) {
                    State::Defined { .. } => !matches!(symbol.value, Value::Undefined | Value::Common { .. }),
                    State::Common { object: first, .. } => std::ptr::eq(&symbols.objects[first], object),
                    State::Undefined | State::WeakUndefined => false,
                };
                if !defines {
                    users.push(&object.name);
                }
            }
        }
    }
    writeln!(out, "Symbols, where they are defined, and who uses them\n")?;
    for (name, users) in users {
        let global = symbols.find(name);
        let value = global.and_then(|global| layout.resolve(plan, symbols, global));
        let value = value.map_or_else(|| "-".to_owned(), |target| format!("{:#010x}", target.value));
        let owner = match global.map(|global| symbols.state(global)) {
            _ if layout.own.contains_key(name) => "the script",
            Some(State::Defined { object, .. } | State::Common { object, .. }) => &symbols.objects[object].name,
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
