//! Arithmetic and comparisons.

use super::super::addressing::{Place, Source, Target};
use super::super::alu::{self, arithmetic_mask, signed, zs};
use super::super::size::{Byte, Long, Size, Word};
use super::super::timing::Timing;
use super::super::{Cpu, Fcw};
use super::{lower, upper};
use crate::bus::Bus;

/// An operation on a register and a second operand.
pub(crate) trait Binary {
    /// Result; flags; the flags that change.
    fn apply<S: Size>(a: u32, b: u32, fcw: Fcw) -> (u32, Fcw, Fcw);
    /// Whether the result goes to the register.
    const STORES: bool = true;
}

/// ADD: C Z S V, of bytes D and H.
pub(crate) struct Add;
/// ADC: C Z S V, of bytes D and H.
pub(crate) struct Adc;
/// SUB: C Z S V, of bytes D and H.
pub(crate) struct Sub;
/// SBC: C Z S V, of bytes D and H.
pub(crate) struct Sbc;
/// CP: C Z S V.
pub(crate) struct Cp;

impl Binary for Add {
    #[inline(always)]
    fn apply<S: Size>(a: u32, b: u32, _: Fcw) -> (u32, Fcw, Fcw) {
        let (sum, flags) = alu::add::<S>(a, b, 0);
        (sum, flags, arithmetic_mask::<S>())
    }
}

impl Binary for Adc {
    #[inline(always)]
    fn apply<S: Size>(a: u32, b: u32, fcw: Fcw) -> (u32, Fcw, Fcw) {
        let (sum, flags) = alu::add::<S>(a, b, fcw.contains(Fcw::C).into());
        (sum, flags, arithmetic_mask::<S>())
    }
}

impl Binary for Sub {
    #[inline(always)]
    fn apply<S: Size>(a: u32, b: u32, _: Fcw) -> (u32, Fcw, Fcw) {
        let (difference, flags) = alu::sub::<S>(a, b, 0);
        (difference, flags, arithmetic_mask::<S>())
    }
}

impl Binary for Sbc {
    #[inline(always)]
    fn apply<S: Size>(a: u32, b: u32, fcw: Fcw) -> (u32, Fcw, Fcw) {
        let (difference, flags) = alu::sub::<S>(a, b, fcw.contains(Fcw::C).into());
        (difference, flags, arithmetic_mask::<S>())
    }
}

impl Binary for Cp {
    const STORES: bool = false;

    #[inline(always)]
    fn apply<S: Size>(a: u32, b: u32, _: Fcw) -> (u32, Fcw, Fcw) {
        let (difference, flags) = alu::sub::<S>(a, b, 0);
        (difference, flags, Fcw::CZSV)
    }
}

/// An operation of the form `op Rd,source`.
pub(crate) fn binary<B: Bus, S: Size, M: Source, O: Binary>(
    cpu: &mut Cpu,
    bus: &mut B,
    word: u16,
    timing: Timing,
) -> u32 {
    let b = M::get::<S, B>(cpu, bus, upper(word));
    let a = S::register(cpu, lower(word));
    let (result, flags, mask) = O::apply::<S>(a, b, cpu.fcw);
    cpu.set_flags(mask, flags);
    if O::STORES {
        S::set_register(cpu, lower(word), result);
    }
    timing.fixed()
}

/// CP of memory with immediate data: C Z S V. The address comes before the data.
pub(crate) fn compare_memory<B: Bus, S: Size, P: Place>(cpu: &mut Cpu, bus: &mut B, word: u16, timing: Timing) -> u32 {
    let (status, at) = P::locate(cpu, bus, upper(word));
    let b = S::fetch(cpu, bus);
    let a = S::read(bus, status, at);
    cpu.set_flags(Fcw::CZSV, alu::sub::<S>(a, b, 0).1);
    timing.fixed()
}

/// INC: Z S V.
pub(crate) fn inc<B: Bus, S: Size, T: Target>(cpu: &mut Cpu, bus: &mut B, word: u16, timing: Timing) -> u32 {
    T::update::<S, B>(cpu, bus, upper(word), |cpu, value| {
        let (sum, flags) = alu::add::<S>(value, u32::from(lower(word)) + 1, 0);
        cpu.set_flags(Fcw::ZSV, flags);
        sum
    });
    timing.fixed()
}

/// DEC: Z S V.
pub(crate) fn dec<B: Bus, S: Size, T: Target>(cpu: &mut Cpu, bus: &mut B, word: u16, timing: Timing) -> u32 {
    T::update::<S, B>(cpu, bus, upper(word), |cpu, value| {
        let (difference, flags) = alu::sub::<S>(value, u32::from(lower(word)) + 1, 0);
        cpu.set_flags(Fcw::ZSV, flags);
        difference
    });
    timing.fixed()
}

/// NEG: C Z S V.
pub(crate) fn neg<B: Bus, S: Size, T: Target>(cpu: &mut Cpu, bus: &mut B, word: u16, timing: Timing) -> u32 {
    T::update::<S, B>(cpu, bus, upper(word), |cpu, value| {
        let (difference, flags) = alu::sub::<S>(0, value, 0);
        cpu.set_flags(Fcw::CZSV, flags);
        difference
    });
    timing.fixed()
}

/// DAB: C Z S. Corrects the lower digit, and then the upper digit of what has come of it, by 6
/// up or, with D set, down. This is what a chip was measured to do for every byte.
pub(crate) fn dab<B: Bus>(cpu: &mut Cpu, _: &mut B, word: u16, timing: Timing) -> u32 {
    let correct = |value: u32, correction: u32| {
        let corrected = if cpu.fcw.contains(Fcw::DA) {
            value.wrapping_sub(correction)
        } else {
            value + correction
        };
        corrected & 0xFF
    };
    let mut value = Byte::register(cpu, upper(word));
    if cpu.fcw.contains(Fcw::H) || value & 15 > 9 {
        value = correct(value, 0x06);
    }
    let carry = cpu.fcw.contains(Fcw::C) || value >> 4 > 9;
    if carry {
        value = correct(value, 0x60);
    }
    let mut flags = zs::<Byte>(value);
    flags.set(Fcw::C, carry);
    cpu.set_flags(Fcw::C | Fcw::ZS, flags);
    Byte::set_register(cpu, upper(word), value);
    timing.fixed()
}

/// EXTSB, EXTS: the lower half's sign fills the upper half.
pub(crate) fn exts<B: Bus, S: Size, Half: Size>(cpu: &mut Cpu, _: &mut B, word: u16, timing: Timing) -> u32 {
    let value = signed::<Half>(S::register(cpu, upper(word)));
    S::set_register(cpu, upper(word), value as u32 & S::MASK);
    timing.fixed()
}

/// EXTSL: the same for a quadruple.
pub(crate) fn extsl<B: Bus>(cpu: &mut Cpu, _: &mut B, word: u16, timing: Timing) -> u32 {
    let value = signed::<Long>(quad(cpu, upper(word)) as u32);
    set_quad(cpu, upper(word), value as u64);
    timing.fixed()
}

/// MULT: C Z S, V clear. C says that the product needs more than the lower word.
pub(crate) fn mult<B: Bus, M: Source>(cpu: &mut Cpu, bus: &mut B, word: u16, timing: Timing) -> u32 {
    let factor = signed::<Word>(M::get::<Word, B>(cpu, bus, upper(word)));
    let multiplicand = signed::<Word>(Long::register(cpu, lower(word)));
    let product = multiplicand * factor;
    let mut flags = zs::<Long>(product as u32);
    flags.set(Fcw::C, product != i64::from(product as i16));
    cpu.set_flags(Fcw::CZSV, flags);
    Long::set_register(cpu, lower(word), product as u32);
    timing.branch(multiplicand != 0)
}

/// MULTL: C Z S, V clear. Each one in the multiplicand's magnitude takes time.
pub(crate) fn multl<B: Bus, M: Source>(cpu: &mut Cpu, bus: &mut B, word: u16, timing: Timing) -> u32 {
    let factor = signed::<Long>(M::get::<Long, B>(cpu, bus, upper(word)));
    let multiplicand = signed::<Long>(quad(cpu, lower(word)) as u32);
    let product = multiplicand * factor;
    let mut flags = Fcw::empty();
    flags.set(Fcw::Z, product == 0);
    flags.set(Fcw::S, product < 0);
    flags.set(Fcw::C, product != i64::from(product as i32));
    cpu.set_flags(Fcw::CZSV, flags);
    set_quad(cpu, lower(word), product as u64);
    if multiplicand == 0 {
        timing.branch(false)
    } else {
        timing.times(multiplicand.unsigned_abs().count_ones())
    }
}

/// DIV: C Z S V.
pub(crate) fn div<B: Bus, M: Source>(cpu: &mut Cpu, bus: &mut B, word: u16, timing: Timing) -> u32 {
    let divisor = signed::<Word>(M::get::<Word, B>(cpu, bus, upper(word)));
    let dividend = signed::<Long>(Long::register(cpu, lower(word)));
    match divide(cpu, dividend.into(), divisor.into(), 16) {
        Quotient::Fits(quotient, remainder) => {
            let result = (remainder as u32) << 16 | quotient as u32 & 0xFFFF;
            Long::set_register(cpu, lower(word), result);
            timing.fixed()
        }
        Quotient::Overflow => {
            // As measured: with positive operands, what the first step has made of the dividend.
            if dividend > 0 && divisor > 0 {
                let step = (dividend << 1) - (divisor << 16) + 1;
                Long::set_register(cpu, lower(word), step as u32);
            }
            timing.overflow.into()
        }
        Quotient::DivisionByZero => timing.branch(false),
    }
}

/// DIVL: C Z S V.
pub(crate) fn divl<B: Bus, M: Source>(cpu: &mut Cpu, bus: &mut B, word: u16, timing: Timing) -> u32 {
    let divisor = signed::<Long>(M::get::<Long, B>(cpu, bus, upper(word)));
    let dividend = quad(cpu, lower(word)) as i64;
    match divide(cpu, dividend.into(), divisor.into(), 32) {
        Quotient::Fits(quotient, remainder) => {
            let result = (remainder as u64) << 32 | quotient as u64 & 0xFFFF_FFFF;
            set_quad(cpu, lower(word), result);
            timing.fixed()
        }
        Quotient::Overflow => timing.overflow.into(),
        Quotient::DivisionByZero => timing.branch(false),
    }
}

/// How a division ends.
enum Quotient {
    Fits(i128, i128),
    Overflow,
    DivisionByZero,
}

/// Divides, and sets C Z S V. `bits` is the width of the quotient.
fn divide(cpu: &mut Cpu, dividend: i128, divisor: i128, bits: u32) -> Quotient {
    if divisor == 0 {
        cpu.set_flags(Fcw::CZSV, Fcw::Z | Fcw::PV);
        return Quotient::DivisionByZero;
    }
    let (quotient, remainder) = (dividend / divisor, dividend % divisor);
    let limit = 1 << (bits - 1);
    if !(-2 * limit..2 * limit).contains(&quotient) {
        cpu.set_flags(Fcw::CZSV, Fcw::PV);
        return Quotient::Overflow;
    }
    let mut flags = Fcw::empty();
    flags.set(Fcw::S, quotient < 0);
    flags.set(Fcw::Z, quotient == 0);
    // One bit too many: the rest of the quotient still comes out, and C says so.
    let fits = (-limit..limit).contains(&quotient);
    flags.set(Fcw::C | Fcw::PV, !fits);
    cpu.set_flags(Fcw::CZSV, flags);
    Quotient::Fits(quotient, remainder)
}

/// The quadruple RQn, n a multiple of four.
fn quad(cpu: &Cpu, number: u16) -> u64 {
    let high = u64::from(Long::register(cpu, number & 12));
    high << 32 | u64::from(Long::register(cpu, number & 12 | 2))
}

fn set_quad(cpu: &mut Cpu, number: u16, value: u64) {
    Long::set_register(cpu, number & 12, (value >> 32) as u32);
    Long::set_register(cpu, number & 12 | 2, value as u32);
}
