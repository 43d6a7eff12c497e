//! Breakpoints on rows of the source.

use z8000_debugger::breakpoint::Kind;

use crate::view::{SourceRow, View};

impl View {
    /// Sets a breakpoint at a row of the source, or deletes the one that is there. A line without an instruction has
    /// none, and a breakpoint of another line is kept.
    pub(crate) fn toggle(&mut self, row: usize) {
        let Some(&row) = self.rows.get(row) else { return };
        let program = self.interpreter.session.program();
        let found = match row {
            SourceRow::Line { file, line } => {
                let name = program.files.get(file).map_or("", |file| &file.name);
                match program.addresses(file, line) {
                    Ok((at, list)) if at == line => Ok((list, format!("{name}:{line}"))),
                    Ok((at, _)) => Err(format!(
                        "{name}:{line} is not an instruction; the next one is on line {at}"
                    )),
                    Err(_) => Err("no instruction was assembled from this line or a later one".to_owned()),
                }
            }
            SourceRow::Instruction(address) => Ok((vec![address], program.name(address))),
        };
        let (addresses, place) = match found {
            Ok(found) => found,
            Err(message) => return self.say(message),
        };
        let breakpoints = &mut self.interpreter.session.breakpoints;
        let known = addresses.iter().find_map(|at| breakpoints.at(*at));
        match known.map(|breakpoint| (breakpoint.id, breakpoint.to_string())) {
            Some((id, text)) => {
                breakpoints.remove(id);
                self.say(format!("deleted: {text}"));
            }
            None => {
                let id = breakpoints.add(Kind::Code(addresses), place.clone()).id;
                self.say(format!("breakpoint {id} at {place}"));
            }
        }
    }

    /// The row of the source pane that is marked.
    pub(crate) fn marked(&self) -> usize {
        usize::from(self.source.height / 2).min(self.rows.len().saturating_sub(1))
    }
}
