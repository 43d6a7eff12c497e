//! The figures of a run, with names, definitions and the paper's statements about them.

use cli::grouped;
use serde::Serialize;

use super::number::{NONE, percent};
use super::paper;
use super::run::Report;
use crate::judgement::{Outcome, Times};

/// A figure of the paper, and ours for comparison. As JSON, described in `docs/reference/results-json.md`.
#[derive(Serialize)]
pub(super) struct Headline {
    /// A permanent name of the figure.
    pub(super) key: &'static str,
    pub(super) label: &'static str,
    /// The figure in the words of the paper.
    pub(super) text: String,
    /// The same figure computed from the cells of the paper's table, over the positions run.
    pub(super) table: String,
    pub(super) ours: String,
    #[serde(skip)]
    pub(super) note: &'static str,
}

/// Formats a figure of the comparison with Table 1; used over all positions, the mates, and the others.
pub(super) type Statistic = fn(&Times) -> String;

/// Returns the label of the figure with this permanent name, and its note or definition.
pub(super) fn told(key: &str) -> (&'static str, &'static str) {
    let mut rows = include_str!("figures.txt").lines();
    let row = rows.find_map(|row| row.strip_prefix(key)?.strip_prefix(" | "));
    row.map_or_else(Default::default, |row| row.split_once(" | ").unwrap_or((row, "")))
}

/// Our seconds and the paper's, as whole numbers; ours are rounded up. `None` if unsolved.
type Pair = (Option<u32>, Option<u32>);

impl Report<'_> {
    pub(super) fn headlines(&self) -> Vec<Headline> {
        let pairs: Vec<Pair> = self.results.iter().map(pair).collect();
        let count = |test: &dyn Fn(u32) -> bool| {
            let of = |side: fn(&Pair) -> Option<u32>| {
                let solved = pairs.iter().filter_map(side).filter(|seconds| test(*seconds));
                grouped(solved.count() as u64)
            };
            (of(|pair| pair.1), of(|pair| pair.0))
        };
        let most = |side: fn(&Pair) -> Option<u32>| {
            let longest = pairs.iter().filter_map(side).max();
            longest.map_or_else(|| NONE.to_owned(), |seconds| format!("{} s", grouped(seconds)))
        };
        // Times beyond the limit are unknown.
        let within = |limit: u32, ours: String| match f64::from(limit) > self.limit_seconds {
            true => NONE.to_owned(),
            false => ours,
        };
        let all = count(&|_| true);
        let belle = count(&|seconds| seconds <= paper::BELLE_EQUIVALENT);
        let hundred = count(&|seconds| seconds <= 100);
        let first = || self.results.iter().filter(|result| result.number <= paper::FIRST);
        let first_paper = first().filter(|result| result.table1_seconds.is_some());
        let first_ours = first().filter(|result| result.solved);
        let none = || NONE.to_owned();
        // The paper's text counts all positions, so that it is comparable only with a complete run.
        let whole = |run: usize, of: usize, text: String| if run == of { text } else { none() };
        let text = |text: String| whole(pairs.len(), paper::POSITIONS, text);
        let first_text = format!("{}; PARADISE {}", paper::FIRST_SOLVED, paper::PARADISE);
        let figure = |key, text, table, ours| {
            let (label, note) = told(key);
            Headline { key, label, text, table, ours, note }
        };
        let mut headlines = vec![
            figure(
                "solved",
                text(format!("{} of {}", paper::SOLVED, paper::POSITIONS)),
                format!("{} of {}", all.0, pairs.len()),
                format!("{} of {}", all.1, pairs.len()),
            ),
            figure(
                "within-1200",
                text(paper::BELLE_SOLVED.to_string()),
                belle.0,
                within(paper::BELLE_EQUIVALENT, belle.1),
            ),
            figure(
                "within-100",
                text(paper::WITHIN_100.to_string()),
                hundred.0,
                within(100, hundred.1),
            ),
            figure(
                "longest",
                text(format!("{} s", grouped(paper::LONGEST))),
                most(|pair| pair.1),
                most(|pair| pair.0),
            ),
            figure(
                "position-96",
                format!("{} ply", paper::DEEPEST_PLY),
                none(),
                self.depth_of(paper::DEEPEST),
            ),
            figure(
                "nodes-per-second",
                format!("about {}", grouped(paper::NODES_PER_SECOND)),
                none(),
                self.nodes_per_second(),
            ),
            figure(
                "branching",
                format!("about {}", paper::BRANCHING),
                none(),
                self.branching(),
            ),
            figure(
                "first-100",
                whole(first().count(), paper::FIRST as usize, first_text),
                first_paper.count().to_string(),
                format!("{} of {}", first_ours.count(), first().count()),
            ),
        ];
        // Drops rows for which no position was run, or none took so long.
        headlines.retain(|headline| headline.ours != NONE && !headline.ours.ends_with(" of 0"));
        headlines
    }

    fn depth_of(&self, number: u32) -> String {
        let result = self.results.iter().find(|result| result.number == number);
        match result.map(|result| result.depth.filter(|_| result.solved)) {
            Some(Some(depth)) => format!("{depth} ply"),
            Some(None) => "not solved".to_owned(),
            None => NONE.to_owned(),
        }
    }

    fn nodes_per_second(&self) -> String {
        let nodes: u64 = self.results.iter().map(|result| u64::from(result.nodes)).sum();
        let clocks: u64 = self.results.iter().map(|result| result.iteration_cycles).sum();
        if clocks == 0 {
            return NONE.to_owned();
        }
        grouped((nodes as f64 / self.clock.seconds(clocks)).round() as u64)
    }

    fn branching(&self) -> String {
        let reported = self.records.iter().filter_map(|record| record.reported());
        let (lists, listed) = reported.fold((0_u64, 0_u64), |(lists, listed), reported| {
            (lists + u64::from(reported.lists), listed + u64::from(reported.listed))
        });
        match lists {
            0 => NONE.to_owned(),
            _ => format!("{:.1}", listed as f64 / lists as f64),
        }
    }

    /// Returns the counts of positions: a permanent name, what is counted, and the count.
    pub(super) fn counts(&self) -> [(&'static str, &'static str, String); 4] {
        let summary = &self.summary;
        let unsolved = summary.positions - summary.table1_solved;
        let same = |result: &&Outcome| result.solved == result.table1_seconds.is_some();
        let of = |a: usize, b: usize| format!("{a} of {b}");
        let agreed = of(self.results.iter().filter(same).count(), summary.positions);
        let not_here = "the paper's F entries that are not solved here either";
        let footnoted = of(summary.footnoted_solved, summary.footnoted);
        [
            ("count.solved", "solved", of(summary.solved, summary.positions)),
            ("count.both-unsolved", not_here, of(summary.both_unsolved, unsolved)),
            ("count.agreed", "solved in both, or in neither", agreed),
            ("count.footnoted", "solved positions that have a footnote", footnoted),
        ]
    }
}

/// Returns our seconds for a position, and the paper's, as in the table.
pub(super) fn pair(result: &Outcome) -> Pair {
    (result.whole_seconds(), result.table1_seconds)
}

/// The figures of times, over the positions that both solved, except footnoted ones.
pub(super) const STATISTICS: &[(&str, Statistic)] = &[
    ("positions", |times| times.positions.to_string()),
    ("spearman", |times| format!("{:.3}", times.spearman)),
    ("log-pearson", |times| format!("{:.3}", times.log_pearson)),
    ("mean-ratio", |times| format!("{:.2}", times.mean_ratio)),
    ("log-deviation", |times| format!("{:.2}", times.log_deviation)),
    ("within-2", |times| percent(times.within_2)),
    ("within-3", |times| percent(times.within_3)),
    ("within-5", |times| percent(times.within_5)),
];
