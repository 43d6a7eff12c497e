//! Messages of the Debug Adapter Protocol: a header with the length, an empty line, JSON.

use std::io::{self, BufRead, Write};

use serde_json::Value as Json;
use thiserror::Error;

/// Why there is no message.
#[derive(Debug, Error)]
pub(crate) enum MessageError {
    /// The header cannot be read. The bytes up to the next header are passed over.
    #[error("the header `{0}` has no Content-Length that can be read")]
    Header(String),
    /// It is too long to be one.
    #[error("a message of {0} bytes is too long: {LONGEST} are the most")]
    Long(usize),
    /// The body is no JSON.
    #[error("the message is no JSON: {0}")]
    Json(serde_json::Error),
    /// The client has gone.
    #[error("the client has gone: {0}")]
    Io(#[from] io::Error),
}

/// Longer messages are refused.
const LONGEST: usize = 16 << 20;

/// Reads a message; none at the end of the input.
pub(crate) fn read(input: &mut impl BufRead) -> Result<Option<Json>, MessageError> {
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
    let length = length.ok_or(MessageError::Header(header))?;
    if length > LONGEST {
        return Err(MessageError::Long(length));
    }
    let mut body = vec![0; length];
    input.read_exact(&mut body)?;
    serde_json::from_slice(&body).map(Some).map_err(MessageError::Json)
}

/// Writes a message.
pub(crate) fn write(output: &mut impl Write, message: &Json) -> io::Result<()> {
    let body = message.to_string();
    write!(output, "Content-Length: {}\r\n\r\n{body}", body.len())?;
    output.flush()
}
