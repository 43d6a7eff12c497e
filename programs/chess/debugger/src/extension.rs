//! The debugger extension for the chess program: commands, a pane, places, and remarks at stops.

use serde_json::Value as Json;
use z8000_debugger::command::{Command, Extension, Group, Remark};
use z8000_debugger::machine::{Address, Machine};
use z8000_debugger::program::Program;
use z8000_debugger::session::Session;

use crate::events::{Places, sentence};
use crate::program::SEARCH;
use crate::view::{Ply, SearchView};
use crate::{details, look, movement, next, notation, pane, told, why};

/// The debugger extension for the chess program: commands, a pane, places, and remarks at stops.
pub const CHESS: Extension = Extension {
    commands: Group { title: "Chess", commands: COMMANDS },
    pane: pane::pane,
    places,
    remark,
    moment,
    details: details::details,
};

macro_rules! commands {
    ($($name:literal $short:literal $arguments:literal $help:literal => $handler:expr;)+) => {
        &[$(Command::new($name, $short, $arguments, $help, $handler),)+]
    };
}

const COMMANDS: &[Command] = commands! {
    "board"     ""   ""        "show the board in the emulated memory and the side to move" => look::board;
    "path"      ""   ""        "list the moves on the search path with depth, bounds and best value" => look::path;
    "eligible"  "el" "[PLY]"   "list the stored moves of a ply (by default, the current ply)" => look::eligible;
    "tree"      ""   "[PLY [DEPTH]]" "show the stored tree below a ply, 2 moves deep by default" => look::tree;
    "line"      ""   ""        "show the best line of the stored tree" => look::line;
    "search"    ""   ""        "show the iteration, and the numbers of nodes and of entries in the stored tree" => look::search;
    "next"      "ne" "EVENT [MOVE] [PLY]" "run to the next node, move, pass, eligible, search, value, capture, stand-pat, mate, better, cut-off or iteration" => next::next;
    "back"      "b"  "[N] | EVENT [MOVE] [PLY]" "go back one instruction, or N instructions, or to the last event of a kind" => next::back;
    "events"    "ev" "[N] | FILE [since start|mark|last]" "describe the last N events of the search, or write events \
                                                           to a file" => told::events;
    "why"       ""   "MOVE [PLY]" "explain why the search plays, or does not play, a move of a ply (by default, the current ply)" => why::why;
    "link"      ""   ""        "print a link that opens the web page at this moment" => told::link;
    "up-ply"    "up" ""        "run until the move that led to the current ply has its value" => movement::up_ply;
    "back-ply"  ""   ""        "go back to the moment at which the move that led to the current ply was made" => movement::back_ply;
    "reach"     ""   "MOVES"   "run to the position after these moves of the search, for example `reach e2e4 e7e5`" => movement::reach;
    "back-reach" ""  "MOVES"   "go back to the position after these moves of the search" => movement::back_reach;
    "node"      ""   "NUMBER"  "go forward or back to the moment at which the node count reaches a number" => movement::node;
};

/// Returns the plies of the search, with the code addresses of their frames.
fn places(session: &Session) -> Vec<(String, Address)> {
    let Some(view) = SearchView::new(session) else {
        return Vec::new();
    };
    let frames = session.frames();
    let plies = notation::plies(session, &view, &frames);
    let place = |(index, ply): (usize, &Ply)| {
        let frame = frames.get(ply.frame?)?;
        Some((format!("{index} {}, {}", ply.played, frame.name), frame.pc))
    };
    plies.iter().enumerate().filter_map(place).collect()
}

/// Names the ply and the move that were being searched at a moment.
fn moment(program: &Program, machine: &Machine) -> Option<String> {
    let moves = SearchView::at_moment(program, machine.cpu(), machine.world()).moves();
    Some(format!("ply {}, after {}", moves.len(), moves.last()?))
}

/// Returns the event at which a session has stopped, as a sentence and as JSON.
fn remark(session: &Session) -> Option<Remark> {
    let view = SearchView::new(session)?;
    if view.at(SEARCH).is_some_and(|at| session.pc() == at.into()) {
        let text = format!(
            "Which move is best for {:?}? Try `next eligible`, `why MOVE`, or `back`, into the start-up.",
            view.root_side()?
        );
        return Some(Remark { text, event: Json::Null });
    }
    let places = Places::of_view(&view).ok()?;
    let happening = places.read(session.now().steps, session.cpu(), view.memory())?;
    Some(Remark {
        text: sentence(&happening, &view)?,
        event: happening.to_json(view.root_side()?),
    })
}
