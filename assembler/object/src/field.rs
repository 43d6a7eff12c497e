//! The fields that relocations fill in: which values fit, and how they are encoded.

use crate::model::{Field, Relocation, Section};

/// The value of a relocation: an address, or another number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Target {
    /// The number; an address is `segment * 0x10000 + offset`.
    pub(crate) value: i64,
    /// True for an address in the program, false for the value of an absolute symbol.
    pub(crate) is_address: bool,
}

/// Returns the bits of a field at an address, or the reason why the value does not fit.
pub(crate) fn encode(field: Field, here: u32, target: Target) -> Result<u32, String> {
    let Target { value, is_address } = target;
    let within = |value: i64, least: i64, most: i64| {
        if (least..=most).contains(&value) {
            Ok(value as u32)
        } else {
            Err(format!("{value} is out of range; expected {least} to {most}"))
        }
    };
    let segment = |kind| {
        let segment = here >> 16;
        if !is_address || value >> 16 == i64::from(segment) {
            return Ok(());
        }
        Err(format!(
            "{value:#x} is in segment {}, but the field is in segment {segment}: {kind} can reach only its own segment",
            value >> 16
        ))
    };
    // A distance that overflows is outside the range of every field.
    let distance = |length: i64| value.wrapping_sub(i64::from(here) + length);
    let words = |least: i64, most: i64| {
        segment("a relative address")?;
        let distance = distance(i64::from(field.length()));
        if distance & 1 != 0 {
            return Err(format!("a branch cannot reach the odd address {value:#x}"));
        }
        within(distance, 2 * least, 2 * most).map(|distance| (distance as i32 >> 1) as u32)
    };
    match field {
        Field::Byte => within(value, -0x80, 0xFF),
        Field::LowNibble | Field::HighNibble => within(value, 0, 15),
        Field::Word if is_address => segment("a 16-bit address").map(|()| value as u32 & 0xFFFF),
        Field::Word => within(value, -0x8000, 0xFFFF),
        Field::Long | Field::Segmented if is_address => address(value),
        Field::Long | Field::Segmented => within(value, i64::from(i32::MIN), i64::from(u32::MAX)),
        Field::Short => {
            address(value)?;
            match value & 0xFFFF {
                offset @ 0..=0xFF => Ok((value >> 8) as u32 & 0x7F00 | offset as u32),
                offset => Err(format!(
                    "{value:#x} has offset {offset:#x} in its segment, but a short address can reach only offsets up \
                     to 0xff"
                )),
            }
        }
        Field::Relative8 => words(-128, 127),
        Field::Relative7 => words(-127, 0).map(u32::wrapping_neg),
        Field::Relative12 => words(-2047, 2048).map(u32::wrapping_neg),
        Field::Relative16 => {
            segment("a relative address")?;
            within(distance(2), -0x8000, 0x7FFF)
        }
    }
}

/// Returns a segmented address in its long form.
fn address(value: i64) -> Result<u32, String> {
    if !(0..0x80_0000).contains(&value) {
        return Err(format!("{value:#x} is not an address: Z8001 addresses end at 0x7fffff"));
    }
    let value = value as u32;
    Ok(0x8000_0000 | (value >> 16) << 24 | value & 0xFFFF)
}

impl Section {
    /// Returns the section's bytes with the fields of relocations cleared: [`Field::Long`] and [`Field::Segmented`] to
    /// 0x80000000, which is segmented address 0, and all others to 0.
    pub fn unfilled(&self) -> Vec<u8> {
        let mut bytes = self.bytes.clone();
        for &Relocation { offset, field, .. } in &self.relocations {
            let bits = match field {
                Field::Segmented | Field::Long => 0x8000_0000,
                _ => 0,
            };
            put(field, &mut bytes, offset, bits);
        }
        bytes
    }
}

/// Writes the bits of a field; the other bits of its bytes are unchanged.
pub(crate) fn put(field: Field, bytes: &mut [u8], at: u32, bits: u32) {
    let at = at as usize;
    let Some(bytes) = bytes
        .get_mut(at..)
        .and_then(|bytes| bytes.get_mut(..field.length() as usize))
    else {
        return;
    };
    let (mask, bits) = match field {
        Field::Byte | Field::Relative8 => (0xFF, bits),
        Field::LowNibble => (0x0F, bits),
        Field::HighNibble => (0xF0, bits << 4),
        Field::Relative7 => (0x7F, bits),
        Field::Relative12 => (0x0FFF, bits),
        Field::Word | Field::Short | Field::Relative16 => (0xFFFF, bits),
        Field::Long | Field::Segmented => (u32::MAX, bits),
    };
    let old = bytes.iter().fold(0, |value, byte| value << 8 | u32::from(*byte));
    let new = old & !mask | bits & mask;
    let length = bytes.len();
    bytes.copy_from_slice(&new.to_be_bytes()[4 - length..]);
}
