//! Commands that run the program to a node, to a position, or out of a ply.

use z8000_debugger::breakpoint::{Breakpoint, Kind as Place, On};
use z8000_debugger::command::{Answer, Arguments, CommandError, Interpreter, Outcome};
use z8000_debugger::machine::Address;
use z8000_debugger::session::{Goal, Session, Tick};

use crate::naming::{squares, squares_are};
use crate::notation;
use crate::view::{MAKERS, SearchView};

/// Runs forward to the first of these stops.
pub(crate) fn forward(interpreter: &mut Interpreter, stops: Vec<Breakpoint>, tick: &mut Tick<'_>) -> Answer {
    interpreter.arrive("before the end of the search", |session| {
        session.run(&Goal::First(stops), tick)
    })
}

/// Goes back to the last of these stops.
pub(crate) fn back(interpreter: &mut Interpreter, stops: Vec<Breakpoint>, tick: &mut Tick<'_>) -> Answer {
    interpreter.arrive("before this moment", |session| session.back_to(stops, tick))
}

pub(crate) fn reach(interpreter: &mut Interpreter, arguments: &Arguments<'_>, tick: &mut Tick<'_>) -> Outcome {
    let stops = path_is(interpreter, arguments)?;
    Ok(forward(interpreter, stops, tick))
}

pub(crate) fn back_reach(interpreter: &mut Interpreter, arguments: &Arguments<'_>, tick: &mut Tick<'_>) -> Outcome {
    let stops = path_is(interpreter, arguments)?;
    Ok(back(interpreter, stops, tick))
}

pub(crate) fn up_ply(interpreter: &mut Interpreter, _: &Arguments<'_>, tick: &mut Tick<'_>) -> Outcome {
    let frame = maker(interpreter)?;
    let stop = interpreter.session.run(&Goal::Out(frame), tick);
    Ok(interpreter.moved(&stop))
}

pub(crate) fn back_ply(interpreter: &mut Interpreter, _: &Arguments<'_>, tick: &mut Tick<'_>) -> Outcome {
    let frame = maker(interpreter)?;
    let stop = interpreter.session.back_out(frame, tick);
    Ok(interpreter.moved(&stop))
}

/// Goes to the moment at which the node count reaches a number.
pub(crate) fn node(interpreter: &mut Interpreter, arguments: &Arguments<'_>, tick: &mut Tick<'_>) -> Outcome {
    let wanted = wanted_node(arguments)?;
    match SearchView::of(&interpreter.session)?.nodes() {
        Some(nodes) if nodes == wanted => Ok(Answer::new(format!("already at node {wanted}"), serde_json::json!({}))),
        Some(nodes) if nodes > wanted => {
            let stops = counted(interpreter, wanted)?;
            Ok(back(interpreter, stops, tick))
        }
        _ => {
            let stops = counted(interpreter, wanted)?;
            Ok(forward(interpreter, stops, tick))
        }
    }
}

fn wanted_node(arguments: &Arguments<'_>) -> Result<u32, CommandError> {
    let text = arguments.text();
    text.parse()
        .map_err(|_| arguments.wrong(format!("expected a number of nodes, found `{text}`")))
}

/// Returns the breakpoint at the write that sets the node count to the requested number.
fn counted(interpreter: &Interpreter, wanted: u32) -> Result<Vec<Breakpoint>, CommandError> {
    let counter = symbol(&interpreter.session, "nodes")?;
    let count = Place::Access {
        program: false,
        from: Address::flat(counter),
        to: Address::flat(counter.wrapping_add(3)),
        on: On::Write,
    };
    let reached = interpreter.expression(&format!("long(nodes) == {wanted}"))?;
    Ok(vec![Breakpoint::passing(count, Some(reached))])
}

/// Returns breakpoints at `t2v`, and at the capture search of a move at the horizon, where the path consists of the
/// requested moves.
fn path_is(interpreter: &Interpreter, arguments: &Arguments<'_>) -> Result<Vec<Breakpoint>, CommandError> {
    let words: Vec<&str> = arguments.text().split_whitespace().collect();
    if words.is_empty() {
        return Err(arguments.wrong("`reach` needs moves, for example `reach e2e4 e7e5`"));
    }
    let mut all = vec![format!("word(ply) == path + {} * PLY_SIZE", words.len())];
    let mut position = notation::root(&interpreter.session, &SearchView::of(&interpreter.session)?).ok();
    for (index, word) in words.into_iter().enumerate() {
        let wrong = || {
            arguments.wrong(format!(
                "invalid move `{word}`: write a legal move, such as Nf3, or the squares from and to, such as e7e8q"
            ))
        };
        let named = position.as_ref().and_then(|at| at.move_from_san(word).ok());
        let m = named.or_else(|| squares(word)).ok_or_else(wrong)?;
        position = position.and_then(|at| at.play(m));
        all.extend(squares_are(&format!("path + {index} * PLY_SIZE + PLY_MOVE"), m));
    }
    let mut stops = vec![at(interpreter, "t2v", &all)?];
    if symbol(&interpreter.session, "near_quiesced").is_ok() {
        all.insert(0, "word(r15) == near_quiesced".to_owned());
        stops.push(at(interpreter, "xt1v", &all)?);
    }
    Ok(stops)
}

/// Returns a breakpoint at a label that stops if all conditions are true.
fn at(interpreter: &Interpreter, label: &str, conditions: &[String]) -> Result<Breakpoint, CommandError> {
    let address = Address::flat(symbol(&interpreter.session, label)?);
    let condition = interpreter.expression(&conditions.join(" && "))?;
    Ok(Breakpoint::passing(Place::Code(vec![address]), Some(condition)))
}

pub(crate) fn symbol(session: &Session, name: &str) -> Result<u16, CommandError> {
    let missing = || {
        CommandError::Other(format!(
            "the program has no symbol `{name}`: it is not the chess program"
        ))
    };
    SearchView::of(session)?.at(name).ok_or_else(missing)
}

/// Returns the frame of the routine that has made the move leading to the current ply.
fn maker(interpreter: &Interpreter) -> Result<usize, CommandError> {
    SearchView::of(&interpreter.session)?;
    let frames = interpreter.session.frames();
    let made = |frame: &z8000_debugger::session::Frame| MAKERS.contains(&frame.routine.as_str());
    frames
        .iter()
        .position(made)
        .ok_or_else(|| CommandError::Other("the current ply is the root: no move led to it".to_owned()))
}
