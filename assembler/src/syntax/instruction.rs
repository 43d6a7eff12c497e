//! Operands of instructions that dialects write otherwise.

use super::expression::Code;
use crate::register::is_register;

/// Returns true if the last operand of an instruction is a count, which may be left out where it is 1.
pub(super) fn counts(mnemonic: &str) -> bool {
    let known = [
        "sla", "slab", "slal", "sll", "sllb", "slll", "sra", "srab", "sral", "srl", "srlb", "srll", "rl", "rlb", "rlc",
        "rlcb", "rr", "rrb", "rrc", "rrcb", "inc", "incb", "dec", "decb",
    ];
    known.iter().any(|known| known.eq_ignore_ascii_case(mnemonic))
}

/// A port by its number, which GNU as writes as immediate data; any other operand as it is.
pub(super) fn port(mnemonic: &str, operand: Code) -> Code {
    let known = ["in", "inb", "out", "outb", "sin", "sinb", "sout", "soutb"];
    let has_port = known.iter().any(|known| known.eq_ignore_ascii_case(mnemonic));
    match operand.parts.first() {
        Some((first, _)) if has_port && !first.starts_with(['@', '#', '|']) && !is_register(first) => {
            operand.immediate()
        }
        _ => operand,
    }
}
