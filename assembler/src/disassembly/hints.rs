//! Hints: what the user knows about a program, read from a file.

use std::ops::Range;

use thiserror::Error;
use z8000::isa::Mode;
use z8000_object::number;

use super::program::{MEMORY, Program, Space, Symbol};

/// Facts about a program that its bytes do not show, from the user or from a run.
///
/// # Example
///
/// ```
/// use z8000_asm::disassembly::Hints;
///
/// let hints = Hints::parse("entry 0x100\nname 0x100 start\n")?;
/// assert_eq!(hints.entries, [0x100]);
/// assert_eq!(hints.names[0].name, "start");
/// # Ok::<(), z8000_asm::disassembly::HintError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Hints {
    /// Addresses at which the program is entered.
    pub entries: Vec<u32>,
    /// Names that the disassembly uses as labels.
    pub names: Vec<Symbol>,
    /// How ranges of addresses are written.
    pub ranges: Vec<(Space, Range<u32>, Form)>,
    /// The modes in which instructions in ranges run, regardless of the known contents of FCW.
    pub modes: Vec<(Range<u32>, Mode)>,
    /// Comments to write before addresses.
    pub comments: Vec<(Space, u32, String)>,
    /// Addresses of routines that do not return.
    pub endless: Vec<u32>,
    /// Addresses of routines whose calls are followed by data, and the form of the data.
    pub inline: Vec<(u32, Inline)>,
    /// System calls that do not return.
    pub endless_calls: Vec<SystemCall>,
    /// System calls that run routines: their numbers and the addresses of the routines.
    pub services: Vec<(u8, u32)>,
    /// The modes in which programs continue after system calls, by the number of the call.
    pub call_modes: Vec<(u8, Mode)>,
    /// The locations of numbers that are addresses: instructions with such a number, and words of data.
    pub addresses: Vec<(Space, u32)>,
    /// The addresses to which entries, ranges, modes, comments and `address` hints refer, with the numbers of their
    /// lines, for warnings about addresses outside the program.
    pub places: Vec<(Space, Range<u32>, usize)>,
    /// Addresses of executed instructions, in ascending order.
    pub executed: Vec<u32>,
}

/// How the contents of a range are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Form {
    /// Only instructions.
    Code,
    /// Data, in the most suitable form.
    Data,
    /// Numbers of this many bytes: 1, 2 or 4.
    Numbers(u8),
    /// Strings: `.ascii` and `.asciz`.
    Text,
    /// A table of code addresses, at each of which code is disassembled.
    Table,
}

/// Data after a call; the routine returns to the address after the data.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Inline {
    /// A fixed number of bytes.
    Bytes(u16),
    /// A string terminated by a zero byte, padded to an even address.
    Text,
}

/// A system call, possibly only for certain contents of a register.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SystemCall {
    /// The number of the call, in the instruction.
    pub code: u8,
    /// The number of a word register and the contents that it must have; `None` if the registers do not matter.
    pub register: Option<(u8, u16)>,
}

/// An error in a file of hints.
///
/// # Example
///
/// ```
/// use z8000_asm::disassembly::Hints;
///
/// let error = Hints::parse("entry 0x100\nentrance 0\n").expect_err("there is no such hint");
/// assert_eq!(error.line, 2);
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("line {line}: {message}")]
pub struct HintError {
    /// Number of the line in the hints, from 1.
    pub line: usize,
    /// Description of the error, and what is expected instead.
    pub message: String,
}

impl Hints {
    /// Parses a file of hints.
    ///
    /// # Errors
    ///
    /// The first line that is not a hint, or that contradicts an earlier line.
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

    /// Returns the hints for a program: if it has a single memory, addresses in data memory are converted to that.
    pub(super) fn for_program(&self, program: &Program) -> Self {
        let mut hints = self.clone();
        let names = hints.names.iter_mut().map(|symbol| &mut symbol.space);
        let ranges = hints.ranges.iter_mut().map(|range| &mut range.0);
        let comments = hints.comments.iter_mut().map(|comment| &mut comment.0);
        let addresses = hints.addresses.iter_mut().map(|address| &mut address.0);
        for space in names.chain(ranges).chain(comments).chain(addresses) {
            *space = program.space(*space);
        }
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
        let (space, range) = range(word, rest)?;
        let other = self
            .ranges
            .iter()
            .find(|(known, bounds, other)| *known == space && *other != form && meets(bounds, &range));
        let other = other.map(|(_, bounds, _)| bounds.clone());
        let entry = self.entries.iter().find(|entry| range.contains(entry));
        let entry = entry.filter(|_| space == Space::Program && form != Form::Code);
        if let Some(other) = other.or(entry.map(|&entry| entry..entry + 1)) {
            return Err(self.contradicts(text, space, &other));
        }
        self.places.push((space, range.clone(), line));
        self.ranges.push((space, range, form));
        Ok(())
    }

    /// Returns the mode of an address, if a hint gives one.
    pub(super) fn mode(&self, address: u32) -> Option<Mode> {
        let given = self.modes.iter().find(|(range, _)| range.contains(&address));
        given.map(|(_, mode)| *mode)
    }

    /// Returns the message about a hint that contradicts an earlier one about a range.
    fn contradicts(&self, hint: &str, space: Space, other: &Range<u32>) -> String {
        let place = self.places.iter().find(|place| place.0 == space && place.1 == *other);
        let line = place.map_or(0, |place| place.2);
        format!("`{hint}` contradicts line {line}")
    }

    /// Parses `mode 0x100..0x200 segmented`, or a mode for one address, from which it applies until FCW is loaded.
    fn mode_hint(&mut self, hint: &str, line: usize) -> Result<(), String> {
        let (place_text, mode) = hint.rsplit_once(char::is_whitespace).unwrap_or((hint, ""));
        let mode = match mode {
            "segmented" => Mode::Segmented,
            "nonsegmented" => Mode::Nonsegmented,
            _ => {
                return Err(format!(
                    "expected `segmented` or `nonsegmented` after the place; found `{hint}`"
                ));
            }
        };
        if let Some(code) = place_text.strip_prefix("sc ") {
            let code = call_number(code)?;
            if self.call_modes.iter().any(|known| known.0 == code && known.1 != mode) {
                return Err(format!(
                    "`mode {hint}` contradicts an earlier hint for the same system call"
                ));
            }
            self.call_modes.push((code, mode));
            return Ok(());
        }
        let (space, range) = match place_text.contains("..") {
            true => range("mode", place_text)?,
            false => place(place_text).map(|(space, at)| (space, at..at.saturating_add(1)))?,
        };
        let other = self
            .modes
            .iter()
            .find(|known| known.1 != mode && meets(&known.0, &range));
        if let Some((other, _)) = other {
            return Err(self.contradicts(&format!("mode {hint}"), space, &other.clone()));
        }
        self.places.push((space, range.clone(), line));
        self.modes.push((range, mode));
        Ok(())
    }

    fn other(&mut self, word: &str, rest: &str, line: usize) -> Result<(), String> {
        let (first, second) = rest.split_once(char::is_whitespace).unwrap_or((rest, ""));
        let second = second.trim();
        match word {
            "entry" => {
                let address = self.routine(first, second, line, || format!("entry {rest}"))?;
                self.entries.push(address);
            }
            "service" => {
                let code = call_number(first)?;
                let (address, name) = second.split_once(char::is_whitespace).unwrap_or((second, ""));
                let address = self.routine(address, name.trim(), line, || format!("service {rest}"))?;
                if self.services.iter().any(|known| known.0 == code && known.1 != address) {
                    return Err(format!(
                        "`service {rest}` contradicts an earlier hint for the same system call"
                    ));
                }
                self.services.push((code, address));
            }
            "address" => {
                for address in rest.split_whitespace() {
                    let (space, address) = place(address)?;
                    self.places.push((space, address..address.saturating_add(1), line));
                    self.addresses.push((space, address));
                }
            }
            "mode" => self.mode_hint(rest, line)?,
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
                let routine = place(first)?.1;
                if self.inline.iter().any(|known| known.0 == routine && known.1 != inline) {
                    return Err(format!(
                        "`inline {rest}` contradicts an earlier hint for the same routine"
                    ));
                }
                self.inline.push((routine, inline));
            }
            _ => {
                return Err(format!(
                    "unknown hint `{word}`; expected entry, service, name, comment, mode, code, data, bytes, \
                     words, longs, text, table, address, noreturn or inline"
                ));
            }
        }
        Ok(())
    }

    /// Parses the address of a routine, with an optional name.
    fn routine(&mut self, at: &str, name: &str, line: usize, hint: impl Fn() -> String) -> Result<u32, String> {
        let (_, address) = place(at)?;
        if address % 2 != 0 {
            return Err(format!("`{at}` is odd: instructions must begin at even addresses"));
        }
        let is_data = |known: &&(Space, Range<u32>, Form)| {
            known.0 == Space::Program && known.2 != Form::Code && known.1.contains(&address)
        };
        if let Some((space, bounds, _)) = self.ranges.iter().find(is_data) {
            return Err(self.contradicts(&hint(), *space, bounds));
        }
        self.places
            .push((Space::Program, address..address.saturating_add(1), line));
        if !name.is_empty() {
            self.name(Space::Program, address, name)?;
        }
        Ok(address)
    }

    fn name(&mut self, space: Space, address: u32, name: &str) -> Result<(), String> {
        if !super::names::is_usable(name) {
            return Err(format!("invalid label name `{name}`"));
        }
        self.names.push(Symbol { name: name.to_owned(), space, address });
        Ok(())
    }
}

/// Parses the range that follows a hint's first word.
fn range(word: &str, text: &str) -> Result<(Space, Range<u32>), String> {
    let (from, to) = text
        .split_once("..")
        .ok_or_else(|| format!("expected a range after `{word}`, such as `0x100..0x120`; found `{text}`"))?;
    let (space, from) = place(from)?;
    let to = number(to.trim())?;
    if to <= from {
        return Err(format!("the end of the range `{text}` must be after its start"));
    }
    if to > MEMORY {
        return Err(format!(
            "the range `{text}` extends past {MEMORY:#x}, the end of a Z8001's memory"
        ));
    }
    Ok((space, from..to))
}

/// Returns true if two ranges have an address in common.
const fn meets(one: &Range<u32>, other: &Range<u32>) -> bool {
    one.start < other.end && other.start < one.end
}

/// Parses an address, preceded by `d:` if it is in data memory.
fn place(text: &str) -> Result<(Space, u32), String> {
    let text = text.trim();
    match text.strip_prefix("d:") {
        Some(address) => Ok((Space::Data, number(address)?)),
        None => Ok((Space::Program, number(text)?)),
    }
}

/// Parses a 32-bit number.
fn number(text: &str) -> Result<u32, String> {
    let number = number::number(text).and_then(|number| u32::try_from(number).ok());
    number.ok_or_else(|| format!("expected an address or a number, decimal or hexadecimal with 0x; found `{text}`"))
}

/// Parses the number of a system call.
fn call_number(text: &str) -> Result<u8, String> {
    u8::try_from(number(text.trim())?).map_err(|_| format!("expected a system call from 0 to 255; found `{text}`"))
}

/// Parses a system call such as `2` or `2 r5=0`.
fn system_call(text: &str) -> Result<SystemCall, String> {
    let (code, condition) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
    let wrong = || format!("expected a system call, such as `noreturn sc 2 r5=0`; found `{text}`");
    let code = call_number(code)?;
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
