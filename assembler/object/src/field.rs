//! The fields of relocations: which values fit, and how they are written.

use crate::model::{Field, Relocation, Section};

/// The value of a relocation: an address, or another number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Target {
    /// An address is `segment * 0x10000 + offset`.
    pub(crate) value: i64,
    /// True if it is a place in the program, and not the value of an absolute symbol.
    pub(crate) is_address: bool,
}

/// The bits of a field at an address, or why the value does not fit.
pub(crate) fn encode(field: Field, here: u32, target: Target) -> Result<u32, String> {
    let Target { value, is_address } = target;
    let within = |value: i64, least: i64, most: i64| {
        if (least..=most).contains(&value) {
            Ok(value as u32)
        } else {
            Err(format!("{value} does not fit: this field holds {least} to {most}"))
        }
    };
    let segment = |kind| {
        let segment = here >> 16;
        if !is_address || value >> 16 == i64::from(segment) {
            return Ok(());
        }
        Err(format!(
            "{value:#x} is in segment {}, and this field in segment {segment}: {kind} reaches its own segment only",
            value >> 16
        ))
    };
    let words = |least: i64, most: i64| {
        segment("a relative address")?;
        let distance = value - i64::from(here) - i64::from(field.length());
        if distance & 1 != 0 {
            return Err(format!("a branch cannot go to the odd address {value:#x}"));
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
                    "{value:#x} lies at offset {offset:#x} of its segment: a short address reaches offsets up to 0xff"
                )),
            }
        }
        Field::Relative8 => words(-128, 127),
        Field::Relative7 => words(-127, 0).map(u32::wrapping_neg),
        Field::Relative12 => words(-2047, 2048).map(u32::wrapping_neg),
        Field::Relative16 => {
            segment("a relative address")?;
            within(value - i64::from(here) - 2, -0x8000, 0x7FFF)
        }
    }
}

/// A segmented address in its long form.
fn address(value: i64) -> Result<u32, String> {
    if !(0..0x80_0000).contains(&value) {
        return Err(format!("{value:#x} is no address: there are 128 segments of 64 KB"));
    }
    let value = value as u32;
    Ok(0x8000_0000 | (value >> 16) << 24 | value & 0xFFFF)
}

impl Section {
    /// Its bytes with nothing in the fields of its relocations: 0, or a segmented address of 0 in its long form.
    #[must_use]
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

/// Writes the bits of a field; what else its bytes hold stays.
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

#[cfg(test)]
mod tests {
    use super::*;

    fn number(value: i64) -> Target {
        Target { value, is_address: false }
    }

    fn place(value: i64) -> Target {
        Target { value, is_address: true }
    }

    /// Bytes before, field, value; bytes after. By hand from the formats of the instructions.
    #[test]
    fn fields_are_written_into_their_bits() {
        type Case<'c> = (&'c [u8], u32, Field, u32, Target, &'c [u8]);
        let cases: [Case; 11] = [
            (&[0xC9, 0], 1, Field::Byte, 0x101, number(-1), &[0xC9, 0xFF]),
            (&[0xBD, 0x10], 1, Field::LowNibble, 0x101, number(7), &[0xBD, 0x17]),
            (&[0xBD, 0x01], 1, Field::HighNibble, 0x101, number(7), &[0xBD, 0x71]),
            (&[0, 0], 0, Field::Word, 0x3_0010, place(0x3_1234), &[0x12, 0x34]),
            (&[0; 4], 0, Field::Long, 0x10, place(0x3_1234), &[0x83, 0, 0x12, 0x34]),
            (&[0; 4], 0, Field::Long, 0x10, number(0x3_1234), &[0, 3, 0x12, 0x34]),
            (&[0; 2], 0, Field::Short, 0x10, place(0x3_0034), &[3, 0x34]),
            // jr to itself, at 0x100: two bytes back.
            (&[0xE8, 0], 1, Field::Relative8, 0x101, place(0x100), &[0xE8, 0xFF]),
            // djnz r2 to itself.
            (&[0xF2, 0x80], 1, Field::Relative7, 0x101, place(0x100), &[0xF2, 0x81]),
            // calr to 0x200 from 0x100: 0xFE bytes on.
            (&[0xD0, 0], 0, Field::Relative12, 0x100, place(0x200), &[0xDF, 0x81]),
            (&[0, 0], 0, Field::Relative16, 0x102, place(0x100), &[0xFF, 0xFC]),
        ];
        for (before, at, field, here, target, after) in cases {
            let mut bytes = before.to_vec();
            let bits = encode(field, here, target).unwrap_or_else(|error| panic!("{field:?}: {error}"));
            put(field, &mut bytes, at, bits);
            assert_eq!(bytes, after, "{field:?}");
        }
    }

    /// The ends of what fits, and the first values that do not.
    #[test]
    fn what_does_not_fit_is_an_error() {
        let fits = |field, here, target| encode(field, here, target).is_ok();
        for (field, least, most) in [
            (Field::Byte, -128, 255),
            (Field::LowNibble, 0, 15),
            (Field::Word, -0x8000, 0xFFFF),
            (Field::Long, -0x8000_0000, 0xFFFF_FFFF),
        ] {
            assert!(
                fits(field, 0, number(least)) && fits(field, 0, number(most)),
                "{field:?}"
            );
            assert!(
                !fits(field, 0, number(least - 1)) && !fits(field, 0, number(most + 1)),
                "{field:?}"
            );
        }
        // From the end of the instruction: 0x1002 for bytes and words at 0x1000 and 0x1001.
        for (field, here, least, most) in [
            (Field::Relative8, 0x1001, -256, 254),
            (Field::Relative7, 0x1001, -254, 0),
            (Field::Relative12, 0x1000, -4094, 4096),
            (Field::Relative16, 0x1000, -0x1002, 0x7FFF),
        ] {
            let end = 0x1002;
            assert!(
                fits(field, here, place(end + least)) && fits(field, here, place(end + most)),
                "{field:?}"
            );
            assert!(
                !fits(field, here, place(end + least - 2)) && !fits(field, here, place(end + most + 2)),
                "{field:?}"
            );
        }
        assert_eq!(
            encode(Field::Relative8, 0x1001, place(0x1001)),
            Err("a branch cannot go to the odd address 0x1001".to_owned())
        );
        assert!(!fits(Field::Word, 0x1_0000, place(0x2_0000)));
        assert!(!fits(Field::Short, 0, place(0x1_0100)));
        assert!(!fits(Field::Long, 0, place(0x80_0000)));
    }
}
