//! Formatting moves in coordinates and SAN.

use bcp_chess::{Colour, Effort, Move as Played, Position};
use bcp_driver::{Iteration, StoredTree, Value, variation};
use z8000::machine::World;

use crate::protocol::{Fact, Iteration as Reported, Move, Standing};

/// Number of positions that a proof of a mate may visit, which keeps the page waiting for a fraction of a second.
const EFFORT: u32 = 20_000;

/// Returns a legal move with its SAN.
pub(crate) fn named(position: &Position, m: Played) -> Move {
    Move { coordinates: m.to_string(), san: position.san(m) }
}

/// The legal moves of a position.
pub(crate) fn legal(position: &Position) -> Vec<Move> {
    position.legal_moves().into_iter().map(|m| named(position, m)).collect()
}

/// Parses a move that the program stores as two squares: a promotion, whose piece is not stored, is to a queen.
fn found(position: &Position, text: &str) -> Option<Played> {
    let queen = format!("{text}q");
    let mut legal = position.legal_moves().into_iter();
    legal.find(|m| {
        let coordinates = m.to_string();
        coordinates == text || coordinates == queen
    })
}

/// Plays a move if it is legal, and names it.
pub(crate) fn played(at: &mut Option<Position>, text: &str) -> Move {
    let m = at.as_ref().and_then(|at| found(at, text));
    let san = m.and_then(|m| at.as_ref()?.san(m));
    *at = m.and_then(|m| at.as_ref()?.play(m));
    Move { coordinates: text.to_owned(), san }
}

/// Returns consecutive moves with their names; from the first illegal one on, without SAN.
pub(crate) fn line(position: &Position, texts: &[String]) -> Vec<Move> {
    let mut at = Some(position.clone());
    texts.iter().map(|text| played(&mut at, text)).collect()
}

/// Completes a line that ends a move or two before a mate. The program finds the last mate in one without storing its
/// move, and stores no line if all replies are mated.
fn to_the_mate(position: &Position, mut line: Vec<Played>, value: i16) -> Vec<Played> {
    let played = |position: Position, m: &Played| position.play(*m);
    let Some(at) = line
        .iter()
        .try_fold(position.clone(), played)
        .filter(|_| Value(value).is_decided())
    else {
        return line;
    };
    let mates = |at: &Position| at.mates_in_one().first().copied();
    if let Some(mate) = mates(&at) {
        line.push(mate);
        return line;
    }
    let answers: Option<Vec<_>> = at
        .legal_moves()
        .into_iter()
        .map(|m| Some((m, mates(&at.play(m)?)?)))
        .collect();
    if let Some((answer, mate)) = answers.and_then(|answers| answers.first().copied()) {
        line.extend([answer, mate]);
    }
    line
}

/// Returns the value of an iteration, which belongs to a move, and the verdict of the rules.
pub(crate) fn fact(iteration: &Iteration, position: &Position, m: Option<Played>) -> Fact {
    let (value, side) = (Value(iteration.value), position.side_to_play());
    let mate = iteration.mate(position, m, Effort::of(EFFORT));
    let proved = mate.as_ref().is_some_and(bcp_driver::Mate::is_proved);
    let doubt = mate.as_ref().and_then(|mate| mate.doubt(position, &value.words()));
    Fact {
        value: value.0,
        standing: standing(value, side, 0, proved),
        winner: value.winner(side).map(Into::into),
        proved,
        doubt: doubt.map(|doubt| format!("{}.", doubt.replacen("the program", "The program", 1))),
        words: format!("{}{}", value.words(), mate.as_ref().map_or("", bcp_driver::Mate::mark)),
    }
}

/// Converts a value for the root's side, as seen `ply` plies after the root.
pub(crate) fn standing(value: Value, root: Colour, ply: usize, proved: bool) -> Standing {
    let white = value.for_side(root, Colour::White);
    let winner = if white > 0 { "White" } else { "Black" };
    let believed = if proved { "" } else { ", as the program believes" };
    let (figure, label) = match (value.is_decided(), value.moves(ply)) {
        (true, moves) => {
            let moves = moves.map_or_else(String::new, |moves| format!(" in {moves}"));
            let figure = if proved { "#" } else { "#?" };
            (figure.to_owned(), format!("mate{moves} for {winner}{believed}"))
        }
        (false, _) if white == 0 => ("0".to_owned(), "even".to_owned()),
        (false, _) => {
            let pawns = Value(white.abs());
            (pawns.console(), format!("{} for {winner}", pawns.printed()))
        }
    };
    Standing { white, figure, label }
}

/// Returns an iteration that has just ended, with the principal variation in memory.
pub(crate) fn reported(
    iteration: &Iteration,
    position: &Position,
    tree: Option<&StoredTree>,
    memory: &World,
    hertz: u64,
    instruction: Option<u64>,
) -> Reported {
    let moves = to_the_mate(position, variation(tree, memory, position, iteration), iteration.value);
    let moves: Vec<String> = moves.iter().map(ToString::to_string).collect();
    Reported {
        depth: iteration.depth,
        fact: fact(iteration, position, iteration.named(position)),
        best: iteration.named(position).map(|m| named(position, m)),
        nodes: iteration.nodes,
        clocks: iteration.cycles,
        seconds: iteration.cycles as f64 / hertz as f64,
        instruction,
        text: iteration.to_string(),
        line: line(position, &moves),
    }
}
