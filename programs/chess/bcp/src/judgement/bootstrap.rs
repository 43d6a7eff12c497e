//! Intervals by resampling (Efron 1979): how much a figure depends on which positions happen to be in the table.

use bcp_laboratory::bootstrap::percentiles;
use bcp_laboratory::hash::nth;

/// The same samples in every run.
const SEED: u64 = 1986;

/// A range that holds 95 % of the values that a figure has over samples, drawn with replacement, of so many positions.
/// None if there are no positions, or the figure has no value for one of the samples.
pub(crate) fn interval(positions: usize, figure: impl Fn(&[usize]) -> Option<f64>) -> Option<(f64, f64)> {
    let draw = |draw: u64, at: u64| {
        let number = nth(SEED, draw * positions as u64 + at);
        // The product's high half: every position is as likely as any other.
        ((u128::from(number) * positions as u128) >> 64) as usize
    };
    percentiles(positions, draw, figure)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The mean of 100 values, half of them 0 and half 1, has the standard error 0.05: 0.402 to 0.598.
    #[test]
    fn the_interval_of_a_mean_is_two_standard_errors_wide() {
        let values: Vec<f64> = (0..100).map(|n| f64::from(n % 2)).collect();
        let mean = |sample: &[usize]| Some(sample.iter().map(|&at| values[at]).sum::<f64>() / 100.0);
        let (low, high) = interval(100, mean).expect("an interval");
        assert!(
            (low - 0.402).abs() < 0.015 && (high - 0.598).abs() < 0.015,
            "{low} {high}"
        );
        assert_eq!(interval(0, mean), None);
    }
}
