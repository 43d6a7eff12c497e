//! Numbers in options and linker scripts.

/// Parses a number as in C: decimal, hexadecimal after `0x`, octal after `0`; hexadecimal also after `%` or `$`.
/// Returns `None` for any other text, and for a number of more than 64 bits.
///
/// # Example
///
/// ```
/// use z8000_object::number::number;
///
/// assert_eq!(["10", "010", "0X10", "$10"].map(number), [Some(10), Some(8), Some(16), Some(16)]);
/// assert_eq!(number("08"), None);
/// ```
pub fn number(text: &str) -> Option<u64> {
    match hexadecimal_digits(text) {
        Some(digits) => digits_of(digits, 16),
        None if text.starts_with('0') => digits_of(text, 8),
        None => digits_of(text, 10),
    }
}

/// Parses a hexadecimal number, with or without a prefix; any other number like [`number`].
///
/// # Example
///
/// ```
/// use z8000_object::number::hexadecimal;
///
/// assert_eq!(["10", "0x10", "$10"].map(hexadecimal), [Some(16); 3]);
/// assert_eq!(hexadecimal("-1"), None);
/// ```
pub fn hexadecimal(text: &str) -> Option<u64> {
    digits_of(hexadecimal_digits(text).unwrap_or(text), 16)
}

/// Returns the digits after a prefix for hexadecimal numbers.
fn hexadecimal_digits(text: &str) -> Option<&str> {
    ["0x", "0X", "%", "$"]
        .into_iter()
        .find_map(|prefix| text.strip_prefix(prefix))
}

/// Returns the value of unsigned digits.
pub(crate) fn digits_of(digits: &str, radix: u32) -> Option<u64> {
    digits
        .chars()
        .all(|digit| digit.is_digit(radix))
        .then(|| u64::from_str_radix(digits, radix).ok())?
}
