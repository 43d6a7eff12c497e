//! The meanings that a directive can have, as data; the assembler carries them out.

use z8000::isa::Mode;
use z8000_object::Binding;

use crate::section::Section;
use crate::syntax::Rewrite;

/// The way in which a directive is carried out.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Does {
    /// The assembler acts on its arguments.
    Run(Action),
    /// The assembler acts on the text after the name, which need not be tokens.
    Read(Action),
    /// It decides which lines count.
    Decide(Test),
    /// It is written anew in the dialect of GNU as, as the directive of this name; there is none where it becomes
    /// something else, or nothing.
    Becomes(&'static str, Rewrite),
}

/// The action of a directive.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Action {
    /// Goes over to segmented or non-segmented mode.
    Mode(Mode),
    /// Continues in a section.
    Enter(Section),
    /// Continues in a section by its name.
    Section,
    Origin,
    Structure,
    Even,
    /// Aligns, with a fill of some bytes.
    Align(Boundary, u32),
    Equate,
    Set,
    Globals(Binding),
    Common,
    LocalCommon,
    /// Numbers of some bytes.
    Numbers(usize),
    /// Numbers of as many bytes as an address of the mode has.
    Addresses,
    /// Numbers in groups of 7 bits, with a sign or without.
    Leb128(bool),
    /// Floating-point numbers of some bytes.
    Floats(usize),
    /// Characters of some bytes each, and zeros behind them.
    Text(usize, usize),
    ZilogText,
    Space,
    /// Units of some bytes: many of a value, or space.
    Units(i64, bool),
    Fill,
    /// NOPs in some bytes, or in as many as it says.
    Nops(Option<u32>),
    Binary,
    DefineMacro,
    ExitMacro,
    Purge,
    Repeat,
    RepeatFor,
    RepeatForCharacters,
    Alternate(bool),
    Include,
    End,
    Abort,
    Fail,
    /// The message that follows is an error.
    Error,
    /// The message that follows is a warning.
    Warning,
    /// It is an error by itself.
    Refuse(&'static str),
    Nothing,
}

/// The way in which an alignment is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Boundary {
    /// A number of bytes, which is a power of two.
    Bytes,
    /// The exponent of a power of two.
    Power,
}

/// The largest power of two that a section is aligned to.
pub(crate) const LARGEST_POWER: i64 = 16;

impl Boundary {
    /// The multiple of bytes that a number asks for.
    pub(crate) fn bytes(self, number: i64) -> Result<u32, String> {
        match (self, number) {
            (Self::Power, 0..=LARGEST_POWER) => Ok(1 << number),
            (Self::Power, _) => Err(format!(
                "cannot align to 2 to the power of {number}; use 0 to {LARGEST_POWER}"
            )),
            (Self::Bytes, _) => {
                let bytes = u32::try_from(number).ok().filter(|bytes| bytes.is_power_of_two());
                bytes.ok_or_else(|| format!("cannot align to {number}, which is not a power of two"))
            }
        }
    }
}

/// The question of a directive of conditional assembly.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Test {
    NotZero,
    Zero,
    Above,
    NotBelow,
    Below,
    NotAbove,
    Defined,
    NotDefined,
    Blank,
    NotBlank,
    Same,
    Different,
    ElseIf,
    Else,
    End,
}
