//! Tests the drawings of small runs. Their coordinates were calculated from the frame: x from 46 to 428, y from 396 up
//! to 12.

use bcp_reference::constants::MATES;

use super::run::Report;
use super::{diagram, finding, grid, scatter};
use crate::judgement::{Outcome, Summary, by_rules};
use crate::results::tests::{record, run};

/// A position with our seconds and the paper's.
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

/// Across, 0.5 s are at 46 and 3000 s at 398, after which a lane of 30 is for F; up, 0.02 s are at 396 and 3000 s at
/// 42. The place of t is 46 + 352 ln(t / 0.5) / ln 6000, or 396 - 354 ln(t / 0.02) / ln 150000.
#[test]
fn points_are_where_their_times_are() {
    let positions = [
        (Some(2.0), Some(3), "mate", "118.50", "259.22", "125.50", "start"),
        (None, Some(9), "none", "162.95", "27.00", "169.95", "start"),
        (Some(123.5), None, "gain", "413.00", "136.75", "406.00", "end"),
        (None, None, "none", "413.00", "27.00", "406.00", "end"),
        // At the place of the first: 3 and 3 sqrt 2 away, the golden angle of 137.5 degrees further each.
        (Some(2.0), Some(3), "gain", "116.29", "261.24", "123.29", "start"),
        (Some(2.0), Some(3), "note", "118.87", "254.99", "125.87", "start"),
        // Below the lowest time.
        (Some(0.01), Some(700), "gain", "339.12", "396.00", "332.12", "end"),
    ];
    let results = (1..).zip(positions).map(|(number, (ours, paper, kind, ..))| Outcome {
        value: Some(if kind == "mate" { MATES } else { MATES - 1 }),
        footnote: kind == "note",
        ..result(number, ours, paper)
    });
    let drawing = scatter::svg(&report(results.collect(), 600.0)).into_string();
    for (number, (.., kind, x, y, tip, anchor)) in (1..).zip(positions) {
        let mark = format!(
            "data-figure=\"point.{number}\"><use class=\"mark {kind}\" href=\"#mark-{kind}\" x=\"{x}\" y=\"{y}\">"
        );
        let below = y.parse::<f64>().expect("a place") + 3.5;
        let tip = format!("<text class=\"tip\" x=\"{tip}\" y=\"{below:.2}\" text-anchor=\"{anchor}\"");
        let point = drawing.split("<a ").find(|point| point.contains(&mark));
        has(point.unwrap_or(&drawing), &[&mark, &tip]);
    }
    has(
        &drawing,
        &[
            // The lanes, and their labels.
            "<rect class=\"lane\" x=\"398.00\" y=\"12.00\" width=\"30.00\" height=\"384.00\">",
            "<rect class=\"lane\" x=\"46.00\" y=\"12.00\" width=\"382.00\" height=\"30.00\">",
            "x=\"413.00\" y=\"411.00\" text-anchor=\"middle\">F<",
            "x=\"40.00\" y=\"30.50\" text-anchor=\"end\">F<",
            // The bands of factors 5 and 2 around equal times, with labels at 0.7 s.
            "<polygon class=\"band\" points=\"46.00,348.20 46.00,252.59 332.88,42.00 398.00,42.00 398.00,89.80\">",
            "<polygon class=\"band\" points=\"46.00,320.98 46.00,279.81 369.95,42.00 398.00,42.00 398.00,62.59\">",
            "<line class=\"even\" x1=\"46.00\" y1=\"300.39\" x2=\"398.00\" y2=\"42.00\">",
            "<text class=\"edge\" x=\"56.61\" y=\"238.60\">×5<",
            "<text class=\"edge\" x=\"56.61\" y=\"265.81\">×2<",
            // The first and the last decade of each axis.
            "<line class=\"grid\" x1=\"74.05\" x2=\"74.05\" y1=\"12.00\" y2=\"396.00\">",
            "<text class=\"tick\" x=\"353.55\" y=\"411.00\" text-anchor=\"middle\">1,000<",
            "<line class=\"grid\" x1=\"46.00\" x2=\"428.00\" y1=\"348.20\" y2=\"348.20\">",
            "<text class=\"tick\" x=\"40.00\" y=\"351.70\" text-anchor=\"end\">0.1<",
            "<text class=\"tick\" x=\"40.00\" y=\"78.13\" text-anchor=\"end\">1,000<",
            "<text class=\"axis\" x=\"237.00\" y=\"430.00\"",
            "<text class=\"axis\" x=\"11\" y=\"204.00\" text-anchor=\"middle\" transform=\"rotate(-90 11 204.00)\"",
        ],
    );
    assert_eq!(drawing.matches("class=\"tick\"").count(), 2 + 4 + 5);
    // The axes reach a fifth beyond the limit of the run: 6000 s are at the end, and 3000 s at
    // 46 + 352 ln(3000 / 0.5) / ln(6000 / 0.5).
    let longer = scatter::svg(&report(vec![result(1, Some(6_000.0), Some(3_000))], 5_000.0)).into_string();
    has(&longer, &["x=\"372.02\" y=\"42.00\""]);
}

/// Columns of other positions, 20 in each as in the paper, are headed by what is added to the number of a row.
#[test]
fn columns_have_their_headings() {
    let others = report(vec![result(1, None, None)], 600.0);
    assert_eq!([1, 2, 3].map(|quiz| others.heading(quiz)), [0, 20, 40]);
    let papers = report(vec![result(1, None, Some(2))], 600.0);
    assert_eq!([1, 2, 3].map(|quiz| papers.heading(quiz)), [1, 2, 3]);
}

/// Solved after 200, 500 and 1,200 seconds: one of them within 300, two within 1,000.
#[test]
fn earlier_limits_are_300_and_1000_seconds() {
    let mut run = run();
    run.set.to_limit = true;
    let records = [(1, 200.0), (2, 500.0), (3, 1_200.0)].map(|(number, seconds)| {
        let mut record = record(number, &run);
        record.iterations[0].seconds = seconds;
        // A mate counts at once.
        record.iterations[0].value = MATES + 20;
        record.iterations[0].best = Some("Kb1".to_owned());
        record
    });
    let figures = by_rules(&records).expect("positions");
    assert_eq!((figures[0].solved_within, figures[0].solved), ([1, 2], 3));
}

/// A ratio of exactly 2 or 5 is still within it.
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

/// Of 30 positions, whose ratios rise from 4 to 33, too short or too long in turn, the list has the 20 largest.
#[test]
fn the_largest_differences_come_first() {
    let run = run();
    let records: Vec<_> = (1..=30)
        .map(|number| {
            let mut record = record(number, &run);
            let ratio = number + 3;
            let (ours, paper) = if number % 2 == 0 {
                (ratio * 10, 10)
            } else {
                (10, ratio * 10)
            };
            record.result.seconds = Some(f64::from(ours));
            record.result.table1_seconds = Some(paper);
            record
        })
        .collect();
    let shown = finding::where_we_differ(&Report {
        summary: Summary {
            effective_clock_hz: None,
            ..Summary::new(&[], "4MHz".parse().expect("a clock"))
        },
        ..Report::new(&records, "4MHz".parse().expect("a clock"), 600.0)
    });
    let shown = shown.into_string();
    let numbers = shown
        .split("href=\"#p")
        .skip(1)
        .map(|rest| rest.split('"').next().expect("a number"));
    let expected: Vec<String> = (11..=30).rev().map(|number| number.to_string()).collect();
    assert_eq!(numbers.collect::<Vec<_>>(), expected);
}
