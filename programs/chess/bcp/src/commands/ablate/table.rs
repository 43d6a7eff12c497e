//! The tables of `bcp ablate`.

use bcp_suite::Selection;

use super::explained::Explained;
use super::reading::{self, Reading, Sight};
use crate::judgement::{CLASSES, Times};
use crate::report::tables::Table;

/// Names of the gains of stages, for the acceptance probabilities.
const GAINS: [&str; CLASSES] = ["nothing", "a pawn", "two pawns", "three or more", "a mate"];

/// The figures of a likelihood.
const LIKELIHOOD: [&str; 7] = [
    "reading",
    "log-likelihood",
    "more than the first, 95 %",
    "even / odd",
    "scale",
    "deviation",
    "aliens, %",
];

/// The likelihoods, the figures of the fixed rule, and what is told of the first reading.
pub(super) fn tables(readings: &[Reading], limit_seconds: f64) -> Vec<Table> {
    let Some(first) = readings.first() else {
        return Vec::new();
    };
    let title = format!("Likelihood, all positions to {limit_seconds} s");
    let mut likelihoods = Table::new(&title, &[&LIKELIHOOD[..], &["cycles per node"]].concat());
    for reading in readings {
        let mut cells = likelihood(reading, &first.explained, &reading.explained);
        cells.push(format!("{:.0}", reading.summary.cycles_per_node));
        likelihoods.add(cells);
    }
    likelihoods.rows.extend(drawn(first, readings));
    let mut by_suite = Table::new("Likelihood with every move of the suite", &LIKELIHOOD);
    if let Some(first_by_suite) = &first.by_suite {
        for reading in readings {
            if let Some(explained) = &reading.by_suite {
                by_suite.add(likelihood(reading, first_by_suite, explained));
            }
        }
    }
    let mut rule = Table::new(
        "The fixed rule",
        &[
            "reading",
            "solved",
            "F in both",
            "Spearman, 95 %",
            "within 2 / 3 / 5, %",
            "mates: Spearman / deviation",
            "at the scale: Spearman",
            "within 2 / 3 / 5, %",
            "mates: Spearman / deviation",
            "position 96",
            "its mate",
        ],
    );
    for reading in readings {
        rule.add(by_rule(reading));
    }
    let mut accepts = Table::new("A stage that gains is accepted, %", &GAINS);
    let shares = first.explained.model.accepts;
    accepts.add(shares.map(|share| format!("{:.0}", 100.0 * share)).to_vec());
    let mut aliens = Table::new("Alien under the first reading", &["more likely than not", "positions"]);
    let numbers = first.explained.aliens();
    aliens.add(vec![numbers.len().to_string(), Selection::text(numbers)]);
    let mut tables = vec![likelihoods, rule, accepts, aliens];
    if first.by_suite.is_some() {
        tables.insert(1, by_suite);
    }
    tables
}

fn likelihood(reading: &Reading, first: &Explained, explained: &Explained) -> Vec<String> {
    let (difference, halves) = if std::ptr::eq(first, explained) {
        (String::new(), String::new())
    } else {
        let difference = explained.more_than(first);
        let range = difference
            .interval
            .map_or_else(String::new, |(low, high)| format!(" ({low:+.1} to {high:+.1})"));
        (
            format!("{:+.1}{range}", difference.total),
            format!("{:+.1} / {:+.1}", difference.even, difference.odd),
        )
    };
    vec![
        reading.row.name.to_owned(),
        format!("{:.1}", explained.log_likelihood()),
        difference,
        halves,
        format!("{:.2}", explained.model.scale),
        format!("{:.2}", explained.model.deviation),
        format!("{:.0}", 100.0 * explained.model.aliens),
    ]
}

/// The mean of the orders drawn by chance, and how far apart they are.
fn drawn(first: &Reading, readings: &[Reading]) -> Option<Vec<String>> {
    let (mean, deviation, count) = reading::drawn(first, readings)?;
    let mut cells = vec![String::new(); LIKELIHOOD.len() + 1];
    cells[0] = format!("mean of the {count} drawn orders");
    cells[2] = format!("{mean:+.1}, standard deviation {deviation:.1}");
    Some(cells)
}

fn by_rule(reading: &Reading) -> Vec<String> {
    let summary = &reading.summary;
    let figure =
        |times: &Option<Times>, figure: fn(&Times) -> String| times.as_ref().map_or_else(|| "-".to_owned(), figure);
    let ranked = |times: &Times| {
        let range = times
            .spearman_interval
            .map_or_else(String::new, |(low, high)| format!(" ({low:.3} to {high:.3})"));
        format!("{:.3}{range}", times.spearman)
    };
    let mates = |times: &Times| format!("{:.3} / {:.2}", times.spearman, times.log_deviation);
    let sight = |sight: Option<Sight>| {
        sight.map_or_else(
            || "-".to_owned(),
            |Sight { depth, seconds }| format!("{seconds:.0} s, depth {depth}"),
        )
    };
    vec![
        reading.row.name.to_owned(),
        summary.solved.to_string(),
        summary.both_unsolved.to_string(),
        figure(&summary.times, ranked),
        figure(&summary.times, Times::within),
        figure(&summary.mates, mates),
        figure(&summary.scaled, |times| format!("{:.3}", times.spearman)),
        figure(&summary.scaled, Times::within),
        figure(&summary.scaled_mates, mates),
        sight(reading.deepest),
        sight(reading.mate),
    ]
}
