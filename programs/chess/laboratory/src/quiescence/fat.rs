//! Fat values: a reliable range, and an unreliable value within it.

use std::fmt;
use std::ops::Neg;

use crate::game::{INFINITY, Value};

/// What a search with a depth limit knows about a position. Always `lower` <= `value` <= `upper`.
///
/// The range is as reliable as null moves are: it does not depend on the depth limit. The value is that of an ordinary
/// search, which also depends on evaluations at the depth limit. The range is different from the bounds of alpha-beta:
/// those say which values are of interest, whereas the range says which values are possible.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Fat {
    /// The minimum possible value.
    pub lower: Value,
    /// The value as far as it is known.
    pub value: Value,
    /// The maximum possible value.
    pub upper: Value,
}

impl Fat {
    /// Returns a value without reliable bounds.
    pub const fn guess(value: Value) -> Self {
        Self { lower: -INFINITY, value, upper: INFINITY }
    }

    /// Returns a value that no deeper search will change.
    pub const fn definite(value: Value) -> Self {
        Self { lower: value, value, upper: value }
    }

    /// Formats the bounds; an unknown bound becomes an empty string.
    pub(super) fn bounds(self) -> [String; 2] {
        [self.lower, self.upper].map(|bound| match bound.abs() {
            INFINITY => String::new(),
            _ => bound.to_string(),
        })
    }

    /// Returns true if the bounds have met.
    pub const fn is_definite(self) -> bool {
        self.lower == self.upper
    }
}

impl Neg for Fat {
    type Output = Self;

    fn neg(self) -> Self {
        Self { lower: -self.upper, value: -self.value, upper: -self.lower }
    }
}

impl fmt::Display for Fat {
    /// Writes the bounds as the paper does: `[-2,3]`, with the value in the middle if the bounds have not met:
    /// `[-2,0,3]`. A bound that is not known is omitted.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_definite() {
            return write!(f, "[{}]", self.value);
        }
        let [lower, upper] = self.bounds();
        let text = format!("[{lower},{},{upper}]", self.value);
        f.pad(&text)
    }
}
