//! Moves a session backward.

use std::collections::BTreeMap;

use super::course::{Hunt, UnfinishedMovement};
use super::state::{Session, Tick};
use super::stop::Reason;
use crate::breakpoint::{Breakpoint, BreakpointHits, Guard, Noted, Target};
use crate::calls::Interruption;
use crate::expression::View;
use crate::history::Machine;
use crate::machine::{Address, Look as _};
use crate::program::Flow;

/// A moment of the past at which something was found, and what was found.
type Past = (u64, Reason);

impl Session {
    /// Goes to the moment after a number of steps since the beginning, but not beyond the furthest point that the
    /// program has reached.
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
    /// start:  ldk     r1,#0
    /// loop:   inc     r1,#1
    ///         jr      loop
    /// ";
    /// # let files = Memory::new([("t.s", source)]);
    /// # let program = Program::assembled(&assemble(&files, "t.s", &Options::default())?, &files, None)?;
    /// let mut session = Session::new(program, 4_000_000);
    /// session.run(&Goal::Step(101), &mut |_| false);
    /// assert_eq!(session.cpu().register(1), 50);
    /// session.seek(21);
    /// assert_eq!(session.cpu().register(1), 10);
    /// // Forward again, as far as it had come.
    /// session.seek(1_000);
    /// assert_eq!(session.now().instructions, 101);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn seek(&mut self, at: u64) -> Reason {
        self.leave();
        self.furthest = self.furthest();
        self.place(at.min(self.furthest));
        Reason::Done
    }

    /// Goes back by a number of instructions and exceptions, passing over waits between them, or to the start if there
    /// are fewer ([`Reason::Beginning`]).
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
    /// session.run(&Goal::Step(2), &mut |_| false);
    /// assert_eq!(session.back(1), Reason::Done);
    /// assert_eq!(session.cpu().register(1), 5);
    /// assert_eq!(session.back(5), Reason::Beginning);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn back(&mut self, count: u64) -> Reason {
        let begins = count > self.machine.now() - self.machine.subject.waits();
        self.seek(self.before_events(count));
        if begins { Reason::Beginning } else { Reason::Done }
    }

    /// Returns the first moment from which at most a number of instructions and exceptions lead to the present.
    pub(crate) fn before_events(&self, count: u64) -> u64 {
        let (now, waits) = (self.machine.now(), self.machine.subject.waits());
        let (first, mut after) = ((now - waits).saturating_sub(count), now.saturating_sub(count));
        if waits == 0 {
            return after;
        }
        let events = |at: u64| at - self.machine_at(at).subject.waits();
        let mut from = first;
        if events(after) == first && !self.machine_at(after).subject.cpu().halted() {
            from = after;
        }
        while from < after {
            let between = from + (after - from) / 2;
            if events(between) < first {
                from = between + 1;
            } else {
                after = between;
            }
        }
        after
    }

    /// Sets the machine to a moment that was reached before.
    fn place(&mut self, at: u64) {
        self.breakpoints.note_hits(self.machine.now());
        let (machine, console) = self.history.before(at);
        let ahead = machine.now() <= self.machine.now() && self.machine.now() <= at;
        if !ahead {
            self.machine = machine;
            self.show(console);
        }
        self.machine.go(at, self.history.changes());
        // The output is not new to any connection.
        let _ = self.collect();
        let hits = self.hits_at(self.breakpoints.list(), at);
        self.breakpoints.set_hits(at, &hits);
    }

    /// Returns how often breakpoints had been hit by a moment.
    fn hits_at(&self, list: &[Breakpoint], at: u64) -> BTreeMap<u32, u64> {
        let noted = |one: &Breakpoint| Some((one.id, self.breakpoints.noted(one.id, at)?));
        let noted: BTreeMap<u32, Noted> = list.iter().filter_map(noted).collect();
        let mut hits = noted.iter().map(|(id, (_, hits))| (*id, *hits)).collect();
        let counted = list.iter().filter(|one| one.enabled && noted.contains_key(&one.id));
        let counted: Vec<Breakpoint> = counted.cloned().collect();
        let Some(from) = counted.iter().map(|one| noted[&one.id].0).min() else {
            return hits;
        };
        self.find_all(
            self.machine_at(from),
            at,
            &counted,
            Target::default(),
            |moment, view, found| {
                for one in counted
                    .iter()
                    .filter(|one| found.ids.contains(&one.id) && one.holds(view))
                {
                    let is_later = moment > noted[&one.id].0;
                    *hits.entry(one.id).or_default() += u64::from(is_later);
                }
            },
        );
        hits
    }

    /// Goes back to the last moment at which a breakpoint would have stopped the run, or to the start if there is none.
    /// Hits before a breakpoint was set do not stop at a breakpoint with an ignore count.
    ///
    /// # Example
    ///
    /// ```
    /// # use z8000_asm::{Memory, Options, assemble};
    /// # use z8000_debugger::program::Program;
    /// use z8000_debugger::breakpoint::Kind;
    /// use z8000_debugger::session::{Goal, Session};
    ///
    /// let source = "
    ///         .z8002
    ///         .word   0, 0x4000, start
    /// start:  ldk     r1,#0
    /// loop:   inc     r1,#1
    ///         jr      loop
    /// ";
    /// # let files = Memory::new([("t.s", source)]);
    /// # let program = Program::assembled(&assemble(&files, "t.s", &Options::default())?, &files, None)?;
    /// let at = program.code_address("loop")?;
    /// let mut session = Session::new(program, 4_000_000);
    /// session.run(&Goal::Step(6), &mut |_| false);
    /// session.breakpoints.add(Kind::Code(vec![at]), "loop");
    /// session.run_back(&mut |_| false);
    /// assert_eq!((session.now().instructions, session.cpu().register(1)), (5, 2));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn run_back(&mut self, tick: &mut Tick<'_>) -> Reason {
        let list = self.breakpoints.list().to_vec();
        self.hunt_on(self.hunt(list, Target::default()), tick)
    }

    /// Goes back over an instruction. If it was the return from a call or an exception, goes back to before that call
    /// or exception.
    pub fn back_over(&mut self, tick: &mut Tick<'_>) -> Reason {
        let (start, after) = (self.machine.now(), self.cpu().clone());
        let stop = self.back(1);
        let subject = &self.machine.subject;
        let returns = Flow::of(subject.word(true, subject.pc())) == Flow::Return;
        let innermost = if returns { self.closing(0) } else { None };
        let closed = innermost.filter(|level| stop == Reason::Done && level.reached(&after));
        let Some(level) = closed else {
            return stop;
        };
        let before = (self.last, self.before.clone());
        let mut hunt = self.hunt(Vec::new(), Target::at_level(level));
        hunt.stop = Some(before.clone());
        let stop = self.hunt_on(hunt, tick);
        if stop == Reason::Interrupted {
            self.place(start);
            (self.last, self.before) = before;
        }
        stop
    }

    /// Goes back to where the routine of a frame in the call stack was entered; 0 is the innermost.
    pub fn back_out(&mut self, frame: usize, tick: &mut Tick<'_>) -> Reason {
        let Some(level) = self.closing(frame) else {
            return Reason::NoCaller;
        };
        self.hunt_on(self.hunt(Vec::new(), Target::at_level(level)), tick)
    }

    /// Goes back to the last moment at which one of these breakpoints, which apply only to this movement, was hit, or
    /// to the start if there is none.
    pub fn back_to(&mut self, passing: Vec<Breakpoint>, tick: &mut Tick<'_>) -> Reason {
        self.hunt_on(self.hunt(Vec::new(), Target::hit(passing)), tick)
    }

    /// Returns the interrupt that the last step took; `None` if it did something else.
    pub fn interruption(&self) -> Option<Interruption> {
        let before = self
            .machine
            .now()
            .checked_sub(1)
            .filter(|_| self.machine.subject.exceptions() > 0)?;
        let mut past = self.machine_at(before).subject;
        let from = past.pc();
        Interruption::of(past.step(None).ok()?, from, past.cpu(), &past)
    }

    /// Returns the address of the last executed instruction; `None` at the start.
    pub fn previous(&self) -> Option<Address> {
        let at = self.machine.now().checked_sub(1)?;
        Some(self.machine_at(at).subject.pc())
    }

    /// Returns the machine as it was at a moment.
    pub(super) fn machine_at(&self, at: u64) -> Machine {
        let (mut machine, _) = self.history.before(at);
        machine.go(at, self.history.changes());
        machine
    }

    /// Returns a search that begins at the present.
    fn hunt(&self, breakpoints: Vec<Breakpoint>, target: Target) -> Hunt {
        Hunt {
            breakpoints,
            target,
            end: self.machine.now(),
            before: self.machine.now(),
            stop: None,
        }
    }

    /// Continues a search, and goes to what it finds.
    pub(super) fn hunt_on(&mut self, mut hunt: Hunt, tick: &mut Tick<'_>) -> Reason {
        let reason = match self.find_back(&mut hunt, tick) {
            Ok(Some((at, reason))) => {
                self.seek(at);
                reason
            }
            Ok(None) => {
                self.seek(0);
                Reason::Beginning
            }
            Err(Interrupted) => {
                self.unfinished = Some(UnfinishedMovement::Back(hunt));
                return Reason::Interrupted;
            }
        };
        if let Some(stop) = hunt.stop {
            (self.last, self.before) = stop;
        }
        reason
    }

    /// Returns the last find, by replaying from each snapshot to the next, the last interval first.
    fn find_back(&self, hunt: &mut Hunt, tick: &mut Tick<'_>) -> Result<Option<Past>, Interrupted> {
        while hunt.end > 0 {
            let (machine, _) = self.history.before(hunt.end - 1);
            let start = machine.now();
            let past = self.find_between(machine, hunt);
            if past.is_some() {
                return Ok(past);
            }
            hunt.end = start;
            if tick(self) {
                return Err(Interrupted);
            }
        }
        Ok(None)
    }

    /// Returns the last find after a snapshot, but not after the end of the hunt.
    fn find_between(&self, machine: Machine, hunt: &Hunt) -> Option<Past> {
        let from = machine.now();
        let counting = hunt.breakpoints.iter().filter(|one| one.counts());
        let mut hits = self.hits_at(&counting.cloned().collect::<Vec<_>>(), from);
        let mut last = None;
        let target = hunt.target.clone();
        self.find_all(machine, hunt.end, &hunt.breakpoints, target, |at, view, found| {
            let mut ids = Vec::new();
            for one in hunt
                .breakpoints
                .iter()
                .filter(|one| found.ids.contains(&one.id) && one.holds(view))
            {
                let hit = hits.entry(one.id).or_default();
                // Before a breakpoint was set, it had no hits.
                *hit += u64::from(self.breakpoints.noted(one.id, at - 1).is_some());
                if one.log.is_none() && one.acts_at(*hit) {
                    ids.push(one.id);
                }
            }
            if at >= hunt.before {
                return;
            }
            if !ids.is_empty() {
                last = Some((at, Reason::hit(&hunt.breakpoints, ids, &found)));
            } else if found.target {
                last = Some((at, Reason::Done));
            }
        });
        last
    }

    /// Replays from a machine to a moment, and passes on what breakpoints and a target find on the way, before
    /// conditions are evaluated.
    fn find_all(
        &self,
        mut machine: Machine,
        until: u64,
        breakpoints: &[Breakpoint],
        target: Target,
        mut show: impl FnMut(u64, View<'_>, BreakpointHits),
    ) {
        let changes = self.history.changes();
        machine.settle(changes);
        let mut guard = Guard::new(breakpoints, target, &machine.subject);
        loop {
            let stopped = machine.replay(until, changes, &mut guard);
            let found = guard.found(&machine.subject);
            if !found.is_empty() {
                show(machine.now(), View::from(&machine.subject), found);
            }
            if !stopped {
                return;
            }
        }
    }
}

/// The error of an interrupted search.
struct Interrupted;
