//! Substituting the values of parameters in the lines of a body.

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use super::scrub::{character, scrubbed};
use crate::comment::directive_range;
use crate::lexer::{is_name_start, name_length, quoted_length};

/// The values that replace parameters in the lines of a body.
#[derive(Debug)]
pub(crate) struct Values {
    /// Parameters and their values. `LOCAL` adds further names.
    list: RefCell<Vec<(String, String)>>,
    /// The number of the call, for `\\@`.
    call: usize,
    /// The number of local names so far, if `.altmacro` is active: the `\\` before parameters is then optional.
    locals: Option<Rc<Cell<usize>>>,
    /// True for a macro, false for a repetition, which has no `LOCAL`.
    is_macro: bool,
}

impl Values {
    /// Creates the values for a call of a macro, or for an iteration of a repetition.
    pub(crate) fn new(
        list: Vec<(String, String)>,
        call: usize,
        locals: Option<Rc<Cell<usize>>>,
        is_macro: bool,
    ) -> Self {
        Self { list: list.into(), call, locals, is_macro }
    }

    /// Returns a line with parameters replaced by their values.
    pub(crate) fn put_into(&self, line: &str) -> String {
        match &self.locals {
            Some(locals) => self.alternate(line, locals),
            None => self.plain(line, false),
        }
    }

    /// Replaces parameters after `.altmacro`: they may also be whole words, and `LOCAL` generates names.
    fn alternate(&self, line: &str, locals: &Cell<usize>) -> String {
        let word = directive_range(line);
        if self.is_macro && line[word.clone()].eq_ignore_ascii_case("local") {
            let names = line[word.end..].split([',', ' ', '\t']).filter(|name| !name.is_empty());
            for name in names {
                locals.set(locals.get() + 1);
                let own = format!("LL{:04x}", locals.get());
                self.list.borrow_mut().push((name.to_owned(), own));
            }
            return String::new();
        }
        let rest = scrubbed(&line[word.end..]);
        let blank = if rest.is_empty() { "" } else { " " };
        self.plain(&format!("{}{blank}{rest}", &line[..word.end]), true)
    }

    fn plain(&self, line: &str, words: bool) -> String {
        let mut out = String::with_capacity(line.len() + 16);
        let mut rest = line;
        let mut is_quoted = false;
        while let Some(first) = rest.bytes().next() {
            let is_joined = |after: &str| words && after.starts_with('&');
            match first {
                b'&' => {
                    let length = name(&rest[1..]);
                    let (word, after) = rest[1..].split_at(length);
                    let after_mark = after.strip_prefix('&');
                    if !self.add(word, &mut out) {
                        out.push('&');
                        out.push_str(word);
                        out.push_str(if after_mark.is_some() { "&" } else { "" });
                    }
                    rest = after_mark.unwrap_or(after);
                }
                b'\\' => rest = self.after_backslash(&rest[1..], words, &mut out),
                b'\'' if !is_quoted && rest[1..].starts_with('\\') => {
                    // Characters are converted before parameters are searched for.
                    let (number, length) = character(&rest[1..]);
                    out.push_str(&number.to_string());
                    rest = &rest[1 + length..];
                }
                b'\'' if !is_quoted && !words => {
                    let length = quoted_length(rest);
                    out.push_str(&rest[..length]);
                    rest = &rest[length..];
                }
                _ if words && is_name_start(first) => {
                    let (word, after) = rest.split_at(name_length(rest));
                    if !self.add(word, &mut out) {
                        out.push_str(word);
                    }
                    rest = if is_joined(after) { &after[1..] } else { after };
                }
                _ => {
                    is_quoted ^= first == b'"';
                    let length = rest.chars().next().map_or(1, char::len_utf8);
                    out.push_str(&rest[..length]);
                    rest = &rest[length..];
                }
            }
        }
        out
    }

    /// Adds the replacement of a `\\` and the text after it; returns the rest of the text.
    fn after_backslash<'t>(&self, text: &'t str, words: bool, out: &mut String) -> &'t str {
        if let Some(inside) = text.strip_prefix('(') {
            let (inside, after) = inside.split_once(')').unwrap_or((inside, ""));
            out.push_str(inside);
            return after;
        }
        if let Some(after) = text.strip_prefix('@') {
            out.push_str(&self.call.to_string());
            return after;
        }
        let (word, after) = text.split_at(name(text));
        if !self.add(word, out) {
            out.push('\\');
            out.push_str(word);
            return self.escaped(after, word.is_empty(), out);
        }
        let after = after.strip_prefix('&').filter(|_| words).unwrap_or(after);
        after.strip_prefix('\'').unwrap_or(after)
    }

    /// Adds the character after a `\\` that does not begin a parameter, unless that character is the `\\` of a
    /// parameter.
    fn escaped<'t>(&self, text: &'t str, is_escape: bool, out: &mut String) -> &'t str {
        let is_parameter = |text: &str| {
            let word = &text[..name(text)];
            self.list.borrow().iter().any(|(known, _)| known == word)
        };
        let next = text.chars().next().filter(|next| match next {
            '"' | '&' => is_escape,
            '\\' => is_escape && !is_parameter(&text[1..]),
            _ => false,
        });
        out.extend(next);
        &text[next.map_or(0, char::len_utf8)..]
    }

    /// Adds the value of a parameter; returns false if there is none with this name.
    fn add(&self, name: &str, out: &mut String) -> bool {
        let list = self.list.borrow();
        let found = list.iter().rfind(|(known, _)| known == name);
        out.push_str(found.map_or("", |(_, value)| value));
        found.is_some()
    }
}

/// Returns the length of the name at the beginning of a string.
fn name(text: &str) -> usize {
    match text.bytes().next().is_some_and(is_name_start) {
        true => name_length(text),
        false => 0,
    }
}
