//! Packing the lines of a source in about one byte each.
//!
//! The packed data are lists in the format of [`bytes`](super::bytes): clocks; files; expansions, each with `what`,
//! file, line and expansion plus 1; steps from one line to the next; and lines, each the index of its step. A step
//! consists of the index of the section, the distance from the end of the previous line, the length, the differences in
//! file and line, the difference from the last expansion plus 1, and the index of the clocks plus 1. Where an index is
//! stored plus 1, 0 means none. Signed numbers store their sign in the lowest bit.

use std::sync::Arc;

use rustc_hash::FxHashMap;

use super::bytes::{Reader, Writer};
use super::map::{LineMap, MapExpansion, MapLine, MapPlace};

/// The previous line and the address after it, from which the next line usually differs little.
#[derive(Debug, Clone, Copy, Default)]
struct Last {
    end: u32,
    file: u32,
    line: u32,
    expansion: u32,
}

impl Last {
    fn after(self, [address, length]: [u32; 2], place: MapPlace) -> Self {
        Self {
            end: address.wrapping_add(length),
            file: place.file,
            line: place.line,
            expansion: place.expansion.unwrap_or(self.expansion),
        }
    }
}

/// Returns a distance modulo 2^32, encoded so that short distances in both directions are small numbers.
const fn distance(from: u32, to: u32) -> u32 {
    let distance = to.wrapping_sub(from).cast_signed();
    (distance << 1 ^ distance >> 31).cast_unsigned()
}

/// Returns the number at a [`distance`] from another.
const fn after(from: u32, distance: u32) -> u32 {
    from.wrapping_add(distance >> 1 ^ (distance & 1).wrapping_neg())
}

/// Encodes an optional number: 0 for `None`, otherwise the number plus 1.
fn or_none(number: Option<u32>) -> u32 {
    number.map_or(0, |number| number.saturating_add(1))
}

/// Packs the lines of a source one by one.
#[derive(Debug, Default)]
pub struct Packer {
    clocks: Vec<String>,
    /// The different steps, and the index of each.
    steps: Vec<[u32; 7]>,
    numbers: FxHashMap<[u32; 7], u32>,
    lines: Vec<u32>,
    last: Last,
}

impl Packer {
    /// Adds a string of clocks, and returns its index for use in lines.
    pub fn clocks(&mut self, text: String) -> u32 {
        self.clocks.push(text);
        self.clocks.len() as u32 - 1
    }

    /// Adds a line, given the index of its section, its address and length, its place, and the index of its clocks.
    pub fn line(&mut self, section: u32, bytes: [u32; 2], place: MapPlace, clocks: Option<u32>) {
        let last = self.last;
        let [address, length] = bytes;
        let step = [
            section,
            distance(last.end, address),
            length,
            distance(last.file, place.file),
            distance(last.line, place.line),
            or_none(place.expansion.map(|expansion| distance(last.expansion, expansion))),
            or_none(clocks),
        ];
        let number = self.numbers.entry(step).or_insert_with(|| {
            self.steps.push(step);
            self.steps.len() as u32 - 1
        });
        self.lines.push(*number);
        self.last = last.after(bytes, place);
    }

    /// Returns the packed lines, with the files and expansions that they refer to.
    pub(super) fn finish(&self, files: &[String], expansions: &[MapExpansion]) -> Vec<u8> {
        let mut out = Writer::default();
        out.list(&self.clocks, |out, text| out.bytes(text.as_bytes()));
        out.list(files, |out, name| out.bytes(name.as_bytes()));
        out.list(expansions, |out, MapExpansion { what, call }| {
            out.bytes(what.as_bytes());
            out.numbers([call.file, call.line, or_none(call.expansion)]);
        });
        out.list(&self.steps, |out, step| out.numbers(*step));
        out.list(&self.lines, |out, step| out.number(*step));
        out.0
    }
}

/// The number of bytes cut where an address is shortened: its second word.
pub(crate) const CUT: u32 = 2;

/// The offsets in a section at which [`CUT`] bytes were removed, in ascending order.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct Cuts(pub(crate) Vec<u32>);

impl Cuts {
    /// Returns the offset after the cuts.
    pub(crate) fn after(&self, offset: u32) -> u32 {
        offset.saturating_sub(CUT * self.0.partition_point(|cut| *cut < offset) as u32)
    }
}

/// A section in the source, and where it was moved.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct MovedSection {
    /// The name of the section that contains it in the object or program; empty if it was omitted.
    pub(super) name: String,
    /// The number to add to its addresses.
    pub(super) by: u32,
    pub(super) cuts: Cuts,
}

impl MovedSection {
    /// Returns the new address and length of bytes at an address.
    pub(super) fn moved(&self, [address, length]: [u32; 2]) -> [u32; 2] {
        let first = self.cuts.after(address);
        let end = self.cuts.after(address.saturating_add(length));
        let length = if self.cuts.0.is_empty() {
            length
        } else {
            end.saturating_sub(first)
        };
        [first.wrapping_add(self.by), length]
    }
}

/// Adds the output of a [`Packer`] to a map, with its sections in their new places.
pub(super) fn unpack(bytes: &[u8], sections: &[MovedSection], map: &mut LineMap) -> Result<(), String> {
    let mut bytes = Reader(bytes);
    let clocks = bytes.list(|bytes| bytes.text().map(Arc::<str>::from))?;
    let files = bytes.list(|bytes| Ok(map.file(bytes.text()?)))?;
    let first = map.expansions.len() as u32;
    let place = |file: u32, line, expansion: Option<u32>| MapPlace {
        file: files.get(file as usize).copied().unwrap_or(file),
        line,
        expansion: expansion.map(|expansion| expansion.saturating_add(first)),
    };
    map.expansions.extend(bytes.list(|bytes| {
        let what = bytes.text()?.to_owned();
        let [file, line, expansion] = bytes.numbers()?;
        let call = place(file, line, expansion.checked_sub(1));
        Ok(MapExpansion { what, call })
    })?);
    let names: Vec<Arc<str>> = sections.iter().map(|section| (&*section.name).into()).collect();
    let steps = bytes.list(|bytes| {
        let step: [u32; 7] = bytes.numbers()?;
        let clocks = step[6]
            .checked_sub(1)
            .map(|number| clocks.get(number as usize).ok_or("a clock count"));
        let section = sections.get(step[0] as usize).ok_or("a section");
        let missing = |what| format!("a step refers to {what} that does not exist");
        Ok((step, section.map_err(missing)?, clocks.transpose().map_err(missing)?))
    })?;
    let mut last = Last::default();
    let lines = bytes.list(|bytes| {
        let number = bytes.number()?;
        let (step, section, clocks) = steps
            .get(number as usize)
            .ok_or_else(|| format!("step {number} does not exist"))?;
        let &[name, gap, length, file, line, expansion, _] = step;
        let of_source = MapPlace {
            file: after(last.file, file),
            line: after(last.line, line),
            expansion: expansion.checked_sub(1).map(|distance| after(last.expansion, distance)),
        };
        let here = [after(last.end, gap), length];
        last = last.after(here, of_source);
        let [address, moved] = section.moved(here);
        Ok((!section.name.is_empty()).then(|| MapLine {
            section: Arc::clone(&names[name as usize]),
            address,
            length: moved,
            place: place(of_source.file, of_source.line, of_source.expansion),
            // The clocks of an instruction that was shortened are not known.
            clocks: clocks.filter(|_| moved == length).cloned(),
        }))
    })?;
    map.lines.extend(lines.into_iter().flatten());
    Ok(())
}
