//! The names of the dialects, and how their directives and statements are converted.

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
#[non_exhaustive]
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
    /// All dialects, with GNU as first.
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

/// How a directive is converted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Rewrite {
    /// The directive gets its other name; its arguments are expressions.
    Same,
    /// The directive gets its other name; its argument is a string.
    Text,
    /// The directive is omitted.
    Nothing,
    /// The arguments become numbers of this many bytes.
    Numbers(u8),
    /// The arguments become addresses, of 4 bytes in segmented mode and 2 in non-segmented mode.
    Addresses,
    /// The directive becomes bytes of space.
    Space,
    /// The directive becomes an alignment.
    Align,
    /// The directive becomes a definition of the name before it.
    Define,
    /// The directive becomes a section with the name before it.
    Section,
    /// The directive becomes a common section with the name before it.
    Common,
    /// The directive becomes a common symbol: `size, name`.
    Shared,
    /// The directive becomes a macro with the name before it.
    Macro,
    /// The directive becomes the end of a macro.
    EndMacro,
    /// The directive changes the mode; true for segmented.
    Mode(bool),
    /// The directive names the section for the following areas.
    Psec,
    /// The directive begins an area of the section; the string contains the flags of the section.
    Area(&'static str),
    /// The parser of the dialect converts the directive.
    Statement,
}

impl Rewrite {
    /// Returns the conversion with this name in a table of directives.
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
