//! Formats the chess state as lines: the board, the plies, and the progress of the search.

use bcp_chess::Colour;
use z8000_debugger::session::Session;

use crate::notation::plies;
use crate::values::bound;
use crate::view::{Ply, SearchView};
use bcp_driver::square;

/// Formats the chess pane, whose first line is its title.
pub(crate) fn pane(session: &Session) -> Vec<String> {
    let Some(view) = SearchView::new(session) else {
        return Vec::new();
    };
    let frames = session.frames();
    let mut beside = summary(&view, view.iteration(&frames)).into_iter();
    let mut lines = vec![format!("chess: {}", to_play(&view))];
    for row in drawn(&view) {
        lines.push(format!("{row} {}", beside.next().unwrap_or_default()));
    }
    lines.push("  a b c d e f g h".to_owned());
    lines.extend(table(&plies(session, &view, &frames), view.root_side()));
    lines
}

pub(crate) fn side(view: &SearchView<'_>) -> &'static str {
    view.side().map_or("?", Colour::name)
}

/// Names the side to play. The program sets up its position only some instructions after its start.
pub(crate) fn to_play(view: &SearchView<'_>) -> String {
    let side = view.side().map(|side| format!("{} to play", side.name()));
    side.unwrap_or_else(|| "no position yet".to_owned())
}

/// Returns the eight ranks of a board, the eighth first.
pub(crate) fn rows(board: &str) -> Vec<&str> {
    (0..8).filter_map(|row| board.get(8 * row..8 * row + 8)).collect()
}

/// Draws the board, with rank numbers; the squares of the last move are in brackets.
pub(crate) fn drawn(view: &SearchView<'_>) -> Vec<String> {
    let board = view.board().unwrap_or_default();
    let last: Vec<String> = view.last_move().into_iter().flatten().map(square).collect();
    let marked = |rank: usize, file: usize| {
        let name = format!("{}{rank}", char::from(b'a' + file as u8));
        last.contains(&name)
    };
    let ranks = (1..=8).rev();
    rows(&board)
        .into_iter()
        .zip(ranks)
        .map(|(row, rank)| {
            let mut line = rank.to_string();
            for (file, letter) in row.chars().enumerate() {
                line.push(match (marked(rank, file), file > 0 && marked(rank, file - 1)) {
                    (true, _) => '[',
                    (false, true) => ']',
                    _ => ' ',
                });
                line.push(letter);
            }
            line.push(if marked(rank, 7) { ']' } else { ' ' });
            line
        })
        .collect()
}

pub(crate) fn number<T: ToString>(value: Option<T>) -> String {
    value.map_or_else(|| "-".to_owned(), |value| value.to_string())
}

/// Formats a value, or `-` for `None`.
pub(crate) fn shown(value: Option<i16>, text: impl Fn(i16) -> String) -> String {
    value.map_or_else(|| "-".to_owned(), text)
}

/// Formats the table of plies, starting with the root. All values are for the side that plays at the root.
pub(crate) fn table(plies: &[Ply], root: Option<Colour>) -> Vec<String> {
    let whose = root.map_or("the side to play", Colour::name);
    let mut lines = vec![
        format!("values in pawns for {whose}"),
        format!(
            "{:>3} {:<9} {:>3} {:>5} {:>5} {:>5}",
            "ply", "move", "d", "low", "high", "best"
        ),
    ];
    for (index, ply) in plies.iter().enumerate() {
        let [low, high, best] = ply.seen_by(root);
        // A long routine name must not shift the columns of numbers.
        let played: String = ply.played.to_string().chars().take(9).collect();
        lines.push(format!(
            "{index:>3} {played:<9} {:>3} {:>5} {:>5} {:>5}",
            number(ply.depth),
            shown(low, bound),
            shown(high, bound),
            shown(best, bound)
        ));
    }
    lines
}

/// Formats iteration, node count, tree and best line, one per line.
pub(crate) fn summary(view: &SearchView<'_>, iteration: Option<u16>) -> Vec<String> {
    let mut lines = vec![
        format!("iteration {}", number(iteration)),
        format!("nodes {}", number(view.nodes())),
    ];
    if let Some((used, all)) = view.fill() {
        lines.push(format!("tree {used} of {all}"));
    }
    lines
}
