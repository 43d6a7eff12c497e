//! Messages as they come and go: a header with a length, and JSON.
//!
//! Whatever is wrong with a message, the next one is found: by the length of this one, or where there is none, by the
//! next header.

use std::io::{self, BufRead, Read, Write};

use lsp_server::Message;
use thiserror::Error;

/// The most bytes of a message.
const LARGEST: usize = 0x1000_0000;

/// The most bytes of a line of a header.
const LINE: u64 = 0x1_0000;

/// Why there is no message.
#[derive(Debug, Error)]
pub(super) enum FramingError {
    /// The input cannot be read.
    #[error("cannot read a message: {0}")]
    Io(#[from] io::Error),
    /// The header has no length that can be read.
    #[error("a message has no `Content-Length` that is a number up to {LARGEST}")]
    Length,
    /// It is no JSON, or no message.
    #[error("this is no message: {0}")]
    Message(#[from] serde_json::Error),
}

/// Reads the next message; none at the end of the input.
///
/// # Errors
///
/// When it cannot be read, or is none. After [`FramingError::Io`], there is nothing more to be read.
pub(super) fn read(input: &mut impl BufRead) -> Result<Option<Message>, FramingError> {
    let mut length = None;
    let mut begun = false;
    loop {
        let mut line = Vec::new();
        if input.by_ref().take(LINE).read_until(b'\n', &mut line)? == 0 {
            return Ok(None);
        }
        let line = String::from_utf8_lossy(&line);
        let line = line.trim();
        if line.is_empty() {
            if begun {
                break;
            }
            continue;
        }
        begun = true;
        if let Some(value) = value(line) {
            length = value.parse().ok().filter(|length| *length <= LARGEST);
        }
    }
    let length = length.ok_or(FramingError::Length)?;
    let mut bytes = Vec::new();
    if input.by_ref().take(length as u64).read_to_end(&mut bytes)? < length {
        return Ok(None);
    }
    Ok(Some(serde_json::from_slice(&bytes)?))
}

/// The length that a line of a header gives. Rubbish before it may be the end of a message whose length was wrong.
fn value(line: &str) -> Option<&str> {
    let name = "content-length:";
    let at = line.to_ascii_lowercase().rfind(name)?;
    line.get(at + name.len()..).map(str::trim)
}

/// Writes a message.
///
/// # Errors
///
/// When it cannot be written.
pub(super) fn write(output: &mut impl Write, message: &Message) -> io::Result<()> {
    message.write(output)
}

/// Writes that a message could not be read: it has no number, so that the answer has none.
///
/// # Errors
///
/// When it cannot be written.
pub(super) fn write_failure(output: &mut impl Write, error: &FramingError) -> io::Result<()> {
    let code = match error {
        FramingError::Message(error) if error.is_data() => lsp_server::ErrorCode::InvalidRequest,
        _ => lsp_server::ErrorCode::ParseError,
    };
    let text = serde_json::json!({
        "jsonrpc": "2.0",
        "id": null,
        "error": { "code": code as i32, "message": error.to_string() },
    })
    .to_string();
    write!(output, "Content-Length: {}\r\n\r\n{text}", text.len())?;
    output.flush()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn message(text: &str) -> String {
        format!("Content-Length: {}\r\n\r\n{text}", text.len())
    }

    /// Whatever stands before it, a message is read.
    #[test]
    fn a_malformed_message_does_not_cost_the_next() {
        let good = message(r#"{"jsonrpc":"2.0","id":1,"method":"shutdown"}"#);
        let before = [
            String::new(),
            message("{"),
            message("[]"),
            message("{\"id\":1.5,\"method\":\"x\"}"),
            message("\u{0}"),
            message(""),
            "Content-Length: x\r\n\r\n".to_owned(),
            "Content-Length: 99999999999999999999\r\n\r\n".to_owned(),
            "Content-Length: -1\r\n\r\n".to_owned(),
            "Nonsense: 1\r\n\r\n".to_owned(),
            "\r\n\r\n".to_owned(),
            // Shorter than it is: the rest is taken for a header.
            "Content-Length: 5\r\n\r\n{\"id\":7}".to_owned(),
        ];
        for bad in before {
            let text = format!("{bad}{good}");
            let mut input = text.as_bytes();
            let found = loop {
                match read(&mut input) {
                    Ok(Some(Message::Request(request))) => break Some(request.method),
                    Ok(Some(_)) | Err(FramingError::Length | FramingError::Message(_)) => {}
                    Ok(None) | Err(FramingError::Io(_)) => break None,
                }
            };
            assert_eq!(found.as_deref(), Some("shutdown"), "{bad:?}");
        }
    }
}
