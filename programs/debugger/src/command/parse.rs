//! The arguments of commands.

use super::{CommandError, Entry, Interpreter};
use crate::expression::{Expression, Value};
use crate::program::{LocateError, SymbolSection};

/// A command with the text behind it.
pub(super) struct Input<'i> {
    pub(super) entry: &'static Entry,
    pub(super) rest: &'i str,
}

/// Words that begin a clause behind a breakpoint or a trace.
const CLAUSES: [&str; 6] = ["if", "ignore", "log", "once", "since", "in"];

/// Clauses by their first word.
pub(super) type Clauses<'i> = Vec<(&'static str, &'i str)>;

impl<'i> Input<'i> {
    pub(super) const fn new(entry: &'static Entry, rest: &'i str) -> Self {
        Self { entry, rest }
    }

    /// The arguments are wrong.
    pub(super) fn wrong(&self, message: impl Into<String>) -> CommandError {
        CommandError::Usage {
            message: message.into(),
            usage: self.entry.usage(),
        }
    }

    /// Nothing may stand behind the command.
    pub(super) fn nothing(&self) -> Result<(), CommandError> {
        if self.rest.is_empty() {
            return Ok(());
        }
        Err(self.wrong(format!("`{}` takes no arguments", self.entry.name)))
    }

    /// Something must.
    pub(super) fn something(&self) -> Result<&'i str, CommandError> {
        if self.rest.is_empty() {
            return Err(self.wrong(format!("`{}` needs an argument", self.entry.name)));
        }
        Ok(self.rest)
    }

    /// What stands before the clauses, and the clauses by name.
    pub(super) fn clauses(&self) -> Result<(&'i str, Clauses<'i>), CommandError> {
        let mut starts: Vec<(&'static str, usize, usize)> = Vec::new();
        let mut quoted = false;
        let mut before = ' ';
        for (at, c) in self.rest.char_indices() {
            if c == '"' && before != '\\' {
                quoted = !quoted;
            }
            if before.is_whitespace() && !quoted {
                let word = self.rest[at..].split_whitespace().next().unwrap_or("");
                if let Some(clause) = CLAUSES.iter().find(|clause| **clause == word) {
                    starts.push((clause, at, at + word.len()));
                }
            }
            before = c;
        }
        if quoted {
            return Err(self.wrong("a quote is not closed"));
        }
        let end = starts.first().map_or(self.rest.len(), |start| start.1);
        let mut clauses: Clauses<'i> = Vec::new();
        for (index, &(name, _, start)) in starts.iter().enumerate() {
            let end = starts.get(index + 1).map_or(self.rest.len(), |next| next.1);
            if clauses.iter().any(|(known, _)| *known == name) {
                return Err(self.wrong(format!("`{name}` stands there twice")));
            }
            clauses.push((name, self.rest[start..end].trim()));
        }
        Ok((self.rest[..end].trim(), clauses))
    }

    /// A text in quotes, with `\n` and `\"`.
    pub(super) fn quoted(&self, text: &str) -> Result<String, CommandError> {
        let inner = text.strip_prefix('"').and_then(|text| text.strip_suffix('"'));
        let Some(inner) = inner.filter(|_| text.len() > 1) else {
            return Err(self.wrong(format!("`{text}` is no text in quotes")));
        };
        let mut out = String::new();
        let mut characters = inner.chars();
        while let Some(c) = characters.next() {
            match c {
                '\\' => match characters.next() {
                    Some('n') => out.push('\n'),
                    Some(other) => out.push(other),
                    None => {}
                },
                c => out.push(c),
            }
        }
        Ok(out)
    }
}

impl Interpreter {
    /// Reads an expression.
    pub(super) fn expression(&self, text: &str) -> Result<Expression, CommandError> {
        Expression::new(text, self.session.program()).map_err(|error| CommandError::Expression {
            text: text.to_owned(),
            error,
        })
    }

    /// The value that an expression has now.
    pub(super) fn value(&self, text: &str) -> Result<Value, CommandError> {
        let expression = self.expression(text)?;
        let value = expression.value(self.session.view());
        value.map_err(|error| CommandError::Expression {
            text: text.to_owned(),
            error,
        })
    }

    /// A number that is not negative.
    pub(super) fn count(&self, text: &str) -> Result<u64, CommandError> {
        let number = self.value(text)?.number;
        u64::try_from(number).map_err(|_| CommandError::Other(format!("`{text}` is negative: {number}")))
    }

    /// An address.
    pub(super) fn address(&self, text: &str) -> Result<u16, CommandError> {
        let number = self.value(text)?.number;
        u16::try_from(number)
            .map_err(|_| CommandError::Other(format!("`{text}` is {number}: no address from 0 to 0xffff")))
    }

    /// `ADDRESS` or `ADDRESS,BYTES`, the last with a default; `program` in front of it names the
    /// program memory.
    pub(super) fn area(&self, text: &str, bytes: u64) -> Result<(bool, u16, u64), CommandError> {
        let (program, text) = match text.strip_prefix("program ") {
            Some(rest) => (true, rest.trim()),
            None => (false, text),
        };
        let (address, bytes) = match text.split_once(',') {
            Some((address, count)) => (address, self.count(count.trim())?),
            None => (text, bytes),
        };
        if bytes == 0 {
            return Err(CommandError::Other("0 bytes are nothing".to_owned()));
        }
        Ok((program, self.address(address.trim())?, bytes))
    }

    /// Addresses of a place in the program: `file:line`, `:line` in the present file, a label, or
    /// an expression. With a description.
    pub(super) fn place(&self, text: &str) -> Result<(Vec<u16>, String), CommandError> {
        let program = self.session.program();
        if let Some((file, line)) = text.rsplit_once(':')
            && let Ok(line) = line.trim().parse::<u32>()
        {
            let file = match file.trim() {
                "" => program
                    .line(self.session.board().cpu().pc())
                    .map(|line| line.file)
                    .ok_or_else(|| {
                        CommandError::Other(
                            "the program stands in no source line: name the file, as in t2v.s:18".to_owned(),
                        )
                    })?,
                name => program.file(name)?,
            };
            let (found, addresses) = program.addresses(file, line)?;
            let name = program.files().get(file).map_or("", |file| &file.name);
            return Ok((addresses, format!("{name}:{found}")));
        }
        if let Some(symbol) = program.symbols().get(text)
            && symbol.section == SymbolSection::Data
        {
            return Err(LocateError::NotCode(text.to_owned()).into());
        }
        let address = self.address(text)?;
        if !address.is_multiple_of(2) {
            return Err(LocateError::Odd(address).into());
        }
        Ok((vec![address], program.name(address)))
    }

    /// A moment by name: `start`, `mark` or `last`; the mark if nothing is said.
    pub(super) fn since(&self, input: &Input<'_>, text: Option<&str>) -> Result<u64, CommandError> {
        Ok(match text.unwrap_or("mark") {
            "start" => 0,
            "mark" => self.session.mark().instructions,
            "last" => self.session.last().instructions,
            other => {
                return Err(input.wrong(format!("`{other}` is neither start, mark nor last")));
            }
        })
    }
}
