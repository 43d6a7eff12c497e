//! The call stack.

use z8000_debugger::machine::Address;

use super::debuggee::Debuggee;
use super::protocol::{Body, Location, Reference, StackFrame, StackTrace};
use super::sources::source_file;

impl Debuggee {
    pub(super) fn stack_trace(&self, arguments: &StackTrace) -> Body {
        let frames = self.session().frames();
        let total_frames = frames.len();
        let levels = arguments.levels.filter(|levels| *levels > 0).unwrap_or(usize::MAX);
        let stack_frames = frames
            .into_iter()
            .enumerate()
            .skip(arguments.start_frame.unwrap_or(0))
            .take(levels)
            .map(|(index, frame)| StackFrame {
                id: index + 1,
                name: frame.name,
                location: self.location(frame.pc),
                instruction_pointer_reference: Reference::program(frame.pc),
            })
            .collect();
        Body::StackTrace {
            stack_frames,
            total_frames,
        }
    }

    pub(super) fn location(&self, pc: Address) -> Location {
        let program = self.session().program();
        program.line(pc).map_or_else(Location::default, |line| Location {
            line: line.line - 1 + self.first_line(),
            column: self.first_line(),
            source: source_file(program, line.file),
        })
    }
}
