//! What a field of an instruction says about its operand, and back.
//!
//! Each kind of operand has its two directions side by side here; [`encode`](super::encode) and
//! [`decode`](super::decode) walk a form's operands and call them.

use thiserror::Error;

use super::names;
use super::{Address, Field, Kind, Mode, Value};

/// Why an operand cannot be encoded, or why bits are not an operand.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum Reason {
    /// The value is of another kind than the form's operand.
    #[error("this form has another kind of operand here")]
    WrongSort,
    /// No register has this number.
    #[error("there is no register {0}")]
    NoRegister(u8),
    /// A pair begins at an even register, a quadruple at a multiple of four.
    #[error("register {number} begins no group of {size}: it is not a multiple of {size}")]
    Misaligned {
        /// Register number.
        number: u8,
        /// Registers in the group: 2 or 4.
        size: u8,
    },
    /// Register 0 cannot hold an address or an index.
    #[error("register 0 cannot be used here: it can hold neither an address nor an index")]
    RegisterZero,
    /// A number out of range.
    #[error("{value} is outside the range {min} to {max}")]
    OutOfRange {
        /// As written.
        value: i64,
        /// The least that is allowed.
        min: i64,
        /// The greatest that is allowed.
        max: i64,
    },
    /// A relative address out of reach.
    #[error("the target is {distance} bytes away; from {min} to {max} can be reached")]
    TooFar {
        /// From the first byte of the instruction.
        distance: i32,
        /// The farthest back.
        min: i32,
        /// The farthest ahead.
        max: i32,
    },
    /// Instructions begin at even addresses.
    #[error("the target is odd: instructions begin at even addresses")]
    OddTarget,
    /// A relative address reaches its own segment only.
    #[error("the target is in segment {0}, which a relative address cannot reach")]
    OtherSegment(u8),
    /// An address that the mode or the short form has no room for.
    #[error("segment {segment} offset {offset:#x} does not fit this form of address")]
    AddressTooLarge {
        /// Segment.
        segment: u8,
        /// Offset.
        offset: u16,
    },
    /// Flags or interrupts: none, or bits that stand for none.
    #[error("name at least one, and only those that there are")]
    EmptySet,
    /// No control register has this number.
    #[error("there is no control register {0}")]
    NoControlRegister(u8),
    /// Bits that must have a fixed value have another.
    #[error("reserved bits are set in {0:04x}")]
    ReservedBits(u16),
    /// The two halves of a word that holds a byte twice.
    #[error("the halves of {0:04x} differ: a byte stands in both")]
    UnequalHalves(u16),
}

/// What [`encode`](super::Form::encode) and [`decode`](super::decode) know besides the operand.
#[derive(Clone, Copy)]
pub(super) struct Context {
    pub(super) mode: Mode,
    /// Address of the instruction.
    pub(super) at: Address,
    /// Address after the words read or written so far, with the operand's own.
    pub(super) next: Address,
}

/// How far relative addresses reach, and which way they count.
struct Reach {
    /// Units of the field from the next instruction.
    min: i32,
    max: i32,
    /// Bytes for each unit: negative where the field is subtracted.
    scale: i32,
}

const fn reach(kind: Kind) -> Reach {
    match kind {
        Kind::Relative7 => Reach {
            min: 0,
            max: 0x7F,
            scale: -2,
        },
        Kind::Relative8 => Reach {
            min: -0x80,
            max: 0x7F,
            scale: 2,
        },
        Kind::Relative12 => Reach {
            min: -0x800,
            max: 0x7FF,
            scale: -2,
        },
        _ => Reach {
            min: -0x8000,
            max: 0x7FFF,
            scale: 1,
        },
    }
}

/// The field's bits for a value that stands in a field (not in words of its own).
pub(super) fn to_field(kind: Kind, field: Field, value: Value, context: Context) -> Result<u16, Reason> {
    let bits = match (kind, value) {
        (_, Value::Register(number)) if group(kind, context.mode).is_some() => {
            u16::from(register(kind, number, context.mode)?)
        }
        (_, Value::Immediate(number)) => number_to_field(kind, field.width, number)?,
        (_, Value::Target(target)) if is_relative(kind) => to_displacement(kind, target, context)?,
        (Kind::Condition | Kind::BranchCondition, Value::Condition(code)) => {
            u16::try_from(in_range(code.into(), 0, 15)?).map_err(|_| Reason::WrongSort)?
        }
        (Kind::Flags, Value::Flags(set)) => u16::from(subset(set, 15)?),
        (Kind::Interrupts, Value::Interrupts(set)) => u16::from(3 ^ subset(set, 3)?),
        (Kind::Control, Value::Control(number)) => u16::from(control(number)?),
        _ => return Err(Reason::WrongSort),
    };
    let bits = bits & (field.mask() >> field.shift);
    if field.nonzero && bits == 0 {
        return Err(Reason::RegisterZero);
    }
    Ok(bits)
}

/// The value that a field's bits stand for.
pub(super) fn from_field(kind: Kind, field: Field, bits: u16, context: Context) -> Result<Value, Reason> {
    let byte = bits.to_le_bytes()[0];
    Ok(match kind {
        Kind::Condition | Kind::BranchCondition => Value::Condition(byte),
        Kind::Flags => Value::Flags(subset(byte, 15)?),
        Kind::Interrupts => Value::Interrupts(subset(3 ^ byte, 3)?),
        Kind::Control => Value::Control(control(byte)?),
        Kind::Relative7 | Kind::Relative8 | Kind::Relative12 | Kind::Relative16 => {
            Value::Target(from_displacement(kind, field.width, bits, context))
        }
        _ if group(kind, context.mode).is_some() => Value::Register(register(kind, byte, context.mode)?),
        _ => Value::Immediate(number_from_field(kind, field.width, bits)?),
    })
}

/// The value that a processor takes where [`from_field`] finds none. `second` is the second word, of which shifts take
/// the lower byte, positive to the left.
pub(super) fn field_as_executed(kind: Kind, bits: u16, second: u16, mode: Mode) -> Value {
    let [byte, _] = bits.to_le_bytes();
    let [distance, _] = second.to_le_bytes();
    match kind {
        Kind::Flags => Value::Flags(byte),
        Kind::Interrupts => Value::Interrupts(3 ^ byte),
        Kind::Control => Value::Control(byte),
        Kind::ShiftLeft => Value::Immediate(distance.cast_signed().into()),
        Kind::ShiftRight => Value::Immediate(-i64::from(distance.cast_signed())),
        _ if group(kind, mode).is_some() => Value::Register(register_as_executed(kind, bits, mode)),
        _ => Value::Immediate(bits.into()),
    }
}

/// The register that a processor takes: the first of the group that the number lies in.
pub(super) fn register_as_executed(kind: Kind, bits: u16, mode: Mode) -> u8 {
    let [number, _] = bits.to_le_bytes();
    number & !(group(kind, mode).unwrap_or(1) - 1)
}

/// Registers in the group that an operand of this kind names; none for other operands.
const fn group(kind: Kind, mode: Mode) -> Option<u8> {
    match kind {
        Kind::Byte | Kind::Word | Kind::PortIndirect | Kind::Indexed => Some(1),
        Kind::Long => Some(2),
        Kind::Quad => Some(4),
        Kind::Pointer | Kind::Indirect | Kind::Base | Kind::BaseIndex => match mode {
            Mode::Nonsegmented => Some(1),
            Mode::Segmented => Some(2),
        },
        _ => None,
    }
}

/// Checks a register number for an operand of this kind.
pub(super) fn register(kind: Kind, number: u8, mode: Mode) -> Result<u8, Reason> {
    let size = group(kind, mode).ok_or(Reason::WrongSort)?;
    if number > 15 {
        return Err(Reason::NoRegister(number));
    }
    if !number.is_multiple_of(size) {
        return Err(Reason::Misaligned { number, size });
    }
    Ok(number)
}

/// What may be written, for a number in a field of this width.
const fn range(kind: Kind, width: u8) -> Option<(i64, i64)> {
    Some(match kind {
        Kind::Nibble | Kind::ByteBit => (0, 15),
        Kind::Count => (1, 16),
        Kind::Rotation => (1, 2),
        Kind::ShiftLeft => (0, 1 << (width - 1)),
        Kind::ShiftRight => (1, 1 << (width - 1)),
        Kind::Code => (0, 0xFF),
        Kind::Immediate8 | Kind::ImmediateByte => (-0x80, 0xFF),
        Kind::Immediate16 | Kind::Port => (-0x8000, 0xFFFF),
        Kind::Immediate32 => (-0x8000_0000, 0xFFFF_FFFF),
        _ => return None,
    })
}

/// Checks a number for an operand of this kind in a field of this width.
pub(super) fn number(kind: Kind, width: u8, number: i64) -> Result<i64, Reason> {
    let (min, max) = range(kind, width).ok_or(Reason::WrongSort)?;
    in_range(number, min, max)
}

fn in_range(value: i64, min: i64, max: i64) -> Result<i64, Reason> {
    if (min..=max).contains(&value) {
        Ok(value)
    } else {
        Err(Reason::OutOfRange { value, min, max })
    }
}

fn number_to_field(kind: Kind, width: u8, written: i64) -> Result<u16, Reason> {
    let number = number(kind, width, written)?;
    let bits = match kind {
        Kind::Count | Kind::Rotation => number - 1,
        Kind::ShiftRight => -number,
        _ => number,
    };
    Ok(bits as u16)
}

fn number_from_field(kind: Kind, width: u8, bits: u16) -> Result<i64, Reason> {
    let written = match kind {
        Kind::Count | Kind::Rotation => i64::from(bits) + 1,
        Kind::ShiftRight => (1 << width) - i64::from(bits),
        _ => i64::from(bits),
    };
    number(kind, width, written)
}

const fn is_relative(kind: Kind) -> bool {
    matches!(
        kind,
        Kind::Relative7 | Kind::Relative8 | Kind::Relative12 | Kind::Relative16
    )
}

/// The displacement of a target, as the field or word has it.
pub(super) fn to_displacement(kind: Kind, target: Address, context: Context) -> Result<u16, Reason> {
    let Reach { min, max, scale } = reach(kind);
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
        return Ok(units as u16);
    }
    let length = i32::from(context.next.offset.wrapping_sub(context.at.offset));
    let ends = [min * scale + length, max * scale + length];
    Err(Reason::TooFar {
        distance: bytes + length,
        min: ends[0].min(ends[1]),
        max: ends[0].max(ends[1]),
    })
}

/// The target of a displacement of `width` bits.
pub(super) fn from_displacement(kind: Kind, width: u8, bits: u16, context: Context) -> Address {
    let Reach { min, scale, .. } = reach(kind);
    let sign = if min < 0 { 1_i32 << (width - 1) } else { 0 };
    let units = (i32::from(bits) ^ sign) - sign;
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

/// Checks the control register of LDCTLB, which no field names.
pub(super) fn flag_byte(number: u8) -> Result<(), Reason> {
    if number == names::FLAG_BYTE.1 {
        Ok(())
    } else {
        Err(Reason::NoControlRegister(number))
    }
}

/// The words of an address: one, or two of a long segmented address.
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

/// The address that begins with a word; the second is read if the first says that there is one.
pub(super) fn from_address<E: From<Reason>>(
    first: u16,
    mode: Mode,
    second: impl FnOnce() -> Result<u16, E>,
) -> Result<Address, E> {
    if mode == Mode::Nonsegmented {
        return Ok(Address::flat(first));
    }
    let [segment, low] = first.to_be_bytes();
    if segment & 0x80 == 0 {
        return Ok(Address {
            segment,
            offset: low.into(),
            short: true,
        });
    }
    if low != 0 {
        return Err(Reason::ReservedBits(first).into());
    }
    Ok(Address::segmented(segment & 0x7F, second()?))
}
