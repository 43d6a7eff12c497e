//! Types of PLZ/ASM, and the blocks that are open.

use std::ops::Range;

use crate::fault::Fault;
use crate::syntax::scan::Token;

/// A type.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Type {
    /// A number of some bytes.
    Number(u8),
    /// A number of elements of a type; as many as there are values if no number is given.
    Array(Option<i64>, Box<Self>),
    /// Fields: name, offset, type.
    Record(Vec<(String, i64, Self)>),
}

impl Type {
    /// Bytes that it takes, unless the values decide that.
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

    /// Bytes of the number that it begins with: 1, or more, which needs an even address.
    pub(super) fn unit(&self) -> u8 {
        match self {
            Self::Number(bytes) => *bytes,
            Self::Array(_, of) => of.unit(),
            Self::Record(fields) => fields.iter().map(|(.., of)| of.unit()).max().unwrap_or(1),
        }
    }

    /// The numbers for which values are given, consecutively; `None` if there may be any number of one kind.
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

    /// The names of its fields after a name, with their offsets.
    pub(super) fn fields(&self, name: &str) -> Vec<(String, i64)> {
        let Self::Record(fields) = self else {
            return Vec::new();
        };
        let named = |(field, offset, _): &(String, i64, Self)| (format!("{name}.{field}"), *offset);
        fields.iter().map(named).collect()
    }
}

/// A block that is open, and its beginning.
pub(super) struct Block {
    pub(super) kind: What,
    pub(super) span: Range<usize>,
    /// Numbers of its labels: for the beginning of a loop or the other branch, and for the end.
    pub(super) labels: [usize; 2],
    /// The label of a loop.
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
    /// A block that a token begins.
    pub(super) fn new(kind: What, token: &Token<'_>, labels: [usize; 2], name: &str) -> Self {
        Self { kind, span: token.span.clone(), labels, name: name.to_owned() }
    }

    /// A label, which names the loop that follows.
    pub(super) fn label(token: &Token<'_>) -> Self {
        Self::new(What::Label, token, [0; 2], token.name().unwrap_or_default())
    }

    /// The fault of a block that does not end.
    pub(super) fn unended(&self) -> Fault {
        let message = match self.kind {
            What::Do | What::Label => "no matching `od`",
            What::If | What::Else => "no matching `fi`",
        };
        Fault::new(self.span.clone(), message)
    }
}
