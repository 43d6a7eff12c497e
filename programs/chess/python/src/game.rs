//! A game that calls the methods of a Python object, and stops calling them once one has raised an exception.

use std::cell::{Cell, OnceCell, RefCell};
use std::rc::Rc;
use std::sync::atomic::{AtomicBool, Ordering};

use bcp_laboratory::game::{INFINITY, Value};
use bcp_laboratory::searches::{Request, Search};
use bcp_laboratory::trace::Each;
use bcp_laboratory::{ChessLike, Game};
use pyo3::intern;
use pyo3::prelude::*;

use crate::Parts;
use crate::class::{self, Class, Identity, bad, shown};
use crate::talk::{Listed, Talk, WAIT};

/// Runs a search of a game that begins with a Python object. Values of `wins` or more are wins, and quicker wins are
/// better; `progress` is called with the number of positions visited so far.
///
/// # Errors
///
/// The exception that the object raised, a fault in its answers, or the reason why the search cannot be run.
pub(crate) fn run<'py>(
    search: &Search,
    root: &Bound<'py, PyAny>,
    request: Request<'_>,
    wins: Option<Value>,
    progress: Option<Bound<'py, PyAny>>,
) -> PyResult<Parts<'py>> {
    let run = if wins.is_some() {
        run_as::<true>
    } else {
        run_as::<false>
    };
    run(search, root, request, wins.unwrap_or(INFINITY), progress)
}

fn run_as<'py, const WINS: bool>(
    search: &Search,
    root: &Bound<'py, PyAny>,
    request: Request<'_>,
    wins: Value,
    progress: Option<Bound<'py, PyAny>>,
) -> PyResult<Parts<'py>> {
    let talk = Rc::new(RefCell::new(Talk::new(root.py(), progress)));
    let new = || PythonGame::<WINS>::new(root, talk.clone(), wins);
    let game = new()?;
    // A wrong key is an error in every search, even in one that needs no keys.
    game.key();
    let failed = game.failed.clone();
    let names = Each::new(|m: u32| talk.borrow_mut().name(m));
    let request = Request { stop: Some(&failed), ..request };
    let found = search.run(game, &shown(root), names, &request);
    let mut again = new()?;
    let line = match &found {
        Ok(found) if !failed.load(Ordering::Relaxed) => again.objects(&found.moves),
        _ => Vec::new(),
    };
    let failure = talk.borrow_mut().failure.take();
    if let Some(failure) = failure {
        return Err(failure);
    }
    let mut found = found.map_err(crate::refused)?;
    found.line = line.iter().map(class::name_of).collect();
    Ok(crate::parts(found, line))
}

/// A position on the path of the search.
struct Step<'py> {
    object: Bound<'py, PyAny>,
    class: Rc<Class<'py>>,
    /// 0 if the side that plays at the root is to play, otherwise 1.
    side: usize,
    /// The side to play according to the class, if it has `turn`.
    turn: Option<Bound<'py, PyAny>>,
    /// True if the side to play must let the other side play again.
    waits: bool,
    /// The number of the move that led to the position; `None` for a null move and for the root.
    by: Option<u32>,
    /// The same move as an object, if it changed the position object and must be undone.
    undo: Option<Bound<'py, PyAny>>,
    key: Cell<Option<u64>>,
    in_check: Cell<Option<bool>>,
    /// The moves and the captures among them, once they have been requested.
    moves: OnceCell<Rc<Listed<'py>>>,
    captures: Option<Vec<u32>>,
}

/// The game of an object. After an exception, every position counts as an end of the game. With `WINS`, values of
/// `wins` or more are converted to those of [`ChessLike::MATES`].
struct PythonGame<'py, const WINS: bool> {
    path: Vec<Step<'py>>,
    talk: Rc<RefCell<Talk<'py>>>,
    failed: Rc<AtomicBool>,
    wins: Value,
}

impl<'py, const WINS: bool> PythonGame<'py, WINS> {
    fn new(root: &Bound<'py, PyAny>, talk: Rc<RefCell<Talk<'py>>>, wins: Value) -> PyResult<Self> {
        let root = Step::new(root.clone(), 0, &mut talk.borrow_mut())?;
        Ok(Self { path: vec![root], talk, failed: Rc::default(), wins })
    }

    /// Returns the position's own objects for consecutive moves, omitting the moves of a side that waits.
    fn objects(&mut self, moves: &[u32]) -> Vec<Bound<'py, PyAny>> {
        let mut objects = Vec::new();
        for &m in moves {
            let listed = self.listed();
            objects.extend(listed.object(m).filter(|_| m != WAIT).cloned());
            self.make(m);
        }
        moves.iter().for_each(|_| self.unmake());
        objects
    }

    fn here(&self) -> &Step<'py> {
        self.path.last().expect("the root is never left")
    }

    fn has_failed(&self) -> bool {
        self.failed.load(Ordering::Relaxed)
    }

    /// Asks the class about the current position, or returns `instead` if that fails.
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

    /// Stores an exception, with a note that names the class and the moves to the position where it was raised; its
    /// traceback names the method. Python before 3.11 has no notes.
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
        talk.failure.get_or_insert(error);
        self.failed.store(true, Ordering::Relaxed);
    }

    /// Returns the moves of the current position.
    fn listed(&self) -> Rc<Listed<'py>> {
        let list = || {
            self.ask(Rc::default(), |here, talk| {
                let listed = talk.listed(&here.object)?;
                here.compare(talk, Some(&listed), None)?;
                Ok(Rc::new(listed))
            })
        };
        self.here().moves.get_or_init(list).clone()
    }

    /// Adjusts the value of a win or a loss by its distance from the root; other values are unchanged.
    fn distant(&self, value: Value) -> Value {
        let plies = self.path.len() as Value - 1;
        let won = WINS && value.abs() >= self.wins;
        if won {
            value.signum() * (INFINITY - 1 - plies)
        } else {
            value
        }
    }

    /// Enters a position; after an exception, enters the current position again.
    fn enter(&mut self, next: Option<Step<'py>>, by: Option<u32>) {
        let next = next.unwrap_or_else(|| self.here().again());
        self.talk.borrow_mut().made += 1;
        self.path.push(Step { by, ..next });
    }

    /// Returns the key of a position on the path.
    fn key_at(&self, at: usize, talk: &mut Talk<'py>) -> PyResult<u64> {
        let step = &self.path[at];
        if let Some(key) = step.key.get() {
            return Ok(key);
        }
        let (object, identity) = (&step.object, step.class.identity);
        let before = match at {
            0 => 0,
            _ if identity == Identity::Path => self.key_at(at - 1, talk)?,
            _ => 0,
        };
        let side = step.side ^ usize::from(step.waits);
        let (mut key, again) = talk.key(object, identity, side, (before, step.by))?;
        if again {
            let [moves, value] = talk.asks_again(key);
            if moves && step.moves.get().is_none() {
                let _ = step.moves.set(Rc::new(talk.listed(object)?));
            }
            let value = value.then(|| class::evaluate(object)).transpose()?;
            talk.compare(object, key, None, value)?;
        }
        talk.compare(object, key, step.moves.get().map(|moves| &**moves), None)?;
        if step.waits {
            key = talk.path_key((key, Some(WAIT)));
        }
        step.key.set(Some(key));
        Ok(key)
    }
}

impl<'py> Step<'py> {
    fn new(object: Bound<'py, PyAny>, side: usize, talk: &mut Talk<'py>) -> PyResult<Self> {
        let class = talk.class(&object)?;
        let turn = intern!(object.py(), "turn");
        let turn = class.turn.then(|| class::get(&object, turn)).transpose()?;
        Ok(Self::of(object, class, side, turn))
    }

    fn of(object: Bound<'py, PyAny>, class: Rc<Class<'py>>, side: usize, turn: Option<Bound<'py, PyAny>>) -> Self {
        Self {
            object,
            class,
            side,
            turn,
            waits: false,
            by: None,
            undo: None,
            key: Cell::default(),
            in_check: Cell::default(),
            moves: OnceCell::new(),
            captures: None,
        }
    }

    /// Compares the answers with those of the first position with the same key, if the key has been requested.
    fn compare(&self, talk: &mut Talk<'py>, moves: Option<&Listed<'py>>, value: Option<Value>) -> PyResult<()> {
        let key = self.key.get().filter(|_| !self.waits);
        key.map_or(Ok(()), |key| talk.compare(&self.object, key, moves, value))
    }

    /// Returns the same position with the other side to play.
    fn again(&self) -> Self {
        let turn = self.turn.clone();
        Self::of(self.object.clone(), self.class.clone(), 1 - self.side, turn)
    }

    /// Returns the position after a move, or after a null move, which is `None`. If the class then fails, a move that
    /// has changed the object is undone.
    fn after(&self, object: Bound<'py, PyAny>, m: Bound<'py, PyAny>, talk: &mut Talk<'py>) -> PyResult<Self> {
        let undo = object.is(&self.object).then_some(m);
        let next = Self::new(object, 1 - self.side, talk);
        if next.is_err() {
            self.take_back(undo.as_ref())?;
        }
        Ok(Self { undo, ..next? })
    }

    /// Undoes a move that has changed the object.
    fn take_back(&self, m: Option<&Bound<'py, PyAny>>) -> PyResult<()> {
        let undo = intern!(self.object.py(), "undo");
        m.map_or(Ok(()), |m| self.object.call_method1(undo, (m,)).map(drop))
    }

    /// Returns true if the class says by `turn` that the same side is to play in another position.
    fn has_same_turn(&self, other: &Self) -> PyResult<bool> {
        match (&self.turn, &other.turn) {
            (Some(own), Some(other)) => own.eq(other),
            _ => Ok(false),
        }
    }
}

impl<const WINS: bool> Game for PythonGame<'_, WINS> {
    type Move = u32;

    fn moves(&mut self, moves: &mut Vec<u32>) {
        let listed = self.listed();
        if self.here().waits && !listed.numbers.is_empty() {
            moves.push(WAIT);
        } else {
            moves.extend_from_slice(&listed.numbers);
        }
    }

    fn make(&mut self, m: u32) {
        let listed = if m == WAIT { Rc::default() } else { self.listed() };
        let next = self.ask(None, |here, talk| {
            if m == WAIT {
                return Ok(Some(Step { moves: here.moves.clone(), ..here.again() }));
            }
            let Some(m) = listed.object(m) else {
                let name = talk.name(m);
                let text = format!("moves() no longer returns {name}: check that play() leaves the position unchanged");
                return Err(bad(&here.object, &text));
            };
            let object = class::play(&here.object, m, here.class.undo)?;
            let next = here.after(object, m.clone(), talk)?;
            Ok(Some(Step { waits: here.has_same_turn(&next)?, ..next }))
        });
        self.enter(next, Some(m));
    }

    fn unmake(&mut self) {
        let left = self.path.pop().and_then(|step| step.undo);
        if let Err(error) = self.here().take_back(left.as_ref()) {
            self.fail(error);
        }
    }

    fn make_null(&mut self) -> bool {
        if !self.here().class.passed || self.here().waits || self.in_check() {
            return false;
        }
        let next = self.ask(None, |here, talk| {
            let Some(object) = class::passed(&here.object, here.class.undo)? else {
                return Ok(None);
            };
            let none = object.py().None().into_bound(object.py());
            let next = here.after(object, none, talk)?;
            if here.has_same_turn(&next)? {
                return Err(bad(
                    &here.object,
                    "passed() returned a position in which the same side is to play",
                ));
            }
            Ok(Some(next))
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
        let value = self.ask(0, |here, talk| {
            let value = class::evaluate(&here.object)?;
            here.compare(talk, None, Some(value))?;
            Ok(value)
        });
        self.distant(if self.here().waits { -value } else { value })
    }

    fn terminal(&mut self) -> Option<Value> {
        self.has_failed().then_some(0)
    }
}

impl<const WINS: bool> ChessLike for PythonGame<'_, WINS> {
    const MATES: Value = if WINS { INFINITY - 1_000 } else { INFINITY };

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
            let name = intern!(here.object.py(), "in_check");
            let in_check = self.ask(false, |here, _| class::get(&here.object, name)?.is_truthy());
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
            None => self.ask(Vec::new(), |here, talk| talk.captures(&here.object, &listed.numbers)),
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
        if self.here().waits {
            m == WAIT
        } else {
            self.listed().numbers.contains(&m)
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
