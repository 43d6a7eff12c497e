//! Operand sizes: bytes, words and long words, in registers and in memory.

use super::Cpu;
use crate::bus::{Bus, Location, Status};

/// An operand size. Values of all sizes travel as `u32` with the upper bits 0.
pub(super) trait Size {
    /// All bits of a value.
    const MASK: u32;
    /// The sign bit.
    const SIGN: u32 = (Self::MASK >> 1) + 1;
    /// Bytes in memory.
    const BYTES: u16;

    /// The register with this number.
    fn register(cpu: &Cpu, number: u16) -> u32;
    /// Changes the register with this number.
    fn set_register(cpu: &mut Cpu, number: u16, value: u32);
    /// Reads from memory.
    fn read<B: Bus>(bus: &mut B, status: Status, at: Location) -> u32;
    /// Writes to memory.
    fn write<B: Bus>(bus: &mut B, status: Status, at: Location, value: u32);
    /// Fetches an immediate operand.
    fn fetch<B: Bus>(cpu: &mut Cpu, bus: &mut B) -> u32;
    /// Reads from a port.
    fn input<B: Bus>(bus: &mut B, port: u16, special: bool) -> u32;
    /// Writes to a port.
    fn output<B: Bus>(bus: &mut B, port: u16, special: bool, value: u32);
}

/// Bytes: registers RH0 to RH7 (0 to 7) and RL0 to RL7 (8 to 15).
pub(super) struct Byte;
/// Words: registers R0 to R15.
pub(super) struct Word;
/// Long words: registers RR0 to RR14, the lower number holding the upper word.
pub(super) struct Long;

impl Size for Byte {
    const MASK: u32 = 0xFF;
    const BYTES: u16 = 1;

    #[inline(always)]
    fn register(cpu: &Cpu, number: u16) -> u32 {
        let shift = !number & 8;
        u32::from(cpu.r[usize::from(number & 7)] >> shift & 0xFF)
    }

    #[inline(always)]
    fn set_register(cpu: &mut Cpu, number: u16, value: u32) {
        let shift = !number & 8;
        let register = &mut cpu.r[usize::from(number & 7)];
        *register = *register & !(0xFF << shift) | (value as u16 & 0xFF) << shift;
    }

    #[inline(always)]
    fn read<B: Bus>(bus: &mut B, status: Status, at: Location) -> u32 {
        bus.read_byte(status, at).into()
    }

    #[inline(always)]
    fn write<B: Bus>(bus: &mut B, status: Status, at: Location, value: u32) {
        bus.write_byte(status, at, value as u8);
    }

    /// A byte stands twice in its word.
    #[inline(always)]
    fn fetch<B: Bus>(cpu: &mut Cpu, bus: &mut B) -> u32 {
        u32::from(cpu.fetch(bus)) & Self::MASK
    }

    fn input<B: Bus>(bus: &mut B, port: u16, special: bool) -> u32 {
        bus.input_byte(port, special).into()
    }

    fn output<B: Bus>(bus: &mut B, port: u16, special: bool, value: u32) {
        bus.output_byte(port, special, value as u8);
    }
}

impl Size for Word {
    const MASK: u32 = 0xFFFF;
    const BYTES: u16 = 2;

    #[inline(always)]
    fn register(cpu: &Cpu, number: u16) -> u32 {
        cpu.r[usize::from(number & 15)].into()
    }

    #[inline(always)]
    fn set_register(cpu: &mut Cpu, number: u16, value: u32) {
        cpu.r[usize::from(number & 15)] = value as u16;
    }

    #[inline(always)]
    fn read<B: Bus>(bus: &mut B, status: Status, at: Location) -> u32 {
        bus.read_word(status, at).into()
    }

    #[inline(always)]
    fn write<B: Bus>(bus: &mut B, status: Status, at: Location, value: u32) {
        bus.write_word(status, at, value as u16);
    }

    #[inline(always)]
    fn fetch<B: Bus>(cpu: &mut Cpu, bus: &mut B) -> u32 {
        cpu.fetch(bus).into()
    }

    fn input<B: Bus>(bus: &mut B, port: u16, special: bool) -> u32 {
        bus.input_word(port, special).into()
    }

    fn output<B: Bus>(bus: &mut B, port: u16, special: bool, value: u32) {
        bus.output_word(port, special, value as u16);
    }
}

impl Size for Long {
    const MASK: u32 = 0xFFFF_FFFF;
    const BYTES: u16 = 4;

    #[inline(always)]
    fn register(cpu: &Cpu, number: u16) -> u32 {
        let high = usize::from(number & 14);
        u32::from(cpu.r[high]) << 16 | u32::from(cpu.r[high | 1])
    }

    #[inline(always)]
    fn set_register(cpu: &mut Cpu, number: u16, value: u32) {
        let high = usize::from(number & 14);
        cpu.r[high] = (value >> 16) as u16;
        cpu.r[high | 1] = value as u16;
    }

    #[inline(always)]
    fn read<B: Bus>(bus: &mut B, status: Status, at: Location) -> u32 {
        let high = bus.read_word(status, at);
        let low = bus.read_word(status, at.plus(2));
        u32::from(high) << 16 | u32::from(low)
    }

    #[inline(always)]
    fn write<B: Bus>(bus: &mut B, status: Status, at: Location, value: u32) {
        bus.write_word(status, at, (value >> 16) as u16);
        bus.write_word(status, at.plus(2), value as u16);
    }

    #[inline(always)]
    fn fetch<B: Bus>(cpu: &mut Cpu, bus: &mut B) -> u32 {
        let high = cpu.fetch(bus);
        let low = cpu.fetch(bus);
        u32::from(high) << 16 | u32::from(low)
    }

    /// Ports have no long words; the table has no such form.
    fn input<B: Bus>(bus: &mut B, port: u16, special: bool) -> u32 {
        bus.input_word(port, special).into()
    }

    fn output<B: Bus>(bus: &mut B, port: u16, special: bool, value: u32) {
        bus.output_word(port, special, value as u16);
    }
}
