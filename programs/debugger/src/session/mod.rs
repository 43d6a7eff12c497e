//! A program under the debugger: its state, its past, and what stops it.

mod back;
mod run;
mod stack;
mod stop;

use std::sync::Arc;

use z8000::cpu::Cpu;
use z8000::machine::{Board, Probe};

use crate::breakpoint::Breakpoints;
use crate::expression::{Expression, ExpressionError, Place, View};
use crate::history::{Change, DEFAULT_BOUND, History, Machine};
use crate::profile::Profiler;
use crate::program::Program;

pub use back::Writer;
pub use run::{Goal, Tick};
pub use stack::Frame;
pub(crate) use stop::trap_name;
pub use stop::{Reason, Stop};

/// A moment of a run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Moment {
    /// Instructions since the beginning.
    pub instructions: u64,
    /// Clocks since the beginning.
    pub clocks: u64,
}

/// A session.
#[derive(Debug, Clone)]
pub struct Session {
    program: Arc<Program>,
    machine: Machine,
    history: History,
    /// The furthest that the program has come; what lies between is replayed.
    furthest: u64,
    /// What the program has sent.
    console: Vec<u8>,
    /// Input that is given when the program waits for it, and how much of it was taken.
    feed: Vec<u8>,
    fed: usize,
    /// What stops the program.
    pub breakpoints: Breakpoints,
    /// Expressions to show at every stop.
    pub displays: Vec<Expression>,
    /// What log-only breakpoints said, and when.
    pub notes: Vec<(Moment, String)>,
    mark: Moment,
    last: Moment,
    before: Cpu,
    clock: u64,
}

/// Characters of the input that are given at once, as many as `z8k run` reads at once.
const FEED: usize = 4096;

impl Session {
    /// A session with a program after reset; `clock` is the frequency in hertz.
    #[must_use]
    pub fn new(program: Program, clock: u64) -> Self {
        let machine = Machine::new(program.board());
        let start = Moment {
            instructions: 0,
            clocks: 0,
        };
        Self {
            history: History::new(&machine, DEFAULT_BOUND),
            before: machine.board.cpu().clone(),
            program: Arc::new(program),
            machine,
            furthest: 0,
            console: Vec::new(),
            feed: Vec::new(),
            fed: 0,
            breakpoints: Breakpoints::default(),
            displays: Vec::new(),
            notes: Vec::new(),
            mark: start,
            last: start,
            clock: clock.max(1),
        }
    }

    /// Queues input, of which the program gets a part whenever it waits for some.
    pub fn feed(&mut self, characters: &[u8]) {
        self.feed.extend_from_slice(characters);
    }

    /// Changes the memory that snapshots may take, in bytes.
    pub fn set_bound(&mut self, bytes: usize) {
        self.history.set_bound(bytes);
    }

    /// The number of snapshots and their bytes.
    #[must_use]
    pub fn snapshots(&self) -> (usize, usize) {
        self.history.size()
    }

    /// The program.
    #[must_use]
    pub const fn program(&self) -> &Arc<Program> {
        &self.program
    }

    /// The board as it is now.
    #[must_use]
    pub const fn board(&self) -> &Board {
        &self.machine.board
    }

    /// The state that expressions read.
    #[must_use]
    pub fn view(&self) -> View<'_> {
        View::from(&self.machine.board)
    }

    /// The processor as it was at the last stop, to show what has changed.
    #[must_use]
    pub const fn before(&self) -> &Cpu {
        &self.before
    }

    /// All output of the program so far.
    #[must_use]
    pub fn console(&self) -> &[u8] {
        &self.console
    }

    /// Frequency in hertz.
    #[must_use]
    pub const fn clock(&self) -> u64 {
        self.clock
    }

    /// Z8000 seconds of a number of clocks.
    #[must_use]
    pub fn seconds(&self, clocks: u64) -> f64 {
        clocks as f64 / self.clock as f64
    }

    /// The present.
    #[must_use]
    pub const fn now(&self) -> Moment {
        Moment {
            instructions: self.machine.board.instructions(),
            clocks: self.machine.board.clocks(),
        }
    }

    /// The mark: the beginning, or where it was set.
    #[must_use]
    pub const fn mark(&self) -> Moment {
        self.mark
    }

    /// Sets the mark to the present.
    pub const fn set_mark(&mut self) {
        self.mark = self.now();
    }

    /// The stop before the present one.
    #[must_use]
    pub const fn last(&self) -> Moment {
        self.last
    }

    /// The furthest that the program has come, in instructions: the present unless it was taken
    /// back.
    #[must_use]
    pub fn furthest(&self) -> u64 {
        self.furthest.max(self.machine.now())
    }

    /// Sends characters to the program. What had followed the present is forgotten.
    pub fn send(&mut self, characters: &[u8]) {
        self.change(Change::Input(characters.to_vec()));
    }

    /// Changes a register or memory. What had followed the present is forgotten.
    pub fn set(&mut self, place: Place, value: i64) {
        self.change(Change::Set(place, value));
    }

    fn change(&mut self, change: Change) {
        let now = self.machine.now();
        let gone = self.history.cut(now, self.machine.applied);
        // Input that was taken in the future that is now gone has not been taken.
        for change in gone {
            if let Change::Feed { from, .. } = change {
                self.fed = self.fed.min(from);
            }
        }
        self.furthest = now;
        self.history.add(now, change);
        self.machine.settle(self.history.changes());
    }

    /// The value of an expression text.
    ///
    /// # Errors
    ///
    /// When it is wrong or has no value.
    pub fn evaluate(&self, text: &str) -> Result<crate::expression::Value, ExpressionError> {
        Expression::new(text, &self.program)?.value(self.view())
    }

    /// Lets a probe see the instructions from a moment of the past to the present, and returns
    /// where the replay ended. The present does not change.
    pub fn replay<P: Probe>(&self, from: u64, probe: &mut P) -> Board {
        let now = self.machine.now();
        let (mut machine, _) = self.history.before(from.min(now));
        let changes = &self.history.changes()[..self.machine.applied];
        machine.go(from.min(now), changes);
        machine.replay(now, changes, probe);
        machine.board
    }

    /// The account of the clocks from a moment of the past to the present.
    #[must_use]
    pub fn profile(&self, from: u64) -> Profiler {
        let mut profiler = Profiler::new(&self.program);
        let board = self.replay(from, &mut profiler);
        profiler.finish(board.clocks());
        profiler
    }

    /// Remembers the present state, to show at the next stop what has changed.
    fn leave(&mut self) {
        self.last = self.now();
        self.before = self.machine.board.cpu().clone();
    }

    /// Takes the output of the program from the board.
    fn collect(&mut self) {
        let sent = self.machine.board.serial().take_output();
        self.console.extend_from_slice(&sent);
    }
}
