//! Moves a session forward.

use std::time::Duration;

use z8000::machine::Stop as MachineStop;
use z8000::run::SLICE;

use super::course::{Course, Goal, UnfinishedMovement};
use super::state::{Session, Tick};
use super::stop::Reason;
use crate::breakpoint::{Guard, INTERVAL, Over, Target};
use crate::calls::Frame as CallFrame;
use crate::expression::View;
use crate::history::Change;
use crate::machine::{Address, Fault};
use crate::program::instruction;

/// Instructions between two checks of connections from which characters may arrive at any time.
const LIVE: u64 = 1 << 16;

/// The maximum number of bytes that the processor pushes at once.
const PUSHED: u16 = 16;

/// The time that a program waiting for such a connection sleeps between two checks.
const LOOK: Duration = Duration::from_millis(1);

impl Session {
    /// Continues until the goal is reached, a breakpoint is hit, the program stops, or the tick interrupts it.
    ///
    /// # Example
    ///
    /// ```
    /// # use z8000_asm::{Memory, Options, assemble};
    /// # use z8000_debugger::program::Program;
    /// use z8000_debugger::session::{Goal, Reason, Session};
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
    /// assert_eq!(session.run(&Goal::Step(1), &mut |_| false), Reason::Done);
    /// assert_eq!(session.run(&Goal::Forever, &mut |_| false), Reason::Halted);
    /// // LDK 5, INC 4, HALT 8.
    /// assert_eq!(session.now().clocks, 17);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn run(&mut self, goal: &Goal, tick: &mut Tick<'_>) -> Reason {
        if let Goal::Step(count) = goal {
            return self.step(*count, tick);
        }
        let Some((target, until)) = self.aim(goal) else {
            return Reason::NoCaller;
        };
        self.leave();
        match self.follow(Course { target, until }, tick) {
            Reason::Done if self.has_wrapped(goal) => Reason::Error(Fault(
                "the stack has grown through its whole segment and overwritten the frame of the routine".to_owned(),
            )),
            reason => reason,
        }
    }

    /// Steps over instructions and exceptions; waits of the halted processor are not counted.
    fn step(&mut self, count: u64, tick: &mut Tick<'_>) -> Reason {
        self.leave();
        let end = self.events().saturating_add(count);
        while self.events() < end {
            let course = if self.cpu().halted() {
                Course { target: Target { awake: true, ..Target::default() }, until: u64::MAX }
            } else {
                let left = end - self.events();
                Course {
                    target: Target::default(),
                    until: self.machine.now().saturating_add(left),
                }
            };
            match self.follow(course, tick) {
                Reason::Done => {}
                other => return other,
            }
        }
        Reason::Done
    }

    /// Returns the number of instructions and exceptions since the beginning.
    fn events(&self) -> u64 {
        self.machine.now() - self.machine.subject.waits()
    }

    /// Returns true if the stack is lower only because it has wrapped around: the last step pushed something.
    fn has_wrapped(&self, goal: &Goal) -> bool {
        match goal {
            Goal::Out(_) => {
                let before = self.machine_at(self.machine.now().saturating_sub(1));
                let [before, now] = [before.subject.cpu(), self.cpu()].map(|cpu| cpu.register(15));
                (1..=PUSHED).contains(&before.wrapping_sub(now))
            }
            // A step over an instruction that pushes ends lower, but it never ends with an exception.
            Goal::Over => self.interruption().is_some(),
            // Other goals, of which a view may set thousands per second, do not need this check.
            _ => false,
        }
    }

    /// Continues to its goal the movement, forward or backward, that the tick interrupted. If there is none, nothing
    /// happens.
    pub fn go_on(&mut self, tick: &mut Tick<'_>) -> Reason {
        match self.unfinished.take() {
            Some(UnfinishedMovement::Forward(course)) => self.follow(course, tick),
            Some(UnfinishedMovement::Back(hunt)) => self.hunt_on(hunt, tick),
            None => Reason::Done,
        }
    }

    fn follow(&mut self, course: Course, tick: &mut Tick<'_>) -> Reason {
        let reason = match self.forward(&course.target, course.until, tick) {
            Ok(reason) => reason.unwrap_or(Reason::Done),
            Err(fault) => Reason::Error(fault),
        };
        let reason = match self.collect() {
            Err(fault) if !matches!(reason, Reason::Error(_)) => Reason::Error(fault),
            _ => reason,
        };
        let reason = match reason {
            Reason::Error(fault) => Reason::Error(self.bad_vector().unwrap_or(fault)),
            reason => reason,
        };
        self.furthest = self.furthest();
        if reason == Reason::Interrupted {
            self.unfinished = Some(UnfinishedMovement::Forward(course));
        }
        reason
    }

    /// Returns the fault if an exception has just been taken whose vector leads to no instruction.
    fn bad_vector(&self) -> Option<Fault> {
        let (frame, _) = self.calls().chain().into_iter().next()?;
        let led = self.led(&frame).filter(|_| frame.start == self.pc())?;
        Some(Fault(format!("{led}, where there is no valid instruction")))
    }

    /// Describes the innermost exception whose handler is not in the source: a program that does not end may have gone
    /// astray there.
    pub(crate) fn stray_vector(&self) -> Option<String> {
        let chain = self.calls().chain().into_iter();
        let mut astray = chain.filter(|(frame, _)| !self.program.may_begin(frame.start));
        let led = astray.find_map(|(frame, _)| self.led(&frame))?;
        Some(format!("{led}, where the source has no instruction"))
    }

    /// Describes the exception that has opened a frame, with its place and its vector.
    fn led(&self, frame: &CallFrame) -> Option<String> {
        let taken = frame.entry.exception()?;
        let vector = taken.vector(self.cpu());
        let text = self.program.disassembled(self.look(), frame.from).text;
        Some(format!(
            "{taken} at {}, `{text}`: its vector at {vector} points to {}",
            frame.from, frame.start
        ))
    }

    /// Returns the target for a goal, and the number of steps at which to end; `None` if the routine to leave has no
    /// caller.
    fn aim(&self, goal: &Goal) -> Option<(Target, u64)> {
        let now = self.machine.now();
        Some(match goal {
            Goal::Step(count) => (Target::default(), now.saturating_add(*count)),
            Goal::Time(until) => (Target::default(), *until),
            Goal::Forever => (Target::default(), u64::MAX),
            Goal::First(passing) => (Target::hit(passing.clone()), u64::MAX),
            Goal::Over => match self.behind_call() {
                Some(behind) => {
                    let level = self.calls().level(self.cpu());
                    (Target { addresses: vec![behind], ..Target::at_level(level) }, u64::MAX)
                }
                None => {
                    let over = Over::new(self.calls().system_level(self.cpu()), self.cpu().halted());
                    (Target { over: Some(over), ..Target::default() }, u64::MAX)
                }
            },
            Goal::Out(frame) => (Target::at_level(self.closing(*frame)?), u64::MAX),
        })
    }

    /// Returns the address after the next instruction, if that is a call.
    fn behind_call(&self) -> Option<Address> {
        let (pc, memory) = (self.machine.subject.pc(), &self.machine.subject);
        let instruction = instruction(memory, pc).filter(|found| found.calls() && !self.cpu().halted())?;
        Some(pc.plus(instruction.length.into()))
    }

    /// Runs, and returns why it stopped; `None` at the given number of steps.
    fn forward(&mut self, target: &Target, until: u64, tick: &mut Tick<'_>) -> Result<Option<Reason>, Fault> {
        let list = self.breakpoints.list();
        let last = self.machine.subject.clocks().saturating_add(self.limit.max(1));
        let mut guard = Guard::new(list, target.clone(), &self.machine.subject).limited(last);
        let mut next_tick = self.machine.now().saturating_add(self.tick);
        self.breakpoints.note_hits(self.machine.now());
        let mut next_note = self.machine.now() + INTERVAL;
        while self.machine.now() < until {
            let slice = u64::from(SLICE);
            let aligned = |at: u64| (at / slice + 1) * slice;
            let now = self.machine.now();
            let changes = self.history.changes();
            let stop = if guard.is_idle() {
                // Runs to the next moment at which something must be done; whether the program waits for input is
                // checked on the way.
                let next = next_tick.min(self.history.due(now)).min(self.looked_at(now));
                let next = aligned(next.max(now + 1) - 1).min(until);
                self.machine.served_piece(next, last, changes)
            } else {
                self.machine.piece(aligned(now).min(until), changes, &mut guard)
            };
            // Applies the changes that were recorded for this piece.
            self.machine.settle(changes);
            let ended = match &stop {
                Err(fault) => Some(Reason::Error(fault.clone())),
                Ok(Some(MachineStop::Halted)) => Some(Reason::Halted),
                _ => None,
            };
            let done = self.machine.now() >= until;
            let limited = (!done && self.machine.subject.clocks() >= last).then_some(Reason::Limit(self.limit));
            if stop == Ok(Some(MachineStop::Probe)) || ended.is_some() || limited.is_some() || done {
                let judged = self.judge(&mut guard);
                if let Some(reason) = ended.or(judged).or(limited) {
                    return Ok(Some(reason));
                }
            }
            if self.machine.now() >= next_note && !guard.is_idle() {
                next_note = self.machine.now() + INTERVAL;
                // A breakpoint hit at this moment belongs to the record of hits.
                if let Some(reason) = self.judge(&mut guard) {
                    return Ok(Some(reason));
                }
                self.breakpoints.note_hits(self.machine.now());
            }
            if self.machine.now().is_multiple_of(slice)
                && let Some(reason) = self.serve(tick)?
            {
                return Ok(Some(self.judge(&mut guard).unwrap_or(reason)));
            }
            if self.machine.now() >= self.history.due(self.machine.now()) {
                self.collect()?;
                self.history.take(&self.machine, self.console.added());
            }
            if self.machine.now() >= next_tick {
                next_tick = self.machine.now() + self.tick;
                self.collect()?;
                if tick(self) {
                    // A hit at this moment would not be examined when the run continues.
                    return Ok(Some(self.judge(&mut guard).unwrap_or(Reason::Interrupted)));
                }
            }
        }
        Ok(None)
    }

    /// Returns the moment up to which a run need not check the connections.
    fn looked_at(&self, now: u64) -> u64 {
        if self.is_live() { now + LIVE } else { u64::MAX }
    }

    /// Returns true if characters may arrive at any time.
    fn is_live(&self) -> bool {
        let live = |port| self.outside().is_some_and(|outside| outside.is_live(port));
        (0..self.returned.len()).any(live)
    }

    /// Gives the program the characters that have arrived, and those for which it waits. If no more can come, the run
    /// ends.
    fn serve(&mut self, tick: &mut Tick<'_>) -> Result<Option<Reason>, Fault> {
        // Characters recorded for this moment were supplied by `settle`, and those recorded for later moments will be.
        if self.machine.applied < self.history.changes().len() {
            return Ok(self.machine.subject.wants_input().then_some(Reason::WantsInput));
        }
        let console = self.machine.subject.console;
        if !self.feed.is_empty() && console.is_some_and(|port| self.machine.subject.takes_at().contains(&port)) {
            self.collect()?;
            self.feed_on();
        } else {
            self.receive()?;
        }
        while self.machine.subject.wants_input() {
            self.collect()?;
            if self.feed_on() || self.receive()? {
                break;
            }
            let live = |port: &usize| self.outside().is_some_and(|outside| outside.is_live(*port));
            let waits = |port: &usize| self.machine.subject.takes_at().contains(port);
            if !(0..self.returned.len()).any(|port| waits(&port) && live(&port)) {
                return Ok(Some(Reason::WantsInput));
            }
            std::thread::sleep(LOOK);
            if tick(self) {
                return Ok(Some(Reason::Interrupted));
            }
        }
        Ok(None)
    }

    /// Gives the program a line that has arrived from a connection, at the first port that has one.
    fn receive(&mut self) -> Result<bool, Fault> {
        for port in self.machine.subject.takes_at() {
            let Some(mut outside) = self.outside() else { break };
            let came = self.returned[port].is_empty();
            let came = came.then(|| outside.receive(port)).transpose()?;
            drop(outside);
            let characters = came.unwrap_or_else(|| std::mem::take(&mut self.returned[port]));
            if !characters.is_empty() {
                let change = Change::Received { port, characters };
                self.history.add(self.machine.now(), change);
                self.machine.settle(self.history.changes());
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Gives the program a part of the queued input, if it is waiting and there is any.
    pub(super) fn feed_on(&mut self) -> bool {
        let console = self.machine.subject.console;
        let waits = console.is_some_and(|port| self.machine.subject.takes_at().contains(&port));
        let Some(next) = waits.then(|| self.feed.pop_front()).flatten() else {
            return false;
        };
        self.history.add(self.machine.now(), Change::Feed(next));
        self.machine.settle(self.history.changes());
        true
    }

    /// Decides whether what the guard has found stops the run, taking into account conditions, ignore counts and logs.
    fn judge(&mut self, guard: &mut Guard) -> Option<Reason> {
        let found = guard.found(&self.machine.subject);
        let moment = self.now();
        let (mut stopping, mut spent) = (Vec::new(), Vec::new());
        let view = View::from(&self.machine.subject);
        for &id in &found.ids {
            let Some(breakpoint) = self.breakpoints.find(id) else {
                continue;
            };
            if !breakpoint.holds(view) {
                continue;
            }
            breakpoint.hits += 1;
            if !breakpoint.acts_at(breakpoint.hits) {
                continue;
            }
            if breakpoint.once {
                spent.push(id);
            }
            match &breakpoint.log {
                Some(message) => self.notes.extend(&[(moment, message.filled(view))]),
                None => stopping.push(id),
            }
        }
        let target = found.target;
        let hit = (!stopping.is_empty()).then(|| Reason::hit(self.breakpoints.list(), stopping, &found));
        self.breakpoints.retain(|breakpoint| !spent.contains(&breakpoint.id));
        hit.or_else(|| target.then_some(Reason::Done))
    }
}
