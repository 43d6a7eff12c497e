//! Confidence margins of figures.

use bcp_chess::bootstrap::{Margin, margin, percentiles, ratio_of_sums, with_margin};

/// The mean of 400 items, half of them 0 and half 1: its standard deviation is 0.5 / 20, so 95 of 100 are within 0.049.
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

/// Of 2,000 samples, 50 are below the range and 50 above it.
#[test]
fn a_range_leaves_out_a_fortieth_on_both_sides() {
    let sample = |sample, _| sample as usize;
    let first = |places: &[usize]| places.first().map(|place| *place as f64);
    assert_eq!(percentiles(1, sample, first), Some((50.0, 1_949.0)));
    let from_above = |sample: u64, _| 1_999 - sample as usize;
    assert_eq!(percentiles(1, from_above, first), Some((50.0, 1_949.0)));
    // There are as many items as samples, and each sample is its own number.
    let number = |_, number| number as usize;
    let sum = |places: &[usize]| Some(places.iter().map(|place| *place as f64 + 10.0).sum());
    assert_eq!(percentiles(3, number, sum), Some((33.0, 33.0)));
    assert_eq!(percentiles(0, number, sum), None);
    let mostly = |places: &[usize]| (places[0] != 1_000).then_some(1.0);
    assert_eq!(percentiles(1, sample, mostly), None);
}

#[test]
fn a_figure_of_all_items_comes_with_its_margins() {
    let count = |places: &[usize]| places.len() as f64;
    assert_eq!(with_margin(4, count), (4.0, Some(Margin { low: 4.0, high: 4.0 })));
    assert_eq!(with_margin(1, count), (1.0, None));
    // 4 of 8 in every sample.
    let same = Margin { low: 0.5, high: 0.5 };
    assert_eq!(ratio_of_sums(&[(1, 2), (3, 6)]), Some((0.5, Some(same))));
    assert_eq!(ratio_of_sums(&[(3, 4), (1, 4)]).map(|(ratio, _)| ratio), Some(0.5));
    assert_eq!(ratio_of_sums(&[(1, 0)]), None);
    assert_eq!(same.in_per_cent(), Margin { low: 50.0, high: 50.0 });
    let margin = Margin { low: 1.5, high: 2.25 };
    assert_eq!(format!("{margin:.1} {margin:+.2}"), "1.5..2.2 +1.50..+2.25");
}

#[test]
fn sums_beyond_64_bits_have_a_ratio() {
    let most = (u64::MAX, u64::MAX);
    assert_eq!(ratio_of_sums(&[most, most]).map(|(ratio, _)| ratio), Some(1.0));
}
