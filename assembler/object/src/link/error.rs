//! The error messages of a link.

use thiserror::Error;

use crate::model::Object;

/// All errors of a link, in the order of the files.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("{}", .list.join("\n"))]
pub struct LinkErrors {
    /// The messages; at least one.
    pub list: Vec<String>,
}

impl LinkErrors {
    /// Fails if there are messages.
    pub(super) fn check(list: Vec<String>) -> Result<(), Self> {
        if list.is_empty() { Ok(()) } else { Err(Self { list }) }
    }
}

impl From<String> for LinkErrors {
    fn from(message: String) -> Self {
        Self { list: vec![message] }
    }
}

/// The place of an object for a message: its file, section and offset, and the line of the source if the object knows
/// it.
pub(super) fn place(object: &Object, at: Option<(usize, u32)>) -> String {
    let at = at.and_then(|(section, offset)| Some((&object.sections.get(section)?.name, offset)));
    let line = at.and_then(|(section, offset)| object.lines.line_at(section, offset));
    let line = line.map_or_else(String::new, |(file, line)| format!("{file}:{line}: "));
    match at {
        Some((section, offset)) => format!("{line}{}({section}+{offset:#x})", object.name),
        None => format!("{line}{}", object.name),
    }
}

/// The message about an object that contradicts itself.
pub(super) fn damaged(object: &Object) -> String {
    format!(
        "{}: a symbol or relocation refers to an item that does not exist",
        object.name
    )
}

/// The message about an address that the processor does not have.
pub(super) fn beyond(section: &str, address: u64) -> String {
    format!("section `{section}` would extend to {address:#x}, beyond the address space")
}
