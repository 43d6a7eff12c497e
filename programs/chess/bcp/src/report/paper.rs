//! What the paper says about its program, except for Table 1: D. F. Beal, *A Generalised Quiescence Search Algorithm*,
//! Artificial Intelligence 43 (1990), sections 7 and 8.

/// Positions solved: "material double-quiescence solved 276 of the 300 positions".
pub(super) const SOLVED: usize = 276;
/// Number of positions in the book.
pub(super) const POSITIONS: usize = 300;
/// "273 positions (BELLE's score) can be obtained with a time limit of 12 BELLE-equivalent seconds per position".
pub(super) const BELLE_SOLVED: usize = 273;
/// The Z8000 seconds that these 12 seconds correspond to.
pub(super) const BELLE_EQUIVALENT: u32 = 1_200;
/// "235 positions were solved in less than 1 second of BELLE-equivalent time", where the table has 237.
pub(super) const WITHIN_100: usize = 235;
/// "Of the solved positions, the longest took 16 seconds of BELLE-equivalent time"; the table has 1,629.
pub(super) const LONGEST: u32 = 1_600;
/// "The deepest search needed was for position 96 ..., which went to 16 ply plus captures."
pub(crate) const DEEPEST: u32 = 96;
pub(super) const DEEPEST_PLY: u8 = 16;
/// "about 160,000 versus about 1500 for the z8000 program".
pub(super) const NODES_PER_SECOND: u32 = 1_500;
/// "the branching factor of the second-level tree is only an average of about four".
pub(super) const BRANCHING: u32 = 4;
/// "PARADISE (Wilkins \[20\]) scored 89 out of the first 100 (compared to 92 for QUIESCE)".
pub(super) const FIRST: u32 = 100;
pub(super) const FIRST_SOLVED: usize = 92;
pub(super) const PARADISE: usize = 89;

#[cfg(test)]
mod tests {
    use super::*;
    use bcp_suite::suite;

    #[test]
    fn the_table_agrees_with_the_text_but_for_one_figure() {
        let suite = suite(None).expect("the positions");
        let times: Vec<u32> = suite.iter().filter_map(|problem| problem.table1).collect();
        let within = |limit| times.iter().filter(|seconds| **seconds <= limit).count();
        assert_eq!((suite.len(), times.len()), (POSITIONS, SOLVED));
        assert_eq!(within(BELLE_EQUIVALENT), BELLE_SOLVED);
        assert_eq!(times.iter().max().map(|longest| longest / 100 * 100), Some(LONGEST));
        assert_eq!((within(99), within(100)), (WITHIN_100 + 2, WITHIN_100 + 2));
        let first = |problem: &&bcp_suite::Problem| problem.number <= FIRST;
        let first = suite.iter().filter(first);
        assert_eq!(first.filter(|problem| problem.table1.is_some()).count(), FIRST_SOLVED);
    }
}
