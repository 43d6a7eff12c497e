//! Conditional assembly: the levels of `.if` around a line.

use std::ops::Range;

use crate::assembler::program::{Condition, Program};
use crate::directive::{Does, Test, find};
use crate::fault::{Fault, Rule};
use crate::lexer::{Kind, Sign, is_name_start, name_length, tokens};
use crate::macros::scrubbed;
use crate::source::Line;

impl Program<'_> {
    /// Returns true if lines are assembled.
    pub(super) fn is_active(&self) -> bool {
        self.conditions.last().is_none_or(|condition| condition.active)
    }

    /// Executes a directive for conditional assembly, even if lines are skipped. Returns false for any other line.
    pub(super) fn condition(&mut self, line: &Line) -> Result<bool, Fault> {
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
        self.decide(test, line, span).map(|()| true)
    }

    /// Executes the directive for conditional assembly at `span` of a line.
    pub(super) fn decide(&mut self, test: Test, line: &Line, span: Range<usize>) -> Result<(), Fault> {
        let text: &str = &line.text;
        let is_active = self.is_active();
        let rest = span.end;
        match test {
            Test::ElseIf => {
                let open = self.conditions.last().is_some_and(|condition| !condition.done);
                let holds = open && self.number_after(line, rest)? != 0;
                self.branch(span, holds, false)?;
            }
            Test::Else => {
                nothing_more(text, rest)?;
                self.branch(span, true, true)?;
            }
            Test::End => {
                nothing_more(text, rest)?;
                if self.conditions.pop().is_none() {
                    return Err(Fault::new(span, "no matching `.if`").rule(Rule::Unmatched));
                }
            }
            _ => {
                let outer = is_active;
                let holds = if outer { self.holds(test, line, rest) } else { Ok(false) };
                let active = matches!(holds, Ok(true));
                // A level begins even if its condition has no value, so that its `.endif` matches.
                self.conditions.push(Condition {
                    active,
                    done: active || !outer,
                    last: false,
                    line: line.clone(),
                    span,
                });
                holds?;
            }
        }
        Ok(())
    }

    /// Begins another branch, which is assembled if `holds` is true and no earlier one was.
    pub(super) fn branch(&mut self, span: Range<usize>, holds: bool, last: bool) -> Result<(), Fault> {
        let Some(condition) = self.conditions.last_mut() else {
            return Err(Fault::new(span, "no matching `.if`").rule(Rule::Unmatched));
        };
        if condition.last {
            return Err(Fault::new(span, "`.else` must be the last branch of its `.if`"));
        }
        condition.active = holds && !condition.done;
        condition.done |= condition.active;
        condition.last = last;
        Ok(())
    }

    /// Returns true if a test is true for the text after byte `rest` of a line.
    fn holds(&self, test: Test, line: &Line, rest: usize) -> Result<bool, Fault> {
        let text: &str = &line.text;
        match test {
            Test::Number(holds) => self.number_after(line, rest).map(holds),
            Test::Defined(wanted) => {
                let name = name(text, rest)?;
                self.symbols.mention(name);
                Ok(self.symbols.is_defined(name) == wanted)
            }
            Test::Blank(wanted) => Ok(text[rest..].trim().is_empty() == wanted),
            Test::Same(wanted) => Ok(same(text, rest)? == wanted),
            Test::Strings(wanted) => Ok(strings(text, rest)? == wanted),
            Test::ElseIf | Test::Else | Test::End => Ok(false),
        }
    }

    /// Returns the value of the number after byte `start` of a line.
    fn number_after(&self, line: &Line, start: usize) -> Result<i64, Fault> {
        let list = tokens(&line.text)?;
        let first = list.partition_point(|token| token.span.start < start);
        Ok(self.number(line, &list[first..])?.0)
    }
}

/// Returns true if the two arguments after byte `rest` are the same, except for insignificant spaces.
fn same(text: &str, rest: usize) -> Result<bool, Fault> {
    let both = scrubbed(&text[rest..]);
    let (one, other) = both
        .split_once(',')
        .ok_or_else(|| Fault::new(rest..text.len(), "expected two strings, separated by a comma"))?;
    Ok(one.trim() == other.trim())
}

/// Returns true if the two strings after byte `rest` are the same.
fn strings(text: &str, rest: usize) -> Result<bool, Fault> {
    let list = tokens(text)?;
    let first = list.partition_point(|token| token.span.start < rest);
    match &list[first..] {
        [one, comma, other] if comma.kind == Kind::Sign(Sign::Comma) && matches!(one.kind, Kind::Text(_)) => {
            Ok(one.kind == other.kind)
        }
        _ => Err(Fault::new(
            rest..text.len(),
            "expected two strings in quotation marks, separated by a comma",
        )),
    }
}

/// Returns the only name after byte `rest`.
fn name(text: &str, rest: usize) -> Result<&str, Fault> {
    let name = text[rest..].trim();
    let is_name = name.bytes().next().is_some_and(is_name_start);
    if is_name && name_length(name) == name.len() {
        return Ok(name);
    }
    let start = text.len() - text[rest..].trim_start().len();
    Err(Fault::new(start..text.len(), "expected one name"))
}

/// Returns an error if anything other than spaces follows.
fn nothing_more(text: &str, rest: usize) -> Result<(), Fault> {
    let more = text[rest..].trim_start();
    if more.is_empty() {
        return Ok(());
    }
    let start = text.len() - more.len();
    Err(Fault::new(start..text.len(), "expected the end of the line"))
}
