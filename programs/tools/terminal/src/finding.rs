//! Finds the places shown by the source and memory panes.

use std::sync::Arc;

use z8000_debugger::machine::Address;
use z8000_debugger::session::Tick;

use crate::layout::Part;
use crate::panes::Pane;
use crate::picker::Target;
use crate::view::{SourceRow, View};

/// Formats an address in the form that commands accept.
pub(crate) fn as_typed(address: Address) -> String {
    if address.has_segment() {
        address.to_string()
    } else {
        format!("0x{address}")
    }
}

impl View {
    /// Shows a place in the source, or in the memory pane.
    pub(crate) fn go_to(&mut self, target: Target, tick: &mut Tick<'_>) {
        match target {
            Target::Code(address) => self.look_at(address),
            Target::File(file) => self.look = Some(SourceRow::Line { file, line: 1 }),
            Target::Data(address) => {
                self.hidden.retain(|pane| *pane != Pane::Memory);
                self.focus = Part::Pane(Pane::Memory);
                self.execute(&format!("memory {}", as_typed(address)), tick);
                return;
            }
        }
        (self.scroll, self.focus) = (0, Part::Source);
    }

    /// Shows the line of an instruction.
    pub(crate) fn look_at(&mut self, address: Address) {
        let line = self.interpreter.session.program().line(address);
        self.look = Some(match line {
            Some(line) => SourceRow::Line { file: line.file, line: line.line },
            None => SourceRow::Instruction(address),
        });
        self.scroll = 0;
    }

    /// Finds a string in the source, starting from the marked line, then in the other files. An empty string repeats
    /// the previous search.
    pub(crate) fn search(&mut self, text: &str) {
        if !text.is_empty() {
            self.wanted = text.to_lowercase();
        }
        if self.wanted.is_empty() {
            return;
        }
        let Some(&SourceRow::Line { file, line }) = self.rows.get(self.marked()) else {
            self.say("no source to search; use `:symbols PART` to find labels".to_owned());
            return;
        };
        let program = Arc::clone(self.interpreter.session.program());
        let files = &program.files;
        let has = |file: usize, at: usize| files[file].lines[at].to_lowercase().contains(&self.wanted);
        let here = (line as usize).min(files[file].lines.len());
        let behind = (here..files[file].lines.len()).map(|at| (file, at));
        let others = (1..files.len()).map(|n| (file + n) % files.len());
        let others = others.flat_map(|file| (0..files[file].lines.len()).map(move |at| (file, at)));
        let before = (0..here).map(|at| (file, at));
        let found = behind.chain(others).chain(before).find(|(file, at)| has(*file, *at));
        match found {
            Some((file, at)) => {
                let line = at as u32 + 1;
                (self.look, self.scroll, self.focus) = (Some(SourceRow::Line { file, line }), 0, Part::Source);
            }
            None => self.say(format!("`{}` not found in the source", self.wanted)),
        }
    }
}
