//! A game implemented by a Python class: calls its methods, and checks their results.

use bcp_laboratory::game::{INFINITY, Value};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyString, PyType};

/// The maximum number of moves in a position. A longer list is treated as endless.
pub(crate) const MOST_MOVES: usize = 100_000;

/// A class, and the methods that it has in addition to `moves`, `play` and `evaluate`.
pub(crate) struct Class<'py> {
    pub(crate) class: Bound<'py, PyType>,
    pub(crate) identity: Identity,
    pub(crate) passed: bool,
    pub(crate) turn: bool,
    pub(crate) in_check: bool,
    pub(crate) captures: bool,
}

/// How two positions are recognised as the same.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Identity {
    /// By the result of `key()`.
    Key,
    /// By equality and hash.
    Equal,
    /// By the moves that led to them.
    Path,
}

impl<'py> Class<'py> {
    /// The class of a position.
    pub(crate) fn of(position: &Bound<'py, PyAny>) -> PyResult<Self> {
        let py = position.py();
        let class = position.get_type();
        let object = py.get_type::<PyAny>();
        let own = |name: &Bound<'py, PyString>| -> PyResult<bool> {
            let method = class.getattr(name)?;
            Ok(!method.is_none() && !method.is(object.getattr(name)?))
        };
        // What is no method is the class's own business.
        let has = |name: &Bound<'py, PyString>| -> PyResult<bool> {
            let method = position.getattr_opt(name)?;
            Ok(method.is_some_and(|method| method.is_callable()))
        };
        let identity = if has(intern!(py, "key"))? {
            Identity::Key
        } else if own(intern!(py, "__eq__"))? && own(intern!(py, "__hash__"))? {
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
            class,
        })
    }
}

/// Adds the moves returned by `moves` or `captures`.
pub(crate) fn list<'py>(
    position: &Bound<'py, PyAny>,
    method: &Bound<'py, PyString>,
    mut add: impl FnMut(Bound<'py, PyAny>) -> PyResult<()>,
) -> PyResult<()> {
    let listed = position.call_method0(method)?;
    let each = listed.try_iter().map_err(|_| {
        let text = format!("{method}() returned {}, but it must return a list of moves", shown(&listed));
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

/// Returns the position after a move.
pub(crate) fn play<'py>(position: &Bound<'py, PyAny>, m: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
    let next = position.call_method1(intern!(position.py(), "play"), (m,))?;
    if next.is_none() || next.is(position) {
        return Err(not_new(position, &next, &format!("play({})", shown(m))));
    }
    Ok(next)
}

/// Returns the position with the other side to play; `None` if there is no null move.
pub(crate) fn passed<'py>(position: &Bound<'py, PyAny>) -> PyResult<Option<Bound<'py, PyAny>>> {
    let next = position.call_method0(intern!(position.py(), "passed"))?;
    if next.is(position) {
        return Err(not_new(position, &next, "passed()"));
    }
    Ok((!next.is_none()).then_some(next))
}

fn not_new(position: &Bound<'_, PyAny>, next: &Bound<'_, PyAny>, call: &str) -> PyErr {
    if next.is_none() {
        return wrong(position, &format!("{call} returned None: expected the new position"));
    }
    let text = format!("{call} returned the same object: return a new position and leave the old one unchanged");
    bad(position, &text)
}

/// Returns the value of a position for the side to play.
pub(crate) fn evaluate(position: &Bound<'_, PyAny>) -> PyResult<Value> {
    let py = position.py();
    let value = position.call_method0(intern!(py, "evaluate"))?;
    if let Ok(number) = value.extract::<Value>()
        && number.abs() < INFINITY
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

/// Rejects an object that lacks a method, before anything is searched.
pub(crate) fn check(position: &Bound<'_, PyAny>) -> PyResult<()> {
    if let Ok(class) = position.cast::<PyType>() {
        let name = class.name()?;
        let text = format!("{name} is a class: search an instance of it, such as {name}()");
        return Err(PyTypeError::new_err(text));
    }
    for method in ["moves", "play", "evaluate"] {
        if !position.hasattr(method)? {
            let text = format!(
                "{} has no method {method}(): a game needs moves(), play(move) and evaluate(). Use Chess(fen) for chess, \
                 or Tree(text) for a tree written as text",
                name(position)
            );
            return Err(PyTypeError::new_err(text));
        }
    }
    Ok(())
}

/// An answer of the wrong type.
pub(crate) fn wrong(position: &Bound<'_, PyAny>, text: &str) -> PyErr {
    PyTypeError::new_err(format!("{}: {text}", name(position)))
}

/// An answer with the wrong value.
pub(crate) fn bad(position: &Bound<'_, PyAny>, text: &str) -> PyErr {
    PyValueError::new_err(format!("{}: {text}", name(position)))
}

/// The name of the class of a position.
pub(crate) fn name(position: &Bound<'_, PyAny>) -> String {
    let name = position.get_type().name();
    name.map_or_else(|_| "the class".to_owned(), |name| name.to_string())
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
