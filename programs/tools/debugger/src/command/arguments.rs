//! Parses the arguments of commands.

use super::answer::CommandError;
use super::interpreter::{Arguments, Interpreter};
use crate::expression::{Expression, Value};
use crate::machine::Address;
use crate::program::{LocateError, SymbolSection};

/// Words that begin a clause of a breakpoint or a trace.
const CLAUSES: [&str; 6] = ["if", "ignore", "log", "once", "since", "in"];

/// Clauses with their first words.
pub(super) type Clauses<'a> = Vec<(&'static str, &'a str)>;

impl<'a> Arguments<'a> {
    /// Returns the text of the arguments, which are required.
    pub(super) fn required(&self) -> Result<&'a str, CommandError> {
        match self.text {
            "" => Err(self.missing()),
            text => Ok(text),
        }
    }

    pub(super) fn missing(&self) -> CommandError {
        self.wrong(format!("`{}` requires an argument", self.command.name))
    }

    /// Creates the error for an area that extends beyond the segment of its address.
    pub(super) fn beyond(&self, from: Address) -> CommandError {
        let last = from.with_offset(0xFFFF);
        self.wrong(format!("the area extends past address {last:#06x}"))
    }

    /// Splits the arguments into the text before the clauses, and the clauses by name.
    pub(super) fn clauses(&self) -> Result<(&'a str, Clauses<'a>), CommandError> {
        let mut starts: Vec<(&'static str, usize, usize)> = Vec::new();
        let mut quoted = false;
        let mut before = ' ';
        for (at, c) in self.text.char_indices() {
            if c == '"' && before != '\\' {
                quoted = !quoted;
            }
            if before.is_whitespace() && !c.is_whitespace() && !quoted {
                let word = self.text[at..].split_whitespace().next().unwrap_or("");
                if let Some(clause) = CLAUSES.iter().find(|clause| **clause == word) {
                    starts.push((clause, at, at + word.len()));
                }
            }
            before = c;
        }
        if quoted {
            return Err(self.wrong("unclosed quotation mark"));
        }
        let end = starts.first().map_or(self.text.len(), |start| start.1);
        let mut clauses: Clauses<'a> = Vec::new();
        for (index, &(name, _, start)) in starts.iter().enumerate() {
            let end = starts.get(index + 1).map_or(self.text.len(), |next| next.1);
            if clauses.iter().any(|(known, _)| *known == name) {
                return Err(self.wrong(format!("duplicate `{name}`")));
            }
            clauses.push((name, self.text[start..end].trim()));
        }
        Ok((self.text[..end].trim(), clauses))
    }

    /// Returns the contents of a quoted string, in which `
    /// ` and `\"` are escapes.
    pub(super) fn quoted(&self, text: &str) -> Result<String, CommandError> {
        let inner = text.strip_prefix('"').and_then(|text| text.strip_suffix('"'));
        let Some(inner) = inner.filter(|_| text.len() > 1) else {
            return Err(self.wrong(format!("expected a string in quotation marks, found `{text}`")));
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
                '"' => return Err(self.wrong("expected exactly one string")),
                c => out.push(c),
            }
        }
        Ok(out)
    }
}

/// Returns true if a string begins with `program`, for program memory, and the rest of the string.
pub(super) fn memory(text: &str) -> (bool, &str) {
    match text.strip_prefix("program ") {
        Some(rest) => (true, rest.trim()),
        None => (false, text),
    }
}

impl Interpreter {
    /// Parses an expression.
    ///
    /// # Errors
    ///
    /// The expression is invalid.
    pub fn expression(&self, text: &str) -> Result<Expression, CommandError> {
        Expression::new(text, self.session.program()).map_err(CommandError::of(text))
    }

    /// Returns the current value of an expression.
    pub(super) fn value(&self, text: &str) -> Result<Value, CommandError> {
        let value = self.expression(text)?.value(self.session.view());
        value.map_err(CommandError::of(text))
    }

    /// Returns the given number of times; default: 1.
    pub(super) fn optional_count(&self, arguments: &Arguments<'_>) -> Result<u64, CommandError> {
        match arguments.text {
            "" => Ok(1),
            text => self.count(text),
        }
    }

    /// Parses a non-negative number.
    pub(super) fn count(&self, text: &str) -> Result<u64, CommandError> {
        let number = self.value(text)?.number;
        u64::try_from(number)
            .map_err(|_| CommandError::Other(format!("`{text}` is {number}; expected a number of at least 0")))
    }

    pub(super) fn address(&self, text: &str) -> Result<Address, CommandError> {
        let number = self.value(text)?.number;
        self.session.program().at(number).ok_or_else(|| {
            let range = if self.session.program().has_segments() {
                "<<0>>0 to <<127>>0xffff"
            } else {
                "0 to 0xffff"
            };
            CommandError::Other(format!("`{text}` is {number}; expected an address from {range}"))
        })
    }

    /// Parses `ADDRESS` or `ADDRESS,BYTES`. Returns true for program memory, which a preceding `program` selects; the
    /// address; and the number of bytes, at least 1, for which `bytes` is the default.
    pub(super) fn area(&self, text: &str, bytes: u64) -> Result<(bool, Address, u64), CommandError> {
        let (program, text) = memory(text);
        let (address, bytes) = match text.split_once(',') {
            Some((address, count)) => (address, self.count(count.trim())?),
            None => (text, bytes),
        };
        if bytes == 0 {
            return Err(CommandError::Other("the number of bytes must be at least 1".to_owned()));
        }
        let address = self.address(address.trim())?;
        if !self.session.holds(program, address) {
            let memory = if program { "program" } else { "data" };
            return Err(CommandError::Other(format!(
                "the machine has no {memory} memory at {address} in this mode; see the machine description"
            )));
        }
        Ok((program, address, bytes))
    }

    /// Finds the addresses of a place in the program, and its name. A place is `file:line`, `:line` in the current
    /// file, a label, or an expression.
    ///
    /// # Errors
    ///
    /// The place is unknown, or contains no instruction.
    ///
    /// # Example
    ///
    /// ```
    /// # use z8000_asm::{Memory, Options, assemble};
    /// # use z8000_debugger::program::Program;
    /// use z8000_debugger::command::Interpreter;
    /// use z8000_debugger::session::Session;
    ///
    /// let source = "
    ///         .z8002
    ///         .word   0, 0x4000, start
    /// start:  call    five
    ///         halt
    /// five:   ldk     r1,#5
    ///         ret
    /// ";
    /// # let files = Memory::new([("t.s", source)]);
    /// # let program = Program::assembled(&assemble(&files, "t.s", &Options::default())?, &files, None)?;
    /// let interpreter = Interpreter::new(Session::new(program, 4_000_000), None);
    /// // A label, a line, and an address.
    /// assert_eq!(interpreter.place("five")?, (vec![12.into()], "five".to_owned()));
    /// assert_eq!(interpreter.place("t.s:6")?, (vec![12.into()], "t.s:6".to_owned()));
    /// assert_eq!(interpreter.place("14")?.1, "five+2");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn place(&self, text: &str) -> Result<(Vec<Address>, String), CommandError> {
        let program = self.session.program();
        if let Some((file, line)) = text.rsplit_once(':')
            && let Ok(line) = line.trim().parse::<u32>()
        {
            let file = match file.trim() {
                "" => program.line(self.session.here()).map(|line| line.file).ok_or_else(|| {
                    CommandError::Other(
                        "the current instruction has no source line: name the file, for example t2v.s:18".to_owned(),
                    )
                })?,
                name => program.file(name)?,
            };
            let (found, addresses) = program.addresses(file, line)?;
            let name = program.files.get(file).map_or("", |file| &file.name);
            return Ok((addresses, format!("{name}:{found}")));
        }
        if let Some(symbol) = program.symbols.get(text)
            && symbol.section == SymbolSection::Data
        {
            return Err(LocateError::NotCode(text.to_owned()).into());
        }
        let address = self.address(text)?;
        if !address.offset().is_multiple_of(2) {
            return Err(LocateError::Odd(address).into());
        }
        Ok((vec![address], program.name(address)))
    }

    /// Returns the text before the clauses, of which only `since` is allowed, and the moment that this clause names.
    pub(super) fn only_since<'a>(&self, arguments: &Arguments<'a>) -> Result<(&'a str, u64), CommandError> {
        let (text, clauses) = arguments.clauses()?;
        if let Some((name, _)) = clauses.iter().find(|(name, _)| *name != "since") {
            return Err(arguments.wrong(format!("unexpected `{name}`")));
        }
        Ok((text, self.since(arguments, clauses.first().map(|(_, text)| *text))?))
    }

    /// Parses the name of a moment, `start`, `mark` or `last`, and returns its instruction count; default: the mark.
    ///
    /// # Errors
    ///
    /// The name is unknown.
    pub fn since(&self, arguments: &Arguments<'_>, text: Option<&str>) -> Result<u64, CommandError> {
        Ok(match text.unwrap_or("mark") {
            "start" => 0,
            "mark" => self.session.mark().steps,
            "last" => self.session.last().steps,
            other => return Err(arguments.wrong(format!("expected start, mark or last, found `{other}`"))),
        })
    }
}
