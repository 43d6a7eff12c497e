//! Going forward.

use super::answer::{Answer, Outcome};
use super::interpreter::{Arguments, Interpreter, Unfinished, commands};
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
    Ok(interpreter.moved(&stop))
}

/// Continues to a clock breakpoint that is deleted afterwards.
fn run(interpreter: &mut Interpreter, arguments: &Arguments<'_>, tick: &mut Tick<'_>) -> Outcome {
    let clocks = interpreter.count(arguments.required()?)?;
    let until = interpreter.session.now().clocks.saturating_add(clocks);
    Ok(interpreter.run_to_clocks(until, tick))
}

impl Interpreter {
    /// Runs to a number of clocks since the beginning.
    pub(super) fn run_to_clocks(&mut self, until: u64, tick: &mut Tick<'_>) -> Answer {
        let session = &mut self.session;
        let id = session.breakpoints.add(Kind::Clock(until), "run").id;
        let mut stop = session.run(&Goal::Forever, tick);
        session.breakpoints.remove(id);
        match &mut stop.reason {
            Reason::Breakpoint { ids, .. } => {
                ids.retain(|other| *other != id);
                if ids.is_empty() {
                    stop.reason = Reason::Done;
                }
            }
            Reason::Interrupted => self.unfinished = Some(Unfinished::Clocks(until)),
            _ => {}
        }
        self.stopped(&stop)
    }
}
