//! The commands that move the program in the terms of the search.
//!
//! Each is a run to breakpoints of its own. They stand at routines and labels of `asm/t2v.s` and `asm/simple.s`, of
//! which a program has some or none.

use bcp_chess::{Kind, Move, Special, Square};
use bcp_reference::constants::MAX_DEPTH;
use z8000_debugger::breakpoint::{Breakpoint, Kind as Place, On};
use z8000_debugger::command::{Answer, Arguments, CommandError, Interpreter, Outcome};
use z8000_debugger::expression::Expression;
use z8000_debugger::machine::Address;
use z8000_debugger::session::{Goal, Reason, Stop, Tick};

use super::search_view::{MAKERS, SearchView};

/// Where the best value of a ply changes: by a move, and by standing pat.
const IMPROVES: [&str; 3] = ["better", "search_better", "t2v_stand_pat"];

/// The breakpoints of a command, by its arguments.
type Stops = fn(&Interpreter, &Arguments<'_>) -> Result<Vec<Breakpoint>, CommandError>;

/// Runs to the first of some stops.
pub(super) fn forward(
    interpreter: &mut Interpreter,
    arguments: &Arguments<'_>,
    tick: &mut Tick<'_>,
    stops: Stops,
) -> Outcome {
    let stops = stops(interpreter, arguments)?;
    let stop = interpreter.session.run(&Goal::First(stops), tick);
    Ok(arrived(interpreter, &stop))
}

/// Goes back to the last of some stops.
pub(super) fn back(
    interpreter: &mut Interpreter,
    arguments: &Arguments<'_>,
    tick: &mut Tick<'_>,
    stops: Stops,
) -> Outcome {
    let stops = stops(interpreter, arguments)?;
    let stop = interpreter.session.back_to(stops, tick);
    Ok(arrived(interpreter, &stop))
}

/// Shows the stop, and says so where it is not one that was looked for: then the run has come to its end, or back to its
/// beginning.
fn arrived(interpreter: &mut Interpreter, stop: &Stop) -> Answer {
    let mut answer = interpreter.moved(stop);
    let reached = !matches!(stop.reason, Reason::Halted | Reason::WantsInput | Reason::Beginning);
    answer.data.insert("reached".to_owned(), reached.into());
    if !reached {
        answer.text.insert_str(0, "not reached\n");
    }
    answer
}

pub(super) fn up_ply(interpreter: &mut Interpreter, _: &Arguments<'_>, tick: &mut Tick<'_>) -> Outcome {
    let frame = maker(interpreter)?;
    let stop = interpreter.session.run(&Goal::OutOf(frame), tick);
    Ok(interpreter.moved(&stop))
}

pub(super) fn back_ply(interpreter: &mut Interpreter, _: &Arguments<'_>, tick: &mut Tick<'_>) -> Outcome {
    let frame = maker(interpreter)?;
    let stop = interpreter.session.back_out_of(frame, tick);
    Ok(interpreter.moved(&stop))
}

/// Goes to where the count of nodes becomes a number.
pub(super) fn node(interpreter: &mut Interpreter, arguments: &Arguments<'_>, tick: &mut Tick<'_>) -> Outcome {
    let wanted = wanted_node(arguments)?;
    match SearchView::of(&interpreter.session)?.nodes() {
        Some(nodes) if nodes == wanted => Ok(Answer::new(
            format!("node {wanted} is the one in work"),
            serde_json::json!({}),
        )),
        Some(nodes) if nodes > wanted => back(interpreter, arguments, tick, counted),
        _ => forward(interpreter, arguments, tick, counted),
    }
}

fn wanted_node(arguments: &Arguments<'_>) -> Result<u32, CommandError> {
    let text = arguments.text();
    text.parse()
        .map_err(|_| arguments.wrong(format!("`{text}` is not a number of nodes")))
}

/// The write that makes the count of nodes the number that a command names.
fn counted(interpreter: &Interpreter, arguments: &Arguments<'_>) -> Result<Vec<Breakpoint>, CommandError> {
    let wanted = wanted_node(arguments)?;
    let view = SearchView::of(&interpreter.session)?;
    let counter = view.at("nodes").ok_or_else(|| missing("nodes"))?;
    let count = Place::Access {
        program: false,
        from: Address::flat(counter),
        to: Address::flat(counter.wrapping_add(3)),
        on: On::Write,
    };
    let reached = expression(interpreter, &format!("long(nodes) == {wanted}"))?;
    Ok(vec![Breakpoint::passing(count, Some(reached))])
}

/// Where the search comes to a position.
pub(super) fn nodes(interpreter: &Interpreter, _: &Arguments<'_>) -> Result<Vec<Breakpoint>, CommandError> {
    nodes_where(interpreter, None)
}

/// Where the search comes to a position, be it on a condition: `t2v`, and the capture search of a move at the horizon.
fn nodes_where(interpreter: &Interpreter, condition: Option<&str>) -> Result<Vec<Breakpoint>, CommandError> {
    let view = SearchView::of(&interpreter.session)?;
    let mut stops = vec![at(interpreter, &view, "t2v", condition)?];
    if view.at("near_quiesced").is_some() {
        let called = "word(r15) == near_quiesced";
        let condition = condition.map_or_else(|| called.to_owned(), |condition| format!("{called} && {condition}"));
        stops.push(at(interpreter, &view, "xt1v", Some(&condition))?);
    }
    Ok(stops)
}

/// Where a move of the ply in work, or of one above it, is made, or scored by what it wins after a null move.
pub(super) fn moves(interpreter: &Interpreter, _: &Arguments<'_>) -> Result<Vec<Breakpoint>, CommandError> {
    let view = SearchView::of(&interpreter.session)?;
    let ply = view.ply_record().ok_or_else(no_search)?;
    of_those(interpreter, &MAKERS, &format!("word(ply) <= {ply}"))
}

/// Where the best value of a ply changes.
pub(super) fn improvements(
    interpreter: &Interpreter,
    arguments: &Arguments<'_>,
) -> Result<Vec<Breakpoint>, CommandError> {
    let view = SearchView::of(&interpreter.session)?;
    let record = match arguments.text() {
        "" => view.ply_record().ok_or_else(no_search)?.to_string(),
        text => {
            let ply = text.parse().ok().filter(|ply: &u8| *ply <= MAX_DEPTH);
            let wrong = || arguments.wrong(format!("`{text}` is not a ply: they are 0, the root, to {MAX_DEPTH}"));
            format!("path + {} * PLY_SIZE", ply.ok_or_else(wrong)?)
        }
    };
    of_those(interpreter, &IMPROVES, &format!("word(ply) == {record}"))
}

/// Where the moves on the path are those that a command names.
pub(super) fn path_is(interpreter: &Interpreter, arguments: &Arguments<'_>) -> Result<Vec<Breakpoint>, CommandError> {
    let words: Vec<&str> = arguments.text().split_whitespace().collect();
    if words.is_empty() {
        return Err(arguments.wrong("`reach` needs moves, as in `reach e2e4 e7e5`"));
    }
    let mut condition = format!("word(ply) == path + {} * PLY_SIZE", words.len());
    for (index, word) in words.into_iter().enumerate() {
        let wrong = || {
            arguments.wrong(format!(
                "`{word}` is not a move: write the squares from and to, as in e2e4 or e7e8q"
            ))
        };
        let (from, to, promotion) = squares(word).ok_or_else(wrong)?;
        let record = format!("path + {index} * PLY_SIZE + PLY_MOVE");
        condition += &format!(" && word({record}) == {from} && word({record} + 2) == {to}");
        if let Some(special) = promotion {
            condition += &format!(" && word({record} + 4) == {special}");
        }
    }
    nodes_where(interpreter, Some(&condition))
}

/// The numbers of the squares of a move such as `e7e8q`, and its special if it promotes.
fn squares(word: &str) -> Option<(u8, u8, Option<u8>)> {
    let (from, rest) = word.split_at_checked(2)?;
    let (to, promotion) = rest.split_at_checked(2)?;
    let (from, to) = (Square::from_name(from)?, Square::from_name(to)?);
    let kind = match promotion {
        "" => return Some((from.number(), to.number(), None)),
        "n" => Kind::Knight,
        "b" => Kind::Bishop,
        "r" => Kind::Rook,
        "q" => Kind::Queen,
        _ => return None,
    };
    let special = Special::Promotion(kind);
    let special = crate::stored_tree::special_number(Move { from, to, special });
    Some((from.number(), to.number(), Some(special)))
}

/// Breakpoints on those of some labels that the program has, on a condition.
fn of_those(interpreter: &Interpreter, labels: &[&str], condition: &str) -> Result<Vec<Breakpoint>, CommandError> {
    let view = SearchView::of(&interpreter.session)?;
    let known = labels.iter().filter(|label| view.at(label).is_some());
    let stops: Vec<Breakpoint> = known
        .map(|label| at(interpreter, &view, label, Some(condition)))
        .collect::<Result<_, _>>()?;
    if stops.is_empty() {
        return Err(missing(labels[0]));
    }
    Ok(stops)
}

/// A breakpoint at a label, be it on a condition.
fn at(
    interpreter: &Interpreter,
    view: &SearchView<'_>,
    label: &str,
    condition: Option<&str>,
) -> Result<Breakpoint, CommandError> {
    let address = view.at(label).ok_or_else(|| missing(label))?;
    let condition = condition.map(|text| expression(interpreter, text)).transpose()?;
    Ok(Breakpoint::passing(
        Place::Code(vec![Address::flat(address)]),
        condition,
    ))
}

fn expression(interpreter: &Interpreter, text: &str) -> Result<Expression, CommandError> {
    Expression::new(text, interpreter.session.program()).map_err(|error| CommandError::Expression {
        text: text.to_owned(),
        error,
    })
}

/// The frame of the routine that has made the move before the ply in work.
fn maker(interpreter: &Interpreter) -> Result<usize, CommandError> {
    SearchView::of(&interpreter.session)?;
    let frames = interpreter.session.frames();
    let made = |frame: &z8000_debugger::session::Frame| MAKERS.contains(&frame.routine.as_str());
    frames
        .iter()
        .position(made)
        .ok_or_else(|| CommandError::Other("the ply in work is the root: no move has led to it".to_owned()))
}

fn missing(symbol: &str) -> CommandError {
    CommandError::Other(format!("the program has no `{symbol}`: it is not the chess program"))
}

fn no_search() -> CommandError {
    CommandError::Other("no position is set up yet: `next-node` runs to the first of the search".to_owned())
}
