//! An object of a class that is a game: the questions to it, and the answers that it may give.

use bcp_chess::hash::mix;
use bcp_laboratory::game::{INFINITY, Value};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyString;

/// Moves of a position, and different moves of a search. More are taken for an endless list.
pub(crate) const MOST_MOVES: usize = 1_000;

/// Returns the moves of a position, each with its hash.
pub(crate) fn moves<'py>(position: &Bound<'py, PyAny>) -> PyResult<Vec<Bound<'py, PyAny>>> {
    let listed = position.call_method0("moves")?;
    let each = listed.try_iter().map_err(|_| {
        wrong(
            position,
            &format!("moves() returned {}, which is not a list of moves", shown(&listed)),
        )
    })?;
    let mut moves = Vec::new();
    for m in each {
        if moves.len() == MOST_MOVES {
            let text = format!(
                "moves() of {} returned more than {MOST_MOVES} moves: check that it ends",
                class(position)
            );
            return Err(PyValueError::new_err(text));
        }
        moves.push(m?);
    }
    Ok(moves)
}

/// Returns the position after a move.
pub(crate) fn play<'py>(position: &Bound<'py, PyAny>, m: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
    let next = position.call_method1("play", (m,))?;
    new(position, next, &format!("play({})", shown(m)))
}

/// Returns the position in which the other side is to play; none where there is no null move.
pub(crate) fn passed<'py>(position: &Bound<'py, PyAny>) -> PyResult<Option<Bound<'py, PyAny>>> {
    if !has_pass(position)? {
        return Ok(None);
    }
    let next = position.call_method0("passed")?;
    if next.is_none() {
        return Ok(None);
    }
    new(position, next, "passed()").map(Some)
}

fn new<'py>(position: &Bound<'py, PyAny>, next: Bound<'py, PyAny>, call: &str) -> PyResult<Bound<'py, PyAny>> {
    if next.is_none() {
        return Err(wrong(
            position,
            &format!("{call} returned None: expected the new position"),
        ));
    }
    if next.is(position) {
        return Err(PyValueError::new_err(format!(
            "{call} of {} returned the same object: return a new position and leave the old one unchanged",
            class(position)
        )));
    }
    Ok(next)
}

/// Returns the value of a position for the side to play.
pub(crate) fn evaluate(position: &Bound<'_, PyAny>) -> PyResult<Value> {
    let value = position.call_method0("evaluate")?;
    let range = format!("expected a whole number between -{INFINITY} and {INFINITY}");
    let text = || format!("evaluate() returned {}: {range}", shown(&value));
    // An object that can be an index is a whole number, and so is a number of numpy.
    let number = value.call_method0("__index__").map_err(|_| wrong(position, &text()))?;
    let small = number.extract::<Value>().ok().filter(|value| value.abs() < INFINITY);
    small.ok_or_else(|| PyValueError::new_err(format!("{}: {}", class(position), text())))
}

/// A number that equal positions share; none if the class does not define equality.
pub(crate) fn key(position: &Bound<'_, PyAny>) -> PyResult<Option<u64>> {
    let own = if position.hasattr("key")? {
        position.call_method0("key")?
    } else if has_own_hash(position)? {
        position.clone()
    } else {
        return Ok(None);
    };
    Ok(Some(mix(own.hash()? as u64)))
}

/// Returns true if objects are hashed by their contents: an address says nothing about a position.
fn has_own_hash(position: &Bound<'_, PyAny>) -> PyResult<bool> {
    let object = position.py().import("builtins")?.getattr("object")?;
    let hash = position.get_type().getattr("__hash__")?;
    Ok(!hash.is_none() && !hash.is(object.getattr("__hash__")?))
}

/// Returns true if the class has a null move.
pub(crate) fn has_pass(position: &Bound<'_, PyAny>) -> PyResult<bool> {
    position.hasattr("passed")
}

/// Refuses an object that lacks a method, before anything is searched.
pub(crate) fn check(position: &Bound<'_, PyAny>) -> PyResult<()> {
    for method in ["moves", "play", "evaluate"] {
        if !position.hasattr(method)? {
            let text = format!(
                "{} has no method {method}(): a game needs moves(), play(move) and evaluate(). Use Chess(fen) for chess, \
                 or Tree(text) for a tree written as text",
                class(position)
            );
            return Err(PyTypeError::new_err(text));
        }
    }
    Ok(())
}

fn wrong(position: &Bound<'_, PyAny>, text: &str) -> PyErr {
    PyTypeError::new_err(format!("{}: {text}", class(position)))
}

fn class(position: &Bound<'_, PyAny>) -> String {
    position
        .get_type()
        .name()
        .map_or_else(|_| "the class".to_owned(), |name| name.to_string())
}

/// An object as Python shows it, shortened.
pub(crate) fn shown(object: &Bound<'_, PyAny>) -> String {
    let text = object
        .repr()
        .unwrap_or_else(|_| PyString::new(object.py(), "?"))
        .to_string();
    if text.chars().count() <= 60 {
        return text;
    }
    text.chars().take(57).collect::<String>() + "..."
}
