//! Conditional assembly: the levels of `.if` around a line.

use std::ops::Range;

use crate::directive::{Does, Test, find};
use crate::fault::Fault;
use crate::lexer::{is_name_start, name_length};
use crate::source::Line;

/// The facts that conditions ask for.
pub(crate) trait Facts {
    /// The number that a line has from a byte on.
    fn number(&self, line: &Line, start: usize) -> Result<i64, Fault>;
    /// Returns true if a symbol is defined.
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
    /// Returns true if lines are assembled.
    pub(crate) fn active(&self) -> bool {
        self.0.last().is_none_or(|condition| condition.active)
    }

    /// The levels that the source has not ended.
    pub(crate) fn open(self) -> Vec<Condition> {
        self.0
    }

    /// How many levels there are.
    pub(crate) const fn level(&self) -> usize {
        self.0.len()
    }

    /// Ends the levels above one: a macro was left.
    pub(crate) fn return_to(&mut self, level: usize) {
        self.0.truncate(level);
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
        let Some(Does::Decide(test)) = find(&text[span.clone()]).map(|directive| directive.does) else {
            return Ok(false);
        };
        let rest = span.end;
        match test {
            Test::ElseIf => {
                let holds = match self.0.last() {
                    Some(condition) if !condition.done => facts.number(line, rest)? != 0,
                    _ => false,
                };
                self.branch(span, holds, false)?;
            }
            Test::Else => {
                nothing_more(text, rest)?;
                self.branch(span, true, true)?;
            }
            Test::End => {
                nothing_more(text, rest)?;
                if self.0.pop().is_none() {
                    return Err(Fault::new(span, "this has no `.if` before it"));
                }
            }
            _ => self.begin(line, span, || test.holds(line, rest, facts))?,
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

impl Test {
    /// Returns true if it holds for what a line has from a byte on.
    fn holds(self, line: &Line, rest: usize, facts: &impl Facts) -> Result<bool, Fault> {
        let text: &str = &line.text;
        let number = || facts.number(line, rest);
        Ok(match self {
            Self::Zero => number()? == 0,
            Self::Above => number()? > 0,
            Self::NotBelow => number()? >= 0,
            Self::Below => number()? < 0,
            Self::NotAbove => number()? <= 0,
            Self::Defined => facts.is_defined(name(text, rest)?),
            Self::NotDefined => !facts.is_defined(name(text, rest)?),
            Self::Blank => text[rest..].trim().is_empty(),
            Self::NotBlank => !text[rest..].trim().is_empty(),
            Self::Same => same(text, rest)?,
            Self::Different => !same(text, rest)?,
            _ => number()? != 0,
        })
    }
}

/// Returns true if the two texts that a line has from a byte on are the same.
fn same(text: &str, rest: usize) -> Result<bool, Fault> {
    let both = &text[rest..];
    match both
        .bytes()
        .scan(false, |quoted, byte| {
            *quoted ^= byte == b'"';
            Some(byte == b',' && !*quoted)
        })
        .position(|parts| parts)
    {
        Some(comma) => Ok(unquoted(&both[..comma]) == unquoted(&both[comma + 1..])),
        None if both.trim().is_empty() => Ok(true),
        None => Err(Fault::new(
            rest..text.len(),
            "two texts with a comma in between are expected here",
        )),
    }
}

/// A text without the blanks around it and its quotation marks.
fn unquoted(text: &str) -> &str {
    let text = text.trim();
    text.strip_prefix('"')
        .and_then(|text| text.strip_suffix('"'))
        .unwrap_or(text)
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
