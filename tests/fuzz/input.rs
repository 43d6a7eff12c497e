//! The inputs of the targets, as much of them as says something new.

use std::borrow::Cow;

/// The first 64 KB.
pub(super) fn bounded(bytes: &[u8]) -> &[u8] {
    &bytes[..bytes.len().min(0x1_0000)]
}

/// The first 64 KB as text.
pub(super) fn text(bytes: &[u8]) -> Cow<'_, str> {
    String::from_utf8_lossy(bounded(bytes))
}
