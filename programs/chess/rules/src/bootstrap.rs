//! The bootstrap: confidence margins of figures, as estimates for other positions of the same kind.
//!
//! A sample of equal size is drawn with replacement and the figure is recomputed; 95 of 100 such figures lie between
//! the margins (Efron 1979, percentile method). Every run draws the same samples.
//!
//! ```
//! use bcp_chess::bootstrap::ratio_of_sums;
//!
//! // The nodes of two searches of the same five positions.
//! let nodes = [(120, 200), (80, 190), (300, 310), (45, 100), (150, 260)];
//! let (ratio, margin) = ratio_of_sums(&nodes).expect("nodes");
//! let margin = margin.expect("several positions");
//! assert_eq!(format!("{ratio:.3}"), "0.656");
//! assert!(margin.low < ratio && ratio < margin.high, "{margin:.2}");
//! ```

use alloc::vec::Vec;
use core::fmt;

use crate::hash::nth;

/// Number of samples drawn.
const DRAWS: u64 = 2_000;

/// The bounds that enclose the figures of 95% of the samples.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Margin {
    /// The lower bound.
    pub low: f64,
    /// The upper bound.
    pub high: f64,
}

impl Margin {
    /// Returns the same margin in per cent.
    pub fn in_per_cent(self) -> Self {
        let (low, high) = (100.0 * self.low, 100.0 * self.high);
        Self { low, high }
    }
}

/// Writes `1.50..2.25`, with the decimals and the sign of the format.
impl fmt::Display for Margin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.low.fmt(f)?;
        f.write_str("..")?;
        self.high.fmt(f)
    }
}

/// Returns the margins of a figure over `items` items. `figure` computes it from indices of items, each of which may
/// occur any number of times. `None` for fewer than two items, or if the figure of a sample is not finite.
pub fn margin(items: usize, figure: impl Fn(&[usize]) -> f64) -> Option<Margin> {
    let draw = |sample, number| (nth(sample, number) % items as u64) as usize;
    let finite = |places: &[usize]| Some(figure(places)).filter(|figure| figure.is_finite());
    let (low, high) = percentiles(items, draw, finite).filter(|_| items > 1)?;
    Some(Margin { low, high })
}

/// Returns the figure over all `items` items, together with the result of [`margin`].
pub fn with_margin(items: usize, figure: impl Fn(&[usize]) -> f64) -> (f64, Option<Margin>) {
    let all: Vec<usize> = (0..items).collect();
    (figure(&all), margin(items, figure))
}

/// Returns the sum of the first numbers divided by the sum of the second numbers, with its margins; `None` if the
/// second numbers are all 0.
///
/// # Example
/// ```
/// use bcp_chess::bootstrap::{Margin, ratio_of_sums};
///
/// // Every sample has the same ratio.
/// assert_eq!(ratio_of_sums(&[(1, 2), (3, 6)]), Some((0.5, Some(Margin { low: 0.5, high: 0.5 }))));
/// assert_eq!(ratio_of_sums(&[(1, 0)]), None);
/// ```
pub fn ratio_of_sums(pairs: &[(u64, u64)]) -> Option<(f64, Option<Margin>)> {
    let ratio = |places: &[usize]| {
        let pairs = places.iter().map(|place| pairs[*place]);
        let (above, below) = pairs.fold((0, 0), |sum, pair| {
            (sum.0 + u128::from(pair.0), sum.1 + u128::from(pair.1))
        });
        above as f64 / below as f64
    };
    Some(with_margin(pairs.len(), ratio)).filter(|(ratio, _)| ratio.is_finite())
}

/// Returns the range that contains 95% of the values of a figure over samples. `draw` chooses an item, given the number
/// of the sample and the position in it. `None` if there are no items, or if the figure has no value for one of the
/// samples.
pub fn percentiles(
    items: usize,
    draw: impl Fn(u64, u64) -> usize,
    figure: impl Fn(&[usize]) -> Option<f64>,
) -> Option<(f64, f64)> {
    if items == 0 {
        return None;
    }
    let samples = (0..DRAWS).map(|sample| {
        let drawn: Vec<usize> = (0..items as u64).map(|at| draw(sample, at)).collect();
        figure(&drawn)
    });
    let mut values: Vec<f64> = samples.collect::<Option<_>>()?;
    values.sort_by(f64::total_cmp);
    let outside = values.len() / 40;
    Some((values[outside], values[values.len() - 1 - outside]))
}
