//! The table as text: the paper's layout, with our times next to the paper's.

use super::number::table1;
use super::run::Report;
use crate::judgement::Outcome;

/// Width of a cell in characters: a space, our seconds, a space, the paper's, a mark.
const CELL: usize = 11;

/// Width of the text before a row's cells.
const HEAD: usize = 4;

/// Formats the table of the positions that were run, within `width` columns if given, and the summary.
pub(super) fn text(report: &Report<'_>, width: Option<usize>) -> String {
    let (clock, limit, summary) = (report.clock, report.limit_seconds, &report.summary);
    if report.has_paper() {
        let heading = format!(
            "Seconds to solution at {clock}, ours and the paper's (Table 1); F: not solved, here within {limit} s;\n\
             *: the paper has a footnote; {}\n\n",
            report.example().unwrap_or_default()
        );
        return heading + &grid(report, width, cell) + &summary.text(&report.results);
    }
    let heading = format!("Seconds to solution at {clock}; F: not solved within {limit} s\n\n");
    let grid = grid(report, width, |result| table1(result.whole_seconds()));
    heading + &grid + &summary.text(&report.results)
}

/// Formats the cells in the layout of the paper, and an empty line. Quizzes that do not fit in the width go below.
fn grid(report: &Report<'_>, width: Option<usize>, cell: impl Fn(&Outcome) -> String) -> String {
    let (quizzes, rows) = report.layout();
    let room = width.map_or(usize::MAX, |width| (width.saturating_sub(HEAD) / CELL).max(1));
    let mut out = String::new();
    let mut line = |head: String, cells: &[String]| {
        let cells = cells.iter().map(|cell| format!("{cell:>CELL$}"));
        out += (head + &cells.collect::<String>()).trim_end();
        out.push('\n');
    };
    for first in (0..quizzes.len()).step_by(room) {
        let band = first..quizzes.len().min(first.saturating_add(room));
        let heads: Vec<String> = quizzes[band.clone()].iter().map(|quiz| format!("{quiz} ")).collect();
        line("quiz".to_owned(), &heads);
        for (place, results) in &rows {
            let text = |at: &Option<usize>| at.map_or_else(String::new, |at| cell(&report.results[at]));
            let cells: Vec<String> = results[band.clone()].iter().map(text).collect();
            line(format!("{place:HEAD$}"), &cells);
        }
        line(String::new(), &[]);
    }
    out
}

fn cell(result: &Outcome) -> String {
    let (ours, paper) = (table1(result.whole_seconds()), table1(result.table1_seconds));
    let mark = if result.footnote { '*' } else { ' ' };
    format!("{ours} {paper:>4}{mark}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::judgement::Summary;

    fn result(quiz: u32, place: u32, ours: Option<f64>, paper: Option<u32>) -> Outcome {
        Outcome {
            number: 20 * (quiz - 1) + place,
            id: "WAC.001".to_owned(),
            fen: String::new(),
            best_moves: None,
            avoid_moves: None,
            note: None,
            variation: None,
            solved: ours.is_some(),
            seconds: ours,
            cycles: 0,
            iteration_cycles: 40_000,
            nodes: 10,
            depth: None,
            value: None,
            best: None,
            table1_seconds: paper,
            footnote: quiz == 2,
            quiz,
            place,
        }
    }

    #[test]
    fn layout() {
        let results = [
            result(1, 1, Some(0.2), Some(3)),
            result(1, 2, None, Some(9)),
            result(1, 3, Some(123.5), Some(70)),
            result(2, 1, Some(1_629.2), Some(42)),
        ];
        let clock = "4MHz".parse().expect("a clock");
        let report = Report {
            summary: Summary::new(&results, clock),
            results: results.to_vec(),
            ..Report::new(&[], clock, 2000.0)
        };
        insta::assert_snapshot!(text(&report, None));
        let narrow = text(&report, Some(20));
        let lines: Vec<&str> = narrow.lines().skip(3).take(9).collect();
        assert_eq!(
            lines,
            [
                "quiz         1",
                "   1    1    3",
                "   2    F    9",
                "   3  124   70",
                "",
                "quiz         2",
                "   1 1630   42*",
                "   2",
                "   3"
            ]
        );
    }
}
