//! The names of the dialects.

use std::str::FromStr;

/// The dialect of a source.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Syntax {
    /// That of GNU as.
    #[default]
    Gnu,
    /// That of asz8k, the assembler of CP/M-8000.
    Asz8k,
    /// PLZ/ASM, the language of Zilog's assembler, and that of `cas`.
    Plz,
}

impl Syntax {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Gnu, Self::Asz8k, Self::Plz];

    /// Its name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Gnu => "gnu",
            Self::Asz8k => "asz8k",
            Self::Plz => "plz",
        }
    }
}

impl FromStr for Syntax {
    type Err = String;

    fn from_str(name: &str) -> Result<Self, String> {
        let found = Self::ALL.into_iter().find(|syntax| syntax.name() == name);
        found.ok_or_else(|| format!("`{name}` is not a dialect: use gnu, asz8k or plz"))
    }
}
