//! Disassembly of a complete program to source text that assembles to the same bytes.
//!
//! 1. [`Program`]: pieces of memory, entries and symbols, possibly from a file; [`Hints`]: further facts from the user.
//! 2. `flow` follows the program from its entries. `operands` and `effects` give the effect of an instruction on the
//!    known contents of the registers (a `State`, which consists of `Value`s). From these, `jumps` finds the targets of
//!    jumps through registers, and `data` the data and the places to which routines return. `modes` determines the mode
//!    in which a path continues, `arguments` the numbers that are passed as addresses. `lists` finds tables, `pointers`
//!    code to which no jump leads, `beyond` the space beyond the pieces, and `evidence` applies the evidence from a run.
//! 3. `layout` splits the program into lines (`lines` does so for data), `names` generates labels, and `text` writes
//!    the source.
//!
//! In an object that is not linked, the code is marked as such; [`Relocatable`] disassembles it sequentially.

mod arguments;
mod beyond;
mod code;
mod data;
mod effects;
mod evidence;
mod flow;
mod found;
mod hints;
mod jumps;
mod layout;
mod lines;
mod lists;
mod modes;
mod names;
mod operands;
mod pointers;
mod program;
mod relocatable;
mod services;
mod state;
mod text;
mod value;

pub use hints::{Form, HintError, Hints, Inline, SystemCall};
pub use program::{Content, Piece, Program, ProgramError, Symbol};
pub use relocatable::{Relocatable, Statement, is_code};

use std::ops::Range;

use z8000::isa::{Kind, Mode, Value};

use code::Code;
use flow::Flow;
use names::Names;
use program::Space;
use text::Writer;

/// The settings for disassembling.
///
/// # Example
///
/// ```
/// use z8000_asm::disassembly::{Disassembly, Hints, Options, Piece, Program};
///
/// // FCW and PC of a reset, and code at 8.
/// let bytes = vec![0, 0, 0x40, 0, 0, 8, 0, 0, 0xBD, 0x15, 0x7A, 0];
/// let program = Program { pieces: vec![Piece { bytes, ..Piece::default() }], ..Program::default() };
/// let options = Options { reset: true, ..Options::default() };
/// assert_eq!(Disassembly::new(program, &Hints::default(), options)?.instructions, [8, 10]);
/// # Ok::<(), z8000_asm::disassembly::ProgramError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Options {
    /// Assume that the program begins with the words that the processor reads after a reset: FCW and PC.
    pub reset: bool,
    /// Treat anything that looks like code as code, even without other evidence.
    pub guess: bool,
}

/// A program as source text.
///
/// # Example
///
/// ```
/// use z8000_asm::disassembly::{Disassembly, Hints, Options, Piece, Program};
///
/// let code = Piece { bytes: vec![0xBD, 0x15, 0xF1, 0x81, 0x9E, 0x08], ..Piece::default() };
/// let program = Program { pieces: vec![code], entries: vec![0], ..Program::default() };
/// let hints = Hints::parse("name 2 again\n")?;
/// let found = Disassembly::new(program, &hints, Options::default())?;
/// assert_eq!(found.instructions, [0, 2, 4]);
/// assert!(found.text.contains("again:\n\tdjnz r1,again"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Disassembly {
    /// The source text. Lines with instructions have their address and bytes in a comment, other lines only their
    /// address.
    pub text: String,
    /// Addresses of the instructions found without the evidence of a run ([`Hints::executed`]), in ascending order,
    /// including instructions written as numbers because an assembler would encode them differently.
    pub instructions: Vec<u32>,
    /// Questions for the user to decide, such as the mode of code that is reached in both modes, each as a sentence.
    pub notes: Vec<String>,
}

/// Maximum number of times that a program is followed again, after memory that it uses outside its pieces was added.
const ROUNDS: u32 = 4;

impl Disassembly {
    /// Disassembles a program.
    ///
    /// # Errors
    ///
    /// Pieces of the program overlap or exceed their memory, or an entry is odd.
    pub fn new(program: Program, hints: &Hints, options: Options) -> Result<Self, ProgramError> {
        Self::with_space(program, hints, options, ROUNDS)
    }

    fn with_space(program: Program, hints: &Hints, options: Options, rounds: u32) -> Result<Self, ProgramError> {
        let mut program = program.ordered()?;
        let hints = hints.for_program(&program);
        let mut flow = Flow::new(&program, &hints);
        flow.find(options);
        let mut instructions: Vec<u32> = flow.code.all().iter().map(|found| found.address).collect();
        instructions.sort_unstable();
        flow.prove();
        flow.name_hinted();
        let beyond = flow.beyond();
        if rounds > 0 && !beyond.is_empty() {
            program.pieces.extend(beyond);
            return Self::with_space(program, &hints, options, rounds - 1);
        }
        flow.keep_lengths();
        let names = names(&flow);
        let text = Writer::new(&flow, &names).write();
        let notes = flow.notes.into_values().collect();
        Ok(Self { text, instructions, notes })
    }
}

impl Flow<'_> {
    /// Finds all instructions and data.
    fn find(&mut self, options: Options) {
        for (space, range, form) in &self.hints.ranges {
            if *space == Space::Program && *form != Form::Code {
                self.code.set_data(range.start, range.end - range.start);
            }
        }
        let ranges = self.hints.ranges.iter().filter(|range| range.2 == Form::Code);
        let hinted = ranges.map(|range| range.1.clone());
        let listed = self.listed();
        let entries = self.program.entries.iter().chain(&self.hints.entries).copied();
        let entries = entries.map(|entry| (entry, self.mode_at(entry, self.program.mode)));
        let entries: Vec<(u32, Mode)> = entries.chain(listed).collect();
        if entries.is_empty() && !options.reset && hinted.clone().next().is_none() {
            self.code.sweep();
            return;
        }
        if options.reset {
            self.reset();
        }
        for (entry, mode) in entries {
            self.enter(entry, mode);
            self.settle();
        }
        let pieces = self.program.pieces.iter();
        let pieces = pieces.filter(|piece| piece.space == Space::Program);
        let pieces: Vec<Range<u32>> = pieces.map(|piece| piece.address..piece.end()).collect();
        // A range may extend far beyond the bytes of the program.
        for (range, piece) in hinted.flat_map(|range| pieces.iter().map(move |piece| (range.clone(), piece))) {
            let start = range.start.max(piece.start);
            let mut at = start + start % 2;
            while at < range.end.min(piece.end) {
                self.enter(at, self.likely_mode(at));
                self.run();
                at += self.code.get(at).map_or(2, |found| u32::from(found.length));
            }
        }
        self.settle();
        loop {
            let found = self.find_tables();
            if !self.scan(options.guess) && !found {
                return;
            }
            self.settle();
        }
    }

    /// Follows everything for which there is evidence.
    fn settle(&mut self) {
        loop {
            self.run();
            if self.ask_callers() {
                continue;
            }
            let open = self.routines.may_return();
            if open.is_empty() {
                return;
            }
            for routine in open {
                self.leave(routine, data::Exit::Behind(0), None);
            }
        }
    }

    /// Returns the first letter of the generated label for an address.
    fn letter(&self, space: Space, at: u32) -> char {
        let is_code = space == Space::Program && self.leaders.contains_key(&at) && !self.data.begins(space, at);
        if is_code { 'L' } else { 'D' }
    }

    /// Returns the addresses in tables given by hints.
    fn listed(&mut self) -> Vec<(u32, Mode)> {
        let mut targets = Vec::new();
        for (space, range, form) in &self.hints.ranges {
            if *form != Form::Table {
                continue;
            }
            let space = self.program.space(*space);
            let mode = self.mode_at(range.start, self.program.mode);
            let (size, segment) = match mode {
                Mode::Nonsegmented => (2, Some(self.program.isa_address(range.start).segment)),
                Mode::Segmented => (4, None),
            };
            let count = (range.end - range.start) / u32::from(size);
            let table = data::JumpTable { step: size, count, segment, to: Space::Program };
            self.tables.insert((space, range.start), table);
            for at in range.clone().step_by(size.into()) {
                let target = self.program.entry(space, at, segment);
                targets.extend(
                    target
                        .filter(|target| target.is_multiple_of(2))
                        .map(|target| (target, mode)),
                );
            }
        }
        targets
    }
}

impl Code<'_> {
    /// Treats every word that can begin an instruction as an instruction.
    fn sweep(&mut self) {
        let pieces = self.program.pieces.iter();
        for piece in pieces.filter(|piece| piece.space == Space::Program && piece.content != Content::Data) {
            let mut at = piece.address + piece.address % 2;
            while at < piece.end() {
                // An instruction to which nothing leads is accepted only in the encoding that an assembler uses.
                let mode = self.program.mode;
                let written = self.decode(at, mode).is_some_and(|found| found.is_written());
                let found = if written { self.at(at, mode) } else { None };
                at += found.map_or(2, |found| u32::from(found.length));
            }
        }
    }
}

/// Returns the labels: those given, and one for each place that is referred to.
fn names(flow: &Flow<'_>) -> Names {
    let mut names = Names::default();
    let program = flow.program;
    for symbol in flow.hints.names.iter().chain(&program.symbols) {
        names.give(program.space(symbol.space), symbol.address, &symbol.name);
    }
    let begins = |space: Space, address: u32| {
        program.ends(space, address)
            || program.has(space, address)
                && (space == Space::Data
                    || !flow.code.is_claimed(address)
                    || (address.is_multiple_of(2) && flow.code.get(address).is_some()))
    };
    let mut make = |space: Space, address: u32, letter: char| {
        if begins(space, address) {
            names.make(space, address, letter);
        } else if let Some(next) = flow.code.end_at(address)
            && letter == 'D'
            && begins(space, next)
            && flow.code.get(next).is_none()
        {
            names.make(space, next, flow.letter(space, next));
            names.count_from(space, address, next);
        }
    };
    for found in flow.code.all() {
        let instruction = &found.executed.instruction;
        if instruction.jumps() {
            let lists = instruction.values().iter().filter_map(|value| match value {
                Value::Indexed(address, _) => Some(program::linear(*address)),
                _ => None,
            });
            for to in operands::target(instruction).into_iter().chain(lists) {
                make(Space::Program, to, 'L');
            }
        }
        let computed = flow.computes(found).then(|| program.space(Space::Data));
        for value in instruction.values() {
            if let (Some(space), Value::Indexed(address, _) | Value::Address(address) | Value::Target(address)) =
                (computed, value)
            {
                let at = program::linear(*address);
                make(space, at, flow.letter(space, at));
            }
        }
        if let Some(&space) = flow.data.pointers.get(&found.address) {
            for (operand, value) in program::operands(instruction) {
                if let (Kind::Immediate16 | Kind::Immediate32, Value::Immediate(number)) = (operand.kind, value) {
                    let at = match operand.kind {
                        Kind::Immediate16 => Some(found.in_segment(number as u32)),
                        _ => program::image(number as u32),
                    };
                    let Some(at) = at.filter(|_| number != 0) else {
                        continue;
                    };
                    make(space, at, flow.letter(space, at));
                }
            }
        }
    }
    for place in flow.lengths.values().flat_map(|&(start, end, _)| [start, end]) {
        make(Space::Program, place, flow.letter(Space::Program, place));
    }
    for (&(space, start), table) in &flow.tables {
        make(space, start, 'T');
        for number in 0..table.count {
            let at = start + u32::from(table.step) * number;
            if let Some(target) = program.entry(space, at, table.segment) {
                make(table.to, target, flow.letter(table.to, target));
            }
        }
    }
    let mut things: Vec<(Space, u32)> = flow.data.things.keys().copied().collect();
    let hinted = flow.hints.ranges.iter().map(|(space, range, _)| (*space, range.start));
    things.extend(hinted.filter(|&(space, at)| program.bytes_at(space, at).is_none()));
    things.sort_unstable();
    for (space, address) in things {
        let within = space == Space::Program && flow.code.is_claimed(address);
        if !within && !flow.splits_entry(space, address) {
            make(space, address, 'D');
        }
    }
    names.keep(|space, address| !program.has(space, address) || begins(space, address));
    names
}
