//! Margins of figures, and the numbers by which samples are drawn.

use bcp_laboratory::bootstrap::{Margin, margin};
use bcp_laboratory::hash::nth;

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

/// The generator's published first outputs from the seed 1234567.
#[test]
fn outputs_are_those_of_splitmix64() {
    let outputs = [0, 1, 2, 3, 4].map(|number| nth(1_234_567, number));
    let published = [
        6_457_827_717_110_365_317,
        3_203_168_211_198_807_973,
        9_817_491_932_198_370_423,
        4_593_380_528_125_082_431,
        16_408_922_859_458_223_821,
    ];
    assert_eq!(outputs, published);
}
