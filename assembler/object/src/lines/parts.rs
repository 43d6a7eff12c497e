//! The source lines of an object or a program while it is linked: packed, with the new addresses of their sections.
//!
//! In a file, lines are stored as a list of parts, in the format of [`bytes`](super::bytes). A part consists of a list
//! of sections and the packed lines, all from one run of the assembler. A section consists of its name, which is empty
//! if the section is not in the program, the distance by which it was moved, and a list of the places at which it was
//! shortened, each as the distance from the previous one.

use std::sync::{Arc, OnceLock};

use super::bytes::{Reader, Writer};
use super::map::{LineMap, MapExpansion};
use super::packed::{Cuts, MovedSection, Packer, unpack};

/// The version of the format.
const VERSION: u32 = 2;

/// The packed source lines of an object or a program; [`map`](Self::map) unpacks them.
#[derive(Debug, Clone, Default)]
pub struct Lines {
    parts: Vec<Part>,
    /// The line map, unpacked when a message first requires a line.
    asked: OnceLock<LineMap>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
struct Part {
    sections: Vec<MovedSection>,
    packed: Arc<[u8]>,
}

impl PartialEq for Lines {
    fn eq(&self, other: &Self) -> bool {
        self.parts == other.parts
    }
}

impl Lines {
    /// Collects the lines of a source, with the names of its sections, the names of its files, and its expansions.
    pub fn new<'n>(
        lines: &Packer,
        sections: impl Iterator<Item = &'n str>,
        files: &[String],
        expansions: &[MapExpansion],
    ) -> Self {
        let section = |name: &str| MovedSection { name: name.to_owned(), by: 0, cuts: Cuts::default() };
        let part = Part {
            sections: sections.map(section).collect(),
            packed: lines.finish(files, expansions).into(),
        };
        Self { parts: vec![part], ..Self::default() }
    }

    /// Returns true if there are no lines, which means that nothing is known about the sources.
    pub fn is_empty(&self) -> bool {
        self.parts.is_empty()
    }

    /// Unpacks the line map, without symbols and sections, which are in the object.
    ///
    /// # Errors
    ///
    /// The lines are damaged.
    pub fn map(&self) -> Result<LineMap, String> {
        let mut map = LineMap { version: LineMap::VERSION, ..LineMap::default() };
        for part in &self.parts {
            unpack(&part.packed, &part.sections, &mut map)?;
        }
        Ok(map)
    }

    /// Returns the file and line at an address in a section, if they are known.
    pub(crate) fn line_at(&self, section: &str, address: u32) -> Option<(String, u32)> {
        let map = self.asked.get_or_init(|| self.map().unwrap_or_default());
        map.line_at(section, address)
    }

    /// Adds the lines of an object, whose sections have moved; `place` gives the new section and the distance.
    pub(crate) fn add<'n>(&mut self, lines: &Self, place: impl Fn(&str) -> Option<(&'n str, u32)>) {
        let first = self.parts.len();
        self.parts.extend_from_slice(&lines.parts);
        for section in self.parts[first..].iter_mut().flat_map(|part| &mut part.sections) {
            let (name, by) = place(&section.name).unwrap_or_default();
            name.clone_into(&mut section.name);
            section.by = section.by.wrapping_add(by);
        }
    }

    /// Applies cuts of the object's sections to the lines.
    pub(crate) fn cut<'c>(&mut self, cuts: impl Fn(&str) -> Option<&'c Cuts>) {
        self.asked.take();
        for section in self.parts.iter_mut().flat_map(|part| &mut part.sections) {
            if let Some(cuts) = cuts(&section.name) {
                let inside = cuts.0.iter().filter_map(|cut| cut.checked_sub(section.by));
                section.cuts = Cuts(inside.collect());
                section.by = cuts.after(section.by);
            }
        }
    }

    pub(crate) fn to_bytes(&self) -> Vec<u8> {
        let mut out = Writer::default();
        out.number(VERSION);
        out.list(&self.parts, |out, part| {
            out.list(&part.sections, |out, section| {
                out.bytes(section.name.as_bytes());
                out.number(section.by);
                let mut last = 0;
                out.list(&section.cuts.0, |out, cut| {
                    out.number(cut.wrapping_sub(last));
                    last = *cut;
                });
            });
            out.bytes(&part.packed);
        });
        out.0
    }

    /// Reads the output of [`to_bytes`](Self::to_bytes). The lines are not unpacked before they are needed.
    pub(crate) fn from_bytes(bytes: &[u8]) -> Result<Self, String> {
        let mut bytes = Reader(bytes);
        let version = bytes.number()?;
        if version != VERSION {
            let reason = format!("version {version} is not supported; expected {VERSION}");
            return Err(format!("{reason}: assemble the source again"));
        }
        let section = |bytes: &mut Reader| {
            let (name, by) = (bytes.text()?.to_owned(), bytes.number()?);
            let mut last = 0_u32;
            let cuts = bytes.list(|bytes| {
                last = last
                    .checked_add(bytes.number()?)
                    .ok_or("a section offset does not fit in 32 bits")?;
                Ok(last)
            })?;
            let cuts = Cuts(cuts);
            Ok(MovedSection { name, by, cuts })
        };
        let part = |bytes: &mut Reader| Ok(Part { sections: bytes.list(section)?, packed: bytes.bytes()?.into() });
        Ok(Self { parts: bytes.list(part)?, ..Self::default() })
    }
}
