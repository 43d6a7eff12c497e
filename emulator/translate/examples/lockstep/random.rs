//! Random programs, run by both engines.

use std::fmt;

use anyhow::{Context, Result};
use z8000::bus::Location;
use z8000::cpu::Interrupt;
use z8000::machine::Machine;
use z8000_boards::Description;
use z8000_translate::{Habits, compiled};

use crate::pair::Pair;

use super::instruction::{Numbers, Program, START};

/// The numbers of what has been tested.
#[derive(Debug, Default)]
pub(super) struct TrialCounts {
    instructions: u64,
    programs: u64,
    interrupts: u64,
    ends: u64,
}

impl fmt::Display for TrialCounts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { instructions, programs, interrupts, ends } = self;
        write!(
            f,
            "{instructions} instructions, no difference: {programs} programs, {interrupts} interrupts, {ends} runs ended \
             by a halt, an undefined word or an address outside memory"
        )
    }
}

/// The maximum number of instructions that a program may execute.
const LIFE: u64 = 100_000;

/// The average clocks of an instruction above which a program mainly repeats block instructions.
const SLOW: u64 = 500;

/// Returns FCW for a new start, from a random word.
type Fcw = fn(u16, &Program) -> u16;

fn fcw_of_board(word: u16, _: &Program) -> u16 {
    0x4000 | word & 0x18FC
}

/// Returns FCW in either mode, with the other kind of addresses once in four times.
fn fcw_of_machine(word: u16, program: &Program) -> u16 {
    let mode = if (word & 3 == 0) == program.segmented {
        0
    } else {
        0x8000
    };
    mode | word & 0x58FC
}

/// Runs random programs until they have executed a number of instructions: on a machine from a description, or on the
/// board.
pub(super) fn run(description: Option<&Description>, instructions: u64, seed: u64) -> Result<TrialCounts> {
    match description {
        Some(description) => lives(instructions, seed, fcw_of_machine, |numbers| {
            let program = Program::for_machine(numbers, description.processor);
            let machine = machine(description, &program, numbers)?;
            Ok((program, machine))
        }),
        None => lives(instructions, seed, fcw_of_board, |numbers| {
            let mut program = Program::for_board(numbers);
            let board = board(&program, numbers)?;
            program.end = board.guarded().map_or(0, |loaded| loaded.end as u16);
            Ok((program, board))
        }),
    }
}

fn lives(
    instructions: u64,
    seed: u64,
    fcw: Fcw,
    mut fresh: impl FnMut(&mut Numbers) -> Result<(Program, Machine)>,
) -> Result<TrialCounts> {
    let mut numbers = Numbers::new(seed);
    let mut tried = TrialCounts::default();
    while tried.instructions < instructions {
        tried.programs += 1;
        let (program, machine) = fresh(&mut numbers)?;
        let mut pair = Pair::new(machine);
        live(&mut pair, &program, fcw, &mut numbers, &mut tried)
            .with_context(|| format!("the engines differ in random program {} of seed {seed}", tried.programs))?;
        tried.instructions += pair.engine.steps();
    }
    Ok(tried)
}

/// Runs a program until the end of its life, with all possible events from outside.
fn live(pair: &mut Pair, program: &Program, fcw: Fcw, numbers: &mut Numbers, tried: &mut TrialCounts) -> Result<()> {
    let mut slow = false;
    for _ in 0..LIFE {
        let before = [pair.engine.steps(), pair.engine.clocks()];
        if before[0] > LIFE {
            break;
        }
        let longest = if numbers.once_in(4) && !slow { 20_000 } else { 600 };
        let piece = numbers.below(longest) as u32 + 1;
        let on = matches!(pair.advance(piece)?, Ok(None));
        tried.ends += u64::from(!on);
        let (instructions, clocks) = (pair.engine.steps(), pair.engine.clocks());
        slow = clocks - before[1] > SLOW * (instructions - before[0]);
        let interrupt = on.then_some(Interrupt::NonMaskable).filter(|_| numbers.once_in(8));
        let request = [Interrupt::Vectored, Interrupt::NonVectored][numbers.below(2) as usize];
        let (identifier, asked) = (numbers.word(), numbers.once_in(6));
        let fresh = !on || slow || numbers.once_in(10);
        let (pc, registers) = (program.target(numbers), [(); 16].map(|()| program.value(numbers)));
        tried.interrupts += u64::from(interrupt.is_some()) + u64::from(asked);
        for machine in [&mut pair.engine, &mut pair.interpreter] {
            machine.take_output(0);
            let cpu = machine.cpu_mut();
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
                machine.reset();
                let cpu = machine.cpu_mut();
                cpu.set_location(Location::new(0, pc));
                cpu.set_fcw(fcw(identifier, program));
                for (n, register) in registers.into_iter().enumerate() {
                    cpu.set_register(n, register);
                }
            }
        }
    }
    Ok(())
}

/// Returns when code is compiled: after the program has reached an address a few times. Occasionally the cache is full.
fn habits(numbers: &mut Numbers) -> Habits {
    Habits {
        often: 2 + numbers.below(12) as u16,
        length: 1 + numbers.below(60) as u32,
        traces: if numbers.once_in(4) { 20 } else { 1000 },
        // Usually, code is compiled at any cost: the more native code runs, the more is compared.
        steps_aside: numbers.once_in(5),
    }
}

fn bytes(words: &[u16]) -> Vec<u8> {
    words.iter().flat_map(|word| word.to_be_bytes()).collect()
}

/// Returns a board with a random program.
fn board(program: &Program, numbers: &mut Numbers) -> Result<Machine> {
    let words = program.words(numbers);
    let mut low = vec![0, 0x4000, START];
    while low.len() < usize::from(START) / 2 {
        // A table of FCW and PC for every interrupt and trap.
        let fcw = fcw_of_board(numbers.word(), program);
        low.extend([program.target(numbers), if numbers.once_in(2) { fcw } else { 0x4000 }]);
    }
    let mut board = Machine::board();
    board.load_program(0, &bytes(&low)[..usize::from(START)]);
    board.load_program(START.into(), &bytes(&words));
    let data: Vec<u8> = (0..0x1_0000).map(|_| numbers.word() as u8).collect();
    board.load_data(0, &data);
    board.reset();
    board.set_engine(Some(compiled(habits(numbers))?));
    Ok(board)
}

/// Returns a machine with the same random program in each segment, and random numbers in all other memory.
fn machine(description: &Description, program: &Program, numbers: &mut Numbers) -> Result<Machine> {
    let mut machine = description.machine()?;
    let words = program.words(numbers);
    let mut low = Vec::new();
    while low.len() < usize::from(START) / 2 {
        // FCW and PC for a reset and for every interrupt and trap, as a Z8001 reads them; the layout of a Z8002 is
        // similar.
        let fcw = fcw_of_machine(numbers.word(), program);
        low.extend([
            0,
            fcw,
            u16::from(program.segment(numbers)) << 8,
            program.target(numbers),
        ]);
    }
    for segment in 0..program.segments {
        let at = u32::from(segment) << 16;
        let mut segment: Vec<u8> = (0..0x1_0000).map(|_| numbers.word() as u8).collect();
        let code = [bytes(&low), bytes(&words)].concat();
        segment[..code.len()].copy_from_slice(&code);
        machine.load_program(at, &segment);
        machine.load_data(at, &segment);
    }
    machine.reset();
    machine.set_engine(Some(compiled(habits(numbers))?));
    Ok(machine)
}
