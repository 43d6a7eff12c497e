//! Best moves of chess positions by prove-best and disprove-rest.

use std::process::ExitCode;

use anyhow::Result;
use bcp_chess::Position;
use bcp_suite::interrupt::{self, Interrupt};
use bcp_suite::{Problem, parallel};
use clap::{Args, ValueEnum};
use output::{Column, Table};

use super::super::Chosen;
use super::{Nodes, StrategyName, Threshold};
use crate::chess::{Chess, Evaluation, MATE, Move};
use crate::conspiracy::{
    Captures, Evaluator, Margin, Plain, ROOT, Search, Threat, Tree, best_move, best_successor, undecided_move,
};
use crate::game::{ChessLike, Value};
use crate::{Counted, Limits};

/// What a leaf may change by, and what the conspiracy numbers of the root are given for.
const PAWN: Value = 100;

#[derive(Args)]
pub(super) struct Options {
    /// One position, in Forsyth-Edwards Notation.
    #[arg(long, conflicts_with_all = ["positions", "suite"])]
    fen: Option<String>,
    /// How to make the best move certain.
    #[arg(long, value_enum, default_value_t = StrategyName::Further)]
    strategy: StrategyName,
    /// What is known of a leaf.
    #[arg(long, value_enum, default_value_t = Leaves::Threat)]
    leaves: Leaves,
    #[command(flatten)]
    threshold: Threshold,
    #[command(flatten)]
    nodes: Nodes,
    #[command(flatten)]
    chosen: Chosen,
}

/// What is known of a leaf. All values are of material.
#[derive(Clone, Copy, ValueEnum)]
enum Leaves {
    /// The static value, which one conspirator can make anything of.
    Static,
    /// The static value, with a pawn as the likely margin for the first conspirators.
    Margin,
    /// The value after a search of captures.
    Captures,
    /// The same, and the value if the side to play does nothing: the first conspirator can lower it to no less.
    Threat,
}

/// A position, with what is known of its solution.
struct Question {
    name: String,
    position: Position,
    problem: Option<Problem>,
}

/// What the search makes of a position.
struct Answer {
    /// The best moves at the numbers of nodes that were asked for; none where it did not come so far, or there is none.
    moves: Vec<Option<bcp_chess::Move>>,
    /// About the tree at the end: certain, value, a pawn more, a pawn less, depth.
    end: [String; 5],
    /// Positions that were set up for it, on the way to leaves and in searches of captures too.
    visited: u64,
    stopped: bool,
}

pub(super) fn chess(options: &Options) -> Result<ExitCode> {
    let questions = questions(options)?;
    let interrupt = Interrupt::listen()?;
    let answers = parallel::each(
        &questions.iter().collect::<Vec<_>>(),
        options.chosen.threads.jobs,
        "positions",
        &interrupt,
        |&question| Ok(Some((question, answer(options, question, &interrupt)))),
    )?;
    output::print(table(options, &answers))?;
    let stopped = answers.iter().filter(|(_, answer)| answer.stopped).count();
    let missing = questions.len() - answers.len();
    if stopped + missing > 0 {
        output::tell(format_args!(
            "bcp: interrupted: {missing} of {} positions are missing, {stopped} are searched in part",
            questions.len()
        ));
        return Ok(ExitCode::from(interrupt::STATUS));
    }
    Ok(ExitCode::SUCCESS)
}

fn questions(options: &Options) -> Result<Vec<Question>> {
    if let Some(fen) = &options.fen {
        return Ok(vec![Question {
            name: "-".to_owned(),
            position: Position::from_fen_lenient(fen)?,
            problem: None,
        }]);
    }
    let problems = options.chosen.problems()?;
    let question = |problem: Problem| Question {
        name: problem.number.to_string(),
        position: problem.position.clone(),
        problem: Some(problem),
    };
    Ok(problems.into_iter().map(question).collect())
}

fn answer(options: &Options, question: &Question, interrupt: &Interrupt) -> Answer {
    match options.leaves {
        Leaves::Static => search(options, question, interrupt, Plain),
        Leaves::Margin => search(options, question, interrupt, Margin(PAWN)),
        Leaves::Captures => search(options, question, interrupt, Captures),
        Leaves::Threat => search(options, question, interrupt, Threat),
    }
}

fn search(
    options: &Options,
    question: &Question,
    interrupt: &Interrupt,
    evaluator: impl Evaluator<Counted<'static, Chess>>,
) -> Answer {
    let game = Chess::from(&question.position).with_evaluation(Evaluation::Material);
    let game = Counted::new(game, Limits::default());
    let mut search = Search::new(game, evaluator, options.threshold.most());
    let nodes = &options.nodes.nodes;
    let mut moves = vec![None; nodes.len()];
    let mut stopped = false;
    loop {
        let tree = search.tree();
        let next = best_move(tree, options.strategy.into());
        let best = best_successor(tree, 0).and_then(|best| tree.entered_by(best));
        for (&nodes, best_then) in nodes.iter().zip(&mut moves) {
            if tree.len() <= nodes {
                *best_then = best.map(Into::into);
            }
        }
        let Some(leaf) = next.filter(|_| tree.len() < options.nodes.most()) else {
            break;
        };
        if interrupt.requested() {
            stopped = true;
            break;
        }
        search.expand(leaf);
    }
    Answer {
        moves,
        end: end(search.tree()),
        visited: search.game().statistics().nodes,
        stopped,
    }
}

/// The cells about the tree at the end.
fn end(tree: &Tree<Move>) -> [String; 5] {
    let certain = match undecided_move(tree) {
        Some(conspirators) => (conspirators - 1).to_string(),
        None if tree.conspirators() == usize::MAX => "all".to_owned(),
        None => tree.conspirators().to_string(),
    };
    let value = tree.value(ROOT);
    let needed = |change| {
        tree.needed(ROOT, value + change)
            .map_or("-".to_owned(), |needed| needed.to_string())
    };
    let depth = tree.depth().to_string();
    [certain, pawns(value), needed(PAWN), needed(-PAWN), depth]
}

/// A value in pawns, or the moves to a mate, those to being mated with a minus.
fn pawns(value: Value) -> String {
    if value.abs() < Chess::MATES {
        return format!("{:.2}", f64::from(value) / f64::from(PAWN));
    }
    let moves = (MATE - value.abs() + 1) / 2;
    format!("#{}", moves * value.signum())
}

fn table(options: &Options, answers: &[(&Question, Answer)]) -> Table {
    let nodes = &options.nodes.nodes;
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
    let mut solved = vec![0; nodes.len()];
    for (question, answer) in answers {
        let mut cells = vec![question.name.clone()];
        for (place, &best) in answer.moves.iter().enumerate() {
            let right = |problem: &Problem| best.is_some_and(|m| problem.solutions.contains(&m));
            let right = question.problem.as_ref().is_some_and(right);
            solved[place] += usize::from(right);
            let san = best.and_then(|m| question.position.san(m));
            let mark = if right { "*" } else { " " };
            cells.push(san.unwrap_or_else(|| "-".to_owned()) + mark);
        }
        cells.extend(answer.end.iter().cloned());
        cells.push(answer.visited.to_string());
        cells.extend(question.problem.as_ref().map(Problem::task));
        table.row(cells);
    }
    if options.fen.is_none() {
        let solved = solved.iter().map(|solved| format!("{solved} "));
        table.row(std::iter::once("solved".to_owned()).chain(solved));
    }
    table
}
