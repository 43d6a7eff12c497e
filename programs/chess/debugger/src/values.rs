//! Formats pawns and depths for sentences, and values for tables.

use bcp_driver::Value;
use bcp_reference::constants::WIN;

/// Formats a bound for a table; `-` if it excludes nothing.
pub(crate) fn bound(value: i16) -> String {
    if value.abs() >= WIN {
        "-".to_owned()
    } else {
        Value(value).symbol()
    }
}

/// Formats a number of pawns that are won.
pub(crate) fn worth(pawns: i16) -> String {
    match pawns {
        1 => "a pawn".to_owned(),
        _ => format!("{pawns} pawns' worth"),
    }
}

/// Formats a remaining depth.
pub(crate) fn deep(depth: u8) -> String {
    match depth {
        0 => "captures only".to_owned(),
        1 => "one move deep plus captures".to_owned(),
        _ => format!("{depth} moves deep plus captures"),
    }
}
