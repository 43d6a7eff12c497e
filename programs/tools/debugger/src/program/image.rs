//! A program on its machine, with its files, lines, symbols and routines.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;

use z8000::run::Engine;
use z8000_asm::{LineMap, MapExpansion, MapLine};

use super::routines::Routines;
use crate::machine::{Address, Machine};

/// The section of a symbol.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SymbolSection {
    /// An address in program memory.
    Text,
    /// An address in data memory.
    Data,
    /// A constant, which is not an address.
    Constant,
}

impl SymbolSection {
    /// Returns the name of the section, for display.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Text => "text",
            Self::Data => "data",
            Self::Constant => "constant",
        }
    }
}

/// A symbol of the debugged program.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Symbol {
    /// The value of the symbol.
    pub value: i64,
    /// The section to which the value belongs.
    pub section: SymbolSection,
}

/// A source file of the debugged program.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SourceFile {
    /// The name of the file in the line map.
    pub name: String,
    /// The path, if it is a file that other programs can open.
    pub path: Option<PathBuf>,
    /// The lines of the file; empty if it could not be read.
    pub lines: Vec<String>,
}

/// A program and the machine that is to run it, in their initial state. Sessions share a program without changing it.
///
/// # Example
///
/// ```
/// # use z8000_asm::{Memory, Options, assemble};
/// use z8000_debugger::program::{Program, SymbolSection};
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
/// assert_eq!(program.code_address("start")?, 6.into());
/// assert_eq!((program.symbols["result"].value, program.symbols["result"].section), (0x1000, SymbolSection::Data));
/// assert_eq!(program.data_name(0x1001).as_deref(), Some("result+1"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone)]
pub struct Program {
    pub(super) subject: Machine,
    /// The source files; empty without a line map.
    pub files: Vec<SourceFile>,
    pub(super) expansions: Vec<MapExpansion>,
    pub(super) lines: Vec<MapLine>,
    /// The sections of the line map, without its lines.
    pub(super) sections: LineMap,
    /// For each address in program memory, one more than the index of its line; 0 for none.
    pub(super) line_at: Vec<u32>,
    /// All symbols, by name.
    pub symbols: BTreeMap<String, Symbol>,
    /// The labels in program memory, by address.
    pub text_labels: Arc<BTreeMap<Address, String>>,
    pub(super) data_labels: BTreeMap<Address, String>,
    /// The routines of the program.
    pub routines: Arc<Routines>,
}

impl Program {
    /// Sets the engine that runs the program whenever no probe is needed; `None` interprets the program.
    #[must_use]
    pub fn run_by(mut self, engine: Option<Box<dyn Engine>>) -> Self {
        self.subject.set_engine(engine);
        self
    }

    /// Sets the bits per second of the machine's serial lines; with 0, all characters arrive at once.
    #[must_use]
    pub fn with_baud(mut self, baud: u32) -> Self {
        self.subject.set_baud(baud);
        self
    }

    /// Returns the machine with the program, in its initial state.
    pub const fn machine(&self) -> &Machine {
        &self.subject
    }

    /// Returns true if addresses have segments, as on a Z8001.
    pub fn has_segments(&self) -> bool {
        self.subject.has_segments()
    }

    /// Converts a number to an address: either segment * 0x10000 + offset, or the contents of a register pair. `None`
    /// if it is not a valid address.
    pub fn at(&self, number: i64) -> Option<Address> {
        Address::of(number, self.has_segments())
    }

    /// Returns one more than the number of the last address at which the code of a routine can be.
    pub(super) fn end(&self, start: Address) -> u32 {
        self.subject.code_end(start).max(start.linear() as u32)
    }

    /// Returns the name of an address in program memory: a label, or a routine and an offset; otherwise, the address
    /// itself.
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
    /// start:  call    five
    ///         halt
    /// five:   ldk     r1,#5
    ///         ret
    /// ";
    /// # let files = Memory::new([("t.s", source)]);
    /// # let program = Program::assembled(&assemble(&files, "t.s", &Options::default())?, &files, None)?;
    /// assert_eq!([6, 12, 14].map(|address| program.name(address)), ["start", "five", "five+2"]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn name(&self, address: impl Into<Address>) -> String {
        let address = address.into();
        if let Some(label) = self.text_labels.get(&address) {
            return label.clone();
        }
        match self.routines.at(address) {
            Some(routine) if routine.start == address => routine.name.clone(),
            Some(routine) => format!("{}+{}", routine.name, address.linear() - routine.start.linear()),
            None => format!("{address:04x}"),
        }
    }

    /// Returns the name of an address in program memory or data memory.
    pub(crate) fn name_in(&self, program: bool, address: Address) -> Option<String> {
        match program {
            true => Some(self.name(address)),
            false => self.data_name(address),
        }
    }

    /// Returns the name of an address in data memory: a label, or a label less than 2 KB before it and an offset;
    /// `None` if there is no such label.
    pub fn data_name(&self, address: impl Into<Address>) -> Option<String> {
        let address = address.into();
        let (&start, name) = self.data_labels.range(..=address).next_back()?;
        match address.linear() - start.linear() {
            0 => Some(name.clone()),
            distance if distance < 0x800 => Some(format!("{name}+{distance}")),
            _ => None,
        }
    }
}
