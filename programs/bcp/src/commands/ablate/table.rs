//! The tables of `bcp ablate`.

use bcp_suite::Selection;

use super::Reading;
use crate::judgement::{CLASSES, Times, interval};
use crate::report::tables::Table;

/// What the stages gain, as the acceptance probabilities name them.
const GAINS: [&str; CLASSES] = ["nothing", "a pawn", "two pawns", "three or more", "a mate"];

/// The likelihoods, the figures of the fixed rule, and what is told of the first reading.
pub(super) fn tables(readings: &[Reading], limit_seconds: f64) -> Vec<Table> {
    let Some(first) = readings.first() else {
        return Vec::new();
    };
    let mut likelihoods = Table::new(
        &format!("Likelihood, all positions to {limit_seconds} s"),
        &[
            "reading",
            "log-likelihood",
            "more than the first, 95 %",
            "even / odd",
            "scale",
            "deviation",
            "aliens, %",
            "cycles per node",
        ],
    );
    for reading in readings {
        likelihoods.add(likelihood(first, reading));
    }
    likelihoods.rows.extend(drawn(first, readings));
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
        ],
    );
    for reading in readings {
        rule.add(by_rule(reading));
    }
    let mut accepts = Table::new("A stage that gains is accepted, %", &GAINS);
    accepts.add(
        first
            .model
            .accepts
            .map(|share| format!("{:.0}", 100.0 * share))
            .to_vec(),
    );
    let mut aliens = Table::new("Alien under the first reading", &["more likely than not", "positions"]);
    let alien = first
        .observations
        .iter()
        .filter(|position| first.model.alienness(position) > 0.5);
    let numbers: Vec<u32> = alien.map(|position| position.number).collect();
    aliens.add(vec![numbers.len().to_string(), Selection::text(numbers)]);
    vec![likelihoods, rule, accepts, aliens]
}

/// Differences of the logarithms of the probabilities, position by position.
fn differences(first: &Reading, reading: &Reading) -> Vec<f64> {
    let both = first.observations.iter().zip(&reading.observations);
    both.map(|(a, b)| reading.model.probability(b).ln() - first.model.probability(a).ln())
        .collect()
}

fn likelihood(first: &Reading, reading: &Reading) -> Vec<String> {
    let differences = differences(first, reading);
    let sum = |parity: u32| -> f64 {
        let numbers = reading.observations.iter().map(|position| position.number);
        let part = numbers.zip(&differences).filter(|(number, _)| number % 2 == parity);
        part.map(|(_, difference)| difference).sum()
    };
    let is_first = std::ptr::eq(first, reading);
    let (difference, halves) = if is_first {
        (String::new(), String::new())
    } else {
        let total: f64 = differences.iter().sum();
        let range = interval(differences.len(), |sample| {
            Some(sample.iter().map(|&at| differences[at]).sum())
        });
        let range = range.map_or_else(String::new, |(low, high)| format!(" ({low:+.1} to {high:+.1})"));
        (
            format!("{total:+.1}{range}"),
            format!("{:+.1} / {:+.1}", sum(0), sum(1)),
        )
    };
    vec![
        reading.row.name.to_owned(),
        format!("{:.1}", reading.model.log_likelihood(&reading.observations)),
        difference,
        halves,
        format!("{:.2}", reading.model.scale),
        format!("{:.2}", reading.model.deviation),
        format!("{:.0}", 100.0 * reading.model.aliens),
        format!("{:.0}", reading.summary.cycles_per_node),
    ]
}

/// The mean of the orders drawn by chance, and how far apart they are.
fn drawn(first: &Reading, readings: &[Reading]) -> Option<Vec<String>> {
    let totals: Vec<f64> = readings
        .iter()
        .filter(|reading| reading.row.drawn)
        .map(|reading| differences(first, reading).iter().sum())
        .collect();
    if totals.len() < 2 {
        return None;
    }
    let count = totals.len() as f64;
    let mean = totals.iter().sum::<f64>() / count;
    let deviation = (totals.iter().map(|total| (total - mean).powi(2)).sum::<f64>() / (count - 1.0)).sqrt();
    let mut cells = vec![String::new(); 8];
    cells[0] = format!("mean of the {} drawn orders", totals.len());
    cells[2] = format!("{mean:+.1}, standard deviation {deviation:.1}");
    Some(cells)
}

fn by_rule(reading: &Reading) -> Vec<String> {
    let summary = &reading.summary;
    let figure =
        |times: &Option<Times>, figure: fn(&Times) -> String| times.as_ref().map_or_else(|| "-".to_owned(), figure);
    let within = |times: &Times| {
        let percent = [times.within_2, times.within_3, times.within_5];
        percent.map(|share| format!("{:.0}", 100.0 * share)).join(" / ")
    };
    let ranked = |times: &Times| {
        let range = times
            .spearman_interval
            .map_or_else(String::new, |(low, high)| format!(" ({low:.3} to {high:.3})"));
        format!("{:.3}{range}", times.spearman)
    };
    let mates = |times: &Times| format!("{:.3} / {:.2}", times.spearman, times.log_deviation);
    let ninety_six = reading.results.iter().find(|result| result.number == 96);
    let ninety_six = ninety_six.and_then(|result| Some((result.seconds?, result.depth?)));
    vec![
        reading.row.name.to_owned(),
        summary.solved.to_string(),
        summary.both_unsolved.to_string(),
        figure(&summary.times, ranked),
        figure(&summary.times, within),
        figure(&summary.mates, mates),
        figure(&summary.scaled, |times| format!("{:.3}", times.spearman)),
        figure(&summary.scaled, within),
        figure(&summary.scaled_mates, mates),
        ninety_six.map_or_else(
            || "-".to_owned(),
            |(seconds, depth)| format!("{seconds:.0} s, depth {depth}"),
        ),
    ]
}
