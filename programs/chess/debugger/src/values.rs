//! Formats values for sentences and for tables.

use bcp_chess::Colour;
use bcp_driver::side_name;
use bcp_reference::constants::{MATES, WIN};

/// A value of the side that plays at the root, as in "White has +3", "Black mates in 2", "White takes the king".
/// `about` is what precedes the pawns of a bound, such as "at least ".
pub(crate) fn outcome(root: Colour, about: &str, value: i16) -> String {
    let winner = side_name(if value > 0 { root } else { root.opponent() });
    match value.abs() {
        WIN.. => format!("{winner} takes the king"),
        MATES.. => format!("{winner} mates in {}", moves_to_mate(value)),
        _ => format!("{} has {about}{}", side_name(root), pawns(value)),
    }
}

/// The same in a table: `+3`, `#2`, `-#2`, `king`.
pub(crate) fn short(value: i16) -> String {
    let sign = if value < 0 { "-" } else { "" };
    match value.abs() {
        WIN.. => format!("{sign}king"),
        MATES.. => format!("{sign}#{}", moves_to_mate(value)),
        _ => pawns(value),
    }
}

/// A bound in a table; empty if it excludes nothing.
pub(crate) fn bound(value: i16) -> String {
    if value.abs() >= WIN {
        "-".to_owned()
    } else {
        short(value)
    }
}

/// Moves of the winner from the root to the mate, which are those of the loser where he plays first.
const fn moves_to_mate(value: i16) -> i16 {
    let plies = WIN - value.abs();
    if value > 0 { (plies + 1) / 2 } else { plies / 2 }
}

/// Pawns with their sign.
pub(crate) fn pawns(value: i16) -> String {
    match value {
        0 => "0".to_owned(),
        _ => format!("{value:+}"),
    }
}

/// Pawns that are won.
pub(crate) fn worth(pawns: i16) -> String {
    match pawns {
        1 => "a pawn".to_owned(),
        _ => format!("{pawns} pawns' worth"),
    }
}

/// Remaining depth.
pub(crate) fn deep(depth: u8) -> String {
    match depth {
        0 => "captures only".to_owned(),
        1 => "one move deep plus captures".to_owned(),
        _ => format!("{depth} moves deep plus captures"),
    }
}
