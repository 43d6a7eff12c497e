//! Today, by the calendar.

use std::time::{SystemTime, UNIX_EPOCH};

/// Today in UTC as PGN has it: `2026.11.22`.
pub(super) fn today() -> String {
    let seconds = SystemTime::now()
        .duration_since(UNIX_EPOCH)
        .map_or(0, |since| since.as_secs());
    date(seconds / 86_400)
}

/// The date so many days after the first of January 1970.
fn date(days: u64) -> String {
    const FOUR_CENTURIES: u64 = 146_097;
    // Years that begin with March end with the leap day, and the lengths of months repeat: 31 30 31 30 31.
    let since = days + 719_468;
    let (era, day) = (since / FOUR_CENTURIES, since % FOUR_CENTURIES);
    let year = (day - day / 1_460 + day / 36_524 - day / 146_096) / 365;
    let day = day - (365 * year + year / 4 - year / 100);
    let month = (5 * day + 2) / 153;
    let day = day - (153 * month + 2) / 5 + 1;
    let (month, next) = if month < 10 { (month + 3, 0) } else { (month - 9, 1) };
    format!("{:04}.{month:02}.{day:02}", era * 400 + year + next)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Days by GNU `date --date=... +%s`, divided by 86,400.
    #[test]
    fn days_become_dates() {
        for (days, text) in [
            (0, "1970.01.01"),
            (58, "1970.02.28"),
            (59, "1970.03.01"),
            (789, "1972.02.29"),
            (11_016, "2000.02.29"),
            (11_017, "2000.03.01"),
            (20_453, "2025.12.31"),
            (47_540, "2100.02.28"),
            (47_541, "2100.03.01"),
        ] {
            assert_eq!(date(days), text);
        }
    }
}
