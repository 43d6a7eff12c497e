//! A program under the debugger: its state, its past, and what stops it.

mod back;
mod replay;
mod run;
mod stack;
mod stop;

use std::sync::Arc;

use z8000::cpu::Cpu;
use z8000::machine::Board;

use crate::breakpoint::Breakpoints;
use crate::expression::{Expression, ExpressionError, Place, View};
use crate::history::{Change, DEFAULT_BOUND, History, Machine};
use crate::program::Program;

pub use back::{Hunt, Writer};
pub use replay::Replay;
use run::{Course, TICK};
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
    /// Instructions between two calls of a tick.
    tick: u64,
    /// What a tick has interrupted.
    unfinished: Option<Unfinished>,
}

/// A movement that a tick has interrupted.
#[derive(Debug, Clone)]
enum Unfinished {
    Forward(Course),
    Back(Hunt),
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
            tick: TICK,
            unfinished: None,
        }
    }

    /// Changes how many instructions are executed between two calls of a [`Tick`], 1 or more; some milliseconds' worth is
    /// good for a user who wants to interrupt. Without a breakpoint it is rounded up to a multiple of 256.
    pub const fn set_tick(&mut self, instructions: u64) {
        self.tick = if instructions == 0 { 1 } else { instructions };
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
        self.unfinished = None;
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

    /// Remembers the present state, to show at the next stop what has changed.
    fn leave(&mut self) {
        self.unfinished = None;
        self.last = self.now();
        self.before = self.machine.board.cpu().clone();
    }

    /// Takes the output of the program from the board.
    fn collect(&mut self) {
        let sent = self.machine.board.serial().take_output();
        self.console.extend_from_slice(&sent);
    }
}
