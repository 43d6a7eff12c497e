//! Compares traces with the processor that they were recorded from.

use proptest::prelude::*;
use z8000::cpu::{Cpu, Fcw};
use z8000::isa::{Address, FORMS, FlagSet, Form, Mode, Operation, decode};
use z8000::machine::Machine;
use z8000::run::NoProbe;
use z8000::trace::{Exit, Follow, Number, Place, Slot, Step, Term, Trace, record};

use crate::ram::Xorshift;

/// The address at which programs begin.
const START: u16 = 0x100;

/// A board that is recorded while it runs.
struct Followed(Machine);

impl Follow for Followed {
    fn segmented(&self) -> bool {
        false
    }

    fn pc(&self) -> (u8, u16) {
        (0, self.0.cpu().pc())
    }

    fn word(&self, (_, at): (u8, u16)) -> u16 {
        self.0.world().program_word(at)
    }

    fn depends(&self, _: (u8, u16), _: usize) {}

    fn follows(&self, (_, at): (u8, u16)) -> bool {
        self.0.may_run(at.into())
    }

    fn watches(&self) -> bool {
        false
    }

    fn step(&mut self) -> bool {
        matches!(self.0.advance(1, &mut NoProbe), Ok(None))
    }
}

/// The values of a trace that is executed, for a processor in its start state.
struct Values<'a> {
    trace: &'a Trace,
    start: &'a Cpu,
    program: &'a [u8],
    data: Vec<u8>,
    /// The loaded values, by load number.
    loaded: Vec<Option<u32>>,
    /// The values of the terms evaluated so far.
    terms: Vec<Option<u32>>,
}

impl<'a> Values<'a> {
    fn new(trace: &'a Trace, board: &'a Machine) -> Self {
        Self {
            trace,
            start: board.cpu(),
            program: &board.world().banks().bytes()[0x1_0000..],
            data: board.world().banks().bytes()[..0x1_0000].to_vec(),
            loaded: Vec::new(),
            terms: vec![None; trace.terms.len()],
        }
    }

    fn number(&mut self, number: Number) -> u32 {
        let index = match number {
            Number::Known(number) => return number,
            Number::Term(index) => index as usize,
        };
        if let Some(known) = self.terms[index] {
            return known;
        }
        let value = match self.trace.terms[index] {
            Term::Start(slot) => at_start(self.start, slot),
            Term::Loaded(load) => self.loaded[load as usize].expect("it is loaded before it is used"),
            Term::Add(a, b) => self.number(a).wrapping_add(self.number(b)),
            Term::Sub(a, b) => self.number(a).wrapping_sub(self.number(b)),
            Term::Mul(a, b) => self.number(a).wrapping_mul(self.number(b)),
            Term::And(a, b) => self.number(a) & self.number(b),
            Term::Or(a, b) => self.number(a) | self.number(b),
            Term::Xor(a, b) => self.number(a) ^ self.number(b),
            Term::Shl(a, distance) => self.number(a) << distance,
            Term::Shr(a, distance) => self.number(a) >> distance,
            Term::Power(a) => 1 << self.number(a),
            Term::Equal(a, b) => (self.number(a) == self.number(b)).into(),
            Term::Below(a, b) => (self.number(a) < self.number(b)).into(),
            Term::BelowSigned(a, b, bits) => {
                let mut signed = |number| (self.number(number) as i32) << (32 - bits);
                (signed(a) < signed(b)).into()
            }
            Term::EvenParity(a) => (self.number(a) & 0xFF).count_ones().is_multiple_of(2).into(),
        };
        self.terms[index] = Some(value);
        value
    }

    /// Returns the address of a memory location.
    fn at(&mut self, place: &Place) -> usize {
        let offset = self.number(place.offset) as usize;
        assert!(offset <= 0xFFFF, "an offset of {offset:x}");
        if place.word { offset & 0xFFFE } else { offset }
    }

    /// Executes steps, and returns the exit if they leave the trace.
    fn carry_out(&mut self, steps: &'a [Step]) -> Option<&'a Exit> {
        for step in steps {
            match step {
                Step::Load { load, at } => {
                    let address = self.at(at);
                    let memory = if at.space.is_program() {
                        self.program
                    } else {
                        &self.data
                    };
                    let value = if at.word {
                        u16::from_be_bytes([memory[address], memory[address + 1]]).into()
                    } else {
                        memory[address].into()
                    };
                    let load = *load as usize;
                    self.loaded.resize(self.loaded.len().max(load + 1), None);
                    self.loaded[load] = Some(value);
                }
                Step::Store { at, value } => {
                    assert!(!at.space.is_program(), "a store into the program");
                    let (address, value) = (self.at(at), self.number(*value));
                    if at.word {
                        self.data[address..address + 2].copy_from_slice(&(value as u16).to_be_bytes());
                    } else {
                        self.data[address] = value as u8;
                    }
                }
                Step::Guard { .. } => unreachable!("no word is watched"),
                Step::Leave { when, steps, exit } => match self.number(*when) {
                    0 => {}
                    1 => {
                        let inner = self.carry_out(steps);
                        assert!(inner.is_none(), "an exit on the way to an exit");
                        return Some(exit);
                    }
                    other => panic!("a truth of {other}"),
                },
            }
        }
        None
    }

    /// Returns the value of a register or a flag after an exit.
    fn behind(&mut self, exit: &Exit, slot: Slot) -> u32 {
        let changed = exit.changed.iter().find(|(changed, _)| *changed == slot);
        changed.map_or_else(|| at_start(self.start, slot), |&(_, number)| self.number(number))
    }
}

fn at_start(cpu: &Cpu, slot: Slot) -> u32 {
    match slot {
        Slot::Register(n) => cpu.register(n.into()).into(),
        Slot::Flag(bit) => (cpu.fcw().bits() & bit != 0).into(),
    }
}

/// Executes a trace for a board in its start state, runs the board to the same point, and compares the results.
fn compare(trace: &Trace, board: &Machine) {
    let mut values = Values::new(trace, board);
    let exit = values.carry_out(&trace.steps).unwrap_or(&trace.end);
    let mut ran = board.clone();
    assert_eq!(ran.advance(exit.instructions - 1, &mut NoProbe), Ok(None));
    assert_eq!(ran.cpu().pc(), exit.from, "the last instruction");
    assert_eq!(ran.advance(1, &mut NoProbe), Ok(None));
    assert_eq!(ran.clocks() - board.clocks(), u64::from(exit.clocks), "clocks");
    assert!(exit.clocks <= trace.most_clocks && exit.instructions <= trace.instructions);
    let cpu = ran.cpu();
    for n in 0..16 {
        let expected = at_start(cpu, Slot::Register(n));
        assert_eq!(values.behind(exit, Slot::Register(n)), expected, "R{n}");
    }
    for flag in FlagSet::all().iter().map(|flag| u16::from(flag.bits())) {
        if exit.replaced & flag == 0 {
            let expected = at_start(cpu, Slot::Flag(flag));
            assert_eq!(values.behind(exit, Slot::Flag(flag)), expected, "flag {flag:02x}");
        }
    }
    let segment = values.number(exit.upper) >> 8 & 0x7F;
    assert_eq!((segment, values.number(exit.pc)), (0, u32::from(cpu.pc())), "PC");
    assert!(values.data == ran.world().banks().bytes()[..0x1_0000], "data memory");
}

/// Returns a board with a program, and these bytes in both memories. All of it may be code, because a jump can lead to
/// the middle of an instruction.
fn board(program: &[u16], memory: &[u8]) -> Machine {
    let mut board = Machine::board();
    let bytes: Vec<u8> = program.iter().flat_map(|word| word.to_be_bytes()).collect();
    board.load([(0, memory), (START, &bytes[..])], [(0, memory)]);
    board.cpu_mut().set_pc(START);
    board
}

fn set(board: &mut Machine, registers: &[u16; 16], flags: u16) {
    let cpu = board.cpu_mut();
    for (n, &value) in registers.iter().enumerate() {
        cpu.set_register(n, value);
    }
    cpu.set_fcw((Fcw::SYSTEM | Fcw::FLAGS & Fcw::from_bits_retain(flags)).bits());
}

/// Returns the words of an instruction of a form, with these bits in the fields of its pattern.
fn words(form: &Form, bits: [u16; 3]) -> Vec<u16> {
    let pattern = form.pattern;
    let mut words: Vec<u16> = (0..pattern.words())
        .map(|n| pattern.value(n) | bits[n] & !pattern.mask(n))
        .collect();
    while words.len() * 2 < form.length(Mode::Nonsegmented, false) {
        words.push(bits[words.len() % 3]);
    }
    words
}

/// Returns the forms that a trace may contain, whatever the values of their fields: all except those that jump, which
/// end it early.
fn straight() -> Vec<&'static Form> {
    use Operation as O;
    let goes_on = |form: &&Form| {
        !matches!(
            form.operation,
            O::Call | O::Calr | O::Dbjnz | O::Djnz | O::Jp | O::Jr | O::Ret
        )
    };
    let is_recorded = |form: &&Form| {
        let program = words(form, [0x1111; 3]);
        record(&mut Followed(board(&program, &[])), 1).is_some()
    };
    FORMS.iter().filter(goes_on).filter(is_recorded).collect()
}

proptest! {
    #[test]
    fn a_trace_comes_to_what_the_processor_does(
        instructions in prop::collection::vec((any::<prop::sample::Index>(), any::<[u16; 3]>()), 1..40),
        jumps in prop::collection::vec((any::<u16>(), 0_u16..8), 1..6),
        registers in any::<[[u16; 16]; 4]>(),
        flags in any::<[u16; 4]>(),
        data in prop::collection::vec(any::<u8>(), 0x100),
    ) {
        let forms = straight();
        prop_assert!(forms.len() > 150, "only {} forms", forms.len());
        let mut program = Vec::new();
        let part = instructions.len().div_ceil(jumps.len());
        for (part, (condition, distance)) in instructions.chunks(part).zip(jumps) {
            for (form, bits) in part {
                program.extend(words(forms[form.index(forms.len())], *bits));
            }
            // JR across some of the next words.
            program.push(0xE000 | (condition & 15) << 8 | distance);
        }
        let mut board = board(&program, &data.repeat(0x100));
        set(&mut board, &registers[0], flags[0]);
        let mut followed = Followed(board.clone());
        let Some(trace) = record(&mut followed, 100) else {
            return Err(TestCaseError::reject("the interpreter carries the first instruction out"));
        };
        // The first run records the trace; the others may leave it.
        for (registers, flags) in registers.iter().zip(flags) {
            set(&mut board, registers, flags);
            compare(&trace, &board);
        }
    }
}

#[test]
fn conditions_are_those_of_fcw() {
    for condition in 0..16 {
        // TCC R1, which sets bit 0 if the condition holds.
        let mut board = board(&[0xAF10 | condition], &[]);
        let trace = record(&mut Followed(board.clone()), 1).expect("a trace");
        for bits in 0..16 {
            set(&mut board, &[0; 16], bits << 4);
            let holds = board.cpu().fcw().holds(condition);
            let mut values = Values::new(&trace, &board);
            assert!(values.carry_out(&trace.steps).is_none());
            assert_eq!(
                values.behind(&trace.end, Slot::Register(1)),
                u32::from(holds),
                "{bits} {condition}"
            );
        }
    }
}

/// The equality and the order of two numbers are terms of these numbers, not of their difference.
#[test]
fn comparisons_need_no_difference() {
    let register = |n| Term::Start(Slot::Register(n));
    // CP R1,R2 and CPB RL1,RL2.
    for (instruction, is_byte) in [(0x8B21, false), (0x8AA9, true)] {
        let trace = record(&mut Followed(board(&[instruction], &[])), 1).expect("a trace");
        let term = |number| match number {
            Number::Term(index) => trace.terms[index as usize],
            Number::Known(number) => panic!("{number} is known"),
        };
        let compared = |number| match term(number) {
            Term::And(whole, Number::Known(0xFF)) if is_byte => term(whole),
            whole => whole,
        };
        let flag = |flag| {
            let changed = trace.end.changed.iter().find(|(slot, _)| *slot == Slot::Flag(flag));
            term(changed.expect("a flag").1)
        };
        let (Term::Equal(a, b), Term::Below(c, d)) = (flag(Fcw::Z.bits()), flag(Fcw::C.bits())) else {
            panic!("{:?}", trace.terms);
        };
        assert_eq!(
            [a, b, c, d].map(compared),
            [1, 2, 1, 2].map(register),
            "{instruction:x}"
        );
    }
}

/// Returns a program that loads known numbers into registers and flags before an instruction of a form.
fn after_known_numbers(form: &Form, registers: &[u16; 16], flags: u16, bits: [u16; 3]) -> Vec<u16> {
    let loads = (0..).zip(registers).flat_map(|(n, &value)| [0x2100 | n, value]);
    // RESFLG C,Z,S,V; SETFLG of some of them; then the instruction.
    loads
        .chain([0x8DF3, 0x8D01 | flags << 4])
        .chain(words(form, bits))
        .collect()
}

/// Returns a number that is often an edge case of bytes, words or signs.
fn edgy(number: u64) -> u16 {
    const EDGES: [u16; 12] = [
        0, 1, 2, 0x7F, 0x80, 0xFF, 0x0100, 0x7FFF, 0x8000, 0xFF00, 0xFFFE, 0xFFFF,
    ];
    match number % 16 {
        edge @ 0..12 => EDGES[edge as usize],
        _ => (number >> 16) as u16,
    }
}

/// An instruction whose operands are known is computed while it is recorded, with the same result as the processor's.
#[test]
fn what_is_known_is_computed_while_it_is_recorded() {
    let mut random = Xorshift(0x1986);
    let memory: Vec<u8> = (0..0x1_0000).map(|_| random.next() as u8).collect();
    // H is unknown, and COMFLG complements it.
    for form in straight()
        .into_iter()
        .filter(|form| form.operation != Operation::Comflg)
    {
        for round in 0..12 {
            let registers: [u16; 16] = std::array::from_fn(|_| edgy(random.next()));
            let bits = random.next();
            let flags = (bits >> 48) as u16 & 15;
            let bits = [bits, bits >> 16, bits >> 32].map(|bits| bits as u16);
            let program = after_known_numbers(form, &registers, flags, bits);
            let mut board = board(&program, &memory);
            // The trace is recorded with different values in the registers and flags.
            set(&mut board, &[0x5A5A; 16], 0xFC);
            let trace = record(&mut Followed(board.clone()), 19).expect("a trace");
            assert!(trace.instructions >= 18, "{form}");
            set(&mut board, &[0; 16], 0);
            compare(&trace, &board);
            let loads = trace.steps.iter().any(|step| matches!(step, Step::Load { .. }));
            let computes = |term: &Term| !matches!(term, Term::Start(_));
            // S and V at the start form one term, for "less than".
            let computed = trace.terms.iter().filter(|term| computes(term)).count();
            assert!(
                loads || computed == 1,
                "{form} {registers:04x?} {round}: {:?}",
                trace.terms
            );
        }
    }
}

/// Returns the letters of a trace's steps in order: load, store, guard, and leave with its own steps in brackets.
fn letters(steps: &[Step]) -> String {
    let letter = |step: &Step| match step {
        Step::Load { .. } => "l".to_owned(),
        Step::Store { .. } => "s".to_owned(),
        Step::Guard { at, .. } => format!("g{}", at.len()),
        Step::Leave { steps, .. } => format!("({})", letters(steps)),
    };
    steps.iter().map(letter).collect()
}

/// Words that the trace has stored need no load, unless another store may have changed them since.
#[test]
fn a_trace_knows_the_words_that_it_has_stored() {
    let rows: &[(&[u16], &str, &str)] = &[
        (&[0x93F1, 0x97F2], "push @r15,r1; pop r2,@r15", "s"),
        (&[0x93F1, 0x93F3, 0x97F2, 0x97F4], "two words, in the other order", "ss"),
        (&[0x91F2, 0x97F4, 0x97F5], "pushl @r15,rr2; pop r4; pop r5", "ss"),
        (&[0x6F01, 0x2000, 0x6102, 0x2000], "ld 2000h,r1; ld r2,2000h", "s"),
        (
            &[0x6F01, 0x2000, 0x6102, 0x2001],
            "the same word at an odd address",
            "sl",
        ),
        (&[0x6F01, 0x2000, 0x6002, 0x2000], "ldb rh2,2000h", "sl"),
        (&[0x6E09, 0x2000, 0x6002, 0x2000], "ldb 2000h,rl1; ldb rh2,2000h", "sl"),
        (
            &[0x6F01, 0x2000, 0x6E0B, 0x2001, 0x6102, 0x2000],
            "a byte changed",
            "ssl",
        ),
        (
            &[0x6F01, 0x2000, 0x6E0B, 0x2000, 0x6102, 0x2000],
            "the other byte changed",
            "ssl",
        ),
        (
            &[0x6F01, 0x2000, 0x6E0B, 0x2002, 0x6102, 0x2000],
            "a byte of the next word",
            "ss",
        ),
        (&[0x6F01, 0x2000, 0x6F03, 0x2002, 0x6102, 0x2000], "the next word", "ss"),
        (
            &[0x6F01, 0x2002, 0x6F03, 0x2000, 0x6102, 0x2002],
            "the word before",
            "ss",
        ),
        (
            &[0x6F01, 0x2000, 0x6F03, 0x2000, 0x6102, 0x2000],
            "twice the same",
            "ss",
        ),
        // Bit 0 of a word's address is ignored: these are the same word.
        (
            &[0x6F01, 0x2001, 0x6F03, 0x2000, 0x6102, 0x2001],
            "odd, then even",
            "ssl",
        ),
        (
            &[0x6F01, 0x2000, 0x6F03, 0x2001, 0x6102, 0x2000],
            "even, then odd",
            "ssl",
        ),
        // The first address is in R4, which is only known not to change.
        (&[0x2F41, 0x2142], "ld @r4,r1; ld r2,@r4", "s"),
        (
            &[0x6F41, 0x0004, 0xA943, 0x6142, 0x0000],
            "ld 4(r4),r1; inc r4,#4; ld r2,0(r4)",
            "s",
        ),
        (
            &[0x6F41, 0x0004, 0x6F43, 0x0008, 0x6142, 0x0004],
            "another word, by the same register",
            "ss",
        ),
        (
            &[0x6F41, 0x0004, 0x6F63, 0x0008, 0x6142, 0x0004],
            "by another register",
            "ssl",
        ),
        (
            &[0x6F41, 0x0004, 0x6F03, 0x0008, 0x6142, 0x0004],
            "at a fixed address",
            "ssl",
        ),
        // The stack may be in other memory than data.
        (&[0x2FF1, 0x61F2, 0x0000], "ld @r15,r1; ld r2,0(r15)", "sl"),
        (&[0x93F1, 0x6F03, 0x2000, 0x97F2], "push; ld 2000h,r3; pop", "ssl"),
        // CALL 0106h; INC R1; and at 0106h RET: the address of INC is known.
        (&[0x5F00, 0x0106, 0xA910, 0x9E08], "call and ret", "s"),
    ];
    let mut random = Xorshift(0x2000);
    for &(program, text, expected) in rows {
        let mut board = board(program, &[0x12, 0x34].repeat(0x8000));
        let count = decoded(program);
        let trace = record(&mut Followed(board.clone()), count).expect("a trace");
        assert_eq!(
            (letters(&trace.steps).as_str(), trace.instructions),
            (expected, count),
            "{text}"
        );
        for _ in 0..8 {
            // R4, R6 and R15 are close to each other and to 2000h.
            let registers = std::array::from_fn(|n| match n {
                4 | 6 | 15 => 0x1FF8 + (random.next() & 15) as u16,
                _ => random.next() as u16,
            });
            set(&mut board, &registers, 0);
            compare(&trace, &board);
        }
    }
}

/// Returns the number of instructions in some words.
fn decoded(program: &[u16]) -> u32 {
    let (mut at, mut count) = (0, 0);
    while let Some(rest) = program.get(at..).filter(|rest| !rest.is_empty()) {
        let instruction = decode(rest, Address::flat(0), Mode::Nonsegmented).expect("an instruction");
        at += usize::from(instruction.length) / 2;
        count += 1;
    }
    count
}

/// At most sixteen words are known at a time: of seventeen, the first one is loaded.
#[test]
fn a_trace_knows_the_last_sixteen_words_that_it_has_stored() {
    for (stored, loads) in [(15, [0, 0]), (16, [0, 0]), (17, [1, 0]), (18, [1, 1])] {
        // LD 2000h,R1 and so on, then loads of the first and the second of these words.
        let stores = (0..stored).flat_map(|n| [0x6F01, 0x2000 + 2 * n]);
        for (second, loads) in (0..).zip(loads) {
            let load = [0x6102, 0x2000 + 2 * second];
            let program: Vec<u16> = stores.clone().chain(load).collect();
            let trace = record(&mut Followed(board(&program, &[])), 100).expect("a trace");
            let found = letters(&trace.steps).matches('l').count();
            assert_eq!(found, loads, "word {second} of {stored}");
        }
    }
}

/// Flags that the program replaces after a trace need not be computed; until then, the program takes at least as many
/// clocks as the trace states. The clocks are printed: ADD 4, LDK 5, AND 4, CALL 12, CALR 10, LD to memory 11.
#[test]
fn flags_that_the_program_replaces_are_not_computed() {
    const LDK: u16 = 0xBD15;
    const CZSV: u16 = 0xF0;
    let rows: &[(&[u16], u16, u32, &str)] = &[
        (&[0x8143], CZSV, 4, "add r3,r4"),
        (&[LDK, 0x8143], CZSV, 9, "ldk; add"),
        (&[0x8743], 0x60, 4, "and r3,r4: Z and S"),
        (&[0x8743, 0x8743], 0x60, 4, "and; and: the first one is enough"),
        (&[0x8743, 0x8143], CZSV, 8, "and; add"),
        (&[0x8143, 0x8743], CZSV, 4, "add; and"),
        (
            &[0x8143, LDK, 0x8043],
            CZSV | 0x0C,
            4 + 5 + 4,
            "add; ldk; addb: all of them",
        ),
        (&[0xB543], 0, 0, "adc r3,r4: tests C"),
        (&[0xAF16], 0, 0, "tcc eq,r1"),
        (&[0x8743, 0xAF16], 0x60, 4, "and; tcc eq,r1"),
        (&[0x8743, 0xE600, 0x8143], 0x60, 4, "and; jr eq: one way or another"),
        (&[0xF181, 0x8143], 0, 0, "djnz: one way or another"),
        (&[0x7A00], 0, 0, "halt: only the interpreter"),
        (&[0x8743, 0xB090], 0x60, 4, "and; dab"),
        (&[0x5F00, 0x0108, 0x7A00, 0x8143], CZSV, 12 + 4, "call 0108h; halt; add"),
        (&[0xDFFF, 0x7A00, 0x8143], CZSV, 10 + 4, "calr 0106h; halt; add"),
        (&[0x1F20, 0x8143], 0, 0, "call @r2: to an unknown address"),
        (&[0x8743, 0x1F20, 0x8143], 0x60, 4, "and; call @r2"),
        (&[0x6F01, 0x2000, 0x8143], CZSV, 11 + 4, "ld 2000h,r1; add"),
        (
            &[LDK, LDK, LDK, LDK, LDK, LDK, LDK, 0x8143],
            CZSV,
            7 * 5 + 4,
            "the eighth",
        ),
        (&[LDK, LDK, LDK, LDK, LDK, LDK, LDK, LDK, 0x8143], 0, 0, "the ninth"),
        (&[], 0, 0, "the end of the program"),
    ];
    for &(rest, replaced, clocks, text) in rows {
        let program = [&[0x8121][..], rest].concat();
        // The trace is of ADD R1,R2; the program ends after the row's instructions.
        let trace = record(&mut Within(board(&program, &[]), program.len(), false), 1).expect("a trace");
        assert_eq!(trace.end.replaced, replaced, "{text}");
        assert_eq!((trace.most_clocks, trace.end.clocks), (4 + clocks, 4), "{text}");
        // C, Z, S and V, except the replaced ones; and R1.
        let kept = (CZSV & !replaced).count_ones() as usize;
        assert_eq!(trace.end.changed.len(), 1 + kept, "{text}");
    }
    // If stores are watched, the stored word may be the next instruction.
    let program = [0x8121, 0x8743, 0x6F01, 0x2000, 0x8143];
    let trace = record(&mut Within(board(&program, &[]), program.len(), true), 1).expect("a trace");
    assert_eq!((trace.end.replaced, trace.most_clocks), (0x60, 8));
}

/// A board, the number of words in its program, and whether its stores are watched.
struct Within(Machine, usize, bool);

impl Follow for Within {
    fn segmented(&self) -> bool {
        false
    }

    fn pc(&self) -> (u8, u16) {
        (0, self.0.cpu().pc())
    }

    fn word(&self, (_, at): (u8, u16)) -> u16 {
        self.0.world().program_word(at)
    }

    fn depends(&self, _: (u8, u16), _: usize) {}

    fn follows(&self, (_, at): (u8, u16)) -> bool {
        (START..START + 2 * self.1 as u16).contains(&at)
    }

    fn watches(&self) -> bool {
        self.2
    }

    fn step(&mut self) -> bool {
        matches!(self.0.advance(1, &mut NoProbe), Ok(None))
    }
}

/// Traces follow branches, calls and returns, to addresses that they already contain, and to instructions that only the
/// interpreter can execute. The steps, the instructions, the clocks, whether the trace is a loop, and where the program
/// continues.
#[test]
fn a_trace_follows_the_program() {
    type Row = (
        &'static [u16],
        &'static str,
        (&'static str, u32, u32, bool, Option<u16>),
    );
    const INC: u16 = 0xA910;
    let rows: &[Row] = &[
        (&[INC, INC, 0x7A00], "to a halt", ("", 2, 8, false, Some(0x104))),
        // R1 is 3, so the jump is taken twice. DJNZ takes 11 clocks.
        (&[0xF181], "djnz r1 to itself", ("()", 1, 11, true, Some(0x100))),
        (&[INC, 0xE8FE], "inc; jr to inc", ("", 2, 4 + 6, true, Some(0x100))),
        // Z is 0.
        (
            &[0xE601, INC, INC, 0x7A00],
            "jr eq, not taken",
            ("()", 3, 6 + 4 + 4, false, Some(0x106)),
        ),
        (
            &[0xEE01, 0x7A00, INC, 0x7A00],
            "jr ne, taken",
            ("()", 2, 6 + 4, false, Some(0x106)),
        ),
        (&[0xE801, 0x7A00, INC, 0x7A00], "jr", ("", 2, 10, false, Some(0x106))),
        // CALL takes 12, RET 10.
        (
            &[0x5F00, 0x0108, INC, 0x7A00, INC, 0x9E08],
            "call and ret",
            ("s", 4, 12 + 4 + 10 + 4, false, Some(0x106)),
        ),
        // RET EQ, not taken, takes 7.
        (
            &[0x9E06, INC, 0x7A00],
            "ret eq, not taken",
            ("(l)", 2, 7 + 4, false, Some(0x104)),
        ),
        // RET to an unknown address, with R15 at 3000h, which contains 0.
        (&[INC, 0x9E08], "ret", ("l", 2, 4 + 10, false, None)),
        // JP @R2, with R2 = 0106h.
        (&[INC, 0x1E28, INC, INC], "jp @r2", ("", 2, 4 + 10, false, None)),
        // The second jump leads to the middle of the trace.
        (
            &[INC, INC, 0xE8FE],
            "back to the middle",
            ("", 3, 4 + 4 + 6, false, Some(0x102)),
        ),
        // Two stores of PUSHL have one guard, before them.
        (&[0x91F2, 0x7A00], "pushl @r15,rr2", ("ss", 1, 12, false, Some(0x102))),
        (&[0x13F4, 0x7A00], "push @r15,@r4", ("ls", 1, 13, false, Some(0x102))),
    ];
    for &(program, text, expected) in rows {
        for watched in [false, true] {
            let mut board = board(program, &[]);
            let mut registers = [0; 16];
            (registers[1], registers[2], registers[4], registers[15]) = (3, 0x106, 0x2000, 0x3000);
            set(&mut board, &registers, 0);
            let trace = record(&mut Within(board, program.len(), watched), 100).expect("a trace");
            let steps = letters(&trace.steps);
            let unguarded = steps.replace("g1", "").replace("g2", "");
            let found = (
                unguarded.as_str(),
                trace.instructions,
                trace.end.clocks,
                trace.repeats,
                trace.end.pc.known().map(|pc| pc as u16),
            );
            assert_eq!((text, found), (text, expected));
            let stores = steps.matches('s').count();
            let guard = if watched && stores > 0 {
                format!("g{stores}s")
            } else {
                String::new()
            };
            assert!(
                steps.contains(&guard) && (watched || !steps.contains('g')),
                "{text}: {steps}"
            );
        }
    }
    // Instructions that only the interpreter can execute make no trace.
    for first in [0x7A00, 0x7F01, 0xB090, 0x9D00, 0x7C05, 0xBB11] {
        assert!(
            record(&mut Followed(board(&[first, 0x0320], &[])), 9).is_none(),
            "{first:04x}"
        );
    }
}

/// A long trace ends after the instruction with which it reaches 160 steps: LDM stores sixteen words.
#[test]
fn a_trace_of_many_stores_ends() {
    // LDM 2000h,R0,#16, twenty times.
    let program = [0x5C09, 0x000F, 0x2000].repeat(20);
    let trace = record(&mut Followed(board(&program, &[])), 100).expect("a trace");
    assert_eq!((trace.instructions, trace.steps.len()), (10, 160));
    assert_eq!(
        record(&mut Followed(board(&program, &[])), 3).map(|trace| trace.instructions),
        Some(3)
    );
}
