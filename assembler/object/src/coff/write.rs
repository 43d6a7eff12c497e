//! Writing COFF files.

use super::{
    ABSOLUTE, ALIGNMENT_SHIFT, BIG_ENDIAN, CODE, DATA, EXTERNAL, HEADER, LINES_MAGIC, LINKED, MAGIC, NO_LINE_NUMBERS,
    NO_LOCAL_SYMBOLS, NO_RELOCATIONS, OPERAND, PLAIN, PROCESSORS, PROGRAM_HEADER, RELOCATION, SECTION, SPACE, STATIC,
    SYMBOL, TYPES, UNDEFINED, USUAL_ALIGNMENT, WEAK, missing,
};
use crate::bytes::{FormatError, Writer};
use crate::model::{Binding, Field, Kind, Object, Relocation, Section, Target, Value};
use crate::text;

/// Writes an object, or a linked program if it has an entry. The output depends only on the object.
///
/// # Errors
///
/// The object exceeds a limit of the format, or a number does not fit into its field.
///
/// # Example
///
/// ```
/// use z8000_object::{Kind, Object, Section, coff};
///
/// let text = Section::at(".text", Kind::Code, 0x100, vec![0x8D, 0x07, 0x9E, 0x08]);
/// let program = Object { sections: vec![text], ..Object::default() };
/// let bytes = coff::write(&program)?;
/// assert!(bytes.starts_with(&coff::MAGIC));
/// # Ok::<(), z8000_object::FormatError>(())
/// ```
pub fn write(object: &Object) -> Result<Vec<u8>, FormatError> {
    let symbols = Symbols::of(object)?;
    let places = Places::of(object, symbols.count)?;
    let lines = match object.lines.is_empty() {
        true => Vec::new(),
        false => object.lines.to_bytes(),
    };
    let behind = symbols.bytes.0.len() + symbols.names.0.len() + lines.len() + 16;
    let mut file = Writer(Vec::with_capacity(places.symbols as usize + behind));
    header(&mut file, object, &places, symbols.count)?;
    for (index, section) in object.sections.iter().enumerate() {
        section_header(&mut file, section, places.bytes[index], places.relocations[index])?;
    }
    for section in &object.sections {
        file.bytes(&section.bytes);
    }
    for section in &object.sections {
        // GNU ld requires relocations in the order of their offsets.
        let mut relocations: Vec<&Relocation> = section.relocations.iter().collect();
        relocations.sort_by_key(|relocation| relocation.offset);
        for relocation in relocations {
            self::relocation(&mut file, object, section, relocation, &symbols)?;
        }
    }
    file.bytes(&symbols.bytes.0);
    file.long(long(symbols.names.0.len() + 4, "bytes of strings")?);
    file.bytes(&symbols.names.0);
    if !lines.is_empty() {
        file.bytes(&LINES_MAGIC);
        file.long(long(lines.len(), "bytes of a line map")?);
        file.bytes(&lines);
    }
    Ok(file.0)
}

/// Converts a count to a 32-bit number.
fn long(count: usize, what: &str) -> Result<u32, FormatError> {
    u32::try_from(count).map_err(|_| too_many(what, count, u32::MAX as usize))
}

/// Converts a count to a 16-bit number.
fn word(count: usize, what: impl FnOnce() -> String) -> Result<u16, FormatError> {
    u16::try_from(count).map_err(|_| too_many(&what(), count, usize::from(u16::MAX)))
}

/// Returns the error for more items than the format can count.
fn too_many(what: &str, count: usize, most: usize) -> FormatError {
    FormatError(format!("COFF allows at most {most} {what}; got {count}"))
}

/// Returns the error for a number that does not fit into its field.
fn too_large(what: &str, value: i64) -> FormatError {
    FormatError(format!("{what} is {value}, which COFF cannot represent"))
}

/// The file offsets of the parts of the file.
struct Places {
    /// The offset of the contents of each section.
    bytes: Vec<u32>,
    /// The offset of the relocations of each section.
    relocations: Vec<u32>,
    symbols: u32,
}

impl Places {
    fn of(object: &Object, symbols: u32) -> Result<Self, FormatError> {
        let program = if object.entry.is_some() { PROGRAM_HEADER } else { 0 };
        let mut at = HEADER + program + object.sections.len() as u64 * SECTION;
        let mut next = |length: u64| {
            let here = at;
            at += length;
            // For an empty part, the header contains 0.
            let here = if length == 0 { 0 } else { here };
            long(usize::try_from(here).unwrap_or(usize::MAX), "bytes of a file")
        };
        let bytes = object.sections.iter().map(|section| next(section.bytes.len() as u64));
        let bytes = bytes.collect::<Result<_, _>>()?;
        let relocations = object.sections.iter();
        let relocations = relocations.map(|section| next(section.relocations.len() as u64 * RELOCATION));
        let relocations = relocations.collect::<Result<_, _>>()?;
        // The table of names follows the symbols, so the header must have their offset even if there are none.
        let symbols = next((u64::from(symbols) * SYMBOL).max(1))?;
        Ok(Self { bytes, relocations, symbols })
    }
}

fn header(file: &mut Writer, object: &Object, places: &Places, symbols: u32) -> Result<(), FormatError> {
    let processor = PROCESSORS.iter().find(|(_, processor)| *processor == object.processor);
    let mut flags = NO_LINE_NUMBERS | BIG_ENDIAN | processor.map_or(0, |(bits, _)| *bits);
    if object.sections.iter().all(|section| section.relocations.is_empty()) {
        flags |= NO_RELOCATIONS;
    }
    if object.symbols.iter().all(|symbol| symbol.binding != Binding::Local) {
        flags |= NO_LOCAL_SYMBOLS;
    }
    file.bytes(&MAGIC);
    file.word(word(object.sections.len(), || "sections".to_owned())?);
    // No time stamp, so that the output depends only on the object.
    file.longs([0, places.symbols, symbols]);
    let Some(entry) = object.entry else {
        file.word(0);
        file.word(flags);
        return Ok(());
    };
    file.word(PROGRAM_HEADER as u16);
    file.word(flags | LINKED);
    let place = |name| {
        object
            .section(name)
            .map_or((0, 0), |section| (section.size, section.address))
    };
    let [text, data, bss] = [".text", ".data", ".bss"].map(place);
    file.longs([0, text.0, data.0, bss.0, entry, text.1, data.1]);
    Ok(())
}

fn section_header(file: &mut Writer, section: &Section, bytes: u32, relocations: u32) -> Result<(), FormatError> {
    file.padded(section.name.as_bytes(), 8, 0);
    file.longs([section.load, section.address, section.size, bytes, relocations, 0]);
    let relocations = || format!("relocations in section `{}`", section.name);
    file.word(word(section.relocations.len(), relocations)?);
    file.word(0);
    let kind = match section.kind {
        Kind::Code => CODE,
        Kind::Constants | Kind::Data => DATA,
        Kind::Space => SPACE,
    };
    let alignment = match section.alignment {
        USUAL_ALIGNMENT => 0,
        power if power.is_power_of_two() && power.ilog2() <= 14 => power.ilog2() + 1,
        power => {
            let what = format!("the alignment of section `{}`", section.name);
            return Err(too_large(&what, i64::from(power)));
        }
    };
    file.long(kind | alignment << ALIGNMENT_SHIFT);
    Ok(())
}

fn relocation(
    file: &mut Writer,
    object: &Object,
    section: &Section,
    relocation: &Relocation,
    symbols: &Symbols,
) -> Result<(), FormatError> {
    let field = match relocation.field {
        Field::Segmented => Field::Long,
        field => field,
    };
    let index = match relocation.target {
        Target::Symbol(symbol) => symbols.numbers.get(symbol).copied().flatten(),
        Target::Section(section) => symbols.sections.get(section).copied(),
    };
    let (Target::Symbol(named) | Target::Section(named)) = relocation.target;
    let addend = i32::try_from(relocation.addend).or(u32::try_from(relocation.addend).map(|addend| addend as i32));
    let addend = addend.map_err(|_| {
        let what = format!(
            "the addend at offset {:#x} in section `{}`",
            relocation.offset, section.name
        );
        too_large(&what, relocation.addend)
    })?;
    file.long(section.address.wrapping_add(relocation.offset));
    file.long(index.ok_or_else(|| missing("relocation", u64::from(relocation.offset), named as i64))?);
    file.long(addend as u32);
    let kind = TYPES.iter().find(|(_, kind)| *kind == field);
    file.word(kind.map_or(0, |(bits, _)| *bits));
    let mark = if relocation.field == Field::Segmented && object.relaxable {
        OPERAND
    } else {
        PLAIN
    };
    file.bytes(mark);
    Ok(())
}

/// The symbol table: local symbols, sections, and the others, in the order of GNU as.
#[derive(Default)]
struct Symbols {
    bytes: Writer,
    names: Writer,
    count: u32,
    /// The index in the table of each of the object's symbols.
    numbers: Vec<Option<u32>>,
    /// The index in the table of each section's symbol.
    sections: Vec<u32>,
}

impl Symbols {
    fn of(object: &Object) -> Result<Self, FormatError> {
        let mut table = Self {
            bytes: Writer(Vec::with_capacity(object.symbols.len() * SYMBOL as usize)),
            numbers: vec![None; object.symbols.len()],
            ..Self::default()
        };
        table.add(object, true)?;
        for (index, section) in object.sections.iter().enumerate() {
            table.sections.push(table.count);
            let place = Self::place(index)?;
            table.symbol(&section.name, section.address, place, STATIC, 1)?;
            // The auxiliary entry repeats data of the section header.
            table.bytes.long(section.size);
            let relocations = u16::try_from(section.relocations.len()).unwrap_or(u16::MAX);
            table.bytes.word(relocations);
            table.bytes.bytes(&[0; 12]);
            table.count += 1;
        }
        table.add(object, false)?;
        Ok(table)
    }

    /// Adds the local symbols, or all others.
    fn add(&mut self, object: &Object, local: bool) -> Result<(), FormatError> {
        for (index, symbol) in object.symbols.iter().enumerate() {
            if (symbol.binding == Binding::Local) != local {
                continue;
            }
            let (value, place) = match symbol.value {
                Value::Undefined => (Some(0), UNDEFINED),
                Value::Common { size, .. } => (Some(size), UNDEFINED),
                Value::Absolute(value) => {
                    let unsigned = u32::try_from(value);
                    let value = unsigned.or_else(|_| i32::try_from(value).map(|value| value as u32));
                    (value.ok(), ABSOLUTE)
                }
                Value::Place { section, offset } => {
                    let address = object.sections.get(section).map(|section| section.address);
                    let address = address.ok_or_else(|| missing("symbol", index as u64, section as i64))?;
                    (address.checked_add(offset), Self::place(section)?)
                }
            };
            // A local constant that does not fit can be omitted, because it is already in the contents and nothing else
            // uses it.
            if local && value.is_none() && matches!(symbol.value, Value::Absolute(_)) {
                continue;
            }
            let value = value.ok_or_else(|| {
                let value = match symbol.value {
                    Value::Absolute(value) => value,
                    _ => i64::from(u32::MAX),
                };
                too_large(&format!("the value of symbol `{}`", symbol.name), value)
            })?;
            let class = match symbol.binding {
                Binding::Local => STATIC,
                Binding::Global => EXTERNAL,
                Binding::Weak => WEAK,
            };
            self.numbers[index] = Some(self.count);
            self.symbol(&symbol.name, value, place, class, 0)?;
        }
        Ok(())
    }

    /// Returns the number of a section in the file, from 1.
    fn place(index: usize) -> Result<i16, FormatError> {
        i16::try_from(index + 1).map_err(|_| too_many("sections", index + 1, i16::MAX as usize))
    }

    fn symbol(&mut self, name: &str, value: u32, place: i16, class: u8, more: u8) -> Result<(), FormatError> {
        let name = &*text::encode(name);
        if name.len() <= 8 {
            self.bytes.padded(name, 8, 0);
        } else {
            self.bytes.long(0);
            self.bytes.long(long(self.names.0.len() + 4, "bytes of strings")?);
            self.names.bytes(name);
            self.names.byte(0);
        }
        self.bytes.long(value);
        self.bytes.word(place as u16);
        self.bytes.word(0);
        self.bytes.byte(class);
        self.bytes.byte(more);
        self.count += 1;
        Ok(())
    }
}
