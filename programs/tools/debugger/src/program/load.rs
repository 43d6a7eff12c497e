//! Loads a program into the board or another machine.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
use std::path::Path;
use std::sync::Arc;

use thiserror::Error;
use z8000_asm::{Assembly, LineMap, Sources};
use z8000_object::text::{escaped, source};
use z8000_object::{Kind, Section};

use super::finder::routines;
use super::flow::{instruction, target};
use super::image::{Program, SourceFile, Symbol, SymbolSection};
use crate::machine::{Address, Machine};

/// Size of each memory in bytes.
const MEMORY: u64 = 0x1_0000;

/// Why a program cannot be loaded.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum LoadError {
    /// The program needs this number of bytes, more than the 64 KB of a memory.
    #[error("the program needs {0:#x} bytes, more than the 64 KB of memory")]
    TooLarge(u64),
    /// The program memory, of this number of bytes, is too short to contain a reset vector.
    #[error(
        "the program memory has {0} bytes; it needs at least 6, with FCW at address 2 and PC at address 4: begin the \
         program with `.word 0,0x4000,start`"
    )]
    TooShort(usize),
    /// The program is for a Z8001: this FCW in its reset vector selects segmented mode.
    #[error(
        "the program's FCW at address 2, {0:04x}h, selects segmented mode, but this board has a Z8002: choose another \
         machine with --machine"
    )]
    Segmented(u16),
}

impl Program {
    /// Loads an assembled program. `sources` supplies the contents of its source files; `folder` is the folder that
    /// contains these, if they are files.
    ///
    /// # Errors
    ///
    /// The same as for [`linked`](Self::linked).
    ///
    /// # Example
    ///
    /// ```
    /// use z8000_asm::{Memory, Options, assemble};
    /// use z8000_debugger::program::Program;
    ///
    /// let text = "        .z8002\n        .word   0, 0x4000, start\nstart:  halt\n";
    /// let files = Memory::new([("halt.s", text)]);
    /// let assembly = assemble(&files, "halt.s", &Options::default())?;
    /// let program = Program::assembled(&assembly, &files, None)?;
    /// assert_eq!(program.line(6).map(|line| line.text), Some("start:  halt"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn assembled(assembly: &Assembly, sources: &dyn Sources, folder: Option<&Path>) -> Result<Self, LoadError> {
        Self::linked(&assembly.program().sections, Some(assembly.map()), sources, folder)
    }

    /// Loads the contents of program memory (`text`) and of data memory (`data`), both from address 0, with the line
    /// map if there is one.
    ///
    /// # Errors
    ///
    /// The same as for [`linked`](Self::linked).
    ///
    /// # Example
    ///
    /// ```
    /// use z8000_asm::Memory;
    /// use z8000_debugger::program::{LoadError, Program};
    ///
    /// let binary = |text: &[u8]| Program::binary(text, &[], None, &Memory::new([]), None);
    /// // FCW and PC; HALT.
    /// assert!(binary(&[0, 0, 0x40, 0, 0, 6, 0x7A, 0]).is_ok());
    /// assert_eq!(binary(&[0, 0, 0x40, 0]).err(), Some(LoadError::TooShort(4)));
    /// assert_eq!(binary(&[0, 0, 0xC0, 0, 0, 6, 0x7A, 0]).err(), Some(LoadError::Segmented(0xC000)));
    /// ```
    pub fn binary(
        text: &[u8],
        data: &[u8],
        map: Option<LineMap>,
        sources: &dyn Sources,
        folder: Option<&Path>,
    ) -> Result<Self, LoadError> {
        let memories = [("text", Kind::Code, text), ("data", Kind::Data, data)];
        let sections = memories.map(|(name, kind, bytes)| Section::at(name, kind, 0, bytes.to_vec()));
        Self::linked(&sections, map, sources, folder)
    }

    /// Loads the sections of a linked program into a new board, with the line map if there is one.
    ///
    /// # Errors
    ///
    /// The program does not fit into 64 KB of program and 64 KB of data memory, its program memory is shorter than the
    /// 6 bytes of a reset vector, or the FCW there selects segmented mode.
    pub fn linked(
        sections: &[Section],
        map: Option<LineMap>,
        sources: &dyn Sources,
        folder: Option<&Path>,
    ) -> Result<Self, LoadError> {
        let end = |section: &Section| u64::from(section.load) + u64::from(section.size);
        let largest = sections.iter().map(end).max().unwrap_or(0);
        if largest > MEMORY {
            return Err(LoadError::TooLarge(largest));
        }
        let text = sections.iter().filter(|section| section.kind == Kind::Code).map(end);
        let text = text.max().unwrap_or(0);
        if text < 6 {
            return Err(LoadError::TooShort(text as usize));
        }
        let mut board = Machine::board();
        for section in sections.iter().filter(|section| !section.bytes.is_empty()) {
            match section.kind {
                Kind::Code => board.load_program(section.load, &section.bytes),
                _ => board.load_data(section.load, &section.bytes),
            };
        }
        let fcw = board.world().program_word(2);
        if fcw & 0x8000 != 0 {
            return Err(LoadError::Segmented(fcw));
        }
        board.reset();
        Ok(Self::on(board, map, sources, folder))
    }

    /// Creates a program on another machine, which has already been started, with the line map if there is one.
    pub fn on(mut subject: Machine, map: Option<LineMap>, sources: &dyn Sources, folder: Option<&Path>) -> Self {
        let map = map.unwrap_or_default();
        guard_data(&mut subject, &map);
        let read = |name: &String| SourceFile {
            name: name.clone(),
            path: folder.map(|folder| folder.join(name)),
            lines: match sources.read(name) {
                Ok(bytes) => escaped(&source(bytes.into_owned()))
                    .lines()
                    .map(str::to_owned)
                    .collect(),
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
            text_labels: Arc::new(text_labels),
            data_labels,
            routines: Arc::default(),
        };
        program.routines = Arc::new(routines(&program));
        program
    }
}

/// Prevents a machine that guards its code from running data that the source defines: words that are not instructions,
/// and that no instruction continues with, jumps to or calls.
pub fn guard_data(machine: &mut Machine, map: &LineMap) {
    let mut lines: Vec<_> = map
        .lines
        .iter()
        .filter(|line| line.length > 0 && map.is_code(&line.section))
        .map(|line| (line.range(), line.clocks.is_some()))
        .collect();
    lines.sort_by_key(|(range, _)| range.start);
    // Without known instructions, everything may be code.
    if !lines.iter().any(|(_, is_instruction)| *is_instruction) {
        return;
    }
    let (mut targets, mut next) = (BTreeSet::new(), None);
    let mut data: Vec<(Range<u32>, bool)> = Vec::new();
    for (range, is_instruction) in lines {
        if is_instruction {
            let at = Address::of(range.start.into(), machine.has_segments());
            let found = at.and_then(|at| Some((at, instruction(machine, at)?)));
            let to = found.iter().filter_map(|(at, found)| target(machine, *at, found));
            targets.extend(to.map(|at| at.linear() as u32));
            let ends = found.is_some_and(|(_, found)| found.ends());
            next = (!ends).then_some(range.end);
            continue;
        }
        match data.last_mut().filter(|(block, _)| range.start <= block.end) {
            Some((block, _)) => block.end = block.end.max(range.end),
            None => data.push((range.clone(), next == Some(range.start))),
        }
    }
    for (block, _) in data.iter().filter(|(_, follows)| !follows) {
        if targets.range(block.clone()).next().is_none() {
            machine.world_mut().forbid(block);
        }
    }
}
