//! Addresses and references to memory.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize, Serializer};

/// A reference to an address, as a client sends it back: `0x1a78` or `program:0x1a78` is in the program memory,
/// `data:0x1000` in the data memory.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(try_from = "String")]
pub(crate) struct Reference {
    pub(crate) program: bool,
    pub(crate) address: u16,
}

impl Reference {
    /// The address some bytes away.
    pub(crate) fn offset(self, bytes: i64) -> Option<Self> {
        let address = i64::from(self.address).checked_add(bytes)?;
        let address = u16::try_from(address).ok()?;
        Some(Self { address, ..self })
    }

    pub(crate) const fn program(address: u16) -> Self {
        Self { program: true, address }
    }

    pub(crate) const fn data(address: u16) -> Self {
        Self {
            program: false,
            address,
        }
    }
}

impl FromStr for Reference {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let (program, digits) = match text.split_once(':') {
            Some(("data", digits)) => (false, digits),
            Some(("program", digits)) => (true, digits),
            _ => (true, text),
        };
        let parsed = match digits.strip_prefix("0x") {
            Some(hex) => u16::from_str_radix(hex, 16),
            None => digits.parse(),
        };
        parsed
            .map(|address| Self { program, address })
            .map_err(|_| format!("`{text}` is not an address: write 0x1a78, program:0x1a78 or data:0x1000"))
    }
}

impl TryFrom<String> for Reference {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        text.parse()
    }
}

impl fmt::Display for Reference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let memory = if self.program { "" } else { "data:" };
        write!(f, "{memory}{:#06x}", self.address)
    }
}

impl Serialize for Reference {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

/// An address without its memory, which is written in hexadecimal.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Address(pub(crate) u16);

impl Serialize for Address {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(&format_args!("{:#06x}", self.0))
    }
}
