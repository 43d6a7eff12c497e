//! The results published by David and Netanyahu, *Verified Null-Move Pruning*, ICGA Journal 25 (3), September 2002,
//! pages 153 to 161.

use cli::grouped;

use super::table::{TitledTable, over};

/// A table of the paper: a column for each search, a row for each depth.
pub(super) struct PublishedTable {
    /// Its number in the paper.
    number: u8,
    /// The things that were counted, and the positions.
    what: &'static str,
    /// The suite of the positions, if it is one of [`SUITES`](crate::suites::SUITES).
    suite: Option<&'static str>,
    /// Their names here, and in the paper.
    searches: &'static [(&'static str, &'static str)],
    rows: &'static [PaperRow],
}

/// A row of a table.
struct PaperRow {
    /// The depth, in plies.
    depth: u8,
    figures: &'static [u64],
    /// The lines below the paper's node counts: their excess over that of verified R = 3, in per cent.
    /// Some of these are truncated, not rounded.
    percentages: &'static [&'static str],
}

const ALL: &[(&str, &str)] = &[
    ("r1", "Std R=1"),
    ("r2", "Std R=2"),
    ("r3", "Std R=3"),
    ("verified", "Vrfd R=3"),
];
const WITHOUT_R1: &[(&str, &str)] = &[("r2", "Std R=2"), ("r3", "Std R=3"), ("verified", "Vrfd R=3")];

const fn nodes(depth: u8, figures: &'static [u64], percentages: &'static [&'static str]) -> PaperRow {
    PaperRow { depth, figures, percentages }
}

const fn solved(depth: u8, figures: &'static [u64]) -> PaperRow {
    nodes(depth, figures, &[])
}

/// Tables 1 to 6.
#[rustfmt::skip]
pub(super) const PUBLISHED: [PublishedTable; 6] = [
    PublishedTable {
        number: 1,
        what: "total node count, 138 positions by Neishtadt",
        suite: None,
        searches: ALL,
        rows: &[
            nodes(9, &[1_652_668_804, 603_549_661, 267_208_422, 449_744_588], &["+267.46", "+34.19", "-40.58"]),
            nodes(10, &[11_040_766_367, 1_892_829_685, 862_153_828, 1_449_589_289], &["+661.64", "+30.57", "-40.52"]),
        ],
    },
    PublishedTable {
        number: 2,
        what: "number solved of 138 positions by Neishtadt",
        suite: None,
        searches: ALL,
        rows: &[solved(9, &[64, 62, 53, 60]), solved(10, &[71, 66, 65, 71])],
    },
    PublishedTable {
        number: 3,
        what: "total node count, 869 positions from the Encyclopedia of Chess Middlegames",
        suite: Some("ecm"),
        searches: WITHOUT_R1,
        rows: &[
            nodes(9, &[5_374_275_763, 2_483_951_601, 4_848_596_820], &["+10.84", "-48.76"]),
            nodes(10, &[16_952_333_579, 7_920_812_800, 14_439_185_304], &["+17.40", "-45.14"]),
            nodes(11, &[105_488_197_524, 24_644_668_194, 51_080_338_048], &["+106.51", "-51.75"]),
        ],
    },
    PublishedTable {
        number: 4,
        what: "total node count, 999 positions from Winning Chess Sacrifices",
        suite: Some("wcs"),
        searches: WITHOUT_R1,
        rows: &[
            nodes(8, &[783_461_647, 533_282_695, 906_225_552], &["-13.55", "-41.15"]),
            nodes(9, &[3_742_064_688, 1_316_719_980, 2_539_057_043], &["+47.38", "-48.14"]),
            nodes(10, &[11_578_143_939, 4_871_295_877, 7_889_544_754], &["+46.75", "-38.26"]),
        ],
    },
    PublishedTable {
        number: 5,
        what: "number solved of 999 positions from Winning Chess Sacrifices",
        suite: Some("wcs"),
        searches: WITHOUT_R1,
        rows: &[solved(8, &[762, 760, 782]), solved(9, &[838, 812, 838]), solved(10, &[850, 849, 866])],
    },
    PublishedTable {
        number: 6,
        what: "number solved of 434 mates in 4 at depth 8 and 353 mates in 5 at depth 10",
        suite: Some("mates"),
        searches: ALL,
        rows: &[solved(8, &[433, 385, 379, 431]), solved(10, &[347, 292, 286, 340])],
    },
];

/// The tables of the paper that are comparable with a comparison: those of the same suite or, for another suite, those
/// of suites that may be similar, restricted to the searches and depths that were compared. `None` without two such
/// searches.
pub(super) fn related(suite: Option<&str>, searches: &[String], depths: &[u8]) -> Vec<TitledTable> {
    let tables = PUBLISHED.iter().filter(|paper| match suite {
        Some(suite) => paper.suite == Some(suite),
        None => paper.suite != Some("mates"),
    });
    tables.filter_map(|paper| paper.part(searches, depths)).collect()
}

impl PublishedTable {
    /// The part of the table with some searches and depths; `None` if it does not have two of the searches, or no
    /// depth.
    fn part(&self, searches: &[String], depths: &[u8]) -> Option<TitledTable> {
        let columns = || self.searches.iter().enumerate();
        let columns = || columns().filter(|(_, (name, _))| searches.iter().any(|search| search == name));
        let rows = || self.rows.iter().filter(|row| depths.contains(&row.depth));
        if columns().count() < 2 || rows().count() == 0 {
            return None;
        }
        let title = format!("The paper's Table {}: {}", self.number, self.what);
        let mut table = TitledTable::new(title, "depth", columns().map(|(_, (_, name))| (*name).to_owned()));
        for row in rows() {
            let cells = columns().map(|(at, _)| row.cell(at));
            table.row(row.depth.to_string(), cells);
        }
        Some(table)
    }
}

impl PaperRow {
    fn cell(&self, column: usize) -> String {
        let below = match self.percentages.get(column) {
            Some(percent) => format!("({percent}%)"),
            None if self.percentages.is_empty() => String::new(),
            None => "-".to_owned(),
        };
        over(grouped(self.figures[column]), &below)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_counts_have_the_percentages_of_the_paper() {
        let mut compared = 0;
        for row in PUBLISHED.iter().flat_map(|table| table.rows) {
            let verified = *row.figures.last().expect("a column") as f64;
            for (count, printed) in row.figures.iter().zip(row.percentages) {
                let percent = 100.0 * (*count as f64 / verified - 1.0);
                let printed: f64 = printed.parse().expect("a number");
                // The paper has truncated some figures that it should have rounded.
                assert!((percent - printed).abs() < 0.011, "{}: {percent}", row.depth);
                compared += 1;
            }
        }
        assert_eq!(compared, 18);
    }

    #[test]
    fn only_what_relates_is_shown() {
        let titles = |suite, searches: &[&str], depths: &[u8]| -> Vec<String> {
            let searches: Vec<String> = searches.iter().map(|name| (*name).to_owned()).collect();
            let tables = related(suite, &searches, depths);
            tables.iter().map(|table| table.title[..19].to_owned()).collect()
        };
        let two = ["r2", "verified"];
        assert_eq!(titles(Some("ecm"), &two, &[8, 9]), ["The paper's Table 3"]);
        assert_eq!(
            titles(Some("wcs"), &two, &[8]),
            ["The paper's Table 4", "The paper's Table 5"]
        );
        assert_eq!(titles(None, &two, &[9]).len(), 5);
        assert!(titles(None, &["none", "r2"], &[9]).is_empty());
        assert!(titles(None, &two, &[4]).is_empty());
        let searches = ["r1", "verified"].map(str::to_owned);
        let table = related(None, &searches, &[9]).swap_remove(0);
        let text = table.to_string();
        assert!(
            text.contains("9      1,652,668,804  449,744,588\n          (+267.46%)            -"),
            "{text}"
        );
    }
}
