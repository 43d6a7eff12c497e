//! Numbers that look like addresses, and bytes that look like texts.

use z8000::isa::{Instruction, Kind, Mode, Operation, Value as Given};

use super::program::linear;

/// A number in an instruction that may be an address.
pub(super) fn number(instruction: &Instruction) -> Option<u32> {
    use Operation as O;
    if !matches!(instruction.form.operation, O::Ld | O::Ldl | O::Push | O::Lda | O::Ldar) {
        return None;
    }
    let operands = instruction.form.operands.iter().zip(instruction.values());
    let mut numbers = operands.filter_map(|(operand, value)| match (operand.kind, value) {
        (Kind::Immediate16, Given::Immediate(number)) if instruction.mode == Mode::Nonsegmented => Some(*number as u32),
        (Kind::Immediate32, Given::Immediate(number)) => image(*number as u32),
        (Kind::Direct, Given::Address(address)) | (Kind::Relative16, Given::Target(address))
            if matches!(instruction.form.operation, O::Lda | O::Ldar) =>
        {
            Some(linear(*address))
        }
        _ => None,
    });
    numbers.next().filter(|number| number.is_multiple_of(2))
}

/// The linear address of a long word that looks like a segmented one.
pub(super) const fn image(long: u32) -> Option<u32> {
    if long & 0x80FF_0000 == 0x8000_0000 {
        Some((long >> 24 & 0x7F) << 16 | long & 0xFFFF)
    } else {
        None
    }
}

/// Returns true if a byte is a character of a text.
pub(super) const fn is_text(byte: u8) -> bool {
    matches!(byte, b' '..=b'~' | b'\t' | b'\n' | b'\r')
}
