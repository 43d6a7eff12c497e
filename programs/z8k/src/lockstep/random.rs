//! Random programs, run by both engines.

use std::fmt;

use anyhow::{Context, Result};
use z8000::cpu::Interrupt;
use z8000::isa::{FORMS, Form, Formula, Kind, Operation};
use z8000::machine::{Board, Pair};
use z8000_translate::{Habits, compiled};

/// Numbers that look random and are the same in every run: xorshift (Marsaglia 2003).
pub(super) struct Numbers(u64);

impl Numbers {
    pub(super) fn new(seed: u64) -> Self {
        // Neighbouring seeds begin alike, and none may be 0.
        Self(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1)
    }

    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0.wrapping_mul(0x2545_F491_4F6C_DD1D) >> 16
    }

    /// A number below another one, which is not 0.
    pub(super) fn below(&mut self, end: u64) -> u64 {
        self.next() % end
    }

    fn word(&mut self) -> u16 {
        self.next() as u16
    }

    /// Yes, once in so many times.
    fn once_in(&mut self, times: u64) -> bool {
        self.below(times) == 0
    }
}

/// What was tried.
#[derive(Debug, Default)]
pub(super) struct Tried {
    pub(super) instructions: u64,
    programs: u64,
    interrupts: u64,
    ends: u64,
}

impl fmt::Display for Tried {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            programs,
            interrupts,
            ends,
            ..
        } = self;
        write!(
            f,
            "{programs} programs, {interrupts} interrupts, {ends} ends at a halt, an undefined word or outside"
        )
    }
}

/// Instructions of a program, at most.
const LENGTH: u64 = 400;

/// Instructions that a program may execute.
const LIFE: u64 = 100_000;

/// Where programs begin; below are the program status area and the status after reset.
const START: u16 = 0x100;

/// Runs random programs until they have executed so many instructions.
pub(super) fn run(instructions: u64, seed: u64) -> Result<Tried> {
    let mut numbers = Numbers::new(seed);
    let mut tried = Tried::default();
    while tried.instructions < instructions {
        tried.programs += 1;
        let mut pair = Pair::new(board(&mut numbers)?);
        live(&mut pair, &mut numbers, &mut tried)
            .with_context(|| format!("the engines differ in random program {} of seed {seed}", tried.programs))?;
        tried.instructions += pair.engine.instructions();
    }
    Ok(tried)
}

/// Runs a program to the end of its life, with everything that can happen to it from outside.
fn live(pair: &mut Pair, numbers: &mut Numbers, tried: &mut Tried) -> Result<()> {
    let end = pair.engine.loaded().end as u16;
    for _ in 0..LIFE {
        if pair.engine.instructions() > LIFE {
            break;
        }
        let longest = if numbers.once_in(4) { 20_000 } else { 600 };
        let piece = numbers.below(longest) as u32 + 1;
        let on = matches!(pair.advance(piece)?, Ok(None));
        tried.ends += u64::from(!on);
        let interrupt = on.then_some(Interrupt::NonMaskable).filter(|_| numbers.once_in(8));
        let request = [Interrupt::Vectored, Interrupt::NonVectored][numbers.below(2) as usize];
        let (identifier, asked) = (numbers.word(), numbers.once_in(6));
        let fresh = !on || numbers.once_in(10);
        let (pc, registers) = (target(numbers, end), [(); 16].map(|()| value(numbers)));
        tried.interrupts += u64::from(interrupt.is_some()) + u64::from(asked);
        for board in [&mut pair.engine, &mut pair.interpreter] {
            board.serial().take_output();
            let cpu = board.cpu_mut();
            if let Some(interrupt) = interrupt {
                cpu.request(interrupt, identifier);
            }
            if asked {
                cpu.request(request, identifier);
            } else {
                cpu.withdraw(request);
            }
            if fresh {
                // Reset wakes a processor that has halted.
                board.reset();
                let cpu = board.cpu_mut();
                cpu.set_pc(pc);
                cpu.set_fcw(0x4000 | identifier & 0x18FC);
                for (n, register) in registers.into_iter().enumerate() {
                    cpu.set_register(n, register);
                }
            }
        }
    }
    Ok(())
}

/// A number as registers and operands may well hold it.
fn value(numbers: &mut Numbers) -> u16 {
    match numbers.below(4) {
        0 => numbers.below(16) as u16,
        1 => 0x7FF8 + numbers.below(16) as u16,
        _ => numbers.word(),
    }
}

/// An even address in the program.
fn target(numbers: &mut Numbers, end: u16) -> u16 {
    (START + numbers.below(u64::from(end - START)) as u16) & 0xFFFE
}

/// A board with a random program, which is compiled as soon as it has been at a place a few times.
fn board(numbers: &mut Numbers) -> Result<Board> {
    let length = 10 + numbers.below(LENGTH);
    // Instructions have four and a half bytes on the average.
    let end = START + 5 * length as u16;
    let mut words = Vec::new();
    while words.len() < usize::from(end - START) / 2 {
        instruction(numbers, end, &mut words);
    }
    let mut low = vec![0, 0x4000, START];
    while low.len() < usize::from(START) / 2 {
        // A table of FCW and PC for every interrupt and trap.
        let fcw = 0x4000 | numbers.word() & 0x18FC;
        low.extend([target(numbers, end), if numbers.once_in(2) { fcw } else { 0x4000 }]);
    }
    let bytes = |words: &[u16]| words.iter().flat_map(|word| word.to_be_bytes()).collect::<Vec<u8>>();
    let mut board = Board::new();
    board.load_program(0, &bytes(&low)[..usize::from(START)]);
    board.load_program(START, &bytes(&words));
    let data: Vec<u8> = (0..0x1_0000).map(|_| numbers.word() as u8).collect();
    board.load_data(0, &data);
    board.reset();
    let habits = Habits {
        often: 2 + numbers.below(12) as u16,
        length: 1 + numbers.below(60) as u32,
        // Now and then the cache is full.
        traces: if numbers.once_in(4) { 20 } else { 1000 },
    };
    board.set_engine(Some(compiled(habits)?));
    Ok(board)
}

/// Adds an instruction.
fn instruction(numbers: &mut Numbers, end: u16, words: &mut Vec<u16>) {
    if numbers.once_in(200) {
        // No instruction at all, perhaps.
        words.push(numbers.word());
        return;
    }
    let form = &FORMS[numbers.below(FORMS.len() as u64) as usize];
    if is_rare(form) && !numbers.once_in(20) || repeats(form) && !numbers.once_in(200) {
        return;
    }
    for index in 0..form.pattern.words() {
        let free = !form.pattern.mask(index);
        words.push(form.pattern.value(index) | numbers.word() & free);
    }
    for operand in form.operands {
        match operand.kind {
            Kind::Direct | Kind::Indexed if jumps(form) => words.push(target(numbers, end)),
            Kind::Direct | Kind::Indexed | Kind::Immediate8 | Kind::Immediate16 | Kind::Base | Kind::Port => {
                words.push(value(numbers));
            }
            Kind::Immediate32 => words.extend([value(numbers), value(numbers)]),
            // Now and then into the program itself.
            Kind::Relative16 if numbers.once_in(20) => words.push(numbers.below(200) as u16),
            Kind::Relative16 => words.push(0x4000 + numbers.word() / 4),
            _ => {}
        }
    }
}

fn jumps(form: &Form) -> bool {
    matches!(form.operation, Operation::Jp | Operation::Call)
}

/// Whether it repeats, mostly some ten thousand times, and would take all the time.
fn repeats(form: &Form) -> bool {
    let moves = form.operands.iter().any(|operand| operand.step != 0);
    moves && matches!(form.clocks.nonsegmented, Formula::Linear { .. })
}

/// What would end most programs, or is left to the interpreter anyway.
fn is_rare(form: &Form) -> bool {
    use Operation::{Halt, Iret, Ldctl, Ldps, Mreq, Ret, Sc};
    let extended = form.operation.mnemonic().starts_with("ext");
    form.privileged || extended || matches!(form.operation, Halt | Iret | Ldctl | Ldps | Mreq | Ret | Sc)
}
