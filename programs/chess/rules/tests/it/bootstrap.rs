//! Margins of figures.

use bcp_chess::bootstrap::{Margin, margin};

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
