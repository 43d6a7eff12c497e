//! Shared texts.

use std::ops::{Deref, Range};
use std::sync::Arc;

/// A part of a shared text, cheap to copy.
#[derive(Clone)]
pub struct Text {
    whole: Arc<str>,
    start: u32,
    end: u32,
}

impl Text {
    /// A part of a text, by its bytes, of which there are at most [`LARGEST`](crate::source::LARGEST).
    pub(crate) fn part(whole: &Arc<str>, range: Range<usize>) -> Self {
        Self {
            whole: Arc::clone(whole),
            start: range.start as u32,
            end: range.end as u32,
        }
    }
}

impl From<String> for Text {
    fn from(text: String) -> Self {
        Self::part(&text.as_str().into(), 0..text.len())
    }
}

impl Deref for Text {
    type Target = str;

    fn deref(&self) -> &str {
        &self.whole[self.start as usize..self.end as usize]
    }
}

impl PartialEq for Text {
    fn eq(&self, other: &Self) -> bool {
        **self == **other
    }
}

impl Eq for Text {}

impl std::fmt::Debug for Text {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        (**self).fmt(f)
    }
}
