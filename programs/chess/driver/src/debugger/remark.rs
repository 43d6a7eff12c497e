//! Remarks on what the search does at a stop: at the places where its moves and values change.

use bcp_chess::Colour;
use z8000_debugger::session::Session;

use super::search_view::{MAKERS, SearchView};

/// Routines and labels at which there is something to say.
const PLACES: [&str; 9] = [
    "t2v",
    "xt1v",
    "search_child",
    "search_move",
    "near_move",
    "score_move",
    "better",
    "search_better",
    "t2v_stand_pat",
];

/// Says what the program is about to do, or has just done, if this is a place of the search.
pub(super) fn remark(session: &Session) -> Option<String> {
    let view = SearchView::new(session)?;
    let ply = view.ply_number()?;
    let cpu = session.cpu();
    let (value, lower) = (cpu.register(0).cast_signed(), cpu.register(8).cast_signed());
    let side = view.side();
    let whose = side.map_or("the side to play", Colour::name);
    let pc = session.pc().offset();
    let place = PLACES.into_iter().find(|place| view.at(place) == Some(pc));
    let remark = match place.unwrap_or_default() {
        place @ ("t2v" | "xt1v") if place == "t2v" || view.is_at_horizon() => {
            let path = view.moves();
            let position = if path.is_empty() {
                "the root".to_owned()
            } else {
                path.join(" ")
            };
            let depth = if place == "t2v" { cpu.register(6) } else { 0 };
            format!("ply {ply}: {position}, depth {depth}, {whose} to play")
        }
        "search_child" => {
            let (m, score) = view.move_of_entry(cpu.register(13))?;
            format!("ply {ply} searches {m}, which scores {score} for {whose} if the other side passes")
        }
        "search_move" => format!("ply {ply} searches {}", view.move_in_registers()),
        "near_move" => {
            let m = view.move_of_record(cpu.register(2));
            format!(
                "ply {ply}, one from the horizon, tries {m}, which gains {}",
                cpu.register(6).cast_signed()
            )
        }
        "score_move" => {
            let m = view.packed_move(cpu.register(0));
            format!("ply {ply} scores {m}: what is it worth if the other side passes?")
        }
        "better" | "search_better" => {
            let m = view.move_played(ply)?;
            format!("{m} is the best of ply {ply} now: {value} for {whose}, {lower} before")
        }
        "t2v_stand_pat" => format!("standing pat is the best of ply {ply} now: {value} for {whose}, {lower} before"),
        _ => return returned(session, &view, ply, value, whose),
    };
    Some(remark)
}

/// The value of a move that was searched or scored before this instruction.
fn returned(session: &Session, view: &SearchView<'_>, ply: u16, value: i16, whose: &str) -> Option<String> {
    let routine = session.returned_from()?;
    match routine {
        "score_move" => Some(format!("the move scores {value} for {whose} if the other side passes")),
        _ if MAKERS.contains(&routine) => Some(format!("{} is worth {value} for {whose}", view.move_played(ply)?)),
        _ => None,
    }
}
