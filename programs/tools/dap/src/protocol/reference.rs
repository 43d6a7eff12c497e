//! Memory references, as a client sends them back.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize, Serializer};
use z8000_debugger::machine::Address as Logical;

/// A reference to an address: `0x1a78` and `program:0x1a78` are in program memory, `data:0x1000` is in data memory.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
#[serde(try_from = "String")]
pub(crate) struct Reference {
    pub(crate) program: bool,
    /// The address: segment * 0x10000 + offset.
    pub(crate) address: u32,
}

impl Reference {
    /// Returns the reference `bytes` bytes further on; `None` outside the memory.
    pub(crate) fn offset(self, bytes: i64) -> Option<Self> {
        let address = i64::from(self.address).checked_add(bytes)?;
        let address = u32::try_from(address).ok().filter(|at| *at < ADDRESSES)?;
        Some(Self { address, ..self })
    }

    pub(crate) const fn program(at: Logical) -> Self {
        Self::new(true, at)
    }

    pub(crate) const fn new(program: bool, at: Logical) -> Self {
        let address = at.linear() as u32;
        Self { program, address }
    }
}

/// The number of addresses of a Z8001; a Z8002 has fewer.
pub(crate) const ADDRESSES: u32 = 0x80_0000;

/// Parses a number in hexadecimal, `0x1a78`, or in decimal.
fn number(digits: &str) -> Option<u32> {
    match digits.strip_prefix("0x") {
        Some(hex) => u32::from_str_radix(hex, 16).ok(),
        None => digits.parse().ok(),
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
        let segmented = digits.strip_prefix("<<").and_then(|rest| rest.split_once(">>"));
        let address = match segmented {
            Some((segment, offset)) => match (number(segment), number(offset)) {
                (Some(segment @ 0..=127), Some(offset @ 0..=0xFFFF)) => Some(segment << 16 | offset),
                _ => None,
            },
            None => number(digits).filter(|at| *at < ADDRESSES),
        };
        address.map(|address| Self { program, address }).ok_or_else(|| {
            format!("invalid address `{text}`: write 0x1a78, program:0x1a78, data:0x1000 or <<5>>0x1000")
        })
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
