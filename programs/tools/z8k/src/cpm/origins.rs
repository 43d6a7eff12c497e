//! Finds the words of a non-segmented program that it uses as addresses while it runs.
//!
//! A word in a register or in memory has an origin: the word of the program, in an instruction or in data, from which
//! it was copied, possibly with an offset added. If it is used as an address, so is its origin. An origin is valid only
//! while the word keeps the value that it had when the origin was recorded.

use std::cmp::Ordering;
use std::collections::{BTreeMap, BTreeSet};

use z8000::bus::{Location, Space, Status};
use z8000::cpu::{Cpu, Fcw};
use z8000::isa::{self, Address, Instruction, Kind, Mode, Operand, Operation, Value};
use z8000::machine::World;
use z8000::run::{Banked as _, Probe};
use z8000_asm::AddressSpace::{self, Data, Program};
use z8000_cpm::takes_address;

use crate::coverage::Coverage;

/// A word of the program: the memory that contains it, and its address.
type Origin = (AddressSpace, u16);

/// Number of the stack pointer.
const STACK: u8 = 15;

/// A word in a register or in memory, when its origin was noted.
#[derive(Debug, Clone, Copy, Default)]
struct Word {
    value: u16,
    origin: Option<Origin>,
    /// The value at the origin.
    first: u16,
}

impl Word {
    const fn plain(value: u16) -> Self {
        let (origin, first) = (None, value);
        Self { value, origin, first }
    }

    const fn at(origin: Origin, value: u16) -> Self {
        let (origin, first) = (Some(origin), value);
        Self { value, origin, first }
    }

    /// The word if it is still there, or what is there now.
    const fn now(self, value: u16) -> Self {
        if self.value == value { self } else { Self::plain(value) }
    }

    /// The distance of a value from that at the origin.
    const fn distance(self, value: u16) -> u16 {
        value.wrapping_sub(self.first).cast_signed().unsigned_abs()
    }

    /// An address and a distance, in any order: the address is what the sum is nearer to.
    fn plus(self, other: Self) -> Self {
        let value = self.value.wrapping_add(other.value);
        match self.distance(value).cmp(&other.distance(value)) {
            Ordering::Less => Self { value, ..self },
            Ordering::Greater => Self { value, ..other },
            Ordering::Equal => Self::plain(value),
        }
    }
}

/// The place of an operand.
#[derive(Debug, Clone, Copy)]
enum Place {
    Register(u8),
    Memory(AddressSpace, Word),
}

/// The origins of all words, and what was found about them: a probe that also records the executed instructions.
#[derive(Default)]
pub(super) struct Origins {
    pub(super) executed: Coverage,
    registers: [Word; 16],
    /// Of the program and of data; with one memory for both, of the first alone.
    memory: [Vec<Word>; 2],
    /// Words that are addresses, and of which memory.
    addresses: BTreeMap<Origin, AddressSpace>,
    /// Words in instructions that are distances from an address in a register.
    distances: BTreeSet<Origin>,
    /// Words that were compared with each other.
    compared: BTreeSet<[Origin; 2]>,
    /// True if another program has taken the place of this one.
    ended: bool,
}

/// An instruction that is about to be executed.
struct Step<'a> {
    cpu: &'a Cpu,
    memory: &'a World,
    instruction: Instruction,
    origins: &'a mut Origins,
}

/// An access of a program.
fn status(space: AddressSpace) -> Status {
    Status {
        space: if space == Program { Space::Program } else { Space::Data },
        system: false,
    }
}

/// Returns true if a program's instructions and its data are separate memories.
fn is_split(cpu: &Cpu, memory: &World) -> bool {
    let [program, data] = [Program, Data].map(|space| memory.bank(status(space), cpu.pc_segment()));
    program != data
}

/// The word that a program without segmented mode has at an address.
fn word(cpu: &Cpu, memory: &World, space: AddressSpace, at: u16) -> u16 {
    let byte = |at| memory.peek(status(space), Location::new(cpu.pc_segment(), at));
    u16::from_be_bytes([byte(at & !1), byte(at | 1)])
}

impl Probe<World> for Origins {
    fn instruction(&mut self, clocks: u64, cpu: &Cpu, memory: &World) {
        if self.ended {
            return;
        }
        self.executed.instruction(clocks, cpu, memory);
        if cpu.fcw().intersects(Fcw::SYSTEM | Fcw::SEG) {
            return;
        }
        if self.memory[0].is_empty() {
            self.memory = [Program, Data].map(|space| {
                let own = if is_split(cpu, memory) { space } else { Program };
                let words = (0..=u16::MAX).step_by(2);
                words
                    .map(|at| Word::at((own, at), word(cpu, memory, space, at)))
                    .collect()
            });
        }
        let words: [u16; 4] = std::array::from_fn(|n| {
            let at = cpu.pc().wrapping_add(2 * n as u16);
            word(cpu, memory, Program, at)
        });
        if let Ok(found) = isa::decode_as_executed(&words, Address::flat(cpu.pc()), Mode::Nonsegmented) {
            let step = Step { cpu, memory, instruction: found.instruction, origins: self };
            step.note();
        }
    }
}

impl Origins {
    /// The words that are addresses. A word that was compared with an address is one too, usually the end of an array.
    pub(super) fn references(&self) -> BTreeMap<(AddressSpace, u16), AddressSpace> {
        let mut all = self.addresses.clone();
        loop {
            let known = all.len();
            for [one, other] in &self.compared {
                if let Some(to) = all.get(one).or(all.get(other)).copied() {
                    all.entry(*one).or_insert(to);
                    all.entry(*other).or_insert(to);
                }
            }
            if all.len() == known {
                break;
            }
        }
        all.retain(|origin, _| !self.distances.contains(origin));
        all
    }
}

impl Step<'_> {
    fn register(&self, number: u8) -> Word {
        self.origins.registers[usize::from(number)].now(self.cpu.register(number.into()))
    }

    fn operand(&self, index: usize) -> Option<(Operand, Value)> {
        let operand = *self.instruction.form.operands.get(index)?;
        Some((operand, *self.instruction.values().get(index)?))
    }

    /// The number in the instruction that belongs to an operand.
    fn written(&self, index: usize, value: u16) -> Word {
        let distance = self.instruction.form.byte_of(index, Mode::Nonsegmented, false);
        Word::at((Program, self.cpu.pc().wrapping_add(distance as u16)), value)
    }

    /// The place of an operand, if it is not a number.
    fn place(&self, index: usize) -> Option<Place> {
        use Operation::{Call, Jp};
        let jumps = matches!(self.instruction.form.operation, Jp | Call);
        let space = if jumps { Program } else { Data };
        let (operand, value) = self.operand(index)?;
        let at = match (operand.kind, value) {
            (Kind::Word | Kind::Long | Kind::Pointer, Value::Register(number)) => return Some(Place::Register(number)),
            (Kind::Indirect, Value::Register(number)) => self.register(number),
            (Kind::Direct, Value::Address(address)) => self.written(index, address.offset),
            (Kind::Indexed, Value::Indexed(address, number)) => {
                self.written(index, address.offset).plus(self.register(number))
            }
            (Kind::Base, Value::Base(number, distance)) => self.register(number).plus(Word::plain(distance)),
            (Kind::BaseIndex, Value::BaseIndex(number, other)) => self.register(number).plus(self.register(other)),
            (_, Value::Target(address)) => return Some(Place::Memory(Program, Word::plain(address.offset))),
            _ => return None,
        };
        Some(Place::Memory(space, at))
    }

    /// Word n at a place.
    fn read(&self, place: Place, n: u8) -> Word {
        match place {
            Place::Register(number) => self.register((number + n) & 15),
            Place::Memory(space, at) => {
                let at = at.value.wrapping_add(2 * u16::from(n));
                let own = usize::from(space == Data && is_split(self.cpu, self.memory));
                let known = self.origins.memory[own][usize::from(at >> 1)];
                known.now(word(self.cpu, self.memory, space, at))
            }
        }
    }

    fn write(&mut self, place: Place, n: u8, word: Word) {
        match place {
            Place::Register(number) => self.origins.registers[usize::from((number + n) & 15)] = word,
            Place::Memory(space, at) => {
                let at = at.value.wrapping_add(2 * u16::from(n));
                let own = usize::from(space == Data && is_split(self.cpu, self.memory));
                self.origins.memory[own][usize::from(at >> 1)] = word;
            }
        }
    }

    /// Word n of an operand that is read.
    fn source(&self, index: usize, n: u8) -> Word {
        match (self.place(index), self.operand(index)) {
            (Some(place), _) => self.read(place, n),
            (None, Some((operand, Value::Immediate(number)))) if operand.kind == Kind::Immediate16 => {
                self.written(index, number as u16)
            }
            (None, Some((_, Value::Immediate(number)))) => Word::plain(number as u16),
            _ => Word::default(),
        }
    }

    /// A word is used as an address: one below the stack pointer, where the program is, and not zero.
    fn uses(&mut self, word: Word, space: AddressSpace) {
        let is_data = word.value < self.cpu.register(STACK.into()) && word.first != 0;
        if space == Program || is_data {
            let found = word.origin.map(|origin| (origin, space));
            self.origins.addresses.extend(found);
        }
    }

    /// Notes the effects of the instruction.
    fn note(mut self) {
        use Operation as O;
        let operation = self.instruction.form.operation;
        if let (O::Jp | O::Ret, Some(&Value::Condition(condition))) = (operation, self.instruction.values().first())
            && !self.cpu.fcw().holds(condition.into())
        {
            return;
        }
        if !matches!(operation, O::Lda | O::Ldar) {
            self.note_uses();
        }
        match operation {
            O::Ld | O::Ldr | O::Pop => self.copy(1),
            O::Ldl | O::Ldrl | O::Popl => self.copy(2),
            O::Push => self.push(1),
            O::Pushl => self.push(2),
            O::Ldm => {
                if let Some((_, Value::Immediate(count))) = self.operand(2) {
                    self.copy(count as u8);
                }
            }
            O::Lda | O::Ldar => {
                if let [Some(target), Some(Place::Memory(_, at))] = [0, 1].map(|index| self.place(index)) {
                    self.write(target, 0, at);
                }
            }
            O::Add | O::Inc | O::Sub | O::Dec => {
                if let Some(target) = self.place(0) {
                    let (one, other) = (self.read(target, 0), self.source(1, 0));
                    let other = match operation {
                        O::Add | O::Inc => other,
                        _ => Word::plain(other.value.wrapping_neg()),
                    };
                    self.write(target, 0, one.plus(other));
                }
            }
            O::Cp => {
                let (one, other) = (self.source(0, 0), self.source(1, 0));
                if let (Some(first), Some(second), 1..) = (one.origin, other.origin, one.value.min(other.value)) {
                    self.origins.compared.insert([first, second]);
                }
            }
            O::Ldir => self.move_block(2),
            O::Ldirb => self.move_block(1),
            O::Call | O::Calr => {
                let top = self.register(STACK).value.wrapping_sub(2);
                self.write(Place::Memory(Data, Word::plain(top)), 0, Word::default());
            }
            O::Ret => self.uses(self.read(Place::Memory(Data, self.register(STACK)), 0), Program),
            O::Sc => self.call(),
            _ => {}
        }
    }

    /// Notes the addresses of operands.
    fn note_uses(&mut self) {
        for index in 0..self.instruction.form.operands.len() {
            let Some(Place::Memory(space, at)) = self.place(index) else {
                continue;
            };
            self.uses(at, space);
            if let Value::Indexed(address, _) = self.instruction.values()[index] {
                let own = self.written(index, address.offset).origin;
                self.origins.distances.extend(own.filter(|_| at.origin != own));
            }
        }
    }

    /// The first operand becomes the second.
    fn copy(&mut self, words: u8) {
        for n in 0..words {
            if let Some(target) = self.place(0) {
                self.write(target, n, self.source(1, n));
            }
        }
    }

    fn push(&mut self, words: u8) {
        if let Some(Place::Memory(_, top)) = self.place(0) {
            let top = Word::plain(top.value.wrapping_sub(2 * u16::from(words)));
            for n in 0..words {
                self.write(Place::Memory(Data, top), n, self.source(1, n));
            }
        }
    }

    /// A block of memory becomes another one.
    fn move_block(&mut self, size: u16) {
        let places = [0, 1, 2].map(|index| self.place(index));
        let [Some(Place::Memory(_, to)), Some(Place::Memory(_, from)), Some(counter)] = places else {
            return;
        };
        let count = self.read(counter, 0).value;
        let end = count.saturating_mul(size).saturating_sub(1);
        // Nothing is known about bytes that become halves of other words.
        let distances = (to.value & 1..end).step_by(2);
        for distance in distances.filter(|_| (to.value ^ from.value) & 1 == 0) {
            let [to, from] =
                [to, from].map(|start| Place::Memory(Data, Word::plain(start.value.wrapping_add(distance))));
            self.write(to, 0, self.read(from, 0));
        }
    }

    /// Handles SC: addresses for the system, and its results in registers.
    fn call(&mut self) {
        let [length, pointer, function] = [3, 7, 5].map(|number| self.register(number));
        match (self.operand(0), function.value) {
            (Some((_, Value::Immediate(1))), _) => {
                self.uses(pointer, Data);
                if length.value != 0 {
                    self.uses(function, Data);
                }
                return;
            }
            (Some((_, Value::Immediate(2))), number) if takes_address(number) => self.uses(pointer, Data),
            (Some((_, Value::Immediate(2))), 47) => self.origins.ended = true,
            _ => {}
        }
        self.origins.registers[7] = Word::default();
    }
}
