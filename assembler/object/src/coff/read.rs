//! Reading COFF files.

use std::borrow::Cow;

use super::{
    ABSOLUTE, ALIGNMENT_SHIFT, CODE, DATA, EXTERNAL, HEADER, INFORMATION, LABEL, LINES_MAGIC, LINKED, MAGIC, OPERAND,
    PROCESSOR, PROCESSORS, RELOCATION, SECTION, SPACE, STATIC, SYMBOL, TYPES, UNDEFINED, USUAL_ALIGNMENT, WEAK,
    missing,
};
use crate::bytes::{self, FormatError, Reader, past_end};
use crate::lines::Lines;
use crate::model::{Binding, Field, Kind, Object, Relocation, Section, Symbol, Target, Value};

/// Reads an object or a linked program. Debugging sections (`.stab`, `.debug` ...) are skipped.
///
/// # Errors
///
/// The file is not COFF for the Z8000, or its headers contradict its size or each other.
///
/// # Example
///
/// ```
/// use z8000_object::{Kind, Object, Section, coff};
///
/// let text = Section::at(".text", Kind::Code, 0x100, vec![0x8D, 0x07, 0x9E, 0x08]);
/// let program = Object { sections: vec![text], ..Object::default() };
/// let bytes = coff::write(&program)?;
/// let read = coff::read("main.o", &bytes)?;
/// assert_eq!(read.section(".text").map(|text| &text.bytes), Some(&program.sections[0].bytes));
/// # Ok::<(), z8000_object::FormatError>(())
/// ```
pub fn read(name: &str, bytes: &[u8]) -> Result<Object, FormatError> {
    let file = Reader(bytes);
    if !bytes.starts_with(&MAGIC) {
        return Err(FormatError(
            "not a Z8000 COFF file: it does not begin with 80 00".to_owned(),
        ));
    }
    let header = Reader(file.part(0, HEADER, "the header")?);
    let word = |at| header.word(at).unwrap_or(0);
    let long = |at| header.long(at).unwrap_or(0);
    let flags = word(18);
    let processor = PROCESSORS.iter().find(|(bits, _)| flags & PROCESSOR == *bits);
    let (_, processor) = *processor.ok_or_else(|| {
        let text = format!("the flags {flags:#06x} in the header specify neither the Z8001 nor the Z8002");
        FormatError(text)
    })?;
    let entry = || file.long(HEADER + 16).ok_or_else(|| past_end("the entry"));
    let entry = (flags & LINKED != 0).then(entry).transpose()?;
    let names = Names::of(file, long(8), long(12))?;
    let mut object = Object {
        name: name.to_owned(),
        processor,
        entry,
        lines: names.lines()?,
        ..Object::default()
    };
    let headers = sections(file, HEADER + u64::from(word(16)), word(2), &mut object)?;
    let targets = symbols(&names, &headers, &mut object)?;
    relocations(file, &headers, &targets, &mut object)?;
    Ok(object)
}

/// The symbol table of the file, and the parts after it.
#[derive(Default)]
struct Names<'b> {
    /// The entries, `SYMBOL` bytes each.
    symbols: &'b [u8],
    /// The table of long names, beginning with its length.
    long: &'b [u8],
    /// The bytes after the table.
    rest: &'b [u8],
}

impl<'b> Names<'b> {
    fn of(file: Reader<'b>, at: u32, count: u32) -> Result<Self, FormatError> {
        if at == 0 {
            return Ok(Self::default());
        }
        let length = u64::from(count) * SYMBOL;
        let symbols = file.part(u64::from(at), length, "the symbols")?;
        let end = u64::from(at) + length;
        // A file without long names may end directly after the symbols.
        let long = match file.long(end) {
            None | Some(0..4) => &[],
            Some(size) => file.part(end, u64::from(size), "the string table")?,
        };
        let end = usize::try_from(end).unwrap_or(usize::MAX).saturating_add(long.len());
        let rest = file.0.get(end..).unwrap_or(&[]);
        Ok(Self { symbols, long, rest })
    }

    /// Returns the name of a symbol, which is in its eight bytes or in the table of long names.
    fn name(&self, symbol: &'b [u8]) -> Result<Cow<'b, str>, FormatError> {
        if !symbol.starts_with(&[0; 4]) {
            return Ok(bytes::name(&symbol[..8]));
        }
        let at = Reader(symbol).long(4).unwrap_or(0);
        if at < 4 {
            return Ok(Cow::default());
        }
        let name = usize::try_from(at).ok().and_then(|at| self.long.get(at..));
        name.map(bytes::name).ok_or_else(|| past_end("the name of a symbol"))
    }

    fn lines(&self) -> Result<Lines, FormatError> {
        let Some(rest) = self.rest.strip_prefix(&LINES_MAGIC) else {
            return Ok(Lines::default());
        };
        let length = Reader(rest).long(0).map(u64::from);
        let bytes = length.and_then(|length| Reader(rest).slice(4, length));
        let bytes = bytes.ok_or_else(|| past_end("the line map"))?;
        let lines = Lines::from_bytes(bytes);
        lines.map_err(|error| FormatError(format!("invalid line map after the string table: {error}")))
    }
}

/// The parts of a section header that are needed after the section is read.
struct Header<'b> {
    /// The section's index in the object; `None` if it is skipped.
    index: Option<usize>,
    /// The first eight bytes of the name.
    name: &'b [u8],
    address: u32,
    relocations: u32,
    count: u16,
}

fn sections<'b>(file: Reader<'b>, first: u64, count: u16, object: &mut Object) -> Result<Vec<Header<'b>>, FormatError> {
    let mut headers = Vec::new();
    for number in 0..u64::from(count) {
        let header = file.part(first + number * SECTION, SECTION, "the header of a section")?;
        let long = |at| Reader(header).long(at).unwrap_or(0);
        let (load, address, size, at, flags) = (long(8), long(12), long(16), long(20), long(36));
        let name = bytes::name(&header[..8]);
        let kind = match Kind::of(&name) {
            _ if flags & SPACE != 0 || at == 0 && size > 0 => Kind::Space,
            _ if flags & CODE != 0 => Kind::Code,
            Kind::Constants => Kind::Constants,
            _ if flags & DATA != 0 => Kind::Data,
            kind => kind,
        };
        let left_out = flags & (CODE | DATA | SPACE) == 0 && information(&name, flags);
        let index = (!left_out).then_some(object.sections.len());
        if !left_out {
            let bytes = match kind {
                Kind::Space => &[],
                _ => file.part(u64::from(at), u64::from(size), "a section")?,
            };
            object.sections.push(Section {
                name: name.into_owned(),
                kind,
                address,
                load,
                alignment: match flags >> ALIGNMENT_SHIFT & 0xF {
                    0 => USUAL_ALIGNMENT,
                    power => 1 << (power - 1),
                },
                size,
                bytes: bytes.to_vec(),
                relocations: Vec::new(),
            });
        }
        headers.push(Header {
            index,
            name: &header[..8],
            address,
            relocations: long(24),
            count: Reader(header).word(32).unwrap_or(0),
        });
    }
    Ok(headers)
}

/// Returns true if a section contains information for debuggers and users, rather than part of the program.
fn information(name: &str, flags: u32) -> bool {
    let prefixes = [".stab", ".debug", ".zdebug", ".comment"];
    flags & INFORMATION != 0 || prefixes.iter().any(|prefix| name.starts_with(prefix))
}

/// For each symbol number in relocations, the target, and the number to subtract from the addend.
type Targets = Vec<Option<(Target, i64)>>;

fn symbols(names: &Names, headers: &[Header], object: &mut Object) -> Result<Targets, FormatError> {
    let count = names.symbols.len() / SYMBOL as usize;
    let mut targets = Targets::with_capacity(count);
    object.symbols.reserve(count);
    let mut auxiliary = 0;
    for (number, symbol) in names.symbols.chunks_exact(SYMBOL as usize).enumerate() {
        targets.push(None);
        if auxiliary > 0 {
            auxiliary -= 1;
            continue;
        }
        let fields = Reader(symbol);
        let value = fields.long(8).unwrap_or(0);
        let place = fields.word(12).unwrap_or(0) as i16;
        let class = symbol[16];
        auxiliary = symbol[17];
        if place < ABSOLUTE || ![EXTERNAL, WEAK].contains(&class) && place == UNDEFINED {
            continue;
        }
        let name = names.name(symbol)?;
        let header = usize::try_from(place).ok().filter(|place| *place > 0);
        let header = header.map(|place| {
            let header = headers.get(place - 1);
            header.ok_or_else(|| missing("symbol", number as u64, place as i64))
        });
        let header = header.transpose()?;
        let section = header.map(|header| header.index);
        if let Some(None) = section {
            continue;
        }
        let section = section.flatten();
        if let (Some(index), Some(header), STATIC, 1..) = (section, header, class, auxiliary) {
            // The symbol of the section itself is the only place with the section's long name.
            if name.len() > 8 && name.as_bytes().starts_with(header.name) {
                object.sections[index].name = name.into_owned();
            }
            let inside = i64::from(value) - i64::from(header.address);
            targets[number] = Some((Target::Section(index), inside));
            continue;
        }
        let value = match (section, header) {
            (Some(section), Some(header)) => match value.checked_sub(header.address) {
                Some(offset) => Value::Place { section, offset },
                None => Value::Absolute(i64::from(value)),
            },
            _ if place == ABSOLUTE => Value::Absolute(i64::from(value)),
            _ if value == 0 || class == WEAK => Value::Undefined,
            _ => Value::Common { size: value, alignment: common_alignment(value) },
        };
        let binding = match class {
            EXTERNAL => Binding::Global,
            WEAK => Binding::Weak,
            _ => Binding::Local,
        };
        if binding == Binding::Local && ![STATIC, LABEL].contains(&class) && section.is_none() {
            continue;
        }
        targets[number] = Some((Target::Symbol(object.symbols.len()), 0));
        let name = name.into();
        object.symbols.push(Symbol { name, value, binding });
    }
    Ok(targets)
}

/// Returns the alignment that GNU ld gives to common space: the next power of two, at most 16.
fn common_alignment(size: u32) -> u32 {
    size.min(16).next_power_of_two()
}

fn relocations(file: Reader, headers: &[Header], targets: &Targets, object: &mut Object) -> Result<(), FormatError> {
    let mut absolute = None;
    for header in headers {
        let Some(section) = header.index.map(|index| &mut object.sections[index]) else {
            continue;
        };
        let length = u64::from(header.count) * RELOCATION;
        let all = file.part(u64::from(header.relocations), length, "the relocations")?;
        for (number, relocation) in all.chunks_exact(RELOCATION as usize).enumerate() {
            let fields = Reader(relocation);
            let long = |at| fields.long(at).unwrap_or(0);
            let offset = long(0).wrapping_sub(header.address);
            let kind = fields.word(12).unwrap_or(0);
            let field = TYPES.iter().find(|(bits, _)| *bits == kind);
            let (_, mut field) = *field.ok_or_else(|| {
                let place = format!("relocation at offset {offset:#x} in section `{}`", section.name);
                FormatError(format!("{place} has unknown type {kind:#x}"))
            })?;
            if field == Field::Long && relocation.ends_with(OPERAND) {
                field = Field::Segmented;
                object.relaxable = true;
            }
            if u64::from(offset) + u64::from(field.length()) > section.bytes.len() as u64 {
                let text = format!("relocation at offset {offset:#x} is outside section `{}`", section.name);
                return Err(FormatError(text));
            }
            let index = long(4) as i32;
            let (target, inside) = if index == -1 {
                let symbol = *absolute.get_or_insert_with(|| {
                    object.symbols.push(Symbol::zero());
                    object.symbols.len() - 1
                });
                (Target::Symbol(symbol), 0)
            } else {
                let target = usize::try_from(index).ok().and_then(|index| targets.get(index));
                let target = target.copied().flatten();
                target.ok_or_else(|| missing("relocation", number as u64, i64::from(index)))?
            };
            section
                .relocations
                .push(Relocation { offset, field, target, addend: i64::from(long(8) as i32) + inside });
        }
        section.relocations.sort_by_key(|relocation| relocation.offset);
    }
    Ok(())
}
