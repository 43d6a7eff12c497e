//! `bcp-lab conspiracy chess`: finds the best moves of chess positions by prove-best and disprove-rest.

use std::process::ExitCode;

use anyhow::Result;
use bcp_chess::Position;
use bcp_chess::bootstrap::with_margin;
use bcp_laboratory::chess::{Chess, Evaluation, MATE, PackedMove};
use bcp_laboratory::conspiracy::{
    Captures, Evaluator, Margin, Plain, ROOT, Search, Threat, Tree, best_move, best_successor, undecided_move,
};
use bcp_laboratory::game::{ChessLike, Value};
use bcp_laboratory::{Counted, Limits};
use bcp_suite::{Interrupt, Problem, Suite};
use clap::{Args, ValueEnum};
use cli::{Column, Table};
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::options::{Sizes, StrategyName, Threshold};
use crate::chosen::{Named, PositionChoice};
use crate::printing::{Settings, number};
use crate::running::Running;

/// The change of a leaf's value that is considered likely, and the change for which the root's conspiracy numbers are
/// given.
const PAWN: Value = 100;

#[derive(Args)]
pub(super) struct Options {
    /// Position as a FEN. Only its first four fields are used.
    #[arg(long, conflicts_with_all = ["positions", "suite"])]
    fen: Option<String>,
    /// Strategy for proving which move is best.
    #[arg(long, value_enum, default_value_t = StrategyName::Further)]
    strategy: StrategyName,
    /// How to evaluate leaves. All methods count only material.
    #[arg(long, value_enum, default_value_t = Leaves::Threat)]
    leaves: Leaves,
    #[command(flatten)]
    threshold: Threshold,
    #[command(flatten)]
    sizes: Sizes,
    #[command(flatten)]
    chosen: PositionChoice,
    #[command(flatten)]
    running: Running,
}

/// How a leaf is evaluated. All methods count only material.
#[derive(Clone, Copy, ValueEnum)]
enum Leaves {
    /// Static value, which a single conspirator can change to any value.
    Static,
    /// Static value, assuming that the first conspirators are unlikely to change it by more than a pawn.
    Margin,
    /// Value of a capture search, which a single conspirator can change to any value.
    Captures,
    /// Value of a capture search, which the first conspirator cannot reduce below the value after a null move.
    Threat,
}

/// The answer of the search to a position.
#[derive(Clone, Serialize, Deserialize)]
struct Answer {
    #[serde(flatten)]
    named: Named,
    /// The solution, if one is known.
    task: Option<String>,
    /// The best moves at the requested numbers of nodes.
    moves: Vec<Best>,
    end: End,
    /// Positions set up during the search, including those on the way to leaves and in searches of captures.
    visited: u64,
}

/// The best move of a tree with a number of nodes.
#[derive(Clone, Serialize, Deserialize)]
struct Best {
    nodes: usize,
    /// In SAN; `None` if the search did not reach this number of nodes, or there is no move.
    #[serde(rename = "move")]
    best: Option<String>,
    /// True if the move is a solution; `None` if no solution is known.
    solved: Option<bool>,
}

/// The tree when the search ended.
#[derive(Clone, Serialize, Deserialize)]
struct End {
    /// The largest number of leaves that together cannot make another move the best; `None` if not even all leaves can.
    certain: Option<usize>,
    /// In hundredths of a pawn, for the side to play.
    value: Value,
    /// The conspirators needed to raise the value by a pawn, and to lower it; `None` if no number can.
    raise: Option<usize>,
    lower: Option<usize>,
    /// Depth of the tree, in plies.
    depth: u32,
}

/// A row of machine-readable output: the best move of one position at one number of nodes.
#[derive(Serialize)]
struct NodesRow<'a> {
    #[serde(flatten)]
    named: &'a Named,
    #[serde(flatten)]
    at: &'a Best,
    #[serde(flatten)]
    end: &'a End,
    visited: u64,
}

impl Answer {
    fn rows(&self) -> impl Iterator<Item = NodesRow<'_>> {
        self.moves
            .iter()
            .map(|at| NodesRow { named: &self.named, at, end: &self.end, visited: self.visited })
    }
}

/// A position, with what is known of its solution.
type Question = (Position, Option<Problem>);

pub(super) fn chess(options: &Options) -> Result<ExitCode> {
    let fen = options.fen.as_deref();
    let (questions, made_from) = options.chosen.positions_or(fen, || Suite::unbroken(None))?;
    let settings = json!({
        "strategy": options.strategy.name(),
        "leaves": options.leaves.to_possible_value().map(|leaves| leaves.get_name().to_owned()),
        "conspirators": options.threshold.conspirators,
        "nodes": options.sizes.sizes,
    });
    let settings = Settings::new("bcp-lab conspiracy chess", [settings, made_from]);
    let one = |question: &Question, interrupt: &Interrupt| Ok(Some(answer(options, question, interrupt)));
    let results = options.running.run_as_far("positions", settings, questions, one)?;
    let rows: Vec<NodesRow<'_>> = results.all.iter().flat_map(Answer::rows).collect();
    results.print(&rows, |out| out.table(&table(options, &results.all)))
}

/// Returns the answer of the search to a position, and true if the search was completed.
fn answer(options: &Options, question: &Question, interrupt: &Interrupt) -> (Answer, bool) {
    match options.leaves {
        Leaves::Static => search(options, question, interrupt, Plain),
        Leaves::Margin => search(options, question, interrupt, Margin(PAWN)),
        Leaves::Captures => search(options, question, interrupt, Captures),
        Leaves::Threat => search(options, question, interrupt, Threat),
    }
}

fn search(
    options: &Options,
    (position, problem): &Question,
    interrupt: &Interrupt,
    evaluator: impl Evaluator<Counted<'static, Chess>>,
) -> (Answer, bool) {
    let game = Chess::from(position).with_evaluation(Evaluation::Material);
    let game = Counted::new(game, Limits::default());
    let mut search = Search::new(game, evaluator, options.threshold.most());
    let nodes = &options.sizes.sizes;
    let mut moves: Vec<Option<bcp_chess::Move>> = vec![None; nodes.len()];
    let mut whole = true;
    loop {
        let tree = search.tree();
        let next = best_move(tree, options.strategy.into());
        let best = best_successor(tree, 0).and_then(|best| tree.entered_by(best));
        for (&nodes, best_then) in nodes.iter().zip(&mut moves) {
            if tree.len() <= nodes {
                *best_then = best.map(Into::into);
            }
        }
        let Some(leaf) = next.filter(|_| tree.len() < options.sizes.most()) else {
            break;
        };
        if interrupt.requested() {
            whole = false;
            break;
        }
        search.expand(leaf);
    }
    let judged = problem.as_ref().filter(|problem| !problem.solutions.is_empty());
    let best = |(&nodes, best): (&usize, &Option<bcp_chess::Move>)| Best {
        nodes,
        best: best.and_then(|m| position.san(m)),
        solved: judged.map(|problem| best.is_some_and(|m| problem.solutions.contains(&m))),
    };
    let answer = Answer {
        named: Named::new(problem.as_ref()),
        task: judged.map(Problem::task),
        moves: nodes.iter().zip(&moves).map(best).collect(),
        end: end(search.tree()),
        visited: search.game.statistics.nodes,
    };
    (answer, whole)
}

fn end(tree: &Tree<PackedMove>) -> End {
    let value = tree.value(ROOT);
    let most = tree.conspirators;
    End {
        certain: match undecided_move(tree) {
            Some(conspirators) => Some(conspirators - 1),
            None => (most != usize::MAX).then_some(most),
        },
        value,
        raise: tree.needed(ROOT, value + PAWN),
        lower: tree.needed(ROOT, value - PAWN),
        depth: tree.depth,
    }
}

/// Formats a value in pawns, or a mate as its number of moves, negative if the side to play is mated.
fn pawns(value: Value) -> String {
    if value.abs() < Chess::MATES {
        return format!("{:.2}", f64::from(value) / f64::from(PAWN));
    }
    let moves = (MATE - value.abs() + 1) / 2;
    format!("#{}", moves * value.signum())
}

fn table(options: &Options, answers: &[Answer]) -> Table {
    let nodes = &options.sizes.sizes;
    let moves = nodes.iter().map(|nodes| Column::right(nodes.to_string()).width(7));
    let columns = std::iter::once(Column::right("position")).chain(moves).chain([
        Column::right("certain").gap(1),
        Column::right("value").width(6),
        Column::right("+1").width(3),
        Column::right("-1").width(3),
        Column::right("depth").gap(1),
        Column::right("visited"),
        Column::left("solution"),
    ]);
    let mut table = Table::new(columns);
    for answer in answers {
        let end = &answer.end;
        let mut cells = vec![answer.named.to_string()];
        cells.extend(answer.moves.iter().map(|at| {
            let mark = if at.solved == Some(true) { "*" } else { " " };
            format!("{}{mark}", at.best.as_deref().unwrap_or("-"))
        }));
        cells.extend([number(end.certain, "all"), pawns(end.value)]);
        cells.extend([number(end.raise, "-"), number(end.lower, "-")]);
        cells.extend([end.depth.to_string(), answer.visited.to_string()]);
        cells.extend(answer.task.clone());
        table.row(cells);
    }
    if options.fen.is_none() {
        let solved = (0..nodes.len()).map(|place| solved(answers, place));
        table.row(std::iter::once("solved".to_owned()).chain(solved));
    }
    table
}

/// Formats how many positions are solved with the number of nodes at `place`, with the margins below.
fn solved(answers: &[Answer], place: usize) -> String {
    let right = |one: &&usize| answers[**one].moves[place].solved == Some(true);
    let (count, interval) = with_margin(answers.len(), |places| places.iter().filter(right).count() as f64);
    let interval = interval.map_or_else(String::new, |margin| format!("\n{margin} "));
    format!("{count} {interval}")
}
