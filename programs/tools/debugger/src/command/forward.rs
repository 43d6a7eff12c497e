//! Commands for forward movement.

use super::answer::{CommandError, Outcome};
use super::interpreter::{Arguments, Interpreter, commands};
use crate::breakpoint::{Breakpoint, Kind};
use crate::session::{Goal, Reason, Session, Tick};

commands! {
    "Going forward"
    "step"     "s" "[N]"      "execute one instruction or take one exception, or N of them" => step;
    "over"     "n" ""         "execute one instruction with the handlers before it, or a whole call or system call"
        => |debugger, _, tick| debugger.run(&Goal::Over, tick);
    "out"      "o" ""         "run until the current routine or handler returns"
        => |debugger, _, tick| debugger.run(&Goal::Out(0), tick);
    "continue" "c" "[CLOCKS]" "run until something stops the program, or for a number of clocks" => resume;
    "until"    "u" "PLACE"    "run to a place" => until;
}

fn step(interpreter: &mut Interpreter, arguments: &Arguments<'_>, tick: &mut Tick<'_>) -> Outcome {
    let count = interpreter.optional_count(arguments)?;
    interpreter.run(&Goal::Step(count), tick)
}

fn until(interpreter: &mut Interpreter, arguments: &Arguments<'_>, tick: &mut Tick<'_>) -> Outcome {
    let (addresses, _) = interpreter.place(arguments.required()?)?;
    interpreter.run(&Goal::to(addresses), tick)
}

fn resume(interpreter: &mut Interpreter, arguments: &Arguments<'_>, tick: &mut Tick<'_>) -> Outcome {
    if arguments.text.is_empty() {
        return interpreter.run(&Goal::Forever, tick);
    }
    let clocks = interpreter.count(arguments.text)?;
    if clocks == 0 {
        return Err(arguments.wrong("the number of clocks must be at least 1"));
    }
    let until = interpreter.session.now().clocks.saturating_add(clocks);
    let reached = Breakpoint::passing(Kind::Clock(until), None);
    interpreter.run(&Goal::First(vec![reached]), tick)
}

impl Interpreter {
    /// Moves the program, and reports its stop.
    pub(super) fn go(&mut self, movement: impl FnOnce(&mut Session) -> Reason) -> Outcome {
        match movement(&mut self.session) {
            stop @ Reason::NoCaller => Err(CommandError::Other(stop.to_string())),
            stop => Ok(self.moved(&stop)),
        }
    }

    fn run(&mut self, goal: &Goal, tick: &mut Tick<'_>) -> Outcome {
        self.go(|session| session.run(goal, tick))
    }
}
