//! Strings and characters as the dialect of GNU as has them.

/// A string as the dialect of GNU as has it.
pub(super) fn quoted(bytes: &[u8]) -> String {
    let mut text = String::from('"');
    for &byte in bytes {
        match byte {
            b'"' | b'\\' => text.extend(['\\', byte.into()]),
            b' '..=b'~' => text.push(byte.into()),
            _ => text.push_str(&format!("\\{byte:03o}")),
        }
    }
    text.push('"');
    text
}

/// Up to four characters as a number, which is their bytes one after the other.
pub(super) fn character(bytes: &[u8]) -> (String, i64) {
    let number = bytes.iter().fold(0, |number, &byte| number << 8 | i64::from(byte));
    match bytes {
        [byte @ b' '..=b'~'] if !matches!(byte, b'\'' | b'\\' | b'"') => (format!("'{}'", char::from(*byte)), number),
        _ => (format!("{number:#x}"), number),
    }
}
