//! The processor with its memory, and the transitions to the host and back.
//!
//! All traps lead to an IRET in the system segment. While the host works, the processor has the program's FCW, so that
//! all registers, including R14 and R15, are the program's.

use std::mem::swap;

use z8000::bus::Location;
use z8000::cpu::{Cpu, Fcw, Model, Trap};
use z8000::machine::{Machine, World};
use z8000::run::Engine;

use crate::memory::{self, SPLIT_PROGRAM, SPLIT_SEGMENT, SYSTEM_SEGMENT, location, pair};
use crate::outcome::{Fault, Registers};
use crate::program::{self, LoadError, LoadedProgram};

/// The offset of the handler in the system segment.
pub(crate) const HANDLER: u16 = 0x0100;
/// The instruction IRET.
const RETURN: u16 = 0x7B00;
/// The FCW of the handler: segmented system mode.
const HANDLER_FCW: u16 = 0xC000;
/// The bits of the FCW that a program controls: segmented mode, and the flags.
const PROGRAM_FCW: u16 = 0x80FC;
/// Top of the system stack, where a trap leaves its frame: identifier, FCW, segment and offset of PC.
pub(crate) const FRAME: u16 = 0xFFF0;
/// The offset of the BIOS's memory region table in the system segment.
pub(crate) const REGIONS: u16 = 0x0200;

/// The processor with its memory, and what the host knows about its state.
#[derive(Clone)]
pub(crate) struct Processor {
    /// The machine, whose clocks and instructions are counted from the first program.
    pub(crate) machine: Machine,
    /// True if [`SPLIT_SEGMENT`] has a separate instruction memory.
    pub(crate) split: bool,
    /// Number of instructions that move an operand to or from the missing extended processing unit.
    pub(crate) unit_operands: u64,
    /// The state with which the program will continue.
    pub(crate) resume: Resume,
}

/// The state with which a program continues after a call.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Resume {
    /// The program's FCW.
    pub(crate) fcw: u16,
    /// The program's PC.
    pub(crate) at: Location,
}

const fn system(offset: u16) -> Location {
    Location::new(SYSTEM_SEGMENT, offset)
}

impl Processor {
    pub(crate) fn new() -> Self {
        let mut processor = Self {
            machine: Machine::hosted(Cpu::new(Model::Z8001), memory::empty(), None),
            split: false,
            unit_operands: 0,
            resume: Resume { fcw: 0, at: Location::new(0, 0) },
        };
        processor.prepare();
        processor
    }

    /// Prepares for another program: clocks and instructions are not reset, and the engine is replaced by one of its
    /// kind.
    pub(crate) fn renew(&mut self) {
        *self.memory_mut() = memory::empty();
        self.split = false;
        self.renew_engine();
        self.prepare();
    }

    /// Renews the engine, because memory has changed at addresses for which it may have compiled code.
    fn renew_engine(&mut self) {
        self.machine.set_engine(self.machine.engine().map(Engine::clone_box));
    }

    pub(crate) const fn memory(&self) -> &World {
        self.machine.world()
    }

    /// Returns the memory, to be changed.
    pub(crate) const fn memory_mut(&mut self) -> &mut World {
        self.machine.world_mut()
    }

    /// Writes the reset vector, the program status area and the handler.
    fn prepare(&mut self) {
        for entry in 0..8 {
            for (word, value) in [0, HANDLER_FCW, 0, HANDLER].into_iter().enumerate() {
                self.memory_mut().set_word(system(8 * entry + 2 * word as u16), value);
            }
        }
        self.memory_mut().set_word(system(HANDLER), RETURN);
    }

    /// Loads a program into memory.
    pub(crate) fn load(&mut self, program: &[u8]) -> Result<LoadedProgram, LoadError> {
        let loaded = program::load(self.memory_mut(), program)?;
        if self.split != loaded.split {
            self.split = loaded.split;
            memory::split(self.memory_mut(), loaded.split);
            self.renew_engine();
        }
        Ok(loaded)
    }

    /// Makes the processor start a program with its next instruction.
    pub(crate) fn start(&mut self, loaded: &LoadedProgram) {
        let cpu = self.machine.cpu_mut();
        *cpu = Cpu::new(Model::Z8001);
        let fcw = if loaded.segmented { 0x8000 } else { 0 };
        cpu.set_fcw(fcw);
        if loaded.segmented {
            cpu.set_register(14, u16::from(loaded.stack.segment()) << 8);
        }
        cpu.set_register(15, loaded.stack.offset());
        self.resume = Resume { fcw, at: loaded.start };
        self.machine.reset();
        self.leave();
    }

    /// Exchanges processor and memory with those of a machine.
    pub(crate) fn swap(&mut self, cpu: &mut Cpu, world: &mut World) {
        swap(self.machine.cpu_mut(), cpu);
        swap(self.memory_mut(), world);
    }

    /// Returns the identifier of the trap that was just taken.
    pub(crate) fn identifier(&self) -> u16 {
        self.memory().word(system(self.machine.cpu().register(15)))
    }

    /// Handles a trap. Returns the number of the call, or `None` if the program can continue.
    pub(crate) fn trapped(&mut self, trap: Trap) -> Result<Option<u8>, Fault> {
        let identifier = self.identifier();
        let at = system(self.machine.cpu().register(15));
        let fcw = self.memory().word(at.plus(2));
        self.resume = Resume { fcw, at: location(self.memory().long(at.plus(4))) };
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

    /// Leaves the processor in the handler, with the identifier of the trap.
    pub(crate) fn stay(&mut self, identifier: u16) {
        self.leave();
        self.memory_mut().set_word(system(FRAME), identifier);
    }

    /// Skips the rest of an instruction for an extended processing unit after its first word: its second word, and an
    /// address if it has one.
    fn skip_extended(&mut self, first: u16) {
        let mut words = 1;
        // Only 0Eh, 0Fh, 4Eh and 4Fh have an operand in memory. C programs always begin with other ones, to set up the
        // unit.
        if first & 0xBE00 == 0x0E00 {
            self.unit_operands += 1;
        }
        // Only 4Eh and 4Fh have an address, in the words after the first two.
        if first >> 9 == 0x4E >> 1 {
            let segmented = self.resume.fcw & 0x8000 != 0;
            let at = Location::new(self.program_segment(), self.resume.at.offset().wrapping_add(2));
            let long = segmented && self.memory().word(at) & 0x8000 != 0;
            words += if long { 2 } else { 1 };
        }
        self.resume.at = self.resume.at.plus(2 * words);
    }

    /// Returns the segment that contains the program's instructions.
    fn program_segment(&self) -> u8 {
        match self.resume.at.segment() {
            SPLIT_SEGMENT if self.split => SPLIT_PROGRAM,
            segment => segment,
        }
    }

    /// Gives the processor the program's FCW, so that the host sees the program's registers.
    pub(crate) fn enter(&mut self) {
        self.machine.cpu_mut().set_fcw(self.resume.fcw & PROGRAM_FCW);
    }

    /// Lets the program continue at [`resume`](Self::resume): the next instruction is the handler's IRET.
    pub(crate) fn leave(&mut self) {
        let Resume { fcw, at } = self.resume;
        self.memory_mut().set_long(system(FRAME), (fcw & PROGRAM_FCW).into());
        self.memory_mut().set_long(system(FRAME + 4), pair(at));
        self.machine.cpu_mut().set_fcw(HANDLER_FCW);
        self.machine.cpu_mut().set_register(14, 0);
        self.machine.cpu_mut().set_register(15, FRAME);
    }

    /// Returns true if the program is in segmented mode.
    pub(crate) const fn segmented(&self) -> bool {
        self.resume.fcw & 0x8000 != 0
    }

    /// Returns register n of the program.
    pub(crate) const fn register(&self, n: usize) -> u16 {
        self.machine.cpu().register(n)
    }

    /// Returns the pair of registers n and n + 1.
    pub(crate) fn pair(&self, n: usize) -> u32 {
        u32::from(self.register(n)) << 16 | u32::from(self.register(n + 1))
    }

    /// Sets a register pair.
    pub(crate) fn set_pair(&mut self, n: usize, value: u32) {
        self.machine.cpu_mut().set_register(n, (value >> 16) as u16);
        self.machine.cpu_mut().set_register(n + 1, value as u16);
    }

    /// Returns the address in a register pair; for a non-segmented program, its low word in the program's segment.
    pub(crate) fn address(&self, n: usize) -> Location {
        let pair = self.pair(n);
        if self.segmented() {
            location(pair)
        } else {
            Location::new(self.resume.at.segment(), pair as u16)
        }
    }

    /// Returns the program's registers, for display.
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

    /// Returns the FCW, and the address of the processor's next instruction.
    pub(crate) const fn at_processor(&self) -> Resume {
        let cpu = self.machine.cpu();
        Resume { fcw: cpu.fcw().bits(), at: cpu.location() }
    }

    /// Returns true if the next instruction is the handler's.
    pub(crate) fn in_handler(&self) -> bool {
        self.machine.cpu().fcw().contains(Fcw::SYSTEM)
    }

    /// Returns the program's registers, between two of its own instructions.
    pub(crate) fn here(&self) -> Registers {
        self.registers_at(self.at_processor())
    }
}
