//! Where the program stopped and why: the call stack, the trap or the error.

use anyhow::{Context, Result, bail};
use serde_json::{Value as Json, json};
use z8000_debugger::machine::Address;
use z8000_debugger::session::{Frame, Reason};

use super::debuggee::Debuggee;
use super::protocol::{Reference, without_null};
use super::sources::source_file;

impl Debuggee {
    pub(super) fn stack_trace(&self, start: Option<usize>, levels: Option<usize>) -> Json {
        let program = self.session().program();
        let frames = self.session().frames();
        let levels = levels.filter(|levels| *levels > 0).unwrap_or(usize::MAX);
        let seen = frames.iter().enumerate().skip(start.unwrap_or(0));
        let frame = |(index, frame): (usize, &Frame)| {
            // An operating system outside the program has no source: a call to it is shown at the calling line.
            let called = frames.get(1).filter(|_| index == 0).zip(self.remark());
            let line = program.line(frame.pc).or_else(|| program.line(called.as_ref()?.0.pc));
            let name = called
                .filter(|_| program.line(frame.pc).is_none())
                .map(|(_, remark)| remark);
            without_null(json!({
                "id": index + 1,
                "name": name.unwrap_or_else(|| frame.title()),
                // If there is no source, line and column are 0.
                "line": line.map_or(0, |line| line.line - 1 + self.first_line()),
                "column": line.map_or(0, |_| self.first_line()),
                "source": line.and_then(|line| source_file(program, line.file)),
                "instructionPointerReference": Reference::program(frame.pc),
            }))
        };
        json!({ "stackFrames": seen.take(levels).map(frame).collect::<Json>(), "totalFrames": frames.len() })
    }

    /// Returns the trap or the error at which the program has stopped, and the instruction that caused it.
    pub(super) fn exception_info(&self) -> Result<Json> {
        let (exception_id, at, break_mode) = match &self.interpreter.stop {
            Some(Reason::Breakpoint { exception: Some(exception), .. }) => {
                let at = self.session().previous().context("no instruction has been executed")?;
                (exception.exception.name().to_owned(), at, "always")
            }
            Some(Reason::Error(error)) => (error.to_string(), self.session().pc(), "unhandled"),
            _ => bail!("the program has not stopped at a trap or an error"),
        };
        let mut message = format!("{exception_id}, by {}", self.described(at));
        message.extend(self.remark().map(|remark| format!(": {remark}")));
        let stack = self.session().frames();
        let stack: Vec<String> = stack.iter().map(|frame| self.described(frame.pc)).collect();
        Ok(json!({
            "exceptionId": exception_id,
            "description": message,
            "breakMode": break_mode,
            "details": { "message": message, "typeName": exception_id, "stackTrace": stack.join("\n") },
        }))
    }

    /// Describes an instruction with its address and its line.
    fn described(&self, at: Address) -> String {
        let program = self.session().program();
        let text = program.disassembled(self.session().look(), at).text;
        let place = program.line(at).map_or_else(String::new, |line| format!(", {line}"));
        format!("`{text}` at {at:04x}, {}{place}", program.name(at))
    }
}
