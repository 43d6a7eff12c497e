//! A bus in front of the memory that notes the watched accesses.

use z8000::bus::{Bus, Location, Status};
use z8000::cpu::{Event, Interrupt};
use z8000::machine::{Address, Fault, Machine, Peek};

/// An access that was watched.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct WatchedAccess {
    /// Address of the instruction.
    pub pc: Address,
    /// True if it was in the program memory.
    pub program: bool,
    /// True if it was written.
    pub write: bool,
    /// Address of the byte or word.
    pub address: Address,
    /// 1 or 2 bytes.
    pub bytes: u8,
    /// The value before.
    pub before: u16,
    /// The value that was read or written.
    pub value: u16,
}

/// Bits of a watched address.
pub(super) const READ: u8 = 1;
pub(super) const WRITE: u8 = 2;

/// The addresses that are watched, and the accesses seen since they were last taken.
#[derive(Debug, Clone)]
pub(super) struct Watch {
    program: Vec<u8>,
    data: Vec<u8>,
    segmented: bool,
    pub(super) seen: Vec<WatchedAccess>,
    pub(super) pc: Address,
}

/// The most accesses of one instruction that are noted: a block move can make 131,072.
const MOST: usize = 0x2_0000;

impl Watch {
    pub(super) fn new(segmented: bool) -> Self {
        let count = Address::count(segmented);
        Self {
            program: vec![0; count],
            data: vec![0; count],
            segmented,
            seen: Vec::new(),
            pc: Address::flat(0),
        }
    }

    pub(super) fn add(&mut self, program: bool, from: Address, to: Address, bits: u8) {
        let map = if program { &mut self.program } else { &mut self.data };
        for flags in &mut map[from.linear()..=to.max(from).linear()] {
            *flags |= bits;
        }
    }

    #[inline(always)]
    fn flags(&self, program: bool, address: usize) -> u8 {
        let map = if program { &self.program } else { &self.data };
        map.get(address).copied().unwrap_or(0)
    }

    fn note(&mut self, seen: WatchedAccess) {
        if self.seen.len() < MOST {
            self.seen.push(seen);
        }
    }

    /// Runs one instruction of a machine, and notes the watched accesses.
    pub(super) fn step(&mut self, machine: &mut dyn Machine) -> Result<Event, Fault> {
        machine.step(Some(&mut |cpu, memory| {
            cpu.step(&mut WatchedBus { memory, watch: &mut *self })
        }))
    }
}

/// A bus whose accesses are watched.
#[derive(Debug)]
pub(super) struct WatchedBus<'m, M: ?Sized> {
    pub(super) memory: &'m mut M,
    pub(super) watch: &'m mut Watch,
}

impl<M: Peek + ?Sized> WatchedBus<'_, M> {
    #[inline(always)]
    fn look(&mut self, status: Status, write: bool, at: Location, bytes: u8, value: u16) {
        let program = status.space.is_program();
        let bit = if write { WRITE } else { READ };
        let number = self.memory.number(at);
        let (first, second) = if bytes == 2 {
            (number & !1, number | 1)
        } else {
            (number, number)
        };
        let flags = self.watch.flags(program, first) | self.watch.flags(program, second);
        if flags & bit != 0 {
            self.note(status, write, first, bytes, value);
        }
    }

    #[cold]
    fn note(&mut self, status: Status, write: bool, first: usize, bytes: u8, value: u16) {
        let program = status.space.is_program();
        let Some(address) = Address::of(first as i64, self.watch.segmented) else {
            return;
        };
        let peek = |at: Address| self.memory.peek(status, at.location());
        let before = match bytes {
            1 => peek(address).into(),
            _ => u16::from_be_bytes([peek(address), peek(address.plus(1))]),
        };
        self.watch
            .note(WatchedAccess { pc: self.watch.pc, program, write, address, bytes, before, value });
    }
}

impl<M: Peek + ?Sized> Bus for WatchedBus<'_, M> {
    #[inline(always)]
    fn read_byte(&mut self, status: Status, at: Location) -> u8 {
        let value = self.memory.read_byte(status, at);
        self.look(status, false, at, 1, value.into());
        value
    }

    #[inline(always)]
    fn read_word(&mut self, status: Status, at: Location) -> u16 {
        let value = self.memory.read_word(status, at);
        if status.space != z8000::bus::Space::Instruction {
            self.look(status, false, at, 2, value);
        }
        value
    }

    #[inline(always)]
    fn write_byte(&mut self, status: Status, at: Location, value: u8) {
        self.look(status, true, at, 1, value.into());
        self.memory.write_byte(status, at, value);
    }

    #[inline(always)]
    fn write_word(&mut self, status: Status, at: Location, value: u16) {
        self.look(status, true, at, 2, value);
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

    fn wait_states(&mut self) -> u32 {
        self.memory.wait_states()
    }

    fn ends_run(&mut self) -> bool {
        self.memory.ends_run()
    }

    fn acknowledge(&mut self, interrupt: Interrupt, requested: u16) -> u16 {
        self.memory.acknowledge(interrupt, requested)
    }
}
