//! Text that need not be valid UTF-8, such as sources from the 1980s: each byte that is not part of a UTF-8 character
//! is represented by a character reserved for that byte, so that nothing is lost.

use std::borrow::Cow;

/// The first of the characters for bytes 0x80 to 0xFF: they are the last private-use characters in Unicode.
const FIRST: u32 = 0x10_FF80;

/// Returns the byte that a character created by [`decode`] represents; `None` for an ordinary character.
///
/// # Example
///
/// ```
/// use z8000_object::text::{byte, decode};
///
/// assert_eq!(decode(b"\xE9".to_vec()).chars().next().and_then(byte), Some(0xE9));
/// assert_eq!(byte('e'), None);
/// ```
pub const fn byte(character: char) -> Option<u8> {
    match character as u32 {
        number @ FIRST.. => Some((number - FIRST) as u8 | 0x80),
        _ => None,
    }
}

/// Converts bytes to a string, in which a reserved character represents each byte that is not UTF-8; [`encode`] is the
/// inverse.
///
/// # Example
///
/// ```
/// use z8000_object::text::{decode, encode};
///
/// // Latin-1, which is not valid UTF-8, is written back as it was.
/// let text = decode(b"na\xEFve".to_vec());
/// assert_eq!(text.chars().count(), 5);
/// assert_eq!(*encode(&text), *b"na\xEFve");
/// ```
pub fn decode(bytes: Vec<u8>) -> String {
    // The UTF-8 form of the reserved characters begins with this byte; in a file, such a character is decoded as
    // separate bytes.
    let is_plain = !bytes.contains(&0xF4);
    let bytes = match String::from_utf8(bytes) {
        Ok(text) if is_plain => return text,
        Ok(text) => text.into_bytes(),
        Err(error) => error.into_bytes(),
    };
    let mut text = String::with_capacity(bytes.len() + 64);
    for chunk in bytes.utf8_chunks() {
        for character in chunk.valid().chars() {
            match byte(character) {
                Some(_) => add(&mut text, character.encode_utf8(&mut [0; 4]).as_bytes()),
                None => text.push(character),
            }
        }
        add(&mut text, chunk.invalid());
    }
    text
}

/// Appends a reserved character for each byte.
fn add(text: &mut String, bytes: &[u8]) {
    let characters = bytes.iter().map(|byte| FIRST + u32::from(byte & 0x7F));
    text.extend(characters.filter_map(char::from_u32));
}

/// Converts a string created by [`decode`] back to bytes.
///
/// # Example
///
/// ```
/// use z8000_object::text::{decode, encode};
///
/// assert_eq!(*encode(&decode(b"caf\xE9 \xC3\xA9".to_vec())), *b"caf\xE9 \xC3\xA9");
/// ```
pub fn encode(text: &str) -> Cow<'_, [u8]> {
    if text.chars().all(|character| byte(character).is_none()) {
        return Cow::Borrowed(text.as_bytes());
    }
    let mut bytes = Vec::with_capacity(text.len());
    for character in text.chars() {
        match byte(character) {
            Some(byte) => bytes.push(byte),
            None => bytes.extend(character.encode_utf8(&mut [0; 4]).as_bytes()),
        }
    }
    Cow::Owned(bytes)
}

/// Replaces each reserved character that represents a byte by an escape such as `\xE9`. Both have four bytes, so byte
/// offsets in the string do not change.
///
/// # Example
///
/// ```
/// use z8000_object::text::{decode, escaped};
///
/// assert_eq!(escaped(&decode(b"na\xEFve".to_vec())), "na\\xEFve");
/// ```
pub fn escaped(text: &str) -> Cow<'_, str> {
    if text.chars().all(|character| byte(character).is_none()) {
        return Cow::Borrowed(text);
    }
    let shown = text.chars().map(|character| match byte(character) {
        Some(byte) => format!("\\x{byte:02X}"),
        None => character.to_string(),
    });
    Cow::Owned(shown.collect())
}

/// Decodes a source file: removes a byte order mark, and converts carriage returns to line feeds if lines end only with
/// carriage returns.
///
/// # Example
///
/// ```
/// use z8000_object::text::source;
///
/// assert_eq!(source(b"\xEF\xBB\xBFone\rtwo".to_vec()), "one\ntwo");
/// ```
pub fn source(mut bytes: Vec<u8>) -> String {
    if bytes.starts_with(b"\xEF\xBB\xBF") {
        bytes.drain(..3);
    }
    let text = decode(bytes);
    match returns_alone(&text) {
        true => text.replace('\r', "\n"),
        false => text,
    }
}

/// Returns true if the lines of a string end only with carriage returns.
///
/// # Example
///
/// ```
/// use z8000_object::text::returns_alone;
///
/// assert!(returns_alone("ld r1,r2\rret\r"));
/// assert!(!returns_alone("ld r1,r2\r\nret\r\n"));
/// ```
pub fn returns_alone(text: &str) -> bool {
    text.contains('\r') && !text.contains('\n')
}
