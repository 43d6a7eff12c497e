//! The instructions of a statement or a line, and the bytes of the data at a label.

use serde::Deserialize;
use z8000_asm::{MapPlace, Stored, Syntax, directive};

use super::{Program, SymbolSection};
use crate::machine::{Address, Look};

/// The unit of a step.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Unit {
    /// The instructions of one line or, within a macro, of one line of the macro.
    #[default]
    Statement,
    /// The instructions of one line, where a macro call or a repetition counts as one line.
    Line,
    /// One instruction.
    Instruction,
}

/// The unit of an instruction, and the place in the source that its instructions share.
pub(crate) type Extent = (Unit, MapPlace);

impl Program {
    /// Returns the unit to which an instruction belongs; `None` for a single instruction, or if the source is unknown.
    pub(crate) fn extent(&self, at: Address, unit: Unit) -> Option<Extent> {
        let place = self.map_line(at)?.place;
        let place = match unit {
            Unit::Instruction => return None,
            Unit::Statement => place,
            Unit::Line => self.calls(place).last().unwrap_or(place),
        };
        Some((unit, place))
    }

    /// Returns the address and size of the data at a label. The statement after the label determines the size. `None`
    /// for an unknown name, a constant, and the label of an instruction.
    ///
    /// # Example
    ///
    /// ```
    /// # use z8000_asm::{Memory, Options, assemble};
    /// # use z8000_debugger::program::Program;
    ///
    /// let source = "
    ///         .z8002
    ///         .word   0, 0x4000, start
    /// start:  ldk     r1,#5
    ///         ld      result,r1
    ///         halt
    ///         .data
    ///         .org    0x1000
    /// result: .word   0
    /// ";
    /// # let files = Memory::new([("t.s", source)]);
    /// # let program = Program::assembled(&assemble(&files, "t.s", &Options::default())?, &files, None)?;
    /// let result = program.datum("result").ok_or("no data")?;
    /// assert_eq!((result.program, result.address, result.bytes), (false, 0x1000.into(), 2));
    /// assert_eq!(result.expression("result"), "word(result)");
    /// assert_eq!(program.datum("start"), None);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn datum(&self, name: &str) -> Option<Datum> {
        let symbol = self.symbols.get(name)?;
        let address = self.at(symbol.value)?;
        let program = match symbol.section {
            SymbolSection::Constant => return None,
            SymbolSection::Data => false,
            SymbolSection::Text if self.map_line(address)?.clocks.is_some() => return None,
            SymbolSection::Text => true,
        };
        let here = |line: &&z8000_asm::MapLine| {
            i64::from(line.address) == symbol.value
                && line.length > 0
                && self.sections.is_code(&line.section) == program
        };
        let line = self.lines.iter().find(here);
        let stored = line.and_then(|line| stored(self.source(line.place)?.text, name));
        let bytes = line.map_or(WORD, |line| line.length);
        Some(Datum { program, address, bytes, stored })
    }
}

/// The assumed size in bytes of data whose statement is unknown.
const WORD: u32 = 2;

/// The maximum number of bytes or numbers of a datum that are displayed.
const SHOWN: usize = 64;

/// Returns what the first directive in a line stores, after the label if that is in the line.
fn stored(line: &str, label: &str) -> Option<Stored> {
    let behind = line.split_once(&format!("{label}:")).map_or(line, |(_, rest)| rest);
    let mut words = behind.split([' ', '\t', ':']);
    words.find_map(|word| Syntax::ALL.iter().find_map(|syntax| directive(*syntax, word)?.stored()))
}

/// Data at a label.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Datum {
    /// True if the data are in program memory.
    pub program: bool,
    /// The address of the first byte.
    pub address: Address,
    /// The size in bytes of the data that the statement at the label defines; 2 if there is no such statement.
    pub bytes: u32,
    /// The value that the statement stores; `None` if unknown.
    pub stored: Option<Stored>,
}

impl Datum {
    /// Formats the expression that reads the data: a byte, a long word or, for any other size, the first word.
    pub fn expression(&self, label: &str) -> String {
        let prefix = if self.program { "p" } else { "" };
        let width = match self.bytes {
            1 => "byte",
            4 => "long",
            _ => "word",
        };
        format!("{prefix}{width}({label})")
    }

    /// Formats strings as in the source, and arrays of bytes, words and long words; `None` for a single number.
    pub fn text(&self, memory: &dyn Look) -> Option<String> {
        let stored = self.stored?;
        let unit = match stored {
            Stored::Text { .. } | Stored::Space => 1,
            Stored::Numbers(unit) => unit,
        };
        let length = self.bytes as usize / unit;
        let at = |index: usize| self.address.plus(index as u16);
        let bytes: Vec<u8> = (0..length.min(SHOWN) * unit)
            .map(|index| memory.byte(self.program, at(index)))
            .collect();
        let cut = if length > SHOWN {
            format!(", ... ({length} in all)")
        } else {
            String::new()
        };
        match stored {
            Stored::Text { ends } => {
                let strings = match bytes.strip_suffix(&[0]).filter(|_| ends && length <= SHOWN) {
                    Some(strings) => strings.split(|byte| *byte == 0).collect(),
                    None => vec![&bytes[..]],
                };
                let quoted = strings.iter().map(|string| format!("\"{}\"", string.escape_ascii()));
                Some(quoted.collect::<Vec<_>>().join(", ") + &cut)
            }
            Stored::Space if length <= 4 => None,
            Stored::Numbers(1 | 2 | 4) | Stored::Space if length > 1 => {
                let number = |bytes: &[u8]| bytes.iter().fold(0_u32, |number, byte| number << 8 | u32::from(*byte));
                let numbers = bytes.chunks(unit).map(|bytes| format!("{:#x}", number(bytes)));
                Some(numbers.collect::<Vec<_>>().join(", ") + &cut)
            }
            Stored::Numbers(_) | Stored::Space => None,
        }
    }
}
