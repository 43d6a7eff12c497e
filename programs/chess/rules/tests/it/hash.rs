//! The numbers with which positions are hashed and samples drawn.

use bcp_chess::hash::nth;

/// The generator's published first outputs for the seed 1234567.
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
