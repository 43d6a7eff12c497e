//! The l.out format of Coherent for the Z8001, as described in its header file `n.out.h`.
//!
//! Words are stored with the low byte first, long words with the high word first. The file consists of a header (magic
//! number, flags, processor, header length, the sizes of nine segments, the entry), and the contents of the segments,
//! the last of which are symbols of 22 bytes and relocations. Addresses in an object are relative to its first segment.

use super::place;
use crate::bytes::{self, FormatError, Reader};
use crate::model::{Binding, Field, Kind, Object, Processor, Relocation, Section, Symbol, Target, Value};

const SEGMENTS: usize = 9;
const SYMBOL: usize = 22;
const NAME: usize = 16;

/// Flags: shared code, separate code and data, no relocations, a driver, addresses of 32 bits.
const SHARED: u16 = 0o1;
const SEPARATE: u16 = 0o2;
const LINKED: u16 = 0o4;
const DRIVER: u16 = 0o10;
const LONG: u16 = 0o20;
/// Where a driver and another program begin: at a segment of the Z8001.
const DRIVER_BASE: u32 = 0x3E_0000;
const BASE: u32 = 0x3_0000;

/// The segments in the order of the file, with the names that we give to their sections.
const KINDS: [(&str, Kind); 6] = [
    (".text", Kind::Code),
    (".text.private", Kind::Code),
    (".bss.code", Kind::Space),
    (".rodata", Kind::Constants),
    (".data", Kind::Data),
    (".bss", Kind::Space),
];
/// Numbers of segments in symbols and relocations.
const SYMBOLS: u8 = 7;
const ABSOLUTE: u16 = 9;
const REFERENCE: u16 = 10;
const GLOBAL: u16 = 0o20;

/// Returns true if a file begins as one of the Z8001.
pub(crate) fn is(bytes: &[u8]) -> bool {
    matches!(bytes, [0x07, 0x01, _, _, 4, 0, ..])
}

fn word(bytes: &[u8], at: u64) -> Option<u16> {
    Reader(bytes).word(at).map(u16::swap_bytes)
}

fn long(bytes: &[u8], at: u64) -> Option<u32> {
    Some(u32::from(word(bytes, at)?) << 16 | u32::from(word(bytes, at + 2)?))
}

/// An address has the segment in its highest byte.
const fn linear(address: u32) -> u32 {
    (address >> 24 & 0x7F) << 16 | address & 0xFFFF
}

pub(crate) fn read(name: &str, bytes: &[u8]) -> Result<Object, FormatError> {
    let file = Reader(bytes);
    let header = file.part(0, 48, "the header")?;
    let flags = word(header, 2).unwrap_or(0);
    if flags & LONG == 0 {
        return Err(FormatError("l.out with addresses of 16 bits is not read".to_owned()));
    }
    let mut sizes = [0; SEGMENTS];
    for (index, size) in sizes.iter_mut().enumerate() {
        *size = long(header, 8 + 4 * index as u64).unwrap_or(0);
    }
    let linked = flags & LINKED != 0;
    let mut object = Object {
        name: name.to_owned(),
        processor: Processor::Z8001,
        entry: linked.then(|| linear(long(header, 44).unwrap_or(0))),
        ..Object::default()
    };
    let starts = starts(flags, &sizes);
    let mut at = u64::from(word(header, 6).unwrap_or(0));
    for (((name, kind), size), start) in KINDS.into_iter().zip(sizes).zip(starts) {
        let stored = if kind == Kind::Space { 0 } else { u64::from(size) };
        let contents = file.part(at, stored, "a segment")?.to_vec();
        at += stored;
        object
            .sections
            .push(Section { size, ..Section::at(name, kind, start, contents) });
    }
    at += u64::from(sizes[6]);
    let [.., symbols, relocations] = sizes.map(u64::from);
    symbols_of(file.part(at, symbols, "the symbols")?, &mut object);
    if !linked {
        relocations_of(file.part(at + symbols, relocations, "the relocations")?, &mut object)?;
    }
    Ok(object)
}

/// Where each segment begins, as the linker places them: shared ones, code before data, and pages between them.
fn starts(flags: u16, sizes: &[u32; SEGMENTS]) -> [u32; 6] {
    let mut next = match flags & (LINKED | DRIVER) {
        0 => 0,
        LINKED => BASE,
        _ => DRIVER_BASE,
    };
    let mut starts = [0; 6];
    let page = |next: u32| next.saturating_add(0xFFFF) & 0xFFFF_0000;
    let (shared, separate) = (flags & SHARED != 0, flags & SEPARATE != 0);
    let pure = shared && !separate;
    let mut put = |index: usize, next: &mut u32| {
        starts[index] = *next;
        *next = next.saturating_add(sizes[index]);
    };
    put(0, &mut next);
    if pure {
        put(3, &mut next);
    }
    if shared {
        next = page(next);
    }
    put(1, &mut next);
    if pure {
        put(4, &mut next);
    }
    put(2, &mut next);
    if separate {
        next = page(next);
    }
    if !pure {
        put(3, &mut next);
        if shared {
            next = page(next);
        }
        put(4, &mut next);
    }
    put(5, &mut next);
    starts
}

fn symbols_of(table: &[u8], object: &mut Object) {
    for entry in table.chunks_exact(SYMBOL) {
        let kind = word(entry, NAME as u64).unwrap_or(0);
        let number = long(entry, NAME as u64 + 2).unwrap_or(0);
        let value = match kind & !GLOBAL {
            REFERENCE if number == 0 => Value::Undefined,
            REFERENCE => Value::Common { size: number, alignment: 2 },
            ABSOLUTE => Value::Absolute(number.into()),
            segment => match KINDS.get(usize::from(segment)) {
                Some(&(_, kind)) => place(object, &[kind], linear(number)),
                None => Value::Absolute(number.into()),
            },
        };
        let binding = if kind & GLOBAL == 0 {
            Binding::Local
        } else {
            Binding::Global
        };
        let name = bytes::name(&entry[..NAME]).into_owned().into();
        object.symbols.push(Symbol { name, value, binding });
    }
}

/// Relocations: a byte with the field and the segment, an address, and the number of a symbol if the segment is that of
/// the symbols. The addend is in the bytes that are changed.
fn relocations_of(mut table: &[u8], object: &mut Object) -> Result<(), FormatError> {
    while let Some(&code) = table.first() {
        let wrong = || {
            FormatError(format!(
                "a relocation of type {code:#o} has no place, or its symbol does not exist"
            ))
        };
        let segment = code & 0o17;
        let length = if segment == SYMBOLS { 7 } else { 5 };
        let address = long(table, 1).ok_or_else(wrong)?;
        let holds = |section: &Section| {
            section.kind != Kind::Space
                && (section.address..section.address.saturating_add(section.size)).contains(&address)
        };
        let section = object.sections.iter().position(holds).ok_or_else(wrong)?;
        let offset = address - object.sections[section].address;
        let bytes = Reader(&object.sections[section].bytes);
        let (field, number) = match code & 0o360 {
            0o40 => (Field::Word, bytes.word(offset.into()).map(u32::from)),
            0o60 => (Field::Relative16, bytes.word(offset.into()).map(u32::from)),
            0o100 => (Field::Segmented, bytes.long(offset.into()).map(linear)),
            0 => (Field::Byte, bytes.slice(offset.into(), 1).map(|byte| byte[0].into())),
            _ => return Err(wrong()),
        };
        let number = i64::from(number.ok_or_else(wrong)?);
        let (target, addend) = match segment {
            SYMBOLS => (Target::Symbol(word(table, 5).ok_or_else(wrong)?.into()), number),
            _ => {
                let target = object.sections.get(usize::from(segment)).ok_or_else(wrong)?;
                (Target::Section(segment.into()), number - i64::from(target.address))
            }
        };
        if matches!(target, Target::Symbol(symbol) if symbol >= object.symbols.len()) {
            return Err(wrong());
        }
        let relocation = Relocation { offset, field, target, addend };
        object.sections[section].relocations.push(relocation);
        table = table.get(length..).unwrap_or_default();
    }
    for section in &mut object.sections {
        section.relocations.sort_by_key(|relocation| relocation.offset);
    }
    Ok(())
}
