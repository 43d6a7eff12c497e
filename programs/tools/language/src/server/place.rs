//! Converts files and positions to and from the form used by the protocol.

use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::str::FromStr;

use lsp_types::{Range, Uri};

use crate::document::{Document, Position};

/// Returns the path of a file; `None` if the URI is not that of a file.
pub(super) fn path(uri: &Uri) -> Option<PathBuf> {
    let is_file = uri.scheme().is_some_and(|scheme| scheme.eq_lowercase("file"));
    let is_here = matches!(uri.authority()?.as_str(), "" | "localhost");
    let text = uri.path().as_estr().decode().into_string().ok()?;
    let text = Some(text).filter(|_| is_file && is_here)?;
    // A path on Windows looks like `/c:/folder`.
    let bytes = text.as_bytes();
    let drive = matches!(bytes, [b'/', letter, b':', ..] if letter.is_ascii_alphabetic());
    let path = if drive && cfg!(windows) { &text[1..] } else { &text[..] };
    path.starts_with('/')
        .then(|| crate::program::plain(Path::new(path)))
        .or_else(|| drive.then(|| PathBuf::from(path)))
}

/// Returns the URI of a file.
pub(super) fn uri(path: &Path) -> Option<Uri> {
    let mut text = String::from("file://");
    let path = path.to_string_lossy().replace('\\', "/");
    if !path.starts_with('/') {
        text.push('/');
    }
    for byte in path.bytes() {
        if byte.is_ascii_alphanumeric() || b"/-._~+,".contains(&byte) {
            text.push(byte.into());
        } else {
            let _ = write!(text, "%{byte:02X}");
        }
    }
    Uri::from_str(&text).ok()
}

/// Converts a place in a document.
pub(super) fn position(document: &Document, at: Position) -> lsp_types::Position {
    let (row, character) = document.row_and_character(at);
    lsp_types::Position::new(row, character)
}

/// Converts a range of bytes in a line.
pub(super) fn range(document: &Document, line: usize, span: &std::ops::Range<usize>) -> Range {
    let at = |byte| position(document, Position { line, byte });
    Range::new(at(span.start), at(span.end))
}
