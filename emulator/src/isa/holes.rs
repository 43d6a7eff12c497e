//! First words that begin no instruction, by name.

use super::Pattern;

/// A set of first words without an instruction.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Hole {
    /// The words.
    pub pattern: Pattern,
    /// What they are, in a few words.
    pub name: &'static str,
}

macro_rules! holes {
    ($($bits:literal $name:literal;)*) => {
        /// All first words that begin no instruction.
        pub static HOLES: &[Hole] = &[$(Hole { pattern: Pattern::parse($bits), name: $name },)*];
    };
}

holes! {}

/// The hole that a first word falls into; none if it begins an instruction.
#[must_use]
pub fn hole(word: u16) -> Option<&'static Hole> {
    HOLES.iter().find(|hole| hole.pattern.matches(0, word))
}
