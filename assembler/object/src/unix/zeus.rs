//! The a.out and s.out formats of ZEUS, as described in its header file `s.out.h`. All numbers are big-endian.
//!
//! The file consists of a header of 24 bytes, a table with 16 bytes for each segment, the contents of the segments,
//! code before data, the relocations, which are as long as the contents, and symbols of 14 bytes. The header file does
//! not describe the relocations, so they are not read.

use super::place;
use crate::bytes::{self, FormatError, Reader};
use crate::model::{Binding, Kind, Object, Processor, Section, Symbol, Value};

const HEADER: u64 = 24;
const SEGMENT: usize = 16;
const SYMBOL: usize = 14;
/// The flag of a file without relocations.
const STRIPPED: u16 = 1;
/// The bits of a symbol's type, and of one that other files see.
const TYPE: u8 = 0x1F;
const GLOBAL: u8 = 0x20;
/// The bit in the first byte of a name that makes it the length of a long name.
const LONG: u8 = 0x80;

/// What a file is, from its first bytes: its magic number is followed by the size of the contents.
pub(crate) fn is(bytes: &[u8]) -> Option<&'static str> {
    match *bytes {
        [kind @ (0xE6 | 0xE7), 5 | 7 | 0x11, 0, 0..=0x0F, high, low, ..] if (high, low) != (0, 0) => {
            Some(if kind == 0xE6 {
                "a segmented object or program of ZEUS (s.out)"
            } else {
                "a non-segmented object or program of ZEUS (a.out)"
            })
        }
        _ => None,
    }
}

pub(crate) fn read(name: &str, bytes: &[u8]) -> Result<Object, FormatError> {
    let file = Reader(bytes);
    let header = Reader(file.part(0, HEADER, "the header")?);
    let word = |at| header.word(at).unwrap_or(0);
    let segmented = word(0) >> 8 == 0xE6;
    let contents = u64::from(header.long(2).unwrap_or(0));
    let (table, symbols) = (u64::from(word(10)), u64::from(word(12)));
    let flags = word(18);
    let mut object = Object {
        name: name.to_owned(),
        processor: Processor::of(segmented),
        entry: Some(linear(segmented, header.long(14).unwrap_or(0))),
        ..Object::default()
    };
    let relocations = if flags & STRIPPED == 0 { contents } else { 0 };
    let at = HEADER + table;
    let separate = word(0) as u8 == 0x11;
    let table = file.part(HEADER, table, "the segment table")?;
    let mut rest = Reader(file.part(at, contents, "the contents")?);
    for segment in table.chunks_exact(SEGMENT) {
        rest = self::segment(segment, rest, separate, &mut object)?;
    }
    let symbols = file.part(at + contents + relocations, symbols, "the symbols")?;
    self::symbols(symbols, segmented, &mut object);
    Ok(object)
}

/// An address of a segmented program has the segment in its highest byte.
fn linear(segmented: bool, address: u32) -> u32 {
    match segmented {
        true => (address >> 24 & 0x7F) << 16 | address & 0xFFFF,
        false => address & 0xFFFF,
    }
}

/// Adds the sections of a segment: code, data, and space, each after the one before unless it has a place of its own.
/// Returns the contents after them.
fn segment<'b>(
    segment: &[u8],
    mut contents: Reader<'b>,
    separate: bool,
    object: &mut Object,
) -> Result<Reader<'b>, FormatError> {
    let fields = Reader(segment);
    let attributes = fields.word(10).unwrap_or(0);
    let base = u32::from(segment[0] & 0x7F) << 16;
    let mut next = 0;
    let parts = [(".text", Kind::Code), (".data", Kind::Data), (".bss", Kind::Space)];
    for (number, (name, kind)) in parts.into_iter().enumerate() {
        let size = u32::from(fields.word(4 + 2 * number as u64).unwrap_or(0));
        let own = attributes & 0x10 << number != 0;
        let start = match (own, separate && kind == Kind::Data) {
            (true, _) => u32::from(segment[1 + number]) << 8,
            (false, true) => 0,
            (false, false) => next,
        };
        next = start + size;
        if size == 0 {
            continue;
        }
        let stored = if kind == Kind::Space { 0 } else { u64::from(size) };
        let bytes = contents.part(0, stored, "a segment")?;
        contents = Reader(&contents.0[bytes.len()..]);
        object
            .sections
            .push(Section { size, ..Section::at(name, kind, base + start, bytes.to_vec()) });
    }
    Ok(contents)
}

fn symbols(table: &[u8], segmented: bool, object: &mut Object) {
    let mut entries = table.chunks_exact(SYMBOL);
    while let Some(entry) = entries.next() {
        let mut name = bytes::name(&entry[6..]).into_owned();
        if entry[6] & LONG != 0 {
            // The rest of a long name fills the following entries.
            let length = usize::from(entry[6] & !LONG).saturating_sub(1);
            let mut text = entry[7..].to_vec();
            while text.len() < length
                && let Some(more) = entries.next()
            {
                text.extend(more);
            }
            text.truncate(length);
            name = bytes::name(&text).into_owned();
        }
        let number = Reader(entry).long(0).unwrap_or(0);
        let address = linear(segmented, number);
        let value = match entry[4] & TYPE {
            0 if number == 0 => Value::Undefined,
            0 => Value::Common { size: number, alignment: 2 },
            1 => Value::Absolute(number.into()),
            2 => place(object, &[Kind::Code], address),
            3 => place(object, &[Kind::Data], address),
            4 => place(object, &[Kind::Space], address),
            // Names of files and sections, and what a debugger reads.
            _ => continue,
        };
        let binding = if entry[4] & GLOBAL == 0 {
            Binding::Local
        } else {
            Binding::Global
        };
        object.symbols.push(Symbol { name: name.into(), value, binding });
    }
}
