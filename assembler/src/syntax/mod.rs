//! Dialects: what a source for another assembler becomes in the dialect of GNU as, which the rest of the crate reads.
//!
//! A dialect has rules for its tokens (`scan`), a grammar for its expressions (`expression`), and a file for its
//! statements, which writes them anew (`writer`). Every part that is written keeps the place that it came from, so
//! errors point at the source. [`convert`] shows what was written.

mod asz8k;
mod convert;
mod expression;
mod plz;
mod rewrite;
mod scan;
mod writer;

use std::str::FromStr;
use std::string::FromUtf8Error;
use std::sync::Arc;

use crate::register::is_register;
use crate::source::{Line, Origin, Text};
use expression::Code;

pub use convert::convert;
pub(crate) use rewrite::Rewrite;
pub(crate) use writer::Written;

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

/// The dialect of the sources of a run.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Dialect {
    pub(crate) syntax: Syntax,
    /// Whether the run begins in segmented mode.
    pub(crate) segmented: bool,
}

/// What a file became.
#[derive(Default)]
pub(crate) struct Translation {
    /// Statements, in the order of the source. A line may have several, or none.
    pub(crate) written: Vec<Written>,
    pub(crate) comments: Vec<scan::Comment>,
}

impl Dialect {
    /// The text of a file. Sources in period dialects may be in ISO 8859-1.
    pub(crate) fn text(self, bytes: Vec<u8>) -> Result<String, FromUtf8Error> {
        match String::from_utf8(bytes) {
            Err(error) if self.syntax != Syntax::Gnu => Ok(error.into_bytes().into_iter().map(char::from).collect()),
            text => text,
        }
    }

    /// Writes a file anew.
    fn translate(self, text: &str) -> Translation {
        match self.syntax {
            Syntax::Gnu => Translation::default(),
            Syntax::Asz8k => asz8k::translate(text),
            Syntax::Plz => plz::translate(text, self.segmented),
        }
    }

    /// The lines of a file, written anew: each with the first statement that it became, and further ones behind it.
    pub(crate) fn lines(self, text: &Arc<str>, file: u32, depth: usize) -> Vec<Line> {
        let mut written = self.translate(text).written.into_iter().peekable();
        let mut lines = Vec::new();
        let mut start = 0;
        for (index, raw) in text.split_inclusive('\n').enumerate() {
            let end = start + raw.trim_end_matches(['\n', '\r']).len();
            let source = Text::part(text, start..end);
            let origin = Origin {
                file,
                line: index as u32 + 1,
                expansion: None,
            };
            let mut first = true;
            while first || written.peek().is_some_and(|next| next.line <= index) {
                let next = written.next_if(|next| next.line <= index).unwrap_or_default();
                let text = Text::from(next.text.clone());
                lines.push(Line {
                    // The whole line is shown with its first statement.
                    shown: if first { source.clone() } else { text.clone() },
                    text,
                    origin,
                    depth,
                    follows: !first,
                    written: Some(next.of(source.clone()).into()),
                });
                first = false;
            }
            start += raw.len();
        }
        lines
    }
}

/// A string as the dialect of GNU as has it.
fn quoted(bytes: &[u8]) -> String {
    let mut text = String::from('"');
    for &byte in bytes {
        match byte {
            b'"' | b'\\' => text.extend(['\\', byte.into()]),
            b' '..=b'~' => text.push(byte.into()),
            _ => text.push_str(&format!("\\{byte:03o}")),
        }
    }
    text.push('"');
    text
}

/// Up to four characters as a number, which is their bytes one after the other.
fn character(bytes: &[u8]) -> (String, i64) {
    let number = bytes.iter().fold(0, |number, &byte| number << 8 | i64::from(byte));
    match bytes {
        [byte @ b' '..=b'~'] if !matches!(byte, b'\'' | b'\\' | b'"') => (format!("'{}'", char::from(*byte)), number),
        _ => (format!("{number:#x}"), number),
    }
}

/// Whether the last operand of an instruction is a count, which may be left out where it is 1.
fn counts(mnemonic: &str) -> bool {
    let known = [
        "sla", "slab", "slal", "sll", "sllb", "slll", "sra", "srab", "sral", "srl", "srlb", "srll", "rl", "rlb", "rlc",
        "rlcb", "rr", "rrb", "rrc", "rrcb", "inc", "incb", "dec", "decb",
    ];
    known.iter().any(|known| known.eq_ignore_ascii_case(mnemonic))
}

/// A port by its number, which GNU as writes as immediate data; any other operand as it is.
fn port(mnemonic: &str, operand: Code) -> Code {
    let known = ["in", "inb", "out", "outb", "sin", "sinb", "sout", "soutb"];
    let has_port = known.iter().any(|known| known.eq_ignore_ascii_case(mnemonic));
    match operand.parts.first() {
        Some((first, _)) if has_port && !first.starts_with(['@', '#', '|']) && !is_register(first) => {
            operand.immediate()
        }
        _ => operand,
    }
}
