//! A game that asks a Python object, and stops asking after it has raised an exception.

use std::cell::RefCell;
use std::rc::Rc;

use bcp_laboratory::game::Value;
use bcp_chess::hash::mix;
use bcp_laboratory::searches::{SearchResult, Request, Search};
use bcp_laboratory::trace::Each;
use bcp_laboratory::{ChessLike, Game};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::rules;

/// Runs a search of a game that begins with an object.
///
/// # Errors
///
/// The exception that the object has raised, a fault of its answers, or a search that cannot be run.
pub(crate) fn run(search: &Search, root: &Bound<'_, PyAny>, request: &Request<'_>) -> PyResult<SearchResult<u32>> {
    let py = root.py();
    rules::check(root)?;
    let talk = Rc::new(RefCell::new(Talk::new(py)));
    let game = PythonGame::new(root, talk.clone())?;
    let told = talk.clone();
    let names = Each::new(move |m: u32| told.borrow().name(m));
    let found = search.run(game, &rules::shown(root), names, request);
    let failure = talk.borrow_mut().failure.take();
    match failure {
        Some(failure) => Err(failure),
        None => found.map_err(crate::refused),
    }
}

/// The moves that a search has been given, and the first exception.
struct Talk {
    /// The numbers of moves, by the moves.
    numbers: Py<PyDict>,
    moves: Vec<(Py<PyAny>, String)>,
    failure: Option<PyErr>,
}

/// The most different moves of a search: more do not fit into memory.
const MOST_NAMES: usize = 1_000_000;

impl Talk {
    fn new(py: Python<'_>) -> Self {
        Self {
            numbers: PyDict::new(py).unbind(),
            moves: Vec::new(),
            failure: None,
        }
    }

    /// Returns the number of a move, which equal moves share.
    fn number(&mut self, m: &Bound<'_, PyAny>) -> PyResult<u32> {
        let numbers = self.numbers.bind(m.py());
        let known = numbers.get_item(m).map_err(|error| {
            // Any other exception comes from the move's class.
            if !error.is_instance_of::<PyTypeError>(m.py()) {
                return error;
            }
            let text = format!(
                "the move {} is not hashable ({error}): use a tuple or a string",
                rules::shown(m)
            );
            PyTypeError::new_err(text)
        })?;
        if let Some(known) = known {
            return known.extract();
        }
        if self.moves.len() == MOST_NAMES {
            let text =
                format!("the game has more than {MOST_NAMES} different moves: equal moves must compare equal");
            return Err(PyValueError::new_err(text));
        }
        let number = self.moves.len() as u32;
        numbers.set_item(m, number)?;
        self.moves.push((m.clone().unbind(), m.str()?.to_string()));
        Ok(number)
    }

    fn name(&self, m: u32) -> String {
        self.moves
            .get(m as usize)
            .map_or_else(String::new, |(_, name)| name.clone())
    }
}

/// A position on the path of the search.
struct Step {
    object: Py<PyAny>,
    key: u64,
    /// The move that has led to it; none of a null move, and of the root.
    by: Option<u32>,
    /// The moves, after they have been asked for.
    moves: Option<Vec<u32>>,
}

/// The game of an object. After an exception every position is an end of the game.
struct PythonGame {
    path: Vec<Step>,
    has_null: bool,
    talk: Rc<RefCell<Talk>>,
}

impl PythonGame {
    fn new(root: &Bound<'_, PyAny>, talk: Rc<RefCell<Talk>>) -> PyResult<Self> {
        Ok(Self {
            path: vec![Step {
                key: rules::key(root)?.unwrap_or(0),
                object: root.clone().unbind(),
                by: None,
                moves: None,
            }],
            has_null: rules::has_pass(root)?,
            talk,
        })
    }

    fn here(&self) -> &Step {
        self.path.last().expect("the root is never left")
    }

    fn failed(&self) -> bool {
        self.talk.borrow().failure.is_some()
    }

    /// Asks the object of the current position, or returns `instead` if that fails.
    fn ask<T>(&self, instead: T, question: impl FnOnce(&Bound<'_, PyAny>) -> PyResult<T>) -> T {
        if self.failed() {
            return instead;
        }
        Python::attach(|py| {
            let answer = py.check_signals().and_then(|()| question(self.here().object.bind(py)));
            answer.unwrap_or_else(|error| {
                self.fail(py, error);
                instead
            })
        })
    }

    /// Keeps an exception, with the moves to the position where it was raised. Python before 3.11 has no notes.
    fn fail(&self, py: Python<'_>, error: PyErr) {
        let mut talk = self.talk.borrow_mut();
        let moves: Vec<String> = self.path[1..]
            .iter()
            .map(|step| step.by.map_or_else(|| "a null move".to_owned(), |m| talk.name(m)))
            .collect();
        if !moves.is_empty() {
            let _ = error
                .value(py)
                .call_method1("add_note", (format!("after the moves {}", moves.join(", ")),));
        }
        talk.failure = Some(error);
    }

    /// The numbers of the moves of the current position.
    fn listed(&self) -> Vec<u32> {
        if let Some(moves) = &self.here().moves {
            return moves.clone();
        }
        self.ask(Vec::new(), |position| {
            let mut numbers = Vec::new();
            for m in rules::moves(position)? {
                let number = self.talk.borrow_mut().number(&m)?;
                if numbers.contains(&number) {
                    let text = format!("moves() returned duplicate move {}", rules::shown(&m));
                    return Err(PyValueError::new_err(text));
                }
                numbers.push(number);
            }
            Ok(numbers)
        })
    }

    /// Moves to the position that the object gives.
    fn go(&mut self, by: Option<u32>, step: impl FnOnce(&Bound<'_, PyAny>) -> PyResult<Py<PyAny>>) {
        let above = self.here().key;
        let next = self.ask(None, |position| {
            let object = step(position)?;
            let own = rules::key(object.bind(position.py()))?;
            Ok(Some((object, own)))
        });
        let (object, own) = next.unwrap_or_else(|| {
            let same = Python::attach(|py| self.here().object.clone_ref(py));
            (same, None)
        });
        // Without a word on when positions are equal, the same moves lead to the same one, and nothing else does.
        let from_path = mix(above ^ mix(by.map_or(u64::MAX, u64::from)));
        self.path.push(Step {
            object,
            key: own.unwrap_or(from_path),
            by,
            moves: None,
        });
    }
}

impl Game for PythonGame {
    type Move = u32;

    fn moves(&mut self, moves: &mut Vec<u32>) {
        let listed = self.listed();
        moves.extend_from_slice(&listed);
        if let Some(here) = self.path.last_mut() {
            here.moves = Some(listed);
        }
    }

    fn make(&mut self, m: u32) {
        let talk = self.talk.clone();
        self.go(Some(m), |position| {
            let py = position.py();
            let m = talk.borrow().moves[m as usize].0.clone_ref(py);
            Ok(rules::play(position, m.bind(py))?.unbind())
        });
    }

    fn unmake(&mut self) {
        self.path.pop();
    }

    fn make_null(&mut self) -> bool {
        let next = self.ask(None, |position| Ok(rules::passed(position)?.map(Bound::unbind)));
        let made = next.is_some();
        next.into_iter().for_each(|next| self.go(None, |_| Ok(next)));
        made
    }

    fn has_null(&self) -> bool {
        self.has_null
    }

    fn evaluate(&mut self) -> Value {
        self.ask(0, rules::evaluate)
    }

    fn terminal(&mut self) -> Option<Value> {
        self.failed().then_some(0)
    }
}

impl ChessLike for PythonGame {
    fn key(&self) -> u64 {
        self.here().key
    }

    fn has_moved(&self) -> bool {
        self.here().by.is_some()
    }

    fn is_legal(&self, m: u32) -> bool {
        self.listed().contains(&m)
    }
}
