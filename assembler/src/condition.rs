//! Conditional assembly: the levels of `.if` around a line.

use std::ops::Range;

use crate::fault::Fault;
use crate::lexer::{is_name_start, name_length};
use crate::source::Line;

/// The directives of conditional assembly.
pub(crate) const NAMES: [&str; 6] = [".if", ".ifdef", ".ifndef", ".elseif", ".else", ".endif"];

/// What conditions are about.
pub(crate) trait Facts {
    /// Whether the expression that a line has from a byte on is not 0.
    fn holds(&self, line: &Line, start: usize) -> Result<bool, Fault>;
    /// Whether a symbol is defined.
    fn is_defined(&self, name: &str) -> bool;
}

/// A level of `.if`.
pub(crate) struct Condition {
    /// Lines are assembled.
    active: bool,
    /// A branch has been taken already, or none may be.
    done: bool,
    /// The branch is that of `.else`.
    last: bool,
    pub(crate) line: Line,
    pub(crate) span: Range<usize>,
}

/// The levels of `.if`, the innermost last.
#[derive(Default)]
pub(crate) struct Conditions(Vec<Condition>);

impl Conditions {
    /// Whether lines are assembled.
    pub(crate) fn active(&self) -> bool {
        self.0.last().is_none_or(|condition| condition.active)
    }

    /// The levels that the source has not ended.
    pub(crate) fn open(self) -> Vec<Condition> {
        self.0
    }

    /// Carries out the directives of conditional assembly, which count even where lines are left out; false for any
    /// other line.
    pub(crate) fn directive(&mut self, line: &Line, facts: &impl Facts) -> Result<bool, Fault> {
        let text: &str = &line.text;
        let start = text.len() - text.trim_start().len();
        if !text[start..].starts_with('.') {
            return Ok(false);
        }
        let length = text[start..].find(char::is_whitespace).unwrap_or(text.len() - start);
        let span = start..start + length;
        let rest = span.end;
        match text[span.clone()].to_ascii_lowercase().as_str() {
            ".if" => self.begin(line, span, || facts.holds(line, rest))?,
            ".ifdef" => self.begin(line, span, || Ok(facts.is_defined(name(text, rest)?)))?,
            ".ifndef" => self.begin(line, span, || Ok(!facts.is_defined(name(text, rest)?)))?,
            ".elseif" => {
                let holds = match self.0.last() {
                    Some(condition) if !condition.done => facts.holds(line, rest)?,
                    _ => false,
                };
                self.branch(span, holds, false)?;
            }
            ".else" => {
                nothing_more(text, rest)?;
                self.branch(span, true, true)?;
            }
            ".endif" => {
                nothing_more(text, rest)?;
                if self.0.pop().is_none() {
                    return Err(Fault::new(span, "this has no `.if` before it"));
                }
            }
            _ => return Ok(false),
        }
        Ok(true)
    }

    /// Begins a level, also when its condition has no value, so that its `.endif` finds it.
    fn begin(
        &mut self,
        line: &Line,
        span: Range<usize>,
        holds: impl FnOnce() -> Result<bool, Fault>,
    ) -> Result<(), Fault> {
        let outer = self.active();
        let holds = if outer { holds() } else { Ok(false) };
        let active = matches!(holds, Ok(true));
        self.0.push(Condition {
            active,
            done: active || !outer,
            last: false,
            line: line.clone(),
            span,
        });
        holds.map(|_| ())
    }

    /// Goes over to another branch.
    fn branch(&mut self, span: Range<usize>, holds: bool, last: bool) -> Result<(), Fault> {
        let Some(condition) = self.0.last_mut() else {
            return Err(Fault::new(span, "this has no `.if` before it"));
        };
        if condition.last {
            return Err(Fault::new(span, "this follows the `.else`, which is the last branch"));
        }
        condition.active = holds && !condition.done;
        condition.done |= condition.active;
        condition.last = last;
        Ok(())
    }
}

/// The one name that a line has from a byte on.
fn name(text: &str, rest: usize) -> Result<&str, Fault> {
    let name = text[rest..].trim();
    let is_name = name.bytes().next().is_some_and(is_name_start);
    if is_name && name_length(name) == name.len() {
        return Ok(name);
    }
    let start = text.len() - text[rest..].trim_start().len();
    Err(Fault::new(start..text.len(), "one name is expected here"))
}

/// Nothing may follow but blanks.
fn nothing_more(text: &str, rest: usize) -> Result<(), Fault> {
    let more = text[rest..].trim_start();
    if more.is_empty() {
        return Ok(());
    }
    let start = text.len() - more.len();
    Err(Fault::new(start..text.len(), "nothing more is expected here"))
}
