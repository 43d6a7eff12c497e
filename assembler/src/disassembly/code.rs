//! The instructions found, by address.

use z8000::isa::{self, Form, Mode};

use super::found::{FoundInstruction, template};
use super::program::{Content, Program, Space};

/// What was found at an even address.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Mark {
    /// Nothing was found.
    Free,
    /// An instruction with this index begins here.
    Instruction(u32),
    /// The address is within an instruction.
    Within,
    /// The address contains data.
    Data,
}

/// The instructions of a program.
pub(super) struct Code<'p> {
    pub(super) program: &'p Program,
    found: Vec<FoundInstruction>,
    /// For each piece, what was found at each word.
    marks: Vec<Vec<Mark>>,
}

impl<'p> Code<'p> {
    pub(super) fn new(program: &'p Program) -> Self {
        let marks = program.pieces.iter().map(|piece| {
            let odd = (piece.address % 2) as usize;
            let words = if piece.space == Space::Program {
                (piece.bytes.len() + odd).div_ceil(2)
            } else {
                0
            };
            let is_data = piece.content == Content::Data;
            vec![if is_data { Mark::Data } else { Mark::Free }; words]
        });
        Self { program, found: Vec::new(), marks: marks.collect() }
    }

    /// Returns all instructions, in the order in which they were found.
    pub(super) fn all(&self) -> &[FoundInstruction] {
        &self.found
    }

    fn place(&self, address: u32) -> Option<(usize, usize)> {
        let piece = self.program.piece_at(Space::Program, address)?;
        let first = self.program.pieces[piece].address & !1;
        Some((piece, ((address - first) / 2) as usize))
    }

    /// Returns what was found at an address; `None` if the program has no byte there.
    pub(super) fn mark(&self, address: u32) -> Option<Mark> {
        let (piece, index) = self.place(address)?;
        Some(self.marks[piece][index])
    }

    pub(super) fn get(&self, address: u32) -> Option<&FoundInstruction> {
        self.found.get(self.index(address)?)
    }

    pub(super) fn get_mut(&mut self, address: u32) -> Option<&mut FoundInstruction> {
        let index = self.index(address)?;
        self.found.get_mut(index)
    }

    fn index(&self, address: u32) -> Option<usize> {
        match self.mark(address)? {
            Mark::Instruction(index) if address.is_multiple_of(2) => Some(index as usize),
            _ => None,
        }
    }

    /// Returns true if a found instruction has a byte at an address.
    pub(super) fn is_claimed(&self, address: u32) -> bool {
        matches!(self.mark(address), Some(Mark::Instruction(_) | Mark::Within))
    }

    /// Returns the address after the instruction that contains an address but does not begin there.
    pub(super) fn end_at(&self, address: u32) -> Option<u32> {
        let longest = 2 * (Form::MAX_WORDS as u32 + 1);
        let starts = (1..longest).filter_map(|bytes| self.get(address.checked_sub(bytes)?));
        let found = starts.take(1).next()?;
        Some(found.next()).filter(|next| self.is_claimed(address) && *next > address)
    }

    /// Marks bytes as data, except those of instructions already found.
    pub(super) fn set_data(&mut self, address: u32, bytes: u32) {
        for at in (address & !1..address.saturating_add(bytes)).step_by(2) {
            let Some((piece, index)) = self.place(at.max(address)) else {
                return;
            };
            let mark = &mut self.marks[piece][index];
            if *mark == Mark::Free {
                *mark = Mark::Data;
            }
        }
    }

    /// Decodes the bytes at an address in a mode, without recording an instruction.
    pub(super) fn decode(&self, address: u32, mode: Mode) -> Option<FoundInstruction> {
        if !address.is_multiple_of(2) {
            return None;
        }
        let mut words = [0; Form::MAX_WORDS + 1];
        let bytes = self.program.bytes_at(Space::Program, address)?;
        let mut count = 0;
        for (word, pair) in words.iter_mut().zip(bytes.chunks_exact(2)) {
            *word = u16::from_be_bytes([pair[0], pair[1]]);
            count += 1;
        }
        let here = self.program.isa_address(address);
        let executed = isa::decode_as_executed(&words[..count], here, mode).ok()?;
        let length = executed.instruction.length + template(executed.instruction.form.operation, words[2], mode);
        (usize::from(length) <= 2 * count).then_some(FoundInstruction { address, executed, length, leader: address })
    }

    /// Returns the instruction at an address. If none was found before, decodes one in this mode and records it. `None`
    /// if there is none, or if it would overlap with another instruction or with data.
    pub(super) fn at(&mut self, address: u32, mode: Mode) -> Option<FoundInstruction> {
        match self.mark(address)? {
            Mark::Instruction(index) => address.is_multiple_of(2).then(|| self.found[index as usize]),
            Mark::Within | Mark::Data => None,
            Mark::Free => {
                let found = self.decode(address, mode)?;
                let (piece, index) = self.place(address)?;
                let words = index..index + usize::from(found.length) / 2;
                let marks = self.marks[piece].get_mut(words)?;
                if marks.iter().any(|&mark| mark != Mark::Free) {
                    return None;
                }
                marks.fill(Mark::Within);
                marks[0] = Mark::Instruction(self.found.len() as u32);
                self.found.push(found);
                Some(found)
            }
        }
    }
}
