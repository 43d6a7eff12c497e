//! Values as people read them.

use bcp_reference::constants::{MATES, WIN};

/// A value: pawns, or the moves to a mate as far as the program reports them.
#[must_use]
pub fn written(value: i16) -> String {
    let moves = (WIN - value.saturating_abs() + 1) / 2;
    match value {
        WIN => "mate".to_owned(),
        value if value == -WIN => "-mate".to_owned(),
        MATES.. => format!("mate {moves}"),
        value if value <= -MATES => format!("-mate {moves}"),
        value => value.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_pawns_or_moves_to_a_mate() {
        for (value, text) in [
            (3, "3"),
            (-2, "-2"),
            (126, "mate 1"),
            (124, "mate 2"),
            (-125, "-mate 1"),
            (-127, "-mate"),
        ] {
            assert_eq!(written(value), text);
        }
    }
}
