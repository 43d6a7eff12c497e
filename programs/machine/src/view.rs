//! The commands that show the search, and the pane of the chess.

use bcp_chess::Colour;
use serde_json::json;
use z8000_debugger::command::{Answer, Arguments, Command, CommandError, Extension, Group, Interpreter, Outcome};
use z8000_debugger::machine::Address;
use z8000_debugger::session::{Session, Tick};

use crate::search_view::{Ply, SearchView};

/// The commands and the pane of the chess program.
pub const CHESS: Extension = Extension {
    commands: Group {
        title: "Chess",
        commands: &[
            Command::new(
                "board",
                "",
                "",
                "show the board in the emulated memory and the side to move",
                board,
            ),
            Command::new(
                "path",
                "",
                "",
                "list the moves on the search path with depth, bounds and best value",
                path,
            ),
            Command::new("line", "", "", "show the best line of the stored tree", line),
            Command::new(
                "search",
                "",
                "",
                "show the iteration, the nodes and the entries of the stored tree",
                search,
            ),
        ],
    },
    pane,
    places,
};

/// The plies of the search, with where their frames stand in the program.
fn places(session: &Session) -> Vec<(String, Address)> {
    let Some(view) = SearchView::new(session) else {
        return Vec::new();
    };
    let frames = session.frames();
    let plies = view.plies(&frames);
    let place = |(index, ply): (usize, &Ply)| {
        let frame = frames.get(ply.frame?)?;
        Some((format!("{index} {}, {}", ply.played, frame.name), frame.pc))
    };
    plies.iter().enumerate().filter_map(place).collect()
}

/// The eight rows of a board, the eighth rank first.
fn rows(board: &str) -> Vec<&str> {
    (0..8).filter_map(|row| board.get(8 * row..8 * row + 8)).collect()
}

/// The same for people, with the numbers of the ranks.
fn drawn(board: &str) -> Vec<String> {
    let squares = |row: &str| row.chars().map(String::from).collect::<Vec<_>>().join(" ");
    rows(board)
        .iter()
        .zip((1..=8).rev())
        .map(|(row, rank)| format!("{rank} {}", squares(row)))
        .collect()
}

fn side(view: &SearchView<'_>) -> &'static str {
    view.side().map_or("?", Colour::name)
}

fn number<T: ToString>(value: Option<T>) -> String {
    value.map_or_else(|| "-".to_owned(), |value| value.to_string())
}

/// The table of plies, the root first.
fn table(plies: &[Ply]) -> Vec<String> {
    let heading = format!(
        "{:>3} {:<9} {:>3} {:>5} {:>5} {:>5}",
        "ply", "move", "d", "alpha", "beta", "best"
    );
    let row = |(index, ply): (usize, &Ply)| {
        format!(
            "{index:>3} {:<9} {:>3} {:>5} {:>5} {:>5}",
            ply.played.to_string(),
            number(ply.depth),
            number(ply.alpha),
            number(ply.beta),
            number(ply.best)
        )
    };
    std::iter::once(heading)
        .chain(plies.iter().enumerate().map(row))
        .collect()
}

/// The search of a session.
fn view(session: &Session) -> Result<SearchView<'_>, CommandError> {
    SearchView::new(session).ok_or_else(|| CommandError::Other("the program is not on a board".to_owned()))
}

fn board(interpreter: &mut Interpreter, _: &Arguments<'_>, _: &mut Tick<'_>) -> Outcome {
    let view = view(&interpreter.session)?;
    let missing = "the program has no board: the symbols board, kind, A1, WHITE and BLACK are needed";
    let board = view.board().ok_or_else(|| CommandError::Other(missing.to_owned()))?;
    let side = side(&view);
    let text = format!("{}\n  a b c d e f g h   {side} to play", drawn(&board).join("\n"));
    let rows = rows(&board);
    Ok(Answer::new(text, json!({ "rows": rows, "side": side })))
}

fn path(interpreter: &mut Interpreter, _: &Arguments<'_>, _: &mut Tick<'_>) -> Outcome {
    let session = &interpreter.session;
    let plies = view(session)?.plies(&session.frames());
    let data: Vec<_> = plies
        .iter()
        .map(|ply| {
            json!({
                "move": ply.played.to_string(), "depth": ply.depth, "alpha": ply.alpha,
                "beta": ply.beta, "best": ply.best,
            })
        })
        .collect();
    Ok(Answer::new(table(&plies).join("\n"), json!({ "plies": data })))
}

fn line(interpreter: &mut Interpreter, _: &Arguments<'_>, _: &mut Tick<'_>) -> Outcome {
    let moves = view(&interpreter.session)?.best_line();
    let moves = moves.ok_or_else(|| CommandError::Other("the program has no stored tree".to_owned()))?;
    Ok(Answer::new(moves.join(" "), json!({ "line": moves })))
}

fn search(interpreter: &mut Interpreter, _: &Arguments<'_>, _: &mut Tick<'_>) -> Outcome {
    let session = &interpreter.session;
    let view = view(session)?;
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

fn pane(session: &Session) -> Vec<String> {
    let Some(view) = SearchView::new(session) else {
        return Vec::new();
    };
    let frames = session.frames();
    let mut beside = summary(&view, view.iteration(&frames)).into_iter();
    let mut lines = vec![format!("chess: {} to play", side(&view))];
    for row in drawn(&view.board().unwrap_or_default()) {
        lines.push(format!("{row}  {}", beside.next().unwrap_or_default()));
    }
    lines.push("  a b c d e f g h".to_owned());
    lines.extend(table(&view.plies(&frames)));
    lines
}

/// Iteration, nodes, tree, line by line.
fn summary(view: &SearchView<'_>, iteration: Option<u16>) -> Vec<String> {
    let mut lines = vec![
        format!("iteration {}", number(iteration)),
        format!("nodes {}", number(view.nodes())),
    ];
    if let Some((used, all)) = view.fill() {
        lines.push(format!("tree {used} of {all}"));
    }
    if let Some(mate) = view.mate() {
        lines.push(format!("mate in one {mate}"));
    }
    lines
}
