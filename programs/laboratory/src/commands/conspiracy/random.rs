//! McAllester's Table 1, measured again.

use std::process::ExitCode;

use anyhow::Result;
use bcp_suite::interrupt::{self, Interrupt};
use bcp_suite::parallel;
use clap::Args;
use output::{Column, Table};

use super::super::Threads;
use super::Nodes;
use crate::conspiracy::{Course, Order, Outcome, RandomTree, Shape, experiment};

/// What the paper compares, with its mean errors for 100, 300, 1000, 3000 and 10000 nodes.
const SEARCHES: [Row; 2] = [
    Row {
        name: "alpha-beta",
        course: |outcome| &outcome.alpha_beta,
        published: ["1.45", "1.80", "0.80", "0.95", "0"],
    },
    Row {
        name: "conspiracy",
        course: |outcome| &outcome.conspiracy,
        published: ["1.52", "0.95", "0.15", "0.02", "0"],
    },
];
const NODES: [usize; 5] = [100, 300, 1000, 3000, 10_000];

struct Row {
    name: &'static str,
    course: fn(&Outcome) -> &Course,
    published: [&'static str; 5],
}

/// The random trees.
#[derive(Args)]
pub(super) struct Options {
    /// Random trees.
    #[arg(long, value_name = "N", default_value_t = 40,
          value_parser = clap::value_parser!(u32).range(1..=100_000))]
    trees: u32,
    /// Moves in each position of a random tree.
    #[arg(long, value_name = "N", default_value_t = Shape::PAPER.branching,
          value_parser = clap::value_parser!(u32).range(1..=20))]
    branching: u32,
    /// Plies of a random tree.
    #[arg(long, value_name = "PLIES", default_value_t = Shape::PAPER.depth,
          value_parser = clap::value_parser!(u32).range(1..=8))]
    depth: u32,
    /// List moves as they are drawn, not best first by static value.
    #[arg(long)]
    as_drawn: bool,
    /// Draw other trees.
    #[arg(long, default_value_t = 1988)]
    seed: u64,
    #[command(flatten)]
    nodes: Nodes,
    #[command(flatten)]
    threads: Threads,
}

pub(super) fn random(options: &Options) -> Result<ExitCode> {
    let shape = Shape {
        branching: options.branching,
        depth: options.depth,
        order: if options.as_drawn {
            Order::AsDrawn
        } else {
            Order::BestFirst
        },
    };
    let nodes = &options.nodes.nodes;
    let interrupt = Interrupt::listen()?;
    let numbers: Vec<u32> = (0..options.trees).collect();
    let outcomes = parallel::each(&numbers, options.threads.jobs, "trees", &interrupt, |&number| {
        let tree = RandomTree::new(options.seed, number, shape);
        Ok(experiment(&tree, nodes, Some(interrupt.as_ref())))
    })?;
    if !outcomes.is_empty() {
        output::print_line(format_args!(
            "Mean error of the value of the root: {} random trees, branching {}, depth {}, seed {}\n",
            outcomes.len(),
            shape.branching,
            shape.depth,
            options.seed
        ))?;
        let Shape { branching, depth, .. } = Shape::PAPER;
        let published = (shape.branching, shape.depth) == (branching, depth);
        output::print(table(&outcomes, nodes, published))?;
    }
    Ok(interrupt::missing_of("trees", outcomes.len(), numbers.len()).unwrap_or(ExitCode::SUCCESS))
}

/// The mean errors by nodes; beside the published ones where the trees are like the paper's.
fn table(outcomes: &[Outcome], nodes: &[usize], published: bool) -> Table {
    let columns = nodes.iter().map(|nodes| Column::right(nodes.to_string()).width(7));
    let columns = std::iter::once(Column::left("nodes searched").width(16)).chain(columns);
    let mut table = Table::new(columns.chain([Column::right("settled").width(8)]));
    for search in SEARCHES {
        let courses: Vec<&Course> = outcomes.iter().map(search.course).collect();
        let mut cells = vec![search.name.to_owned()];
        cells.extend((0..nodes.len()).map(|place| format!("{:.2}", mean(&courses, place))));
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

fn mean(courses: &[&Course], place: usize) -> f64 {
    let sum: i64 = courses.iter().map(|course| i64::from(course.errors[place])).sum();
    sum as f64 / courses.len() as f64
}

/// The nodes after which half of the searches have the right value for good; the more of two in the middle.
fn settled(courses: &[&Course]) -> String {
    let mut nodes: Vec<usize> = courses
        .iter()
        .map(|course| course.settled.unwrap_or(usize::MAX))
        .collect();
    nodes.sort_unstable();
    match nodes[nodes.len() / 2] {
        usize::MAX => "later".to_owned(),
        nodes => nodes.to_string(),
    }
}
