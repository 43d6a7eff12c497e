//! Traces against the processor that they were recorded from.

use proptest::prelude::*;
use z8000::board::Board;
use z8000::cpu::{Cpu, Fcw};
use z8000::isa::{FORMS, FlagSet, Form, Mode, Operation};
use z8000::run::NoProbe;
use z8000::trace::{Exit, Follow, Number, Place, Slot, Step, Term, Trace, record};

/// Where programs begin.
const START: u16 = 0x100;

/// A board that is followed while it runs.
struct Followed(Board);

impl Follow for Followed {
    fn segmented(&self) -> bool {
        false
    }

    fn pc(&self) -> (u8, u16) {
        (0, self.0.cpu().pc())
    }

    fn word(&self, (_, at): (u8, u16)) -> u16 {
        self.0.memory().program_word(at)
    }

    fn depends(&self, _: (u8, u16), _: usize) {}

    fn follows(&self, (_, at): (u8, u16)) -> bool {
        self.0.loaded().contains(&at.into())
    }

    fn watches(&self) -> bool {
        false
    }

    fn step(&mut self) -> bool {
        matches!(self.0.advance(1, &mut NoProbe), Ok(None))
    }
}

/// A trace that is carried out: its numbers, for a processor at its start.
struct Values<'a> {
    trace: &'a Trace,
    start: &'a Cpu,
    program: &'a [u8],
    data: Vec<u8>,
    /// The values that loads have loaded, by their numbers.
    loaded: Vec<Option<u32>>,
    /// The terms that were looked at.
    terms: Vec<Option<u32>>,
}

impl<'a> Values<'a> {
    fn new(trace: &'a Trace, board: &'a Board) -> Self {
        Self {
            trace,
            start: board.cpu(),
            program: board.memory().program(),
            data: board.memory().data().to_vec(),
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

    /// The address of a place.
    fn at(&mut self, place: &Place) -> usize {
        let offset = self.number(place.offset) as usize;
        assert!(offset <= 0xFFFF, "an offset of {offset:x}");
        if place.word { offset & 0xFFFE } else { offset }
    }

    /// Carries steps out. Returns the exit, if they leave the trace.
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

    /// A register or a flag after an exit.
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

/// Carries a trace out for a board that is at its start, and lets the board run as far. They must come to the same.
fn compare(trace: &Trace, board: &Board) {
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
    assert!(values.data == ran.memory().data(), "data memory");
}

/// A board with a program, and these bytes in both memories. All of it may be code: a jump can lead into the midst of an
/// instruction.
fn board(program: &[u16], memory: &[u8]) -> Board {
    let mut board = Board::new();
    let bytes: Vec<u8> = program.iter().flat_map(|word| word.to_be_bytes()).collect();
    board.load([(0, memory), (START, &bytes[..])], [(0, memory)]);
    board.cpu_mut().set_pc(START);
    board
}

fn set(board: &mut Board, registers: &[u16; 16], flags: u16) {
    let cpu = board.cpu_mut();
    for (n, &value) in registers.iter().enumerate() {
        cpu.set_register(n, value);
    }
    cpu.set_fcw((Fcw::SYSTEM | Fcw::FLAGS & Fcw::from_bits_retain(flags)).bits());
}

/// The words of an instruction of a form, with these bits where its pattern has fields.
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

/// Forms that a trace may contain, whatever their fields are: all but those that go elsewhere, which end it soon.
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
            // JR over some of the next words.
            program.push(0xE000 | (condition & 15) << 8 | distance);
        }
        let mut board = board(&program, &data.repeat(0x100));
        set(&mut board, &registers[0], flags[0]);
        let mut followed = Followed(board.clone());
        let Some(trace) = record(&mut followed, 100) else {
            return Err(TestCaseError::reject("the interpreter carries the first instruction out"));
        };
        // Where it was recorded, and where it may leave.
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

/// Whether two numbers are equal, or which is the larger, is a term of these numbers and not of their difference.
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
