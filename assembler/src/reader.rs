//! Lines, one by one: comments taken off, includes opened, macros, repetitions expanded.
//!
//! Conditions need the values of symbols and are decided by the assembler; the reader only
//! collects the bodies of macros and repetitions.

use std::collections::HashMap;
use std::collections::VecDeque;
use std::rc::Rc;

use crate::lexer::{is_name_start, name_length};
use crate::source::{Origin, Sources};

/// How deep includes and expansions may nest.
const DEPTH: usize = 64;

/// How many lines expansions may make in all.
const LINES: usize = 4_000_000;

/// A file that was read.
#[derive(Debug)]
pub(crate) struct File {
    pub(crate) name: String,
    /// The line that included it.
    pub(crate) included: Option<Origin>,
}

/// A macro call or a repetition that made lines.
#[derive(Debug)]
pub(crate) struct Expansion {
    pub(crate) what: String,
    pub(crate) call: Origin,
}

/// A line as it is to be assembled, and where it came from.
#[derive(Debug, Clone)]
pub(crate) struct Line {
    pub(crate) text: Rc<str>,
    pub(crate) origin: Origin,
    depth: usize,
}

/// A macro.
#[derive(Debug)]
pub(crate) struct Macro {
    name: String,
    /// Names and defaults.
    parameters: Vec<(String, String)>,
    body: Vec<Line>,
}

/// Gives lines, and takes more to give first.
pub(crate) struct Reader<'s> {
    sources: &'s dyn Sources,
    pub(crate) files: Vec<File>,
    pub(crate) expansions: Vec<Expansion>,
    macros: HashMap<String, Rc<Macro>>,
    waiting: VecDeque<Line>,
    /// Lines that stand before the waiting ones, the innermost expansion last.
    inner: Vec<VecDeque<Line>>,
    made: usize,
    calls: usize,
}

impl<'s> Reader<'s> {
    pub(crate) fn new(sources: &'s dyn Sources) -> Self {
        Self {
            sources,
            files: Vec::new(),
            expansions: Vec::new(),
            macros: HashMap::new(),
            waiting: VecDeque::new(),
            inner: Vec::new(),
            made: 0,
            calls: 0,
        }
    }

    /// The next line.
    pub(crate) fn next_line(&mut self) -> Option<Line> {
        while let Some(last) = self.inner.last_mut() {
            if let Some(line) = last.pop_front() {
                return Some(line);
            }
            self.inner.pop();
        }
        self.waiting.pop_front()
    }

    /// Reads a file; its lines come next.
    pub(crate) fn open(&mut self, name: &str, from: Option<&Line>) -> Result<(), String> {
        let depth = from.map_or(0, |line| line.depth + 1);
        if depth > DEPTH {
            return Err(format!("files include each other more than {DEPTH} deep"));
        }
        let bytes = self
            .sources
            .read(name)
            .map_err(|error| format!("cannot read `{name}`: {error}"))?;
        let text = std::str::from_utf8(&bytes).map_err(|error| {
            let line = bytes[..error.valid_up_to()]
                .split(|byte| *byte == b'\n')
                .count();
            format!("`{name}` is not UTF-8 (line {line})")
        })?;
        let file = self.files.len();
        self.files.push(File {
            name: name.to_owned(),
            included: from.map(|line| line.origin),
        });
        let mut in_comment = false;
        let lines = text.lines().enumerate().map(|(index, line)| Line {
            text: uncommented(line, &mut in_comment).into(),
            origin: Origin {
                file,
                line: index as u32 + 1,
                expansion: None,
            },
            depth,
        });
        self.inner.push(lines.collect());
        Ok(())
    }

    /// Reads a binary file.
    pub(crate) fn binary(&self, name: &str) -> Result<Vec<u8>, String> {
        match self.sources.read(name) {
            Ok(bytes) => Ok(bytes.into_owned()),
            Err(error) => Err(format!("cannot read `{name}`: {error}")),
        }
    }

    /// Takes the lines up to the directive that ends a block, which is dropped.
    fn body(&mut self, begin: &[&str], end: &str) -> Result<Vec<Line>, String> {
        let mut depth = 0;
        let mut body = Vec::new();
        while let Some(line) = self.next_line() {
            let word = directive(&line.text);
            if begin.iter().any(|begin| word.eq_ignore_ascii_case(begin)) {
                depth += 1;
            } else if word.eq_ignore_ascii_case(end) {
                if depth == 0 {
                    return Ok(body);
                }
                depth -= 1;
            }
            body.push(line);
        }
        Err(format!("`{end}` is missing"))
    }

    /// Defines a macro from what follows `.macro` and the lines up to `.endm`.
    pub(crate) fn define(&mut self, header: &str) -> Result<(), String> {
        let header = header.trim();
        let length = name_length(header);
        let name = header[..length].to_owned();
        let body = self.body(&[".macro"], ".endm")?;
        if name.is_empty() {
            return Err("a macro needs a name".to_owned());
        }
        let parameters = arguments(&header[length..])
            .into_iter()
            .map(|parameter| match parameter.split_once('=') {
                Some((name, default)) => (name.trim().to_owned(), default.trim().to_owned()),
                None => (parameter, String::new()),
            })
            .collect();
        let definition = Macro {
            name: name.clone(),
            parameters,
            body,
        };
        self.macros
            .insert(name.to_ascii_lowercase(), Rc::new(definition));
        Ok(())
    }

    /// The macro of a name, in any case.
    pub(crate) fn find(&self, name: &str) -> Option<Rc<Macro>> {
        self.macros.get(&name.to_ascii_lowercase()).cloned()
    }

    /// Names of all macros.
    pub(crate) fn macro_names(&self) -> impl Iterator<Item = &str> {
        self.macros
            .values()
            .map(|definition| definition.name.as_str())
    }

    /// Calls a macro; its lines come next.
    pub(crate) fn call(
        &mut self,
        definition: &Macro,
        given: &str,
        from: &Line,
    ) -> Result<(), String> {
        let given = arguments(given);
        let mut values: HashMap<&str, &str> = HashMap::new();
        let mut position = 0;
        for argument in &given {
            let named = argument.split_once('=').and_then(|(name, value)| {
                let known = definition
                    .parameters
                    .iter()
                    .find(|(known, _)| known == name.trim())?;
                Some((known.0.as_str(), value.trim()))
            });
            if let Some((name, value)) = named {
                values.insert(name, value);
                continue;
            }
            let Some((name, _)) = definition.parameters.get(position) else {
                return Err(format!(
                    "macro `{}` takes at most {} arguments",
                    definition.name,
                    definition.parameters.len()
                ));
            };
            values.insert(name, argument);
            position += 1;
        }
        for (name, default) in &definition.parameters {
            values.entry(name).or_insert(default);
        }
        let what = format!("macro `{}`", definition.name);
        self.expand(&definition.body, from, what, |text, call| {
            substitute(text, &values, call)
        })
    }

    /// Repeats the lines up to `.endr`, once for each set of parameters.
    pub(crate) fn repeat(
        &mut self,
        from: &Line,
        parameter: &str,
        values: impl Iterator<Item = String>,
    ) -> Result<(), String> {
        let body = self.body(&[".rept", ".irp"], ".endr")?;
        let mut lines = VecDeque::new();
        for value in values {
            if lines.len() + self.made > LINES {
                return Err(format!("expansions make more than {LINES} lines"));
            }
            let values = HashMap::from([(parameter, value.as_str())]);
            lines.extend(body.iter().map(|line| Line {
                text: match parameter {
                    "" => line.text.clone(),
                    _ => substitute(&line.text, &values, self.calls).into(),
                },
                ..line.clone()
            }));
        }
        let lines: Vec<Line> = lines.into();
        self.expand(&lines, from, "repetition".to_owned(), |text, _| {
            text.to_owned()
        })
    }

    fn expand(
        &mut self,
        body: &[Line],
        from: &Line,
        what: String,
        text: impl Fn(&str, usize) -> String,
    ) -> Result<(), String> {
        let depth = from.depth + 1;
        if depth > DEPTH {
            return Err(format!("expansions nest more than {DEPTH} deep"));
        }
        self.made += body.len();
        if self.made > LINES {
            return Err(format!("expansions make more than {LINES} lines"));
        }
        let expansion = self.expansions.len();
        self.expansions.push(Expansion {
            what,
            call: from.origin,
        });
        let call = self.calls;
        self.calls += 1;
        let lines = body.iter().map(|line| Line {
            text: text(&line.text, call).into(),
            origin: Origin {
                expansion: Some(expansion),
                ..line.origin
            },
            depth,
        });
        self.inner.push(lines.collect());
        Ok(())
    }
}

/// The first word of a line, behind its labels.
fn directive(text: &str) -> &str {
    let mut rest = text.trim_start();
    loop {
        let word = rest.split(|c: char| c.is_whitespace() || c == ':').next();
        let word = word.unwrap_or_default();
        match rest[word.len()..].strip_prefix(':') {
            Some(behind) => rest = behind.trim_start(),
            None => return word,
        }
    }
}

/// Splits arguments at commas, or at blanks where there is no comma, outside of parentheses and
/// quotation marks.
pub(crate) fn arguments(text: &str) -> Vec<String> {
    let mut list = Vec::new();
    let mut depth = 0;
    let mut quoted = false;
    let mut start = 0;
    for (at, character) in text.char_indices() {
        match character {
            '"' => quoted = !quoted,
            '(' if !quoted => depth += 1,
            ')' if !quoted => depth -= 1,
            ',' if !quoted && depth <= 0 => {
                list.push(text[start..at].trim().to_owned());
                start = at + 1;
            }
            _ => {}
        }
    }
    let last = text[start..].trim();
    if !last.is_empty() || !list.is_empty() {
        list.push(last.to_owned());
    }
    list
}

/// Puts arguments in for `\name`, and the number of the call for `\@`; `\()` is nothing.
fn substitute(text: &str, values: &HashMap<&str, &str>, call: usize) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find('\\') {
        out.push_str(&rest[..at]);
        let behind = &rest[at + 1..];
        let length = if behind.bytes().next().is_some_and(is_name_start) {
            name_length(behind)
        } else {
            0
        };
        // The longest name that is a parameter: `\a.b` may be `\a` and `.b`.
        let known = (1..=length)
            .rev()
            .find(|&length| values.contains_key(&behind[..length]));
        if let Some(behind) = behind.strip_prefix('@') {
            out.push_str(&call.to_string());
            rest = behind;
        } else if let Some(behind) = behind.strip_prefix("()") {
            rest = behind;
        } else if let Some(length) = known {
            out.push_str(values[&behind[..length]]);
            rest = &behind[length..];
        } else {
            out.push('\\');
            rest = behind;
        }
    }
    out.push_str(rest);
    out
}

/// A line without its comments: `!` to the end, `/* */` over any number of lines. In a condition
/// `!=` is an operator; elsewhere it begins a comment like any `!`.
fn uncommented(line: &str, in_comment: &mut bool) -> String {
    let mut out = String::with_capacity(line.len());
    let mut characters = line.char_indices().peekable();
    let mut quoted = false;
    let mut escaped = false;
    let word = directive(line);
    let condition = word.eq_ignore_ascii_case(".if") || word.eq_ignore_ascii_case(".elseif");
    while let Some((at, character)) = characters.next() {
        if *in_comment {
            if line[at..].starts_with("*/") {
                characters.next();
                *in_comment = false;
                out.push_str("  ");
            } else {
                out.push(' ');
            }
            continue;
        }
        if quoted {
            quoted = escaped || character != '"';
            escaped = character == '\\' && !escaped;
        } else if line[at..].starts_with("/*") {
            characters.next();
            *in_comment = true;
            out.push_str("  ");
            continue;
        } else if character == '\'' {
            // A character constant may be any sign, `!` and `"` included.
            out.push(character);
            if let Some((_, quoted)) = characters.next() {
                out.push(quoted);
            }
            continue;
        } else if character == '!' && !(condition && line[at..].starts_with("!=")) {
            break;
        } else {
            quoted = character == '"';
        }
        out.push(character);
    }
    out.truncate(out.trim_end().len());
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_go() {
        let mut open = false;
        assert_eq!(uncommented("ld r1,r2 ! why", &mut open), "ld r1,r2");
        assert_eq!(uncommented("ldb rl0,#'!' ! x", &mut open), "ldb rl0,#'!'");
        assert_eq!(uncommented(".ascii \"!\" ! x", &mut open), ".ascii \"!\"");
        assert_eq!(uncommented("a /* b", &mut open), "a");
        assert_eq!(uncommented("c */ d", &mut open), "     d");
        assert_eq!(uncommented("nop !==== x", &mut open), "nop");
        assert_eq!(uncommented(".if a != b ! x", &mut open), ".if a != b");
    }

    #[test]
    fn arguments_split_at_commas() {
        assert_eq!(arguments(" a, 4(r1) ,\"x,y\""), ["a", "4(r1)", "\"x,y\""]);
        assert!(arguments("  ").is_empty());
    }

    #[test]
    fn parameters_are_put_in() {
        let values = HashMap::from([("a", "1"), ("ab", "2")]);
        assert_eq!(
            substitute(r"x\a y\ab z\@ \()w \c", &values, 7),
            r"x1 y2 z7 w \c"
        );
    }
}
