//! Loading: from assembled sources, from memories, on a machine.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

use thiserror::Error;
use z8000::board::Board;
use z8000_asm::{AddressSpace, Assembly, LineMap, Sources};

use super::finder::routines;
use super::image::{Program, SourceFile, Symbol, SymbolSection};
use crate::machine::{Address, Machine, Subject};

/// Bytes of a memory.
const MEMORY: u64 = 0x1_0000;

/// A program that cannot be loaded.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum LoadError {
    /// It does not fit.
    #[error("the program needs {0:#x} bytes, more than the 64 KB of a memory")]
    TooLarge(u64),
    /// It is too short for a reset.
    #[error("the program memory has {0} bytes; it needs 6: FCW at address 2 and PC at 4")]
    TooShort(usize),
    /// It is for a Z8001.
    #[error(
        "its FCW at address 2, {0:04x}h, is for segmented mode, and this board has a Z8002: --machine names others"
    )]
    Segmented(u16),
}

/// Checks the size of the larger memory, and that of the program memory.
const fn check(largest: u64, text: u64) -> Result<(), LoadError> {
    if largest > MEMORY {
        return Err(LoadError::TooLarge(largest));
    }
    if text < 6 {
        return Err(LoadError::TooShort(text as usize));
    }
    Ok(())
}

/// Checks the program of a board: the FCW with which it begins is one of a Z8002.
fn started(mut board: Box<Board>) -> Result<Box<Board>, LoadError> {
    let fcw = board.memory().program_word(2);
    if fcw & 0x8000 != 0 {
        return Err(LoadError::Segmented(fcw));
    }
    board.reset();
    Ok(board)
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
        let text = assembly.contents(Some(AddressSpace::Program)).map(end).max();
        check(largest, text.unwrap_or(0))?;
        let mut board = Box::new(Board::new());
        let [text, data] = [AddressSpace::Program, AddressSpace::Data].map(|space| assembly.loadable(space));
        board.load(text, data);
        let board = started(board)?;
        Ok(Self::new(Subject::Board(board), Some(assembly.map()), sources, folder))
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
        check(text.len().max(data.len()) as u64, text.len() as u64)?;
        let mut board = Box::new(Board::new());
        board.load_program(0, text);
        board.load_data(0, data);
        let board = started(board)?;
        Ok(Self::new(Subject::Board(board), map, sources, folder))
    }

    /// A program on another machine, which has been started, and the line map if there is one.
    pub fn on(machine: Box<dyn Machine>, map: Option<LineMap>, sources: &dyn Sources, folder: Option<&Path>) -> Self {
        Self::new(Subject::Machine(machine), map, sources, folder)
    }

    fn new(subject: Subject, map: Option<LineMap>, sources: &dyn Sources, folder: Option<&Path>) -> Self {
        let map = map.unwrap_or_default();
        let read = |name: &String| SourceFile {
            name: name.clone(),
            path: folder.map(|folder| folder.join(name)),
            lines: match sources.read(name) {
                Ok(bytes) => String::from_utf8_lossy(&bytes).lines().map(str::to_owned).collect(),
                Err(_) => Vec::new(),
            },
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
        let sections = LineMap { sections: map.sections, ..LineMap::default() };
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
        program.routines = Arc::new(routines(&program));
        program
    }
}
