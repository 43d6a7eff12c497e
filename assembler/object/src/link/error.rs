//! The error messages of a link.

use thiserror::Error;

use crate::model::Object;

/// All errors of a link, in the order of the files.
///
/// # Example
///
/// ```
/// use z8000_object::link::{Input, LinkError, Options, link};
/// use z8000_object::{Binding, Field, Kind, Object, Relocation, Section, Symbol, Target, Value};
///
/// // LD R1,counter, which is defined nowhere.
/// let mut text = Section::at(".text", Kind::Code, 0, vec![0x61, 0x01, 0, 0]);
/// text.relocations.push(Relocation { offset: 2, field: Field::Word, target: Target::Symbol(0), addend: 0 });
/// let counter = Symbol { name: "counter".into(), value: Value::Undefined, binding: Binding::Global };
/// let object = Object { sections: vec![text], symbols: vec![counter], ..Object::default() };
/// let errors = link(vec![Input::Object(object)], &Options::default()).expect_err("a symbol is not defined");
/// assert!(matches!(&errors.list[..], [LinkError::Undefined(symbol, _)] if symbol == "counter"));
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("{}", .list.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n"))]
pub struct LinkErrors {
    /// The errors in the order in which they were found; at least one.
    pub list: Vec<LinkError>,
}

/// An error of a link, which is displayed as its message.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum LinkError {
    /// A symbol is used and not defined: its name, and the message with the places where it is used.
    #[error("{1}")]
    Undefined(String, String),
    /// A symbol has two definitions: its name, and the message with both places.
    #[error("{1}")]
    Duplicate(String, String),
    /// Another error, with its message.
    #[error("{0}")]
    Other(String),
}

impl From<String> for LinkError {
    fn from(message: String) -> Self {
        Self::Other(message)
    }
}

impl LinkErrors {
    /// Returns an error if the list is not empty.
    pub(super) fn check(list: Vec<impl Into<LinkError>>) -> Result<(), Self> {
        let list: Vec<_> = list.into_iter().map(Into::into).collect();
        if list.is_empty() { Ok(()) } else { Err(Self { list }) }
    }
}

impl From<String> for LinkErrors {
    fn from(message: String) -> Self {
        Self { list: vec![message.into()] }
    }
}

/// Describes a location in an object for a message: its file, section and offset, and the source line if the object
/// contains it.
pub(super) fn place(object: &Object, at: Option<(usize, u32)>) -> String {
    let at = at.and_then(|(section, offset)| Some((&object.sections.get(section)?.name, offset)));
    let line = at.and_then(|(section, offset)| object.lines.line_at(section, offset));
    let line = line.map_or_else(String::new, |(file, line)| format!("{file}:{line}: "));
    match at {
        Some((section, offset)) => format!("{line}{}({section}+{offset:#x})", object.name),
        None => format!("{line}{}", object.name),
    }
}

/// Returns the message about an inconsistent object.
pub(super) fn damaged(object: &Object) -> String {
    format!(
        "{}: a symbol or relocation refers to an item that does not exist",
        object.name
    )
}

/// Returns the message about an address outside the processor's address space.
pub(super) fn beyond(section: &str, address: u64) -> String {
    format!("section `{section}` would extend to {address:#x}, beyond the address space")
}
