//! Errors and warnings of a run, collected until its end.

use crate::diagnostic::{Diagnostic, Diagnostics, Severity};
use crate::fault::Fault;
use crate::reader::Reader;
use crate::source::Origin;

/// This many errors end the run, and further warnings are only counted.
const MOST: usize = 100;

/// How many expansions and includes are shown for one line.
const TRACE: usize = 6;

/// The errors and warnings so far, each with the number of its statement.
#[derive(Default)]
pub(crate) struct Report {
    errors: Vec<(usize, Diagnostic)>,
    warnings: Vec<(usize, Diagnostic)>,
    /// Warnings that are only counted.
    more: usize,
}

impl Report {
    pub(crate) fn has_errors(&self) -> bool {
        !self.errors.is_empty()
    }

    pub(crate) fn is_full(&self) -> bool {
        self.errors.len() >= MOST
    }

    /// The errors, in the order of the source, which are then no longer here.
    pub(crate) fn take_errors(&mut self) -> Diagnostics {
        sorted(std::mem::take(&mut self.errors), 0)
    }

    /// The warnings, in the order of the source.
    pub(crate) fn warnings(self) -> Diagnostics {
        sorted(self.warnings, self.more)
    }

    /// Adds a fault of a line.
    pub(crate) fn add(
        &mut self,
        reader: &Reader<'_>,
        statement: usize,
        origin: Origin,
        text: &str,
        fault: Fault,
        severity: Severity,
    ) {
        if severity == Severity::Warning && self.warnings.len() >= MOST {
            self.more += 1;
            return;
        }
        // What is wrong in the body of a macro is told once, not for each call.
        let known = |(_, old): &(usize, Diagnostic)| {
            old.line == origin.line
                && old.message == fault.message
                && old.file == reader.files[origin.file as usize].name
        };
        let list = match severity {
            Severity::Error => &self.errors,
            Severity::Warning => &self.warnings,
        };
        if origin.expansion.is_some() && list.iter().any(known) {
            return;
        }
        let mut notes: Vec<String> = fault.note.into_iter().collect();
        trace(reader, origin, &mut notes);
        let end = text.len();
        let diagnostic = Diagnostic {
            severity,
            message: fault.message,
            label: fault.label,
            file: file_name(reader, origin),
            line: origin.line,
            text: text.to_owned(),
            span: fault.span.start.min(end)..fault.span.end.min(end),
            notes,
            fix: fault.fix.filter(|_| origin.expansion.is_none()).map(|fix| *fix),
        };
        match severity {
            Severity::Error => self.errors.push((statement, diagnostic)),
            Severity::Warning => self.warnings.push((statement, diagnostic)),
        }
    }

    /// Adds an error that does not belong to a line.
    pub(crate) fn outside(&mut self, reader: &Reader<'_>, name: &str, message: String) {
        let file = match reader.files.first() {
            Some(file) => file.name.clone(),
            None => name.to_owned(),
        };
        let diagnostic = Diagnostic {
            severity: Severity::Error,
            message,
            label: String::new(),
            file,
            line: 1,
            text: String::new(),
            span: 0..0,
            notes: Vec::new(),
            fix: None,
        };
        self.errors.push((usize::MAX, diagnostic));
    }
}

fn sorted(mut list: Vec<(usize, Diagnostic)>, more: usize) -> Diagnostics {
    list.sort_by_key(|(statement, _)| *statement);
    Diagnostics {
        more,
        list: list.into_iter().map(|(_, diagnostic)| diagnostic).collect(),
    }
}

/// Notes the macros and includes that a line came through.
fn trace(reader: &Reader<'_>, mut origin: Origin, notes: &mut Vec<String>) {
    while let Some(expansion) = origin.expansion {
        let expansion = &reader.expansions[expansion as usize];
        origin = expansion.call;
        notes.push(format!(
            "in the expansion of {} at {}:{}",
            expansion.what,
            file_name(reader, origin),
            origin.line
        ));
    }
    while let Some(included) = reader.files[origin.file as usize].included {
        origin = included;
        notes.push(format!("included at {}:{}", file_name(reader, origin), origin.line));
    }
    // A runaway recursion repeats the same note.
    if notes.len() > TRACE {
        let left_out = notes.len() - TRACE;
        notes.splice(
            TRACE - 1..notes.len() - 1,
            [format!("and through {left_out} more of them")],
        );
    }
}

fn file_name(reader: &Reader<'_>, origin: Origin) -> String {
    reader.files[origin.file as usize].name.clone()
}
