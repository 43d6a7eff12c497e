//! The extent of a statement or a line in instructions, and of a symbol in bytes.

use serde::Deserialize;
use z8000_asm::MapPlace;

use super::{Program, SymbolSection};
use crate::machine::Address;

/// The unit of one step.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Unit {
    /// The instructions of one line; within a macro, those of one line of the macro.
    #[default]
    Statement,
    /// The same, but a call of a macro and a repetition are one line.
    Line,
    /// One instruction.
    Instruction,
}

/// The place in the source that instructions have in common: of one unit.
pub(crate) type Extent = (Unit, MapPlace);

impl Program {
    /// The unit that an instruction is part of; none for a single instruction, or if the source is not known.
    pub(crate) fn extent(&self, at: Address, unit: Unit) -> Option<Extent> {
        let place = self.map_line(at)?.place;
        let place = match unit {
            Unit::Instruction => return None,
            Unit::Statement => place,
            Unit::Line => self.calls(place).last().unwrap_or(place),
        };
        Some((unit, place))
    }

    /// The bytes of a symbol of the data memory: of the statement that follows it. None for another symbol, or if
    /// the source is not known.
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
    /// // One word follows the label.
    /// assert_eq!(program.symbol_bytes("result"), Some(2));
    /// assert_eq!(program.symbol_bytes("start"), None);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn symbol_bytes(&self, name: &str) -> Option<u32> {
        let symbol = self.symbols.get(name)?;
        if symbol.section != SymbolSection::Data {
            return None;
        }
        let here = |line: &&z8000_asm::MapLine| {
            i64::from(line.address) == symbol.value && line.length > 0 && !self.sections.is_code(&line.section)
        };
        Some(self.lines.iter().find(here)?.length)
    }
}
