//! The source of a suite: a file, or the standard input.

use std::path::Path;
use std::sync::{Mutex, PoisonError};

use anyhow::Result;

/// The contents of the standard input: it can be read once, and a command may ask for its suite more than once.
static INPUT: Mutex<Option<Vec<u8>>> = Mutex::new(None);

/// The bytes of a file, or of the standard input.
pub(crate) fn bytes(path: &Path) -> Result<Vec<u8>> {
    if !cli::is_standard(path) {
        return cli::read(path);
    }
    once(&INPUT, || cli::read_or_standard(path))
}

/// The text of a file; bytes that are not UTF-8 are shown as `\xe9`.
pub(crate) fn text(bytes: &[u8]) -> String {
    let part = |part: std::str::Utf8Chunk<'_>| format!("{}{}", part.valid(), part.invalid().escape_ascii());
    bytes.utf8_chunks().map(part).collect()
}

/// Returns the name of a file in messages.
pub(crate) fn name(path: &Path) -> String {
    if cli::is_standard(path) {
        "standard input".to_owned()
    } else {
        path.display().to_string()
    }
}

/// All of an input, the same at every call.
fn once(kept: &Mutex<Option<Vec<u8>>>, read: impl FnOnce() -> Result<Vec<u8>>) -> Result<Vec<u8>> {
    let mut kept = kept.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(bytes) = &*kept {
        return Ok(bytes.clone());
    }
    let bytes = read()?;
    *kept = Some(bytes.clone());
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_input_is_read_once() {
        let kept = Mutex::new(None);
        let mut input = Some(b"positions".to_vec());
        for _ in 0..2 {
            let bytes = once(&kept, || Ok(input.take().expect("it is read once")));
            assert_eq!(bytes.expect("bytes in memory"), b"positions");
        }
    }

    #[test]
    fn messages_name_the_source() {
        assert_eq!(name(Path::new("-")), "standard input");
        assert_eq!(name(Path::new("./-")), "./-");
        let error = bytes(Path::new("no/such.epd")).expect_err("no file");
        assert_eq!(error.to_string(), "cannot read no/such.epd");
    }
}
