//! The call stack.

use serde_json::{Value as Json, json};
use z8000_debugger::session::Frame;

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
            let line = program.line(frame.pc);
            without_null(json!({
                "id": index + 1,
                "name": frame.name,
                // Without a source, line and column are 0.
                "line": line.map_or(0, |line| line.line - 1 + self.first_line()),
                "column": line.map_or(0, |_| self.first_line()),
                "source": line.and_then(|line| source_file(program, line.file)),
                "instructionPointerReference": Reference::program(frame.pc),
            }))
        };
        json!({ "stackFrames": seen.take(levels).map(frame).collect::<Json>(), "totalFrames": frames.len() })
    }
}
