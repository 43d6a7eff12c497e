//! What a search has learned about a class: numbers for its moves and positions, and the first exception.

use std::collections::HashMap;
use std::rc::Rc;

use bcp_laboratory::game::Value;
use bcp_laboratory::rules::numbered;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::class::{self, Class, Identity, bad, shown, wrong};

/// The maximum number of different moves in a search: more do not fit into memory.
const MOST_NAMES: usize = 1_000_000;

/// Number of positions with a known key that are all compared with the first one; after that, every 64th is.
const COMPARED: u64 = 10_000;

/// The move of a side that must let the other side play again.
pub(crate) const WAIT: u32 = u32::MAX;

/// The moves and positions of a search, and the first exception.
pub(crate) struct Talk<'py> {
    py: Python<'py>,
    classes: Vec<Rc<Class<'py>>>,
    /// The numbers of moves, by the moves.
    numbers: Bound<'py, PyDict>,
    pub(crate) moves: Vec<Bound<'py, PyAny>>,
    /// Their names, as far as they have been requested.
    names: Vec<Option<String>>,
    /// The list of moves in which each move was seen last.
    seen: Vec<u64>,
    lists: u64,
    /// For each side to play, the numbers of positions, by the object that identifies them.
    positions: [Bound<'py, PyDict>; 2],
    /// The numbers of positions without an identity, by the position and the move before.
    paths: HashMap<(u64, Option<u32>), u64>,
    next: u64,
    /// The first position with a number that `positions` has.
    first: HashMap<u64, Bound<'py, PyAny>>,
    met_again: u64,
    asked: u32,
    pub(crate) failure: Option<PyErr>,
}

impl<'py> Talk<'py> {
    pub(crate) fn new(py: Python<'py>) -> Self {
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
            met_again: 0,
            asked: 0,
            failure: None,
        }
    }

    /// The class of a position.
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

    /// Checks for signals from time to time: methods in Python do so themselves.
    pub(crate) fn check_signals(&mut self) -> PyResult<()> {
        self.asked = self.asked.wrapping_add(1);
        if self.asked.is_multiple_of(64) {
            self.py.check_signals()
        } else {
            Ok(())
        }
    }

    /// The numbers of the moves of a position.
    pub(crate) fn listed(&mut self, position: &Bound<'py, PyAny>) -> PyResult<Vec<u32>> {
        let mut listed = Vec::new();
        self.lists += 1;
        class::list(position, intern!(self.py, "moves"), |m| {
            let number = self.number(position, m)?;
            let seen = &mut self.seen[number as usize];
            if std::mem::replace(seen, self.lists) == self.lists {
                let m = shown(&self.moves[number as usize]);
                return Err(bad(position, &format!("moves() returned the duplicate move {m}")));
            }
            listed.push(number);
            Ok(())
        })?;
        Ok(listed)
    }

    /// The numbers of the captures of a position, all of which are among its moves.
    pub(crate) fn captures(&mut self, position: &Bound<'py, PyAny>, moves: &[u32]) -> PyResult<Vec<u32>> {
        let mut listed = Vec::new();
        class::list(position, intern!(self.py, "captures"), |m| {
            let number = self.number(position, m)?;
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
    fn number(&mut self, position: &Bound<'py, PyAny>, m: Bound<'py, PyAny>) -> PyResult<u32> {
        let known = self.numbers.get_item(&m).map_err(|error| {
            // Any other exception comes from the move's class.
            if !error.is_instance_of::<PyTypeError>(self.py) {
                return error;
            }
            let text = format!(
                "the move {} is not hashable ({error}): use a tuple or a string",
                shown(&m)
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
        self.numbers.set_item(&m, number)?;
        self.moves.push(m);
        self.names.push(None);
        self.seen.push(0);
        Ok(number)
    }

    /// The name of a move.
    pub(crate) fn name(&mut self, m: u32) -> String {
        let Some(object) = self.moves.get(m as usize) else {
            return "pass".to_owned();
        };
        let name = || object.str().map_or_else(|_| shown(object), |name| name.to_string());
        self.names[m as usize].get_or_insert_with(name).clone()
    }

    /// The key of a position with a given side to play, after another position and a move. Positions are the same if
    /// their class says so by equality; otherwise, only if the same moves led to them.
    pub(crate) fn key(
        &mut self,
        position: &Bound<'py, PyAny>,
        identity: Identity,
        side: usize,
        path: (u64, Option<u32>),
    ) -> PyResult<u64> {
        let own = match identity {
            Identity::Path => return Ok(self.path_key(path)),
            Identity::Equal => position.clone(),
            Identity::Key => {
                let key = position.call_method0(intern!(self.py, "key"))?;
                if key.is_none() {
                    return Err(wrong(
                        position,
                        "key() returned None: expected a value that equal positions share",
                    ));
                }
                if let Err(error) = key.hash() {
                    let text = format!("key() returned {}, which has no hash ({error})", shown(&key));
                    return Err(if error.is_instance_of::<PyTypeError>(self.py) {
                        wrong(position, &text)
                    } else {
                        error
                    });
                }
                key
            }
        };
        if let Some(known) = self.positions[side].get_item(&own)? {
            let number = known.extract()?;
            self.meet_again(position, number)?;
            return Ok(numbered(number));
        }
        let number = self.fresh();
        self.positions[side].set_item(own, number)?;
        self.first.insert(number, position.clone());
        Ok(numbered(number))
    }

    /// The key of the position after another position and a move, ignoring equality.
    pub(crate) fn path_key(&mut self, path: (u64, Option<u32>)) -> u64 {
        let next = self.next;
        let number = *self.paths.entry(path).or_insert(next);
        self.next += u64::from(number == next);
        numbered(number)
    }

    fn fresh(&mut self) -> u64 {
        self.next += 1;
        self.next - 1
    }

    /// Compares a position with the first one that had its key: they must have the same moves and the same value.
    fn meet_again(&mut self, position: &Bound<'py, PyAny>, number: u64) -> PyResult<()> {
        self.met_again += 1;
        let Some(first) = self.first.get(&number) else {
            return Ok(());
        };
        if first.is(position) || self.met_again > COMPARED && !self.met_again.is_multiple_of(64) {
            return Ok(());
        }
        let first = first.clone();
        let values: [Value; 2] = [class::evaluate(&first)?, class::evaluate(position)?];
        let [mut one, mut other] = [self.listed(&first)?, self.listed(position)?];
        one.sort_unstable();
        other.sort_unstable();
        let what = if values[0] != values[1] {
            "values"
        } else if one != other {
            "moves"
        } else {
            return Ok(());
        };
        let text = format!(
            "two positions that its key() or == treats as equal have different {what}: {} and {}",
            shown(&first),
            shown(position)
        );
        Err(bad(position, &text))
    }
}
