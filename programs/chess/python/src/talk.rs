//! What a search has learned about a class: numbers for its moves and positions, and the first exception.

use std::collections::HashMap;
use std::rc::Rc;
use std::time::{Duration, Instant};

use bcp_laboratory::game::Value;
use bcp_laboratory::rules::numbered;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::class::{self, Class, Identity, bad, shown, wrong};

/// The maximum number of different moves in a search, limited because of memory.
const MOST_NAMES: usize = 1_000_000;

/// Of the positions that are met again only to be compared, one in this many is asked.
const ASKED_EVERY: u64 = 16;

/// The interval at which progress is reported.
const TELL_EVERY: Duration = Duration::from_millis(100);

/// The move of a side that must let the other side play again.
pub(crate) const WAIT: u32 = u32::MAX;

/// The moves and positions of a search, and the first exception.
pub(crate) struct Talk<'py> {
    py: Python<'py>,
    classes: Vec<Rc<Class<'py>>>,
    /// The number of each move, by the move object.
    numbers: Bound<'py, PyDict>,
    pub(crate) moves: Vec<Bound<'py, PyAny>>,
    /// The names of moves, by number; `None` until requested.
    names: Vec<Option<String>>,
    /// For each move, the list of moves in which it was last seen.
    seen: Vec<u64>,
    lists: u64,
    /// For each side to play, the numbers of positions by the object that identifies them.
    positions: [Bound<'py, PyDict>; 2],
    /// The numbers of positions without an identity, by the preceding position and the move.
    paths: HashMap<(u64, Option<u32>), u64>,
    next: u64,
    /// The answers of the first position with each key of `positions`.
    first: HashMap<u64, First>,
    compared: u64,
    asked: u32,
    /// The function to which progress is reported; below, the positions visited and the time of the last report.
    progress: Option<Bound<'py, PyAny>>,
    pub(crate) made: u64,
    told: Instant,
    pub(crate) failure: Option<PyErr>,
}

/// The answers of a position that were requested. The position itself is not kept, to save memory and time.
#[derive(Default)]
struct First {
    moves: Option<Box<[u32]>>,
    value: Option<Value>,
}

/// The moves of a position: their numbers, and the position's own move objects.
#[derive(Default)]
pub(crate) struct Listed<'py> {
    pub(crate) numbers: Vec<u32>,
    objects: Vec<Bound<'py, PyAny>>,
}

impl<'py> Listed<'py> {
    /// Returns the position's own object for a move.
    pub(crate) fn object(&self, m: u32) -> Option<&Bound<'py, PyAny>> {
        let at = self.numbers.iter().position(|number| *number == m);
        at.map(|at| &self.objects[at])
    }
}

impl<'py> Talk<'py> {
    pub(crate) fn new(py: Python<'py>, progress: Option<Bound<'py, PyAny>>) -> Self {
        Self {
            py,
            classes: Vec::new(),
            numbers: PyDict::new(py),
            moves: Vec::new(),
            names: Vec::new(),
            seen: Vec::new(),
            lists: 0,
            positions: [PyDict::new(py), PyDict::new(py)],
            paths: HashMap::new(),
            next: 0,
            first: HashMap::new(),
            compared: 0,
            asked: 0,
            progress,
            made: 0,
            told: Instant::now(),
            failure: None,
        }
    }

    /// Returns the class of a position.
    pub(crate) fn class(&mut self, position: &Bound<'py, PyAny>) -> PyResult<Rc<Class<'py>>> {
        let known = self
            .classes
            .iter()
            .find(|class| position.get_type_ptr() == class.class.as_type_ptr());
        if let Some(known) = known {
            return Ok(known.clone());
        }
        let class = Rc::new(Class::of(position)?);
        self.classes.push(class.clone());
        Ok(class)
    }

    /// Checks for signals now and then, which Python methods do by themselves, and reports progress.
    pub(crate) fn check_signals(&mut self) -> PyResult<()> {
        self.asked = self.asked.wrapping_add(1);
        if !self.asked.is_multiple_of(64) {
            return Ok(());
        }
        if let Some(progress) = &self.progress
            && self.told.elapsed() >= TELL_EVERY
        {
            self.told = Instant::now();
            progress.call1((self.made,))?;
        }
        self.py.check_signals()
    }

    /// Returns the moves of a position.
    pub(crate) fn listed(&mut self, position: &Bound<'py, PyAny>) -> PyResult<Listed<'py>> {
        let mut listed = Listed::default();
        self.lists += 1;
        class::list(position, intern!(self.py, "moves"), |m| {
            let number = self.number(position, &m)?;
            let seen = &mut self.seen[number as usize];
            if std::mem::replace(seen, self.lists) == self.lists {
                return Err(bad(
                    position,
                    &format!("moves() returned the duplicate move {}", shown(&m)),
                ));
            }
            listed.numbers.push(number);
            listed.objects.push(m);
            Ok(())
        })?;
        Ok(listed)
    }

    /// Returns the numbers of a position's captures, which must be among its moves.
    pub(crate) fn captures(&mut self, position: &Bound<'py, PyAny>, moves: &[u32]) -> PyResult<Vec<u32>> {
        let mut listed = Vec::new();
        class::list(position, intern!(self.py, "captures"), |m| {
            let number = self.number(position, &m)?;
            if listed.contains(&number) || !moves.contains(&number) {
                let text = format!(
                    "captures() returned {}, which is a duplicate or not among moves()",
                    shown(&self.moves[number as usize])
                );
                return Err(bad(position, &text));
            }
            listed.push(number);
            Ok(())
        })?;
        Ok(listed)
    }

    /// Returns the number of a move, which equal moves share.
    fn number(&mut self, position: &Bound<'py, PyAny>, m: &Bound<'py, PyAny>) -> PyResult<u32> {
        let known = self.numbers.get_item(m).map_err(|error| {
            // Any other exception comes from the move's class, and is passed on.
            if !error.is_instance_of::<PyTypeError>(self.py) {
                return error;
            }
            let text = format!(
                "the move {} is not hashable ({error}): use a tuple or a string",
                shown(m)
            );
            wrong(position, &text)
        })?;
        if let Some(known) = known {
            return known.extract();
        }
        if self.moves.len() == MOST_NAMES {
            let text = format!("the game has more than {MOST_NAMES} different moves: equal moves must compare equal");
            return Err(PyValueError::new_err(text));
        }
        let number = self.moves.len() as u32;
        self.numbers.set_item(m, number)?;
        self.moves.push(m.clone());
        self.names.push(None);
        self.seen.push(0);
        Ok(number)
    }

    /// Returns the name of a move.
    pub(crate) fn name(&mut self, m: u32) -> String {
        let Some(object) = self.moves.get(m as usize) else {
            return "pass".to_owned();
        };
        self.names[m as usize]
            .get_or_insert_with(|| class::name_of(object))
            .clone()
    }

    /// Returns the key of a position with a given side to play, after another position and a move, and whether the
    /// position has been met before. Positions are the same if their class says so by equality or key; otherwise, only
    /// if the same moves led to them.
    pub(crate) fn key(
        &mut self,
        position: &Bound<'py, PyAny>,
        identity: Identity,
        side: usize,
        path: (u64, Option<u32>),
    ) -> PyResult<(u64, bool)> {
        let own = match identity {
            Identity::Path => return Ok((self.path_key(path), false)),
            Identity::Equal => position.clone(),
            Identity::Key => class::get(position, intern!(self.py, "key"))?,
        };
        if own.is_none() {
            return Err(wrong(
                position,
                "key() returned None: expected a value that equal positions share",
            ));
        }
        let known = self.positions[side].get_item(&own).map_err(|error| {
            let text = match identity {
                Identity::Key => format!(
                    "key() returned {}, which has no hash ({error}): use a tuple or bytes",
                    shown(&own)
                ),
                _ => format!("the position has no hash ({error}): define key(), which may return a tuple or bytes"),
            };
            match error.is_instance_of::<PyTypeError>(self.py) {
                true => wrong(position, &text),
                false => error,
            }
        })?;
        if let Some(known) = known {
            return Ok((numbered(known.extract()?), true));
        }
        let number = self.next;
        self.next += 1;
        self.positions[side].set_item(own, number)?;
        self.first.insert(numbered(number), First::default());
        Ok((numbered(number), false))
    }

    /// Returns the key of the position after another position and a move, without comparing positions.
    pub(crate) fn path_key(&mut self, path: (u64, Option<u32>)) -> u64 {
        let next = self.next;
        let number = *self.paths.entry(path).or_insert(next);
        self.next += u64::from(number == next);
        numbered(number)
    }

    /// Returns which answers of a position that is met again, its moves and its value, are to be compared: those that
    /// the first one has given. A search with a table may not need them, so only a sample is asked.
    pub(crate) fn asks_again(&mut self, key: u64) -> [bool; 2] {
        let first = self.first.get(&key);
        let Some(first) = first.filter(|_| self.compared * ASKED_EVERY <= self.made) else {
            return [false; 2];
        };
        self.compared += 1;
        [first.moves.is_some(), first.value.is_some()]
    }

    /// Compares the answers of a position with those of the first position with its key.
    pub(crate) fn compare(
        &mut self,
        position: &Bound<'py, PyAny>,
        key: u64,
        moves: Option<&Listed<'py>>,
        value: Option<Value>,
    ) -> PyResult<()> {
        let Some(first) = self.first.get_mut(&key) else { return Ok(()) };
        let what = if value.is_some_and(|value| *first.value.get_or_insert(value) != value) {
            "values"
        } else if moves.is_some_and(|moves| !first.has_moves(&moves.numbers)) {
            "moves"
        } else {
            return Ok(());
        };
        let text = format!(
            "two positions that its key() or == treats as equal have different {what}; the second is {}: try check()",
            shown(position)
        );
        Err(bad(position, &text))
    }
}

impl First {
    /// Returns true if the moves are these, in any order.
    fn has_moves(&mut self, moves: &[u32]) -> bool {
        let known = self.moves.get_or_insert_with(|| moves.into());
        **known == *moves || known.len() == moves.len() && moves.iter().all(|m| known.contains(m))
    }
}
