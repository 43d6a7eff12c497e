//! `bcp-lab conspiracy`: McAllester's Table 1, measured again.

use std::process::ExitCode;

use anyhow::Result;
use bcp_chess::bootstrap::with_margin;
use bcp_laboratory::conspiracy::{Course, Outcome, RandomTree, Shape, experiment};
use bcp_laboratory::game::Value;
use bcp_suite::Interrupt;
use clap::{Args, value_parser};
use cli::{Column, Table};
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::options::Sizes;
use crate::printing::{SAID, Settings};
use crate::running::Running;

/// The searches that the paper compares, with their mean errors for 100, 300, 1000, 3000 and 10000 nodes.
const SEARCHES: [PublishedSearch; 2] = [
    PublishedSearch {
        name: "alpha-beta",
        course: |outcome| &outcome.alpha_beta,
        published: ["1.45", "1.80", "0.80", "0.95", "0"],
    },
    PublishedSearch {
        name: "conspiracy",
        course: |outcome| &outcome.conspiracy,
        published: ["1.52", "0.95", "0.15", "0.02", "0"],
    },
];
const NODES: [usize; 5] = [100, 300, 1000, 3000, 10_000];

struct PublishedSearch {
    name: &'static str,
    course: fn(&Outcome) -> &Course,
    published: [&'static str; 5],
}

/// Options that describe the random trees.
#[derive(Args)]
pub(super) struct Options {
    /// Number of random trees.
    #[arg(long, value_name = "N", default_value_t = 40, value_parser = value_parser!(u32).range(1..=100_000))]
    trees: u32,
    /// Number of moves in each position of a random tree, 1 to 20.
    #[arg(long, value_name = "N", default_value_t = Shape::PAPER.branching,
          value_parser = value_parser!(u32).range(1..=20))]
    branching: u32,
    /// Depth of the random trees in plies, 1 to 8.
    #[arg(long, value_name = "PLIES", default_value_t = Shape::PAPER.depth,
          value_parser = value_parser!(u32).range(1..=8))]
    depth: u32,
    /// Search moves in the order in which they are generated. By default, the moves with the best static values are
    /// searched first.
    #[arg(long)]
    as_drawn: bool,
    /// Seed for the random trees.
    #[arg(long, value_name = "N", default_value_t = 1988)]
    seed: u64,
    #[command(flatten)]
    sizes: Sizes,
    #[command(flatten)]
    running: Running,
}

/// The outcome of the searches of one tree, with the tree's number.
#[derive(Clone, Serialize, Deserialize)]
struct TreeOutcome {
    tree: u32,
    outcome: Outcome,
}

/// A row of machine-readable output: one search of one tree at one number of nodes.
#[derive(Serialize)]
struct Line {
    tree: u32,
    search: &'static str,
    nodes: usize,
    /// Distance of the search's value from the value of the whole game.
    error: Value,
    /// Number of nodes after which the value stays right; `None` if it does not.
    settled: Option<usize>,
}

pub(super) fn random(options: &Options) -> Result<ExitCode> {
    let shape = Shape {
        branching: options.branching,
        depth: options.depth,
        as_drawn: options.as_drawn,
    };
    let nodes = &options.sizes.sizes;
    let settings = json!({
        "trees": options.trees,
        "branching": options.branching,
        "depth": options.depth,
        "as_drawn": options.as_drawn,
        "seed": options.seed,
        "nodes": nodes,
    });
    let settings = Settings::new("bcp-lab conspiracy", [settings]);
    let one = |&number: &u32, interrupt: &Interrupt| {
        let tree = RandomTree::new(options.seed, number, shape);
        let outcome = experiment(&tree, nodes, Some(interrupt.as_ref()));
        Ok(outcome.map(|outcome| TreeOutcome { tree: number, outcome }))
    };
    let numbers = (0..options.trees).map(|number| (number, number)).collect();
    let results = options.running.run("trees", settings, numbers, one)?;
    let searched = &results.all;
    let rows: Vec<Line> = searched.iter().flat_map(|searched| lines(searched, nodes)).collect();
    results.print(&rows, |out| {
        if searched.is_empty() {
            return;
        }
        out.line(format_args!(
            "Mean error of the root value: {} random trees, branching {}, depth {}, seed {}\n",
            searched.len(),
            shape.branching,
            shape.depth,
            options.seed
        ));
        let Shape { branching, depth, .. } = Shape::PAPER;
        let published = (shape.branching, shape.depth) == (branching, depth);
        out.table(&table(searched, nodes, published));
        if searched.len() > 1 {
            out.line(format_args!("\n{SAID} over the trees"));
        }
    })
}

/// Returns a row for each search and number of nodes.
fn lines<'s>(searched: &'s TreeOutcome, nodes: &'s [usize]) -> impl Iterator<Item = Line> + 's {
    SEARCHES.iter().flat_map(move |search| {
        let course = (search.course)(&searched.outcome);
        nodes.iter().zip(&course.errors).map(|(&nodes, &error)| Line {
            tree: searched.tree,
            search: search.name,
            nodes,
            error,
            settled: course.settled,
        })
    })
}

/// Tabulates the mean errors by nodes, with their margins, and beside the published ones if the trees are like the
/// paper's.
fn table(searched: &[TreeOutcome], nodes: &[usize], published: bool) -> Table {
    let columns = nodes.iter().map(|nodes| Column::right(nodes.to_string()).width(10));
    let columns = std::iter::once(Column::left("nodes searched").width(16)).chain(columns);
    let mut table = Table::new(columns.chain([Column::right("settled").width(8)]));
    for search in SEARCHES {
        let courses: Vec<&Course> = searched.iter().map(|one| (search.course)(&one.outcome)).collect();
        let mut cells = vec![search.name.to_owned()];
        cells.extend((0..nodes.len()).map(|place| cell(&courses, place)));
        cells.push(settled(&courses));
        table.row(cells);
        if published {
            let errors = nodes.iter().map(|nodes| {
                let place = NODES.iter().position(|known| known == nodes);
                place.map_or("-", |place| search.published[place])
            });
            table.row(std::iter::once("  the paper").chain(errors));
        }
    }
    table
}

/// Formats a mean error, with its margins below.
fn cell(courses: &[&Course], place: usize) -> String {
    let (mean, interval) = with_margin(courses.len(), |trees| {
        let errors = trees.iter().map(|tree| i64::from(courses[*tree].errors[place]));
        errors.sum::<i64>() as f64 / courses.len() as f64
    });
    let interval = interval.map_or_else(String::new, |margin| format!("\n{margin:.2}"));
    format!("{mean:.2}{interval}")
}

/// Formats the number of nodes after which half of the searches keep the right value; of two medians, the larger.
fn settled(courses: &[&Course]) -> String {
    let settled = courses.iter().map(|course| course.settled.unwrap_or(usize::MAX));
    let mut nodes: Vec<usize> = settled.collect();
    nodes.sort_unstable();
    match nodes[nodes.len() / 2] {
        usize::MAX => "later".to_owned(),
        nodes => nodes.to_string(),
    }
}
