//! The call stack and the source.

use anyhow::{Context, Result};
use z8000_debugger::machine::Address;
use z8000_debugger::program::Program;

use super::debuggee::Debuggee;
use super::protocol::{Body, Location, Reference, SourceFile, SourceText, StackFrame, StackTrace};

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

    fn location(&self, pc: Address) -> Location {
        let program = self.session().program();
        program.line(pc).map_or_else(Location::default, |line| Location {
            line: line.line - 1 + self.first_line,
            column: self.first_line,
            source: source_file(program, line.file),
        })
    }

    /// The text of a file that the client cannot open itself.
    pub(super) fn source(&self, arguments: &SourceText) -> Result<Body> {
        let source = arguments.source.as_ref();
        let reference = source.and_then(|source| source.source_reference);
        let file = reference
            .or(arguments.source_reference)
            .and_then(|reference| reference.checked_sub(1))
            .and_then(|index| self.session().program().files().get(index))
            .context("there is no such source")?;
        let content = file.lines.join("\n");
        Ok(Body::Source { content })
    }
}

/// A source file for the client.
pub(super) fn source_file(program: &Program, file: usize) -> Option<SourceFile> {
    let known = program.files().get(file)?;
    let path = known.path.as_deref().and_then(|path| std::path::absolute(path).ok());
    Some(SourceFile {
        name: known.name.clone(),
        source_reference: path.is_none().then_some(file + 1),
        path: path.map(|path| path.to_string_lossy().into_owned()),
    })
}
