//! Types of PLZ/ASM, and open blocks.

use std::ops::Range;

use crate::fault::{Fault, Rule};
use crate::syntax::scan::Token;

#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Type {
    /// A number of this many bytes.
    Number(u8),
    /// An array of elements of a type; `None` if the number of elements is that of the values.
    Array(Option<i64>, Box<Self>),
    /// Fields: name, offset, type.
    Record(Vec<(String, i64, Self)>),
}

impl Type {
    /// Returns the size in bytes; `None` if the values determine it.
    pub(super) fn size(&self) -> Option<i64> {
        match self {
            Self::Number(bytes) => Some((*bytes).into()),
            Self::Array(count, of) => of.size()?.checked_mul((*count)?),
            Self::Record(fields) => match fields.last() {
                Some((_, offset, of)) => of.size()?.checked_add(*offset),
                None => Some(0),
            },
        }
    }

    /// Returns the size of the first number: if it is more than 1, the address must be even.
    pub(super) fn unit(&self) -> u8 {
        match self {
            Self::Number(bytes) => *bytes,
            Self::Array(_, of) => of.unit(),
            Self::Record(fields) => fields.iter().map(|(.., of)| of.unit()).max().unwrap_or(1),
        }
    }

    /// Returns the sizes of the numbers to which values are assigned, in order; `None` if there may be any number of
    /// the same size.
    pub(super) fn units(&self) -> Option<Vec<u8>> {
        const MOST: i64 = 0x1_0000;
        match self {
            Self::Number(bytes) => Some(vec![*bytes]),
            Self::Array(count, of) => {
                let units = of.units()?;
                let count = count.filter(|count| *count * units.len().max(1) as i64 <= MOST)?;
                Some(units.repeat(usize::try_from(count).unwrap_or(0)))
            }
            Self::Record(fields) => {
                let mut units = Vec::new();
                for (.., of) in fields {
                    units.extend(of.units()?);
                }
                Some(units)
            }
        }
    }

    /// Returns the names of the fields of a variable, with their offsets.
    pub(super) fn fields(&self, name: &str) -> Vec<(String, i64)> {
        let Self::Record(fields) = self else {
            return Vec::new();
        };
        let named = |(field, offset, _): &(String, i64, Self)| (format!("{name}.{field}"), *offset);
        fields.iter().map(named).collect()
    }
}

/// An open block, and the position of its beginning.
pub(super) struct Block {
    pub(super) kind: What,
    pub(super) span: Range<usize>,
    /// The numbers of its labels: at the beginning of a loop or of the other branch, and at the end.
    pub(super) labels: [usize; 2],
    /// The label of a loop, which `exit` and `repeat` may name.
    pub(super) name: String,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum What {
    /// A label before `do`.
    Label,
    If,
    Else,
    Do,
}

impl Block {
    /// Creates a block that begins with a token.
    pub(super) fn new(kind: What, token: &Token<'_>, labels: [usize; 2], name: &str) -> Self {
        Self { kind, span: token.span.clone(), labels, name: name.to_owned() }
    }

    /// Creates a label, which names the loop that follows.
    pub(super) fn label(token: &Token<'_>) -> Self {
        Self::new(What::Label, token, [0; 2], token.name().unwrap_or_default())
    }

    /// Returns the fault of a block that is not closed.
    pub(super) fn unended(&self) -> Fault {
        let message = match self.kind {
            What::Do | What::Label => "no matching `od`",
            What::If | What::Else => "no matching `fi`",
        };
        Fault::new(self.span.clone(), message).rule(Rule::Unmatched)
    }
}
