//! Tests the reports of small runs.

use bcp_reference::constants::MATES;

use super::run::Report;
use super::{diagram, grid};
use crate::judgement::{Outcome, by_rules};
use crate::results::tests::{record, run};

/// Returns a result with our seconds and the paper's.
fn result(number: u32, ours: Option<f64>, paper: Option<u32>) -> Outcome {
    Outcome {
        number,
        id: number.to_string(),
        fen: String::new(),
        best_moves: None,
        avoid_moves: None,
        note: None,
        quiz: 1,
        place: number,
        table1_seconds: paper,
        footnote: false,
        solved: ours.is_some(),
        seconds: ours,
        cycles: 0,
        nodes: 0,
        depth: None,
        value: None,
        best: None,
        variation: None,
        iteration_cycles: 0,
    }
}

fn report(results: Vec<Outcome>, limit_seconds: f64) -> Report<'static> {
    let clock = "4MHz".parse().expect("a clock");
    Report { results, ..Report::new(&[], clock, limit_seconds) }
}

#[track_caller]
fn has(drawing: &str, wanted: &[&str]) {
    for wanted in wanted {
        assert!(
            drawing.contains(wanted),
            "{wanted} not in\n{}",
            drawing.replace('<', "\n<")
        );
    }
}

/// Columns of other positions, 20 in each as in the paper, are headed by the number to add to that of a row.
#[test]
fn columns_have_their_headings() {
    let others = report(vec![result(1, None, None)], 600.0);
    assert_eq!([1, 2, 3].map(|quiz| others.heading(quiz)), [0, 20, 40]);
    let papers = report(vec![result(1, None, Some(2))], 600.0);
    assert_eq!([1, 2, 3].map(|quiz| papers.heading(quiz)), [1, 2, 3]);
}

/// The positions are solved after 200, 500 and 1,200 seconds: one of them within 300, two within 1,000.
#[test]
fn earlier_limits_are_300_and_1000_seconds() {
    let mut run = run();
    run.set.to_limit = true;
    let records = [(1, 200.0), (2, 500.0), (3, 1_200.0)].map(|(number, seconds)| {
        let mut record = record(number, &run);
        record.iterations[0].seconds = seconds;
        // A mate counts as solved at once.
        record.iterations[0].value = MATES + 20;
        record.iterations[0].best = Some("Kb1".to_owned());
        record
    });
    let figures = by_rules(&records).expect("positions");
    assert_eq!((figures[0].solved_within, figures[0].solved), ([1, 2], 3));
}

/// A ratio of exactly 2 or 5 still counts as within that factor.
#[test]
fn cells_have_the_colours_of_their_ratios() {
    let rows = [
        (Some(11), Some(2), "s5"),
        (Some(10), Some(2), "s2"),
        (Some(5), Some(2), "s2"),
        (Some(4), Some(2), "even"),
        (Some(2), Some(4), "even"),
        (Some(2), Some(5), "f2"),
        (Some(2), Some(10), "f2"),
        (Some(2), Some(11), "f5"),
        (Some(1), None, "won"),
        (None, Some(1), "lost"),
        (None, None, "neither"),
    ];
    for (ours, paper, expected) in rows {
        let class = grid::class(&result(1, ours.map(f64::from), paper));
        assert_eq!(class, expected, "{ours:?} {paper:?}");
    }
}

/// Files count from the left, ranks from the bottom.
#[test]
fn a_diagram_has_its_pieces_where_they_stand() {
    let draw = |fen: &str| {
        let position = bcp_chess::Position::from_fen(fen).expect("a position");
        let m = position.legal_moves().into_iter().find(|m| m.to_string() == "a1a3");
        diagram::svg(&position, m).into_string()
    };
    has(
        &draw("7k/8/8/8/8/8/1P6/R3K3 w - - 0 1"),
        &[
            "href=\"#bK\" x=\"7\" y=\"0\"",
            "href=\"#wP\" x=\"1\" y=\"6\"",
            "href=\"#wR\" x=\"0\" y=\"7\"",
            "href=\"#wK\" x=\"4\" y=\"7\"",
            // The move from a1 to a3.
            "<rect class=\"mark\" x=\"0\" y=\"7\" width=\"1\" height=\"1\"></rect><rect class=\"mark\" x=\"0\" y=\"5\"",
            "class=\"turn white\" cx=\"8.33\" cy=\"7.8\"",
        ],
    );
    has(
        &draw("7k/8/8/8/8/8/1P6/R3K3 b - - 0 1"),
        &["class=\"turn black\" cx=\"8.33\" cy=\".2\""],
    );
    let squares = diagram::definitions().into_string();
    has(&squares, &["M1 0h1v1h-1zM3 0h1v1h-1z", "M0 1h1v1h-1z", "M6 7h1v1h-1z"]);
    assert!(!squares.contains("M0 0h1"));
}
