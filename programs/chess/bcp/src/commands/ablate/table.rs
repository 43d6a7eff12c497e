//! The tables of `bcp ablate`.

use bcp_suite::Selection;

use super::explained::{Difference, Explained};
use super::reading::{self, Reading, Sight, steps};
use crate::judgement::{CLASSES, Times};
use crate::report::tables::Table;

/// Names of the gains of stages, for the acceptance probabilities.
const GAINS: [&str; CLASSES] = ["nothing", "a pawn", "two pawns", "three or more", "a mate"];

/// The figures of a likelihood.
const LIKELIHOOD: [&str; 8] = [
    "reading",
    "log-likelihood",
    "held out",
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
    tables.splice(0..0, from_the_pseudocode(readings));
    tables
}

fn likelihood(reading: &Reading, first: &Explained, explained: &Explained) -> Vec<String> {
    let (difference, halves) = if std::ptr::eq(first, explained) {
        (String::new(), String::new())
    } else {
        more(&explained.more_than(first))
    };
    vec![
        reading.row.name.to_owned(),
        format!("{:.1}", explained.log_likelihood()),
        format!("{:.1}", explained.held_out),
        difference,
        halves,
        format!("{:.2}", explained.model.scale),
        format!("{:.2}", explained.model.deviation),
        format!("{:.0}", 100.0 * explained.model.aliens),
    ]
}

/// A difference with its interval, and its halves.
fn more(difference: &Difference) -> (String, String) {
    let range = difference
        .interval
        .map_or_else(String::new, |(low, high)| format!(" ({low:+.1} to {high:+.1})"));
    (
        format!("{:+.1}{range}", difference.total),
        format!("{:+.1} / {:+.1}", difference.even, difference.odd),
    )
}

/// The steps from the pseudocode to the program as it is, each beside the one before; none where they were not run.
fn from_the_pseudocode(readings: &[Reading]) -> Option<Table> {
    let mut table = Table::new(
        "From the pseudocode to the program as it is",
        &[
            "step",
            "solved",
            "Spearman",
            "ratio",
            "log-likelihood",
            "more than the step before, 95 %",
            "even / odd",
            "held out",
        ],
    );
    for step in steps(readings) {
        let (explained, summary) = (&step.reading.explained, &step.reading.summary);
        let (difference, halves) = step
            .before
            .map_or_else(Default::default, |before| more(&explained.more_than(&before.explained)));
        table.add(vec![
            step.what.to_owned(),
            summary.solved.to_string(),
            figure(&summary.times, |times| format!("{:.3}", times.spearman)),
            figure(&summary.exact, |times| format!("{:.2}", times.mean_ratio)),
            format!("{:.1}", explained.log_likelihood()),
            difference,
            halves,
            format!("{:.1}", explained.held_out),
        ]);
    }
    (!table.rows.is_empty()).then_some(table)
}

/// The mean of the orders drawn by chance, and how far apart they are.
fn drawn(first: &Reading, readings: &[Reading]) -> Option<Vec<String>> {
    let (mean, deviation, count) = reading::drawn(first, readings)?;
    let mut cells = vec![String::new(); LIKELIHOOD.len() + 1];
    cells[0] = format!("mean of the {count} drawn orders");
    cells[3] = format!("{mean:+.1}, standard deviation {deviation:.1}");
    Some(cells)
}

/// A figure of times, where there are any.
fn figure(times: &Option<Times>, figure: fn(&Times) -> String) -> String {
    times.as_ref().map_or_else(|| "-".to_owned(), figure)
}

fn by_rule(reading: &Reading) -> Vec<String> {
    let summary = &reading.summary;
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
