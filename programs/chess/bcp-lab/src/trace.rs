//! `bcp-lab trace`: the tree of a search, for display.

use std::process::ExitCode;
use std::str::FromStr;

use anyhow::{Context, Result, ensure};
use bcp_chess::Position;
use bcp_laboratory::conspiracy::{TreeError, WrittenTree};
use bcp_laboratory::searches::{Request, Search, SearchResult};
use bcp_suite::Suite;
use bcp_suite::interrupt::{Interrupt, status};
use clap::{Args, ValueEnum, value_parser};
use cli::{Output, grouped};

/// The maximum search depth, in plies.
const DEEPEST: i64 = 30;

/// The limit on visited positions, for each call that may be recorded.
const POSITIONS_A_CALL: u64 = 100;

#[derive(Args)]
pub(crate) struct Arguments {
    /// Search to trace. `--help` lists the searches.
    #[arg(long, value_name = "SEARCH", default_value = "quiesce-d", long_help = format!("Search to trace.\n\n{}", Search::help()))]
    search: Search,
    /// Search depth in plies, 0 to 30; for pn, pn2 and df-pn, the number of moves to mate. Not used by quiesce or
    /// conspiracy-number searches. The default is 2 in chess, and the height of the tree otherwise.
    #[arg(long, value_name = "PLIES", value_parser = value_parser!(i32).range(0..=DEEPEST))]
    depth: Option<i32>,
    /// Calls or nodes to record, 1 to 1000000. The search stops after visiting 100 times that many positions.
    #[arg(long, value_name = "N", default_value_t = 20_000, value_parser = value_parser!(u32).range(1..=1_000_000))]
    calls: u32,
    /// Also show the capture searches beyond the horizon. Not available for quiescence, conspiracy-number or
    /// proof-number searches.
    #[arg(long)]
    captures: bool,
    /// Order of quiescence, for quiesce and quiesce-d: 1 judges by static values whether a position is quiet, 2 by
    /// captures and mates, and 3 by the result of 2. The default is 2 for quiesce-d in chess, and 1 otherwise. With 2,
    /// quiesce might not terminate.
    #[arg(long, value_name = "N", value_parser = value_parser!(u32).range(1..=3))]
    order: Option<u32>,
    /// Depth limit of the first order in the search `nested`, 0 to 30. The default is 2.
    #[arg(long, value_name = "PLIES", value_parser = value_parser!(u32).range(0..=30))]
    nested: Option<u32>,
    /// Maximum number of leaves in a conspiracy, 1 to 1000. By default, the limit increases during the search.
    #[arg(long, value_name = "N", value_parser = value_parser!(u32).range(1..=1000))]
    conspirators: Option<u32>,
    /// Output format.
    #[arg(short, long, value_enum, default_value = "text")]
    format: Format,
    /// Write the trace to this file instead of standard output.
    #[arg(short, long, value_name = "FILE")]
    out: Option<Output>,
    /// Title of the page. The default is the search with its depth.
    #[arg(long, value_name = "TEXT")]
    title: Option<String>,
    /// Position to search: a FEN, the number of a Win at Chess position, or a tree such as '0(5(3 4!) 2)'. Static
    /// values in a tree are from the first player's point of view. Each value may be followed by its successors in
    /// parentheses, or by `!` if the game is over. A tree that begins with `-` follows `--`.
    #[arg(allow_negative_numbers = true)]
    position: Start,
}

/// The output formats of a trace.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Format {
    /// Human-readable: one line per call.
    Text,
    /// Machine-readable.
    Json,
    /// Self-contained HTML page for stepping through the tree.
    Page,
}

/// The position at which the search starts.
#[derive(Clone)]
enum Start {
    /// The number of a position in the suite.
    Number(u32),
    /// A chess position given as FEN.
    Chess(Box<Position>),
    /// A tree written as text, and its height in plies.
    Tree(String, u32),
}

impl FromStr for Start {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        if let Ok(number) = text.parse() {
            return Ok(Self::Number(number));
        }
        if text.contains('/') {
            let position = Position::from_fen_lenient(text).map_err(|error| error.to_string())?;
            return Ok(Self::Chess(Box::new(position)));
        }
        if !text
            .trim_start()
            .starts_with(|first: char| "(-".contains(first) || first.is_ascii_digit())
        {
            return Err("expected the number of a suite position, a FEN, or a tree such as 0(3 4)".to_owned());
        }
        let tree: WrittenTree = text.parse().map_err(|error: TreeError| error.to_string())?;
        let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
        Ok(Self::Tree(text, tree.height()))
    }
}

impl Start {
    /// Returns the default depth of a search from here.
    fn depth(&self) -> i32 {
        match self {
            Self::Tree(_, height) => i64::from(*height).min(DEEPEST) as i32,
            Self::Number(_) | Self::Chess(_) => 2,
        }
    }
}

pub(crate) fn trace(arguments: &Arguments) -> Result<ExitCode> {
    let interrupt = Interrupt::listen()?;
    let request = Request {
        depth: arguments.depth.unwrap_or_else(|| arguments.position.depth()),
        positions: POSITIONS_A_CALL * u64::from(arguments.calls),
        most: arguments.calls as usize,
        captures: arguments.captures,
        order: arguments.order,
        nested: arguments.nested.unwrap_or(2),
        conspirators: arguments.conspirators.map(|most| most as usize),
        stop: Some(interrupt.as_ref()),
    };
    let search = arguments.search;
    for (option, given) in [
        ("captures", arguments.captures),
        ("order", arguments.order.is_some()),
        ("nested", arguments.nested.is_some()),
        ("conspirators", arguments.conspirators.is_some()),
    ] {
        ensure!(
            !given || search.option() == option,
            "the search {search} has no option --{option}"
        );
    }
    let found = match &arguments.position {
        Start::Tree(text, _) => search.run_tree(text, &request)?.map(drop),
        Start::Chess(position) => search.run_chess(position, &request)?.map(drop),
        Start::Number(number) => {
            let suite = Suite::load(None)?;
            let problem = bcp_suite::find(&suite.problems, *number)?;
            search.run_chess(&problem.position, &request)?.map(drop)
        }
    };
    if interrupt.requested() {
        // Writing a large tree takes a while, so the user is told.
        cli::warn("interrupted: writing the tree so far; press Ctrl-C again to quit");
    }
    write(arguments, &found)?;
    if interrupt.requested() {
        return Ok(ExitCode::from(status()));
    }
    if found.ended {
        cli::warn(format_args!(
            "the search was stopped after {} positions; to get its value, increase --calls, or reduce --depth or \
             --order",
            grouped(found.positions)
        ));
    }
    if found.trace.left_out > 0 {
        cli::warn(format_args!(
            "calls omitted, with all calls below them: {}; to show them, increase --calls or reduce --depth",
            grouped(found.trace.left_out)
        ));
    }
    Ok(ExitCode::SUCCESS)
}

fn write(arguments: &Arguments, found: &SearchResult) -> Result<()> {
    let trace = &found.trace;
    let text = match arguments.format {
        Format::Text => trace.text() + &totals(found),
        Format::Json => serde_json::to_string_pretty(trace)? + "\n",
        Format::Page => trace.page(arguments.title.as_deref())?,
    };
    match &arguments.out {
        Some(out) => out.make(text.as_bytes()).context("cannot write the trace"),
        None => Ok(cli::print(text)?),
    }
}

/// Returns the last line of the text output.
fn totals(found: &SearchResult) -> String {
    let outcome = match (found.value, found.answer) {
        (Some(value), _) => format!("value {value}"),
        (None, Some(true)) => "proved".to_owned(),
        (None, Some(false)) => "no mate or win within the depth".to_owned(),
        (None, None) => "no value".to_owned(),
    };
    let (nodes, positions) = (found.trace.nodes.len(), found.positions);
    format!("{outcome}  nodes {nodes}  positions {positions}\n")
}
