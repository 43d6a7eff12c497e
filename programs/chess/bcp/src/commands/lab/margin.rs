//! Margins of figures, for other positions of the same kind: the bootstrap.
//!
//! Positions are drawn with replacement, as many as there are, and the figure is computed again; 95 of 100 such figures
//! lie between the margins (Efron 1979, percentile method). Draws are the same in every run.

use bcp_laboratory::hash::nth;

/// The number of samples that are drawn.
const SAMPLES: u64 = 2000;

/// The bounds between which 95 of 100 samples lie.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Margin {
    pub(crate) low: f64,
    pub(crate) high: f64,
}

/// The margins of a figure of `items`, computed from their places: each place may come any number of times. None for
/// fewer than two items, or where the figure is not a number.
pub(crate) fn margin(items: usize, figure: impl Fn(&[usize]) -> f64) -> Option<Margin> {
    if items < 2 {
        return None;
    }
    let mut drawn = vec![0; items];
    let mut figures: Vec<f64> = (0..SAMPLES)
        .map(|sample| {
            for (number, place) in (0..).zip(&mut drawn) {
                *place = (nth(sample, number) % items as u64) as usize;
            }
            figure(&drawn)
        })
        .collect();
    if figures.iter().any(|figure| !figure.is_finite()) {
        return None;
    }
    figures.sort_by(f64::total_cmp);
    let tail = figures.len() / 40;
    Some(Margin {
        low: figures[tail],
        high: figures[figures.len() - 1 - tail],
    })
}

/// The ratio of the sums of both figures of some items, and its margins; none where the second ones are all 0.
pub(crate) fn ratio_of_sums(pairs: &[(u64, u64)]) -> Option<(f64, Option<Margin>)> {
    let ratio = |places: &mut dyn Iterator<Item = usize>| {
        let (above, below) = places.fold((0, 0), |sum, place| (sum.0 + pairs[place].0, sum.1 + pairs[place].1));
        above as f64 / below as f64
    };
    let all = ratio(&mut (0..pairs.len()));
    all.is_finite()
        .then(|| (all, margin(pairs.len(), |places| ratio(&mut places.iter().copied()))))
}

/// The line below a table whose figures have margins.
pub(crate) const SAID: &str = "low..high: 95 % of bootstrap samples";

#[cfg(test)]
mod tests {
    use super::*;

    /// The mean of 0 and 1 in equal numbers, 400 items: its deviation is 0.5 / 20, so that 95 of 100 lie within 0.049.
    #[test]
    fn a_mean_has_the_margins_of_the_normal_distribution() {
        let mean = |places: &[usize]| {
            let ones = places.iter().filter(|place| *place % 2 == 1).count();
            ones as f64 / places.len() as f64
        };
        let Margin { low, high } = margin(400, mean).expect("margins");
        assert!(
            (low - 0.451).abs() < 0.006 && (high - 0.549).abs() < 0.006,
            "{low} {high}"
        );
        assert_eq!(margin(400, |_| 3.0), Some(Margin { low: 3.0, high: 3.0 }));
        assert_eq!(margin(1, mean), None);
        assert_eq!(margin(4, |_| f64::NAN), None);
    }
}
