//! Writing x.out files.

use std::collections::{HashMap, HashSet};

use super::{EXTERNAL, FIELDS, GLOBAL, LOCAL, MIXED, Magic, NAME, NOWHERE, SEGMENTS, SYMBOL, UNDEFINED, no_means};
use crate::bytes::{FormatError, Writer};
use crate::field;
use crate::model::{Binding, Field, Kind, Object, Processor, Section, Symbol, Target, Value};

/// Writes an object, or a program if it has an entry. A program whose code and data both begin at 0 gets split spaces.
///
/// # Errors
///
/// The format cannot represent something in the object: names that differ only after eight characters, certain
/// relocations, or sections that are not consecutive.
///
/// # Example
///
/// ```
/// use z8000_object::{Kind, Object, Section, xout};
///
/// let text = Section::at(".text", Kind::Code, 0x100, vec![0x8D, 0x07, 0x9E, 0x08]);
/// let program = Object { sections: vec![text], ..Object::default() };
/// assert!(xout::is_xout(&xout::write(&program)?));
/// # Ok::<(), z8000_object::FormatError>(())
/// ```
pub fn write(object: &Object) -> Result<Vec<u8>, FormatError> {
    let linked = object.entry.is_some();
    let segmented = object.processor == Processor::Z8001;
    let filled = |section: &&Section| section.size > 0;
    let first = |code| {
        let of_kind = |section: &&Section| (section.kind == Kind::Code) == code;
        let addresses = object.sections.iter().filter(filled).filter(of_kind);
        addresses.map(|section| section.address).min()
    };
    let split = linked && !segmented && first(true) == Some(0) && first(false) == Some(0);
    let magic = Magic { segmented, linked, split };
    let mut segments = match linked {
        true => segments(object, magic)?,
        false => objects_segments(object),
    };
    let symbols = Symbols::of(object, &segments, magic)?;
    let relocations = relocations(object, &mut segments, &symbols)?;
    let count = u16::try_from(segments.list.len()).ok();
    let count = count.filter(|count| *count < u16::from(NOWHERE));
    let mut file = Writer::default();
    file.word(magic.word());
    file.word(count.ok_or_else(|| no_means(format_args!("{} segments", segments.list.len())))?);
    let contents = segments.list.iter().map(|segment| segment.bytes.len()).sum();
    for length in [contents, relocations.0.len(), symbols.bytes.0.len()] {
        let length = u32::try_from(length);
        file.long(length.map_err(|_| no_means("a file of more than 4 GB"))?);
    }
    for segment in &segments.list {
        file.byte(segment.number);
        file.byte(segment.kind);
        let size = u16::try_from(segment.size);
        file.word(size.map_err(|_| no_means(format_args!("a segment of {} bytes", segment.size)))?);
    }
    for segment in &segments.list {
        file.bytes(&segment.bytes);
    }
    file.bytes(&relocations.0);
    file.bytes(&symbols.bytes.0);
    Ok(file.0)
}

struct Segment {
    number: u8,
    kind: u8,
    /// The address of the segment's first byte.
    address: u32,
    size: u32,
    bytes: Vec<u8>,
}

struct Segments {
    list: Vec<Segment>,
    /// For each section, its segment and its offset there.
    of_section: Vec<Option<(usize, u32)>>,
}

impl Segments {
    fn new(object: &Object) -> Self {
        Self { list: Vec::new(), of_section: vec![None; object.sections.len()] }
    }
}

fn type_of(kind: Kind) -> u8 {
    let row = SEGMENTS.iter().find(|(_, _, known)| *known == kind);
    row.map_or(MIXED, |(bits, ..)| *bits)
}

/// Creates a segment for each section of an object that is not empty or has symbols.
fn objects_segments(object: &Object) -> Segments {
    let mut segments = Segments::new(object);
    let places = object.symbols.iter().filter_map(Symbol::place);
    let used: HashSet<usize> = places.map(|(section, _)| section).collect();
    for (index, section) in object.sections.iter().enumerate() {
        if section.size == 0 && !used.contains(&index) {
            continue;
        }
        segments.of_section[index] = Some((segments.list.len(), 0));
        segments.list.push(Segment {
            number: NOWHERE,
            kind: type_of(section.kind),
            address: 0,
            size: section.size,
            bytes: section.bytes.clone(),
        });
    }
    segments
}

/// Returns the mask for the segment number in an address.
fn segment_bits(magic: Magic) -> u32 {
    if magic.segmented { 0x7F_0000 } else { 0 }
}

/// Returns the segments of a program; consecutive sections of the same kind are one segment.
fn segments(object: &Object, magic: Magic) -> Result<Segments, FormatError> {
    let mut order: Vec<usize> = (0..object.sections.len()).collect();
    order.retain(|index| object.sections[*index].size > 0);
    // With split spaces, code and data both begin at 0: code comes first.
    order.sort_by_key(|index| {
        let section = &object.sections[*index];
        (magic.split && section.kind != Kind::Code, section.address)
    });
    let mut segments = Segments::new(object);
    let mut next = 0;
    let mut data = false;
    for index in order {
        let section = &object.sections[index];
        let wrong = |wanted| {
            FormatError(format!(
                "section `{}` is at {:#x}: {wanted}",
                section.name, section.address
            ))
        };
        if magic.split && section.kind != Kind::Code && !data {
            (data, next) = (true, 0);
        }
        let kind = type_of(section.kind);
        if u64::from(section.address & !segment_bits(magic)) + u64::from(section.size) > 0x1_0000 {
            return Err(wrong("a segment can hold at most 64 KB"));
        }
        if magic.segmented && section.address >> 16 != next >> 16 || segments.list.is_empty() {
            next = section.address & segment_bits(magic);
        }
        let count = segments.list.len();
        let last = segments
            .list
            .last_mut()
            .filter(|last| last.kind == kind && last.address + last.size <= section.address && section.address >= next);
        let gap = section.address.checked_sub(next);
        let gap = gap.ok_or_else(|| wrong("another section already occupies this address"))?;
        let same_segment = |last: &Segment| !magic.segmented || last.address >> 16 == section.address >> 16;
        match last.filter(|last| same_segment(last)) {
            Some(last) => {
                segments.of_section[index] = Some((count - 1, section.address - last.address));
                last.size = section.address - last.address + section.size;
                if section.kind != Kind::Space {
                    last.bytes.resize((section.address - last.address) as usize, 0);
                    last.bytes.extend(&section.bytes);
                }
            }
            None => {
                // A gap extends the previous segment.
                if gap > 0 {
                    let before = segments.list.last_mut().filter(|before| same_segment(before));
                    let before = before.ok_or_else(|| wrong("the first section must be at 0"))?;
                    before.size = section.address - before.address;
                    if before.kind != type_of(Kind::Space) {
                        before.bytes.resize(before.size as usize, 0);
                    }
                }
                segments.list.push(Segment {
                    number: if magic.segmented {
                        (section.address >> 16) as u8
                    } else {
                        count as u8
                    },
                    kind,
                    address: section.address,
                    size: section.size,
                    bytes: section.bytes.clone(),
                });
                segments.of_section[index] = Some((count, 0));
            }
        }
        next = (section.address + section.size).next_multiple_of(2);
    }
    // The tools of CP/M-8000 require segments of even length.
    for segment in &mut segments.list {
        segment.size = segment.size.next_multiple_of(2);
        if !segment.bytes.is_empty() {
            segment.bytes.resize(segment.size as usize, 0);
        }
    }
    Ok(segments)
}

struct Symbols {
    bytes: Writer,
    /// The index in the table of each symbol; `None` for symbols that are not written.
    numbers: Vec<Option<u16>>,
}

impl Symbols {
    fn of(object: &Object, segments: &Segments, magic: Magic) -> Result<Self, FormatError> {
        let mut table = Self { bytes: Writer::default(), numbers: vec![None; object.symbols.len()] };
        let mut names: HashMap<&[u8], &str> = HashMap::new();
        for (index, symbol) in object.symbols.iter().enumerate() {
            let is_local = symbol.binding == Binding::Local;
            let kind = if is_local { LOCAL } else { GLOBAL };
            let name = symbol.name.as_bytes();
            let name = &name[..name.len().min(NAME)];
            // In a linked program, names need not be unique, because no linker looks them up.
            if !is_local && !magic.linked {
                let other = names.insert(name, &symbol.name).filter(|other| **other != *symbol.name);
                if let Some(other) = other {
                    let text = "x.out names have at most eight characters";
                    return Err(FormatError(format!(
                        "{text}, so `{other}` and `{}` would become identical",
                        symbol.name
                    )));
                }
            }
            let (segment, kind, value) = match symbol.value {
                Value::Undefined => (NOWHERE, UNDEFINED, 0),
                Value::Common { size, .. } => (NOWHERE, UNDEFINED, i64::from(size)),
                Value::Absolute(value) => (NOWHERE, kind, value),
                Value::Place { section, offset } => {
                    let (segment, start) = segments.of_section.get(section).copied().flatten().unwrap_or((0, 0));
                    let address = match object.sections.get(section) {
                        Some(section) if magic.linked && !magic.segmented => section.address,
                        _ => start,
                    };
                    let number = match segments.list.get(segment) {
                        Some(found) if magic.linked => found.number,
                        Some(_) => segment as u8,
                        // If all sections are empty, there is no segment that could contain the symbol.
                        None => NOWHERE,
                    };
                    (number, kind, i64::from(address) + i64::from(offset))
                }
            };
            if !(-0x8000..=0xFFFF).contains(&value) {
                // A local constant that does not fit can be omitted, because nothing outside its source uses it.
                if is_local && matches!(symbol.value, Value::Absolute(_)) {
                    continue;
                }
                return Err(no_means(format_args!(
                    "symbol `{}`, whose value is {value:#x}",
                    symbol.name
                )));
            }
            let number = table.bytes.0.len() / SYMBOL as usize;
            let number = u16::try_from(number).map_err(|_| no_means("more than 65,536 symbols"))?;
            table.numbers[index] = Some(number);
            table.bytes.byte(segment);
            table.bytes.byte(kind);
            table.bytes.word(value as u16);
            table.bytes.padded(name, NAME, 0);
        }
        Ok(table)
    }
}

/// Writes the relocations, and their addends to the segments' bytes.
fn relocations(object: &Object, segments: &mut Segments, symbols: &Symbols) -> Result<Writer, FormatError> {
    let mut table = Writer::default();
    for (index, section) in object.sections.iter().enumerate() {
        let Some((place, start)) = segments.of_section[index] else {
            continue;
        };
        for relocation in &section.relocations {
            let what = || {
                let place = format!("at offset {:#x} in section `{}`", relocation.offset, section.name);
                no_means(format_args!("the relocation {place} ({:?})", relocation.field))
            };
            let at = start.checked_add(relocation.offset).ok_or_else(what)?;
            let (base, value, is_address) = base(object, segments, symbols, relocation.target).ok_or_else(what)?;
            let value = value.checked_add(relocation.addend).ok_or_else(what)?;
            let target = field::Target { value, is_address };
            let same_segment = base == Some((0, place as u16));
            let field = match relocation.field {
                Field::Segmented => Field::Long,
                field => field,
            };
            let bytes = &mut segments.list[place].bytes;
            let known = base.is_none() || field.is_relative() && same_segment;
            if known {
                let bits = field::encode(field, at, target).map_err(|misfit| {
                    no_means(format_args!(
                        "the relocation at offset {:#x} in section `{}`: {misfit}",
                        relocation.offset, section.name
                    ))
                })?;
                field::put(field, bytes, at, bits);
                continue;
            }
            let kind = FIELDS.iter().find(|(_, known)| *known == field);
            let segmented = object.processor == Processor::Z8001;
            let kind = kind.filter(|_| segmented || field == Field::Word);
            let ((kind, _), Some((external, base))) = (kind.ok_or_else(what)?, base) else {
                return Err(what());
            };
            // The addend is in the bytes; the linker fills in the segment.
            let bits = match field {
                _ if !(-0x8000..=0xFFFF).contains(&value) => return Err(what()),
                Field::Long => 0x8000_0000 | value as u32 & 0xFFFF,
                Field::Short if !(0..0x100).contains(&value) => return Err(what()),
                _ => value as u32 & 0xFFFF,
            };
            field::put(field, bytes, at, bits);
            table.byte(u8::try_from(place).map_err(|_| what())?);
            table.byte(kind | external);
            table.word(u16::try_from(at).map_err(|_| what())?);
            table.word(base);
        }
    }
    Ok(table)
}

/// The target of a relocation: the bit for symbols and a number, or `None` if the value is already known; the number to
/// add to the addend; and true if that is an address.
type Base = (Option<(u8, u16)>, i64, bool);

fn base(object: &Object, segments: &Segments, symbols: &Symbols, target: Target) -> Option<Base> {
    let place = |section: usize, offset: u32| {
        let (segment, start) = segments.of_section.get(section).copied().flatten()?;
        let segment = u16::try_from(segment).ok()?;
        Some((Some((0, segment)), i64::from(start) + i64::from(offset), true))
    };
    match target {
        Target::Section(section) => place(section, 0),
        Target::Symbol(index) => match object.symbols.get(index)?.value {
            Value::Place { section, offset } => place(section, offset),
            Value::Absolute(value) => Some((None, value, false)),
            Value::Undefined | Value::Common { .. } => {
                let number = symbols.numbers.get(index).copied().flatten()?;
                Some((Some((EXTERNAL, number)), 0, true))
            }
        },
    }
}
