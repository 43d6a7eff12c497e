//! The results published by David and Netanyahu, *Verified Null-Move Pruning*, ICGA Journal 25 (3), September 2002,
//! pages 153 to 161.

use csv::ReaderBuilder;
use serde::Deserialize;

use super::table::{TitledTable, over};

/// Tables 1 to 6 of the paper, one line for each row.
const PUBLISHED: &str = include_str!("papers.csv");

/// Pairs of names for each search column: ours, and the paper's.
const SEARCHES: [(&str, &str); 4] = [
    ("r1", "Std R=1"),
    ("r2", "Std R=2"),
    ("r3", "Std R=3"),
    ("verified", "Vrfd R=3"),
];

/// A row of a table of the paper.
#[derive(Deserialize)]
struct PaperRow {
    /// Number of the table in the paper.
    table: u8,
    /// A description of what was counted, and in which positions.
    what: String,
    /// Name of the suite, if it is one of [`SUITES`](crate::suites::SUITES); otherwise empty.
    suite: String,
    /// Search depth in plies.
    depth: u8,
    /// Count for each search; empty for a search that the table lacks.
    counts: [String; 4],
    /// The percentages that the paper prints below its node counts.
    percentages: [String; 3],
}

fn published() -> csv::Result<Vec<PaperRow>> {
    let mut reader = ReaderBuilder::new()
        .has_headers(false)
        .comment(Some(b'#'))
        .from_reader(PUBLISHED.as_bytes());
    reader.deserialize().collect()
}

/// The tables of the paper that are comparable with a comparison: those of the same suite or, for another suite, those
/// of suites that may be similar, restricted to the searches and depths that were compared. `None` without two such
/// searches.
///
/// # Errors
///
/// The built-in file cannot be read.
pub(super) fn related(suite: Option<&str>, searches: &[String], depths: &[u8]) -> csv::Result<Vec<TitledTable>> {
    let mut rows = published()?;
    rows.retain(|row| suite.map_or(row.suite != "mates", |suite| row.suite == suite));
    let tables = rows.chunk_by(|one, other| one.table == other.table);
    Ok(tables.filter_map(|rows| part(rows, searches, depths)).collect())
}

/// Returns the part of a table with these searches and depths; `None` with fewer than two of the searches, or no depth.
fn part(rows: &[PaperRow], searches: &[String], depths: &[u8]) -> Option<TitledTable> {
    let first = rows.first()?;
    let is_compared = |at: &usize| !first.counts[*at].is_empty() && searches.iter().any(|name| name == SEARCHES[*at].0);
    let columns: Vec<usize> = (0..SEARCHES.len()).filter(is_compared).collect();
    let mut rows = rows.iter().filter(|row| depths.contains(&row.depth)).peekable();
    if columns.len() < 2 || rows.peek().is_none() {
        return None;
    }
    let title = format!("The paper's Table {}: {}", first.table, first.what);
    let mut table = TitledTable::new(title, "depth", columns.iter().map(|at| SEARCHES[*at].1.to_owned()));
    for row in rows {
        table.row(row.depth.to_string(), columns.iter().map(|at| row.cell(*at)));
    }
    Some(table)
}

impl PaperRow {
    fn cell(&self, column: usize) -> String {
        let below = match self.percentages.get(column) {
            _ if self.percentages.iter().all(String::is_empty) => String::new(),
            Some(percent) => format!("({percent}%)"),
            None => "-".to_owned(),
        };
        over(self.counts[column].clone(), &below)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_counts_have_the_percentages_of_the_paper() {
        let mut compared = 0;
        let number = |count: &String| count.replace(',', "").parse::<f64>().expect("a count");
        for row in published().expect("the built-in file") {
            let verified = number(&row.counts[3]);
            for (count, printed) in row
                .counts
                .iter()
                .zip(&row.percentages)
                .filter(|(_, printed)| !printed.is_empty())
            {
                let percent = 100.0 * (number(count) / verified - 1.0);
                let printed: f64 = printed.parse().expect("a number");
                // The paper truncates some figures that it should round.
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
            let tables = related(suite, &searches, depths).expect("the built-in file");
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
        let table = related(None, &searches, &[9])
            .expect("the built-in file")
            .swap_remove(0);
        let text = table.to_string();
        assert!(
            text.contains("9      1,652,668,804  449,744,588\n          (+267.46%)            -"),
            "{text}"
        );
    }
}
