//! A run in which each byte of registers and memory, and each flag, is marked with the step that wrote it.
//!
//! A plain loop steps the machine. What an instruction writes to memory is determined from its accesses; what it writes
//! to registers and flags, from copies of the processor that execute the same words with other registers, flags and
//! memory. This does not detect that `or r1,r1` writes R1: if the debugger names a later step that leaves the bytes
//! unchanged, the answer counts as not judged.
//!
//! What a writer read is judged by changing something else: each byte of a register, flag and byte of memory that the
//! step used and the answer does not name is changed, and the step executed again. If the accesses are the same, the
//! written bytes must be the same; otherwise, the byte was part of an address or a condition, and is only counted.

use std::collections::HashMap;

use z8000::bus::{Bus, Location, Status};
use z8000::cpu::{Cpu, Event, Fcw, Interrupt};
use z8000::isa::Places;
use z8000::machine::{Access, Address, Look as _, Machine, Watcher, World};
use z8000_debugger::origin::Wanted;
use z8000_debugger::session::{Session, Trail};

/// Random numbers (SplitMix64).
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mixed = (self.0 ^ self.0 >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ mixed >> 31
    }

    fn below(&mut self, most: u64) -> u64 {
        self.next() % most
    }

    fn byte(&mut self) -> u8 {
        match self.below(4) {
            0 => 0,
            1 => 0xFF,
            _ => self.next() as u8,
        }
    }

    fn word(&mut self) -> u16 {
        u16::from_be_bytes([self.byte(), self.byte()])
    }
}

/// Memory with the program's own code, and otherwise random data.
struct Copy<'a>(&'a World, Random);

impl Bus for Copy<'_> {
    fn read_byte(&mut self, status: Status, at: Location) -> u8 {
        if status.space.is_program() {
            self.0.peek(status, at)
        } else {
            self.1.byte()
        }
    }

    fn write_byte(&mut self, _: Status, _: Location, _: u8) {}

    fn input_word(&mut self, _: u16, _: bool) -> u16 {
        self.1.word()
    }
}

/// R0 to R15 of segmented system mode, each bit of FCW, and R14 and R15 of normal mode.
type Bytes = [u8; 52];

fn bytes(cpu: &Cpu) -> Bytes {
    let mut all: Bytes = std::array::from_fn(|n| match n {
        0..32 => cpu.register(n / 2).to_be_bytes()[n % 2],
        32..48 => (cpu.fcw().bits() >> (n - 32) & 1) as u8,
        _ => cpu.other_stack()[(n - 48) / 2].to_be_bytes()[n % 2],
    });
    if !cpu.fcw().contains(Fcw::SYSTEM) {
        (all[30], all[31], all[50], all[51]) = (all[50], all[51], all[30], all[31]);
    }
    if !cpu.fcw().contains(Fcw::SYSTEM | Fcw::SEG) {
        (all[28], all[29], all[48], all[49]) = (all[48], all[49], all[28], all[29]);
    }
    all
}

fn changes(before: &Bytes, after: &Bytes) -> u64 {
    (0..52).fold(0, |all, n| all | u64::from(before[n] != after[n]) << n)
}

/// The number of copies that execute an instruction.
const COPIES: u32 = 96;

/// Returns the places that the processor's next instruction can change.
fn written(cpu: &Cpu, world: &World, random: &mut Random) -> u64 {
    let mut all = 0;
    for copy in 0..COPIES {
        let mut other = cpu.clone();
        for n in 0..16 {
            other.set_register(n, random.word());
        }
        // To keep conditions unchanged, only every other copy has different flags, which show what happens to flags.
        let (of_flags, mask) = (copy % 2 == 0, 0xFFFF_u64 << 32);
        if of_flags {
            other.set_flags(random.next() as u16);
        }
        other.set_deadline(1);
        let before = bytes(&other);
        other.step(&mut Copy(world, Random(random.next())));
        all |= changes(&before, &bytes(&other)) & if of_flags { mask } else { !mask };
    }
    all
}

/// Records the writes of a step.
#[derive(Default)]
struct Stores(Vec<(bool, usize)>);

impl Watcher for Stores {
    fn sees(&mut self, access: Access) {
        if access.write {
            let first = if access.bytes == 2 {
                access.number & !1
            } else {
                access.number
            };
            let all = first..first + usize::from(access.bytes);
            self.0
                .extend(all.map(|number| (access.status.space.is_program(), number)));
        }
    }
}

/// For each place, the number of the step that wrote it last, from 1; 0 for none.
struct Taint {
    machine: Machine,
    places: [u64; 52],
    memory: HashMap<(bool, usize), u64>,
    /// All addresses that were written, in the order of the writes.
    stored: Vec<(bool, usize)>,
    known: HashMap<([u16; 4], u16), u64>,
    random: Random,
    /// The segments in which a host writes, if there is a host.
    hosted: Vec<u8>,
}

impl Taint {
    /// Executes what the debugger counts as one step. Returns false at the end.
    fn step(&mut self) -> bool {
        let number = self.machine.steps() + 1;
        loop {
            let cpu = self.machine.cpu();
            let before = bytes(cpu);
            let words = [0, 2, 4, 6].map(|offset| self.machine.word(true, self.machine.pc().plus(offset)));
            let plain = !cpu.is_interrupted() && !cpu.halted();
            let mut may = 0;
            if plain {
                let key = (words, cpu.fcw().bits());
                let mut copy = cpu.clone();
                for interrupt in [
                    Interrupt::NonMaskable,
                    Interrupt::SegmentTrap,
                    Interrupt::Vectored,
                    Interrupt::NonVectored,
                ] {
                    copy.withdraw(interrupt);
                }
                let (world, random) = (self.machine.world(), &mut self.random);
                may = *self.known.entry(key).or_insert_with(|| written(&copy, world, random));
            }
            let image = self.image();
            let mut stores = Stores::default();
            let event = self.machine.step(Some(&mut stores));
            let Ok(event) = event else { return false };
            if matches!(event, Event::Trapped(_) | Event::Interrupted(_)) {
                // According to the manual, FCW is loaded, and words are pushed.
                may = 0xFFFF << 32;
            }
            may |= changes(&before, &bytes(self.machine.cpu()));
            for (place, last) in self.places.iter_mut().enumerate() {
                if may >> place & 1 != 0 {
                    *last = number;
                }
            }
            let by_host = image.iter().zip(self.image()).filter(|(one, two)| *one != two);
            stores.0.extend(by_host.map(|(((program, at), _), _)| (*program, *at)));
            for at in stores.0 {
                self.memory.insert(at, number);
                self.stored.push(at);
            }
            if self.machine.steps() == number {
                return event != Event::Halted;
            }
        }
    }

    /// Returns all memory that a host may write, if the program is in a call.
    fn image(&self) -> Vec<((bool, usize), u8)> {
        let calls = !self.hosted.is_empty() && self.machine.cpu().fcw().contains(Fcw::SYSTEM);
        let segments = self.hosted.iter().filter(|_| calls);
        let all = segments.flat_map(|segment| (0..=0xFFFF).map(|offset| Address::segmented(*segment, offset)));
        all.map(|at| ((false, at.linear()), self.machine.byte(false, at)))
            .collect()
    }

    fn last(&self, wanted: Wanted) -> u64 {
        match wanted {
            Wanted::Cpu(places) => {
                let own = (0..52).filter(|place| places.0 >> place & 1 != 0);
                own.map(|place| self.places[place]).max().unwrap_or_default()
            }
            Wanted::Memory { program, from, bytes } => {
                let all = from.linear()..from.linear() + bytes as usize;
                let steps = all.map(|number| self.memory.get(&(program, number)).copied().unwrap_or_default());
                steps.max().unwrap_or_default()
            }
        }
    }

    /// Returns a random place.
    fn wanted(&mut self) -> Wanted {
        let n = self.random.below(16) as u8;
        let fcw = self.machine.cpu().fcw();
        let places = match self.random.below(10) {
            0..3 => Places::words(n, 1),
            3 => Places::byte(n),
            4 => Places::words(n & 14, 2),
            5 => Places::fcw(1 << (2 + self.random.below(6))),
            6 if n < 8 => Places::FCW,
            6 => Places::words(n, 3),
            _ if !self.stored.is_empty() => {
                let index = self.random.below(self.stored.len() as u64) as usize;
                let (program, number) = self.stored[index];
                let segmented = self.machine.has_segments();
                let from = Address::of(number as i64, segmented).expect("an address of a store");
                let (mask, bytes) = [(0, 1), (3, 4), (1, 2), (0, 3), (7, 16)][self.random.below(5) as usize];
                return Wanted::Memory { program, from: from.with_offset(from.offset() & !mask), bytes };
            }
            _ => Places::words(15, 1),
        };
        Wanted::Cpu(places.physical(fcw))
    }
}

/// Returns the values of the bytes.
fn values(machine: &Machine, wanted: Wanted) -> Vec<u8> {
    match wanted {
        Wanted::Cpu(places) => {
            let all = bytes(machine.cpu());
            (0..52).filter(|n| places.0 >> n & 1 != 0).map(|n| all[n]).collect()
        }
        Wanted::Memory { program, from, bytes } => {
            (0..bytes).map(|n| machine.byte(program, from.plus(n as u16))).collect()
        }
    }
}

/// Records all accesses of what the debugger counts as one step.
#[derive(Default, PartialEq)]
struct Accesses(Vec<(bool, usize, u8, bool)>);

impl Watcher for Accesses {
    fn sees(&mut self, access: Access) {
        let Access { number, bytes, write, status, .. } = access;
        self.0.push((status.space.is_program(), number, bytes, write));
    }
}

impl Accesses {
    fn of(machine: &mut Machine) -> Option<Self> {
        let (mut all, number) = (Self::default(), machine.steps() + 1);
        while machine.steps() < number {
            machine.step(Some(&mut all)).ok()?;
        }
        Some(all)
    }
}

/// Results about operands: changes that agree, and changes that affect an address or a condition.
#[derive(Debug, Default, Clone, Copy)]
pub(crate) struct Operands {
    pub(crate) agreed: u64,
    pub(crate) unjudged: u64,
}

impl Operands {
    /// Judges what the writer of a place has read.
    fn judge(&mut self, session: &mut Session, question: (Wanted, u64), trail: &mut Trail, random: &mut Random) {
        let origin = session.origin(question, 1, None, trail, &mut |_| false);
        let (wanted, Some(writer)) = (question.0, origin.expect("nothing interrupts").writer) else {
            return;
        };
        let named: Vec<Wanted> = writer.operands.iter().map(|operand| operand.wanted).collect();
        let names = |byte: Wanted| named.iter().any(|named| covers(*named, byte));
        session.seek(writer.steps);
        let before = session.machine().clone();
        let mut plain = before.clone();
        let Some(accesses) = Accesses::of(&mut plain) else { return };
        let result = values(&plain, wanted);
        let fcw = before.cpu().fcw();
        let mut judge = |byte: Wanted, change: &dyn Fn(&mut Machine, u8)| {
            let mut other = before.clone();
            change(&mut other, 1 << random.below(8) | random.next() as u8);
            let Some(changed) = Accesses::of(&mut other).filter(|changed| *changed == accesses) else {
                self.unjudged += 1;
                return;
            };
            drop(changed);
            self.agreed += 1;
            assert_eq!(
                values(&other, wanted),
                result,
                "{wanted:x?} at {}, {}: {byte:x?} is not in {named:x?}",
                writer.steps,
                writer.text
            );
        };
        for n in 0..32_u8 {
            // RH0 to RH7 and RL0 to RL7 have names; other bytes are halves of words.
            let byte = Wanted::Cpu(Places(1 << n).physical(fcw));
            if !names(byte) {
                judge(byte, &|machine, mask| {
                    let (register, shift) = (usize::from(n / 2), 8 * (1 - n % 2));
                    let value = machine.cpu().register(register) ^ u16::from(mask) << shift;
                    machine.cpu_mut().set_register(register, value);
                });
            }
        }
        for bit in 2..8_u16 {
            let flag = Wanted::Cpu(Places::fcw(1 << bit));
            if !names(flag) {
                judge(flag, &|machine, _| {
                    let flags = machine.cpu().fcw().bits() ^ 1 << bit;
                    machine.cpu_mut().set_flags(flags);
                });
            }
        }
        // What was read as data, and was not written earlier in the same step.
        let (mut seen, mut read) = (Vec::new(), Vec::new());
        for &(program, number, count, write) in &accesses.0 {
            let first = if count == 2 { number & !1 } else { number };
            for at in (first..first + usize::from(count)).map(|number| (program, number)) {
                if !write && !program && !seen.contains(&at) {
                    read.push(at);
                }
                seen.push(at);
            }
        }
        for (program, number) in read {
            let from = Address::of(number as i64, before.has_segments()).expect("an address of a read");
            let byte = Wanted::Memory { program, from, bytes: 1 };
            if !names(byte) {
                judge(byte, &|machine, mask| {
                    let value = machine.byte(program, from) ^ mask;
                    machine.store(program, from, &[value]);
                });
            }
        }
    }
}

/// Returns true if bytes are included in others.
fn covers(all: Wanted, byte: Wanted) -> bool {
    match (all, byte) {
        (Wanted::Cpu(all), Wanted::Cpu(byte)) => byte.without(all) == Places(0),
        (Wanted::Memory { program, from, bytes }, Wanted::Memory { program: space, from: at, .. }) => {
            let offset = at.linear().checked_sub(from.linear());
            program == space && offset.is_some_and(|offset| offset < bytes as usize)
        }
        _ => false,
    }
}

/// One in this many questions is also judged by what the writer read.
const OPERANDS: usize = 8;

/// Asks for the origins of random places at random moments of a run. Returns the numbers of answers that agree and that
/// could not be judged, and the same for changes of what a writer did not read.
///
/// # Panics
///
/// An answer is wrong.
pub(crate) fn judge(
    machine: &Machine,
    session: &Session,
    steps: u64,
    count: u64,
    hosted: &[u8],
) -> (u64, u64, Operands) {
    let mut taint = Taint {
        machine: machine.clone(),
        places: [0; 52],
        memory: HashMap::new(),
        stored: Vec::new(),
        known: HashMap::new(),
        random: Random(82),
        hosted: hosted.to_vec(),
    };
    let mut moments: Vec<u64> = (0..count).map(|_| 1 + taint.random.below(steps)).collect();
    moments.sort_unstable();
    let mut questions = Vec::new();
    for moment in moments {
        while taint.machine.steps() < moment && taint.step() {}
        let wanted = taint.wanted();
        questions.push((taint.machine.steps(), wanted, taint.last(wanted)));
    }
    let (mut agreed, mut unjudged, mut trail) = (0, 0, Trail::default());
    let (mut operands, mut other) = (Operands::default(), session.apart());
    for (index, (moment, wanted, expected)) in questions.into_iter().rev().enumerate() {
        let found = session.last_writer((wanted, moment), &mut trail, &mut |_| false);
        let found = found.expect("nothing interrupts").map_or(0, |step| step + 1);
        match found.cmp(&expected) {
            std::cmp::Ordering::Equal => agreed += 1,
            std::cmp::Ordering::Greater => unjudged += 1,
            std::cmp::Ordering::Less => panic!("{wanted:x?} at {moment}: {found}, not {expected}"),
        }
        if index % OPERANDS == 0 {
            operands.judge(&mut other, (wanted, moment), &mut trail, &mut taint.random);
        }
    }
    (agreed, unjudged, operands)
}
