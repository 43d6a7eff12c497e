//! The first difference between two traces.

use std::fmt;
use std::io::{self, BufRead};

use thiserror::Error;

use super::HEADING;

/// The reason why two traces cannot be compared.
#[derive(Debug, Error)]
pub enum DiffError {
    /// A file cannot be read.
    #[error("the {which} trace cannot be read: {error}")]
    Read {
        /// `first` or `second`.
        which: &'static str,
        /// Why.
        error: io::Error,
    },
    /// A line is not a line of a trace.
    #[error(
        "line {line} of the {which} trace is not one of a trace: `{text}`; `trace FILE` in a debugger writes traces"
    )]
    Line {
        /// `first` or `second`.
        which: &'static str,
        /// Its number, from 1.
        line: u64,
        /// Its beginning.
        text: String,
    },
    /// No field has this name.
    #[error("`{0}` is not a field of a trace: the fields are {fields}", fields = names().join(", "))]
    Field(String),
}

/// The first difference of two traces.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Difference {
    /// Lines that agree.
    pub same: u64,
    /// The last of them.
    pub before: Vec<String>,
    /// The lines that differ; none where a trace has ended.
    pub lines: [Option<String>; 2],
    /// Names of the fields that differ.
    pub fields: Vec<String>,
}

/// The number of the fields that [`HEADING`] names.
const FIELDS: usize = 20;

/// The name of the text behind the fields.
const TEXT: &str = "text";

/// The names of all that can differ in a line.
fn names() -> Vec<&'static str> {
    fields(HEADING.trim_start_matches("# ")).chain([TEXT]).collect()
}

/// Lines shown before the difference.
const CONTEXT: usize = 8;

/// A trace that is read line by line.
struct Reader<R> {
    lines: io::Lines<R>,
    which: &'static str,
    number: u64,
}

impl<R: BufRead> Reader<R> {
    const fn new(lines: io::Lines<R>, which: &'static str) -> Self {
        Self {
            lines,
            which,
            number: 0,
        }
    }

    /// The next line that is not a comment.
    fn next(&mut self) -> Result<Option<String>, DiffError> {
        let which = self.which;
        for line in self.lines.by_ref() {
            self.number += 1;
            let line = line.map_err(|error| DiffError::Read { which, error })?;
            if line.starts_with('#') || line.trim().is_empty() {
                continue;
            }
            if fields(&line).count() != FIELDS {
                return Err(DiffError::Line {
                    which,
                    line: self.number,
                    text: line.chars().take(60).collect(),
                });
            }
            return Ok(Some(line));
        }
        Ok(None)
    }
}

fn fields(line: &str) -> impl Iterator<Item = &str> {
    line.split(" | ").next().unwrap_or_default().split_whitespace()
}

/// The first difference of two traces, whose fields in `ignored` may differ; none if they agree to
/// their ends. The instruction itself is compared by its text.
///
/// # Errors
///
/// When one cannot be read or is not a trace, or when a field to be ignored is unknown.
pub fn diff(first: impl BufRead, second: impl BufRead, ignored: &[String]) -> Result<Option<Difference>, DiffError> {
    if let Some(unknown) = ignored.iter().find(|name| !names().contains(&name.as_str())) {
        return Err(DiffError::Field(unknown.clone()));
    }
    let mut first = Reader::new(first.lines(), "first");
    let mut second = Reader::new(second.lines(), "second");
    let mut same = 0;
    let mut before: Vec<String> = Vec::new();
    loop {
        let lines = [first.next()?, second.next()?];
        let fields = match &lines {
            [None, None] => return Ok(None),
            [Some(a), Some(b)] => differing(a, b, ignored),
            _ => vec!["length".to_owned()],
        };
        if !fields.is_empty() {
            return Ok(Some(Difference {
                same,
                before,
                lines,
                fields,
            }));
        }
        same += 1;
        if before.len() == CONTEXT {
            before.remove(0);
        }
        before.extend(lines.into_iter().next().flatten());
    }
}

/// Names of the fields that differ.
fn differing(a: &str, b: &str, ignored: &[String]) -> Vec<String> {
    if a == b {
        return Vec::new();
    }
    let text = |line: &str| {
        let (_, name) = line.split_once(" | ").unwrap_or_default();
        name.split_once(": ").unwrap_or_default().1.to_owned()
    };
    let pairs = fields(a).zip(fields(b)).zip(names());
    pairs
        .filter(|((a, b), _)| a != b)
        .map(|(_, name)| name.to_owned())
        .chain((text(a) != text(b)).then(|| TEXT.to_owned()))
        .filter(|name| !ignored.contains(name))
        .collect()
}

/// The lines that agree, then both lines, marked `<` and `>`.
impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let fields = self.fields.join(", ");
        match self.same {
            0 => writeln!(f, "the first instructions differ in {fields}:")?,
            same => {
                match same {
                    1 => writeln!(f, "1 instruction agrees:")?,
                    _ => writeln!(f, "{same} instructions agree, the last of them:")?,
                }
                for line in &self.before {
                    writeln!(f, "  {line}")?;
                }
                writeln!(f, "then they differ in {fields}:")?;
            }
        }
        for (mark, line) in ["<", ">"].iter().zip(&self.lines) {
            let line = line.as_deref().unwrap_or("(the trace has ended)");
            writeln!(f, "{mark} {line}")?;
        }
        Ok(())
    }
}
