//! A step of the past, replayed individually to determine what it read.

use std::collections::{BTreeSet, HashMap, HashSet};

use serde::Serialize;
use z8000::cpu::{Cpu, Event, Fcw, Step};
use z8000::isa::{Effects, Instruction, Kind, Operation, Places, Value, decode_as_executed};
use z8000::machine::{Access, Watcher};
use z8000::run::Probe;

use super::Wanted;
use super::written::{BY_EXCEPTION, bytes, difference};
use crate::calls::Taken;
use crate::machine::{Address, Look as _, Machine, World};
use crate::program::words;

/// The end of a chain: a value whose origin is not another instruction.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct End {
    /// The kind of origin: `number` (in the instruction), `file`, `reset`, `input`, `device`, `exception` or `set`.
    pub kind: &'static str,
    /// The description of the origin in words.
    pub text: String,
}

impl End {
    pub(crate) fn new(kind: &'static str, text: impl Into<String>) -> Self {
        Self { kind, text: text.into() }
    }
}

/// A place that a step read to compute a result.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Source {
    At(Wanted),
    End(End),
}

/// A part of a value: the index of its first byte, its size, and the size of the whole value; `None` for the whole
/// value.
type Part = Option<(usize, usize, usize)>;

/// A step of the past: the machine before and after it, and its memory accesses.
#[derive(Debug)]
pub(crate) struct Passed {
    pub(crate) before: Machine,
    pub(crate) after: Machine,
    pub(crate) seen: Observer,
    /// For each serial port, the number of characters that had been sent to it.
    sent: Vec<u64>,
}

impl Passed {
    /// Replays the next step by calling `replay`.
    pub(crate) fn new(before: Machine, sent: Vec<u64>, replay: impl FnOnce(&mut Observer) -> Machine) -> Self {
        let mut seen = Observer { begin: Some(bytes(before.cpu())), ..Observer::default() };
        let after = replay(&mut seen);
        Self { before, after, seen, sent }
    }

    /// Returns true if the instruction addresses memory through the stack pointer.
    pub(crate) fn reads_stack(&self) -> bool {
        self.seen.instruction.iter().flat_map(Instruction::values).any(|value| {
            use Value::{Base, BaseIndex, Indexed, Register};
            matches!(
                value,
                Register(14 | 15) | Base(14 | 15, _) | BaseIndex(14 | 15, _) | Indexed(_, 14 | 15)
            )
        })
    }

    /// Returns what the step read for these bytes, which it wrote at least in part.
    pub(crate) fn sources(&self, wanted: Wanted) -> Vec<Source> {
        match wanted {
            Wanted::Cpu(places) => self.of_places(places),
            Wanted::Memory { .. } => self.of_memory(wanted),
        }
    }

    fn of_places(&self, wanted: Places) -> Vec<Source> {
        if let (Some(taken), true) = (self.seen.taken, wanted.meets(BY_EXCEPTION)) {
            return match wanted.without(Places::FCW) {
                Places(0) => vec![exception(taken)],
                stack => vec![Source::At(Wanted::Cpu(stack))],
            };
        }
        if wanted.meets(self.seen.hosted) {
            let rest = Some(wanted.without(self.seen.hosted)).filter(|rest| rest.0 != 0);
            return [device("host")]
                .into_iter()
                .chain(rest.map(|rest| Source::At(Wanted::Cpu(rest))))
                .collect();
        }
        let Some(instruction) = &self.seen.instruction else {
            return Vec::new();
        };
        let (effects, operation) = (Effects::of(instruction), instruction.form.operation);
        let logical = wanted.physical(self.before.cpu().fcw());
        // Pointers and counters depend on themselves, and V of a block instruction depends on its counter.
        let counted = if is_block(instruction) {
            Places::fcw(Fcw::PV.bits())
        } else {
            Places::default()
        };
        let written = Places(effects.written.0 & logical.0)
            .without(effects.moved)
            .without(counted);
        let mut itself = logical.without(effects.written.without(effects.moved));
        if logical.meets(counted) {
            itself = itself.with(instruction.registers(2));
        }
        let mut sources = Vec::new();
        if is_exchange(operation) {
            for own in 0..2 {
                let whole = instruction.registers(own);
                let part = part(Places(written.0 & whole.0), whole);
                sources.extend(part.into_iter().flat_map(|_| self.read(instruction, part, own)));
            }
        } else if matches!(operation, Operation::Iret | Operation::Ldps) && written.0 != 0 {
            let index = usize::from(operation == Operation::Iret);
            sources.extend(self.reads().get(index).map(|read| self.memory(&[*read], None)));
        } else if written.0 != 0 {
            let values = effects.written.without(Places::FCW).without(effects.moved);
            sources.extend(self.read(instruction, part(Places(written.0 & values.0), values), usize::MAX));
        }
        sources.extend((itself.0 != 0).then(|| self.cpu(itself)));
        sources.dedup();
        sources
    }

    fn of_memory(&self, wanted: Wanted) -> Vec<Source> {
        let Observer { accesses, own, taken, .. } = &self.seen;
        let touches = |n: &&usize| all(&accesses[**n]).any(|byte| wanted.offset(byte).is_some());
        let writes: Vec<usize> = (0..accesses.len()).filter(|n| accesses[*n].write).collect();
        // The identifier is written last, and FCW before it.
        let pushed_fcw = writes.iter().rev().nth(1);
        let from_outside = |n: &usize| match (accesses[*n].device, taken) {
            (Some(kind), _) => Some(device(kind)),
            (_, Some(_)) if pushed_fcw == Some(n) => Some(Source::At(Wanted::Cpu(Places::FCW))),
            (_, Some(taken)) if n >= own => Some(exception(*taken)),
            _ => None,
        };
        let mut sources: Vec<Source> = writes.iter().filter(touches).filter_map(from_outside).collect();
        let own_writes: Vec<usize> = writes.iter().copied().filter(|n| from_outside(n).is_none()).collect();
        match (&self.seen.instruction, own_writes.iter().find(touches)) {
            (Some(instruction), Some(_)) if is_block(instruction) => sources.extend(self.copied(wanted, instruction)),
            (Some(instruction), Some(&index)) => {
                // All bytes that the instruction wrote as a single value.
                let first = self.first(&own_writes);
                let count = own_writes.iter().map(|n| usize::from(accesses[*n].bytes)).sum();
                let program = accesses[index].status.space.is_program();
                let mut own = (0..count).filter(|n| wanted.offset((program, first + n)).is_some());
                let part = own.next().map(|first| (first, 1 + own.count(), count));
                let other = if is_exchange(instruction.form.operation) {
                    1
                } else {
                    usize::MAX
                };
                sources.extend(self.read(instruction, part, other));
            }
            _ => {}
        }
        let written: HashSet<usize> = writes
            .iter()
            .flat_map(|n| all(&accesses[*n]).filter_map(|byte| wanted.offset(byte)))
            .collect();
        if let Wanted::Memory { program, from, bytes } = wanted {
            let kept: Vec<u32> = (0..bytes).filter(|n| !written.contains(&(*n as usize))).collect();
            sources.extend(kept.chunk_by(|one, two| one + 1 == *two).map(|run| {
                Source::At(Wanted::Memory { program, from: from.plus(run[0] as u16), bytes: run.len() as u32 })
            }));
        }
        sources.dedup();
        sources
    }

    /// Returns what a block instruction read for bytes that it wrote, and may have read again.
    fn copied(&self, wanted: Wanted, instruction: &Instruction) -> Vec<Source> {
        let mut copied: HashMap<Byte, Vec<Byte>> = HashMap::new();
        let (mut reads, mut last) = (Vec::new(), None);
        for access in &self.seen.accesses[..self.seen.own] {
            if !access.write {
                reads.extend(self.is_read(access).then_some(access));
                continue;
            }
            last = reads.first().copied().or(last);
            for (n, byte) in all(access).enumerate() {
                let read = reads.iter().filter_map(|read| all(read).nth(n));
                let from = read.flat_map(|byte| copied.get(&byte).cloned().unwrap_or_else(|| vec![byte]));
                copied.insert(byte, from.collect());
            }
            reads.clear();
        }
        let own = copied.iter().filter(|(byte, _)| wanted.offset(**byte).is_some());
        let from: BTreeSet<Byte> = own.flat_map(|(_, from)| from.iter().copied()).collect();
        let from: Vec<Byte> = from.into_iter().collect();
        let runs = from.chunk_by(|one, two| one.0 == two.0 && one.1 + 1 == two.1);
        let mut sources: Vec<Source> = runs
            .filter_map(|run| Some(self.bytes(&last?, run[0].1, run.len())))
            .collect();
        let registers = Effects::of(instruction).read;
        sources.extend((registers.0 != 0).then(|| self.cpu(registers)));
        sources.extend(self.input(instruction));
        sources
    }

    /// Returns the values that an instruction (for a block instruction, its last iteration) read, except one operand:
    /// registers, memory, ports and flags. If it only moved a value, `part` selects a part of it.
    fn read(&self, instruction: &Instruction, part: Part, without: usize) -> Vec<Source> {
        let form = instruction.form;
        let effects = Effects::of(instruction);
        let part = part.filter(|_| is_move(form.operation));
        let is_other = |index: &usize| *index != without;
        let registers = (0..form.operands.len())
            .filter(is_other)
            .map(|index| instruction.registers(index).0 & effects.read.0);
        let flags = (32..48).map(|bit| effects.read.0 & 1 << bit);
        let mut sources: Vec<Source> = registers
            .chain(flags)
            .filter(|places| *places != 0)
            .map(|places| self.cpu(narrow(Places(places), part)))
            .collect();
        let mut reads = self.reads();
        if is_block(instruction) {
            // Those of the last iteration: one for each operand that is not written.
            let each = form.operands[..2].iter().filter(|operand| !operand.written).count();
            reads.drain(..reads.len().saturating_sub(each));
        }
        if !reads.is_empty() && without != 1 {
            sources.push(self.memory(&reads, part));
        }
        sources.extend(self.input(instruction));
        if sources.is_empty() {
            sources.push(Source::End(End::new("number", "in the instruction")));
        }
        sources
    }

    /// Returns registers as the instruction names them.
    const fn cpu(&self, places: Places) -> Source {
        Source::At(Wanted::Cpu(places.physical(self.before.cpu().fcw())))
    }

    /// Returns memory that was read, or a device at its address.
    fn memory(&self, reads: &[usize], part: Part) -> Source {
        let accesses = &self.seen.accesses;
        let count: usize = reads.iter().map(|n| usize::from(accesses[*n].bytes)).sum();
        let (offset, bytes) = match part {
            Some((first, bytes, whole)) if whole == count => (first, bytes),
            _ => (0, count),
        };
        self.bytes(&accesses[reads[0]], self.first(reads) + offset, bytes)
    }

    /// Returns the bytes that an access read.
    fn bytes(&self, access: &Access, first: usize, count: usize) -> Source {
        let from = Address::of(first as i64, self.before.has_segments()).unwrap_or(Address::flat(0));
        if let Some(found) = self.before.world().device_at(access.status, from.location()) {
            return self.answered(&format!("{from}"), Some(found));
        }
        let program = access.status.space.is_program();
        Source::At(Wanted::Memory { program, from, bytes: count as u32 })
    }

    /// Returns the port that an instruction read.
    fn input(&self, instruction: &Instruction) -> Option<Source> {
        let operands = instruction.form.operands.iter().zip(instruction.values());
        let mut ports =
            operands.filter(|(operand, _)| matches!(operand.kind, Kind::Port | Kind::PortIndirect) && !operand.written);
        let port = match ports.next()?.1 {
            Value::Register(number) => self.before.cpu().register(usize::from(*number)),
            Value::Immediate(port) => *port as u16,
            _ => 0,
        };
        let special = instruction.form.operation.mnemonic().starts_with('s');
        let mut found = [port, port ^ 1].into_iter();
        let found = found.find_map(|port| self.before.world().device_at_port(port, special));
        Some(self.answered(&format!("port {port:04x}"), found))
    }

    /// Returns the answer of a device, which may be a character of its input.
    fn answered(&self, at: &str, found: Option<(&str, u16)>) -> Source {
        let mut text = format!("from {at}");
        if let Some((kind, register)) = found {
            text += &format!(", device {kind}, register {register}");
        }
        let waiting = |machine: &Machine| -> Vec<usize> {
            let channels = machine.devices().flat_map(|device| device.channels());
            channels.map(|channel| channel.waiting()).collect()
        };
        let (before, after) = (waiting(&self.before), waiting(&self.after));
        for (port, (before, _)) in before
            .iter()
            .zip(after)
            .enumerate()
            .filter(|(_, (before, after))| after < before)
        {
            let sent = self.sent.get(port).copied().unwrap_or_default();
            text += &format!(", byte {} of the input", (sent + 1).saturating_sub(*before as u64));
        }
        Source::End(End::new("input", text))
    }

    /// Returns true if an access read something other than the instruction itself.
    fn is_read(&self, access: &Access) -> bool {
        let first = self.before.pc().linear();
        let code = first
            ..first
                + self
                    .seen
                    .instruction
                    .map_or(0, |instruction| usize::from(instruction.length));
        !(access.write || access.status.space.is_program() && code.contains(&access.number))
    }

    /// Returns the indexes of the accesses that read data, excluding the instruction.
    fn reads(&self) -> Vec<usize> {
        let Observer { accesses, own, .. } = &self.seen;
        (0..*own).filter(|n| self.is_read(&accesses[*n])).collect()
    }

    /// Returns the lowest address of these accesses.
    fn first(&self, accesses: &[usize]) -> usize {
        let first = accesses.iter().flat_map(|n| all(&self.seen.accesses[*n]));
        first.map(|(_, number)| number).min().unwrap_or_default()
    }
}

fn exception(taken: Taken) -> Source {
    Source::End(End::new("exception", format!("from {taken}")))
}

fn device(kind: &str) -> Source {
    Source::End(End::new("device", format!("written by the device {kind}")))
}

fn part(places: Places, whole: Places) -> Part {
    let below = whole.0 & ((1 << places.0.trailing_zeros().min(63)) - 1);
    (places.0 != 0).then(|| {
        (
            below.count_ones() as usize,
            places.0.count_ones() as usize,
            whole.0.count_ones() as usize,
        )
    })
}

/// Returns a part of registers if they have the size of the whole value, otherwise all of them.
const fn narrow(registers: Places, part: Part) -> Places {
    match part {
        Some((first, count, all)) if registers.0.count_ones() as usize == all => {
            Places(registers.0 & ((1 << count) - 1) << (registers.0.trailing_zeros() as usize + first))
        }
        _ => registers,
    }
}

/// A byte of memory: true for program memory, and its address.
type Byte = (bool, usize);

/// Returns the bytes of an access.
fn all(access: &Access) -> impl Iterator<Item = Byte> + use<> {
    let first = access.number & if access.bytes == 2 { !1 } else { !0 };
    let program = access.status.space.is_program();
    (first..first + usize::from(access.bytes)).map(move |number| (program, number))
}

const fn is_exchange(operation: Operation) -> bool {
    matches!(operation, Operation::Ex | Operation::Exb)
}

/// Returns true for an instruction that moves along memory, with a counter as its third operand.
fn is_block(instruction: &Instruction) -> bool {
    let operands = instruction.form.operands;
    operands.len() > 2 && operands[..2].iter().any(|operand| operand.step != 0)
}

/// Returns true if the result equals what the instruction read.
const fn is_move(operation: Operation) -> bool {
    use Operation as O;
    matches!(
        operation,
        O::Ld | O::Ldb | O::Ldl | O::Ldr | O::Ldrb | O::Ldrl | O::Ldm | O::Push | O::Pushl | O::Pop | O::Popl
    ) || is_exchange(operation)
}

/// Records the memory accesses of a step.
#[derive(Debug, Default)]
pub(crate) struct Observer {
    pub(crate) instruction: Option<Instruction>,
    pub(crate) taken: Option<Taken>,
    accesses: Vec<Access>,
    /// Number of accesses by the instruction; those by an exception follow.
    own: usize,
    /// The places that the host of an operating system changed.
    hosted: Places,
    begin: Option<[u8; 52]>,
}

impl Watcher for Observer {
    fn sees(&mut self, access: Access) {
        self.accesses.push(access);
    }
}

impl Probe<World> for Observer {
    fn step(&mut self, cpu: &mut Cpu, world: &mut World) -> Step {
        world.show_transfers(cpu, self);
        if let Some(begin) = self.begin.take() {
            self.hosted = difference(&begin, &bytes(cpu));
        }
        let (memory, at) = (world.seen_by(cpu), Address::of_pc(cpu));
        let decoded = decode_as_executed(&words(&memory, at), at.to_decode(), memory.mode());
        self.own = self.accesses.len();
        let step = world.watched_step(cpu, self);
        self.taken = Taken::at(step.event, cpu, &world.seen_by(cpu));
        if matches!(step.event, Event::Retired | Event::Halted) {
            self.instruction = decoded.ok().map(|decoded| decoded.instruction);
            self.own = self.accesses.len();
        }
        step
    }

    fn served(&mut self, cpu: &Cpu, world: &mut World) {
        world.show_transfers(cpu, self);
        world.note_transfers();
    }
}
