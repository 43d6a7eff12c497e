//! Decodes the contents of a suite's file.

/// Returns the text of a file, with bytes that are not UTF-8 written as `\xe9`.
pub(crate) fn text(bytes: &[u8]) -> String {
    let part = |part: std::str::Utf8Chunk<'_>| format!("{}{}", part.valid(), part.invalid().escape_ascii());
    bytes.utf8_chunks().map(part).collect()
}
