//! A bus in front of the memory that notes the watched accesses.

use z8000::bus::{Bus, Location, Status};
use z8000::machine::Memory;

/// An access that was watched.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Seen {
    /// Address of the instruction.
    pub pc: u16,
    /// Whether in the program memory.
    pub program: bool,
    /// Whether it was written.
    pub write: bool,
    /// Address of the byte or word.
    pub address: u16,
    /// 1 or 2 bytes.
    pub bytes: u8,
    /// What was there before.
    pub before: u16,
    /// What was read or written.
    pub value: u16,
}

/// Bits of a watched address.
pub(super) const READ: u8 = 1;
pub(super) const WRITE: u8 = 2;

/// Which addresses are watched, and what was seen since it was last asked.
#[derive(Debug, Clone)]
pub(super) struct Watch {
    program: Vec<u8>,
    data: Vec<u8>,
    pub(super) seen: Vec<Seen>,
    pub(super) pc: u16,
}

/// Accesses of one instruction that are noted, at most: a block move can make 131,072.
const MOST: usize = 0x2_0000;

impl Watch {
    pub(super) fn new() -> Self {
        Self {
            program: vec![0; 0x1_0000],
            data: vec![0; 0x1_0000],
            seen: Vec::new(),
            pc: 0,
        }
    }

    pub(super) fn add(&mut self, program: bool, from: u16, to: u16, bits: u8) {
        let map = if program { &mut self.program } else { &mut self.data };
        for flags in &mut map[usize::from(from)..=usize::from(to.max(from))] {
            *flags |= bits;
        }
    }

    #[inline(always)]
    fn flags(&self, program: bool, address: u16) -> u8 {
        let map = if program { &self.program } else { &self.data };
        map[usize::from(address)]
    }

    fn note(&mut self, seen: Seen) {
        if self.seen.len() < MOST {
            self.seen.push(seen);
        }
    }
}

/// The memory, watched.
pub(super) struct Watched<'m> {
    pub(super) memory: &'m mut Memory,
    pub(super) watch: &'m mut Watch,
}

impl Watched<'_> {
    #[inline(always)]
    fn look(&mut self, status: Status, write: bool, at: u16, bytes: u8, value: u16) {
        let program = status.space.is_program();
        let bit = if write { WRITE } else { READ };
        let second = if bytes == 2 { at | 1 } else { at };
        let flags = self.watch.flags(program, at) | self.watch.flags(program, second);
        if flags & bit == 0 {
            return;
        }
        let before = match (program, bytes) {
            (true, 1) => self.memory.program_byte(at).into(),
            (true, _) => self.memory.program_word(at),
            (false, 1) => self.memory.data_byte(at).into(),
            (false, _) => self.memory.data_word(at),
        };
        self.watch.note(Seen {
            pc: self.watch.pc,
            program,
            write,
            address: at,
            bytes,
            before,
            value,
        });
    }
}

impl Bus for Watched<'_> {
    #[inline(always)]
    fn read_byte(&mut self, status: Status, at: Location) -> u8 {
        let value = self.memory.read_byte(status, at);
        self.look(status, false, at.offset(), 1, value.into());
        value
    }

    #[inline(always)]
    fn read_word(&mut self, status: Status, at: Location) -> u16 {
        let value = self.memory.read_word(status, at);
        if status.space != z8000::bus::Space::Instruction {
            self.look(status, false, at.offset() & 0xFFFE, 2, value);
        }
        value
    }

    #[inline(always)]
    fn write_byte(&mut self, status: Status, at: Location, value: u8) {
        self.look(status, true, at.offset(), 1, value.into());
        self.memory.write_byte(status, at, value);
    }

    #[inline(always)]
    fn write_word(&mut self, status: Status, at: Location, value: u16) {
        self.look(status, true, at.offset() & 0xFFFE, 2, value);
        self.memory.write_word(status, at, value);
    }

    fn input_byte(&mut self, port: u16, special: bool) -> u8 {
        self.memory.input_byte(port, special)
    }

    fn input_word(&mut self, port: u16, special: bool) -> u16 {
        self.memory.input_word(port, special)
    }

    fn output_byte(&mut self, port: u16, special: bool, value: u8) {
        self.memory.output_byte(port, special, value);
    }

    fn output_word(&mut self, port: u16, special: bool, value: u16) {
        self.memory.output_word(port, special, value);
    }

    fn multi_micro_in(&mut self) -> bool {
        self.memory.multi_micro_in()
    }

    fn multi_micro_out(&mut self, active: bool) {
        self.memory.multi_micro_out(active);
    }

    fn extended(&mut self, instruction: u16, template: u16) {
        self.memory.extended(instruction, template);
    }

    fn read_extended(&mut self) -> u16 {
        self.memory.read_extended()
    }

    fn write_extended(&mut self, word: u16) {
        self.memory.write_extended(word);
    }
}
