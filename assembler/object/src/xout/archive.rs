//! The archives of CP/M-8000: a magic word, then members with headers of 26 bytes, each at an even offset.

use super::no_means;
use crate::bytes::{self, FormatError, Reader, Writer};

/// The first bytes of an archive.
pub(crate) const MAGIC: [u8; 2] = [0xFF, 0x65];

/// Bytes of a member's header: name, date, owner, group, mode, size.
const HEADER: u64 = 26;
/// Bytes of a member's name.
const NAME: usize = 14;
/// The mode of a file that everyone may read and its owner may write.
const RIGHTS: u16 = 0o644;

/// Reads the members: names and contents. A member without a name, or with less than a header, ends the archive,
/// because CP/M pads files to whole records.
pub(crate) fn read(archive: &[u8]) -> Result<Vec<(String, &[u8])>, FormatError> {
    let file = Reader(archive);
    let mut members = Vec::new();
    let mut at = MAGIC.len() as u64;
    while let Some(header) = file.slice(at, HEADER) {
        let name = bytes::name(&header[..NAME]).into_owned();
        if name.is_empty() || header[0] == 0x1A {
            break;
        }
        let size = u64::from(Reader(header).long(22).unwrap_or(0));
        members.push((name, file.part(at + HEADER, size, "a member of the archive")?));
        at = (at + HEADER + size).next_multiple_of(2);
    }
    Ok(members)
}

/// Writes an archive. Dates and owners are 0, so that it depends only on the members.
pub(crate) fn write(members: &[(&str, &[u8])]) -> Result<Vec<u8>, FormatError> {
    let mut file = Writer(MAGIC.to_vec());
    for (name, contents) in members {
        if name.len() > NAME {
            return Err(no_means(format_args!(
                "the name `{name}`, which has more than {NAME} characters"
            )));
        }
        let size = u32::try_from(contents.len());
        let size = size.map_err(|_| no_means(format_args!("member `{name}`, which is larger than 4 GB")))?;
        file.padded(name.as_bytes(), NAME, 0);
        file.long(0);
        file.word(0);
        file.word(RIGHTS);
        file.long(size);
        file.bytes(contents);
        file.even(0);
    }
    // A header without a name marks the end for tools that read whole records.
    file.bytes(&[0; HEADER as usize]);
    Ok(file.0)
}
