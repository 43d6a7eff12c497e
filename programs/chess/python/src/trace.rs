//! The tree of a search.

use bcp_laboratory::trace::Trace as Tree;
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;

/// The tree of a search, call by call. A notebook displays it as a drawing.
#[pyclass(frozen, eq, module = "bcp_laboratory")]
pub(crate) struct Trace(
    pub(crate) Tree,
    /// Returns the positions of a trace in JSON as HTML.
    pub(crate) Option<Py<PyAny>>,
);

impl PartialEq for Trace {
    fn eq(&self, other: &Self) -> bool {
        self.0 == other.0
    }
}

#[pymethods]
impl Trace {
    /// Restores a trace from the result of json().
    #[new]
    fn new(json: &str) -> PyResult<Self> {
        let tree = serde_json::from_str(json).map_err(crate::refused)?;
        Ok(Self(tree, None))
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
    fn page(&self, py: Python<'_>) -> PyResult<String> {
        let mut tree = self.0.clone();
        if let Some(draw) = &self.1 {
            let drawn: Vec<Option<String>> = draw.call1(py, (self.json()?,))?.extract(py)?;
            tree.nodes
                .iter_mut()
                .zip(drawn)
                .for_each(|(node, html)| node.html = html);
        }
        tree.page(None).map_err(failed)
    }

    /// The page in a frame, for display in a notebook.
    fn _repr_html_(&self, py: Python<'_>) -> PyResult<String> {
        let page = self.page(py)?.replace('&', "&amp;").replace('"', "&quot;");
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
