//! Going forward.

use super::answer::Outcome;
use super::interpreter::{Arguments, Interpreter, commands};
use crate::breakpoint::Kind;
use crate::session::{Goal, Reason, Tick};

commands! {
    "Going forward"
    "step"     "s" "[N]"    "execute one instruction, or N" => step;
    "over"     "n" ""       "execute one instruction, or a call with all that it calls" => over;
    "out"      "o" ""       "run until the current routine returns" => out;
    "continue" "c" ""       "run until something stops the program" => resume;
    "until"    "u" "PLACE"  "run to a place" => until;
    "run"      ""  "CLOCKS" "run for a number of clocks" => run;
}

fn step(interpreter: &mut Interpreter, arguments: &Arguments<'_>, tick: &mut Tick<'_>) -> Outcome {
    let count = interpreter.optional_count(arguments)?;
    forward(interpreter, &Goal::Step(count), tick)
}

fn over(interpreter: &mut Interpreter, _: &Arguments<'_>, tick: &mut Tick<'_>) -> Outcome {
    forward(interpreter, &Goal::Over, tick)
}

fn out(interpreter: &mut Interpreter, _: &Arguments<'_>, tick: &mut Tick<'_>) -> Outcome {
    forward(interpreter, &Goal::Out, tick)
}

fn resume(interpreter: &mut Interpreter, _: &Arguments<'_>, tick: &mut Tick<'_>) -> Outcome {
    forward(interpreter, &Goal::Forever, tick)
}

fn until(interpreter: &mut Interpreter, arguments: &Arguments<'_>, tick: &mut Tick<'_>) -> Outcome {
    let (addresses, _) = interpreter.place(arguments.required()?)?;
    forward(interpreter, &Goal::To(addresses), tick)
}

fn forward(interpreter: &mut Interpreter, goal: &Goal, tick: &mut Tick<'_>) -> Outcome {
    let stop = interpreter.session.run(goal, tick);
    Ok(interpreter.stopped(&stop))
}

/// Continues to a clock breakpoint that is deleted afterwards.
fn run(interpreter: &mut Interpreter, arguments: &Arguments<'_>, tick: &mut Tick<'_>) -> Outcome {
    let clocks = interpreter.count(arguments.required()?)?;
    let session = &mut interpreter.session;
    let until = session.now().clocks.saturating_add(clocks);
    let id = session.breakpoints.add(Kind::Clock(until), "run").id;
    let mut stop = session.run(&Goal::Forever, tick);
    session.breakpoints.remove(id);
    if let Reason::Breakpoint { ids, .. } = &mut stop.reason {
        ids.retain(|other| *other != id);
        if ids.is_empty() {
            stop.reason = Reason::Done;
        }
    }
    Ok(interpreter.stopped(&stop))
}
