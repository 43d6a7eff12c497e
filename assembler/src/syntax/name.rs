//! The names of the dialects, and the methods of rewriting their directives and statements.

use std::str::FromStr;

/// The dialect of a source.
///
/// # Example
///
/// ```
/// use z8000_asm::Syntax;
///
/// let names = Syntax::ALL.map(Syntax::name);
/// assert_eq!(names, ["gnu", "asz8k", "plz", "asl"]);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Syntax {
    /// The dialect of GNU as.
    #[default]
    Gnu,
    /// The dialect of asz8k, the assembler of CP/M-8000.
    Asz8k,
    /// PLZ/ASM, the language of Zilog's assembler, and the dialect of `cas`.
    Plz,
    /// The dialect of AS, Alfred Arnold's macro assembler.
    Asl,
}

impl Syntax {
    /// All dialects.
    pub const ALL: [Self; 4] = [Self::Gnu, Self::Asz8k, Self::Plz, Self::Asl];

    /// Name of the dialect, as used in options.
    ///
    /// # Example
    ///
    /// ```
    /// use z8000_asm::Syntax;
    ///
    /// assert_eq!(Syntax::ALL.map(Syntax::name), ["gnu", "asz8k", "plz", "asl"]);
    /// ```
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Gnu => "gnu",
            Self::Asz8k => "asz8k",
            Self::Plz => "plz",
            Self::Asl => "asl",
        }
    }
}

impl FromStr for Syntax {
    type Err = String;

    fn from_str(name: &str) -> Result<Self, String> {
        let found = Self::ALL.into_iter().find(|syntax| syntax.name() == name);
        found.ok_or_else(|| format!("unknown dialect `{name}`: expected gnu, asz8k, plz or asl"))
    }
}

/// The way in which a directive is rewritten.
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
    /// A definition, whose name comes before it.
    Define,
    /// A section, whose name comes before it.
    Section,
    /// A common section, whose name comes before it.
    Common,
    /// A common symbol: `size, name`.
    Shared,
    /// A macro, whose name comes before it.
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

impl Rewrite {
    /// The way with a name in a table of directives.
    pub(crate) fn named(name: &'static str) -> Self {
        let (word, rest) = name.split_once(' ').unwrap_or((name, ""));
        match word {
            "same" => Self::Same,
            "text" => Self::Text,
            "nothing" => Self::Nothing,
            "numbers" => Self::Numbers(rest.parse().unwrap_or_default()),
            "addresses" => Self::Addresses,
            "space" => Self::Space,
            "align" => Self::Align,
            "define" => Self::Define,
            "section" => Self::Section,
            "common" => Self::Common,
            "shared" => Self::Shared,
            "macro" => Self::Macro,
            "endmacro" => Self::EndMacro,
            "segmented" => Self::Mode(true),
            "nonsegmented" => Self::Mode(false),
            "psec" => Self::Psec,
            "area" => Self::Area(rest),
            _ => Self::Statement,
        }
    }
}
