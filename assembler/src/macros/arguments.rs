//! Parsing the arguments of macros and repetitions one by one, as GNU as does.

use crate::fault::Fault;
use crate::lexer::name_length;

/// Evaluates the expression at the beginning of a string, and returns its value and length; for `%expression` after
/// `.altmacro`.
pub(crate) type Calculate<'c> = &'c dyn Fn(&str) -> Result<(i64, usize), Fault>;

/// The unread part of a list of arguments.
pub(super) struct Arguments<'t> {
    pub(super) rest: &'t str,
    /// The function for `%expression`; `None` unless `.altmacro` is active.
    calculate: Option<Calculate<'t>>,
}

impl<'t> Arguments<'t> {
    pub(super) fn new(text: &'t str, calculate: Option<Calculate<'t>>) -> Self {
        Self { rest: text.trim(), calculate }
    }

    pub(super) fn skip_blanks(&mut self) {
        self.rest = self.rest.trim_start();
    }

    /// Skips a comma and the spaces around it, if there is one.
    pub(super) fn skip_comma(&mut self) {
        self.skip_blanks();
        if let Some(rest) = self.rest.strip_prefix(',') {
            self.rest = rest;
            self.skip_blanks();
        }
    }

    /// Takes a name, which may be empty. After `.altmacro`, an `&` after it is skipped.
    pub(super) fn name(&mut self) -> &'t str {
        let length = match self.rest.starts_with(|first: char| first.is_ascii_digit()) {
            true => 0,
            false => name_length(self.rest),
        };
        let (name, rest) = self.rest.split_at(length);
        self.rest = match self.calculate {
            Some(_) => rest.strip_prefix('&').unwrap_or(rest),
            None => rest,
        };
        name
    }

    /// Returns true if the next argument is `name=value`. Always false after `.altmacro`.
    pub(super) fn is_named(&self) -> bool {
        let end = self.rest.find([' ', '\t', ',', '"', ';', ')', '(', '=']);
        self.calculate.is_none() && end.is_some_and(|end| self.rest[end..].starts_with('='))
    }

    /// Takes an argument: a string, or the text up to a comma or to a space outside brackets.
    pub(super) fn argument(&mut self) -> Result<String, Fault> {
        self.skip_blanks();
        let first = self.rest.bytes().next();
        match (first, self.calculate) {
            (Some(b'%'), Some(calculate)) => {
                let (number, length) = calculate(&self.rest[1..])?;
                self.rest = &self.rest[1 + length..];
                Ok(number.to_string())
            }
            // As a string, the argument keeps its quotation marks; in angle brackets, it loses them.
            (Some(b'"' | b'\''), Some(_)) => Ok(format!("\"{}\"", self.strings())),
            (Some(b'<'), Some(_)) | (Some(b'"'), None) => Ok(self.strings()),
            _ => Ok(self.plain()),
        }
    }

    /// Takes adjacent strings, without their quotation marks.
    fn strings(&mut self) -> String {
        let mut out = String::new();
        while let Some(first) = self.rest.chars().next() {
            match (first, self.calculate) {
                ('<', Some(_)) => self.bracketed(&mut out),
                ('"', _) | ('\'', Some(_)) => self.string(first, &mut out),
                _ => break,
            }
        }
        out
    }

    /// Takes `<text>`, in which `!` makes the next character literal.
    fn bracketed(&mut self, out: &mut String) {
        let mut depth = 0;
        let mut characters = self.rest.char_indices().skip(1);
        while let Some((at, character)) = characters.next() {
            match character {
                '!' => out.extend(characters.next().map(|(_, next)| next)),
                '>' if depth == 0 => {
                    self.rest = &self.rest[at + 1..];
                    return;
                }
                _ => {
                    depth += i32::from(character == '<') - i32::from(character == '>');
                    out.push(character);
                }
            }
        }
        self.rest = "";
    }

    /// Takes a string in quotation marks; a mark in it is doubled or preceded by `\`.
    fn string(&mut self, mark: char, out: &mut String) {
        let mut escaped = false;
        let mut characters = self.rest.char_indices().skip(1).peekable();
        while let Some((at, character)) = characters.next() {
            if character == '!' && self.calculate.is_some() {
                out.extend(characters.next().map(|(_, next)| next));
                escaped = false;
                continue;
            }
            if character == mark && !escaped && characters.next_if(|(_, next)| *next == mark).is_none() {
                self.rest = &self.rest[at + 1..];
                return;
            }
            escaped = character == '\\' && !escaped;
            out.push(character);
        }
        self.rest = "";
    }

    /// Takes the text up to a comma or to a space outside brackets.
    fn plain(&mut self) -> String {
        let mut open = Vec::new();
        let mut mark = None;
        let end = self.rest.find(|character| {
            if let Some(quote) = mark {
                if quote == character {
                    mark = None;
                }
                return false;
            }
            match character {
                '"' | '\'' => mark = Some(character),
                '(' | '[' => open.push(character),
                ')' if open.last() == Some(&'(') => _ = open.pop(),
                ']' if open.last() == Some(&'[') => _ = open.pop(),
                ',' => return true,
                ' ' | '\t' => return open.is_empty(),
                '<' => return self.calculate.is_some(),
                _ => {}
            }
            false
        });
        let (argument, rest) = self.rest.split_at(end.unwrap_or(self.rest.len()));
        self.rest = rest;
        argument.to_owned()
    }
}

/// Returns the name and the values of an `.irp`; there is at least one value, which may be empty.
pub(crate) fn list(text: &str, calculate: Option<Calculate<'_>>) -> Result<(String, Vec<String>), Fault> {
    let mut arguments = Arguments::new(text, calculate);
    let name = arguments.name().to_owned();
    arguments.skip_comma();
    let mut values = Vec::new();
    while values.is_empty() || !arguments.rest.is_empty() {
        values.push(arguments.argument()?);
        arguments.skip_comma();
    }
    Ok((name, values))
}

/// Returns the name and the characters of an `.irpc`; in quotation marks, these may be spaces.
pub(crate) fn characters(text: &str) -> (String, Vec<String>) {
    let mut arguments = Arguments::new(text, None);
    let name = arguments.name().to_owned();
    arguments.skip_comma();
    if arguments.rest.is_empty() {
        return (name, vec![String::new()]);
    }
    let mut values = Vec::new();
    let mut is_quoted = false;
    let mut rest = arguments.rest;
    if let Some(quoted) = rest.strip_prefix('"') {
        (is_quoted, rest) = (true, quoted);
    }
    while let Some(character) = rest.chars().next() {
        if character == '"' {
            is_quoted = !is_quoted;
            if rest[1..].trim_start().is_empty() {
                break;
            }
        }
        values.push(character.to_string());
        rest = &rest[character.len_utf8()..];
        if !is_quoted {
            rest = rest.trim_start();
        }
    }
    (name, values)
}
