//! The program that is debugged: its image, its symbols, and the lines that it was made of.

mod extent;
mod flow;
mod locate;
mod routines;
mod text;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use thiserror::Error;
use z8000::board::Board;
use z8000::run::Engine;
use z8000_asm::{AddressSpace, Assembly, LineMap, MapExpansion, MapLine, Sources};

pub use extent::Unit;
pub use flow::Flow;
pub(crate) use flow::{instruction, target as call_target};
pub use locate::{LocateError, SourceLine};
pub use routines::{Routine, Routines};
pub use text::Disassembled;

use crate::machine::{Address, Machine, Subject};

/// Bytes of a memory.
const MEMORY: usize = 0x1_0000;

/// Why a program cannot be loaded.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum LoadError {
    /// It does not fit.
    #[error("the program needs {0:#x} bytes, more than the 64 KB of a memory")]
    TooLarge(u64),
    /// It is too short for a reset.
    #[error("the program memory has {0} bytes; it needs 6: FCW at address 2 and PC at 4")]
    TooShort(usize),
}

/// The section of a symbol.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SymbolSection {
    /// An address in program memory.
    Text,
    /// An address in data memory.
    Data,
    /// A constant.
    Constant,
}

/// A symbol.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Symbol {
    /// Its value.
    pub value: i64,
    /// What the value is.
    pub section: SymbolSection,
}

/// A source file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SourceFile {
    /// Its name, as the line map has it.
    pub name: String,
    /// Where it is, if it is a file that others can open.
    pub path: Option<PathBuf>,
    /// Its lines; none if it could not be read.
    pub lines: Vec<String>,
}

/// A program, on the machine that is to run it.
#[derive(Debug, Clone)]
pub struct Program {
    subject: Subject,
    files: Vec<SourceFile>,
    expansions: Vec<MapExpansion>,
    lines: Vec<MapLine>,
    /// The sections alone.
    sections: LineMap,
    /// For each address of the program memory, 1 and the index of its line; 0 for none.
    line_at: Vec<u32>,
    symbols: BTreeMap<String, Symbol>,
    text_labels: BTreeMap<Address, String>,
    data_labels: BTreeMap<Address, String>,
    routines: Arc<Routines>,
}

impl Program {
    /// An assembled program. `sources` gives the text of its files, `folder` is where they are.
    ///
    /// # Errors
    ///
    /// When it does not fit into 64 KB of program and 64 KB of data memory.
    pub fn assembled(assembly: &Assembly, sources: &dyn Sources, folder: Option<&Path>) -> Result<Self, LoadError> {
        let end = |piece: &z8000_asm::Piece| u64::from(piece.origin) + u64::from(piece.size);
        let largest = assembly.pieces.iter().map(end).max().unwrap_or(0);
        if largest > MEMORY as u64 {
            return Err(LoadError::TooLarge(largest));
        }
        let text = assembly
            .contents(Some(AddressSpace::Program))
            .map(end)
            .max()
            .unwrap_or(0);
        if text < 6 {
            return Err(LoadError::TooShort(text as usize));
        }
        let mut board = Board::new();
        board.load(
            assembly.loadable(AddressSpace::Program),
            assembly.loadable(AddressSpace::Data),
        );
        board.reset();
        Ok(Self::new(
            Subject::Board(Box::new(board)),
            Some(assembly.map()),
            sources,
            folder,
        ))
    }

    /// Memories from address 0 on, and the line map if there is one.
    ///
    /// # Errors
    ///
    /// When a memory has more than 64 KB, or the program memory less than the 6 bytes of a reset.
    pub fn binary(
        text: &[u8],
        data: &[u8],
        map: Option<LineMap>,
        sources: &dyn Sources,
        folder: Option<&Path>,
    ) -> Result<Self, LoadError> {
        let largest = text.len().max(data.len());
        if largest > MEMORY {
            return Err(LoadError::TooLarge(largest as u64));
        }
        if text.len() < 6 {
            return Err(LoadError::TooShort(text.len()));
        }
        let mut board = Board::new();
        board.load_program(0, text);
        board.load_data(0, data);
        board.reset();
        Ok(Self::new(Subject::Board(Box::new(board)), map, sources, folder))
    }

    /// A program on another machine, which has been started, and the line map if there is one.
    #[must_use]
    pub fn on(machine: Box<dyn Machine>, map: Option<LineMap>, sources: &dyn Sources, folder: Option<&Path>) -> Self {
        Self::new(Subject::Machine(machine), map, sources, folder)
    }

    fn new(subject: Subject, map: Option<LineMap>, sources: &dyn Sources, folder: Option<&Path>) -> Self {
        let map = map.unwrap_or_default();
        let read = |name: &String| SourceFile {
            name: name.clone(),
            path: folder.map(|folder| folder.join(name)),
            lines: sources.read(name).map_or_else(
                |_| Vec::new(),
                |bytes| {
                    let text = String::from_utf8_lossy(&bytes).into_owned();
                    text.lines().map(str::to_owned).collect()
                },
            ),
        };
        let files: Vec<SourceFile> = map.files.iter().map(read).collect();
        let (segmented, count) = (subject.has_segments(), Address::count(subject.has_segments()));
        let mut line_at = vec![0; count];
        for (index, line) in map.lines.iter().enumerate() {
            if map.is_code(&line.section) {
                let start = (line.address as usize).min(count);
                let end = (start + line.length as usize).min(count);
                line_at[start..end].fill(index as u32 + 1);
            }
        }
        let mut symbols = BTreeMap::new();
        let (mut text_labels, mut data_labels) = (BTreeMap::new(), BTreeMap::new());
        let sections = LineMap {
            sections: map.sections,
            ..LineMap::default()
        };
        for symbol in map.symbols {
            let section = match symbol.section.as_str() {
                "abs" => SymbolSection::Constant,
                name if sections.is_code(name) => SymbolSection::Text,
                _ => SymbolSection::Data,
            };
            if let Some(address) = Address::of(symbol.value, segmented) {
                let labels = match section {
                    SymbolSection::Text => Some(&mut text_labels),
                    SymbolSection::Data => Some(&mut data_labels),
                    SymbolSection::Constant => None,
                };
                if let Some(labels) = labels {
                    labels.entry(address).or_insert_with(|| symbol.name.clone());
                }
            }
            let value = symbol.value;
            symbols.insert(symbol.name, Symbol { value, section });
        }
        let mut program = Self {
            subject,
            files,
            expansions: map.expansions,
            lines: map.lines,
            sections,
            line_at,
            symbols,
            text_labels,
            data_labels,
            routines: Arc::default(),
        };
        program.routines = Arc::new(Routines::of(&program));
        program
    }

    /// The same, to be run by an engine wherever nobody watches.
    #[must_use]
    pub fn run_by(mut self, engine: Option<Box<dyn Engine>>) -> Self {
        if let Subject::Board(board) = &mut self.subject {
            board.set_engine(engine);
        }
        self
    }

    /// A board with the program, after reset; none if it is for another machine.
    #[must_use]
    pub fn board(&self) -> Option<Board> {
        self.subject.board().cloned()
    }

    /// The machine with the program, as it is at the start.
    pub(crate) const fn subject(&self) -> &Subject {
        &self.subject
    }

    /// Whether addresses have segments: on a Z8001.
    #[must_use]
    pub fn has_segments(&self) -> bool {
        self.subject.has_segments()
    }

    /// The address of a number: segment * 0x10000 + offset, or of a register pair.
    #[must_use]
    pub fn at(&self, number: i64) -> Option<Address> {
        Address::of(number, self.has_segments())
    }

    /// The number behind the last address at which code of a routine may be.
    fn end(&self, start: Address) -> u32 {
        match &self.subject {
            Subject::Board(board) => board.loaded().end,
            Subject::Machine(_) => (start.linear() as u32 | 0xFFFF) + 1,
        }
    }

    /// Its source files; none without a line map.
    #[must_use]
    pub fn files(&self) -> &[SourceFile] {
        &self.files
    }

    /// Its routines.
    #[must_use]
    pub fn routines(&self) -> &Arc<Routines> {
        &self.routines
    }

    /// Symbols by name.
    #[must_use]
    pub const fn symbols(&self) -> &BTreeMap<String, Symbol> {
        &self.symbols
    }

    /// Labels of the program memory by address.
    #[must_use]
    pub const fn text_labels(&self) -> &BTreeMap<Address, String> {
        &self.text_labels
    }

    /// An address of the program memory by name: a label, or a routine and a distance.
    #[must_use]
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

    /// An address of the data memory by the label at or before it, if one is near.
    #[must_use]
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
