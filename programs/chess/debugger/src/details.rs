//! Describes the state of the search for an editor's variables view.

use bcp_chess::Colour;
use z8000_debugger::command::Detail;
use z8000_debugger::session::Session;

use crate::events::placement;

use crate::notation;
use crate::pane::{number, rows, shown, to_play};
use crate::values::bound;
use crate::view::Ply;
use crate::view::SearchView;

/// Returns board, side, path, best line and figures of the search; empty if the program is not running on a board.
pub(crate) fn details(session: &Session) -> Vec<Detail> {
    let Some(view) = SearchView::new(session) else {
        return Vec::new();
    };
    let frames = session.frames();
    let (plies, line) = (
        notation::plies(session, &view, &frames),
        view.best_line().unwrap_or_default(),
    );
    let line = notation::root(session, &view).map_or_else(|_| line.clone(), |root| notation::line(root, &line));
    let root = view.root_side();
    let mut details = vec![
        board(&view),
        Detail::new("side", to_play(&view)),
        Detail::new("path", moves(&plies)).of(plies
            .iter()
            .enumerate()
            .map(|(index, of)| ply(index, of, root))
            .collect()),
        Detail::new("values for", root.map_or("-", Colour::name)),
        Detail::new("line", line.join(" ")),
        Detail::new("iteration", number(view.iteration(&frames))),
        Detail::new("nodes", number(view.nodes())),
    ];
    if let Some((used, all)) = view.fill() {
        details.push(Detail::new("tree", format!("{used} of {all} entries")));
    }
    details
}

/// Returns the board as in the first field of a FEN, with its ranks below.
fn board(view: &SearchView<'_>) -> Detail {
    let Some(board) = view.board() else {
        return Detail::new("board", "-");
    };
    let files = Detail::new("files", "a b c d e f g h");
    let row = |(row, rank): (&str, u8)| {
        let squares: Vec<String> = row.chars().map(String::from).collect();
        Detail::new(rank.to_string(), squares.join(" "))
    };
    let ranks = rows(&board).into_iter().zip((1..=8).rev());
    Detail::new("board", placement(&board.chars().collect::<Vec<_>>())).of(ranks.map(row).chain([files]).collect())
}

/// Formats the moves that lead to the current position.
fn moves(plies: &[Ply]) -> String {
    let list: Vec<String> = plies.iter().map(|ply| ply.played.to_string()).collect();
    list.join(" ")
}

/// Returns a ply with its values for the side that plays at the root.
fn ply(index: usize, ply: &Ply, root: Option<Colour>) -> Detail {
    let [low, high, best] = ply.seen_by(root);
    let values = [
        ("depth", number(ply.depth)),
        ("low", shown(low, bound)),
        ("high", shown(high, bound)),
        ("best", shown(best, bound)),
    ];
    let known = values.iter().filter(|(_, value)| value != "-");
    let text: Vec<String> = known.map(|(name, value)| format!("{name} {value}")).collect();
    let text = format!("{}  {}", ply.played, text.join(", "));
    let played = Detail::new("move", ply.played.to_string());
    let values = values.into_iter().map(|(name, value)| Detail::new(name, value));
    let parts = [played].into_iter().chain(values).collect();
    Detail::new(index.to_string(), text.trim_end()).of(parts)
}
