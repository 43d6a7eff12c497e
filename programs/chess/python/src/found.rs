//! The findings of a search.

use bcp_laboratory::searches::SearchResult;
use bcp_laboratory::trace::Trace as Tree;
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;

/// The result of a search.
#[pyclass(frozen, get_all, module = "bcp_laboratory")]
pub(crate) struct Found {
    value: Option<i32>,
    answer: Option<bool>,
    line: Vec<String>,
    positions: u64,
    ended: bool,
    trace: Py<Trace>,
}

impl Found {
    pub(crate) fn new(py: Python<'_>, result: SearchResult) -> PyResult<Self> {
        Ok(Self {
            value: result.value,
            answer: result.answer,
            line: result.line,
            positions: result.positions,
            ended: result.ended,
            trace: Py::new(py, Trace(result.trace))?,
        })
    }
}

#[pymethods]
impl Found {
    fn __repr__(&self) -> String {
        let outcome = match (self.value, self.answer) {
            (Some(value), _) => format!("value {value}"),
            (None, Some(answer)) => format!("answer {}", if answer { "yes" } else { "no" }),
            (None, None) => "no value".to_owned(),
        };
        format!(
            "<{outcome}, line {}, {} positions>",
            self.line.join(" "),
            self.positions
        )
    }
}

/// The tree of a search.
#[pyclass(frozen, module = "bcp_laboratory")]
pub(crate) struct Trace(Tree);

#[pymethods]
impl Trace {
    fn json(&self) -> PyResult<String> {
        serde_json::to_string(&self.0).map_err(failed)
    }

    fn text(&self) -> String {
        self.0.text()
    }

    fn dot(&self) -> String {
        self.0.dot()
    }

    fn page(&self) -> PyResult<String> {
        self.0.page().map_err(failed)
    }

    /// Draws the tree in a notebook: its page, in a frame.
    fn _repr_html_(&self) -> PyResult<String> {
        let page = self.page()?.replace('&', "&amp;").replace('"', "&quot;");
        Ok(format!(
            "<iframe srcdoc=\"{page}\" sandbox=\"allow-scripts\" style=\"width: 100%; height: 30em; border: 0\"></iframe>"
        ))
    }

    fn __len__(&self) -> usize {
        self.0.nodes.len()
    }
}

fn failed(error: impl std::fmt::Display) -> PyErr {
    PyRuntimeError::new_err(error.to_string())
}
