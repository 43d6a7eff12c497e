//! Running many instructions: the loop in which programs spend their time.

use core::ops::Range;
use core::sync::atomic::{AtomicU16, Ordering};

use super::dispatch::Functions;
use super::{Cpu, Event, Fcw, Interrupts, Trap};
use crate::bus::{Bus, Space};
use crate::isa::Form;

/// The bits of FCW that select the mode for which an engine has generated code.
const MODE: Fcw = Fcw::SEG.union(Fcw::SYSTEM);

/// The length of the longest instruction in bytes.
const LONGEST: u16 = 2 * Form::MAX_WORDS as u16;

/// Limits on a run. The default has no limits.
///
/// # Example
///
/// ```
/// use z8000::machine::Machine;
/// use z8000::cpu::{Cpu, End, Model, Trap, Until};
///
/// let mut board = Machine::board();
/// // SC #1.
/// board.load_program(0, &[0x7F, 0x01]);
/// let mut cpu = Cpu::new(Model::Z8002);
/// let until = Until { traps: true, ..Until::clocks(1_000) };
/// let run = cpu.run(&mut board.world().clone(), &until);
/// assert_eq!(run.end, End::Trapped(Trap::SystemCall));
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Until {
    /// The number of clocks after which no further instruction begins, and a repeating one is suspended between two
    /// iterations. An instruction in progress may exceed it.
    pub clocks: u64,
    /// The maximum number of instructions. A repeating instruction counts when it ends. An acknowledged interrupt
    /// counts as an instruction, and so does each check for an interrupt by a halted processor.
    pub instructions: u64,
    /// The offsets at which code may run, 0 to 0x1_0000, in any segment. A jump to any other offset ends the run.
    pub code: Range<u32>,
    /// The interrupts for which a halted processor waits until a limit is reached, if it accepts one of them.
    /// Otherwise, a halt ends the run.
    pub waits: Interrupts,
    /// True if a trap ends the run, at the first instruction of its handler: for hosts that handle system calls.
    pub traps: bool,
}

impl Default for Until {
    fn default() -> Self {
        Self {
            clocks: u64::MAX,
            instructions: u64::MAX,
            code: 0..0x1_0000,
            waits: Interrupts::NONE,
            traps: false,
        }
    }
}

impl Until {
    /// Limits the number of clocks.
    pub fn clocks(clocks: u64) -> Self {
        Self { clocks, ..Self::default() }
    }

    /// Limits the number of instructions.
    pub fn instructions(instructions: u64) -> Self {
        Self { instructions, ..Self::default() }
    }
}

/// How a run ended, and the clocks and instructions that it took.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[must_use]
pub struct Run {
    /// Clocks that the run took, including wait states.
    pub clocks: u64,
    /// Instructions executed; see [`Until::instructions`].
    pub instructions: u64,
    /// How many of these only took an exception. An interrupt of a repeating instruction counts as part of that
    /// instruction.
    pub exceptions: u64,
    /// How many of these only waited after a HALT.
    pub waits: u64,
    /// The reason why the run ended.
    pub end: End,
}

/// Why a run ended.
///
/// # Example
///
/// ```
/// use z8000::machine::Machine;
/// use z8000::cpu::{Cpu, End, Model, Until};
///
/// let mut board = Machine::board();
/// // JP 0x1000, beyond the code.
/// board.load_program(0, &[0x5E, 0x08, 0x10, 0x00]);
/// let mut cpu = Cpu::new(Model::Z8002);
/// let until = Until { code: 0..4, ..Until::default() };
/// assert_eq!(cpu.run(&mut board.world().clone(), &until).end, End::Outside { from: 0 });
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum End {
    /// The clock limit was reached or passed.
    Clocks,
    /// The instruction limit was reached.
    Instructions,
    /// The processor executed a HALT, and none of the interrupts in [`Until::waits`] can wake it.
    Halted,
    /// An instruction trapped; PC is at the handler.
    Trapped(Trap),
    /// The program jumped to a place where the run stops, jumped to another segment, or changed the mode.
    Place {
        /// Offset of the last instruction.
        from: u16,
    },
    /// The bus ended the run: [`Bus::ends_run`].
    Bus,
    /// The program reached an offset at which code may not run.
    Outside {
        /// Offset of the last instruction.
        from: u16,
    },
    /// The word at PC is not an instruction. Nothing has changed, and PC still points at it.
    Undefined {
        /// The word at PC.
        word: u16,
    },
}

/// Number of even offsets in a segment.
pub const OFFSETS: usize = 0x8000;

/// The count of a place at which a run never stops.
pub const PASSED: u16 = u16::MAX;

/// The count of a place at which a run always stops.
pub const STOPS: u16 = u16::MAX - 1;

/// Jump counts of the places in a segment, for a program in that segment and in one mode.
#[derive(Debug, Clone, Copy)]
pub struct Places<'a> {
    /// For each even offset, the weighted number of jumps to it, [`PASSED`], or [`STOPS`].
    pub counts: &'a [AtomicU16; OFFSETS],
    /// The count at which a run stops; at most [`STOPS`].
    pub often: u16,
    /// The weight added per jump; a backward jump counts twice.
    pub weight: u16,
}

impl Places<'_> {
    /// Counts a jump from one offset to another; returns true if the run stops at the target.
    #[inline(always)]
    pub fn stops(&self, from: u16, to: u16) -> bool {
        let entry = &self.counts[usize::from(to >> 1)];
        let count = entry.load(Ordering::Relaxed);
        if count >= self.often {
            return count != PASSED;
        }
        let more = self.weight << u16::from(to <= from);
        entry.store(count.saturating_add(more).min(STOPS - 1), Ordering::Relaxed);
        false
    }
}

impl Cpu {
    /// Runs instructions until a limit is reached or the run ends for another reason; see [`End`]. Equivalent to
    /// repeated calls of [`step`](Self::step), but faster.
    ///
    /// # Example
    ///
    /// ```
    /// use z8000::machine::Machine;
    /// use z8000::cpu::{Cpu, End, Model, Until};
    ///
    /// let mut board = Machine::board();
    /// // LDK R1,#5; INC R1,#1; HALT.
    /// board.load_program(0, &[0xBD, 0x15, 0xA9, 0x10, 0x7A, 0]);
    /// let mut cpu = Cpu::new(Model::Z8002);
    /// let run = cpu.run(&mut board.world().clone(), &Until::instructions(2));
    /// assert_eq!((run.end, run.clocks), (End::Instructions, 5 + 4));
    /// assert_eq!(cpu.register(1), 6);
    /// ```
    pub fn run(&mut self, bus: &mut dyn Bus, until: &Until) -> Run {
        self.run_with(bus, until, const { &Functions::ALL })
    }

    /// Runs instructions with functions generated for this kind of bus; see [`Functions`].
    #[inline(always)]
    pub fn run_with<B: Bus + ?Sized>(&mut self, bus: &mut B, until: &Until, functions: &Functions<B>) -> Run {
        self.run_to(bus, until, functions, |_, _, _| false)
    }

    /// Like [`run_with`](Self::run_with), but also stops after a jump to another segment.
    #[cfg(feature = "machine")]
    #[inline(always)]
    pub(crate) fn run_in_segment<B: Bus>(&mut self, bus: &mut B, until: &Until, functions: &Functions<B>) -> Run {
        let segment = self.pc_segment;
        self.run_to(bus, until, functions, |cpu, _, _| cpu.pc_segment != segment)
    }

    /// Like [`run_with`](Self::run_with), but also stops at a jump to a place where an engine continues; see
    /// [`End::Place`].
    pub fn run_to_place<B: Bus + ?Sized>(
        &mut self,
        bus: &mut B,
        until: &Until,
        functions: &Functions<B>,
        places: &Places<'_>,
    ) -> Run {
        let (fcw, segment) = (self.fcw & MODE, self.pc_segment);
        self.run_to(bus, until, functions, |cpu, from, to| {
            !(1..=LONGEST).contains(&to.wrapping_sub(from))
                && (cpu.pc_segment != segment || cpu.fcw & MODE != fcw || places.stops(from, to))
        })
    }

    /// Runs instructions until a limit is reached or `stops` returns true for the offsets before and after an
    /// instruction.
    #[inline(always)]
    fn run_to<B: Bus + ?Sized>(
        &mut self,
        bus: &mut B,
        until: &Until,
        functions: &Functions<B>,
        stops: impl Fn(&Self, u16, u16) -> bool,
    ) -> Run {
        let (mut clocks, mut left) = (0, until.instructions);
        let (mut exceptions, mut waits) = (0, 0);
        let first = until.code.start;
        let size = until.code.end.saturating_sub(first);
        let outside = |pc: u16| u32::from(pc).wrapping_sub(first) >= size;
        let simple = self.simple;
        // Simple instructions never set `unusual`, so it is checked only after others.
        let mut pc = self.pc;
        let mut fast = !self.unusual;
        let end = loop {
            if clocks >= until.clocks {
                break End::Clocks;
            }
            if left == 0 {
                break End::Instructions;
            }
            left -= 1;
            let from = pc;
            let mut fetched = None;
            if fast {
                let word = bus.read_word(self.status(Space::Instruction), self.near(pc));
                if let Some(run) = functions.get(usize::from(simple[usize::from(word)])) {
                    let ran = run(self, bus, word, pc.wrapping_add(2));
                    pc = ran.pc();
                    clocks += u64::from(ran.clocks());
                    if functions.waits {
                        clocks += u64::from(bus.wait_states());
                    }
                    if outside(pc) {
                        break End::Outside { from };
                    }
                    if stops(self, from, pc) {
                        break End::Place { from };
                    }
                    continue;
                }
                self.pc = pc.wrapping_add(2);
                fetched = Some(word);
            }
            self.set_deadline(until.clocks - clocks);
            let resumes = self.is_repeating();
            let step = self.step_slowly(bus, functions, fetched);
            clocks += u64::from(step.clocks);
            if self.is_repeating() {
                left += 1;
                (pc, fast) = (self.pc, false);
                continue;
            }
            (pc, fast) = (self.pc, !self.unusual);
            exceptions += u64::from(step.is_exception(resumes));
            waits += u64::from(step.event == Event::Waited);
            match step.event {
                Event::Undefined { word } => break End::Undefined { word },
                Event::Halted | Event::Waited if until.waits.accepted(self.fcw) => continue,
                Event::Halted | Event::Waited => break End::Halted,
                Event::Trapped(trap) if until.traps => break End::Trapped(trap),
                Event::Retired | Event::Trapped(_) | Event::Interrupted(_) => {}
            }
            if outside(pc) {
                break End::Outside { from };
            }
            if bus.ends_run() {
                break End::Bus;
            }
            if stops(self, from, pc) {
                break End::Place { from };
            }
        };
        self.set_deadline(u64::MAX);
        Run { clocks, instructions: until.instructions - left, exceptions, waits, end }
    }
}
