//! Suites as EPD: the first four fields of FEN, then operations, each terminated by a semicolon.
//!
//! `bm`, `am` and `id` are read; other operations are skipped, and so are the two counters of a full FEN. Empty lines
//! and lines that begin with `#` are ignored.

use anyhow::{Result, ensure};

use crate::csv::Line;
use crate::problem::{Problem, Row, moves_in};

pub(crate) fn read(text: &str) -> Vec<Line> {
    let lines = text.lines().zip(1..);
    let used = lines.filter(|(line, _)| !line.trim().is_empty() && !line.starts_with('#'));
    used.zip(1..)
        .map(|((line, at), number)| (at, Some(number), problem(line, number)))
        .collect()
}

fn problem(line: &str, number: u32) -> Result<Problem> {
    let (fen, mut rest) = split_words(line, 4);
    // Skips the counters of a full FEN.
    loop {
        let (word, behind) = split_words(rest, 1);
        if word.is_empty() || !word.bytes().all(|byte| byte.is_ascii_digit()) {
            break;
        }
        rest = behind;
    }
    let mut row = Row { fen, ..Row::default() };
    for operation in operations(rest)? {
        let (opcode, operands) = split_words(operation, 1);
        match opcode {
            "bm" => row.best.extend(moves_in(operands)),
            "am" => row.avoid.extend(moves_in(operands)),
            "id" => row.id = Some(operands.trim().trim_matches('"')),
            _ => {}
        }
    }
    Problem::new(number, &row)
}

/// Splits off the first `count` words of a text.
fn split_words(text: &str, count: usize) -> (&str, &str) {
    let text = text.trim_start();
    let mut end = 0;
    for _ in 0..count {
        let rest = &text[end..];
        let word = rest.len() - rest.trim_start().len();
        let behind = rest[word..].find(char::is_whitespace);
        end = behind.map_or(text.len(), |behind| end + word + behind);
    }
    text.split_at(end)
}

/// Splits operations at semicolons outside quotes.
fn operations(text: &str) -> Result<Vec<&str>> {
    let mut quoted = false;
    let parts = text
        .split(|c: char| {
            quoted ^= c == '"';
            c == ';' && !quoted
        })
        .map(str::trim)
        .filter(|part| !part.is_empty())
        .collect();
    ensure!(!quoted, "missing quotation mark");
    Ok(parts)
}

#[cfg(test)]
mod tests {
    use super::*;

    const FEN: &str = "6k1/8/8/8/8/8/8/K6R w - -";

    fn one(operations: &str) -> Result<Problem> {
        problem(&format!("{FEN} {operations}"), 7)
    }

    #[test]
    fn operations_are_read_and_unknown_ones_passed_over() {
        let problem = one("c0 \"bm Kb1; no\"; bm Ka2 Kb1; acd 12; id \"WAC; 7\";").expect("a problem");
        assert_eq!(problem.solution_text, "Ka2 Kb1");
        assert_eq!(problem.id.as_deref(), Some("WAC; 7"));
        assert_eq!((problem.number, problem.fen.as_str()), (7, FEN));
        assert_eq!(one("am Ka2").expect("a problem").avoid_text, "Ka2");
        let other = one("pv Kb1 Kg7 Rh2; bm a1a2, Ka1-b1; c0 \"a; b\"; c1 ; hmvc 3; ce -12; dm 4;");
        assert_eq!(other.expect("a problem").solution_text, "a1a2 Ka1-b1");
        assert_eq!(one("0 1 bm Ka2;").expect("a problem").solutions.len(), 1);
        for wrong in ["bm Ka3;", "bm Ka2; id \"open"] {
            assert!(one(wrong).is_err(), "{wrong}");
        }
        for none in ["", "id \"nothing\";", "bm;"] {
            assert!(one(none).expect("a position").solutions.is_empty(), "{none}");
        }
    }

    #[test]
    fn lines_keep_their_numbers() {
        let text = format!("# comment\n\n{FEN} bm Ka2;\nnonsense\n  \n{FEN} bm Kb1;\r\n");
        let outcomes: Vec<_> = read(&text)
            .iter()
            .map(|(line, number, problem)| (*line, *number, problem.is_ok()))
            .collect();
        assert_eq!(outcomes, [(3, Some(1), true), (4, Some(2), false), (6, Some(3), true)]);
    }
}
