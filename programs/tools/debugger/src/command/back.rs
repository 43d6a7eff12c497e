//! Commands for backward movement.

use super::answer::{CommandError, Outcome};
use super::interpreter::{Arguments, Interpreter, commands};
use super::origin::origin;
use crate::session::Tick;

commands! {
    "Going back"
    "back"          "b"  "[N]"             "go back one instruction or exception, or N of them"
        => |debugger, arguments, _| debugger.step_back(arguments);
    "back-over"     "bn" ""                "go back one instruction, or over a call or an exception that has returned"
        => |debugger, _, tick| debugger.go(|session| session.back_over(tick));
    "back-out"      "bo" ""                "go back to where the current routine or handler was entered"
        => |debugger, _, tick| debugger.go(|session| session.back_out(0, tick));
    "back-continue" "bc" ""                "go back to the previous stop at a breakpoint, or to the start"
        => |debugger, _, tick| debugger.go(|session| session.run_back(tick));
    "goto"          "g"  "STEPS"           "go to a moment, counted in steps since the start" => goto;
    "origin"        "w"  "[PLACE [DEPTH]]" "show which instruction gave a register, a flag or memory its value, and its operands; alone, follow the first operand" => origin;
}

fn goto(interpreter: &mut Interpreter, arguments: &Arguments<'_>, _: &mut Tick<'_>) -> Outcome {
    let at = interpreter.count(arguments.required()?)?;
    let furthest = interpreter.session.furthest();
    if at > furthest {
        return Err(CommandError::Other(format!(
            "the program has made only {furthest} steps: run it further first"
        )));
    }
    let stop = interpreter.session.seek(at);
    Ok(interpreter.stopped(&stop))
}

impl Interpreter {
    /// Goes back by one instruction, or by the given number.
    ///
    /// # Errors
    ///
    /// The argument is not a number.
    pub fn step_back(&mut self, arguments: &Arguments<'_>) -> Outcome {
        let count = self.optional_count(arguments)?;
        let stop = self.session.back(count);
        Ok(self.stopped(&stop))
    }
}
