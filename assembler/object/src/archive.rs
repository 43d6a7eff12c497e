//! System V `ar` archives as written by GNU binutils, with a symbol index and a table of long names; and the archives
//! of CP/M-8000, which have neither.

use std::fmt::Write as _;

use crate::bytes::{self, FormatError, Reader, Writer};
use crate::file;
use crate::model::{Binding, Object, Value};
use crate::xout::archive as xout;

const MAGIC: &[u8; 8] = b"!<arch>\n";
const THIN: &[u8; 8] = b"!<thin>\n";

/// Bytes per member header (name, date, owner, group, mode, size and end mark), and the end mark.
const HEADER: u64 = 60;
const HEADER_END: &[u8; 2] = b"`\n";
/// Maximum length of a name in the header; longer ones are in a table.
const NAME: usize = 15;

/// The format of an archive.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Kind {
    /// System V and GNU, which Unix systems use.
    #[default]
    Unix,
    /// CP/M-8000, whose archives have no index of symbols.
    Cpm,
}

/// A file in an archive.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Member<'a> {
    /// File name, without its folder.
    pub name: String,
    /// Contents of the file.
    pub bytes: &'a [u8],
    /// Modification time, in seconds since 1970; 0 if the archive has none.
    pub date: u64,
}

/// A parsed archive.
///
/// # Example
///
/// ```
/// use z8000_object::archive::{self, Kind, Member};
///
/// let bytes = archive::write(Kind::Unix, &[Member { name: "a.txt".into(), bytes: b"read me", date: 0 }])?;
/// let library = archive::read(&bytes)?;
/// assert_eq!(library.members.iter().map(|member| &*member.name).collect::<Vec<_>>(), ["a.txt"]);
/// // There is no object, so there is no index.
/// assert_eq!(library.index, None);
/// # Ok::<(), z8000_object::FormatError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Archive<'a> {
    /// The format in which the archive is stored.
    pub kind: Kind,
    /// The archive's files in order.
    pub members: Vec<Member<'a>>,
    /// The symbol index: names of symbols, each with the position in `members` of the file that defines it. `None` if
    /// the archive has no index.
    pub index: Option<Vec<(&'a str, usize)>>,
}

/// Returns the error for a part that extends past the end of the archive.
fn past_end(part: &str) -> FormatError {
    FormatError(format!(
        "{part} would extend past the end of the archive: the file is truncated or damaged"
    ))
}

/// Returns the error for a file whose size has more than ten digits, or whose symbols are beyond 4 GB.
fn too_large(name: &str) -> FormatError {
    FormatError(format!("{name} is too large for an archive"))
}

/// Returns true if a file begins with the magic number of an archive, including a thin one, which [`read`] rejects.
///
/// # Example
///
/// ```
/// use z8000_object::archive::is_archive;
///
/// assert!(is_archive(b"!<arch>\n"));
/// assert!(!is_archive(b"\x7FELF"));
/// ```
pub fn is_archive(bytes: &[u8]) -> bool {
    bytes.starts_with(MAGIC) || bytes.starts_with(THIN) || bytes.starts_with(&xout::MAGIC)
}

/// Reads an archive.
///
/// # Errors
///
/// The file is not an archive, is damaged, or is a thin archive, which refers to other files.
///
/// # Example
///
/// ```
/// use z8000_object::archive;
///
/// let error = archive::read(b"!<thin>\n").expect_err("it only names other files");
/// assert_eq!(error.to_string(), "thin archives are not supported: create the archive without `T`");
/// ```
pub fn read(archive: &[u8]) -> Result<Archive<'_>, FormatError> {
    if archive.starts_with(&xout::MAGIC) {
        let members = xout::read(archive)?.into_iter();
        return Ok(Archive {
            kind: Kind::Cpm,
            members: members.map(|(name, bytes)| Member { name, bytes, date: 0 }).collect(),
            index: None,
        });
    }
    if archive.starts_with(THIN) {
        let text = "thin archives are not supported: create the archive without `T`";
        return Err(FormatError(text.to_owned()));
    }
    if !archive.starts_with(MAGIC) {
        return Err(FormatError("not an archive".to_owned()));
    }
    let file = Reader(archive);
    let mut members = Vec::new();
    let mut places = Vec::new();
    let (mut index, mut names): (Option<&[u8]>, &[u8]) = (None, &[]);
    let mut at = MAGIC.len() as u64;
    while at < archive.len() as u64 {
        let header = file.slice(at, HEADER).ok_or_else(|| past_end("a header"))?;
        let damaged = || FormatError(format!("the member header at byte {at} is damaged"));
        if !header.ends_with(HEADER_END) {
            return Err(damaged());
        }
        let size = number(&header[48..58]).ok_or_else(damaged)?;
        let mut contents = file.slice(at + HEADER, size).ok_or_else(|| past_end("a member"))?;
        let name = header[..16].trim_ascii_end();
        match name {
            b"/" | b"__.SYMDEF" if members.is_empty() => index = index.or(Some(contents)),
            b"//" => names = contents,
            _ => {
                let name = if let Some(place) = name.strip_prefix(b"/") {
                    let place = number(place).ok_or_else(damaged)?;
                    let rest = usize::try_from(place).ok().and_then(|place| names.get(place..));
                    let rest = rest.ok_or_else(|| past_end("the name of a member"))?;
                    let end = rest.iter().position(|byte| *byte == b'\n').unwrap_or(rest.len());
                    bytes::name(rest[..end].strip_suffix(b"/").unwrap_or(&rest[..end]))
                } else if let Some(length) = name.strip_prefix(b"#1/") {
                    // BSD: the name precedes the contents.
                    let length = number(length).and_then(|length| usize::try_from(length).ok());
                    let parts = length.and_then(|length| contents.split_at_checked(length));
                    let (name, rest) = parts.ok_or_else(damaged)?;
                    contents = rest;
                    bytes::name(name)
                } else {
                    bytes::name(name.strip_suffix(b"/").unwrap_or(name))
                };
                places.push(at);
                members.push(Member {
                    name: name.into_owned(),
                    bytes: contents,
                    date: number(&header[16..28]).unwrap_or(0),
                });
            }
        }
        at = (at + HEADER + size).next_multiple_of(2);
    }
    let index = index.map(|index| symbols(index, &places)).transpose()?;
    Ok(Archive { kind: Kind::Unix, members, index })
}

/// Parses a decimal number, padded with spaces.
fn number(digits: &[u8]) -> Option<u64> {
    std::str::from_utf8(digits).ok()?.trim().parse().ok()
}

/// Reads the index: a count, the file offset of a member for each symbol, and the names.
fn symbols<'a>(index: &'a [u8], places: &[u64]) -> Result<Vec<(&'a str, usize)>, FormatError> {
    let damaged = || past_end("the index");
    let fields = Reader(index);
    let count = u64::from(fields.long(0).ok_or_else(damaged)?);
    let names = fields.slice(4, 4 * count).ok_or_else(damaged)?.len() + 4;
    let mut names = index[names..].split(|byte| *byte == 0);
    let mut symbols = Vec::new();
    for number in 0..count {
        let name = names.next().and_then(|name| std::str::from_utf8(name).ok());
        let place = fields.long(4 + 4 * number).map(u64::from);
        let member = place.and_then(|place| places.binary_search(&place).ok());
        let (Some(name), Some(member)) = (name, member) else {
            return Err(damaged());
        };
        symbols.push((name, member));
    }
    Ok(symbols)
}

/// Returns the symbols of an object that belong in an archive's index: those that it defines for other objects, and
/// common symbols.
///
/// # Example
///
/// ```
/// use z8000_object::{Binding, Object, Symbol, Value, archive};
///
/// let symbol = |name: &str, value, binding| Symbol { name: name.into(), value, binding };
/// let symbols = vec![
///     symbol("limit", Value::Absolute(7), Binding::Global),
///     symbol("loop", Value::Absolute(8), Binding::Local),
///     symbol("putc", Value::Undefined, Binding::Global),
/// ];
/// let object = Object { symbols, ..Object::default() };
/// assert_eq!(archive::definitions(&object).collect::<Vec<_>>(), ["limit"]);
/// ```
pub fn definitions(object: &Object) -> impl Iterator<Item = &str> {
    let shared = object.symbols.iter().filter(|symbol| symbol.binding != Binding::Local);
    let defined = shared.filter(|symbol| symbol.value != Value::Undefined);
    defined.map(|symbol| &*symbol.name)
}

/// Writes an archive; a Unix archive gets an index of the symbols that its objects define, if there are any. Owners and
/// the date of the index are 0, so that the archive depends only on its members.
///
/// # Errors
///
/// A member is too large, or its name contains a newline (Unix) or has more than 14 bytes (CP/M).
///
/// # Example
///
/// ```
/// use z8000_object::archive::{self, Kind, Member};
///
/// let members = [Member { name: "notes.txt".to_owned(), bytes: b"read me", date: 0 }];
/// let bytes = archive::write(Kind::Unix, &members)?;
/// assert!(archive::is_archive(&bytes));
/// assert_eq!(archive::read(&bytes)?.members, members);
/// # Ok::<(), z8000_object::FormatError>(())
/// ```
pub fn write(kind: Kind, members: &[Member]) -> Result<Vec<u8>, FormatError> {
    if kind == Kind::Cpm {
        let members: Vec<_> = members.iter().map(|member| (&*member.name, member.bytes)).collect();
        return xout::write(&members);
    }
    let objects = members.iter().map(|member| file::read(&member.name, member.bytes).ok());
    let objects: Vec<_> = objects.collect();
    let symbols: Vec<(usize, &str)> = (0..)
        .zip(&objects)
        .flat_map(|(number, object)| object.iter().flat_map(definitions).map(move |name| (number, name)))
        .collect();
    let mut names = String::new();
    let mut headers = Vec::new();
    for Member { name, .. } in members {
        if name.contains('\n') {
            return Err(FormatError(format!(
                "the name of an archive member cannot contain a newline: {name:?}"
            )));
        }
        // An empty name would be read as that of the index.
        headers.push(if name.is_empty() || name.len() > NAME || name.contains('/') {
            let place = names.len();
            let _ = writeln!(names, "{name}/");
            format!("/{place}")
        } else {
            format!("{name}/")
        });
    }
    if !names.len().is_multiple_of(2) {
        names.push('\n');
    }
    let even = |length: usize| length.next_multiple_of(2);
    let index = 4 + 4 * symbols.len() + symbols.iter().map(|(_, name)| name.len() + 1).sum::<usize>();
    // The file offset of each member, after the index and the names.
    let mut at = MAGIC.len();
    if !symbols.is_empty() {
        at += HEADER as usize + even(index);
    }
    if !names.is_empty() {
        at += HEADER as usize + names.len();
    }
    let mut places = Vec::new();
    for member in members {
        let place = u32::try_from(at).map_err(|_| too_large(&member.name))?;
        places.push(place);
        at += HEADER as usize + even(member.bytes.len());
    }
    let mut file = Writer(MAGIC.to_vec());
    if !symbols.is_empty() {
        header(&mut file, "/", even(index), "0", "0")?;
        file.long(u32::try_from(symbols.len()).map_err(|_| too_large("the index"))?);
        for (member, _) in &symbols {
            file.long(places[*member]);
        }
        for (_, name) in &symbols {
            file.bytes(name.as_bytes());
            file.byte(0);
        }
        file.even(0);
    }
    if !names.is_empty() {
        header(&mut file, "//", names.len(), "", "")?;
        file.bytes(names.as_bytes());
    }
    for (member, name) in members.iter().zip(&headers) {
        header(&mut file, name, member.bytes.len(), &member.date.to_string(), "644")?;
        file.bytes(member.bytes);
        file.even(b'\n');
    }
    Ok(file.0)
}

/// Writes the header of a member. The table of long names has neither date nor mode.
fn header(file: &mut Writer, name: &str, size: usize, date: &str, rights: &str) -> Result<(), FormatError> {
    let zero = if rights.is_empty() { "" } else { "0" };
    let size = size.to_string();
    if size.len() > 10 {
        return Err(too_large(name));
    }
    for (text, width) in [(name, 16), (date, 12), (zero, 6), (zero, 6), (rights, 8), (&size, 10)] {
        file.padded(text.as_bytes(), width, b' ');
    }
    file.bytes(HEADER_END);
    Ok(())
}
