//! Steps over statements and lines, forward and backward.

use super::{Goal, Reason, Session, Tick};
use crate::program::Unit;

impl Session {
    /// Executes one unit of the program, stepping into calls or over them. A unit ends after its last instruction, or
    /// where the program jumps back within it, so each iteration of a one-line loop is a step.
    ///
    /// # Example
    ///
    /// ```
    /// # use z8000_asm::{Memory, Options, assemble};
    /// use z8000_debugger::program::{Program, Unit};
    /// use z8000_debugger::session::Session;
    ///
    /// let source = "
    ///         .z8002
    ///         .word   0, 0x4000, start
    ///         .macro twice
    ///         inc     r1,#1
    ///         inc     r1,#1
    ///         .endm
    /// start:  twice
    ///         halt
    /// ";
    /// # let files = Memory::new([("t.s", source)]);
    /// # let program = Program::assembled(&assemble(&files, "t.s", &Options::default())?, &files, None)?;
    /// let mut session = Session::new(program, 4_000_000);
    /// session.step_unit(Unit::Line, false, &mut |_| false);
    /// // A call of a macro is one line.
    /// assert_eq!((session.now().instructions, session.cpu().register(1)), (2, 2));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn step_unit(&mut self, unit: Unit, over: bool, tick: &mut Tick<'_>) -> Reason {
        let goal = if over { Goal::Over } else { Goal::Step(1) };
        let extent = self.program.extent(self.pc(), unit);
        let left = (self.now(), self.cpu().clone());
        loop {
            let from = self.pc();
            let stop = self.run(&goal, tick);
            let at = self.pc();
            let inside = extent.is_some() && self.program.extent(at, unit) == extent && at > from;
            if stop != Reason::Done || !inside {
                (self.last, self.before) = left;
                return stop;
            }
        }
    }

    /// Goes back to the beginning of the previous unit, into calls that have returned or over them. From the middle of
    /// a unit, goes to its beginning.
    pub fn back_unit(&mut self, unit: Unit, over: bool, tick: &mut Tick<'_>) -> Reason {
        let left = (self.now(), self.cpu().clone());
        let mut stop = self.back_once(over, tick);
        let extent = self.program.extent(self.pc(), unit);
        while stop == Reason::Done && self.is_inside(unit) {
            let (at, moment) = (self.pc(), self.now());
            let further = self.back_once(over, tick);
            let inside = self.program.extent(self.pc(), unit) == extent && self.pc() < at;
            if further != Reason::Done || !inside {
                self.seek(moment.steps);
                if further == Reason::Interrupted {
                    stop = further;
                }
                break;
            }
        }
        (self.last, self.before) = left;
        stop
    }

    fn back_once(&mut self, over: bool, tick: &mut Tick<'_>) -> Reason {
        if over { self.back_over(tick) } else { self.back(1) }
    }

    /// Returns true if the current unit has instructions before the current one: only then must the search go further
    /// back.
    fn is_inside(&self, unit: Unit) -> bool {
        let (program, at) = (&self.program, self.pc());
        let extent = program.extent(at, unit);
        extent.is_some()
            && at
                .checked_sub(2)
                .is_some_and(|before| program.extent(before, unit) == extent)
    }
}
