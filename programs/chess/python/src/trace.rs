//! The tree of a search.

use bcp_laboratory::trace::Trace as Tree;
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;

/// The tree of a search, call by call. A notebook displays it as a drawing.
#[pyclass(frozen, eq, module = "bcp_laboratory")]
#[derive(PartialEq)]
pub(crate) struct Trace(pub(crate) Tree);

#[pymethods]
impl Trace {
    /// Restores a trace from the result of json().
    #[new]
    fn new(json: &str) -> PyResult<Self> {
        serde_json::from_str(json).map(Self).map_err(crate::refused)
    }

    /// The trace as JSON.
    fn json(&self) -> PyResult<String> {
        serde_json::to_string(&self.0).map_err(failed)
    }

    /// The trace as text, one line per call.
    fn text(&self) -> String {
        self.0.text()
    }

    /// A self-contained HTML page that steps through the tree.
    fn page(&self) -> PyResult<String> {
        self.0.page(None).map_err(failed)
    }

    /// The page in a frame, for display in a notebook.
    fn _repr_html_(&self) -> PyResult<String> {
        let page = self.page()?.replace('&', "&amp;").replace('"', "&quot;");
        Ok(format!(
            "<iframe srcdoc=\"{page}\" sandbox=\"allow-scripts\" style=\"width: 100%; height: 30em; border: 0\"></iframe>"
        ))
    }

    fn __repr__(&self) -> String {
        format!("<Trace of {}, {} calls>", self.0.search, self.0.nodes.len())
    }

    fn __len__(&self) -> usize {
        self.0.nodes.len()
    }

    fn __getnewargs__(&self) -> PyResult<(String,)> {
        Ok((self.json()?,))
    }
}

fn failed(error: impl std::fmt::Display) -> PyErr {
    PyRuntimeError::new_err(error.to_string())
}
