//! How a routine was entered: by a call or an exception.

use std::fmt;

use z8000::cpu::{Cpu, Event, Fcw, Interrupt, Model, Trap};

use crate::machine::{Address, Look};
use crate::program::Program;

/// A trap or an interrupt, for which the processor leaves the program after pushing its status.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Exception {
    /// An exception caused by an instruction.
    Trap(Trap),
    /// An exception requested by a device.
    Interrupt(Interrupt),
}

impl Exception {
    /// All exceptions, in the order of their entries in the program status area, after the reserved first one.
    pub(crate) const ALL: [Self; 7] = [
        Self::Trap(Trap::ExtendedInstruction),
        Self::Trap(Trap::PrivilegedInstruction),
        Self::Trap(Trap::SystemCall),
        Self::Interrupt(Interrupt::SegmentTrap),
        Self::Interrupt(Interrupt::NonMaskable),
        Self::Interrupt(Interrupt::NonVectored),
        Self::Interrupt(Interrupt::Vectored),
    ];

    /// Returns the exception that ended a step.
    pub(crate) const fn of(event: Event) -> Option<Self> {
        match event {
            Event::Trapped(trap) => Some(Self::Trap(trap)),
            Event::Interrupted(interrupt) => Some(Self::Interrupt(interrupt)),
            _ => None,
        }
    }

    /// Returns the name of the exception, for display.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Trap(Trap::ExtendedInstruction) => "extended instruction",
            Self::Trap(Trap::PrivilegedInstruction) => "privileged instruction",
            Self::Trap(Trap::SystemCall) => "system call",
            Self::Interrupt(Interrupt::SegmentTrap) => "segment trap",
            Self::Interrupt(Interrupt::NonMaskable) => "NMI",
            Self::Interrupt(Interrupt::NonVectored) => "NVI",
            Self::Interrupt(Interrupt::Vectored) => "VI",
        }
    }
}

/// A class of exceptions, as named in the command for a breakpoint.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Class {
    /// Nonvectored interrupts.
    Nvi,
    /// Vectored interrupts.
    Vi,
    /// Nonmaskable interrupts.
    Nmi,
    /// System calls.
    Sc,
    /// Any trap, including SC and segment traps.
    Trap,
}

impl Class {
    /// All classes, with their names in commands.
    pub const ALL: [(Self, &'static str); 5] = [
        (Self::Nvi, "nvi"),
        (Self::Vi, "vi"),
        (Self::Nmi, "nmi"),
        (Self::Sc, "sc"),
        (Self::Trap, "trap"),
    ];

    /// Finds a class by its name in commands.
    pub fn named(name: &str) -> Option<Self> {
        let found = Self::ALL.iter().find(|(_, known)| *known == name)?;
        Some(found.0)
    }

    /// Returns true if an exception belongs to the class and, if given, has the number.
    pub(crate) fn has(self, taken: Taken, number: Option<u16>) -> bool {
        let Taken { exception, identifier } = taken;
        let is_one = match self {
            Self::Nvi => exception == Exception::Interrupt(Interrupt::NonVectored),
            Self::Vi => exception == Exception::Interrupt(Interrupt::Vectored),
            Self::Nmi => exception == Exception::Interrupt(Interrupt::NonMaskable),
            Self::Sc => exception == Exception::Trap(Trap::SystemCall),
            Self::Trap => {
                matches!(
                    exception,
                    Exception::Trap(_) | Exception::Interrupt(Interrupt::SegmentTrap)
                )
            }
        };
        is_one && number.is_none_or(|number| number == identifier || number == identifier & 0xFF)
    }
}

/// An exception that the processor has taken.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Taken {
    /// The exception.
    pub exception: Exception,
    /// The identifier that was pushed: the first word of the instruction, or the device's identifier.
    pub identifier: u16,
}

impl Taken {
    /// Returns the exception that ended a processor's last step, and whose identifier it has pushed.
    pub(crate) fn at(event: Event, cpu: &Cpu, memory: &(impl Look + ?Sized)) -> Option<Self> {
        let exception = Exception::of(event)?;
        let identifier = memory.word(false, system_stack(cpu));
        Some(Self { exception, identifier })
    }

    /// Returns the address of the exception's PC in the program status area.
    pub(crate) fn vector(self, cpu: &Cpu) -> Address {
        let [segment, offset] = cpu.psap();
        let number = Exception::ALL.iter().position(|exception| *exception == self.exception);
        let number = number.map_or(0, |index| index as u16 + 1);
        let table = match (self.exception, cpu.model()) {
            (Exception::Interrupt(Interrupt::Vectored), Model::Z8001) => 2 * (self.identifier & 0xFE),
            (Exception::Interrupt(Interrupt::Vectored), Model::Z8002) => 2 * (self.identifier & 0xFF),
            _ => 0,
        };
        let fcw = match cpu.model() {
            Model::Z8001 => Address::segmented((segment >> 8) as u8, offset).plus(8 * number + 2),
            Model::Z8002 => Address::flat(offset).plus(4 * number),
        };
        fcw.plus(2 + table)
    }
}

/// Writes `SC #5`, `VI #2`, `NVI` or `privileged instruction trap`.
impl fmt::Display for Taken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let number = self.identifier & 0xFF;
        match self.exception {
            Exception::Trap(Trap::SystemCall) => write!(f, "SC #{number}"),
            Exception::Interrupt(Interrupt::Vectored) => write!(f, "VI #{number}"),
            Exception::Trap(_) => write!(f, "{} trap", self.exception.name()),
            Exception::Interrupt(_) => write!(f, "{}", self.exception.name()),
        }
    }
}

/// An interrupt that the processor has taken, with the interrupted instruction and the handler.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Interruption {
    /// The interrupt that was taken.
    pub taken: Taken,
    /// The address of the instruction that is executed after the handler.
    pub from: Address,
    /// The address of the handler.
    pub to: Address,
}

impl Interruption {
    /// Returns the interrupt that was taken by a step from an address; `None` if none was.
    pub(crate) fn of(event: Event, from: Address, cpu: &Cpu, memory: &(impl Look + ?Sized)) -> Option<Self> {
        let taken = matches!(event, Event::Interrupted(_)).then(|| Taken::at(event, cpu, memory))??;
        Some(Self { taken, from, to: Address::of_pc(cpu) })
    }

    /// Formats the interruption as `NVI at w -> tick`.
    pub fn text(&self, program: &Program) -> String {
        format!(
            "{} at {} -> {}",
            self.taken,
            program.name(self.from),
            program.name(self.to)
        )
    }
}

/// The way in which a routine was entered.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Entry {
    /// The routine was entered by CALL or CALR.
    Call,
    /// The handler was entered by an exception.
    Exception(Taken),
}

impl Entry {
    /// Returns the exception; `None` for a call.
    pub(crate) const fn exception(self) -> Option<Taken> {
        match self {
            Self::Call => None,
            Self::Exception(taken) => Some(taken),
        }
    }
}

/// Returns the stack pointer at which exceptions are saved: that of system mode; on a Z8001, the segmented one.
pub(crate) fn system_stack(cpu: &Cpu) -> Address {
    let fcw = cpu.fcw();
    let [segment, offset] = cpu.other_stack();
    let offset = if fcw.contains(Fcw::SYSTEM) {
        cpu.register(15)
    } else {
        offset
    };
    match cpu.model() {
        Model::Z8002 => Address::flat(offset),
        Model::Z8001 if fcw.contains(Fcw::SYSTEM | Fcw::SEG) => {
            Address::segmented((cpu.register(14) >> 8) as u8, offset)
        }
        Model::Z8001 => Address::segmented((segment >> 8) as u8, offset),
    }
}

/// Returns the stack pointer of the current mode.
pub(crate) fn stack(cpu: &Cpu) -> Address {
    let offset = cpu.register(15);
    match cpu.model() {
        Model::Z8002 => Address::flat(offset),
        Model::Z8001 if cpu.fcw().contains(Fcw::SEG) => Address::segmented((cpu.register(14) >> 8) as u8, offset),
        // The stack is in the segment of the program counter.
        Model::Z8001 => Address::segmented(cpu.pc_segment(), offset),
    }
}
