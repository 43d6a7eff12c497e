//! A game that calls the methods of a Python object, and stops calling them once one has raised an exception.

use std::cell::{Cell, RefCell};
use std::rc::Rc;
use std::sync::atomic::{AtomicBool, Ordering};

use bcp_laboratory::game::Value;
use bcp_laboratory::searches::{Request, Search};
use bcp_laboratory::trace::Each;
use bcp_laboratory::{ChessLike, Game};
use pyo3::intern;
use pyo3::prelude::*;

use crate::Parts;
use crate::class::{self, Class, Identity, bad, shown};
use crate::talk::{Talk, WAIT};

/// Runs a search of a game that begins with a Python object.
///
/// # Errors
///
/// The exception that the object raised, a fault in its answers, or the reason why the search cannot be run.
pub(crate) fn run<'py>(search: &Search, root: &Bound<'py, PyAny>, request: Request<'_>) -> PyResult<Parts<'py>> {
    class::check(root)?;
    let talk = Rc::new(RefCell::new(Talk::new(root.py())));
    let game = PythonGame::new(root, talk.clone())?;
    // A key that is wrong is an error of every search, also of those that need none.
    game.key();
    let failed = game.failed.clone();
    let names = Each::new(|m: u32| talk.borrow_mut().name(m));
    let request = Request { stop: Some(&failed), ..request };
    let found = search.run(game, &shown(root), names, &request);
    let failure = talk.borrow_mut().failure.take();
    if let Some(failure) = failure {
        return Err(failure);
    }
    let mut found = found.map_err(crate::refused)?;
    let waits: Vec<bool> = found.moves.iter().map(|m| *m == WAIT).collect();
    let mut waited = waits.iter();
    found.line.retain(|_| waited.next() == Some(&false));
    let talk = talk.borrow();
    let line = found
        .moves
        .iter()
        .filter_map(|m| talk.moves.get(*m as usize).cloned())
        .collect();
    Ok(crate::parts(found, line))
}

/// A position on the path of the search.
struct Step<'py> {
    object: Bound<'py, PyAny>,
    class: Rc<Class<'py>>,
    /// 0 if the side that plays at the root is to play, otherwise 1.
    side: usize,
    /// Set if that side must let the other side play again.
    waits: bool,
    /// The move that led to it; `None` for a null move and for the root.
    by: Option<u32>,
    key: Cell<Option<u64>>,
    in_check: Cell<Option<bool>>,
    /// The moves, once they have been requested, and the captures among them.
    moves: Option<Rc<[u32]>>,
    captures: Option<Vec<u32>>,
}

/// The game of an object. After an exception every position is an end of the game.
struct PythonGame<'py> {
    path: Vec<Step<'py>>,
    talk: Rc<RefCell<Talk<'py>>>,
    failed: Rc<AtomicBool>,
}

impl<'py> PythonGame<'py> {
    fn new(root: &Bound<'py, PyAny>, talk: Rc<RefCell<Talk<'py>>>) -> PyResult<Self> {
        let class = talk.borrow_mut().class(root)?;
        let root = Step {
            object: root.clone(),
            class,
            side: 0,
            waits: false,
            by: None,
            key: Cell::default(),
            in_check: Cell::default(),
            moves: None,
            captures: None,
        };
        Ok(Self { path: vec![root], talk, failed: Rc::default() })
    }

    fn here(&self) -> &Step<'py> {
        self.path.last().expect("the root is never left")
    }

    fn has_failed(&self) -> bool {
        self.failed.load(Ordering::Relaxed)
    }

    /// Asks about the current position, or returns `instead` if that fails.
    fn ask<T>(&self, instead: T, question: impl FnOnce(&Step<'py>, &mut Talk<'py>) -> PyResult<T>) -> T {
        if self.has_failed() {
            return instead;
        }
        let answer = {
            let talk = &mut self.talk.borrow_mut();
            talk.check_signals().and_then(|()| question(self.here(), talk))
        };
        answer.unwrap_or_else(|error| {
            self.fail(error);
            instead
        })
    }

    /// Keeps an exception, with the class and the moves to the position where it was raised; its traceback has the
    /// method. Python before 3.11 has no notes.
    fn fail(&self, error: PyErr) {
        let py = self.here().object.py();
        let talk = &mut self.talk.borrow_mut();
        let moves: Vec<String> = self.path[1..]
            .iter()
            .map(|step| step.by.map_or_else(|| "a null move".to_owned(), |m| talk.name(m)))
            .collect();
        let path = match moves.is_empty() {
            true => String::new(),
            false => format!(", after the moves {}", moves.join(", ")),
        };
        let note = format!("in a position of {}{path}", class::name(&self.here().object));
        let _ = error.value(py).call_method1("add_note", (note,));
        talk.failure = Some(error);
        self.failed.store(true, Ordering::Relaxed);
    }

    /// The moves of the current position.
    fn listed(&mut self) -> Rc<[u32]> {
        if let Some(moves) = &self.here().moves {
            return moves.clone();
        }
        let moves: Rc<[u32]> = self.ask(Rc::from([]), |here, talk| Ok(talk.listed(&here.object)?.into()));
        if let Some(here) = self.path.last_mut() {
            here.moves = Some(moves.clone());
        }
        moves
    }

    /// Enters a position; after an exception the same one again.
    fn enter(&mut self, next: Option<Step<'py>>, by: Option<u32>) {
        let here = self.here();
        let next = next.unwrap_or_else(|| Step { by, ..here.turned(here.object.clone(), here.class.clone()) });
        self.path.push(next);
    }

    /// The key of a position on the path.
    fn key_at(&self, at: usize, talk: &mut Talk<'py>) -> PyResult<u64> {
        let step = &self.path[at];
        if let Some(key) = step.key.get() {
            return Ok(key);
        }
        let before = match at {
            0 => 0,
            _ if step.class.identity == Identity::Path || step.waits => self.key_at(at - 1, talk)?,
            _ => 0,
        };
        let (object, identity) = (&step.object, step.class.identity);
        let mut key = talk.key(object, identity, step.side ^ usize::from(step.waits), (before, step.by))?;
        if step.waits {
            key = talk.path_key((key, Some(WAIT)));
        }
        step.key.set(Some(key));
        Ok(key)
    }
}

impl<'py> Step<'py> {
    /// A position after this one, with the other side to play.
    fn turned(&self, object: Bound<'py, PyAny>, class: Rc<Class<'py>>) -> Self {
        Self {
            object,
            class,
            side: 1 - self.side,
            waits: false,
            by: None,
            key: Cell::default(),
            in_check: Cell::default(),
            moves: None,
            captures: None,
        }
    }

    /// Returns true if the same side is to play in another position, as the class says by `turn`.
    fn has_same_turn(&self, other: &Bound<'py, PyAny>) -> PyResult<bool> {
        if !self.class.turn {
            return Ok(false);
        }
        let turn = intern!(other.py(), "turn");
        self.object.call_method0(turn)?.eq(other.call_method0(turn)?)
    }
}

impl Game for PythonGame<'_> {
    type Move = u32;

    fn moves(&mut self, moves: &mut Vec<u32>) {
        let listed = self.listed();
        if self.here().waits && !listed.is_empty() {
            moves.push(WAIT);
        } else {
            moves.extend_from_slice(&listed);
        }
    }

    fn make(&mut self, m: u32) {
        let next = self.ask(None, |here, talk| {
            if m == WAIT {
                let again = here.turned(here.object.clone(), here.class.clone());
                return Ok(Some(Step { by: Some(m), moves: here.moves.clone(), ..again }));
            }
            let object = class::play(&here.object, &talk.moves[m as usize])?;
            let waits = here.has_same_turn(&object)?;
            let class = talk.class(&object)?;
            Ok(Some(Step { by: Some(m), waits, ..here.turned(object, class) }))
        });
        self.enter(next, Some(m));
    }

    fn unmake(&mut self) {
        self.path.pop();
    }

    fn make_null(&mut self) -> bool {
        if !self.here().class.passed || self.here().waits || self.in_check() {
            return false;
        }
        let next = self.ask(None, |here, talk| {
            let Some(object) = class::passed(&here.object)? else {
                return Ok(None);
            };
            if here.has_same_turn(&object)? {
                return Err(bad(
                    &here.object,
                    "passed() returned a position in which the same side is to play",
                ));
            }
            let class = talk.class(&object)?;
            Ok(Some(here.turned(object, class)))
        });
        let made = next.is_some();
        if made {
            self.enter(next, None);
        }
        made
    }

    fn has_null(&self) -> bool {
        self.here().class.passed
    }

    fn evaluate(&mut self) -> Value {
        self.ask(0, |here, _| {
            let value = class::evaluate(&here.object)?;
            Ok(if here.waits { -value } else { value })
        })
    }

    fn terminal(&mut self) -> Option<Value> {
        self.has_failed().then_some(0)
    }
}

impl ChessLike for PythonGame<'_> {
    fn key(&self) -> u64 {
        self.ask(0, |_, talk| self.key_at(self.path.len() - 1, talk))
    }

    fn has_moved(&self) -> bool {
        self.here().by.is_some()
    }

    fn in_check(&self) -> bool {
        let here = self.here();
        if !here.class.in_check || here.waits {
            return false;
        }
        here.in_check.get().unwrap_or_else(|| {
            let method = intern!(here.object.py(), "in_check");
            let in_check = self.ask(false, |here, _| here.object.call_method0(method)?.is_truthy());
            here.in_check.set(Some(in_check));
            in_check
        })
    }

    fn captures(&mut self, moves: &mut Vec<u32>) {
        if !self.here().class.captures || self.here().waits {
            return;
        }
        let listed = self.listed();
        let captures = match &self.here().captures {
            Some(captures) => captures.clone(),
            None => self.ask(Vec::new(), |here, talk| talk.captures(&here.object, &listed)),
        };
        moves.extend_from_slice(&captures);
        if let Some(here) = self.path.last_mut() {
            here.captures = Some(captures);
        }
    }

    fn quiets(&mut self, moves: &mut Vec<u32>) {
        let from = moves.len();
        self.moves(moves);
        let mut captures = Vec::new();
        self.captures(&mut captures);
        let mut at = 0;
        moves.retain(|m| {
            at += 1;
            at <= from || !captures.contains(m)
        });
    }

    fn is_legal(&self, m: u32) -> bool {
        let here = self.here();
        match &here.moves {
            _ if here.waits => m == WAIT,
            Some(moves) => moves.contains(&m),
            None => self.ask(false, |here, talk| Ok(talk.listed(&here.object)?.contains(&m))),
        }
    }

    fn mvv_lva(&self, m: u32) -> i32 {
        i32::from(
            self.here()
                .captures
                .as_ref()
                .is_some_and(|captures| captures.contains(&m)),
        )
    }
}
