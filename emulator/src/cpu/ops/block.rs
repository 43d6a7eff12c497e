//! Block moves, searches, comparisons and translations.
//!
//! The second word names the counter and the second address register. A repeating form does all
//! its iterations in one step.

use super::super::alu;
use super::super::size::{Byte, Size};
use super::super::timing::Timing;
use super::super::{Cpu, Fcw};
use super::upper;
use crate::bus::{Bus, Space};

/// One iteration of a block instruction.
pub(crate) trait Iteration {
    /// Whether it sets Z itself; otherwise Z goes with V.
    const SETS_Z: bool = false;
    /// Does it, without the counter; returns whether a repetition ends here.
    fn once<B: Bus, S: Size>(cpu: &mut Cpu, bus: &mut B, word: u16, step: u16) -> bool;
}

/// LDI, LDD: Z and V both say that the counter is 0.
pub(crate) struct Move;
/// CPI, CPD: C S of the comparison, Z that the condition holds, V that the counter is 0.
pub(crate) struct Search;
/// CPSI, CPSD: flags as for a search.
pub(crate) struct Compare;
/// TRIB, TRDB: Z says that the translated byte is 0, V that the counter is 0.
pub(crate) struct Translate;
/// TRTIB, TRTDB: Z says that the translated byte is 0, V that the counter is 0.
pub(crate) struct TranslateTest;

/// Runs a block instruction once, or until its condition or its counter ends it.
pub(crate) fn block<B: Bus, S: Size, I: Iteration, const DOWN: bool, const REPEAT: bool>(
    cpu: &mut Cpu,
    bus: &mut B,
    word: u16,
    timing: Timing,
) -> u32 {
    let step = if DOWN { S::BYTES.wrapping_neg() } else { S::BYTES };
    let mut iterations = 0;
    loop {
        let ends = I::once::<B, S>(cpu, bus, word, step);
        iterations += 1;
        let counter = counter(cpu);
        cpu.r[counter] = cpu.r[counter].wrapping_sub(1);
        let exhausted = cpu.r[counter] == 0;
        cpu.fcw.set(Fcw::PV, exhausted);
        if !I::SETS_Z {
            cpu.fcw.set(Fcw::Z, exhausted);
        }
        let ended = !REPEAT || ends || exhausted;
        if ended || iterations == cpu.iterations {
            // What was left goes on without starting again.
            let start = if REPEAT && cpu.resumes { timing.base } else { 0 };
            cpu.resumes = !ended;
            if !ended {
                cpu.pc = cpu.pc.wrapping_sub(4);
            }
            return timing.times(iterations) - u32::from(start);
        }
    }
}

fn counter(cpu: &Cpu) -> usize {
    usize::from(cpu.second >> 8 & 15)
}

/// The register field in bits 4 to 7 of the second word.
fn partner(cpu: &Cpu) -> u16 {
    cpu.second >> 4 & 15
}

fn read<B: Bus, S: Size>(cpu: &Cpu, bus: &mut B, pointer: u16) -> u32 {
    S::read(bus, cpu.pointer_status(pointer), cpu.pointer(pointer))
}

fn compare<S: Size>(cpu: &mut Cpu, a: u32, b: u32) -> bool {
    let flags = alu::sub::<S>(a, b, 0).1;
    cpu.set_flags(Fcw::CZSV, flags);
    let found = cpu.fcw.holds(cpu.second & 15);
    cpu.fcw.set(Fcw::Z, found);
    found
}

impl Iteration for Move {
    #[inline(always)]
    fn once<B: Bus, S: Size>(cpu: &mut Cpu, bus: &mut B, word: u16, step: u16) -> bool {
        let (source, target) = (upper(word), partner(cpu));
        let value = read::<B, S>(cpu, bus, source);
        S::write(bus, cpu.pointer_status(target), cpu.pointer(target), value);
        cpu.move_pointer(source, step);
        cpu.move_pointer(target, step);
        false
    }
}

impl Iteration for Search {
    const SETS_Z: bool = true;

    fn once<B: Bus, S: Size>(cpu: &mut Cpu, bus: &mut B, word: u16, step: u16) -> bool {
        let b = read::<B, S>(cpu, bus, upper(word));
        cpu.move_pointer(upper(word), step);
        let a = S::register(cpu, partner(cpu));
        compare::<S>(cpu, a, b)
    }
}

impl Iteration for Compare {
    const SETS_Z: bool = true;

    fn once<B: Bus, S: Size>(cpu: &mut Cpu, bus: &mut B, word: u16, step: u16) -> bool {
        let (source, target) = (upper(word), partner(cpu));
        let b = read::<B, S>(cpu, bus, source);
        let a = read::<B, S>(cpu, bus, target);
        cpu.move_pointer(source, step);
        cpu.move_pointer(target, step);
        compare::<S>(cpu, a, b)
    }
}

/// The byte of the table at the second pointer that belongs to a byte.
fn translated<B: Bus>(cpu: &Cpu, bus: &mut B, byte: u32) -> u32 {
    let table = cpu.pointer(partner(cpu));
    Byte::read(bus, cpu.status(Space::Data), table.plus(byte as u16))
}

/// Number of RH1, through which translations go: before the pointer is used again, which shows
/// where the pointer is R1.
const RH1: u16 = 1;

impl Iteration for Translate {
    const SETS_Z: bool = true;

    fn once<B: Bus, S: Size>(cpu: &mut Cpu, bus: &mut B, word: u16, step: u16) -> bool {
        let target = upper(word);
        let byte = read::<B, Byte>(cpu, bus, target);
        let value = translated(cpu, bus, byte);
        Byte::set_register(cpu, RH1, value);
        Byte::write(bus, cpu.pointer_status(target), cpu.pointer(target), value);
        cpu.move_pointer(target, step);
        cpu.fcw.set(Fcw::Z, value == 0);
        false
    }
}

impl Iteration for TranslateTest {
    const SETS_Z: bool = true;

    fn once<B: Bus, S: Size>(cpu: &mut Cpu, bus: &mut B, word: u16, step: u16) -> bool {
        let byte = read::<B, Byte>(cpu, bus, upper(word));
        let value = translated(cpu, bus, byte);
        // Downwards, the chip moves the pointer before it loads RH1.
        let down = step > 1;
        if !down {
            Byte::set_register(cpu, RH1, value);
        }
        cpu.move_pointer(upper(word), step);
        if down {
            Byte::set_register(cpu, RH1, value);
        }
        cpu.fcw.set(Fcw::Z, value == 0);
        value != 0
    }
}

/// INI, IND and their special forms: Z and V both say that the counter is 0.
pub(crate) struct Input<const SPECIAL: bool>;
/// OUTI, OUTD and their special forms: Z and V both say that the counter is 0.
pub(crate) struct Output<const SPECIAL: bool>;

impl<const SPECIAL: bool> Iteration for Input<SPECIAL> {
    fn once<B: Bus, S: Size>(cpu: &mut Cpu, bus: &mut B, word: u16, step: u16) -> bool {
        let target = partner(cpu);
        let port = cpu.r[usize::from(upper(word))];
        let value = S::input(bus, port, SPECIAL);
        S::write(bus, cpu.pointer_status(target), cpu.pointer(target), value);
        cpu.move_pointer(target, step);
        false
    }
}

impl<const SPECIAL: bool> Iteration for Output<SPECIAL> {
    fn once<B: Bus, S: Size>(cpu: &mut Cpu, bus: &mut B, word: u16, step: u16) -> bool {
        let source = upper(word);
        let value = read::<B, S>(cpu, bus, source);
        let port = cpu.r[usize::from(partner(cpu))];
        S::output(bus, port, SPECIAL, value);
        cpu.move_pointer(source, step);
        false
    }
}
