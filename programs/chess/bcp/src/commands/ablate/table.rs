//! The tables of `bcp ablate`.

use bcp_suite::Selection;
use cli::{Column, Table};

use super::explained::{Difference, Explained};
use super::reading::{Reading, Sight, Step, drawn};
use crate::judgement::{CLASSES, Times};

/// Names of the classes of gains, for the table of acceptance probabilities.
const GAINS: [&str; CLASSES] = ["nothing", "a pawn", "two pawns", "three or more", "a mate"];

/// Column headings of the table of likelihoods.
const LIKELIHOOD: [&str; 8] = [
    "reading",
    "log-likelihood",
    "held out",
    "gain over the first (95%)",
    "even / odd",
    "scale",
    "deviation",
    "aliens, %",
];

/// Column headings of the table of the fixed rule.
const RULE: [&str; 11] = [
    "reading",
    "solved",
    "F in both",
    "Spearman (95%)",
    "within 2 / 3 / 5, %",
    "mates: Spearman / deviation",
    "scaled: Spearman",
    "within 2 / 3 / 5, %",
    "mates: Spearman / deviation",
    "position 96",
    "mate in position 96",
];

/// Column headings of the table of what a reading gains over the first one, and what it costs.
const GAINED: [&str; 4] = ["reading", "gains", "loses", "nodes to the solution"];

/// Column headings of the table of steps.
const STEP: [&str; 8] = [
    "step",
    "solved",
    "Spearman",
    "ratio",
    "log-likelihood",
    "gain over the previous step (95%)",
    "even / odd",
    "held out",
];

/// Formats the steps, the likelihoods, the figures of the fixed rule, and the details of the first reading, as
/// Markdown.
pub(super) fn text(limit_seconds: f64, readings: &[Reading], steps: &[Step<'_>]) -> String {
    let Some(first) = readings.first() else {
        return String::new();
    };
    let mut text = String::new();
    let mut add = |title: &str, heads: &[&str], rows: Vec<Vec<String>>| {
        let mut table = Table::new(heads.iter().map(|head| Column::left(*head)));
        rows.into_iter().for_each(|row| table.row(row));
        text += &format!("{title}:\n\n{}\n", table.markdown());
    };
    if !steps.is_empty() {
        let title = "From the pseudocode to the program as it is";
        add(title, &STEP, steps.iter().map(step).collect());
    }
    let title = format!("Likelihood, with all positions searched for {limit_seconds} s");
    let mut rows: Vec<_> = readings.iter().map(with_cycles).collect();
    rows.extend(mean_of_drawn(readings));
    add(&title, &[&LIKELIHOOD[..], &["cycles per node"]].concat(), rows);
    let by_suite = |reading: &Reading| Some(likelihood(reading, reading.likelihood_by_suite.as_ref()?));
    let rows: Vec<_> = readings.iter().filter_map(by_suite).collect();
    if !rows.is_empty() {
        add(
            "Likelihood when every solution in the suite is accepted",
            &LIKELIHOOD,
            rows,
        );
    }
    add("The fixed rule", &RULE, readings.iter().map(by_rule).collect());
    let others = readings
        .iter()
        .skip(1)
        .filter(|reading| !reading.row.drawn && !reading.row.simple);
    let rows: Vec<_> = others.map(gained).collect();
    if !rows.is_empty() {
        add(
            "Positions gained and lost, compared with the first reading",
            &GAINED,
            rows,
        );
    }
    let shares = first.likelihood.model.accepts;
    let shares = shares.map(|share| format!("{:.0}", 100.0 * share)).to_vec();
    add(
        "Probability that a stage with this gain is accepted, %",
        &GAINS,
        vec![shares],
    );
    let aliens = &first.likelihood.alien_positions;
    let aliens = vec![aliens.len().to_string(), Selection::text(aliens.iter().copied())];
    add(
        "Positions that the first reading does not explain",
        &["more likely than not", "positions"],
        vec![aliens],
    );
    text
}

fn likelihood(reading: &Reading, explained: &Explained) -> Vec<String> {
    let (difference, halves) = more(explained.more_than_first.as_ref());
    vec![
        reading.row.reading.to_owned(),
        format!("{:.1}", explained.logarithm),
        format!("{:.1}", explained.held_out),
        difference,
        halves,
        format!("{:.2}", explained.model.scale),
        format!("{:.2}", explained.model.deviation),
        format!("{:.0}", 100.0 * explained.model.aliens),
    ]
}

fn with_cycles(reading: &Reading) -> Vec<String> {
    let mut cells = likelihood(reading, &reading.likelihood);
    cells.push(format!("{:.0}", reading.summary.cycles_per_node));
    cells
}

/// Formats a difference with its interval, and its halves; both empty for the first program.
fn more(difference: Option<&Difference>) -> (String, String) {
    let Some(difference) = difference else {
        return Default::default();
    };
    let range = difference
        .interval
        .map_or_else(String::new, |(low, high)| format!(" ({low:+.1} to {high:+.1})"));
    (
        format!("{:+.1}{range}", difference.total),
        format!("{:+.1} / {:+.1}", difference.even, difference.odd),
    )
}

/// Formats the row of a step from the pseudocode to the present program.
fn step(step: &Step<'_>) -> Vec<String> {
    let (explained, summary) = (&step.reading.likelihood, &step.reading.summary);
    let (difference, halves) = more(step.more_than_before.as_ref());
    vec![
        step.step.to_owned(),
        summary.solved.to_string(),
        figure(&summary.times, |times| format!("{:.3}", times.spearman)),
        figure(&summary.exact, |times| format!("{:.2}", times.mean_ratio)),
        format!("{:.1}", explained.logarithm),
        difference,
        halves,
        format!("{:.1}", explained.held_out),
    ]
}

/// Formats the mean and the spread of the random orders; `None` if there are fewer than two.
fn mean_of_drawn(readings: &[Reading]) -> Option<Vec<String>> {
    let (mean, deviation, count) = drawn(readings)?;
    let mut cells = vec![String::new(); LIKELIHOOD.len() + 1];
    cells[0] = format!("mean of the {count} random orders");
    cells[3] = format!("{mean:+.1}, standard deviation {deviation:.1}");
    Some(cells)
}

/// Formats a figure that needs times; a placeholder without them.
fn figure(times: &Option<Times>, figure: fn(&Times) -> String) -> String {
    times.as_ref().map_or_else(|| "-".to_owned(), figure)
}

fn gained(reading: &Reading) -> Vec<String> {
    let list = |numbers: &[u32]| match numbers {
        [] => "none".to_owned(),
        numbers => numbers.iter().map(u32::to_string).collect::<Vec<_>>().join(", "),
    };
    let ratio = reading
        .nodes_ratio
        .map_or_else(|| "-".to_owned(), |ratio| format!("x {ratio:.2}"));
    vec![
        reading.row.reading.to_owned(),
        list(&reading.gains),
        list(&reading.loses),
        ratio,
    ]
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
        reading.row.reading.to_owned(),
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
