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
    /// Carries it out, except for the counter.
    fn once<S: Size>(execution: &mut Execution<Direct<'_, impl Bus + ?Sized>, impl Row>) -> Iterated;
}

/// Clocks of the end of a repeating instruction. The manual adds 7 for each interrupt that is accepted between two
/// iterations, for the words that are fetched again: the others of the 11 around the iterations come once, at the end.
const LAST: u32 = 4;

/// The result of an iteration. V always means that the counter has reached 0.
pub(crate) enum Iterated {
    /// Nothing more: Z goes with V.
    Done,
    /// Flags of its own.
    Flags(Fcw),
    /// Flags of its own, and the end of the repetition.
    Found(Fcw),
}

impl<B: Bus + ?Sized, R: Row> Execution<Direct<'_, B>, R> {
    /// A block instruction that does not repeat.
    pub(crate) fn once<S: Size, I: Iteration>(&mut self) {
        self.iterate::<S, I>();
    }

    /// A block instruction that repeats until its condition or its counter ends it.
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

    /// One iteration; returns whether a repetition ends here.
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

    /// Flags of CPI and related instructions: those of a comparison, but Z means that the condition holds.
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

    /// The entry of the translation table, at the second pointer, for the byte at the first. Z means that it is 0.
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
/// TRTIB and its kin but TRTDB: until a byte's entry in the table is not 0.
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

/// Number of RH1, through which translations go.
const RH1: u16 = 1;

impl Iteration for Translate {
    fn once<S: Size>(execution: &mut Execution<Direct<'_, impl Bus + ?Sized>, impl Row>) -> Iterated {
        let (value, flags) = execution.translated();
        // Before the pointer is used again, which shows where the pointer is R1.
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

/// As measured, TRTDB alone moves the pointer before it loads RH1.
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
