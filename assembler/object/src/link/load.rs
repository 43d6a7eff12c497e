//! Load addresses of sections, and checks for overlapping sections.

use super::pass::Pass;
use super::placed::{Area, Layout};
use super::plan::Plan;
use super::script::{Load, Output};
use super::value::align;
use crate::model::Kind;

impl Pass<'_> {
    /// Sets the load address of a section by the rules of GNU ld. `dot` is the section's address, or `.` if the section
    /// is omitted; `gap` is how far its address was moved for alignment; `asked` is the alignment in the script, and
    /// `all` the complete one.
    pub(super) fn load(
        &mut self,
        index: usize,
        section: &Output,
        memory: usize,
        dot: u64,
        [gap, asked, all]: [u64; 3],
    ) {
        let Area { address, size, .. } = self.new.sections[index].area;
        let last = self.new.regions[memory].last.map(|last| self.new.sections[last].area);
        let mut other = None;
        let load = match (&section.load, last) {
            (Load::At(load, _), _) => self.number(load, section.line),
            (Load::Region(name, with_input), _) => {
                let Some(region) = self.named_or_report(name, section.line) else {
                    return;
                };
                other = Some(region);
                let next = self.new.regions[region].next;
                let to = if region == memory { all } else { asked };
                // In this case, the section itself has already advanced the region.
                if *with_input {
                    next.saturating_add(gap)
                } else {
                    align(next, to).unwrap_or(next)
                }
            }
            (Load::Behind, Some(last)) => last.load.saturating_add(last.size),
            // A section that ends before the address of the last one does not continue its load addresses.
            (Load::Before, Some(last)) if size > 0 && address.saturating_add(size) <= last.address => address,
            (Load::Before, Some(last)) if !section.apart && self.is_in_memory(index) => {
                let load = address.wrapping_add(last.load).wrapping_sub(last.address);
                align(load, all).unwrap_or(load)
            }
            _ => address,
        };
        self.new.sections[index].area.load = load;
        let goes_on = match last {
            None => size > 0 || address != load,
            Some(last) => size > 0 || dot >= last.address,
        };
        let is_first = matches!(section.load, Load::At(_, true));
        if other.is_none() && (goes_on && !section.apart && self.is_in_memory(index) || is_first) {
            self.new.regions[memory].last = Some(index);
        }
    }

    /// Reserves space for a section in the memory region that it is loaded into, if that is a different one.
    pub(super) fn take_room(&mut self, index: usize, section: &Output, memory: usize) {
        let Load::Region(name, with_input) = &section.load else {
            return;
        };
        let Some(region) = self.new.regions.iter().position(|region| region.is_named(name)) else {
            return;
        };
        // As in GNU ld, an empty data section also counts as loaded.
        let is_loaded = self.plan.kind(index).is_some_and(|kind| kind != Kind::Space);
        if region != memory && (is_loaded || *with_input) {
            let Area { load, size, .. } = self.new.sections[index].area;
            let next = load.saturating_add(size);
            self.new.regions[region].next = next;
            self.report_overflow(&section.name, region, next);
        }
    }
}

/// Returns the messages about sections that overlap, in memory or at their load addresses.
pub(super) fn overlaps(plan: &Plan, layout: &Layout) -> Vec<String> {
    let sections = layout.sections.iter().zip(&plan.sections);
    let sections = sections.filter(|(placed, section)| placed.area.size > 0 && !section.apart);
    let is_loaded = |kind: Option<Kind>| kind.unwrap_or(Kind::Space) != Kind::Space;
    let loaded = sections.clone().filter(|(placed, _)| is_loaded(placed.kind));
    let loaded = loaded.map(|(placed, section)| (placed.area.load, placed.area, section));
    let placed = sections.map(|(placed, section)| (placed.area.address, placed.area, section));
    let mut messages = adjacent(placed.collect(), |one, other| {
        // Overlays have the same address, but different load addresses.
        one.address != other.address || one.load == other.load
    });
    if messages.is_empty() {
        messages = adjacent(loaded.collect(), |_, _| true);
    }
    messages
}

/// Returns the messages about neighbouring sections for which `is_wrong` returns true.
fn adjacent(mut order: Vec<(u64, Area, &Output)>, is_wrong: fn(&Area, &Area) -> bool) -> Vec<String> {
    order.sort_by_key(|(start, ..)| *start);
    let pairs = order.iter().zip(order.iter().skip(1));
    let overlapping = pairs
        .filter(|((start, one, _), (next, other, _))| start.saturating_add(one.size) > *next && is_wrong(one, other));
    overlapping
        .map(|((_, _, first), (start, area, second))| {
            let loaded = if *start == area.address {
                ""
            } else {
                " in their load addresses"
            };
            let (first, second) = (&first.name, &second.name);
            let cure = match loaded {
                "" => format!("omit or raise the address of `{second}`"),
                _ => format!("omit or raise `AT` of `{second}`"),
            };
            format!("sections `{first}` and `{second}` overlap at {start:#x}{loaded}: {cure}")
        })
        .collect()
}
