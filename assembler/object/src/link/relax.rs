//! Shortening segmented addresses from two words to one if the offset is below 256.

use std::collections::HashSet;

use super::address::Program;
use super::symbols::Symbols;
use crate::field::{self, Target as Resolved};
use crate::lines::{CUT, Cuts};
use crate::model::{Field, Object, Section, Value};

/// A relocation: the indices of its object, section and entry.
type Site = (usize, usize, usize);

/// The segmented addresses that are short.
#[derive(Default)]
pub(super) struct Relaxation {
    short: HashSet<Site>,
    /// Addresses that were short but no longer fit after others were shortened.
    never: HashSet<Site>,
}

impl Relaxation {
    /// Finds the addresses that can be short in this layout, and those that cannot remain short. Returns true if
    /// anything has changed.
    pub(super) fn look(&mut self, program: &Program) -> bool {
        let mut changed = false;
        for piece in &program.plan.pieces {
            let (Some(section), Some(_)) = (piece.section, piece.output) else {
                continue;
            };
            let object = &program.symbols.objects[piece.object];
            if !object.relaxable {
                continue;
            }
            for (index, relocation) in object.sections[section].relocations.iter().enumerate() {
                let site = (piece.object, section, index);
                let is_short = self.short.contains(&site);
                if relocation.field != Field::Segmented && !is_short || self.never.contains(&site) {
                    continue;
                }
                let fits = program.find(piece.object, relocation.target).is_ok_and(|target| {
                    let value = target.value.wrapping_add(relocation.addend);
                    let target = Resolved { value, ..target };
                    target.is_address && field::encode(Field::Short, 0, target).is_ok()
                });
                if fits && !is_short {
                    self.short.insert(site);
                } else if is_short && !fits {
                    self.short.remove(&site);
                    self.never.insert(site);
                }
                changed |= fits != is_short;
            }
        }
        changed
    }

    /// Returns the original objects with short addresses where possible.
    pub(super) fn apply(&self, original: &Symbols) -> Vec<Object> {
        let cuts = |(number, object): (usize, &Object)| {
            let sections = object.sections.iter().enumerate();
            let cuts = sections.map(|(index, section)| self.cuts(number, index, section));
            cuts.collect()
        };
        let cuts: Vec<Vec<Cuts>> = original.objects.iter().enumerate().map(cuts).collect();
        let mut objects = original.objects.clone();
        for (number, object) in objects.iter_mut().enumerate() {
            let find = |name: &str| cuts[number].get(original.objects[number].section_of_map(name)?);
            object.lines.cut(find);
            for (index, section) in object.sections.iter_mut().enumerate() {
                for (site, relocation) in section.relocations.iter_mut().enumerate() {
                    // If bytes were cut between a label and the target of its addend, the addend shrinks.
                    if let Some((object, section, label)) = original.place_in(number, relocation.target)
                        && let Some(cuts) = cuts[object].get(section)
                        && let Some(point) = i64::from(label).checked_add(relocation.addend)
                        && let Ok(point) = u32::try_from(point)
                    {
                        relocation.addend = i64::from(cuts.after(point)) - i64::from(cuts.after(label));
                    }
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
        }
        objects
    }

    fn cuts(&self, object: usize, index: usize, section: &Section) -> Cuts {
        let short = (0..section.relocations.len()).filter(|site| self.short.contains(&(object, index, *site)));
        Cuts(short.map(|site| section.relocations[site].offset + CUT).collect())
    }
}

impl Cuts {
    /// Returns the bytes of a section without those that are cut.
    fn cut(&self, bytes: &[u8]) -> Vec<u8> {
        let mut rest = 0;
        let mut kept = Vec::with_capacity(bytes.len());
        for cut in &self.0 {
            kept.extend(bytes.get(rest..*cut as usize).unwrap_or(&[]));
            rest = (*cut + CUT) as usize;
        }
        kept.extend(bytes.get(rest..).unwrap_or(&[]));
        kept
    }
}
