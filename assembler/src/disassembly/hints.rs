//! A file of hints: what its author knows about a program.

use std::ops::Range;

use thiserror::Error;

use super::program::{MEMORY, Program, Space, Symbol};

/// Facts about a program in addition to its bytes.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Hints {
    /// Its entries.
    pub entries: Vec<u32>,
    /// Names of addresses.
    pub names: Vec<Symbol>,
    /// The forms in which ranges of addresses are written.
    pub ranges: Vec<(Space, Range<u32>, Form)>,
    /// Comments on lines.
    pub comments: Vec<(Space, u32, String)>,
    /// Routines that do not return.
    pub endless: Vec<u32>,
    /// Routines whose calls are followed by data.
    pub inline: Vec<(u32, Inline)>,
    /// System calls that do not return.
    pub endless_calls: Vec<SystemCall>,
    /// The places of entries, ranges and comments, which must be in the program, and their line numbers.
    pub places: Vec<(Space, Range<u32>, usize)>,
    /// Addresses of executed instructions, in order.
    pub executed: Vec<u32>,
    /// Words that are addresses.
    pub references: Vec<Reference>,
}

/// How a range is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Form {
    /// Only instructions.
    Code,
    /// Data, in the most suitable form.
    Data,
    /// Numbers of 1, 2 or 4 bytes.
    Numbers(u8),
    /// `.ascii` and `.asciz`.
    Text,
    /// Addresses of code, which are followed.
    Table,
}

/// Data after a call, which the routine skips.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Inline {
    /// This number of bytes.
    Bytes(u16),
    /// A string terminated by a zero byte, and another byte if the next address would be odd.
    Text,
}

/// A system call, possibly with the required contents of a register.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SystemCall {
    /// The number in the instruction.
    pub code: u8,
    /// A word register and its contents.
    pub register: Option<(u8, u16)>,
}

/// A word of a program that is an address.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Reference {
    /// The memory that contains the word.
    pub space: Space,
    /// The address of the word, in an instruction or in data.
    pub at: u32,
    /// The memory that the address refers to.
    pub to: Space,
}

/// A line that is not a hint.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("line {line}: {message}")]
pub struct HintError {
    /// Number of the line, from 1.
    pub line: usize,
    /// What is wrong, and what is expected instead.
    pub message: String,
}

impl Hints {
    /// Reads a file of hints.
    ///
    /// # Errors
    ///
    /// The first line that is not a hint.
    ///
    /// # Example
    ///
    /// ```
    /// use z8000_asm::disassembly::Hints;
    ///
    /// let hints = Hints::parse("entry 0x100 start\nnoreturn 0x200\n")?;
    /// assert_eq!((hints.entries, hints.endless), (vec![0x100], vec![0x200]));
    /// let error = Hints::parse("entry 0x100\nentyr 0x200\n").unwrap_err();
    /// assert_eq!(error.line, 2);
    /// # Ok::<(), z8000_asm::disassembly::HintError>(())
    /// ```
    pub fn parse(text: &str) -> Result<Self, HintError> {
        let mut hints = Self::default();
        for (line, text) in (1..).zip(text.lines()) {
            hints.line(text, line).map_err(|message| HintError { line, message })?;
        }
        Ok(hints)
    }

    /// The same for a program: if there is one memory for all, an address of the data memory is one of that.
    pub(super) fn for_program(&self, program: &Program) -> Self {
        let mut hints = self.clone();
        let names = hints.names.iter_mut().map(|symbol| &mut symbol.space);
        let ranges = hints.ranges.iter_mut().map(|range| &mut range.0);
        let comments = hints.comments.iter_mut().map(|comment| &mut comment.0);
        let references = hints.references.iter_mut();
        let references = references.flat_map(|known| [&mut known.space, &mut known.to]);
        for space in names.chain(ranges).chain(comments).chain(references) {
            *space = program.space(*space);
        }
        hints.references.sort_unstable();
        hints.references.dedup();
        hints
    }

    fn line(&mut self, text: &str, line: usize) -> Result<(), String> {
        let text = text.trim();
        let (word, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
        let rest = rest.trim();
        let form = match word {
            "" => return Ok(()),
            _ if word.starts_with('#') => return Ok(()),
            "code" => Form::Code,
            "data" => Form::Data,
            "bytes" => Form::Numbers(1),
            "words" => Form::Numbers(2),
            "longs" => Form::Numbers(4),
            "text" => Form::Text,
            "table" => Form::Table,
            _ => return self.other(word, rest, line),
        };
        let (from, to) = rest
            .split_once("..")
            .ok_or_else(|| format!("expected a range after `{word}`, such as `0x100..0x120`; found `{rest}`"))?;
        let (space, from) = place(from)?;
        let to = number(to.trim())?;
        if to <= from {
            return Err(format!("the end of the range `{rest}` must be after its start"));
        }
        if to > MEMORY {
            return Err(format!(
                "the range `{rest}` extends past {MEMORY:#x}, the end of a Z8001's memory"
            ));
        }
        self.places.push((space, from..to, line));
        self.ranges.push((space, from..to, form));
        Ok(())
    }

    fn other(&mut self, word: &str, rest: &str, line: usize) -> Result<(), String> {
        let (first, second) = rest.split_once(char::is_whitespace).unwrap_or((rest, ""));
        let second = second.trim();
        match word {
            "entry" => {
                let (_, address) = place(first)?;
                if address % 2 != 0 {
                    return Err(format!("`{first}` is odd: instructions must begin at even addresses"));
                }
                self.places.push((Space::Program, address..address + 1, line));
                self.entries.push(address);
                if !second.is_empty() {
                    self.name(Space::Program, address, second)?;
                }
            }
            "name" => {
                let (space, address) = place(first)?;
                self.name(space, address, second)?;
            }
            "comment" => {
                let (space, address) = place(first)?;
                let text: String = second.chars().filter(|character| !character.is_control()).collect();
                self.places.push((space, address..address.saturating_add(1), line));
                self.comments.push((space, address, text));
            }
            "noreturn" if first == "sc" => self.endless_calls.push(system_call(second)?),
            "noreturn" => self.endless.push(place(first)?.1),
            "inline" => {
                let inline = match second {
                    "text" => Inline::Text,
                    _ => match number(second)? {
                        bytes @ 0..0x8000 => Inline::Bytes(bytes as u16),
                        _ => {
                            return Err(format!(
                                "`{second}` is too large: at most 0x7fff bytes can follow a call"
                            ));
                        }
                    },
                };
                self.inline.push((place(first)?.1, inline));
            }
            _ => {
                return Err(format!(
                    "unknown hint `{word}`; expected entry, name, comment, code, data, bytes, words, longs, text, \
                     table, noreturn or inline"
                ));
            }
        }
        Ok(())
    }

    fn name(&mut self, space: Space, address: u32, name: &str) -> Result<(), String> {
        if !super::names::is_usable(name) {
            return Err(format!("invalid label name `{name}`"));
        }
        self.names.push(Symbol { name: name.to_owned(), space, address });
        Ok(())
    }
}

/// An address, with `d:` before it if it is one of the data memory.
fn place(text: &str) -> Result<(Space, u32), String> {
    let text = text.trim();
    match text.strip_prefix("d:") {
        Some(address) => Ok((Space::Data, number(address)?)),
        None => Ok((Space::Program, number(text)?)),
    }
}

/// A number, decimal or 0x and hexadecimal.
fn number(text: &str) -> Result<u32, String> {
    let parsed = match text.strip_prefix("0x") {
        Some(digits) => u32::from_str_radix(digits, 16),
        None => text.parse(),
    };
    parsed.map_err(|_| format!("expected an address or a number, decimal or hexadecimal with 0x; found `{text}`"))
}

/// `2`, `2 r5=0`.
fn system_call(text: &str) -> Result<SystemCall, String> {
    let (code, condition) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
    let wrong = || format!("expected a system call, such as `noreturn sc 2 r5=0`; found `{text}`");
    let code = u8::try_from(number(code)?).map_err(|_| wrong())?;
    let register = match condition.trim() {
        "" => None,
        condition => {
            let (register, value) = condition.split_once('=').ok_or_else(wrong)?;
            let register = register.strip_prefix('r').and_then(|number| number.parse().ok());
            let value = u16::try_from(number(value)?).map_err(|_| wrong())?;
            Some((register.filter(|register| *register < 16).ok_or_else(wrong)?, value))
        }
    };
    Ok(SystemCall { code, register })
}
