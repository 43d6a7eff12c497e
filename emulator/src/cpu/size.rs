//! Operand sizes: bytes, words and long words, in registers and in memory.

use super::verbs::Verbs;
use crate::bus::{Bus, Status};

/// An operand size. The bits above the size are always 0 in a value.
pub(crate) trait Size {
    /// The bits that a value of this size can have.
    const MASK: u32;
    const SIGN: u32 = (Self::MASK >> 1) + 1;
    /// Bytes in memory.
    const BYTES: u16;
    const BITS: u32 = 8 * Self::BYTES as u32;

    fn register<M: Verbs>(on: &M, number: u16) -> M::Value;
    fn set_register<M: Verbs>(on: &mut M, number: u16, value: M::Value);
    fn read<M: Verbs>(on: &mut M, status: Status, at: M::Address) -> M::Value;
    /// Writes to memory.
    fn write<M: Verbs>(on: &mut M, status: Status, at: M::Address, value: M::Value);
    /// Fetches an immediate operand.
    fn fetch<M: Verbs>(on: &mut M) -> u32;
    /// Reads a word or a byte from a port. No instruction reads a long word.
    fn input<B: Bus + ?Sized>(bus: &mut B, port: u16, special: bool) -> u32 {
        bus.input_word(port, special).into()
    }
    /// Writes a word or a byte to a port.
    fn output<B: Bus + ?Sized>(bus: &mut B, port: u16, special: bool, value: u32) {
        bus.output_word(port, special, value as u16);
    }
}

/// Bytes: registers RH0 to RH7 (0 to 7) and RL0 to RL7 (8 to 15).
pub(crate) struct Byte;
/// Words: registers R0 to R15.
pub(crate) struct Word;
/// Long words: registers RR0 to RR14; the register with the lower number contains the upper word.
pub(crate) struct Long;

impl Size for Byte {
    const MASK: u32 = 0xFF;
    const BYTES: u16 = 1;

    #[inline(always)]
    fn register<M: Verbs>(on: &M, number: u16) -> M::Value {
        on.register(number & 7) >> shift(number) & Self::MASK
    }

    #[inline(always)]
    fn set_register<M: Verbs>(on: &mut M, number: u16, value: M::Value) {
        let shift = shift(number);
        let rest = on.register(number & 7) & (0xFF00 >> shift);
        on.set_register(number & 7, rest | (value & Self::MASK) << shift);
    }

    #[inline(always)]
    fn read<M: Verbs>(on: &mut M, status: Status, at: M::Address) -> M::Value {
        on.read_byte(status, at)
    }

    #[inline(always)]
    fn write<M: Verbs>(on: &mut M, status: Status, at: M::Address, value: M::Value) {
        on.write_byte(status, at, value);
    }

    /// An immediate byte is in both halves of its word.
    #[inline(always)]
    fn fetch<M: Verbs>(on: &mut M) -> u32 {
        u32::from(on.fetch()) & Self::MASK
    }

    fn input<B: Bus + ?Sized>(bus: &mut B, port: u16, special: bool) -> u32 {
        bus.input_byte(port, special).into()
    }

    fn output<B: Bus + ?Sized>(bus: &mut B, port: u16, special: bool, value: u32) {
        bus.output_byte(port, special, value as u8);
    }
}

/// Returns the bit position of a byte register in its word register.
#[inline(always)]
fn shift(number: u16) -> u32 {
    u32::from(!number & 8)
}

impl Size for Word {
    const MASK: u32 = 0xFFFF;
    const BYTES: u16 = 2;

    #[inline(always)]
    fn register<M: Verbs>(on: &M, number: u16) -> M::Value {
        on.register(number)
    }

    #[inline(always)]
    fn set_register<M: Verbs>(on: &mut M, number: u16, value: M::Value) {
        on.set_register(number, value);
    }

    #[inline(always)]
    fn read<M: Verbs>(on: &mut M, status: Status, at: M::Address) -> M::Value {
        on.read_word(status, at)
    }

    #[inline(always)]
    fn write<M: Verbs>(on: &mut M, status: Status, at: M::Address, value: M::Value) {
        on.write_word(status, at, value);
    }

    #[inline(always)]
    fn fetch<M: Verbs>(on: &mut M) -> u32 {
        on.fetch().into()
    }
}

impl Size for Long {
    const MASK: u32 = 0xFFFF_FFFF;
    const BYTES: u16 = 4;

    #[inline(always)]
    fn register<M: Verbs>(on: &M, number: u16) -> M::Value {
        on.register(number & 14) << 16 | on.register(number | 1)
    }

    #[inline(always)]
    fn set_register<M: Verbs>(on: &mut M, number: u16, value: M::Value) {
        on.set_register(number & 14, value >> 16);
        on.set_register(number | 1, value & 0xFFFF);
    }

    #[inline(always)]
    fn read<M: Verbs>(on: &mut M, status: Status, at: M::Address) -> M::Value {
        let high = on.read_word(status, at);
        let low = on.read_word(status, on.plus(at, 2.into()));
        high << 16 | low
    }

    #[inline(always)]
    fn write<M: Verbs>(on: &mut M, status: Status, at: M::Address, value: M::Value) {
        on.write_word(status, at, value >> 16);
        on.write_word(status, on.plus(at, 2.into()), value & 0xFFFF);
    }

    #[inline(always)]
    fn fetch<M: Verbs>(on: &mut M) -> u32 {
        let high = on.fetch();
        let low = on.fetch();
        u32::from(high) << 16 | u32::from(low)
    }
}
