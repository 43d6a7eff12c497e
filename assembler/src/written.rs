//! A statement in the dialect of GNU as, with the place that each part came from.

use std::ops::Range;

use crate::fault::Fault;
use crate::text::Text;

/// A statement in the dialect of GNU as.
#[derive(Debug, Clone, Default)]
pub(crate) struct Written {
    /// Index of the line that it came from.
    pub(crate) line: usize,
    pub(crate) text: String,
    /// Bytes of the text, and the bytes of the line that they came from.
    pub(crate) parts: Vec<(Range<usize>, Range<usize>)>,
    /// Why there is no such statement.
    pub(crate) fault: Option<Fault>,
    /// The line that it came from.
    pub(crate) source: Option<Text>,
}

impl Written {
    pub(crate) fn of(mut self, source: Text) -> Self {
        self.source = Some(source);
        self
    }

    /// The line that it came from.
    pub(crate) fn source(&self) -> &str {
        match &self.source {
            Some(source) => source,
            None => &self.text,
        }
    }

    /// A fault of the statement as one of the line that it came from.
    pub(crate) fn place(&self, mut fault: Fault) -> Fault {
        if self.fault.is_none() {
            // A change would be one of what was written, in another dialect.
            fault.fix = None;
            let start = self.start(fault.span.start);
            fault.span = start..self.end(fault.span.end).max(start);
        }
        fault
    }

    fn start(&self, at: usize) -> usize {
        match self.parts.iter().find(|(written, _)| written.end > at) {
            Some((written, source)) if written.len() == source.len() && written.start <= at => {
                source.start + at - written.start
            }
            Some((_, source)) => source.start,
            None => self.parts.last().map_or(0, |(_, source)| source.end),
        }
    }

    fn end(&self, at: usize) -> usize {
        match self.parts.iter().rfind(|(written, _)| written.start < at) {
            Some((written, source)) if written.len() == source.len() && written.end >= at => {
                source.start + at - written.start
            }
            Some((_, source)) => source.end,
            None => 0,
        }
    }
}
