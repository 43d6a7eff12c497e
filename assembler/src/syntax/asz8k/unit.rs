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

/// A `fldil` between a register of the unit and memory: which register, and whether it is stored.
pub(super) fn transfer(name: &str, operands: &[Token]) -> Option<(u16, bool)> {
    let unit = |token: &Token| number(&token.name()?.to_ascii_lowercase(), "f", 8);
    match operands {
        _ if !name.eq_ignore_ascii_case("fldil") => None,
        [first, comma, ..] if comma.is(",") && unit(first).is_some() => Some((unit(first)?, false)),
        [.., comma, last] if comma.is(",") => Some((unit(last)?, true)),
        _ => None,
    }
}

/// The words of a transfer from or to an operand, and the address that follows them, if there is one.
pub(super) fn in_memory((unit, stores): (u16, bool), operand: &str) -> Option<([u16; 2], Option<&str>)> {
    let register = |name: &str| number(name, "rr", 16).or_else(|| number(name, "r", 16));
    let (first, address) = match operand.strip_prefix('@') {
        Some(pointer) => (0x0F00 | register(pointer)? << 4, None),
        None => {
            let indexed = operand.strip_suffix(')').and_then(|text| text.rsplit_once('('));
            match indexed.and_then(|(address, index)| Some((address, register(index)?))) {
                Some((address, index)) => (0x4F00 | index << 4, Some(address)),
                None => (0x4F00, Some(operand)),
            }
        }
    };
    let direction = if stores { 0xC } else { 4 };
    Some(([first | direction, 0x8021 | unit << 8], address))
}

/// The number behind the letters of a register.
fn number(name: &str, letters: &str, below: u16) -> Option<u16> {
    let number = name.strip_prefix(letters)?.parse().ok();
    number.filter(|number| *number < below)
}
