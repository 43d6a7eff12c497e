//! The processor with its memory, and the transitions to the host and back.
//!
//! Traps lead to an IRET in the system segment. While the host works, the processor has the program's FCW, so that its
//! registers, including R14 and R15, are the program's.

use z8000::bus::Location;
use z8000::cpu::{Cpu, Fcw, Model, Trap};
use z8000::machine::World;
use z8000::run::{Engine, Goal, Probe, RunEnd, Runner};

use crate::memory::{self, SPLIT_PROGRAM, SPLIT_SEGMENT, SYSTEM_SEGMENT, location, pair};
use crate::outcome::{Fault, Registers};
use crate::program::{self, LoadError, LoadedProgram};

/// The address of the IRET.
pub(crate) const HANDLER: u16 = 0x0100;
/// IRET.
const RETURN: u16 = 0x7B00;
/// FCW of the handler: segmented system mode.
const HANDLER_FCW: u16 = 0xC000;
/// Bits of FCW that a program has: segmented mode, and the flags.
const PROGRAM_FCW: u16 = 0x80FC;
/// Top of the system stack, where the frame of a trap is: identifier, FCW, segment and offset of PC.
pub(crate) const FRAME: u16 = 0xFFF0;
/// The memory region table of the BIOS.
pub(crate) const REGIONS: u16 = 0x0200;

/// Processor and memory.
#[derive(Clone)]
pub(crate) struct Processor {
    /// Runs the processor. Clocks and instructions are counted since the first program began.
    pub(crate) runner: Runner,
    pub(crate) memory: World,
    /// True if [`SPLIT_SEGMENT`] has its own instructions.
    pub(crate) split: bool,
    /// Number of instructions that move an operand to or from the missing extended processing unit.
    pub(crate) unit_operands: u64,
    /// The state with which the program will continue.
    pub(crate) resume: Resume,
}

/// The place at which a program continues after a call.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Resume {
    /// FCW of the program.
    pub(crate) fcw: u16,
    /// PC.
    pub(crate) at: Location,
}

const fn system(offset: u16) -> Location {
    Location::new(SYSTEM_SEGMENT, offset)
}

impl Processor {
    pub(crate) fn new() -> Self {
        let mut processor = Self {
            runner: Runner::new(Cpu::new(Model::Z8001)),
            memory: memory::empty(),
            split: false,
            unit_operands: 0,
            resume: Resume { fcw: 0, at: Location::new(0, 0) },
        };
        processor.prepare();
        processor
    }

    /// A processor for another program, which continues counting, with an engine of the same kind.
    pub(crate) fn fresh(&self) -> Self {
        let mut fresh = Self::new();
        fresh.runner.set_engine(self.runner.engine().map(Engine::again));
        (fresh.runner.clocks, fresh.runner.instructions) = (self.runner.clocks, self.runner.instructions);
        fresh.unit_operands = self.unit_operands;
        fresh
    }

    /// Writes reset vector, program status area and handler.
    fn prepare(&mut self) {
        for entry in 0..8 {
            for (word, value) in [0, HANDLER_FCW, 0, HANDLER].into_iter().enumerate() {
                self.memory.set_word(system(8 * entry + 2 * word as u16), value);
            }
        }
        self.memory.set_word(system(HANDLER), RETURN);
    }

    /// Puts a program into memory.
    pub(crate) fn load(&mut self, program: &[u8]) -> Result<LoadedProgram, LoadError> {
        let loaded = program::load(&mut self.memory, program)?;
        if self.split != loaded.split {
            self.split = loaded.split;
            memory::split(&mut self.memory, loaded.split);
            // The same addresses are other memory.
            self.runner.set_engine(self.runner.engine().map(Engine::again));
        }
        Ok(loaded)
    }

    /// Makes the processor start a program with its next instruction.
    pub(crate) fn start(&mut self, loaded: &LoadedProgram) {
        self.runner.cpu = Cpu::new(Model::Z8001);
        let fcw = if loaded.segmented { 0x8000 } else { 0 };
        self.runner.cpu.set_fcw(fcw);
        if loaded.segmented {
            self.runner.cpu.set_register(14, u16::from(loaded.stack.segment()) << 8);
        }
        self.runner.cpu.set_register(15, loaded.stack.offset());
        self.resume = Resume { fcw, at: loaded.start };
        self.runner.cpu.reset(&mut self.memory);
        self.leave();
    }

    /// Runs a number of instructions, up to a number of clocks, or up to a call, with a probe.
    ///
    /// # Errors
    ///
    /// The program does what no program may do.
    pub(crate) fn run<P: Probe<World>>(
        &mut self,
        instructions: u64,
        clocks: u64,
        probe: &mut P,
    ) -> Result<Option<u8>, Fault> {
        let goal = Goal {
            instructions: self.runner.instructions.saturating_add(instructions),
            clocks,
            exact: true,
            traps: true,
            ..Goal::default()
        };
        while self.runner.instructions < goal.instructions && self.runner.clocks < clocks {
            let Ok(ended) = self.runner.run_with(&mut self.memory, &goal, probe, &mut ());
            match ended {
                RunEnd::Trapped(trap) => {
                    if let Some(number) = self.trapped(trap)? {
                        return Ok(Some(number));
                    }
                }
                RunEnd::Undefined { word } => {
                    self.resume = self.at_processor();
                    return Err(Fault::Undefined { word, registers: self.registers() });
                }
                // At a limit; programs run in normal mode, where HALT traps.
                _ => {}
            }
        }
        Ok(None)
    }

    /// A trap: the number of a call, or none if the program continues.
    fn trapped(&mut self, trap: Trap) -> Result<Option<u8>, Fault> {
        let at = system(self.runner.cpu.register(15));
        let word = |number: u16| self.memory.word(at.plus(2 * number));
        let identifier = word(0);
        self.resume = Resume { fcw: word(1), at: location(self.memory.long(at.plus(4))) };
        self.enter();
        match trap {
            Trap::SystemCall => Ok(Some(identifier as u8)),
            Trap::ExtendedInstruction => {
                self.skip_extended(identifier);
                self.leave();
                Ok(None)
            }
            Trap::PrivilegedInstruction => {
                self.resume.at = self.resume.at.plus(2_u16.wrapping_neg());
                Err(Fault::Privileged { word: identifier, registers: self.registers() })
            }
        }
    }

    /// The same for a debugger, which sees the handler: the processor stays as the trap left it.
    ///
    /// # Errors
    ///
    /// The program does what no program may do.
    pub(crate) fn taken(&mut self, trap: Trap) -> Result<Option<u8>, Fault> {
        let identifier = self.memory.word(system(self.runner.cpu.register(15)));
        let number = self.trapped(trap)?;
        if number.is_some() {
            self.stay(identifier);
        }
        Ok(number)
    }

    /// Leaves the processor in the handler, with the identifier of the trap.
    pub(crate) fn stay(&mut self, identifier: u16) {
        self.leave();
        self.memory.set_word(system(FRAME), identifier);
    }

    /// Skips the rest of an instruction for an extended processing unit after its first word: its second word, and the
    /// address if it has one.
    fn skip_extended(&mut self, first: u16) {
        let mut words = 1;
        // 0Eh, 0Fh, 4Eh and 4Fh have an operand in memory. All programs in C begin with others, to set up the unit.
        if first & 0xBE00 == 0x0E00 {
            self.unit_operands += 1;
        }
        // 4Eh and 4Fh, and those only, have an address in words after the two.
        if first >> 9 == 0x4E >> 1 {
            let segmented = self.resume.fcw & 0x8000 != 0;
            let at = Location::new(self.program_segment(), self.resume.at.offset().wrapping_add(2));
            let long = segmented && self.memory.word(at) & 0x8000 != 0;
            words += if long { 2 } else { 1 };
        }
        self.resume.at = self.resume.at.plus(2 * words);
    }

    /// The physical segment that the program's instructions are in.
    fn program_segment(&self) -> u8 {
        match self.resume.at.segment() {
            SPLIT_SEGMENT if self.split => SPLIT_PROGRAM,
            segment => segment,
        }
    }

    /// Gives the host the program's registers.
    pub(crate) fn enter(&mut self) {
        self.runner.cpu.set_fcw(self.resume.fcw & PROGRAM_FCW);
    }

    /// Lets the program continue at [`resume`](Self::resume): the next instruction is the handler's IRET.
    pub(crate) fn leave(&mut self) {
        let Resume { fcw, at } = self.resume;
        self.memory.set_long(system(FRAME), (fcw & PROGRAM_FCW).into());
        self.memory.set_long(system(FRAME + 4), pair(at));
        self.runner.cpu.set_fcw(HANDLER_FCW);
        self.runner.cpu.set_register(14, 0);
        self.runner.cpu.set_register(15, FRAME);
    }

    /// Returns true if the program is in segmented mode.
    pub(crate) const fn segmented(&self) -> bool {
        self.resume.fcw & 0x8000 != 0
    }

    /// Register n of the program.
    pub(crate) const fn register(&self, n: usize) -> u16 {
        self.runner.cpu.register(n)
    }

    /// Register pair n and n + 1.
    pub(crate) fn pair(&self, n: usize) -> u32 {
        u32::from(self.register(n)) << 16 | u32::from(self.register(n + 1))
    }

    /// Changes a register pair.
    pub(crate) fn set_pair(&mut self, n: usize, value: u32) {
        self.runner.cpu.set_register(n, (value >> 16) as u16);
        self.runner.cpu.set_register(n + 1, value as u16);
    }

    /// The address in a register pair; for a non-segmented program, its low half in the program's segment.
    pub(crate) fn address(&self, n: usize) -> Location {
        let pair = self.pair(n);
        if self.segmented() {
            location(pair)
        } else {
            Location::new(self.resume.at.segment(), pair as u16)
        }
    }

    /// The program's registers, for display.
    pub(crate) fn registers(&self) -> Registers {
        self.registers_at(self.resume)
    }

    fn registers_at(&self, place: Resume) -> Registers {
        Registers {
            fcw: place.fcw,
            segment: place.at.segment(),
            pc: place.at.offset(),
            general: std::array::from_fn(|n| self.register(n)),
        }
    }

    /// The address of the processor's next instruction.
    pub(crate) const fn at_processor(&self) -> Resume {
        let cpu = &self.runner.cpu;
        Resume { fcw: cpu.fcw().bits(), at: cpu.location() }
    }

    /// Returns true if the next instruction is the handler's, and not the program's.
    pub(crate) fn in_handler(&self) -> bool {
        self.runner.cpu.fcw().contains(Fcw::SYSTEM)
    }

    /// The place of the program, between two of its own instructions.
    pub(crate) fn here(&self) -> Registers {
        self.registers_at(self.at_processor())
    }
}
