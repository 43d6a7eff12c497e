//! What David and Netanyahu published: *Verified Null-Move Pruning*, ICGA Journal 25 (3), September 2002, pages 153 to
//! 161.

/// A table of the paper: a column for each search, a row for each depth.
pub(super) struct Published {
    /// Its number in the paper.
    pub(super) number: u8,
    /// What was counted, in which positions.
    pub(super) what: &'static str,
    pub(super) searches: &'static [&'static str],
    /// What stands before each row, and its figures.
    pub(super) rows: &'static [(&'static str, &'static [u64])],
    /// Whether the figures are nodes, which the paper compares with verified R = 3.
    pub(super) nodes: bool,
}

const ALL: &[&str] = &["Std R=1", "Std R=2", "Std R=3", "Vrfd R=3"];
const WITHOUT_R1: &[&str] = &["Std R=2", "Std R=3", "Vrfd R=3"];

/// Tables 1 to 6.
pub(super) const PUBLISHED: [Published; 6] = [
    Published {
        number: 1,
        what: "total node count, 138 positions of Neishtadt",
        searches: ALL,
        rows: &[
            ("9", &[1_652_668_804, 603_549_661, 267_208_422, 449_744_588]),
            ("10", &[11_040_766_367, 1_892_829_685, 862_153_828, 1_449_589_289]),
        ],
        nodes: true,
    },
    Published {
        number: 2,
        what: "solved of 138 positions of Neishtadt",
        searches: ALL,
        rows: &[("9", &[64, 62, 53, 60]), ("10", &[71, 66, 65, 71])],
        nodes: false,
    },
    Published {
        number: 3,
        what: "total node count, 869 positions of the Encyclopedia of Chess Middlegames",
        searches: WITHOUT_R1,
        rows: &[
            ("9", &[5_374_275_763, 2_483_951_601, 4_848_596_820]),
            ("10", &[16_952_333_579, 7_920_812_800, 14_439_185_304]),
            ("11", &[105_488_197_524, 24_644_668_194, 51_080_338_048]),
        ],
        nodes: true,
    },
    Published {
        number: 4,
        what: "total node count, 999 positions of Winning Chess Sacrifices",
        searches: WITHOUT_R1,
        rows: &[
            ("8", &[783_461_647, 533_282_695, 906_225_552]),
            ("9", &[3_742_064_688, 1_316_719_980, 2_539_057_043]),
            ("10", &[11_578_143_939, 4_871_295_877, 7_889_544_754]),
        ],
        nodes: true,
    },
    Published {
        number: 5,
        what: "solved of 999 positions of Winning Chess Sacrifices",
        searches: WITHOUT_R1,
        rows: &[
            ("8", &[762, 760, 782]),
            ("9", &[838, 812, 838]),
            ("10", &[850, 849, 866]),
        ],
        nodes: false,
    },
    Published {
        number: 6,
        what: "solved of 434 mates in 4 at depth 8, and of 353 mates in 5 at depth 10",
        searches: ALL,
        rows: &[("8", &[433, 385, 379, 431]), ("10", &[347, 292, 286, 340])],
        nodes: false,
    },
];

#[cfg(test)]
mod tests {
    use super::*;

    /// The percentages that the paper prints below its counts, as they stand there.
    const PERCENTAGES: [(u8, &str, &[&str]); 8] = [
        (1, "9", &["+267.46", "+34.19", "-40.58"]),
        (1, "10", &["+661.64", "+30.57", "-40.52"]),
        (3, "9", &["+10.84", "-48.76"]),
        (3, "10", &["+17.40", "-45.14"]),
        (3, "11", &["+106.51", "-51.75"]),
        (4, "8", &["-13.55", "-41.15"]),
        (4, "9", &["+47.38", "-48.14"]),
        (4, "10", &["+46.75", "-38.26"]),
    ];

    #[test]
    fn the_counts_have_the_percentages_of_the_paper() {
        for (number, depth, percentages) in PERCENTAGES {
            let table = PUBLISHED.iter().find(|table| table.number == number);
            let mut rows = table.expect("a table").rows.iter();
            let (_, figures) = rows.find(|row| row.0 == depth).expect("a row");
            let verified = *figures.last().expect("a column") as f64;
            for (count, printed) in figures.iter().zip(percentages) {
                let percent = 100.0 * (*count as f64 / verified - 1.0);
                let printed: f64 = printed.parse().expect("a number");
                // The paper has cut off digits in places where it should have rounded.
                assert!((percent - printed).abs() < 0.011, "{number} {depth}: {percent}");
            }
        }
    }
}
