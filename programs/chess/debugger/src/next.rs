//! `next EVENT` and `back EVENT`: runs to the events of the search.
//!
//! Each is a run to its own breakpoints, at the places at which the events are read.

use bcp_chess::Move;
use bcp_reference::constants::MAX_DEPTH;
use z8000_debugger::breakpoint::{Breakpoint, Kind as Stop};
use z8000_debugger::command::{Arguments, CommandError, Interpreter, Outcome};
use z8000_debugger::machine::Address;
use z8000_debugger::session::{Goal, Tick};

use crate::events::{Place, Places};
use crate::movement::{self, symbol};
use crate::naming::{named, squares_are};
use crate::view::SearchView;

/// The events that a run can stop at: a name, and the places with the condition that makes one of them the event.
pub(crate) const EVENTS: [(&str, &[(Place, &str)]); 10] = [
    (
        "node",
        &[(Place::Node, ""), (Place::Horizon, "word(r15) == near_quiesced")],
    ),
    (
        "move",
        &[
            (Place::Test, TAKEN_UP),
            (Place::Search, TAKEN_UP),
            (Place::Try, TAKEN_UP),
        ],
    ),
    ("pass", &[(Place::Pass, ""), (Place::Score, "")]),
    (
        "eligible",
        &[(Place::Score, "s(r0) > sword(r15 + FRAME_SCORING + FRAME_LOWER)")],
    ),
    ("capture", &[(Place::Capture, "")]),
    // Where a capture was enough, standing pat was not.
    ("stand-pat", &[(Place::Upper, "s(r10) >= s(r9)")]),
    ("mate", &[(Place::Mate, ""), (Place::Mated, "r0 != 0")]),
    ("better", &[(Place::Better, ""), (Place::Pass, "r0 == r8")]),
    (
        "cut-off",
        &[(Place::Better, "s(r0) >= s(r9)"), (Place::Pass, "s(r0) >= s(r9)")],
    ),
    ("iteration", &[(Place::Iteration, "")]),
];

/// Stands for the condition that the ply is the one in work, or one above it.
const TAKEN_UP: &str = "taken up";

/// The words behind `next` or `back`.
struct EventQuery {
    places: &'static [(Place, &'static str)],
    name: &'static str,
    m: Option<Move>,
    ply: Option<u8>,
}

pub(crate) fn next(interpreter: &mut Interpreter, arguments: &Arguments<'_>, tick: &mut Tick<'_>) -> Outcome {
    begin(interpreter, tick)?;
    movement::forward(interpreter, arguments, tick, stops)
}

/// Goes back to an event; a number of instructions, or no argument, means the same as for every program.
pub(crate) fn back(interpreter: &mut Interpreter, arguments: &Arguments<'_>, tick: &mut Tick<'_>) -> Outcome {
    if !arguments.text().starts_with(|c: char| c.is_ascii_alphabetic()) {
        return interpreter.step_back(arguments);
    }
    movement::back(interpreter, arguments, tick, stops)
}

/// Runs into the search; before it there is no position whose moves could be named.
fn begin(interpreter: &mut Interpreter, tick: &mut Tick<'_>) -> Result<(), CommandError> {
    let view = SearchView::of(&interpreter.session)?;
    if view.ply_record().is_none() {
        let first = symbol(interpreter, "to_root")?;
        // A wrong command may already have run to this place.
        if interpreter.session.pc() == Address::flat(first) {
            return Ok(());
        }
        interpreter.session.run(&Goal::to(vec![Address::flat(first)]), tick);
    }
    Ok(())
}

/// The breakpoints of a command.
fn stops(interpreter: &Interpreter, arguments: &Arguments<'_>) -> Result<Vec<Breakpoint>, CommandError> {
    let view = SearchView::of(&interpreter.session)?;
    let wanted = wanted(&view, arguments)?;
    let places = Places::of_view(&view)?;
    let mut stops = Vec::new();
    for (place, condition) in wanted.places {
        let Some(condition) = wanted.condition(*place, condition, &view) else {
            continue;
        };
        let condition = match condition.as_str() {
            "" => None,
            text => Some(interpreter.expression(text)?),
        };
        let addresses: Vec<Address> = places.of(*place).map(Address::flat).collect();
        if !addresses.is_empty() {
            stops.push(Breakpoint::passing(Stop::Code(addresses), condition));
        }
    }
    if stops.is_empty() {
        let name = wanted.name;
        return Err(match wanted.m {
            Some(_) => arguments.wrong(format!("the event `{name}` does not concern a single move")),
            None => CommandError::Other(format!("this version of the program has no event `{name}`")),
        });
    }
    Ok(stops)
}

/// Reads an event, and the move and the ply behind it.
fn wanted(view: &SearchView<'_>, arguments: &Arguments<'_>) -> Result<EventQuery, CommandError> {
    let mut words = arguments.text().split_whitespace();
    let name = words.next().unwrap_or_default();
    let mut found = EVENTS
        .iter()
        .filter(|(known, _)| !name.is_empty() && known.starts_with(name));
    let (Some(&(name, places)), None) = (found.next(), found.next()) else {
        let names: Vec<&str> = EVENTS.iter().map(|(name, _)| *name).collect();
        let wrong = format!("unknown event `{name}`: expected {}", names.join(", "));
        return Err(arguments.wrong(wrong.replace("``", "nothing")));
    };
    let (mut m, mut ply) = (None, None);
    for word in words {
        if word.bytes().all(|byte| byte.is_ascii_digit()) {
            let number = word.parse().ok().filter(|ply: &u8| *ply <= MAX_DEPTH);
            let wrong = || arguments.wrong(format!("invalid ply `{word}`: expected 0, the root, to {MAX_DEPTH}"));
            ply = Some(number.ok_or_else(wrong)?);
        } else if m.is_none() {
            let wrong = || {
                arguments.wrong(format!(
                    "`{word}` is not a legal move at the root or in the current position; for a move in another \
                     position, write its squares, such as h4d8"
                ))
            };
            m = Some(named(view, word).ok_or_else(wrong)?);
        } else {
            return Err(arguments.wrong(format!("unexpected argument `{word}`")));
        }
    }
    Ok(EventQuery { places, name, m, ply })
}

impl EventQuery {
    /// The condition of a place for this event; none if a move is wanted and the place has no move.
    fn condition(&self, place: Place, condition: &str, view: &SearchView<'_>) -> Option<String> {
        let mut all = Vec::new();
        match condition {
            "" => {}
            TAKEN_UP => all.push(format!("word(ply) <= {}", view.ply_record()?)),
            _ => all.push(condition.to_owned()),
        }
        if let Some(ply) = self.ply {
            all.push(format!("word(ply) == path + {ply} * PLY_SIZE"));
        }
        if let Some(m) = self.m {
            let record = match place {
                Place::Score => "r11 + UNDO_FROM",
                Place::Better => "word(ply) + PLY_MOVE",
                Place::Capture => "r2",
                _ => return None,
            };
            all.extend(squares_are(record, m));
        }
        Some(all.join(" && "))
    }
}
