//! Conversion between the bits of a part of an operand and the value that they represent.
//!
//! For each kind of contents, both directions are next to each other; [`encode`](super::encode) and
//! [`decode`](super::decode) call them for each part of a form's operands.

use thiserror::Error;

use super::names;
use super::{Address, Content, Mode, Number, Reach, Registers, Value};

/// Why an operand cannot be encoded.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum Reason {
    /// The value is of a different kind from the form's operand.
    #[error("this form takes an operand of a different type")]
    WrongSort,
    /// No register has this number; word registers end at 15.
    #[error("register {0} does not exist")]
    NoRegister(u8),
    /// The register cannot begin a group: a pair begins at an even register, a quadruple at a multiple of four.
    #[error("register {number} cannot start a group of {size}: it is not a multiple of {size}")]
    Misaligned {
        /// Number of the first register of the group.
        number: u8,
        /// Number of registers in the group: 2 or 4.
        size: u8,
    },
    /// Register 0 cannot contain an address or an index.
    #[error("register 0 cannot be used here, because it cannot hold an address or an index")]
    RegisterZero,
    /// The number does not fit into its field.
    #[error("{value} is outside the range {min} to {max}")]
    OutOfRange {
        /// The value of the operand.
        value: i64,
        /// The smallest value that can be encoded.
        min: i64,
        /// The largest value that can be encoded.
        max: i64,
    },
    /// The target of a relative address is too far away.
    #[error("the target is {distance} bytes away; expected {min} to {max}")]
    TooFar {
        /// Distance in bytes from the first byte of the instruction; negative for backward.
        distance: i32,
        /// The lowest distance that can be encoded.
        min: i32,
        /// The highest distance that can be encoded.
        max: i32,
    },
    /// The target is odd, but instructions begin at even addresses.
    #[error("the target is odd: instructions must begin at even addresses")]
    OddTarget,
    /// The target is in another segment, which a relative address cannot reach.
    #[error("the target is in segment {0}, which a relative address cannot reach")]
    OtherSegment(u8),
    /// The address is too large for the mode or for the short form.
    #[error("segment {segment} with offset {offset:#x} does not fit this form of address")]
    AddressTooLarge {
        /// Segment of the address.
        segment: u8,
        /// Offset of the address in its segment.
        offset: u16,
    },
    /// The flags or interrupts are missing or invalid.
    #[error("expected at least one valid flag or interrupt")]
    EmptySet,
    /// No control register has this number.
    #[error("control register {0} does not exist")]
    NoControlRegister(u8),
}

/// The context of an operand in [`encode`](super::Form::encode) and [`decode`](super::decode).
#[derive(Clone, Copy)]
pub(super) struct Context {
    pub(super) mode: Mode,
    /// Address of the instruction.
    pub(super) at: Address,
    /// Address after the words read or written so far, including those of this operand.
    pub(super) next: Address,
}

/// Returns the lowest `width` bits of a part of an operand.
pub(super) fn to_bits(content: Content, width: u8, value: Value, context: Context) -> Result<u32, Reason> {
    Ok(match (content, value) {
        (Content::Register(registers), Value::Register(number)) => register(registers, number, context.mode)?.into(),
        (Content::Number(kind), Value::Immediate(written)) => number_to_bits(kind, width, written)?,
        (Content::Relative(reach), Value::Target(target)) => to_displacement(reach, target, context)?,
        (Content::Condition, Value::Condition(code)) => in_range(code.into(), 0, 15)? as u32,
        (Content::Flags, Value::Flags(set)) => subset(set, 15)?.into(),
        (Content::Interrupts, Value::Interrupts(set)) => u32::from(3 ^ subset(set, 3)?),
        (Content::Control, Value::Control(number)) => control(number)?.into(),
        (Content::FlagByte, Value::Control(number)) if number != names::FLAG_BYTE.1 => {
            return Err(Reason::NoControlRegister(number));
        }
        (Content::FlagByte, Value::Control(_)) => 0,
        _ => return Err(Reason::WrongSort),
    })
}

/// Returns the value of a part; `None` if its bits are not valid.
pub(super) fn from_bits(content: Content, width: u8, bits: u32, context: Context) -> Option<Value> {
    let byte = bits as u8;
    Some(match content {
        Content::Register(registers) => Value::Register(register(registers, byte, context.mode).ok()?),
        Content::Address => return None,
        Content::Number(kind) => Value::Immediate(number_from_bits(kind, width, bits)?),
        Content::Relative(reach) => Value::Target(from_displacement(reach, width, bits, context)),
        Content::Condition => Value::Condition(byte),
        Content::Flags => Value::Flags(subset(byte, 15).ok()?),
        Content::Interrupts => Value::Interrupts(subset(3 ^ byte, 3).ok()?),
        Content::Control => Value::Control(control(byte).ok()?),
        Content::FlagByte => Value::Control(names::FLAG_BYTE.1),
    })
}

/// Returns the value that a processor uses without all the checks of [`from_bits`]: the first register of the group
/// that contains a number, and for a shift, the lower byte of the second word as the distance, positive to the left.
pub(super) fn always_as_executed(content: Content, bits: u16, second: u16, mode: Mode) -> Option<Value> {
    let [distance, _] = second.to_le_bytes();
    let distance = i64::from(distance.cast_signed());
    match content {
        Content::Register(registers) => Some(Value::Register(bits as u8 & !(registers.size(mode) - 1))),
        Content::Number(Number::Left) => Some(Value::Immediate(distance)),
        Content::Number(Number::Right) => Some(Value::Immediate(-distance)),
        _ => None,
    }
}

/// Returns the value that a processor uses if [`from_bits`] returns `None`.
pub(super) fn invalid_as_executed(content: Content, bits: u16) -> Value {
    let [byte, _] = bits.to_le_bytes();
    match content {
        Content::Flags => Value::Flags(byte),
        Content::Interrupts => Value::Interrupts(3 ^ byte),
        Content::Control => Value::Control(byte),
        _ => Value::Immediate(bits.into()),
    }
}

fn register(registers: Registers, number: u8, mode: Mode) -> Result<u8, Reason> {
    let size = registers.size(mode);
    if number > 15 {
        return Err(Reason::NoRegister(number));
    }
    if !number.is_multiple_of(size) {
        return Err(Reason::Misaligned { number, size });
    }
    Ok(number)
}

/// Checks that a number can be encoded in this many bits.
fn number(kind: Number, width: u8, number: i64) -> Result<i64, Reason> {
    let (all, half) = (1 << width, 1 << width >> 1);
    let (min, max) = match kind {
        Number::Data => (-half, all - 1),
        Number::Code | Number::Small => (0, all - 1),
        Number::Count => (1, all),
        Number::Left => (0, half),
        Number::Right => (1, half),
    };
    in_range(number, min, max)
}

fn in_range(value: i64, min: i64, max: i64) -> Result<i64, Reason> {
    if (min..=max).contains(&value) {
        Ok(value)
    } else {
        Err(Reason::OutOfRange { value, min, max })
    }
}

fn number_to_bits(kind: Number, width: u8, written: i64) -> Result<u32, Reason> {
    let number = number(kind, width, written)?;
    let bits = match kind {
        Number::Count => number - 1,
        Number::Right => -number,
        _ => number,
    };
    Ok(bits as u32)
}

fn number_from_bits(kind: Number, width: u8, bits: u32) -> Option<i64> {
    let written = match kind {
        Number::Count => i64::from(bits) + 1,
        Number::Right => (1 << width) - i64::from(bits),
        _ => i64::from(bits),
    };
    number(kind, width, written).ok()
}

/// Returns the displacement to a target, as encoded in a field or word.
fn to_displacement(reach: Reach, target: Address, context: Context) -> Result<u32, Reason> {
    let Reach { min, max, scale } = reach;
    if target.segment != context.at.segment {
        return Err(Reason::OtherSegment(target.segment));
    }
    let from_next = target.offset.wrapping_sub(context.next.offset).cast_signed();
    let bytes = i32::from(from_next);
    if bytes % scale != 0 {
        return Err(Reason::OddTarget);
    }
    let units = bytes / scale;
    if (min..=max).contains(&units) {
        return Ok(units as u32);
    }
    let length = i32::from(context.next.offset.wrapping_sub(context.at.offset));
    let ends = [min * scale + length, max * scale + length];
    Err(Reason::TooFar {
        distance: bytes + length,
        min: ends[0].min(ends[1]),
        max: ends[0].max(ends[1]),
    })
}

/// Returns the target of a displacement of `width` bits.
fn from_displacement(reach: Reach, width: u8, bits: u32, context: Context) -> Address {
    let Reach { min, scale, .. } = reach;
    let sign = if min < 0 { 1_i32 << (width - 1) } else { 0 };
    let units = (bits.cast_signed() ^ sign) - sign;
    context.next.offset_by((units * scale) as u16)
}

fn subset(set: u8, all: u8) -> Result<u8, Reason> {
    if set == 0 || set & !all != 0 {
        Err(Reason::EmptySet)
    } else {
        Ok(set)
    }
}

fn control(number: u8) -> Result<u8, Reason> {
    match names::control_name(number) {
        Some(_) => Ok(number),
        None => Err(Reason::NoControlRegister(number)),
    }
}

/// Returns the words of an address, and their number: two for a long segmented address, otherwise one.
pub(super) fn to_address(address: Address, mode: Mode) -> Result<([u16; 2], usize), Reason> {
    let Address { segment, offset, short } = address;
    let too_large = Err(Reason::AddressTooLarge { segment, offset });
    match mode {
        Mode::Nonsegmented if segment != 0 => too_large,
        Mode::Nonsegmented => Ok(([offset, 0], 1)),
        Mode::Segmented if segment > 0x7F || (short && offset > 0xFF) => too_large,
        Mode::Segmented if short => Ok(([u16::from(segment) << 8 | offset, 0], 1)),
        Mode::Segmented => Ok(([0x8000 | u16::from(segment) << 8, offset], 2)),
    }
}

/// Returns the address that begins with this word; reads a second word if the first requires one. `None` if bits that
/// must be 0 are set.
pub(super) fn from_address<E>(
    first: u16,
    mode: Mode,
    second: impl FnOnce() -> Result<u16, E>,
) -> Result<Option<Address>, E> {
    if mode == Mode::Nonsegmented {
        return Ok(Some(Address::flat(first)));
    }
    let [segment, low] = first.to_be_bytes();
    Ok(match (segment & 0x80, low) {
        (0, _) => Some(Address { segment, offset: low.into(), short: true }),
        (_, 0) => Some(Address::segmented(segment & 0x7F, second()?)),
        _ => None,
    })
}
