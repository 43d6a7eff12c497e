//! A game implemented by a Python class: calls its methods, and checks their results.

use bcp_laboratory::game::{INFINITY, Value};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyString, PyType};

/// The maximum number of moves in a position. A longer list is treated as endless.
pub(crate) const MOST_MOVES: usize = 100_000;

/// A Python class, and which optional methods it has in addition to `moves`, `play` and `evaluate`.
pub(crate) struct Class<'py> {
    pub(crate) class: Bound<'py, PyType>,
    pub(crate) identity: Identity,
    pub(crate) passed: bool,
    pub(crate) turn: bool,
    pub(crate) in_check: bool,
    pub(crate) captures: bool,
    /// True if moves change the position itself, and `undo` takes them back.
    pub(crate) undo: bool,
}

/// How two positions are recognised as the same.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Identity {
    /// Positions are equal if the results of their `key()` are.
    Key,
    /// Positions are compared by `==` and `hash()`.
    Equal,
    /// Positions are equal only if the same moves led to them.
    Path,
}

impl<'py> Class<'py> {
    /// Inspects the class of a position.
    pub(crate) fn of(position: &Bound<'py, PyAny>) -> PyResult<Self> {
        let py = position.py();
        let class = position.get_type();
        let object = py.get_type::<PyAny>();
        let own = |name: &Bound<'py, PyString>| -> PyResult<bool> {
            let method = class.getattr(name)?;
            Ok(!method.is_none() && !method.is(object.getattr(name)?))
        };
        let has = |name| position.hasattr(name);
        let undo = has(intern!(py, "undo"))?;
        let identity = if has(intern!(py, "key"))? {
            Identity::Key
        } else if !undo && own(intern!(py, "__eq__"))? && own(intern!(py, "__hash__"))? {
            Identity::Equal
        } else {
            Identity::Path
        };
        Ok(Self {
            identity,
            passed: has(intern!(py, "passed"))?,
            turn: has(intern!(py, "turn"))?,
            in_check: has(intern!(py, "in_check"))?,
            captures: has(intern!(py, "captures"))?,
            undo,
            class,
        })
    }
}

/// Returns the result of a method, or the value of a property or an attribute.
pub(crate) fn get<'py>(position: &Bound<'py, PyAny>, name: &Bound<'py, PyString>) -> PyResult<Bound<'py, PyAny>> {
    let found = position.getattr(name)?;
    if found.is_callable() { found.call0() } else { Ok(found) }
}

/// Adds the moves returned by `moves` or `captures`.
pub(crate) fn list<'py>(
    position: &Bound<'py, PyAny>,
    method: &Bound<'py, PyString>,
    mut add: impl FnMut(Bound<'py, PyAny>) -> PyResult<()>,
) -> PyResult<()> {
    let listed = get(position, method)?;
    let each = listed.try_iter().map_err(|_| {
        let text = format!(
            "{method}() returned {}, but it must return a list of moves",
            shown(&listed)
        );
        wrong(position, &text)
    })?;
    for (count, m) in each.enumerate() {
        if count == MOST_MOVES {
            let text = format!("{method}() returned more than {MOST_MOVES} moves: check that the list is finite");
            return Err(bad(position, &text));
        }
        add(m?)?;
    }
    Ok(())
}

/// Returns the position after a move: the same object if the move changed it, and its class can `undo` moves.
pub(crate) fn play<'py>(
    position: &Bound<'py, PyAny>,
    m: &Bound<'py, PyAny>,
    undo: bool,
) -> PyResult<Bound<'py, PyAny>> {
    let next = position.call_method1(intern!(position.py(), "play"), (m,))?;
    match next.is_none() || next.is(position) {
        true if undo => Ok(position.clone()),
        true => Err(not_new(position, &next, &format!("play({})", shown(m)))),
        false => Ok(next),
    }
}

/// Returns the position with the other side to play; `None` if there is no null move.
pub(crate) fn passed<'py>(position: &Bound<'py, PyAny>, undo: bool) -> PyResult<Option<Bound<'py, PyAny>>> {
    let py = position.py();
    let next = get(position, intern!(py, "passed"))?;
    if next.is_none() {
        return Ok(None);
    }
    if next.is(position) && !undo {
        return Err(not_new(position, &next, "passed()"));
    }
    if next.hasattr(intern!(py, "moves"))? {
        return Ok(Some(next));
    }
    let text = format!(
        "passed is {}: expected a method that returns a position or None",
        shown(&next)
    );
    Err(wrong(position, &text))
}

fn not_new(position: &Bound<'_, PyAny>, next: &Bound<'_, PyAny>, call: &str) -> PyErr {
    let undo = "or define undo(move) if it changes the position";
    if next.is_none() {
        return wrong(
            position,
            &format!("{call} returned None: return the new position, {undo}"),
        );
    }
    let text =
        format!("{call} returned the same object: return a new position and leave the old one unchanged, {undo}");
    bad(position, &text)
}

/// Returns the value of a position for the side to play.
pub(crate) fn evaluate(position: &Bound<'_, PyAny>) -> PyResult<Value> {
    let py = position.py();
    let value = position.call_method0(intern!(py, "evaluate"))?;
    if let Ok(number) = value.extract::<Value>()
        && (1 - INFINITY..INFINITY).contains(&number)
    {
        return Ok(number);
    }
    let range = format!("expected a whole number between -{INFINITY} and {INFINITY}");
    let text = format!("evaluate() returned {}: {range}", shown(&value));
    Err(match value.hasattr(intern!(py, "__index__"))? {
        true => bad(position, &text),
        false => wrong(position, &text),
    })
}

/// Creates the exception for an answer of the wrong type.
pub(crate) fn wrong(position: &Bound<'_, PyAny>, text: &str) -> PyErr {
    PyTypeError::new_err(format!("{}: {text}", name(position)))
}

/// Creates the exception for an answer with an invalid value.
pub(crate) fn bad(position: &Bound<'_, PyAny>, text: &str) -> PyErr {
    PyValueError::new_err(format!("{}: {text}", name(position)))
}

/// Returns the name of the class of a position.
pub(crate) fn name(position: &Bound<'_, PyAny>) -> String {
    let name = position.get_type().name();
    name.map_or_else(|_| "the class".to_owned(), |name| name.to_string())
}

/// Returns the name of a move.
pub(crate) fn name_of(m: &Bound<'_, PyAny>) -> String {
    m.str().map_or_else(|_| shown(m), |name| name.to_string())
}

/// Returns Python's representation of an object, shortened.
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
