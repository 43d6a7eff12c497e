//! The sources of the program, and their lines that contain instructions.

use anyhow::{Context, Result, bail};
use serde_json::{Value as Json, json};
use z8000_debugger::expression::Place;
use z8000_debugger::machine::Address;
use z8000_debugger::program::{Program, SourceFile as File};

use super::debuggee::Debuggee;
use super::effect::Reply;
use super::protocol::{Event, Reference, Source, SourceFile};

/// The maximum number of lines in a response.
const MOST_LINES: usize = 10_000;

/// Describes a source file, with its index, for the client.
pub(super) fn source_of(file: &File, index: usize) -> SourceFile {
    let path = file.path.as_deref().and_then(|path| std::path::absolute(path).ok());
    SourceFile {
        name: file.name.clone(),
        source_reference: path.is_none().then_some(index + 1),
        path: path.map(|path| path.to_string_lossy().into_owned()),
    }
}

/// Describes the source file with an index in a program.
pub(super) fn source_file(program: &Program, file: usize) -> Option<SourceFile> {
    Some(source_of(program.files.get(file)?, file))
}

impl Debuggee {
    /// An event for each source.
    pub(super) fn loaded_sources_events(&self) -> Vec<Event> {
        let files = self.session().program().files.iter().enumerate();
        files
            .map(|(index, file)| Event::source(&source_of(file, index)))
            .collect()
    }

    /// Returns the index of the file to which a client refers.
    pub(super) fn file(&self, source: &Source) -> Result<usize> {
        let program = self.session().program();
        let by_reference = source.source_reference.and_then(|reference| reference.checked_sub(1));
        if let Some(index) = by_reference.filter(|index| *index < program.files.len()) {
            return Ok(index);
        }
        let name = source.path.as_ref().or(source.name.as_ref());
        Ok(program.file(name.context("the source has neither a path nor a name")?)?)
    }

    /// Converts the client's number of a line to one counted from 1.
    pub(super) const fn line_of(&self, line: u32) -> u32 {
        line.saturating_add(1) - self.first_line()
    }

    pub(super) fn loaded_sources(&self) -> Json {
        let files = self.session().program().files.iter().enumerate();
        let sources: Vec<_> = files.map(|(index, file)| source_of(file, index)).collect();
        json!({ "sources": sources })
    }

    /// Returns the text of a file that the client cannot open itself.
    pub(super) fn source(&self, source: Option<&Source>, or: Option<usize>) -> Result<Json> {
        let reference = source.and_then(|source| source.source_reference);
        let file = reference
            .or(or)
            .and_then(|reference| reference.checked_sub(1))
            .and_then(|index| self.session().program().files.get(index))
            .context("unknown source")?;
        Ok(json!({ "content": file.lines.join("\n") }))
    }

    /// Returns the lines with instructions between two lines.
    pub(super) fn breakpoint_locations(&self, source: &Source, line: u32, end: Option<u32>) -> Result<Json> {
        let program = self.session().program();
        let file = self.file(source)?;
        let last = self.line_of(end.unwrap_or(line));
        let mut next = self.line_of(line);
        let mut breakpoints = Vec::new();
        while let Ok((line, _)) = program.addresses(file, next)
            && line <= last
            && breakpoints.len() < MOST_LINES
        {
            breakpoints.push(json!({ "line": line - 1 + self.first_line() }));
            next = line + 1;
        }
        Ok(json!({ "breakpoints": breakpoints }))
    }

    /// Returns the instructions of a line, or of the next line that has any.
    pub(super) fn goto_targets(&self, source: &Source, line: u32) -> Result<Json> {
        let program = self.session().program();
        let file = self.file(source)?;
        let (line, addresses) = program.addresses(file, self.line_of(line))?;
        let target = |at: &Address| {
            json!({
                "id": at.linear(),
                "label": program.name(*at),
                "line": line - 1 + self.first_line(),
                "instructionPointerReference": Reference::program(*at),
            })
        };
        Ok(json!({ "targets": addresses.iter().map(target).collect::<Json>() }))
    }

    /// Sets PC. What the program has done so far is kept.
    pub(super) fn goto(&mut self, target: i64) -> Result<Reply> {
        if self.session().program().at(target).is_none() {
            bail!("unknown target {target}");
        }
        Place::Pc.check(target, self.session().program().has_segments())?;
        self.session_mut().set(Place::Pc, target);
        self.halted = false;
        let text = format!("at {}", self.session().program().name(self.session().pc()));
        let stop = self.stop_event("goto", &text, &[]);
        Ok(Reply::stop(vec![stop]))
    }
}
