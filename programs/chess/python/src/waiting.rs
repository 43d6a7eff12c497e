//! A search that needs no Python runs in its own thread, while Python waits and handles Ctrl-C.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use bcp_laboratory::searches::{Request, SearchError, SearchResult};
use pyo3::exceptions::{PyRuntimeError, PyValueError};
use pyo3::prelude::*;

/// The interval at which signals are checked.
const LOOK_EVERY: Duration = Duration::from_millis(50);

/// The stack of the thread: searches go 500 plies deep.
const STACK: usize = 64 << 20;

/// Runs a search. After Ctrl-C the search is told to end, but is not waited for.
///
/// # Errors
///
/// The search is refused, or Python received a signal.
pub(crate) fn run<M: Send + 'static>(
    py: Python<'_>,
    request: Request<'static>,
    search: impl FnOnce(&Request<'_>) -> Result<SearchResult<M>, SearchError> + Send + 'static,
) -> PyResult<SearchResult<M>> {
    let stop = Arc::new(AtomicBool::new(false));
    let ended = Arc::new((Mutex::new(None), Condvar::new()));
    let (flag, tell) = (stop.clone(), ended.clone());
    let work = move || {
        let found = search(&Request { stop: Some(&flag), ..request });
        *tell.0.lock().unwrap_or_else(PoisonError::into_inner) = Some(found);
        tell.1.notify_one();
    };
    let thread = thread::Builder::new().stack_size(STACK).spawn(work)?;
    loop {
        let found = py.detach(|| {
            let found = ended.0.lock().unwrap_or_else(PoisonError::into_inner);
            let waited = ended.1.wait_timeout_while(found, LOOK_EVERY, |found| found.is_none());
            waited.unwrap_or_else(PoisonError::into_inner).0.take()
        });
        if let Some(found) = found {
            return found.map_err(|error| PyValueError::new_err(error.to_string()));
        }
        if let Err(error) = py.check_signals() {
            stop.store(true, Ordering::Relaxed);
            return Err(error);
        }
        if thread.is_finished() && ended.0.lock().is_ok_and(|found| found.is_none()) {
            return Err(PyRuntimeError::new_err("the search has failed"));
        }
    }
}
