//! The settings of the linker.

use super::script::Script;

/// The settings for linking a program.
///
/// # Example
///
/// ```
/// use z8000_object::link::{Options, Script, Unresolved};
///
/// let script = Script::read("board.ld", "SECTIONS { .text 0x1000 : { *(.text) } }")?;
/// let options = Options { script, unresolved: Unresolved::Warned, ..Options::default() };
/// assert_eq!(options.entry, None);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, Default)]
pub struct Options {
    /// The script that places sections. The program is for the processor in `OUTPUT_ARCH` of the script, or by default
    /// for that of the first object.
    pub script: Script,
    /// The symbol or number at which the program starts; `None` for the script's `ENTRY` or, without one, `start` or
    /// `_start`.
    pub entry: Option<String>,
    /// Symbols that are treated as if an object used them.
    pub wanted: Vec<String>,
    /// Omit unused sections.
    pub leave_out_unused: bool,
    /// Shorten segmented addresses with offsets below 256, in objects that [allow it](crate::Object::relaxable).
    pub relax: bool,
    /// Allow sections to overlap, as they may in separate address spaces.
    pub may_overlap: bool,
    /// If a symbol has several definitions, use the first.
    pub allow_duplicates: bool,
    /// How to treat symbols that are used but not defined anywhere; default: as errors.
    pub unresolved: Unresolved,
    /// Symbols whose uses are redirected to `__wrap_NAME`; uses of `__real_NAME` are redirected to the symbols
    /// themselves.
    pub wrapped: Vec<String>,
    /// Warn about common symbols that differ in size or are also defined.
    pub warn_common: bool,
    /// How to treat sections that the script does not mention; default: put them at the end.
    pub orphans: Orphans,
    /// Write a map file.
    pub map: bool,
    /// Let [`combine`](super::combine) allocate common symbols; [`link`](super::link) always does.
    pub allocate: bool,
}

/// How to treat symbols that are used but not defined anywhere.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Unresolved {
    /// Report undefined symbols as errors.
    #[default]
    Refused,
    /// Treat undefined symbols as 0, with a warning.
    Warned,
    /// Treat undefined symbols as 0, without a warning.
    Ignored,
}

/// How to treat sections that the script does not mention.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Orphans {
    /// Put these sections at the end.
    #[default]
    Placed,
    /// Put these sections at the end, with a warning.
    Warned,
    /// Report these sections as errors.
    Refused,
    /// Omit these sections from the program.
    Discarded,
}
