//! The clock frequency of the emulated machine, and conversions between clocks and seconds.

use alloc::format;
use alloc::string::String;
use core::fmt;
use core::str::FromStr;

/// A clock frequency in hertz, 1 Hz to 1 GHz.
///
/// # Example
///
/// ```
/// use z8000::machine::Clock;
///
/// let clock: Clock = "4MHz".parse()?;
/// assert_eq!(clock.hertz(), 4_000_000);
/// assert_eq!(clock.seconds(1_000_000), 0.25);
/// assert_eq!(clock.clocks(0.5), 2_000_000);
/// # Ok::<(), String>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Clock(u64);

impl Clock {
    const HIGHEST: u64 = 1_000_000_000;

    /// Converts clocks to seconds.
    pub fn seconds(self, clocks: u64) -> f64 {
        clocks as f64 / self.0 as f64
    }

    /// Converts seconds to clocks, rounded down.
    pub fn clocks(self, seconds: f64) -> u64 {
        (seconds * self.0 as f64) as u64
    }

    /// Returns the frequency in hertz.
    pub const fn hertz(self) -> u64 {
        self.0
    }
}

impl FromStr for Clock {
    type Err = String;

    /// Parses `4MHz`, `4.5 MHz`, `500kHz`, `4000000` or `4000000Hz`, in upper or lower case. A number without a unit is
    /// in hertz and must be at least 1000, because a smaller one, such as `4`, probably lacks a unit.
    fn from_str(text: &str) -> Result<Self, String> {
        let lower = text.trim().to_ascii_lowercase();
        let units = [("mhz", 1e6), ("khz", 1e3), ("hz", 1.0), ("", 1.0)];
        let (number, unit) = units
            .iter()
            .find_map(|(name, unit)| Some((lower.strip_suffix(name)?, unit)))
            .unwrap_or((&lower, &1.0));
        let wrong =
            || format!("invalid clock frequency `{text}`: expected 1 Hz to 1000 MHz, such as 4MHz, 6MHz or 4000000");
        let hertz = number.trim().parse::<f64>().map_err(|_| wrong())? * unit;
        let has_unit = lower.ends_with("hz");
        if !has_unit && hertz < 1000.0 {
            return Err(format!(
                "`{text}` would be a clock of {hertz} Hz: write {text}MHz, or {text}Hz if that is what you mean"
            ));
        }
        if (1.0..=Self::HIGHEST as f64).contains(&hertz) {
            Ok(Self((hertz + 0.5) as u64))
        } else {
            Err(wrong())
        }
    }
}

impl fmt::Display for Clock {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} MHz", self.0 as f64 / 1e6)
    }
}
