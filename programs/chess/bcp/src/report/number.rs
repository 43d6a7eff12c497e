//! Formatting numbers for humans.

use bcp_reference::constants::{MATES, WIN};
use cli::grouped;

/// The sign for a missing figure.
pub(super) const NONE: &str = "–";

/// Seconds to the hundredth.
pub(super) fn hundredths(seconds: f64) -> String {
    let whole = (seconds * 100.0).round() as u64;
    format!("{}.{:02}", grouped(whole / 100), whole % 100)
}

/// Seconds as in Table 1; F if there are none.
pub(super) fn table1(seconds: Option<u32>) -> String {
    seconds.map_or_else(|| "F".to_owned(), |seconds| seconds.to_string())
}

/// A share from 0 to 1 in per cent.
pub(super) fn percent(share: f64) -> String {
    format!("{:.0}%", 100.0 * share)
}

/// A value: pawns with a sign, or the moves to a mate.
pub(super) fn value(value: i16) -> String {
    let moves = (WIN - value.abs() + 1) / 2;
    match value {
        MATES.. => format!("mate {moves}"),
        value if value <= -MATES => format!("−mate {moves}"),
        0 => "0".to_owned(),
        value if value < 0 => format!("−{}", -value),
        value => format!("+{value}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers() {
        assert_eq!(hundredths(1_629.204), "1,629.20");
        assert_eq!(hundredths(0.009), "0.01");
        assert_eq!(value(126), "mate 1");
        assert_eq!(value(-124), "−mate 2");
        assert_eq!([value(3), value(0), value(-2)], ["+3", "0", "−2"]);
    }
}
