//! An assembled program as an object for a linker.

use z8000_object::coff::{self, CoffError};
use z8000_object::{Kind, LineMap, Object, Relocation, Section as ObjectSection, Target, Value};

use crate::assembly::Assembly;
use crate::section::Section;

impl Assembly {
    /// The object, of a program that was assembled for a linker. Sections that nothing was put into are left out, but
    /// for `.text`, `.data` and `.bss`.
    #[must_use]
    pub fn object(&self, name: &str) -> Object {
        Object {
            lines: Some(LineMap {
                // The object has them.
                symbols: Vec::new(),
                ..self.map()
            }),
            ..self.object_without_lines(name)
        }
    }

    /// The same as a COFF file.
    ///
    /// # Errors
    ///
    /// When it has more of something than the format can count.
    pub fn coff(&self, name: &str) -> Result<Vec<u8>, CoffError> {
        coff::write_with(&self.object_without_lines(name), Some(&self.packed_lines()))
    }

    fn object_without_lines(&self, name: &str) -> Object {
        // In a program for a linker, each section is one region.
        let mut kept: Vec<bool> = self.pieces.iter().map(|piece| piece.size > 0).collect();
        kept[..=Section::BSS.index()].fill(true);
        for symbol in &self.unlinked.symbols {
            if let Value::Place { section, .. } = symbol.value {
                kept[section] = true;
            }
        }
        let mut numbers = vec![None; self.sections.len()];
        let mut sections = Vec::new();
        for (index, info) in self.sections.iter().enumerate().filter(|(index, _)| kept[*index]) {
            numbers[index] = Some(sections.len());
            let piece = &self.pieces[index];
            let alignment = self.unlinked.alignments[index];
            // As GNU as does, so that what a linker puts behind it stands where it does with GNU's objects.
            let size = piece.size.next_multiple_of(alignment);
            let mut bytes = piece.bytes.clone();
            if info.kind != Kind::Space {
                bytes.resize(size as usize, 0);
            }
            sections.push(ObjectSection {
                name: info.name.clone(),
                kind: info.kind,
                address: 0,
                alignment,
                size,
                bytes,
                relocations: Vec::new(),
            });
        }
        let number = |section: usize| numbers[section].unwrap_or(0);
        for &(section, relocation) in &self.unlinked.relocations {
            let target = match relocation.target {
                Target::Section(section) => Target::Section(number(section)),
                symbol @ Target::Symbol(_) => symbol,
            };
            let relocation = Relocation { target, ..relocation };
            sections[number(section)].relocations.push(relocation);
        }
        for section in &mut sections {
            section.relocations.sort_by_key(|relocation| relocation.offset);
        }
        let mut symbols = self.unlinked.symbols.clone();
        for symbol in &mut symbols {
            if let Value::Place { section, .. } = &mut symbol.value {
                *section = number(*section);
            }
        }
        Object {
            name: name.to_owned(),
            processor: self.processor,
            sections,
            symbols,
            entry: None,
            relaxable: self.unlinked.relaxable,
            lines: None,
        }
    }
}
