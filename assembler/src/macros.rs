//! Macros: their parameters, their arguments, and their substitution.

use std::ops::Range;
use std::rc::Rc;

use crate::comment::directive;
use crate::fault::Fault;
use crate::lexer::{is_name_start, name_length, quoted_length};
use crate::source::Line;

/// The limit on the bytes of an argument: a macro that calls itself with its argument doubled would soon
/// fill the memory.
const LONGEST: usize = 0x1_0000;

/// A macro.
#[derive(Debug)]
pub(crate) struct Macro {
    pub(crate) name: String,
    parameters: Vec<Parameter>,
    pub(crate) body: Rc<[Line]>,
}

#[derive(Debug)]
struct Parameter {
    name: String,
    default: String,
    /// `name:req`: an argument must be given.
    required: bool,
    /// `name:vararg`: it takes all remaining arguments.
    rest: bool,
}

impl Macro {
    /// A macro from the text after the `.macro` at some bytes of the line.
    pub(crate) fn new(header: &str, at: &Range<usize>, body: Rc<[Line]>) -> Result<Self, Fault> {
        let fault = |message: String| Fault::new(at.clone(), message);
        let header = header.trim();
        let length = name_length(header);
        let name = &header[..length];
        if !name.bytes().next().is_some_and(is_name_start) {
            return Err(fault("a macro needs a name".to_owned()));
        }
        let mut parameters: Vec<Parameter> = Vec::new();
        for text in arguments(header[length..].trim_start().trim_start_matches(',')) {
            let Some(parameter) = Parameter::new(&text) else {
                let message = format!("invalid parameter `{text}`: write `name`, `name=default` or `name:req`");
                return Err(fault(message));
            };
            if parameters.iter().any(|known| known.name == parameter.name) {
                return Err(fault(format!("duplicate parameter `{}`", parameter.name)));
            }
            parameters.push(parameter);
        }
        Ok(Self { name: name.to_owned(), parameters, body })
    }

    /// After `.altmacro`: the names that the `LOCAL` lines at its beginning make local, and the lines after these.
    pub(crate) fn locals(&self) -> (Vec<&str>, &[Line]) {
        let is_local = |line: &&Line| directive(&line.text).eq_ignore_ascii_case("local");
        let count = self.body.iter().take_while(is_local).count();
        let (local, rest) = self.body.split_at(count);
        let lists = local.iter().map(|line| &line.text.trim_start()["local".len()..]);
        let names = lists.flat_map(|list| list.split(','));
        (names.map(str::trim).filter(|name| !name.is_empty()).collect(), rest)
    }

    /// A value for each parameter: by name, in order, or its default. The call is at some bytes of the line.
    pub(crate) fn values(&self, given: &str, at: &Range<usize>) -> Result<Vec<(String, String)>, Fault> {
        let fault = |message: String| Fault::new(at.clone(), message);
        let mut values: Vec<Option<String>> = vec![None; self.parameters.len()];
        let mut position = 0;
        let mut left = given.trim();
        while !left.is_empty() {
            let (argument, after) = match self.parameters.get(position) {
                Some(parameter) if parameter.rest => (left, None),
                _ => first_argument(left),
            };
            left = after.unwrap_or_default();
            let named = argument.split_once('=').and_then(|(name, value)| {
                let name = name.trim();
                let index = self.parameters.iter().position(|known| known.name == name)?;
                Some((index, value.trim()))
            });
            let (index, value) = named.unwrap_or_else(|| {
                position += 1;
                (position - 1, argument)
            });
            let Some(place) = values.get_mut(index) else {
                return Err(fault(match self.parameters.len() {
                    0 => format!("macro `{}` takes no arguments", self.name),
                    1 => format!("macro `{}` takes at most one argument", self.name),
                    most => format!("macro `{}` takes at most {most} arguments", self.name),
                }));
            };
            if value.len() > LONGEST {
                return Err(fault(format!(
                    "an argument has {} bytes; the maximum is {LONGEST}",
                    value.len()
                )));
            }
            // An empty argument leaves the default.
            if !value.is_empty() {
                *place = Some(unquoted(value).to_owned());
            }
        }
        let value = |(parameter, value): (&Parameter, Option<String>)| match value {
            None if parameter.required => Err(fault(format!(
                "macro `{}` needs a value for `{}`",
                self.name, parameter.name
            ))),
            None => Ok((parameter.name.clone(), parameter.default.clone())),
            Some(value) => Ok((parameter.name.clone(), value)),
        };
        self.parameters.iter().zip(values).map(value).collect()
    }
}

impl Parameter {
    /// `name`, `name=default` or `name:req`.
    fn new(text: &str) -> Option<Self> {
        let (name, default) = text.split_once('=').unwrap_or((text, ""));
        let (name, kind) = match name.split_once(':') {
            Some((before, kind)) if ["req", "vararg"].contains(&kind.trim()) => (before.trim(), kind.trim()),
            _ => (name.trim(), ""),
        };
        let (required, rest) = (kind == "req", kind == "vararg");
        let is_name = !name.is_empty() && name_length(name) == name.len();
        is_name.then(|| Self {
            name: name.to_owned(),
            default: unquoted(default.trim()).to_owned(),
            required,
            rest,
        })
    }
}

/// An argument without the quotation marks, or the `< >`, around it.
fn unquoted(text: &str) -> &str {
    if let Some(inner) = text.strip_prefix('<').and_then(|rest| rest.strip_suffix('>')) {
        return inner;
    }
    let inner = text.strip_prefix('"').and_then(|rest| rest.strip_suffix('"'));
    inner.filter(|inner| !inner.contains('"')).unwrap_or(text)
}

/// Splits arguments at commas, or at blanks between words, outside of parentheses and quotation marks.
pub(crate) fn arguments(text: &str) -> Vec<String> {
    let mut list = Vec::new();
    let mut rest = text.trim();
    while !rest.is_empty() {
        let (argument, after) = first_argument(rest);
        list.push(argument.to_owned());
        // What follows a comma may be nothing.
        if after == Some("") {
            list.push(String::new());
        }
        rest = after.unwrap_or_default();
    }
    list
}

/// The first of some arguments, and what follows it: nothing if it is the last one.
fn first_argument(text: &str) -> (&str, Option<&str>) {
    let mut depth = 0;
    let mut at = 0;
    while let Some(character) = text[at..].chars().next() {
        match character {
            '"' | '\'' => {
                at += quoted_length(&text[at..]);
                continue;
            }
            '(' => depth += 1,
            ')' => depth -= 1,
            ',' if depth <= 0 => return (text[..at].trim(), Some(text[at + 1..].trim_start())),
            _ if character.is_whitespace() && depth <= 0 && parts(text[..at].trim_end(), text[at..].trim_start()) => {
                return (text[..at].trim(), Some(text[at..].trim_start()));
            }
            _ => {}
        }
        at += character.len_utf8();
    }
    (text.trim(), None)
}

/// Returns true if a blank parts two arguments: between two words, but not beside an operator.
fn parts(before: &str, after: &str) -> bool {
    let last = before.chars().next_back();
    let first = after.chars().next();
    let word = |c: char| c.is_alphanumeric() || matches!(c, '_' | '.' | '$');
    last.is_some_and(|c| word(c) || matches!(c, '"' | ')'))
        && first.is_some_and(|c| word(c) || matches!(c, '"' | '\\' | '#' | '@'))
}

/// Puts values in for `\name`, and the number of the call for `\@`; `\()` is nothing.
pub(crate) fn substitute<S: AsRef<str>>(text: &str, values: &[(S, impl AsRef<str>)], call: Option<usize>) -> String {
    let mut out = String::with_capacity(text.len() + 16);
    let mut rest = text;
    while let Some(at) = rest.find('\\') {
        out.push_str(&rest[..at]);
        let after = &rest[at + 1..];
        let length = if after.bytes().next().is_some_and(is_name_start) {
            name_length(after)
        } else {
            0
        };
        // The longest name that is a parameter: `\a.b` may be `\a` and `.b`.
        let known = (1..=length).rev().find_map(|length| {
            // A byte of a character beyond ASCII may be in a name, but no name ends behind it.
            let name = after.get(..length)?;
            let value = values.iter().find(|(known, _)| known.as_ref() == name)?;
            Some((length, value.1.as_ref()))
        });
        if let (Some(after), Some(call)) = (after.strip_prefix('@'), call) {
            out.push_str(&call.to_string());
            rest = after;
        } else if let Some(after) = after.strip_prefix("()") {
            rest = after;
        } else if let Some((length, value)) = known {
            out.push_str(value);
            rest = &after[length..];
        } else {
            out.push('\\');
            rest = after;
        }
    }
    out.push_str(rest);
    out
}

/// Puts values in for whole words, outside of quotation marks; `&` between words is nothing.
pub(crate) fn substitute_words(text: &str, values: &[(String, String)]) -> String {
    let mut out = String::with_capacity(text.len() + 16);
    let mut rest = text;
    while let Some(first) = rest.bytes().next() {
        let length = match first {
            b'"' | b'\'' => quoted_length(rest),
            _ if is_name_start(first) => name_length(rest),
            _ => rest.chars().next().map_or(1, char::len_utf8),
        };
        let (word, after) = rest.split_at(length);
        let value = values.iter().find(|(name, _)| name == word);
        match value {
            // A parameter after a backslash is put in later.
            Some((_, value)) if !out.ends_with('\\') => out.push_str(value),
            _ => out.push_str(word),
        }
        rest = match (value, after.strip_prefix('&')) {
            (Some(_), Some(joined)) => joined,
            _ => after,
        };
    }
    out
}
