//! File names: eight characters and a type of three, padded with spaces.

use std::fmt;

/// Number of characters in a name with its type.
pub(super) const LENGTH: usize = 11;

/// Characters that CP/M uses as separators, so that no name contains them.
const SPECIAL: &[u8] = b"<>.,;:=?*[]|/\\\"";

/// A name: upper-case letters, digits and some other characters, with both parts padded with spaces. In a pattern, `?`
/// matches any character.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Name(pub [u8; LENGTH]);

/// A file on a drive: a user number from 0 to 15, and a name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Id {
    /// The user number, 0 to 15.
    pub user: u8,
    /// The name, which must not be a pattern.
    pub name: Name,
}

/// The attributes of a file: the high bits of the characters of its name, with bit 0 for the first character.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Attributes(pub u16);

impl Attributes {
    /// The file cannot be written, deleted or renamed (t1).
    pub const READ_ONLY: u16 = 1 << 8;
    /// The file has not changed since it was archived (t3).
    pub const ARCHIVED: u16 = 1 << 10;

    /// Extracts the attribute bits from a name in a file control block or directory entry.
    pub fn of(name: &[u8; LENGTH]) -> Self {
        let bits = name.iter().enumerate();
        Self(bits.fold(0, |bits, (at, byte)| bits | u16::from(byte >> 7) << at))
    }

    /// Sets the high bits of a name's characters to these attributes.
    pub fn on(self, name: Name) -> [u8; LENGTH] {
        std::array::from_fn(|at| name.0[at] | ((self.0 >> at & 1) as u8) << 7)
    }

    /// Returns true if the file cannot be changed.
    pub const fn read_only(self) -> bool {
        self.0 & Self::READ_ONLY != 0
    }
}

impl Name {
    /// Reads the name in a file control block or directory entry, without attributes and in upper case.
    pub fn in_block(bytes: &[u8; LENGTH]) -> Self {
        Self(bytes.map(|byte| (byte & 0x7F).to_ascii_uppercase()))
    }

    /// Parses a name such as `HELLO.C`, in upper or lower case; `None` if it is not a valid file name.
    pub fn parse(text: &str) -> Option<Self> {
        let (stem, kind) = text.split_once('.').unwrap_or((text, ""));
        Self::from_parts(stem, kind).filter(|name| name.is_plain())
    }

    /// Creates a name from its two parts, in upper or lower case; `None` if one has an invalid length or is not ASCII.
    pub fn from_parts(stem: &str, kind: &str) -> Option<Self> {
        let fits = (1..=8).contains(&stem.len()) && kind.len() <= 3 && stem.is_ascii() && kind.is_ascii();
        let text = format!("{stem:8}{kind:3}").to_ascii_uppercase();
        text.into_bytes().try_into().ok().filter(|_| fits).map(Self)
    }

    /// Returns true if the name is valid for a file, rather than a pattern: its first part is not empty, and its
    /// characters are printable, neither lower-case nor special, with spaces only at the ends of the parts.
    pub fn is_plain(&self) -> bool {
        let (stem, kind) = self.0.split_at(8);
        let part = |part: &[u8]| {
            let text = part.trim_ascii_end();
            text.iter().all(|byte| is_plain(*byte))
        };
        stem[0] != b' ' && part(stem) && part(kind)
    }

    /// Returns true if the name contains question marks.
    pub fn is_ambiguous(&self) -> bool {
        self.0.contains(&b'?')
    }

    /// Returns true if another name matches this pattern.
    pub fn matches(&self, other: &Self) -> bool {
        self.0
            .iter()
            .zip(other.0)
            .all(|(one, other)| *one == b'?' || *one == other)
    }

    /// Replaces the question marks in the name by the corresponding characters of another name.
    pub fn filled(&self, other: &Self) -> Self {
        Self(std::array::from_fn(|at| match self.0[at] {
            b'?' => other.0[at],
            byte => byte,
        }))
    }

    /// Returns the two parts without padding; invalid UTF-8 is replaced.
    pub fn parts(&self) -> (String, String) {
        let text = |part: &[u8]| String::from_utf8_lossy(part.trim_ascii_end()).into_owned();
        let (stem, kind) = self.0.split_at(8);
        (text(stem), text(kind))
    }
}

/// Returns true if a name may contain the character.
pub(super) fn is_plain(byte: u8) -> bool {
    byte.is_ascii_graphic() && !SPECIAL.contains(&byte) && !byte.is_ascii_lowercase()
}

impl fmt::Display for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (stem, kind) = self.parts();
        f.write_str(&stem)?;
        if !kind.is_empty() {
            write!(f, ".{kind}")?;
        }
        Ok(())
    }
}
