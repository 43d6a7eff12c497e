//! Addressing modes: where an operand is, and how to get at it.

use super::Cpu;
use super::size::Size;
use crate::bus::{Bus, Location, Space, Status};

/// An addressing mode that an operand can be read through. `field` is the register field of the
/// instruction word.
pub(super) trait Source {
    /// Reads the operand, fetching the words that belong to it.
    fn get<S: Size, B: Bus>(cpu: &mut Cpu, bus: &mut B, field: u16) -> u32;
}

/// An addressing mode of memory.
pub(super) trait Place {
    /// Finds the operand, fetching the words that belong to it.
    fn locate<B: Bus>(cpu: &mut Cpu, bus: &mut B, field: u16) -> (Status, Location);
}

/// An addressing mode of an operand that is changed in place.
pub(super) trait Target {
    /// Replaces the operand without looking at it.
    fn put<S: Size, B: Bus>(cpu: &mut Cpu, bus: &mut B, field: u16, value: u32);
    /// Replaces the operand by a function of it.
    fn update<S: Size, B: Bus>(cpu: &mut Cpu, bus: &mut B, field: u16, change: impl FnOnce(&mut Cpu, u32) -> u32);
}

/// R: a register.
pub(super) struct Register;
/// IM: the words that follow.
pub(super) struct Immediate;
/// IR: `@Rn`.
pub(super) struct Indirect;
/// DA: `address`.
pub(super) struct Direct;
/// X: `address(Rn)`.
pub(super) struct Indexed;
/// BA: `Rn(#displacement)`.
pub(super) struct Base;
/// BX: `Rn(Rx)`; the second word of the pattern names the index.
pub(super) struct BaseIndex;
/// RA: relative to the next instruction, in program memory.
pub(super) struct Relative;

impl Source for Register {
    #[inline(always)]
    fn get<S: Size, B: Bus>(cpu: &mut Cpu, _: &mut B, field: u16) -> u32 {
        S::register(cpu, field)
    }
}

impl Target for Register {
    #[inline(always)]
    fn put<S: Size, B: Bus>(cpu: &mut Cpu, _: &mut B, field: u16, value: u32) {
        S::set_register(cpu, field, value);
    }

    #[inline(always)]
    fn update<S: Size, B: Bus>(cpu: &mut Cpu, _: &mut B, field: u16, change: impl FnOnce(&mut Cpu, u32) -> u32) {
        let value = S::register(cpu, field);
        let value = change(cpu, value);
        S::set_register(cpu, field, value);
    }
}

impl Source for Immediate {
    #[inline(always)]
    fn get<S: Size, B: Bus>(cpu: &mut Cpu, bus: &mut B, _: u16) -> u32 {
        S::fetch(cpu, bus)
    }
}

impl Place for Indirect {
    #[inline(always)]
    fn locate<B: Bus>(cpu: &mut Cpu, _: &mut B, field: u16) -> (Status, Location) {
        (cpu.pointer_status(field), cpu.pointer(field))
    }
}

impl Place for Direct {
    #[inline(always)]
    fn locate<B: Bus>(cpu: &mut Cpu, bus: &mut B, _: u16) -> (Status, Location) {
        let at = cpu.fetch_address(bus);
        (cpu.status(Space::Data), at)
    }
}

impl Place for Indexed {
    #[inline(always)]
    fn locate<B: Bus>(cpu: &mut Cpu, bus: &mut B, field: u16) -> (Status, Location) {
        let index = cpu.r[usize::from(field & 15)];
        let at = cpu.fetch_address(bus).plus(index);
        (cpu.status(Space::Data), at)
    }
}

impl Place for Base {
    #[inline(always)]
    fn locate<B: Bus>(cpu: &mut Cpu, bus: &mut B, field: u16) -> (Status, Location) {
        let displacement = cpu.fetch(bus);
        (cpu.pointer_status(field), cpu.pointer(field).plus(displacement))
    }
}

impl Place for BaseIndex {
    #[inline(always)]
    fn locate<B: Bus>(cpu: &mut Cpu, _: &mut B, field: u16) -> (Status, Location) {
        let index = cpu.r[usize::from(cpu.second >> 8 & 15)];
        (cpu.pointer_status(field), cpu.pointer(field).plus(index))
    }
}

impl Place for Relative {
    #[inline(always)]
    fn locate<B: Bus>(cpu: &mut Cpu, bus: &mut B, _: u16) -> (Status, Location) {
        let displacement = cpu.fetch(bus);
        (cpu.status(Space::Program), cpu.near(cpu.pc).plus(displacement))
    }
}

/// Operands in memory are read and changed alike, whatever the mode.
macro_rules! memory {
    ($($mode:ident)+) => {$(
        impl Source for $mode {
            #[inline(always)]
            fn get<S: Size, B: Bus>(cpu: &mut Cpu, bus: &mut B, field: u16) -> u32 {
                let (status, at) = Self::locate(cpu, bus, field);
                S::read(bus, status, at)
            }
        }

        impl Target for $mode {
            #[inline(always)]
            fn put<S: Size, B: Bus>(cpu: &mut Cpu, bus: &mut B, field: u16, value: u32) {
                let (status, at) = Self::locate(cpu, bus, field);
                S::write(bus, status, at, value);
            }

            #[inline(always)]
            fn update<S: Size, B: Bus>(
                cpu: &mut Cpu,
                bus: &mut B,
                field: u16,
                change: impl FnOnce(&mut Cpu, u32) -> u32,
            ) {
                let (status, at) = Self::locate(cpu, bus, field);
                let value = S::read(bus, status, at);
                let value = change(cpu, value);
                S::write(bus, status, at, value);
            }
        }
    )+};
}

memory!(Indirect Direct Indexed Base BaseIndex Relative);
