//! Block moves, searches, comparisons, translations and transfers.
//!
//! The row names two pointers or ports, then the counter. A repeating form executes all its iterations in one step,
//! unless it reaches a deadline, because the chip accepts requests between iterations.

use super::super::Fcw;
use super::super::alu;
use super::super::direct::Direct;
use super::super::execution::{Execution, Row};
use super::super::processor::Repetition;
use super::super::size::{Byte, Size, Word};
use super::super::timing::Course;
use super::super::value::Number;
use super::super::verbs::Verbs;
use super::io::{Ports, Special, Standard};
use crate::bus::{Bus, Space};

/// One iteration of a block instruction.
pub(crate) trait Iteration {
    /// Executes the iteration, but does not decrement the counter.
    fn once<S: Size>(execution: &mut Execution<Direct<'_, impl Bus + ?Sized>, impl Row>) -> Iterated;
}

/// Clocks at the end of a repeating instruction. Of the 11 clocks outside the iterations, the manual adds 7 again for
/// each interrupt accepted between two iterations, because the words are fetched again; the other 4 occur once.
const LAST: u32 = 4;

/// The result of an iteration. V always means that the counter has reached 0.
pub(crate) enum Iterated {
    /// No flags of its own: Z is set with V.
    Done,
    /// Sets flags of its own.
    Flags(Fcw),
    /// Sets flags of its own and ends the repetition.
    Found(Fcw),
}

impl<B: Bus + ?Sized, R: Row> Execution<Direct<'_, B>, R> {
    /// Executes a block instruction that does not repeat.
    pub(crate) fn once<S: Size, I: Iteration>(&mut self) {
        self.iterate::<S, I>();
    }

    /// Executes a block instruction that repeats until its condition or its counter ends it.
    pub(crate) fn repeat<S: Size, I: Iteration>(&mut self) -> Course {
        let [around, iteration] = self.repetition();
        let (mut iterations, mut clocks) = match self.on.cpu.repeats.take() {
            None => (0_u16, around - LAST),
            Some(repetition) => (repetition.iterations, 0),
        };
        loop {
            let ended = self.iterate::<S, I>();
            iterations = iterations.wrapping_add(1);
            clocks += iteration + self.on.bus.wait_states();
            if ended {
                return Course::Clocks(clocks + LAST);
            }
            if clocks >= self.on.cpu.deadline || iterations == 0 {
                let words = [self.word, self.on.cpu.second];
                self.on.cpu.repeats = Some(Repetition { words, iterations });
                self.on.cpu.pc = self.on.cpu.pc.wrapping_sub(4);
                return Course::Clocks(clocks);
            }
        }
    }

    /// Executes one iteration; returns true if it ends the repetition.
    #[inline(always)]
    fn iterate<S: Size, I: Iteration>(&mut self) -> bool {
        let iterated = I::once::<S>(self);
        let count = self.get::<Word, 2>().0.wrapping_sub(1) & Word::MASK;
        self.put::<Word, 2>(count.into());
        let exhausted = count == 0;
        let mut flags = match iterated {
            Iterated::Done if exhausted => Fcw::Z,
            Iterated::Done => Fcw::empty(),
            Iterated::Flags(flags) | Iterated::Found(flags) => flags,
        };
        flags.set(Fcw::PV, exhausted);
        self.set_flags(flags.into());
        exhausted || matches!(iterated, Iterated::Found(_))
    }

    /// Sets the flags of CPI and related instructions: those of a comparison, but Z means that the condition is true.
    #[inline(always)]
    fn search<S: Size>(&mut self, a: Number, b: Number) -> Iterated {
        let mut flags = Fcw::from(alu::sub::<S, Number>(a, b).1);
        let found = flags.holds(self.field::<3>());
        flags.set(Fcw::Z, found);
        if found {
            Iterated::Found(flags)
        } else {
            Iterated::Flags(flags)
        }
    }

    /// Looks up the byte at the first pointer in the translation table at the second. Z means that the entry is 0.
    #[inline(always)]
    fn translated(&mut self) -> (Number, Fcw) {
        let byte = self.get::<Byte, 0>();
        let at = self.on.plus(self.on.pointer(self.field::<1>()), byte);
        let value = self.on.read_byte(self.on.status(Space::Data), at);
        let mut flags = Fcw::empty();
        flags.set(Fcw::Z, value.0 == 0);
        (value, flags)
    }
}

/// LDI, LDD.
pub(crate) struct Move;
/// CPI, CPD.
pub(crate) struct Search;
/// CPSI, CPSD.
pub(crate) struct Compare;
/// TRIB, TRDB.
pub(crate) struct Translate;
/// TRTIB, TRTDRB and TRTIRB: stop at a byte whose table entry is not 0.
pub(crate) struct Scan;
/// TRTDB.
pub(crate) struct ScanLate;
/// INI, IND.
pub(crate) type Input = InputFrom<Standard>;
/// SINI, SIND.
pub(crate) type SpecialInput = InputFrom<Special>;
/// OUTI, OUTD.
pub(crate) type Output = OutputTo<Standard>;
/// SOUTI, SOUTD.
pub(crate) type SpecialOutput = OutputTo<Special>;

impl Iteration for Move {
    #[inline(always)]
    fn once<S: Size>(execution: &mut Execution<Direct<'_, impl Bus + ?Sized>, impl Row>) -> Iterated {
        let value = execution.get::<S, 1>();
        execution.put::<S, 0>(value);
        execution.step::<S, 1>();
        execution.step::<S, 0>();
        Iterated::Done
    }
}

impl Iteration for Search {
    fn once<S: Size>(execution: &mut Execution<Direct<'_, impl Bus + ?Sized>, impl Row>) -> Iterated {
        let b = execution.get::<S, 1>();
        execution.step::<S, 1>();
        let a = execution.get::<S, 0>();
        execution.search::<S>(a, b)
    }
}

impl Iteration for Compare {
    fn once<S: Size>(execution: &mut Execution<Direct<'_, impl Bus + ?Sized>, impl Row>) -> Iterated {
        let b = execution.get::<S, 1>();
        let a = execution.get::<S, 0>();
        execution.step::<S, 1>();
        execution.step::<S, 0>();
        execution.search::<S>(a, b)
    }
}

/// The number of RH1, which receives the entries of translation tables.
const RH1: u16 = 1;

impl Iteration for Translate {
    fn once<S: Size>(execution: &mut Execution<Direct<'_, impl Bus + ?Sized>, impl Row>) -> Iterated {
        let (value, flags) = execution.translated();
        // RH1 is set before the pointer is used again, which matters if the pointer is R1.
        S::set_register(&mut execution.on, RH1, value);
        execution.put::<S, 0>(value);
        execution.step::<S, 0>();
        Iterated::Flags(flags)
    }
}

impl Iteration for Scan {
    fn once<S: Size>(execution: &mut Execution<Direct<'_, impl Bus + ?Sized>, impl Row>) -> Iterated {
        let (value, flags) = execution.translated();
        S::set_register(&mut execution.on, RH1, value);
        execution.step::<S, 0>();
        scanned(flags)
    }
}

/// As measured, only TRTDB moves the pointer before it loads RH1.
impl Iteration for ScanLate {
    fn once<S: Size>(execution: &mut Execution<Direct<'_, impl Bus + ?Sized>, impl Row>) -> Iterated {
        let (value, flags) = execution.translated();
        execution.step::<S, 0>();
        S::set_register(&mut execution.on, RH1, value);
        scanned(flags)
    }
}

fn scanned(flags: Fcw) -> Iterated {
    if flags.contains(Fcw::Z) {
        Iterated::Flags(flags)
    } else {
        Iterated::Found(flags)
    }
}

/// A transfer from a port to memory.
pub(crate) struct InputFrom<P>(core::marker::PhantomData<P>);
/// A transfer from memory to a port.
pub(crate) struct OutputTo<P>(core::marker::PhantomData<P>);

impl<P: Ports> Iteration for InputFrom<P> {
    fn once<S: Size>(execution: &mut Execution<Direct<'_, impl Bus + ?Sized>, impl Row>) -> Iterated {
        let port = execution.port::<1>();
        let value = S::input(execution.on.bus, port, P::SPECIAL);
        execution.put::<S, 0>(value.into());
        execution.step::<S, 0>();
        Iterated::Done
    }
}

impl<P: Ports> Iteration for OutputTo<P> {
    fn once<S: Size>(execution: &mut Execution<Direct<'_, impl Bus + ?Sized>, impl Row>) -> Iterated {
        let value = execution.get::<S, 1>();
        let port = execution.port::<0>();
        S::output(execution.on.bus, port, P::SPECIAL, value.0);
        execution.step::<S, 1>();
        Iterated::Done
    }
}
