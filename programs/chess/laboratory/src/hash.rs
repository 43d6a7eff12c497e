//! Numbers that look random and are the same everywhere: hashes of positions, static values of random trees.

/// The difference between one number of the sequence and the next.
const GOLDEN: u64 = 0x9e37_79b9_7f4a_7c15;

/// A number that depends on every bit of another: the first output of SplitMix64 (Steele, Lea and Flood 2014) from this
/// seed.
pub const fn mix(number: u64) -> u64 {
    nth(number, 0)
}

/// An output of SplitMix64 from a seed, the first being number 0.
pub const fn nth(seed: u64, number: u64) -> u64 {
    let mut z = seed.wrapping_add(GOLDEN.wrapping_mul(number.wrapping_add(1)));
    z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ z >> 31
}

#[cfg(test)]
mod tests {
    use super::*;

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
}
