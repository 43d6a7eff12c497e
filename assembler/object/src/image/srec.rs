//! Motorola S-records: lines of text with addresses of 16, 24 or 32 bits.

use super::{add, digits, empty, lines, number, sum};
use crate::bytes::FormatError;
use crate::model::{Object, Section};

/// Writes the memory contents of a program at their load addresses, with a name (up to 40 bytes) in the first record,
/// and the entry (0 if there is none) in the last. All addresses have the same width, the smallest that fits.
///
/// # Example
///
/// ```
/// use z8000_object::image::srec;
/// use z8000_object::{Kind, Object, Section};
///
/// let text = Section::at(".text", Kind::Code, 0x100, vec![0x8D, 0x07, 0x9E, 0x08]);
/// let program = Object { sections: vec![text], ..Object::default() };
/// // Address 100, four bytes, and the complement of the sum of all bytes.
/// assert!(srec::write(&program, "five").contains("S10701008D079E08BD\n"));
/// ```
pub fn write(program: &Object, name: &str) -> String {
    write_records(program, name, 16, 2)
}

/// Writes S-records of at most `length` bytes of data, with addresses of at least `width` bytes, 2 to 4.
///
/// # Example
///
/// ```
/// use z8000_object::image::srec;
/// use z8000_object::{Kind, Object, Section};
///
/// let text = Section::at(".text", Kind::Code, 0x100, vec![0x8D, 0x07, 0x9E, 0x08]);
/// let program = Object { sections: vec![text], ..Object::default() };
/// assert!(srec::write_records(&program, "", 2, 4).contains("S307000001008D0763\nS307000001029E084F\n"));
/// ```
pub fn write_records(program: &Object, name: &str, length: usize, width: usize) -> String {
    let filled = program.sections.iter().filter(|section| !section.bytes.is_empty());
    let end = |section: &Section| u64::from(section.load) + section.bytes.len() as u64;
    let last = filled.clone().map(end).max().unwrap_or(0).saturating_sub(1);
    let entry = program.entry.unwrap_or(0);
    let width = match last.max(u64::from(entry)) {
        0..=0xFFFF => 2,
        0x1_0000..=0xFF_FFFF => 3,
        _ => 4,
    }
    .max(width.min(4));
    // The count of a record is one byte, and includes its address and its checksum.
    let length = length.clamp(1, 0xFE - width);
    let mut out = String::new();
    record(&mut out, 0, 0, 2, &name.as_bytes()[..name.len().min(40)]);
    for section in filled {
        for (row, number) in section.bytes.chunks(length).zip(0..) {
            let address = section.load.wrapping_add(number * length as u32);
            record(&mut out, width as u8 - 1, address, width, row);
        }
    }
    record(&mut out, 11 - width as u8, entry, width, &[]);
    out
}

/// Writes a record: `S`, type, count, address, bytes, and the complement of the sum.
fn record(out: &mut String, kind: u8, address: u32, width: usize, bytes: &[u8]) {
    let mut record = vec![(width + bytes.len() + 1) as u8];
    record.extend(&address.to_be_bytes()[4 - width..]);
    record.extend(bytes);
    record.push(!sum(&record));
    super::record(out, &format!("S{kind}"), &record);
}

/// Reads a file of S-records. The entry is 0 if no record contains one.
///
/// # Errors
///
/// A line is not a record, or its checksum, length or type is wrong.
///
/// # Example
///
/// ```
/// use z8000_object::image::srec;
///
/// // Four bytes at 1000h, and the end.
/// let object = srec::read("rom.srec", b"S10710008D079E08AE\nS9030000FC\n")?;
/// assert_eq!(object.sections[0].address, 0x1000);
/// assert_eq!(object.sections[0].bytes, [0x8D, 0x07, 0x9E, 0x08]);
/// # Ok::<(), z8000_object::FormatError>(())
/// ```
pub fn read(name: &str, bytes: &[u8]) -> Result<Object, FormatError> {
    let mut image = empty(name);
    for (line, text) in lines(bytes) {
        let wrong = |reason: &str| FormatError::line(line, reason);
        let [b'S', kind, text @ ..] = text else {
            return Err(wrong("expected `S` and a digit at the start of the record"));
        };
        let record = digits(text, line, 0xFF)?;
        let [count, rest @ .., _] = &record[..] else {
            return Err(wrong("the record is too short"));
        };
        if rest.len() + 1 != usize::from(*count) {
            let found = rest.len() + 1;
            return Err(wrong(&format!(
                "the record specifies {count} bytes, but {found} follow"
            )));
        }
        let width = match kind {
            b'0' | b'5' | b'6' => continue,
            b'1' | b'9' => 2,
            b'2' | b'8' => 3,
            b'3' | b'7' => 4,
            _ => return Err(wrong(&format!("unknown record type `S{}`", char::from(*kind)))),
        };
        let Some((address, contents)) = rest.split_at_checked(width) else {
            return Err(wrong("the record is too short"));
        };
        let address = number(address);
        match kind {
            b'1'..=b'3' => add(&mut image, address, contents),
            _ => image.entry = Some(address),
        }
    }
    Ok(image)
}
