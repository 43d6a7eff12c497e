//! `next EVENT` and `back EVENT`: runs to the events of the search.
//!
//! Each command sets its own breakpoints, at the places where events are read.

use bcp_chess::Move;
use bcp_reference::constants::MAX_DEPTH;
use z8000_debugger::breakpoint::{Breakpoint, Kind as Stop};
use z8000_debugger::command::{Arguments, CommandError, Interpreter, Outcome};
use z8000_debugger::machine::Address;
use z8000_debugger::session::{Goal, Reason, Session, Tick};

use crate::events::{Place, Places};
use crate::movement::{self, symbol};
use crate::naming::{entry_is, named, squares_are};
use crate::view::SearchView;

/// The events at which a run can stop: a name, and the places with the conditions that identify the event.
pub(crate) const EVENTS: [(&str, &[(Place, &str)]); 12] = [
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
    ("search", &[(Place::Search, "")]),
    ("value", &[(Place::Value, "")]),
    ("capture", &[(Place::Capture, "")]),
    // If a capture caused the cut-off, standing pat did not.
    ("stand-pat", &[(Place::Upper, "s(r10) >= s(r9)")]),
    ("mate", &[(Place::Mate, ""), (Place::Mated, "r0 != 0")]),
    ("better", &[(Place::Better, ""), (Place::Pass, "r0 == r8")]),
    (
        "cut-off",
        &[(Place::Better, "s(r0) >= s(r9)"), (Place::Pass, "s(r0) >= s(r9)")],
    ),
    ("iteration", &[(Place::Iteration, "")]),
];

/// Returns the names of the events that `next` and `back` accept.
pub fn events() -> impl Iterator<Item = &'static str> {
    EVENTS.iter().map(|(name, _)| *name)
}

/// Placeholder for the condition that the ply is the current one, or one above it.
const TAKEN_UP: &str = "taken up";

/// The parsed words after `next` or `back`.
struct EventQuery {
    places: &'static [(Place, &'static str)],
    name: &'static str,
    m: Option<Move>,
    ply: Option<u8>,
}

pub(crate) fn next(interpreter: &mut Interpreter, arguments: &Arguments<'_>, tick: &mut Tick<'_>) -> Outcome {
    let Some(first) = beginning(&interpreter.session)? else {
        let stops = stops(interpreter, &interpreter.session, arguments)?;
        return Ok(movement::forward(interpreter, stops, tick));
    };
    // Before the search there is no position in which moves could be named, so the words are read where the search
    // begins; if they are wrong, the session does not move.
    let first = Goal::to(vec![Address::flat(first)]);
    let mut ahead = interpreter.session.apart();
    if ahead.run(&first, tick) == Reason::Interrupted {
        return Err(CommandError::Other(Reason::Interrupted.to_string()));
    }
    let stops = stops(interpreter, &ahead, arguments)?;
    interpreter.session.run(&first, tick);
    Ok(movement::forward(interpreter, stops, tick))
}

/// Goes back to an event; a number of instructions, or no argument, has the usual meaning of `back`.
pub(crate) fn back(interpreter: &mut Interpreter, arguments: &Arguments<'_>, tick: &mut Tick<'_>) -> Outcome {
    if !arguments.text().starts_with(|c: char| c.is_ascii_alphabetic()) {
        return interpreter.step_back(arguments);
    }
    let stops = stops(interpreter, &interpreter.session, arguments)?;
    Ok(movement::back(interpreter, stops, tick))
}

/// Returns the address at which the search begins, if it has not begun.
fn beginning(session: &Session) -> Result<Option<u16>, CommandError> {
    let view = SearchView::of(session)?;
    if view.ply_record().is_some() {
        return Ok(None);
    }
    let first = symbol(session, "to_root")?;
    Ok((session.pc() != Address::flat(first)).then_some(first))
}

/// Returns the breakpoints of a command, whose words are read in a session that may be further on.
fn stops(
    interpreter: &Interpreter,
    session: &Session,
    arguments: &Arguments<'_>,
) -> Result<Vec<Breakpoint>, CommandError> {
    let view = SearchView::of(session)?;
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
            Some(_) => arguments.wrong(format!("`{name}` events are not about a single move")),
            None => CommandError::Other(format!("this version of the program has no `{name}` events")),
        });
    }
    Ok(stops)
}

/// Parses an event, and the move and the ply after it.
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
    /// Returns the condition for this event at a place; `None` if a move is requested and the place has no move.
    fn condition(&self, place: Place, condition: &str, view: &SearchView<'_>) -> Option<String> {
        let mut all = Vec::new();
        match condition {
            "" => {}
            // Above the first ply there is only the root's.
            TAKEN_UP => match view.ply_record() {
                Some(record) => all.push(format!("word(ply) <= {record}")),
                None => all.push("word(ply) <= path".to_owned()),
            },
            _ => all.push(condition.to_owned()),
        }
        if let Some(ply) = self.ply {
            all.push(format!("word(ply) == path + {ply} * PLY_SIZE"));
        }
        if let Some(m) = self.m {
            all.extend(match place {
                Place::Score => squares_are("r11 + UNDO_FROM", m),
                Place::Better | Place::Value => squares_are("word(ply) + PLY_MOVE", m),
                Place::Capture => squares_are("r2", m),
                Place::Search => entry_is("r13", m),
                _ => return None,
            });
        }
        Some(all.join(" && "))
    }
}
