//! A session: its state, and queries about it.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use streams::Ring;
use z8000::cpu::Cpu;
use z8000::isa::{Instruction, Operation};
use z8000::machine::Text;

use super::course::{Moment, TICK, UnfinishedMovement};
use super::followed::Followed;
use crate::breakpoint::Breakpoints;
use crate::expression::{Expression, ExpressionError, Place, View};
use crate::history::{Change, DEFAULT_BOUND, History, Machine as Timed};
use crate::machine::{Address, Fault, Look, Machine, Outside};
use crate::program::{Program, instruction};

/// Called now and then while a program runs; returning `true` interrupts it.
pub type Tick<'t> = dyn FnMut(&Session) -> bool + 't;

/// The number of bytes of output that are kept.
const CONSOLE: usize = 16 << 20;

/// The number of log messages that are kept.
const NOTES: usize = 10_000;

/// A program in the debugger, with its history, breakpoints and displays.
///
/// # Example
///
/// ```
/// # use z8000_asm::{Memory, Options, assemble};
/// # use z8000_debugger::program::Program;
/// use z8000_debugger::session::{Goal, Session};
///
/// let source = "
///         .z8002
///         .word   0, 0x4000, start
/// start:  ldk     r1,#5
///         inc     r1,#2
///         halt
/// ";
/// # let files = Memory::new([("t.s", source)]);
/// # let program = Program::assembled(&assemble(&files, "t.s", &Options::default())?, &files, None)?;
/// let mut session = Session::new(program, 4_000_000);
/// session.run(&Goal::Step(2), &mut |_| false);
/// assert_eq!((session.cpu().register(1), session.pc()), (7, 10.into()));
/// session.back(1);
/// assert_eq!((session.cpu().register(1), session.pc()), (5, 8.into()));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone)]
pub struct Session {
    pub(super) program: Arc<Program>,
    pub(super) machine: Timed,
    pub(super) history: History,
    /// The furthest moment that the program has reached; up to this moment, the run is a replay.
    pub(super) furthest: u64,
    /// The last part of the program's output up to now; below, the known output after that.
    pub(super) console: Ring,
    pub(super) ahead: VecDeque<u8>,
    /// Input supplied in advance: each line is passed to the program when it waits for one.
    pub(super) feed: VecDeque<Vec<u8>>,
    /// The connections at the other ends of the serial ports.
    pub(super) outside: Option<Arc<Mutex<dyn Outside>>>,
    /// For each serial port, how much of its output was passed on; below, input received in a discarded future.
    pub(super) passed_on: Vec<u64>,
    pub(super) returned: Vec<Vec<u8>>,
    /// The breakpoints that stop the program.
    pub breakpoints: Breakpoints,
    /// Expressions to show at every stop.
    pub displays: Vec<Expression>,
    /// The messages of log-only breakpoints, each with its moment: at least the last 10,000.
    pub notes: Ring<(Moment, String)>,
    pub(super) mark: Moment,
    pub(super) last: Moment,
    pub(super) before: Cpu,
    pub(super) clock: u64,
    /// Number of instructions between two calls of a tick.
    pub(super) tick: u64,
    /// The maximum number of clocks of a forward movement.
    pub(super) limit: u64,
    /// The number of changes made from outside.
    pub(super) revision: u64,
    /// The movement that a tick has interrupted.
    pub(super) unfinished: Option<UnfinishedMovement>,
    pub(super) followed: Followed,
}

impl Session {
    /// Creates a session with a reset program; `clock` is the frequency in hertz.
    pub fn new(program: Program, clock: u64) -> Self {
        let machine = Timed::new(program.machine().clone());
        let ports = machine.subject.ports();
        let start = Moment::default();
        Self {
            history: History::new(&machine, DEFAULT_BOUND),
            before: machine.subject.cpu().clone(),
            program: Arc::new(program),
            machine,
            furthest: 0,
            console: Ring::new(CONSOLE),
            ahead: VecDeque::new(),
            feed: VecDeque::new(),
            outside: None,
            passed_on: vec![0; ports],
            returned: vec![Vec::new(); ports],
            breakpoints: Breakpoints::default(),
            displays: Vec::new(),
            notes: Ring::new(NOTES),
            mark: start,
            last: start,
            clock: clock.max(1),
            tick: TICK,
            limit: u64::MAX,
            revision: 0,
            unfinished: None,
            followed: Followed::default(),
        }
    }

    /// Connects the serial ports. What the program sends is passed on only once, even if the program is stepped back
    /// and runs again; what arrives is recorded with its moment, so that a replay repeats it.
    #[must_use]
    pub fn connected(mut self, outside: impl Outside + 'static) -> Self {
        self.outside = Some(Arc::new(Mutex::new(outside)));
        self
    }

    /// Returns an independent copy: nothing that it sends or receives has an effect outside.
    pub fn apart(&self) -> Self {
        Self { outside: None, ..self.clone() }
    }

    /// Sets the number of instructions between two calls of a [`Tick`], by default 2^21; 0 counts as 1. A number that
    /// takes some milliseconds allows a user to interrupt. A tick may come up to 255 instructions late.
    pub const fn set_tick(&mut self, instructions: u64) {
        self.tick = if instructions == 0 { 1 } else { instructions };
    }

    /// Queues input, which the program receives in parts whenever it waits for input.
    pub fn feed(&mut self, characters: &[u8]) {
        let lines = self.lines(characters);
        self.feed.extend(lines);
    }

    /// Splits a text into the parts in which the program receives it.
    fn lines(&self, characters: &[u8]) -> Vec<Vec<u8>> {
        let mut text = Text::new(self.machine.subject.returns);
        text.add(characters);
        text.end();
        std::iter::from_fn(|| text.next()).collect()
    }

    /// Sets the limit on memory for snapshots, in bytes.
    pub fn set_bound(&mut self, bytes: usize) {
        self.history.set_bound(bytes);
    }

    /// Limits the clocks of one forward movement, which then ends with [`Reason::Limit`](super::Reason::Limit), after the
    /// instruction in which the limit lies; 0 counts as 1. By default there is no limit.
    pub const fn set_limit(&mut self, clocks: u64) {
        self.limit = clocks;
    }

    /// Returns the number of snapshots, and their size in bytes.
    pub fn snapshots(&self) -> (usize, usize) {
        self.history.size()
    }

    /// Evaluates the displays: each expression with its value, or with the reason why it has none.
    pub fn displayed(&self) -> Vec<(&str, String)> {
        let list = self.displays.iter();
        list.map(|expression| {
            let value = expression.value(self.view());
            let value = value.map_or_else(|error| error.to_string(), |value| value.to_string());
            (expression.text(), value)
        })
        .collect()
    }

    /// Returns the debugged program.
    pub const fn program(&self) -> &Arc<Program> {
        &self.program
    }

    /// Returns the machine in its current state.
    pub const fn machine(&self) -> &Machine {
        &self.machine.subject
    }

    /// Returns the processor in its current state.
    pub fn cpu(&self) -> &Cpu {
        self.machine.subject.cpu()
    }

    /// Returns the address of the next instruction.
    pub fn pc(&self) -> Address {
        self.machine.subject.pc()
    }

    /// Returns the address of the instruction to show: the next one, or the HALT at which the processor is stopped.
    pub fn here(&self) -> Address {
        let pc = self.pc();
        let halt = pc.with_offset(pc.offset().wrapping_sub(2));
        let is_halt = |found: Instruction| found.form.operation == Operation::Halt;
        let is_in = self.cpu().halted() && instruction(self.look(), halt).is_some_and(is_halt);
        if is_in { halt } else { pc }
    }

    /// Returns the current contents of memory.
    pub fn look(&self) -> &dyn Look {
        &self.machine.subject
    }

    /// Returns true if the machine has memory at an address.
    pub fn holds(&self, program: bool, at: Address) -> bool {
        self.machine.subject.holds(program, at)
    }

    /// Returns the state that expressions can read.
    pub fn view(&self) -> View<'_> {
        View::from(&self.machine.subject)
    }

    /// Returns the processor at the last stop, for showing what has changed.
    pub const fn before(&self) -> &Cpu {
        &self.before
    }

    /// Returns the output of the program so far: at least the last 16 MB.
    pub const fn console(&self) -> &Ring {
        &self.console
    }

    /// Returns the clock frequency in hertz.
    pub const fn clock(&self) -> u64 {
        self.clock
    }

    /// Converts clocks to Z8000 seconds.
    pub fn seconds(&self, clocks: u64) -> f64 {
        clocks as f64 / self.clock as f64
    }

    /// Returns the current moment.
    pub fn now(&self) -> Moment {
        Moment::of(&self.machine)
    }

    /// Returns the moment of the mark: the beginning, unless it was set.
    pub const fn mark(&self) -> Moment {
        self.mark
    }

    /// Sets the mark to the current moment.
    pub fn set_mark(&mut self) {
        self.mark = self.now();
    }

    /// Returns the moment of the previous stop.
    pub const fn last(&self) -> Moment {
        self.last
    }

    /// Returns the furthest point that the program has reached, in steps: the current point unless the program was
    /// stepped back.
    pub fn furthest(&self) -> u64 {
        self.furthest.max(self.machine.now())
    }

    /// Sends characters to the program, which begin to arrive now. The history after the current moment is discarded.
    pub fn send(&mut self, characters: &[u8]) {
        self.change(Change::Input(self.lines(characters).concat()));
    }

    /// Changes a register or memory. The history after the current moment is discarded.
    ///
    /// # Example
    ///
    /// ```
    /// # use z8000_asm::{Memory, Options, assemble};
    /// # use z8000_debugger::program::Program;
    /// use z8000_debugger::expression::Place;
    /// use z8000_debugger::session::{Goal, Session};
    ///
    /// let source = "
    ///         .z8002
    ///         .word   0, 0x4000, start
    /// start:  ldk     r1,#5
    ///         inc     r1,#2
    ///         halt
    /// ";
    /// # let files = Memory::new([("t.s", source)]);
    /// # let program = Program::assembled(&assemble(&files, "t.s", &Options::default())?, &files, None)?;
    /// let mut session = Session::new(program, 4_000_000);
    /// session.run(&Goal::Step(1), &mut |_| false);
    /// session.set(Place::Word(1), 40);
    /// session.run(&Goal::Step(1), &mut |_| false);
    /// assert_eq!(session.cpu().register(1), 42);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn set(&mut self, place: Place, value: i64) {
        self.change(Change::Set(place, value));
    }

    /// Returns how often [`send`](Self::send), [`set`](Self::set) and [`open`](Self::open) have changed something.
    pub const fn revision(&self) -> u64 {
        self.revision
    }

    pub(super) fn change(&mut self, change: Change) {
        self.forget_future();
        self.history.add(self.machine.now(), change);
        self.machine.settle(self.history.changes());
    }

    fn forget_future(&mut self) {
        self.revision += 1;
        self.unfinished = None;
        let now = self.machine.now();
        self.followed.forget(now);
        self.breakpoints.forget_hits(now);
        let gone = self.history.cut(now, self.machine.applied);
        // Input received in the discarded future must be received again.
        let mut returned = vec![Vec::new(); self.returned.len()];
        let rest = std::mem::take(&mut self.feed);
        for change in gone {
            match change {
                Change::Feed(waiting) => self.feed.push_back(waiting),
                Change::Received { port, characters } => {
                    if let Some(returned) = returned.get_mut(port) {
                        returned.extend(characters);
                    }
                }
                Change::Input(_) | Change::Set(..) => {}
            }
        }
        self.feed.extend(rest);
        for (mut first, then) in returned.into_iter().zip(&mut self.returned) {
            first.append(then);
            *then = first;
        }
        // Output of the new future has not been passed on yet.
        for (port, passed_on) in self.passed_on.iter_mut().enumerate() {
            *passed_on = self.machine.subject.taken(port);
        }
        self.furthest = now;
        self.ahead.clear();
    }

    /// Evaluates an expression.
    ///
    /// # Errors
    ///
    /// The expression is invalid or has no value.
    ///
    /// # Example
    ///
    /// ```
    /// # use z8000_asm::{Memory, Options, assemble};
    /// # use z8000_debugger::program::Program;
    /// use z8000_debugger::session::{Goal, Session};
    ///
    /// let source = "
    ///         .z8002
    ///         .word   0, 0x4000, start
    /// start:  ldk     r1,#5
    ///         inc     r1,#2
    ///         halt
    /// ";
    /// # let files = Memory::new([("t.s", source)]);
    /// # let program = Program::assembled(&assemble(&files, "t.s", &Options::default())?, &files, None)?;
    /// let mut session = Session::new(program, 4_000_000);
    /// session.run(&Goal::Step(2), &mut |_| false);
    /// assert_eq!(session.evaluate("r1 + 0x10")?.number, 23);
    /// assert!(session.evaluate("r16").is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn evaluate(&self, text: &str) -> Result<crate::expression::Value, ExpressionError> {
        Expression::new(text, &self.program)?.value(self.view())
    }

    /// Saves the current state, so that the next stop can show what has changed.
    pub(super) fn leave(&mut self) {
        self.unfinished = None;
        self.last = self.now();
        self.before = self.machine.subject.cpu().clone();
    }

    /// Fetches the output of the program, and passes on the new part.
    pub(super) fn collect(&mut self) -> Result<(), Fault> {
        let console = self.machine.subject.console;
        let mut result = Ok(());
        for port in 0..self.passed_on.len() {
            let sent = self.machine.subject.take_output(port);
            if console == Some(port) {
                self.console.extend(&sent);
                // This output was sent again.
                self.ahead.drain(..sent.len().min(self.ahead.len()));
            }
            if sent.is_empty() {
                continue;
            }
            let total = self.machine.subject.taken(port);
            let new = total.saturating_sub(self.passed_on[port]).min(sent.len() as u64) as usize;
            if let Some(mut outside) = self.outside()
                && new > 0
            {
                let passed = outside.transmit(port, &sent[sent.len() - new..]);
                result = result.and(passed);
            }
            self.passed_on[port] = self.passed_on[port].max(total);
        }
        result
    }

    /// Makes the first `count` bytes of the output current: the bytes after them are in the future.
    pub(super) fn show(&mut self, count: u64) {
        let shown = self.console.added();
        if count < shown {
            for byte in self.console.behind(count).iter().rev() {
                self.ahead.push_front(*byte);
            }
            self.console.truncate(count);
            return;
        }
        let more = (count - shown).min(self.ahead.len() as u64) as usize;
        let again: Vec<u8> = self.ahead.drain(..more).collect();
        self.console.extend(&again);
        // If the beginning of a long output was dropped, not all of it can be restored.
        self.console.skip(count);
    }

    /// Returns the connections of the ports, locked.
    pub(super) fn outside(&self) -> Option<MutexGuard<'_, dyn Outside + 'static>> {
        let outside = self.outside.as_ref()?;
        Some(outside.lock().unwrap_or_else(PoisonError::into_inner))
    }
}
