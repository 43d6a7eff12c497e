//! The searches of the laboratory for Python: a class with `moves`, `play` and `evaluate` is a game.
//!
//! `class.rs` calls an object of such a class and checks its answers, `talk.rs` numbers moves and positions, and
//! `game.rs` turns them into a game. `positions.rs` contains chess and written trees, `trace.rs` the tree of a search,
//! and `waiting.rs` searches that need no Python. The public interface is in the folder `bcp_laboratory`.

mod class;
mod game;
mod positions;
mod talk;
mod trace;
mod waiting;

use bcp_chess::bootstrap;
use bcp_laboratory::searches::{Request, Search, SearchResult};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use positions::{Chess, Tree};
use trace::Trace;

/// The result of a search: value, answer, line, names, depth, positions, ended, trace.
type Parts<'py> = (
    Option<i32>,
    Option<bool>,
    Vec<Bound<'py, PyAny>>,
    Vec<String>,
    Option<u32>,
    u64,
    bool,
    Trace,
);

/// Runs a named search. The options must be within their ranges.
#[pyfunction]
#[expect(clippy::too_many_arguments, reason = "the options of `search`, in its order")]
fn run<'py>(
    name: &str,
    position: &Bound<'py, PyAny>,
    depth: i32,
    nodes: u64,
    calls: usize,
    captures: bool,
    order: Option<u32>,
    nested: u32,
    conspirators: Option<usize>,
    wins: Option<i32>,
    progress: Option<Bound<'py, PyAny>>,
    draw: Option<Py<PyAny>>,
) -> PyResult<Parts<'py>> {
    let search: Search = name.parse().map_err(PyValueError::new_err)?;
    let request = Request {
        depth,
        positions: nodes,
        most: calls,
        captures,
        order,
        nested,
        conspirators,
        stop: None,
    };
    if let Ok(chess) = position.cast::<Chess>() {
        let root = chess.borrow().position().clone();
        let result = waiting::run(position.py(), request, move |request| search.run_chess(&root, request))?;
        return Ok(named(position, result));
    }
    if let Ok(tree) = position.cast::<Tree>() {
        let root = tree.borrow().text().to_owned();
        let result = waiting::run(position.py(), request, move |request| search.run_tree(&root, request))?;
        return Ok(named(position, result));
    }
    let mut found = game::run(&search, position, request, wins, progress)?;
    found.7.1 = draw;
    Ok(found)
}

/// Returns the parts of a result whose moves are given by name.
fn named<'py, M>(position: &Bound<'py, PyAny>, found: SearchResult<M>) -> Parts<'py> {
    use pyo3::types::PyString;
    let line = found.line.iter();
    let line = line.map(|name| PyString::new(position.py(), name).into_any()).collect();
    parts(found, line)
}

fn parts<'py, M>(found: SearchResult<M>, line: Vec<Bound<'py, PyAny>>) -> Parts<'py> {
    let SearchResult { value, answer, line: names, depth, positions, ended, trace, .. } = found;
    (value, answer, line, names, depth, positions, ended, Trace(trace, None))
}

/// Which of the options `captures`, `order`, `nested` and `conspirators` a search has; empty if none.
#[pyfunction]
fn option(name: &str) -> PyResult<&'static str> {
    let search: Search = name.parse().map_err(PyValueError::new_err)?;
    Ok(search.option())
}

fn refused(error: impl std::fmt::Display) -> PyErr {
    PyValueError::new_err(error.to_string())
}

/// The names of the searches, each with a one-line summary.
#[pyfunction]
fn searches() -> Vec<(&'static str, &'static str)> {
    Search::all().collect()
}

/// `ratio` of the public interface.
#[pyfunction]
fn ratio(pairs: Vec<(u64, u64)>) -> PyResult<(f64, f64, f64)> {
    let few = || PyValueError::new_err("expected at least two pairs, whose second numbers are not all 0");
    let (ratio, margin) = bootstrap::ratio_of_sums(&pairs).ok_or_else(few)?;
    let margin = margin.ok_or_else(few)?;
    Ok((ratio, margin.low, margin.high))
}

/// The part of the package that is written in Rust.
#[pymodule(name = "_native")]
fn contents(m: &Bound<'_, PyModule>) -> PyResult<()> {
    m.add("__version__", env!("CARGO_PKG_VERSION"))?;
    m.add_class::<Chess>()?;
    m.add_class::<Tree>()?;
    m.add_class::<Trace>()?;
    m.add_function(wrap_pyfunction!(run, m)?)?;
    m.add_function(wrap_pyfunction!(option, m)?)?;
    m.add_function(wrap_pyfunction!(searches, m)?)?;
    m.add_function(wrap_pyfunction!(ratio, m)?)
}
