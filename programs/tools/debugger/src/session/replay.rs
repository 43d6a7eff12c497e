//! A replay of the past with a probe.

use std::collections::BTreeMap;

use z8000::machine::Stop;
use z8000::run::Probe;

use super::{Moment, Session};
use crate::breakpoint::{Accesses, Tally};
use crate::history::{Change, Machine as Timed};
use crate::machine::{Address, Machine, World};
use crate::profile::Profiler;

/// A part of the past to be replayed, in pieces if it is long. The session is not changed.
#[derive(Debug, Clone)]
pub struct Replay {
    machine: Timed,
    changes: Vec<(u64, Change)>,
    end: u64,
}

impl Replay {
    /// Replays at most `most` further steps with a probe. Returns true if the end is reached.
    pub fn advance<P: Probe<World> + ?Sized>(&mut self, most: u64, probe: &mut P) -> bool {
        let until = self.machine.now().saturating_add(most).min(self.end);
        self.machine.replay(until, &self.changes, probe);
        self.machine.now() >= self.end
    }

    /// Replays until the program has sent a line feed, or to the end. Returns true at a line feed.
    pub fn next_line(&mut self) -> bool {
        self.machine.line(self.end, &self.changes)
    }

    /// Replays at most `most` steps with a probe, possibly beyond the end, where the program continues as it
    /// would without further input. Returns true if it halts, fails, or waits for input.
    pub fn continue_beyond<P: Probe<World> + ?Sized>(&mut self, most: u64, probe: &mut P) -> bool {
        let until = self.machine.now().saturating_add(most);
        self.machine.settle(&self.changes);
        while self.machine.now() < until {
            match self.machine.piece(until, &self.changes, probe) {
                Ok(None | Some(Stop::Probe)) => self.machine.settle(&self.changes),
                Ok(Some(_)) | Err(_) => return true,
            }
        }
        self.machine.subject.wants_input()
    }

    /// Returns the moment that was reached.
    pub fn now(&self) -> Moment {
        Moment::of(&self.machine)
    }

    /// Returns the machine at the moment that was reached.
    pub const fn machine(&self) -> &Machine {
        &self.machine.subject
    }
}

impl Session {
    /// Prepares a replay of the past from a moment up to now.
    pub fn past(&self, from: u64) -> Replay {
        let end = self.machine.now();
        let (mut machine, _) = self.history.before(from.min(end));
        let changes = self.history.changes()[..self.machine.applied].to_vec();
        machine.go(from.min(end), &changes);
        Replay { machine, changes, end }
    }

    /// Extends a replay to the current moment.
    pub fn prolong(&self, past: &mut Replay) {
        past.end = self.machine.now();
        past.changes = self.history.changes()[..self.machine.applied].to_vec();
    }

    /// Replays the past from a moment up to now with a probe. The session is not changed.
    ///
    /// # Example
    ///
    /// ```
    /// # use z8000_asm::{Memory, Options, assemble};
    /// # use z8000_debugger::program::Program;
    /// use z8000_debugger::profile::Profiler;
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
    /// session.run(&Goal::Forever, &mut |_| false);
    /// let mut profiler = Profiler::new(session.program());
    /// // From the second instruction: INC 4, HALT 8.
    /// session.replay(1, &mut profiler);
    /// assert_eq!(profiler.total(), 12);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn replay<P: Probe<World> + ?Sized>(&self, from: u64, probe: &mut P) {
        self.past(from).advance(u64::MAX, probe);
    }

    /// Counts the accesses to each word from one address to another, inclusive, between a moment in the past and now.
    /// Words that were not accessed are omitted.
    ///
    /// # Example
    ///
    /// ```
    /// # use z8000_asm::{Memory, Options, assemble};
    /// # use z8000_debugger::program::Program;
    /// use z8000_debugger::breakpoint::Accesses;
    /// use z8000_debugger::session::{Goal, Session};
    ///
    /// let source = "
    ///         .z8002
    ///         .word   0, 0x4000, start
    /// start:  ldk     r1,#5
    ///         ld      result,r1
    ///         halt
    ///         .data
    ///         .org    0x1000
    /// result: .word   0
    /// ";
    /// # let files = Memory::new([("t.s", source)]);
    /// # let program = Program::assembled(&assemble(&files, "t.s", &Options::default())?, &files, None)?;
    /// let mut session = Session::new(program, 4_000_000);
    /// session.run(&Goal::Forever, &mut |_| false);
    /// let words = session.accesses(0, false, 0x1000.into(), 0x10FF.into());
    /// assert_eq!(words.into_iter().collect::<Vec<_>>(), [(0x1000.into(), Accesses { written: 1, read: 0 })]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn accesses(&self, since: u64, program: bool, from: Address, to: Address) -> BTreeMap<Address, Accesses> {
        let mut tally = Tally::new(program, from, to);
        self.replay::<dyn Probe<World>>(since, &mut tally);
        tally.words
    }

    /// Profiles the clocks from a moment in the past to now.
    pub fn profile(&self, from: u64) -> Profiler {
        let mut profiler = self.profiler(from);
        self.replay(from, &mut profiler);
        profiler
    }

    /// Returns a profiler for what follows a moment in the past, which knows the routines that are active there.
    pub fn profiler(&self, from: u64) -> Profiler {
        match from.min(self.machine.now()) {
            0 => Profiler::new(&self.program),
            from => Profiler::within(&self.program, self.calls_at(from), self.machine_at(from).subject.pc()),
        }
    }
}
