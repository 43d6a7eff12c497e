//! Reproducible pseudo-random numbers: hashes of positions, static values of random trees.

/// The difference between successive states of the generator.
const GOLDEN: u64 = 0x9e37_79b9_7f4a_7c15;

/// Hashes a number: the first output of SplitMix64 (Steele, Lea and Flood 2014) with the number as its seed.
pub const fn mix(number: u64) -> u64 {
    nth(number, 0)
}

/// Returns an output of SplitMix64 with a seed; the first output is number 0.
///
/// # Example
/// ```
/// // The generator's published outputs for the seed 0.
/// assert_eq!(bcp_chess::hash::nth(0, 0), 0xe220_a839_7b1d_cdaf);
/// assert_eq!(bcp_chess::hash::nth(0, 1), 0x6e78_9e6a_a1b9_65f4);
/// ```
pub const fn nth(seed: u64, number: u64) -> u64 {
    let mut z = seed.wrapping_add(GOLDEN.wrapping_mul(number.wrapping_add(1)));
    z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ z >> 31
}
