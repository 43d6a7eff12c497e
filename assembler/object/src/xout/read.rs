//! Reading x.out files.

use super::{
    EXTERNAL, FIELDS, GLOBAL, HEADER, LOCAL, Magic, NOWHERE, RELOCATION, SEGMENT, SEGMENT_NAME, SEGMENTS, SYMBOL,
    UNDEFINED,
};
use crate::bytes::{self, FormatError, Reader, past_end};
use crate::model::{Binding, Field, Kind, Object, Processor, Relocation, Section, Symbol, Target, Value};

/// Reads an object or a program. A symbol that was truncated to eight characters keeps its short name.
///
/// # Errors
///
/// The file is not x.out, or its header contradicts its size or itself.
///
/// # Example
///
/// ```
/// use z8000_object::{Kind, Object, Section, xout};
///
/// let text = Section::at(".text", Kind::Code, 0x100, vec![0x8D, 0x07, 0x9E, 0x08]);
/// let program = Object { sections: vec![text], ..Object::default() };
/// let bytes = xout::write(&program)?;
/// let read = xout::read("main.o", &bytes)?;
/// assert_eq!(read.sections[0].bytes, program.sections[0].bytes);
/// # Ok::<(), z8000_object::FormatError>(())
/// ```
pub fn read(name: &str, bytes: &[u8]) -> Result<Object, FormatError> {
    let file = Reader(bytes);
    let magic = file.word(0).and_then(Magic::of);
    let mut magic = magic.ok_or_else(|| {
        let text = "not an x.out file: expected EE00 to EE03, EE06, EE07, EE0A or EE0B at the start";
        FormatError(text.to_owned())
    })?;
    let header = Reader(file.part(0, HEADER, "the header")?);
    let long = |at| u64::from(header.long(at).unwrap_or(0));
    let count = u64::from(header.word(2).unwrap_or(0));
    let (contents, relocations, symbols) = (long(4), long(8), long(12));
    let contents_at = HEADER + count * SEGMENT;
    let relocations_at = contents_at + contents;
    let symbols_at = relocations_at + relocations;
    let segments = file.part(HEADER, count * SEGMENT, "the segment table")?;
    let contents = file.part(contents_at, contents, "the contents")?;
    let relocations = file.part(relocations_at, relocations, "the relocations")?;
    let symbols = file.part(symbols_at, symbols, "the symbols")?;
    // The assembler of CP/M-8000 marks an object without undefined symbols as a linked program.
    let mut numbers = segments.iter().step_by(SEGMENT as usize);
    magic.linked &= numbers.all(|number| *number != NOWHERE);
    let mut object = Object {
        name: name.to_owned(),
        processor: Processor::of(magic.segmented),
        ..Object::default()
    };
    let numbers = self::segments(segments, contents, magic, &mut object)?;
    if magic.linked {
        let code = object.sections.iter().find(|section| section.kind == Kind::Code);
        object.entry = Some(code.map_or(0, |section| section.address));
    }
    let numbered = self::symbols(symbols, magic, &numbers, &mut object)?;
    self::relocations(relocations, &numbered, &mut object)?;
    Ok(object)
}

/// Reads the sections; in a linked program, returns the number of each.
fn segments(table: &[u8], contents: &[u8], magic: Magic, object: &mut Object) -> Result<Vec<u8>, FormatError> {
    let mut numbers = Vec::new();
    let mut rest = contents;
    // The next address in instruction space, and in data space.
    let mut next = [0_u32; 2];
    // The next offset in each segment of a segmented program: sections with the same segment number are consecutive.
    let mut offsets = [0_u32; 128];
    for (index, segment) in table.chunks_exact(SEGMENT as usize).enumerate() {
        let (number, kind) = (segment[0], segment[1]);
        let size = Reader(segment).word(2).unwrap_or(0);
        let row = SEGMENTS.iter().find(|(bits, ..)| *bits == kind);
        let unknown = || FormatError(format!("segment {index} has unknown type {}", segment[1]));
        let (_, name, kind) = *row.ok_or_else(unknown)?;
        let mut bytes = &[][..];
        if kind != Kind::Space {
            let parts = rest.split_at_checked(usize::from(size));
            (bytes, rest) = parts.ok_or_else(|| past_end("a segment"))?;
        }
        let address = if !magic.linked {
            0
        } else if magic.segmented {
            let offset = &mut offsets[usize::from(number & 0x7F)];
            let here = *offset;
            *offset = here + u32::from(size);
            if here > 0xFFFF {
                return Err(unknown());
            }
            u32::from(number & 0x7F) << 16 | here
        } else {
            let next = &mut next[usize::from(magic.split && kind != Kind::Code)];
            let here = *next;
            *next = (here + u32::from(size)).next_multiple_of(2);
            here
        };
        numbers.push(number);
        object.sections.push(Section {
            size: u32::from(size),
            ..Section::at(name, kind, address, bytes.to_vec())
        });
    }
    Ok(numbers)
}

/// Reads the symbols; returns the index in the object of each entry's symbol.
fn symbols(table: &[u8], magic: Magic, numbers: &[u8], object: &mut Object) -> Result<Vec<Option<usize>>, FormatError> {
    let mut numbered = Vec::new();
    for entry in table.chunks_exact(SYMBOL as usize) {
        let (segment, kind) = (entry[0], entry[1]);
        let number = Reader(entry).word(2).unwrap_or(0);
        let name = bytes::name(&entry[4..]);
        if kind == SEGMENT_NAME {
            numbered.push(None);
            continue;
        }
        let unknown = || {
            FormatError(format!(
                "symbol `{name}` has unknown type {kind}, or refers to segment {segment}, which does not exist"
            ))
        };
        let value = match kind {
            UNDEFINED if number == 0 => Value::Undefined,
            UNDEFINED => Value::Common { size: u32::from(number), alignment: if number == 1 { 1 } else { 2 } },
            LOCAL | GLOBAL if segment == NOWHERE => Value::Absolute(i64::from(number)),
            LOCAL | GLOBAL => {
                // In a linked program, this is the number of the segment; in an object, its index.
                let section = if magic.linked {
                    numbers.iter().position(|number| *number == segment)
                } else {
                    Some(usize::from(segment)).filter(|section| *section < object.sections.len())
                };
                let section = section.ok_or_else(unknown)?;
                let base = if magic.segmented {
                    0
                } else {
                    object.sections[section].address
                };
                match u32::from(number).checked_sub(base) {
                    Some(offset) => Value::Place { section, offset },
                    None => Value::Absolute(i64::from(number)),
                }
            }
            _ => return Err(unknown()),
        };
        numbered.push(Some(object.symbols.len()));
        object.symbols.push(Symbol {
            name: name.into(),
            value,
            binding: if kind == LOCAL { Binding::Local } else { Binding::Global },
        });
    }
    Ok(numbered)
}

fn relocations(table: &[u8], numbered: &[Option<usize>], object: &mut Object) -> Result<(), FormatError> {
    for (number, entry) in table.chunks_exact(RELOCATION as usize).enumerate() {
        // `ld8k -r` adds entries without a type at the end, which the tools of CP/M-8000 ignore.
        if entry[1] == 0 {
            continue;
        }
        let wrong = || {
            FormatError(format!(
                "relocation {number} has an unknown type, or refers to a segment, an address or a symbol that does not \
                 exist"
            ))
        };
        let (section, kind) = (usize::from(entry[0]), entry[1]);
        let fields = Reader(entry);
        let (offset, base) = (fields.word(2).unwrap_or(0), fields.word(4).unwrap_or(0));
        let base = usize::from(base);
        let field = FIELDS.iter().find(|(bits, _)| *bits == kind & !EXTERNAL);
        let target = if kind & EXTERNAL == 0 {
            Some(Target::Section(base)).filter(|_| base < object.sections.len())
        } else {
            numbered.get(base).copied().flatten().map(Target::Symbol)
        };
        let (Some((_, field)), Some(target), Some(section)) = (field, target, object.sections.get_mut(section)) else {
            return Err(wrong());
        };
        let bytes = Reader(&section.bytes);
        let at = u64::from(offset);
        let addend = match field {
            Field::Short => bytes.word(at).map(|word| word & 0xFF),
            Field::Long => bytes.long(at).map(|long| long as u16),
            _ => bytes.word(at),
        };
        section.relocations.push(Relocation {
            offset: u32::from(offset),
            field: *field,
            target,
            // The offset from a symbol is signed, because the tools of CP/M-8000 calculate with 16 bits.
            addend: match (addend.ok_or_else(wrong)?, target) {
                (addend, Target::Section(_)) => i64::from(addend),
                (addend, Target::Symbol(_)) => i64::from(addend as i16),
            },
        });
    }
    for section in &mut object.sections {
        section.relocations.sort_by_key(|relocation| relocation.offset);
    }
    Ok(())
}
