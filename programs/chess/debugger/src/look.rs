//! Commands that show the search.

use bcp_chess::{Colour, Move, Position};
use serde_json::{Value as Json, json};
use z8000::machine::World;
use z8000_debugger::command::{Answer, Arguments, CommandError, Interpreter, Outcome};
use z8000_debugger::session::Tick;

use crate::notation::{self, by_squares};
use crate::pane::{drawn, rows, side, summary, table, to_play};
use crate::view::{Node, SearchView};
use bcp_driver::square;
use bcp_driver::{Behind, Entry, StoredTree, Value, read_move, squares_text};

pub(crate) fn board(interpreter: &mut Interpreter, _: &Arguments<'_>, _: &mut Tick<'_>) -> Outcome {
    let view = SearchView::of(&interpreter.session)?;
    let missing = "the program has no board: it needs the symbols board, kind, A1, WHITE and BLACK";
    let board = view.board().ok_or_else(|| CommandError::Other(missing.to_owned()))?;
    let side = side(&view);
    let drawn: Vec<String> = drawn(&view).iter().map(|row| row.trim_end().to_owned()).collect();
    let text = format!("{}\n  a b c d e f g h   {}", drawn.join("\n"), to_play(&view));
    let rows = rows(&board);
    let last: Vec<String> = view.last_move().into_iter().flatten().map(square).collect();
    Ok(Answer::new(text, json!({ "rows": rows, "side": side, "last": last })))
}

pub(crate) fn path(interpreter: &mut Interpreter, _: &Arguments<'_>, _: &mut Tick<'_>) -> Outcome {
    let session = &interpreter.session;
    let view = SearchView::of(session)?;
    let plies = notation::plies(session, &view, &session.frames());
    let data: Vec<_> = plies
        .iter()
        .map(|ply| {
            json!({
                "move": ply.played.coordinates(), "piece": ply.played.piece(), "text": ply.played.to_string(),
                "side": ply.side.map(Colour::name),
                "depth": ply.depth, "alpha": ply.alpha, "beta": ply.beta, "best": ply.best,
            })
        })
        .collect();
    let text = table(&plies, view.root_side()).join("\n");
    Ok(Answer::new(text, json!({ "plies": data })))
}

pub(crate) fn line(interpreter: &mut Interpreter, _: &Arguments<'_>, _: &mut Tick<'_>) -> Outcome {
    let view = SearchView::of(&interpreter.session)?;
    let moves = view.best_line();
    let moves = moves.ok_or_else(|| CommandError::Other("the program has no stored tree".to_owned()))?;
    let text = match notation::root(&interpreter.session, &view) {
        Ok(root) if !moves.is_empty() => notation::line(root, &moves).join(" "),
        _ => "the stored tree has no line yet".to_owned(),
    };
    Ok(Answer::new(text.clone(), json!({ "line": moves, "text": text })))
}

pub(crate) fn search(interpreter: &mut Interpreter, _: &Arguments<'_>, _: &mut Tick<'_>) -> Outcome {
    let session = &interpreter.session;
    let view = SearchView::of(session)?;
    let iteration = view.iteration(&session.frames());
    let (nodes, tree) = (view.nodes(), view.fill());
    Ok(Answer::new(
        summary(&view, iteration).join("\n"),
        json!({
            "iteration": iteration, "nodes": nodes,
            "entries": tree.map(|tree| tree.0), "of": tree.map(|tree| tree.1),
        }),
    ))
}

pub(crate) fn eligible(interpreter: &mut Interpreter, arguments: &Arguments<'_>, _: &mut Tick<'_>) -> Outcome {
    let numbers = numbers::<1>(arguments)?;
    stored(interpreter, arguments, numbers[0], 1)
}

pub(crate) fn tree(interpreter: &mut Interpreter, arguments: &Arguments<'_>, _: &mut Tick<'_>) -> Outcome {
    let [ply, depth] = numbers::<2>(arguments)?;
    stored(interpreter, arguments, ply, depth.unwrap_or(2))
}

/// Parses at most `N` numbers.
fn numbers<const N: usize>(arguments: &Arguments<'_>) -> Result<[Option<usize>; N], CommandError> {
    let mut numbers = [None; N];
    for (index, word) in arguments.text().split_whitespace().enumerate() {
        let number = word
            .parse()
            .map_err(|_| arguments.wrong(format!("expected a number of at least 0, found `{word}`")))?;
        *numbers
            .get_mut(index)
            .ok_or_else(|| arguments.wrong(format!("unexpected argument `{word}`")))? = Some(number);
    }
    Ok(numbers)
}

/// Reads the stored tree below a ply, `depth` moves deep.
fn stored(interpreter: &Interpreter, arguments: &Arguments<'_>, ply: Option<usize>, depth: usize) -> Outcome {
    let session = &interpreter.session;
    let view = SearchView::of(session)?;
    let nodes = view.nodes_of_path();
    let last = nodes.len().saturating_sub(1);
    let ply = ply.unwrap_or(last);
    let Some(node) = nodes.get(ply) else {
        return Err(arguments.wrong(format!("ply {ply} is not on the path: expected 0 to {last}")));
    };
    let (Some(tree), memory) = (view.tree(), session.machine().world()) else {
        return Err(CommandError::Other("the program has no stored tree".to_owned()));
    };
    let Node { entry: Some(entry), .. } = *node else {
        return Err(CommandError::Other(format!(
            "ply {ply} has no entry in the stored tree, because the search stores no entries one ply from its horizon"
        )));
    };
    let shown = Branches { tree, memory, side: node.side };
    let path = notation::root(session, &view).map(|root| (notation::path(&view, &root), root));
    let (position, last) = path
        .ok()
        .map_or((None, None), |(path, root)| along(root, &path[..ply.min(path.len())]));
    let place = place(ply, node, last);
    let mut lines = heading(&place, node, &shown.tree.entry(memory, entry));
    let moves = shown.below(entry, position.as_ref(), depth, 0, &mut lines);
    if moves.is_empty() {
        lines = vec![format!("{place}: no eligible moves are stored yet")];
    }
    Ok(Answer::new(
        lines.join("\n"),
        json!({ "ply": ply, "path": node.path, "side": node.side.map(Colour::name), "moves": moves }),
    ))
}

/// Returns the position after moves from a root, and the last of them in algebraic notation.
fn along(root: Position, path: &[Move]) -> (Option<Position>, Option<String>) {
    path.iter().fold((Some(root), None), |(at, _), m| {
        let text = at.as_ref().and_then(|at| at.san(*m));
        (at.and_then(|at| at.play(*m)), text)
    })
}

fn place(ply: usize, node: &Node, last: Option<String>) -> String {
    match last.as_ref().or(node.path.last()) {
        Some(last) => format!("ply {ply}, after {last}"),
        None => "the root".to_owned(),
    }
}

fn heading(place: &str, node: &Node, entry: &Entry) -> Vec<String> {
    let whose = node.side.map_or("the side to play", Colour::name);
    let complete = if entry.complete { "complete" } else { "incomplete" };
    vec![
        format!("{place}: the list of eligible moves is {complete}"),
        format!("values in pawns for {whose}; the score of a move assumes that the other side then passes;"),
        "answers: the bound beyond which answers are listed; enough: the value at which one answer suffices".to_owned(),
    ]
}

struct Branches<'m> {
    tree: StoredTree,
    memory: &'m World,
    /// The side that plays the first moves; all values are for this side.
    side: Option<Colour>,
}

impl Branches<'_> {
    /// Returns the moves below an entry as data and as lines of text; `level` is the number of moves above them.
    fn below(
        &self,
        entry: u16,
        position: Option<&Position>,
        depth: usize,
        level: usize,
        lines: &mut Vec<String>,
    ) -> Vec<Json> {
        if depth == 0 {
            return Vec::new();
        }
        let ours = level.is_multiple_of(2);
        let side = self.side.map(|side| if ours { side } else { side.opponent() });
        let children = self.tree.children(self.memory, entry);
        let one = |child| {
            let entry = self.tree.entry(self.memory, child);
            let score = i16::from(entry.score) * if ours { 1 } else { -1 };
            let (bounds, hint) = match entry.behind {
                Behind::Bounds([0, 0]) if !entry.complete => (None, None),
                // The stored bounds are for the side that answers.
                Behind::Bounds(bounds) => (
                    Some(bounds.map(|bound| i16::from(bound) * if ours { -1 } else { 1 })),
                    None,
                ),
                Behind::Hint(squares) => (None, Some(squares_text(squares))),
            };
            let indent = 2 * level + 2;
            let m = read_move(entry.squares[0], entry.squares[1], entry.special);
            let text = position.zip(m).and_then(|(position, m)| position.san(m));
            let text = text.unwrap_or_else(|| entry.coordinates());
            let next = position.zip(m).and_then(|(position, m)| position.play(m));
            let mut line = format!("{:indent$}{text} {}, entry {child:04x}", "", Value(score).symbol());
            let worth = if ours { "below" } else { "above" };
            line += &bounds.map_or_else(String::new, |[listed, enough]| {
                format!(
                    ", answers {worth} {}, enough at {}",
                    Value(listed).symbol(),
                    Value(enough).symbol()
                )
            });
            line += &hint.as_ref().map_or_else(String::new, |hint| {
                let named = next.as_ref().and_then(|next| next.san(by_squares(next, hint)?));
                format!(", first {}", named.as_ref().unwrap_or(hint))
            });
            line += if entry.complete { ", complete" } else { "" };
            line += if entry.mates == Some(true) {
                ", then mate in one"
            } else {
                ""
            };
            lines.push(line);
            json!({
                "move": entry.coordinates(), "san": text, "side": side.map(Colour::name), "score": score, "entry": child,
                "answers_beyond": bounds.map(|bounds| bounds[0]), "enough_at": bounds.map(|bounds| bounds[1]), "hint": hint, "complete": entry.complete, "mates": entry.mates,
                "moves": self.below(child, next.as_ref(), depth - 1, level + 1, lines),
            })
        };
        children.map(one).collect()
    }
}
