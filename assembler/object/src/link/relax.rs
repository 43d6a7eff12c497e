//! Shortening segmented addresses: from two words to one, where the offset is below 256.

use std::collections::HashSet;

use super::placed::Layout;
use super::plan::Plan;
use super::relocate::resolved;
use super::symbols::{State, Symbols};
use crate::field::{self, Target as Resolved};
use crate::lines::LineMap;
use crate::model::{Field, Object, Relocation, Section, Target, Value};

/// Bytes that a short address saves.
const SAVED: u32 = 2;

/// A relocation: object, section, index.
type Site = (usize, usize, usize);

/// Which addresses are short.
#[derive(Default)]
pub(super) struct Relaxation {
    short: HashSet<Site>,
    /// Those that were short, and did not fit when others were short too.
    never: HashSet<Site>,
}

impl Relaxation {
    /// Looks which addresses can be short with these places, and which cannot stay short. Whether anything changed.
    pub(super) fn look(&mut self, symbols: &Symbols, plan: &Plan, layout: &Layout) -> bool {
        let mut changed = false;
        let values = layout.values(plan, symbols);
        for piece in &plan.pieces {
            let (Some(section), Some(_)) = (piece.section, piece.output) else {
                continue;
            };
            let object = &symbols.objects[piece.object];
            if !object.relaxable {
                continue;
            }
            for (index, relocation) in object.sections[section].relocations.iter().enumerate() {
                let site = (piece.object, section, index);
                let is_short = self.short.contains(&site);
                if relocation.field != Field::Segmented && !is_short || self.never.contains(&site) {
                    continue;
                }
                let fits =
                    resolved(symbols, plan, layout, &values, piece.object, relocation.target).is_some_and(|target| {
                        let value = target.value.wrapping_add(relocation.addend);
                        let target = Resolved { value, ..target };
                        target.is_address && field::encode(Field::Short, 0, target).is_ok()
                    });
                if fits != is_short {
                    changed = true;
                    if fits {
                        self.short.insert(site);
                    } else {
                        self.short.remove(&site);
                        self.never.insert(site);
                    }
                }
            }
        }
        changed
    }

    /// The objects with their short addresses, made from those as they were.
    pub(super) fn apply(&self, symbols: &mut Symbols, originals: &[Object]) {
        let cuts: Vec<Vec<Cuts>> = (0..)
            .zip(originals)
            .map(|(number, object)| {
                let sections = object.sections.iter().enumerate();
                sections
                    .map(|(index, section)| self.cuts(number, index, section))
                    .collect()
            })
            .collect();
        for number in 0..originals.len() {
            let original = &originals[number];
            let mut object = original.clone();
            for (index, section) in object.sections.iter_mut().enumerate() {
                for (site, relocation) in section.relocations.iter_mut().enumerate() {
                    let grown = |point| cuts_of(symbols, originals, &cuts, number, point);
                    move_target(relocation, grown);
                    relocation.offset = cuts[number][index].after(relocation.offset);
                    if self.short.contains(&(number, index, site)) {
                        relocation.field = Field::Short;
                    }
                }
                if !section.bytes.is_empty() {
                    section.bytes = cuts[number][index].cut(&section.bytes);
                }
                section.size = cuts[number][index].after(section.size);
            }
            for symbol in &mut object.symbols {
                if let Value::Place { section, offset } = &mut symbol.value
                    && let Some(cuts) = cuts[number].get(*section)
                {
                    *offset = cuts.after(*offset);
                }
            }
            if let Some(lines) = &mut object.lines {
                move_lines(lines, &original.sections, &cuts[number]);
            }
            symbols.objects[number] = object;
        }
    }

    fn cuts(&self, object: usize, index: usize, section: &Section) -> Cuts {
        let short = (0..section.relocations.len()).filter(|site| self.short.contains(&(object, index, *site)));
        Cuts(short.map(|site| section.relocations[site].offset + SAVED).collect())
    }
}

/// Where the second words of a section's short addresses were, in their order.
struct Cuts(Vec<u32>);

impl Cuts {
    /// Where an offset has moved to.
    fn after(&self, offset: u32) -> u32 {
        offset.saturating_sub(SAVED * self.0.partition_point(|cut| *cut < offset) as u32)
    }

    fn cut(&self, bytes: &[u8]) -> Vec<u8> {
        let mut rest = 0;
        let mut kept = Vec::with_capacity(bytes.len());
        for cut in &self.0 {
            kept.extend(bytes.get(rest..*cut as usize).unwrap_or(&[]));
            rest = (*cut + SAVED) as usize;
        }
        kept.extend(bytes.get(rest..).unwrap_or(&[]));
        kept
    }
}

/// Where a target lies: the cuts of its section, and its offset there before.
fn cuts_of<'c>(
    symbols: &Symbols,
    originals: &[Object],
    cuts: &'c [Vec<Cuts>],
    object: usize,
    target: Target,
) -> Option<(&'c Cuts, u32)> {
    let index = match target {
        Target::Section(section) => return Some((cuts[object].get(section)?, 0)),
        Target::Symbol(index) => index,
    };
    let (object, index) = match symbols.of_object[object].get(index)? {
        Some(global) => match symbols.state(*global) {
            State::Defined { object, symbol, .. } => (object, symbol),
            _ => return None,
        },
        None => (object, index),
    };
    match originals[object].symbols.get(index)?.value {
        Value::Place { section, offset } => Some((cuts[object].get(section)?, offset)),
        _ => None,
    }
}

/// What is added to a label reaches over what was cut out behind it.
fn move_target<'c>(relocation: &mut Relocation, grown: impl Fn(Target) -> Option<(&'c Cuts, u32)>) {
    let Some((cuts, label)) = grown(relocation.target) else {
        return;
    };
    if let Ok(point) = u32::try_from(i64::from(label) + relocation.addend) {
        relocation.addend = i64::from(cuts.after(point)) - i64::from(cuts.after(label));
    }
}

/// Lines move; of an instruction that became shorter, the clocks are not known.
fn move_lines(lines: &mut LineMap, sections: &[Section], cuts: &[Cuts]) {
    let find = |name: &str| {
        let named = |section: &Section| LineMap::section_name(&section.name) == name;
        sections.iter().position(named).map(|index| &cuts[index])
    };
    for line in &mut lines.lines {
        if let Some(cuts) = find(&line.section) {
            let first = cuts.after(line.address);
            let length = cuts.after(line.address.saturating_add(line.length)) - first;
            if length != line.length {
                line.clocks = None;
            }
            (line.address, line.length) = (first, length);
        }
    }
    for symbol in &mut lines.symbols {
        if let Some(cuts) = find(&symbol.section)
            && let Ok(offset) = u32::try_from(symbol.value)
        {
            symbol.value = i64::from(cuts.after(offset));
        }
    }
}
