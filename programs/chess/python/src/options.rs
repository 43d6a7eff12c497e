//! The options of a search, by their names.

use std::fmt::Display;

use bcp_laboratory::searches::Request;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyDict;

/// The options of a search.
pub(crate) struct Options {
    request: Request<'static>,
    nodes: Option<u64>,
}

impl Options {
    /// Takes options, each within its bounds.
    pub(crate) fn new(depth: i32, options: Option<&Bound<'_, PyDict>>) -> PyResult<Self> {
        let mut request = Request {
            depth: within("depth", depth, 0, 30)?,
            ..Request::default()
        };
        let mut nodes = None;
        for (name, value) in options.into_iter().flatten() {
            let name: String = name.extract()?;
            match &*name {
                "nodes" => nodes = Some(within(&name, value.extract()?, 1, 1_000_000_000)?),
                "calls" => request.most = within(&name, value.extract()?, 1, 1_000_000)?,
                "captures" => request.captures = value.extract()?,
                "order" => request.order = Some(within(&name, value.extract()?, 1, 3)?),
                "nested" => request.nested = within(&name, value.extract()?, 0, 30)?,
                "conspirators" => request.conspirators = Some(within(&name, value.extract()?, 1, 1000)?),
                _ => return Err(unknown(&name)),
            }
        }
        Ok(Self { request, nodes })
    }

    /// Returns the request, with the usual number of positions if none was asked for.
    pub(crate) fn request(&mut self, usual: u64) -> &Request<'static> {
        self.request.positions = self.nodes.unwrap_or(usual);
        &self.request
    }
}

fn within<T: PartialOrd + Display>(name: &str, value: T, least: T, greatest: T) -> PyResult<T> {
    if least <= value && value <= greatest {
        return Ok(value);
    }
    Err(PyValueError::new_err(format!(
        "{name} is {value}; it must be between {least} and {greatest}"
    )))
}

fn unknown(name: &str) -> PyErr {
    PyTypeError::new_err(format!(
        "unknown option {name}: search() takes depth, nodes, calls, captures, order, nested and conspirators"
    ))
}
