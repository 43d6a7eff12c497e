//! A random instruction of a form in a random state, and the results that its row predicts.

use std::collections::BTreeSet;

use z8000::cpu::{Cpu, Fcw, Model};
use z8000::isa::{Address, Form, Formula, Instruction, Kind, Mode, Operand, Operation, Value, decode};

use super::world::{Byte, World, edgy};
use crate::ram::Xorshift;

/// An instruction and the state before it.
pub(super) struct Case {
    pub(super) instruction: Instruction,
    pub(super) registers: [u16; 16],
    pub(super) fcw: Fcw,
    pub(super) at: Address,
    pub(super) world: World,
}

impl Case {
    pub(super) fn new(form: &'static Form, model: Model, mode: Mode, random: &mut Xorshift) -> (Self, Cpu) {
        let segment = if model == Model::Z8001 {
            random.next() as u8 & 0x7F
        } else {
            0
        };
        let at = Address { segment, offset: random.next() as u16 & !1, short: false };
        let (instruction, words) = loop {
            let words = words(form, mode, random);
            match decode(&words, at, mode) {
                Ok(found) if std::ptr::eq(found.form, form) && is_defined(&found) => break (found, words),
                _ => {}
            }
        };
        let mut registers: [u16; 16] = std::array::from_fn(|_| edgy(random.next()));
        if let Some(counter) = counter(&instruction) {
            registers[counter] = 1 + (random.next() & 7) as u16;
        }
        let mut fcw = Fcw::SYSTEM.bits() | random.next() as u16 & 0x1FFF;
        if mode == Mode::Segmented {
            fcw |= Fcw::SEG.bits();
        }
        let mut world = World { seed: random.next(), code: Vec::new(), written: BTreeSet::new() };
        let mut cpu = Cpu::new(model);
        // Only a reset can set the segment of PC.
        world.code = vec![(0, 4, u16::from(segment) << 8)];
        cpu.reset(&mut world);
        cpu.set_pc(at.offset);
        cpu.set_fcw(fcw);
        (0..16).for_each(|n| cpu.set_register(n, registers[n]));
        let place = |n: usize| at.offset.wrapping_add(2 * n as u16);
        world.code = words
            .iter()
            .enumerate()
            .map(|(n, &word)| (segment, place(n), word))
            .collect();
        (Self { instruction, registers, fcw: cpu.fcw(), at, world }, cpu)
    }

    pub(super) fn operation(&self) -> Operation {
        self.instruction.form.operation
    }

    fn operands(&self) -> impl Iterator<Item = (Operand, Value)> {
        self.instruction
            .form
            .operands
            .iter()
            .copied()
            .zip(self.instruction.values().iter().copied())
    }

    fn value(&self, operand: usize) -> Value {
        self.instruction.values()[operand]
    }

    /// Returns the number of the register in an operand.
    fn number(&self, operand: usize) -> usize {
        number(self.value(operand)).expect("a register")
    }

    fn long(&self, number: usize) -> u32 {
        u32::from(self.registers[number]) << 16 | u32::from(self.registers[number + 1])
    }

    fn pointer(&self, number: u8) -> (u8, u16) {
        let number = usize::from(number);
        match self.instruction.mode {
            Mode::Nonsegmented => (self.at.segment, self.registers[number]),
            Mode::Segmented => ((self.registers[number] >> 8) as u8 & 0x7F, self.registers[number + 1]),
        }
    }

    /// Returns the segment and offset of an operand in memory.
    fn address(&self, kind: Kind, value: Value) -> Option<(u8, u16)> {
        let direct = |address: Address| match self.instruction.mode {
            Mode::Nonsegmented => (self.at.segment, address.offset),
            Mode::Segmented => (address.segment, address.offset),
        };
        let plus = |(segment, offset): (u8, u16), more: u16| (segment, offset.wrapping_add(more));
        Some(match value {
            Value::Register(number) if kind == Kind::Indirect => self.pointer(number),
            Value::Address(address) | Value::Target(address) => direct(address),
            Value::Indexed(address, index) => plus(direct(address), self.registers[usize::from(index)]),
            Value::Base(base, displacement) => plus(self.pointer(base), displacement),
            Value::BaseIndex(base, index) => plus(self.pointer(base), self.registers[usize::from(index)]),
            _ => return None,
        })
    }

    /// Returns operand 1 of a multiplication or division, sign-extended.
    fn factor(&self) -> i64 {
        let long = matches!(self.operation(), Operation::Multl | Operation::Divl);
        let bits = match (
            self.value(1),
            self.address(self.instruction.form.operands[1].kind, self.value(1)),
        ) {
            (_, Some((segment, offset))) => {
                let word = |more| u32::from(self.world.word(false, segment, offset.wrapping_add(more)));
                if long { word(0) << 16 | word(2) } else { word(0) }
            }
            (Value::Register(number), _) if long => self.long(number.into()),
            (Value::Register(number), _) => self.registers[usize::from(number)].into(),
            (Value::Immediate(number), _) => number as u32,
            other => panic!("{other:?} is not a factor"),
        };
        if long {
            i64::from(bits as i32)
        } else {
            i64::from(bits as i16)
        }
    }

    /// Returns the count in the formula for the row's clocks, according to the operation.
    fn count(&self, registers: &[u16; 16]) -> u32 {
        match (self.operation(), self.instruction.values()) {
            (Operation::Halt, _) => 0,
            (Operation::Mreq, _) if self.world.line() => 0,
            (Operation::Mreq, _) => u32::from(self.registers[self.number(0)].wrapping_sub(1)) + 1,
            (_, [_, Value::Immediate(distance)] | [_, _, Value::Immediate(distance)]) => *distance as u32,
            (_, [_, Value::Register(distance)]) => {
                let distance = self.registers[usize::from(*distance)] as u8 as i8;
                distance.unsigned_abs().into()
            }
            // The number of iterations is the decrease of the counter.
            _ => u32::from(self.registers[self.number(2)] - registers[self.number(2)]),
        }
    }

    /// Returns the clocks of the row, for the register values after the instruction.
    pub(super) fn clocks(&self, registers: &[u16; 16]) -> u32 {
        let clocks = self.instruction.form.clocks;
        let short = |value: &Value| matches!(value, Value::Address(at) | Value::Indexed(at, _) if !at.short);
        let formula = match self.instruction.mode {
            Mode::Nonsegmented => clocks.nonsegmented,
            Mode::Segmented if self.instruction.values().iter().any(short) => clocks.long,
            Mode::Segmented => clocks.short,
        };
        u32::from(match formula {
            Formula::Fixed(clocks) => clocks,
            Formula::Linear { base, per } => return u32::from(base) + u32::from(per) * self.count(registers),
            Formula::Branch { taken, not_taken } => match self.value(0) {
                Value::Condition(code) if !holds(code, self.fcw) => not_taken,
                _ => taken,
            },
            Formula::Multiply { zero, base, per } => {
                let multiplicand = match self.operation() {
                    Operation::Mult => i32::from(self.registers[self.number(0) + 1] as i16),
                    _ => self.long(self.number(0) + 2) as i32,
                };
                match multiplicand.unsigned_abs().count_ones() as u16 {
                    0 => zero,
                    ones => base + per * ones,
                }
            }
            Formula::Divide { zero, overflow, full } => {
                let number = self.number(0);
                let (dividend, bits) = match self.operation() {
                    Operation::Div => (i128::from(self.long(number) as i32), 16),
                    _ => {
                        let quad = u64::from(self.long(number)) << 32 | u64::from(self.long(number + 2));
                        (i128::from(quad as i64), 32)
                    }
                };
                match i128::from(self.factor()) {
                    0 => zero,
                    divisor if (dividend / divisor).abs() > 1 << bits => overflow,
                    // The quotient -2^n is still possible, 2^n is not.
                    divisor if dividend / divisor == 1 << bits => overflow,
                    _ => full,
                }
            }
        })
    }

    /// Returns the bits of the registers that are written according to the operands.
    pub(super) fn written_registers(&self) -> [u16; 16] {
        let mut bits = [0; 16];
        let pair = usize::from(self.instruction.mode == Mode::Segmented);
        for (operand, value) in self.operands() {
            let Some(number) = number(value) else { continue };
            if operand.step != 0 {
                bits[number + pair] = 0xFFFF;
            }
            let group = match operand.kind {
                Kind::Byte => {
                    bits[number & 7] |= if !operand.written {
                        0
                    } else if number < 8 {
                        0xFF00
                    } else {
                        0x00FF
                    };
                    0
                }
                Kind::Word if matches!(self.operation(), Operation::Ldm) => self.count(&self.registers) as usize,
                Kind::Word => 1,
                Kind::Long => 2,
                Kind::Quad => 4,
                Kind::Pointer => 1 + pair,
                _ => 0,
            };
            if operand.written {
                (number..number + group).for_each(|number| bits[number & 15] = 0xFFFF);
            }
        }
        for &number in implied_registers(self.instruction.form) {
            bits[number] |= if number == 1 { 0xFF00 } else { 0xFFFF };
        }
        bits
    }

    /// Returns the bytes and ports that are written according to the operands, for the register values after the
    /// instruction.
    pub(super) fn written_bytes(&self, registers: &[u16; 16]) -> BTreeSet<Byte> {
        let mut bytes = BTreeSet::new();
        let size = size(self.operation());
        let mut write = |program: bool, (segment, offset): (u8, u16), length: u16| {
            let start = if size == 1 { offset } else { offset & !1 };
            let at = |more| start.wrapping_add(more);
            let byte = |more| match program {
                true => Byte::Program(segment, at(more)),
                false => Byte::Data(segment, at(more)),
            };
            bytes.extend((0..length).map(byte));
        };
        for (operand, value) in self.operands().filter(|(operand, _)| operand.written) {
            let Some((segment, offset)) = self.address(operand.kind, value) else {
                continue;
            };
            let times = match (self.operation(), self.instruction.form.clocks.nonsegmented) {
                (Operation::Push | Operation::Pushl | Operation::Pop | Operation::Popl, _) => 1,
                (_, Formula::Linear { .. }) => self.count(registers) as u16,
                _ => 1,
            };
            let first = match self.operation() {
                // The pointer is decremented before the access.
                Operation::Push | Operation::Pushl => offset.wrapping_sub(size),
                _ if operand.step < 0 => offset.wrapping_sub((times - 1) * size),
                _ => offset,
            };
            write(matches!(operand.kind, Kind::Relative16), (segment, first), times * size);
        }
        if matches!(self.operation(), Operation::Call | Operation::Calr) {
            let length = if self.instruction.mode == Mode::Segmented { 4 } else { 2 };
            let stack = if length == 4 {
                self.pointer(14)
            } else {
                self.pointer(15)
            };
            write(false, (stack.0, stack.1.wrapping_sub(length)), length);
        }
        let special = self.operation().mnemonic().starts_with('s');
        for (operand, value) in self.operands().filter(|(operand, _)| operand.written) {
            match (operand.kind, value) {
                (Kind::Port, Value::Immediate(port)) => _ = bytes.insert(Byte::Port { special, port: port as u16 }),
                (Kind::PortIndirect, Value::Register(number)) => {
                    let port = self.registers[usize::from(number)];
                    bytes.insert(Byte::Port { special, port });
                }
                _ => {}
            }
        }
        bytes
    }
}

fn number(value: Value) -> Option<usize> {
    match value {
        Value::Register(number) => Some(number.into()),
        _ => None,
    }
}

/// Returns random words with the fixed bits of a form. Most of them are an instruction: the words after the pattern are
/// a repeated byte, a segmented address, or any number.
fn words(form: &Form, mode: Mode, random: &mut Xorshift) -> [u16; 4] {
    std::array::from_fn(|n| {
        let word = random.next() as u16;
        if n < form.pattern.words() {
            return word & !form.pattern.mask(n) | form.pattern.value(n);
        }
        let edge = edgy(random.next());
        match random.next() % 4 {
            0 => edge & 0xFF | edge << 8,
            1 if mode == Mode::Segmented => word & 0x7F00 | 0x8000,
            2 if mode == Mode::Segmented => word & 0x7FFF,
            _ => edge,
        }
    })
}

/// Returns true if the architecture defines the result of the instruction: moving pointers and counters share no
/// register with another operand, nor with RH1 if that is written.
fn is_defined(instruction: &Instruction) -> bool {
    let form = instruction.form;
    if form.operands.iter().all(|operand| operand.step == 0) {
        return true;
    }
    let pair = instruction.mode == Mode::Segmented;
    let mut used: Vec<usize> = implied_registers(form).to_vec();
    for (operand, &value) in form.operands.iter().zip(instruction.values()) {
        let (number, wide) = match value {
            Value::Register(number) => (
                number,
                pair && operand.kind == Kind::Indirect || operand.kind == Kind::Long,
            ),
            Value::Indexed(_, number) => (number, false),
            _ => continue,
        };
        let first = usize::from(if operand.kind == Kind::Byte { number & 7 } else { number });
        used.extend(first..=first + usize::from(wide));
    }
    let count = used.len();
    used.sort_unstable();
    used.dedup();
    used.len() == count
}

/// Returns the register that counts the iterations of a repeating instruction.
fn counter(instruction: &Instruction) -> Option<usize> {
    let form = instruction.form;
    let repeats = form.operands.iter().any(|operand| operand.step != 0)
        && matches!(form.clocks.nonsegmented, Formula::Linear { .. });
    repeats.then(|| number(instruction.values()[2])).flatten()
}

/// Returns the registers that an instruction changes without naming them: RH1, the stack pointer, and R14 and R15 if
/// FCW may change between system and normal mode.
fn implied_registers(form: &Form) -> &'static [usize] {
    use Operation as O;
    match form.operation {
        O::Trib | O::Trirb | O::Trdb | O::Trdrb | O::Trtib | O::Trtirb | O::Trtdb | O::Trtdrb => &[1],
        O::Call | O::Calr | O::Ret => &[15],
        O::Iret | O::Ldps => &[14, 15],
        O::Ldctl if form.operands[0].kind == Kind::Control => &[14, 15],
        _ => &[],
    }
}

/// Returns the number of bytes of an operand in memory, from the last letter of the mnemonic.
fn size(operation: Operation) -> u16 {
    let name = operation.mnemonic();
    let (stem, last) = name.split_at(name.len() - 1);
    match (last, Operation::from_mnemonic(stem).is_some() || name.starts_with("tr")) {
        ("b", true) => 1,
        ("l", true) => 4,
        _ => 2,
    }
}

fn holds(code: u8, fcw: Fcw) -> bool {
    let [c, z, s, v] = [Fcw::C, Fcw::Z, Fcw::S, Fcw::PV].map(|flag| fcw.contains(flag));
    let lower = [false, s != v, z || s != v, c || z, v, s, z, c];
    lower[usize::from(code & 7)] != (code >= 8)
}
