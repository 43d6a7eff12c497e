//! Formatting numbers for humans.

use cli::grouped;

/// Placeholder for a missing figure.
pub(super) const NONE: &str = "–";

/// Formats seconds to the hundredth.
pub(super) fn hundredths(seconds: f64) -> String {
    let whole = (seconds * 100.0).round() as u64;
    format!("{}.{:02}", grouped(whole / 100), whole % 100)
}

/// Formats seconds as in Table 1; F for `None`.
pub(super) fn table1(seconds: Option<u32>) -> String {
    seconds.map_or_else(|| "F".to_owned(), |seconds| seconds.to_string())
}

/// Formats a share from 0 to 1 in per cent.
pub(super) fn percent(share: f64) -> String {
    format!("{:.0}%", 100.0 * share)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers() {
        assert_eq!(hundredths(1_629.204), "1,629.20");
        assert_eq!(hundredths(0.009), "0.01");
        assert_eq!(
            [0.0, 0.004, 0.005, 0.995, 999.995, 12_345.6].map(hundredths),
            ["0.00", "0.00", "0.01", "1.00", "1,000.00", "12,345.60"]
        );
        assert_eq!([Some(1), None].map(table1), ["1", "F"]);
        assert_eq!([0.0, 0.344, 0.346, 1.0].map(percent), ["0%", "34%", "35%", "100%"]);
    }
}
