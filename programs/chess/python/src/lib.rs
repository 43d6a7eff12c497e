//! The searches of the laboratory for Python: a class with `moves`, `play` and `evaluate` is a game.
//!
//! `rules.rs` asks an object of such a class and checks its answers, `game.rs` makes a game of it, `positions.rs` has
//! chess and written trees, `found.rs` what a search finds. What a user sees is in `bcp_laboratory.pyi`.

mod found;
mod game;
mod options;
mod positions;
mod rules;

use bcp_chess::bootstrap;
use bcp_laboratory::searches::{Search, SearchResult};
use pyo3::exceptions::{PyRuntimeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyDict;

use found::{Found, Trace};
use options::Options;
use positions::{Chess, Tree};

pyo3::create_exception!(
    bcp_laboratory,
    LimitError,
    PyRuntimeError,
    "The search did not finish within its limits; `found` is its partial result."
);

/// Positions that a search may visit by default: in a class, and in a game that needs no Python.
const USUAL_NODES: (u64, u64) = (100_000, 5_000_000);

/// Runs a search by its name, and returns its value, its line and its tree.
#[pyfunction]
#[pyo3(signature = (name, position, depth = None, **options))]
fn search(
    py: Python<'_>,
    name: &str,
    position: &Bound<'_, PyAny>,
    depth: Option<i32>,
    options: Option<&Bound<'_, PyDict>>,
) -> PyResult<Found> {
    let search: Search = name.parse().map_err(PyValueError::new_err)?;
    let chess = position.cast::<Chess>();
    let tree = position.cast::<Tree>();
    let whole = tree.as_ref().map_or(2, |tree| tree.borrow().height);
    let mut options = Options::new(depth.unwrap_or(whole), options)?;
    let usual = if chess.is_ok() || tree.is_ok() {
        USUAL_NODES.1
    } else {
        USUAL_NODES.0
    };
    let request = options.request(usual);
    let result = if let Ok(chess) = chess {
        let root = chess.borrow().position().clone();
        py.detach(|| search.run_chess(&root, request)).map_err(refused)?.map(drop)
    } else if let Ok(tree) = tree {
        let root = tree.borrow().text().to_owned();
        py.detach(|| search.run_tree(&root, request)).map_err(refused)?.map(drop)
    } else {
        game::run(&search, position, request)?.map(drop)
    };
    ended(py, name, result)
}

/// Returns an error for a search that was ended before it found anything.
fn ended(py: Python<'_>, name: &str, result: SearchResult) -> PyResult<Found> {
    let unknown = result.ended && result.value.is_none() && result.answer.is_none();
    let positions = result.positions;
    let found = Found::new(py, result)?;
    if !unknown {
        return Ok(found);
    }
    let error = LimitError::new_err(format!(
        "{name} did not finish within {positions} positions and 500 plies: request less depth, or more nodes or calls"
    ));
    error.value(py).setattr("found", found)?;
    Err(error)
}

fn refused(error: impl std::fmt::Display) -> PyErr {
    PyValueError::new_err(error.to_string())
}

/// Returns the names of the searches, with a line about each.
#[pyfunction]
fn searches() -> Vec<(&'static str, &'static str)> {
    Search::all().collect()
}

/// Returns the ratio of the sums of pairs, and the bounds of 95 of 100 bootstrap samples.
#[pyfunction]
fn ratio(pairs: Vec<(u64, u64)>) -> PyResult<(f64, f64, f64)> {
    let few = || PyValueError::new_err("expected at least two pairs whose second numbers are not all 0");
    let (ratio, margin) = bootstrap::ratio_of_sums(&pairs).ok_or_else(few)?;
    let margin = margin.ok_or_else(few)?;
    Ok((ratio, margin.low, margin.high))
}

/// The searches of the literature, for a game that is a Python class.
#[pymodule(name = "bcp_laboratory")]
fn contents(m: &Bound<'_, PyModule>) -> PyResult<()> {
    m.add_class::<Chess>()?;
    m.add_class::<Tree>()?;
    m.add_class::<Found>()?;
    m.add_class::<Trace>()?;
    m.add("LimitError", m.py().get_type::<LimitError>())?;
    m.add_function(wrap_pyfunction!(search, m)?)?;
    m.add_function(wrap_pyfunction!(searches, m)?)?;
    m.add_function(wrap_pyfunction!(ratio, m)?)
}
