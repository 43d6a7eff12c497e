//! Writes `docs/reference/instructions.md` from the instruction table.

#![allow(clippy::disallowed_methods, reason = "an example is not installed")]

pub(crate) mod holes;

use std::fmt::Write;
use std::path::{Path, PathBuf};

use holes::{HOLES, hole};
use z8000::isa::{Clocks, FORMS, Form, Operation, forms_of};

const INTRODUCTION: &str = "\
# Instructions

<!-- Written by `cargo run -p z8000 --example instruction_reference`; do not edit. -->

This table lists every form of every instruction. It comes from `emulator/src/isa/table/`, whose rows also name the
functions that execute them.

**Bits** are written as in the manual: a run of one letter is a field, in capitals if it must not be zero. Addresses,
displacements and immediate data follow in separate words.

**Clocks** are for non-segmented mode, and for segmented mode with a short and with a long address; a single figure
applies to all three. `10/7` is taken / not taken; in `11+9n`, n counts iterations, bits shifted or rotated, or
registers moved; `18|70` is for a zero multiplicand and for any other (n: ones in its magnitude); `13|25|107` is for a
zero divisor, for a quotient that does not fit and for one that does.

Non-segmented clocks are the manual's, corrected where a Z8001 was measured: TESTL of a register pair, all
multiplications and divisions. Of the segmented clocks, those of LD from immediate data, LDA with a long address, JP
with a short one, SC and LDCTL to a control register agree with measurements; the others are inferred from the pattern
of the manual's columns. The figure for LDCTL from a control register fits one measured sequence that writes and reads
NSP; a second sequence fits no figure.

**Flags** are those that an instruction changes, defined or not: C, Z, S, P/V, D (decimal adjust), H (half carry). A
Z8001 complements H in COMFLG. **P** marks privileged instructions.

The six EXT operations stand for all instructions of extended processing units: the table gives only their first word,
and the clocks of the trap that they take unless FCW enables them. The effect of EXT8E on the flags depends on the unit.
GNU as knows four of the six. BPT and BRK are names that debuggers and simulators give to a reserved word and to an
extended instruction; their clocks are those of the trap.
";

fn main() -> std::io::Result<()> {
    std::fs::write(path(), reference())
}

/// Returns the path of the reference.
pub(crate) fn path() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/reference/instructions.md")
}

/// Returns the complete text of the reference.
pub(crate) fn reference() -> String {
    let mut operations = Operation::ALL.to_vec();
    operations.sort_by_key(|operation| operation.mnemonic());
    let mut text = INTRODUCTION.to_string();
    let _ = writeln!(text, "\n{} operations, {} forms.\n", operations.len(), FORMS.len());
    text.push_str("| instruction | operands | bits | clocks | flags | P | does |\n");
    text.push_str("|---|---|---|---|---|---|---|\n");
    for operation in operations {
        for form in forms_of(operation) {
            text.push_str(&row(form));
        }
    }
    text.push_str("\n## First words without an instruction\n\n");
    let mut names: Vec<&str> = HOLES.iter().map(|hole| hole.name).collect();
    names.dedup();
    for name in names {
        let of_name = |word: &u16| hole(*word).is_some_and(|hole| hole.name == name);
        let words: Vec<u16> = (0..=0xFFFF).filter(of_name).collect();
        let mut bytes: Vec<String> = words.iter().map(|word| format!("{:02X}", word >> 8)).collect();
        bytes.dedup();
        let _ = writeln!(text, "* {name}: {} words, high bytes {}", words.len(), bytes.join(" "));
    }
    text
}

fn row(form: &Form) -> String {
    let operands: Vec<String> = form.operands.iter().map(ToString::to_string).collect();
    format!(
        "| {} | {} | `{}` | {} | {} | {} | {} |\n",
        form.operation.mnemonic().to_uppercase(),
        operands.join(", "),
        form.pattern,
        clocks(form.clocks).replace('|', "\\|"),
        form.flags,
        if form.privileged { "P" } else { "" },
        form.operation.summary(),
    )
}

fn clocks(clocks: Clocks) -> String {
    let Clocks { nonsegmented, short, long } = clocks;
    if nonsegmented == short && short == long {
        return nonsegmented.to_string();
    }
    format!("{nonsegmented} {short} {long}")
}
