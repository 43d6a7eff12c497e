//! Suites as CSV. The header names `fen`, and `best_moves` (or `bm`) or `avoid_moves` (or `am`); optionally also `id`
//! and the other columns of `programs/chess/suite/positions/win-at-chess.csv`. Columns are separated by commas, or by
//! semicolons or tabs as spreadsheets write them.

use std::collections::BTreeMap;

use anyhow::{Context, Result, ensure};
use csv::{ReaderBuilder, StringRecord, Trim};

use crate::problem::{Claim, Problem, Row, moves_in};

/// A line number in the file, the number of its position, and the position or the error.
pub(crate) type Line = (u64, Option<u32>, Result<Problem>);

/// Returns the separator of the columns; `None` if the line is not the heading of such a file.
pub(crate) fn separator(line: &str) -> Option<u8> {
    let has_fen = |separator: &u8| {
        let mut names = line.split(char::from(*separator));
        names.any(|name| name.trim().trim_matches('"').eq_ignore_ascii_case("fen"))
    };
    b",;\t".iter().copied().find(has_fen)
}

/// The names of the columns, in order.
struct Columns(StringRecord);

impl Columns {
    /// Reads the names in a heading, which are case-insensitive.
    fn new(heading: &StringRecord) -> Self {
        Self(heading.iter().map(str::to_ascii_lowercase).collect())
    }

    /// Returns the field in the first column with one of these names; `None` if there is no such column or the field
    /// is empty.
    fn get<'r>(&self, record: &'r StringRecord, names: &[&str]) -> Option<&'r str> {
        let at = self.0.iter().position(|name| names.contains(&name))?;
        record.get(at).filter(|field| !field.is_empty())
    }

    /// Returns a whole number of at least 1; `None` if the field is absent or empty.
    fn natural(&self, record: &StringRecord, name: &str) -> Result<Option<u32>> {
        let field = self.get(record, &[name]);
        let read = |text: &str| {
            let number = text.parse::<u32>().ok().filter(|number| *number > 0);
            number.with_context(|| format!("expected a number of at least 1 in the column {name}, found `{text}`"))
        };
        field.map(read).transpose()
    }
}

pub(crate) fn read(text: &str, separator: u8) -> Result<Vec<Line>> {
    let mut reader = ReaderBuilder::new()
        .delimiter(separator)
        .flexible(true)
        .trim(Trim::All)
        .from_reader(text.as_bytes());
    let columns = Columns::new(reader.headers()?);
    let mut lines = Vec::new();
    let mut counted = 0;
    for record in reader.records() {
        let record = record?;
        if record.iter().all(str::is_empty) {
            continue;
        }
        counted += 1;
        let line = record.position().map_or(0, |position| line_at(text, position.byte()));
        let number = columns
            .natural(&record, "position")
            .map(|number| number.unwrap_or(counted));
        let known = number.as_ref().ok().copied();
        let problem = number.and_then(|number| problem(&columns, &record, number));
        lines.push((line, known, problem));
    }
    Ok(lines)
}

/// Returns the number of the line that contains a byte, after any empty lines at that byte.
fn line_at(text: &str, byte: u64) -> u64 {
    let (before, rest) = text.split_at_checked(byte as usize).unwrap_or((text, ""));
    let blank = &rest[..rest.len() - rest.trim_start_matches(['\r', '\n']).len()];
    let feeds = |text: &str| text.bytes().filter(|byte| *byte == b'\n').count() as u64;
    feeds(before) + feeds(blank) + 1
}

fn problem(columns: &Columns, record: &StringRecord, number: u32) -> Result<Problem> {
    ensure!(
        record.len() == columns.0.len(),
        "found {} columns; expected {}",
        record.len(),
        columns.0.len()
    );
    let moves = |names: &[&str]| -> Vec<&str> {
        let field = columns.get(record, names);
        field.map_or_else(Vec::new, |field| moves_in(field).collect())
    };
    let row = Row {
        fen: columns.get(record, &["fen"]).unwrap_or_default(),
        best: moves(&["best_moves", "bm"]),
        avoid: moves(&["avoid_moves", "am"]),
        id: columns.get(record, &["id"]),
    };
    let mut problem = Problem::new(number, &row)?;
    if let Some(quiz) = columns.natural(record, "quiz")? {
        problem.quiz = quiz;
    }
    if let Some(place) = columns.natural(record, "number")? {
        problem.place = place;
    }
    let seconds = columns.get(record, &["table1_seconds"]);
    problem.in_table1 = seconds.is_some();
    if seconds != Some("F") {
        problem.table1 = columns.natural(record, "table1_seconds")?;
    }
    problem.claim = columns.get(record, &["claimed_gain"]).map(str::parse).transpose()?;
    let source = columns.get(record, &["book_source"]).unwrap_or_default();
    let correction = columns.get(record, &["correction"]).map(|moves| (moves, "correction"));
    let book = columns.get(record, &["book_moves"]).map(|moves| (moves, source));
    if let Some((moves, source)) = correction.or(book) {
        problem.set_book(moves, source)?;
    }
    let note = columns.get(record, &["paper_note"]);
    problem.footnote = note.is_some();
    problem.note = note.map(str::to_owned);
    Ok(problem)
}

/// Reads claims by the numbers of their positions, from a file with the columns `position` and `gain`.
pub(crate) fn claims(text: &str) -> Result<BTreeMap<u32, Claim>> {
    let mut reader = ReaderBuilder::new().from_reader(text.as_bytes());
    let columns = Columns::new(reader.headers()?);
    let mut claims = BTreeMap::new();
    for record in reader.records() {
        let record = record?;
        let position = columns.natural(&record, "position")?.context("missing position")?;
        if let Some(gain) = columns.get(&record, &["gain"]) {
            claims.insert(position, gain.parse()?);
        }
    }
    Ok(claims)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_count_by_their_names() {
        let text = "am,fen,id\n\
                    ,6k1/8/8/8/8/8/8/K6R w - -,\"none, at all\"\n\
                    \n\
                    Ka2,6k1/8/8/8/8/8/8/K6R w - -,\"one, in quotes\"\n\
                    Ka2,7k/8/8/8\n";
        assert_eq!(separator("am,fen,id"), Some(b','));
        assert_eq!(separator("am;\"fen\";id"), Some(b';'));
        assert_eq!(separator("am\tfen"), Some(b'\t'));
        let capitals = read("FEN,Best_Moves\n6k1/8/8/8/8/8/8/K6R w - -,Ka2\n", b',').expect("a heading");
        assert_eq!(separator("FEN,Best_Moves"), Some(b','));
        assert_eq!(capitals[0].2.as_ref().expect("a problem").solution_text, "Ka2");
        assert_eq!(separator("6k1/8/8/8/8/8/8/K6R w - - bm Ka2;"), None);
        let spread = read("fen;am\n6k1/8/8/8/8/8/8/K6R w - -;Ka2, Kb1\n", b';').expect("a heading");
        assert_eq!(spread[0].2.as_ref().expect("a problem").avoid_text, "Ka2 Kb1");
        let lines = read(text, b',').expect("a heading");
        let outcomes: Vec<_> = lines
            .iter()
            .map(|(line, number, problem)| (*line, *number, problem.is_ok()))
            .collect();
        assert_eq!(outcomes, [(2, Some(1), true), (4, Some(2), true), (5, Some(3), false)]);
        let problem = lines[1].2.as_ref().expect("a problem");
        assert_eq!(problem.id.as_deref(), Some("one, in quotes"));
        assert_eq!(problem.avoid_text, "Ka2");
    }

    /// A missing or extra field shifts the others, even if the rest is a valid position.
    #[test]
    fn a_row_has_as_many_columns_as_the_heading() {
        for (row, found) in [
            ("6k1/8/8/8/8/8/8/K6R w - -,Ka2", 2),
            ("6k1/8/8/8/8/8/8/K6R w - -,Ka2,one,two", 4),
        ] {
            let lines = read(&format!("fen,am,id\n{row}\n"), b',').expect("a heading");
            let error = lines[0].2.as_ref().expect_err(row);
            assert_eq!(error.to_string(), format!("found {found} columns; expected 3"));
        }
    }
}
