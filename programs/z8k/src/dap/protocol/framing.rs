//! Messages on a stream: a header with the length, an empty line, JSON.

use std::io::{self, BufRead, Write};

use serde::Serialize;
use serde_json::Value as Json;
use thiserror::Error;

/// Why a message cannot be read.
#[derive(Debug, Error)]
pub(crate) enum FramingError {
    /// The header cannot be read. The bytes up to the next header are skipped.
    #[error("the header `{0}` has no valid Content-Length")]
    Header(String),
    /// It is longer than any that a client sends.
    #[error("a message of {0} bytes is too long: the limit is {LONGEST}")]
    Long(usize),
    /// The body is not JSON.
    #[error("the message is not JSON: {0}")]
    Json(serde_json::Error),
    /// The client has gone.
    #[error("the client has gone: {0}")]
    Io(#[from] io::Error),
}

/// The bytes of a message, at most.
const LONGEST: usize = 16 << 20;

/// Reads a message; none at the end of the input.
pub(crate) fn read(input: &mut impl BufRead) -> Result<Option<Json>, FramingError> {
    let mut length = None;
    let mut header = String::new();
    loop {
        let mut line = Vec::new();
        if input.read_until(b'\n', &mut line)? == 0 {
            return Ok(None);
        }
        let text = String::from_utf8_lossy(&line);
        let text = text.trim();
        if text.is_empty() {
            if header.is_empty() {
                continue;
            }
            break;
        }
        header = text.to_owned();
        if let Some((name, value)) = text.split_once(':')
            && name.trim().eq_ignore_ascii_case("content-length")
        {
            length = value.trim().parse::<usize>().ok();
        }
    }
    let length = length.ok_or(FramingError::Header(header))?;
    if length > LONGEST {
        return Err(FramingError::Long(length));
    }
    let mut body = vec![0; length];
    input.read_exact(&mut body)?;
    serde_json::from_slice(&body).map(Some).map_err(FramingError::Json)
}

/// Writes a message.
pub(crate) fn write(output: &mut impl Write, message: &impl Serialize) -> io::Result<()> {
    let body = serde_json::to_string(message)?;
    write!(output, "Content-Length: {}\r\n\r\n{body}", body.len())?;
    output.flush()
}
