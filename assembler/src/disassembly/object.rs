//! A linked program from a file of objects, as something to disassemble.

use z8000::isa::Mode;
use z8000_object::{Kind, Object, Processor, Section, Value};

use super::program::{Content, Piece, Program, ProgramError, Space, Symbol};

impl Program {
    /// The contents of a linked program. Code has a memory of its own if other sections have the same addresses.
    ///
    /// `typed` says that the kinds of the sections are known, as they are in COFF and x.out, and not in Intel HEX.
    ///
    /// # Errors
    ///
    /// If the object is not linked: it has relocations, and its sections no addresses yet.
    pub fn of(object: &Object, typed: bool) -> Result<Self, ProgramError> {
        if let Some(section) = object.sections.iter().find(|section| !section.relocations.is_empty()) {
            return Err(ProgramError::NotLinked(section.name.clone()));
        }
        let space = |section: &Section| match section.kind {
            Kind::Code => Space::Program,
            Kind::Constants | Kind::Data | Kind::Space => Space::Data,
        };
        let overlap = |one: &Section, other: &Section| {
            let end = |section: &Section| section.address.saturating_add(section.size);
            space(one) != space(other) && one.address < end(other) && other.address < end(one)
        };
        let sections = || object.sections.iter().filter(|section| section.size > 0);
        let split = typed && sections().any(|one| sections().any(|other| overlap(one, other)));
        let pieces = sections().map(|section| Piece {
            space: if split { space(section) } else { Space::Program },
            address: section.address,
            bytes: section.bytes.clone(),
            reserved: section
                .size
                .saturating_sub(section.bytes.len().try_into().unwrap_or(u32::MAX)),
            content: match section.kind {
                _ if !typed => Content::Unknown,
                Kind::Code => Content::Code,
                Kind::Constants | Kind::Data | Kind::Space => Content::Data,
            },
        });
        let symbols = object.symbols.iter().filter_map(|symbol| match symbol.value {
            Value::Place { section, offset } => {
                let section = object.sections.get(section)?;
                Some(Symbol {
                    name: symbol.name.clone(),
                    space: space(section),
                    address: section.address.checked_add(offset)?,
                })
            }
            _ => None,
        });
        Ok(Self {
            mode: match object.processor {
                Processor::Z8001 => Mode::Segmented,
                Processor::Z8002 => Mode::Nonsegmented,
            },
            split,
            pieces: pieces.collect(),
            entries: object.entry.filter(|_| typed).into_iter().collect(),
            symbols: symbols.collect(),
        })
    }
}
