//! Instructions for a unit of floating-point numbers, which the sources of CP/M-8000 have.

use crate::syntax::scan::Token;

/// The words of an instruction that moves between registers of the processor and of the unit: `fldctl` its control
/// registers USER and FFLAGS, `fldil` its numbers F0 to F7 as long words.
pub(super) fn words(name: &str, operands: &[Token]) -> Option<[u16; 2]> {
    let [one, comma, other] = operands else {
        return None;
    };
    let (one, other) = (one.name()?.to_ascii_lowercase(), other.name()?.to_ascii_lowercase());
    if !comma.is(",") {
        return None;
    }
    let is_unit = |name: &str| name == "user" || name == "fflags" || number(name, "f", 8).is_some();
    // Bit 3 says that the unit is written to.
    let (unit, register, writes) = if is_unit(&one) {
        (one, other, 8)
    } else {
        (other, one, 0)
    };
    let pair = || number(&register, "rr", 16);
    Some(match (&*name.to_ascii_lowercase(), &*unit) {
        ("fldctl", "user") => [0x8F50 | writes, 0xC000 | number(&register, "r", 16)? << 8],
        ("fldctl", "fflags") => [0x8F40 | writes, 0xC001 | pair()? << 8],
        ("fldil", unit) => [0x8F00 | number(unit, "f", 8)? << 4 | writes, 0x8021 | pair()? << 8],
        _ => return None,
    })
}

/// The number behind the letters of a register.
fn number(name: &str, letters: &str, below: u16) -> Option<u16> {
    let number = name.strip_prefix(letters)?.parse().ok();
    number.filter(|number| *number < below)
}
