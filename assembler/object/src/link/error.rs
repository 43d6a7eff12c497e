//! What a link can fail of.

use std::fmt;

use thiserror::Error;

use super::script::ScriptError;
use crate::archive::ArchiveError;
use crate::field::Misfit;
use crate::file::ReadError;
use crate::model::{Field, Object, Processor};

/// A place in an object: its file, section and offset, and the line of the source if the object knows it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Place {
    /// Name of the object.
    pub object: String,
    /// Name of the section, and the offset in it; none for what lies in no section.
    pub section: Option<(String, u32)>,
    /// File and line of the source.
    pub line: Option<(String, u32)>,
}

impl Place {
    /// A place in a section.
    pub(super) fn of(object: &Object, section: usize, offset: u32) -> Self {
        let Some(found) = object.sections.get(section) else {
            return Self::object(object);
        };
        let lines = object.lines.as_ref();
        Self {
            object: object.name.clone(),
            section: Some((found.name.clone(), offset)),
            line: lines.and_then(|lines| lines.line_at(&found.name, offset)),
        }
    }

    /// An object as a whole.
    pub(super) fn object(object: &Object) -> Self {
        Self {
            object: object.name.clone(),
            section: None,
            line: None,
        }
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some((file, line)) = &self.line {
            write!(f, "{file}:{line}: ")?;
        }
        match &self.section {
            Some((section, offset)) => write!(f, "{}({section}+{offset:#x})", self.object),
            None => f.write_str(&self.object),
        }
    }
}

/// What is wrong.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum LinkError {
    /// A symbol that no object defines.
    #[error("`{name}` is not defined; {}", uses(.places, *.more))]
    Undefined {
        /// Its name.
        name: String,
        /// Where it is used: the first few places.
        places: Vec<Place>,
        /// How many places there are besides.
        more: usize,
    },
    /// A symbol that two objects define.
    #[error("{second}: `{name}` is defined a second time; the first is at {first}")]
    Duplicate {
        /// Its name.
        name: String,
        /// The definition that counts.
        first: Box<Place>,
        /// The other one.
        second: Box<Place>,
    },
    /// A value that does not fit into its field.
    #[error("{place}: {} {to}: {misfit}", noun(*.field))]
    Misfit {
        /// Where the field is.
        place: Box<Place>,
        /// What it is.
        field: Field,
        /// What its value is relative to.
        to: String,
        /// Why it does not fit.
        misfit: Misfit,
    },
    /// A use of what was left out.
    #[error("{place}: `{name}` lies in {section}, which the script discards")]
    Discarded {
        /// Where it is used.
        place: Box<Place>,
        /// The symbol.
        name: String,
        /// The section.
        section: String,
    },
    /// A section that goes on in the next segment.
    #[error("{object}: {section} lies from {first:#x} to {last:#x}: it crosses the end of segment {}", .first >> 16)]
    Crossing {
        /// Name of the object.
        object: String,
        /// Name of the section.
        section: String,
        /// Address of its first byte.
        first: u64,
        /// Address of its last byte.
        last: u64,
    },
    /// Two sections at one place.
    #[error("{first} and {second} overlap at {address:#x}")]
    Overlap {
        /// The section with the lower address.
        first: String,
        /// The other one.
        second: String,
        /// The address of the other one.
        address: u64,
    },
    /// More than fits into a memory.
    #[error("{section} does not fit into {region}: {bytes} bytes too many")]
    Region {
        /// The section that crosses its end.
        section: String,
        /// The memory.
        region: String,
        /// Bytes behind its end.
        bytes: u64,
    },
    /// A section for which the script has no memory.
    #[error("the script gives {0} neither an address nor a memory")]
    NoRegion(String),
    /// An address of more than 32 bits, or too far away for a section.
    #[error("{section} would lie at {address:#x}")]
    Address {
        /// Name of the section.
        section: String,
        /// The address.
        address: u64,
    },
    /// A program for one processor, and an object for the other.
    #[error("{object} is for the {found}, the program for the {wanted}")]
    Processor {
        /// Name of the object.
        object: String,
        /// Its processor.
        found: Processor,
        /// That of the program.
        wanted: Processor,
    },
    /// Something is wrong with the script.
    #[error(transparent)]
    Script(#[from] ScriptError),
    /// A file that cannot be read.
    #[error("{file}: {error}")]
    Read {
        /// Its name.
        file: String,
        /// Why.
        error: ReadError,
    },
    /// An archive that cannot be read.
    #[error("{file}: {error}")]
    Archive {
        /// Its name.
        file: String,
        /// Why.
        error: ArchiveError,
    },
    /// An object that contradicts itself.
    #[error("{0}: a symbol or relocation names what does not exist")]
    Damaged(String),
    /// A program where an object is wanted.
    #[error("{0} is a linked program")]
    Linked(String),
    /// Nothing says what is used.
    #[error("leaving out unused sections needs an entry that is defined: name it with -e")]
    NoRoot,
    /// More addresses depend on each other than we follow.
    #[error("the addresses of the script do not settle")]
    Unsettled,
}

fn uses(places: &[Place], more: usize) -> String {
    let mut text = "used at ".to_owned();
    for (index, place) in places.iter().enumerate() {
        if index > 0 {
            text += ", ";
        }
        text += &place.to_string();
    }
    if more > 0 {
        text += &format!(", and {more} more");
    }
    text
}

fn noun(field: Field) -> &'static str {
    match field {
        Field::Byte => "the byte",
        Field::LowNibble | Field::HighNibble => "the four bits",
        Field::Word => "the 16-bit address",
        Field::Long => "the long word",
        Field::Segmented => "the address",
        Field::Short => "the short address",
        Field::Relative8 | Field::Relative7 => "the jump to",
        Field::Relative12 => "the call of",
        Field::Relative16 => "the relative address",
    }
}

/// All that is wrong, in the order of the files.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub struct LinkErrors {
    /// At least one.
    pub list: Vec<LinkError>,
}

impl fmt::Display for LinkErrors {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, error) in self.list.iter().enumerate() {
            if index > 0 {
                f.write_str("\n")?;
            }
            write!(f, "{error}")?;
        }
        Ok(())
    }
}

impl<E: Into<LinkError>> From<E> for LinkErrors {
    fn from(error: E) -> Self {
        Self {
            list: vec![error.into()],
        }
    }
}
