//! Conditional assembly.

use std::ops::Range;

use crate::assembler::{Assembler, Condition};
use crate::directive::single;
use crate::fault::Fault;
use crate::lexer::{is_name_start, name_length, tokens};
use crate::source::Line;

impl Assembler<'_> {
    /// Carries out the directives of conditional assembly, which count even where lines are left out;
    /// false for any other line.
    pub(crate) fn condition(&mut self, line: &Line) -> Result<bool, Fault> {
        let text: &str = &line.text;
        let start = text.len() - text.trim_start().len();
        if !text[start..].starts_with('.') {
            return Ok(false);
        }
        let length = text[start..].find(char::is_whitespace).unwrap_or(text.len() - start);
        let span = start..start + length;
        let rest = span.end;
        match text[span.clone()].to_ascii_lowercase().as_str() {
            ".if" => self.begin(line, span, |assembler| assembler.truth(text, rest))?,
            ".ifdef" => self.begin(line, span, |assembler| assembler.defined(text, rest))?,
            ".ifndef" => self.begin(line, span, |assembler| {
                assembler.defined(text, rest).map(|defined| !defined)
            })?,
            ".elseif" => {
                let holds = match self.conditions.last() {
                    Some(condition) if !condition.done => self.truth(text, rest)?,
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
                if self.conditions.pop().is_none() {
                    return Err(Fault::new(span, "this has no `.if` before it"));
                }
            }
            _ => return Ok(false),
        }
        Ok(true)
    }

    /// Begins a level of conditions.
    fn begin(
        &mut self,
        line: &Line,
        span: Range<usize>,
        holds: impl FnOnce(&Self) -> Result<bool, Fault>,
    ) -> Result<(), Fault> {
        let outer = self.conditions.last().is_none_or(|condition| condition.active);
        let holds = if outer { holds(self) } else { Ok(false) };
        let active = outer && *holds.as_ref().unwrap_or(&false);
        self.conditions.push(Condition {
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
        let Some(condition) = self.conditions.last_mut() else {
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

    fn truth(&self, text: &str, rest: usize) -> Result<bool, Fault> {
        let list = tokens(text)?;
        let first = list
            .iter()
            .position(|token| token.span.start >= rest)
            .unwrap_or(list.len());
        let expression = self.parse(&list[first..], text.len(), single)?;
        Ok(self.now(&expression)? != 0)
    }

    fn defined(&self, text: &str, rest: usize) -> Result<bool, Fault> {
        let name = text[rest..].trim();
        let start = text.len() - text[rest..].trim_start().len();
        let is_name = name.bytes().next().is_some_and(is_name_start);
        if !is_name || name_length(name) < name.len() {
            return Err(Fault::new(start..text.len(), "one name is expected here"));
        }
        self.symbols.mention(name);
        Ok(self.symbols.is_defined(name))
    }
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
