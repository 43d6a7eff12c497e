//! How the directives and statements of another dialect are written anew.

/// How a directive is written anew.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Rewrite {
    /// Under the other name, its arguments being expressions.
    Same,
    /// The same, with a string.
    Text,
    /// Not at all.
    Nothing,
    /// Numbers of some bytes.
    Numbers(u8),
    /// Addresses, of 4 bytes in segmented mode and 2 in the other.
    Addresses,
    /// Bytes of space.
    Space,
    /// Alignment.
    Align,
    /// A definition, whose name stands before it.
    Define,
    /// A section, whose name stands before it.
    Section,
    /// A common section, whose name stands before it.
    Common,
    /// A common symbol: `size, name`.
    Shared,
    /// A macro, whose name stands before it.
    Macro,
    /// The end of a macro.
    EndMacro,
    /// Segmented mode, or not.
    Mode(bool),
    /// The section that the next area belongs to.
    Psec,
    /// An area of the section: the text of the directive, and the flags of a section.
    Area(&'static str),
    /// A statement that the parser of the dialect knows.
    Statement,
}

/// Mnemonics that are written another way in GNU as.
pub(super) const MNEMONICS: [(&str, &str); 2] = [("jpr", "jp"), ("callr", "call")];
