//! The figures of a run, with names, definitions and the paper's statements about them.

use cli::grouped;
use serde::Serialize;

use super::number::{NONE, percent};
use super::paper;
use super::run::Report;
use crate::judgement::{Outcome, RuleFigures, Times};

/// A figure of the paper, and ours. As JSON, described in `docs/reference/results-json.md`.
#[derive(Serialize)]
pub(super) struct Headline {
    /// A permanent name.
    pub(super) key: &'static str,
    pub(super) label: String,
    /// In the words of the paper.
    pub(super) text: String,
    /// The paper's figure from the cells of its table, over the positions run.
    pub(super) table: String,
    pub(super) ours: String,
    #[serde(skip)]
    pub(super) note: &'static str,
}

/// A figure of the comparison with Table 1, over all positions, mates, and the others.
pub(super) struct Statistic {
    pub(super) key: &'static str,
    pub(super) label: &'static str,
    pub(super) definition: &'static str,
    pub(super) of: fn(&Times) -> String,
}

/// The columns of the table of rules, after the rule.
pub(super) const RULE_COLUMNS: [&str; 7] = [
    "solved in 300 s",
    "in 1,000 s",
    "in total",
    "F in both",
    "rank correlation (95%)",
    "above 10 s in the paper",
    "within a factor of 2",
];

/// The figures of a rule, in the order of the columns.
pub(super) fn rule_cells(figures: &RuleFigures) -> [String; 7] {
    let number = |value: Option<f64>| value.map_or_else(|| NONE.to_owned(), |value| format!("{value:.3}"));
    let range = |(low, high): (f64, f64)| format!(" ({low:.3} to {high:.3})");
    let [first, second] = figures.solved_within;
    [
        first.to_string(),
        second.to_string(),
        figures.solved.to_string(),
        figures.both_unsolved.to_string(),
        number(figures.spearman) + &figures.spearman_interval.map_or_else(String::new, range),
        number(figures.long_spearman),
        figures.within_2.map_or_else(|| NONE.to_owned(), percent),
    ]
}

/// Our seconds and the paper's, as whole numbers; ours are rounded up.
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
        // Nothing is known of times beyond the limit.
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
        // The text counts all positions.
        let whole = |run: usize, of: usize, text: String| if run == of { text } else { none() };
        let text = |text: String| whole(pairs.len(), paper::POSITIONS, text);
        let first_text = format!("{}; PARADISE {}", paper::FIRST_SOLVED, paper::PARADISE);
        let mut headlines = vec![
            Headline {
                key: "solved",
                label: "positions solved".to_owned(),
                text: text(format!("{} of {}", paper::SOLVED, paper::POSITIONS)),
                table: format!("{} of {}", all.0, pairs.len()),
                ours: format!("{} of {}", all.1, pairs.len()),
                note: "with the right move for the right reason; ours: within the time limit, by one rule for all \
                       positions",
            },
            Headline {
                key: "within-1200",
                label: "solved within 1,200 s".to_owned(),
                text: text(paper::BELLE_SOLVED.to_string()),
                table: belle.0,
                ours: within(paper::BELLE_EQUIVALENT, belle.1),
                note: "equivalent to 12 seconds on BELLE, which took 180 seconds to solve as many",
            },
            Headline {
                key: "within-100",
                label: "solved within 100 s".to_owned(),
                text: text(paper::WITHIN_100.to_string()),
                table: hundred.0,
                ours: within(100, hundred.1),
                note: "equivalent to one second on BELLE; the paper's text and its table differ by two",
            },
            Headline {
                key: "longest",
                label: "longest time to a solution".to_owned(),
                text: text(format!("{} s", grouped(paper::LONGEST))),
                table: most(|pair| pair.1),
                ours: most(|pair| pair.0),
                note: "equivalent to 16 seconds on BELLE",
            },
            Headline {
                key: "position-96",
                label: "depth at which position 96 is solved".to_owned(),
                text: format!("{} ply", paper::DEEPEST_PLY),
                table: none(),
                ours: self.depth_of(paper::DEEPEST),
                note: "the deepest search that the paper needed; our rule accepts a gain of two pawns, which is found \
                       before the mate",
            },
            Headline {
                key: "nodes-per-second",
                label: "positions per second".to_owned(),
                text: format!("about {}", grouped(paper::NODES_PER_SECOND)),
                table: none(),
                ours: self.nodes_per_second(),
                note: "total nodes divided by total time, to the end of the reported iterations; a node is a position \
                       whose moves are listed",
            },
            Headline {
                key: "branching",
                label: "branching factor of the second-level tree".to_owned(),
                text: format!("about {}", paper::BRANCHING),
                table: none(),
                ours: self.branching(),
                note: "mean length of the complete, non-empty lists of eligible moves in the stored tree after the \
                       reported iterations",
            },
            Headline {
                key: "first-100",
                label: "solved of the first 100".to_owned(),
                text: whole(first().count(), paper::FIRST as usize, first_text),
                table: first_paper.count().to_string(),
                ours: format!("{} of {}", first_ours.count(), first().count()),
                note: "PARADISE: Wilkins' program, which plans with chess knowledge",
            },
        ];
        // No position of the row was run, or none took so long.
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

    /// Numbers of positions: a permanent name, what is counted, and the count.
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

/// Seconds of a position as in the table.
pub(super) fn pair(result: &Outcome) -> Pair {
    (result.whole_seconds(), result.table1_seconds)
}

/// The sentences about the times of positions that both solved, except footnoted ones.
pub(super) const STATISTICS: &[Statistic] = &[
    Statistic {
        key: "positions",
        label: "positions compared",
        definition: "Positions solved both here and in the paper, except the twelve with footnotes in the paper. Times \
                     are in whole seconds, at least 1, as in Table 1.",
        of: |times| times.positions.to_string(),
    },
    Statistic {
        key: "spearman",
        label: "rank correlation",
        definition: "Spearman's correlation: Pearson's correlation of the ranks, where equal times share their mean \
                     rank.",
        of: |times| format!("{:.3}", times.spearman),
    },
    Statistic {
        key: "log-pearson",
        label: "correlation of logarithms",
        definition: "Pearson's correlation of the logarithms of the times.",
        of: |times| format!("{:.3}", times.log_pearson),
    },
    Statistic {
        key: "mean-ratio",
        label: "ours / paper",
        definition: "Geometric mean of our time divided by the paper's.",
        of: |times| format!("{:.2}", times.mean_ratio),
    },
    Statistic {
        key: "log-deviation",
        label: "spread",
        definition: "Standard deviation of the natural logarithm of our time divided by the paper's.",
        of: |times| format!("{:.2}", times.log_deviation),
    },
    Statistic {
        key: "within-2",
        label: "within a factor of 2",
        definition: "Share of the positions whose ratio is between 1/2 and 2; likewise for 3 and 5.",
        of: |times| percent(times.within_2),
    },
    Statistic {
        key: "within-3",
        label: "within a factor of 3",
        definition: "",
        of: |times| percent(times.within_3),
    },
    Statistic {
        key: "within-5",
        label: "within a factor of 5",
        definition: "",
        of: |times| percent(times.within_5),
    },
];
