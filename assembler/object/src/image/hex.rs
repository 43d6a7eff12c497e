//! Intel HEX: memory contents as text, for EPROM programmers.

use super::{add, digits, empty, lines, number, sum};
use crate::bytes::FormatError;
use crate::model::Object;

/// Data bytes per record.
const ROW: usize = 16;

/// Types of records.
const DATA: u8 = 0x00;
const END: u8 = 0x01;
const PARAGRAPH: u8 = 0x02;
const START_PARAGRAPH: u8 = 0x03;
const UPPER_ADDRESS: u8 = 0x04;
const START: u8 = 0x05;

/// Writes pieces of memory, each given as its address and bytes. The upper halves of addresses beyond 64 KB are in
/// records of type 04; gaps are omitted. An entry is written as a record of type 05.
///
/// # Example
///
/// ```
/// use z8000_object::image::hex;
///
/// let text = hex::write([(0, &[0xBD, 0x15, 0x7A, 0x00][..])], None);
/// assert_eq!(text, ":04000000BD157A00B0\n:00000001FF\n");
/// ```
pub fn write<'p>(pieces: impl IntoIterator<Item = (u32, &'p [u8])>, entry: Option<u32>) -> String {
    let mut out = String::new();
    let mut upper = 0;
    for (origin, bytes) in pieces {
        let mut rest = bytes;
        let mut address = origin;
        while !rest.is_empty() {
            if address >> 16 != upper {
                upper = address >> 16;
                record(&mut out, 0, UPPER_ADDRESS, &(upper as u16).to_be_bytes());
            }
            // A record does not cross a boundary of 64 KB.
            let room = 0x1_0000 - (address & 0xFFFF) as usize;
            let (row, after) = rest.split_at(rest.len().min(ROW).min(room));
            record(&mut out, address as u16, DATA, row);
            address = address.saturating_add(row.len() as u32);
            rest = after;
        }
    }
    if let Some(entry) = entry {
        record(&mut out, 0, START, &entry.to_be_bytes());
    }
    record(&mut out, 0, END, &[]);
    out
}

/// Writes a record: `:`, count, address, type, bytes, and a checksum that makes the sum of all bytes 0.
fn record(out: &mut String, address: u16, kind: u8, bytes: &[u8]) {
    let [high, low] = address.to_be_bytes();
    let mut record = vec![bytes.len() as u8, high, low, kind];
    record.extend(bytes);
    record.push(sum(&record).wrapping_neg());
    super::record(out, ":", &record);
}

/// Reads an Intel HEX file up to its end record (type 01). The entry is 0 if no record contains one.
///
/// # Errors
///
/// A line is not a record, or its checksum, length or type is wrong.
///
/// # Example
///
/// ```
/// use z8000_object::image::hex;
///
/// // Four bytes at 1000h, and the end.
/// let object = hex::read("rom.hex", b":041000008D079E08B2\n:00000001FF\n")?;
/// assert_eq!(object.sections[0].address, 0x1000);
/// assert_eq!(object.sections[0].bytes, [0x8D, 0x07, 0x9E, 0x08]);
/// # Ok::<(), z8000_object::FormatError>(())
/// ```
pub fn read(name: &str, bytes: &[u8]) -> Result<Object, FormatError> {
    let mut image = empty(name);
    let mut base = 0;
    for (line, text) in lines(bytes) {
        let wrong = |reason: &str| FormatError::line(line, reason);
        let text = text
            .strip_prefix(b":")
            .ok_or_else(|| wrong("expected a colon at the start of the record"))?;
        let record = digits(text, line, 0)?;
        let [count, high, low, kind, rest @ ..] = &record[..] else {
            return Err(wrong("the record is too short"));
        };
        let contents = rest
            .get(..usize::from(*count))
            .filter(|_| rest.len() == usize::from(*count) + 1);
        let found = rest.len().saturating_sub(1);
        let message = || format!("the record specifies {count} bytes, but {found} follow");
        let contents = contents.ok_or_else(|| wrong(&message()))?;
        let address = number(&[*high, *low]);
        match (*kind, contents.len()) {
            (DATA, _) => add(&mut image, u32::wrapping_add(base, address), contents),
            (END, _) => return Ok(image),
            (PARAGRAPH, 2) => base = number(contents) << 4,
            (UPPER_ADDRESS, 2) => base = number(contents) << 16,
            (START_PARAGRAPH, 4) => image.entry = Some((number(&contents[..2]) << 4) + number(&contents[2..])),
            (START, 4) => image.entry = Some(number(contents)),
            (..=START, length) => {
                return Err(wrong(&format!(
                    "a record of type {kind:02x} cannot have {length} bytes"
                )));
            }
            _ => return Err(wrong(&format!("unknown record type {kind:02x}"))),
        }
    }
    Ok(image)
}
