//! Commands for backward movement.

use serde_json::json;

use super::answer::{Answer, CommandError, Outcome};
use super::interpreter::{Arguments, Interpreter, Work, commands};
use crate::program::Program;
use crate::session::{Hunt, Tick, Writer};

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
    "writer"        "w"  "ADDRESS[,BYTES]" "find the last write to an address" => writer;
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

fn writer(interpreter: &mut Interpreter, arguments: &Arguments<'_>, tick: &mut Tick<'_>) -> Outcome {
    let text = arguments.required()?;
    let (program, address, bytes) = interpreter.area(text, 2)?;
    let bytes = u16::try_from(bytes).map_err(|_| arguments.beyond(address))?;
    let hunt = interpreter.session.hunt_writer(program, address, bytes);
    Box::new(WriterSearch { text: text.to_owned(), hunt }).go_on(interpreter, tick)
}

/// The search for the last write to an area, which was written so.
#[derive(Debug)]
struct WriterSearch {
    text: String,
    hunt: Hunt,
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

impl Work for WriterSearch {
    fn go_on(mut self: Box<Self>, interpreter: &mut Interpreter, tick: &mut Tick<'_>) -> Outcome {
        let Some(found) = interpreter.session.writer(&mut self.hunt, tick) else {
            let so_far = format!(
                ": nothing has written to {} since step {}",
                self.text,
                self.hunt.searched_to()
            );
            return Err(interpreter.interrupted(self, &so_far));
        };
        let Some(writer) = found else {
            return Ok(Answer::new(
                format!("nothing has written to {} since the start", self.text),
                json!({ "found": false }),
            ));
        };
        Ok(written(interpreter.session.program(), &writer))
    }
}

/// The answer that names the instruction that has written to memory, and its moment.
fn written(known: &Program, writer: &Writer) -> Answer {
    let (moment, seen) = (writer.moment, writer.seen);
    let name = known.name(seen.pc);
    let place = known.line(seen.pc);
    let place = place.map_or_else(String::new, |line| format!("  {line}  {}", line.text.trim()));
    let digits = 2 * usize::from(seen.bytes);
    let other = seen.device.is_some() || seen.exception.is_some();
    let by = if other {
        seen.to_string()
    } else {
        format!("{:04x}", seen.pc)
    };
    Answer::new(
        format!(
            "{by} {name}{place}\nwrote {:0digits$x} over {:0digits$x} at {:04x}; `goto {}` goes there",
            seen.value, seen.before, seen.address, moment.steps
        ),
        json!({
            "found": true, "device": seen.device, "exception": seen.exception.map(|taken| taken.to_string()), "pc": seen.pc, "name": name, "address": seen.address,
            "before": seen.before, "value": seen.value,
            "steps": moment.steps, "instructions": moment.instructions, "clocks": moment.clocks,
        }),
    )
}
