//! The instruction table: one row per form, one file per family.
//!
//! A row reads
//!
//! ```text
//! Add "=rd,@rs" "0000 0001 SSSS dddd" "7" "CZSV--" => binary<Word, Add>;
//! ```
//!
//! 1. The operation, one per mnemonic. A line above its first row has the operation's summary.
//! 2. The operands, in the order of the assembler. `=` marks an operand that the instruction writes, `+` or `-` a
//!    pointer that it moves up or down. The letters after the register's kind name the field that holds its number.
//! 3. The bits, as the manual writes them; see [`Pattern`](super::Pattern).
//! 4. The clocks of non-segmented mode, then those of segmented mode where no rule gives them: one figure for both
//!    lengths of an address, or one for short and one for long; see [`Clocks`](super::Clocks).
//! 5. The flags that the instruction changes, in the order C Z S P/V D H; a dash for each that it leaves alone.
//! 6. `P` if the instruction is privileged.
//! 7. What the processor does: a function of its module `ops`, with the operand size and whatever else the function is
//!    generic over. It finds operands, flags and clocks in the row. Nothing but the processor expands this column.
//!
//! The table is a macro: `instructions!` hands all rows to another macro, which makes of them what it needs.

mod arithmetic;
mod bits;
mod block;
mod control;
mod extended;
mod io;
mod load;
mod logic;
mod rotate;

pub(crate) use {
    arithmetic::arithmetic, bits::bits, block::block, control::control, extended::extended, io::io, load::load,
    logic::logic, rotate::rotate,
};

use super::form::form;
use super::{Form, Operation};

/// Hands every row of the table to a macro that makes items of them, as `; rows`. Each family puts its rows behind
/// those that it was given, and passes them on to the next one.
macro_rules! instructions {
    ($expand:path) => {
        $crate::isa::table::load! {
            $crate::isa::table::arithmetic, $crate::isa::table::logic, $crate::isa::table::bits,
            $crate::isa::table::rotate, $crate::isa::table::block, $crate::isa::table::io,
            $crate::isa::table::control, $crate::isa::table::extended, $expand;
        }
    };
}
pub(crate) use instructions;

/// Makes the rows a list of forms.
macro_rules! forms {
    (; $($summary:literal: $($name:ident),+; $($operation:ident $operands:literal $bits:literal $clocks:literal
        $flags:literal $($right:ident)? => $function:ident $(<$($parameter:ty),+>)?;)+)+) => {
        const ROWS: &[Form] = &[$($(form!($operation $operands $bits $clocks $flags $($right)?)),+),+];
    };
}
instructions!(forms);

/// The number of forms.
pub const FORM_COUNT: usize = ROWS.len();

/// Every form of every instruction; the forms of an operation are neighbours, the one that an assembler prefers first.
pub static FORMS: [Form; FORM_COUNT] = {
    let mut forms = [ROWS[0]; FORM_COUNT];
    forms.copy_from_slice(ROWS);
    forms
};

/// First form of each operation, and the number of its forms.
static RANGES: [(u16, u16); Operation::ALL.len()] = {
    let mut ranges = [(0, 0); Operation::ALL.len()];
    let mut index = 0;
    while index < FORM_COUNT {
        let range = &mut ranges[FORMS[index].operation as usize];
        if range.1 == 0 {
            range.0 = index as u16;
        }
        assert!(
            (range.0 + range.1) as usize == index,
            "forms of an operation are neighbours"
        );
        range.1 += 1;
        index += 1;
    }
    ranges
};

/// The forms of an operation, the one that an assembler prefers first; never empty.
#[must_use]
pub fn forms_of(operation: Operation) -> &'static [Form] {
    let (first, count) = RANGES[operation as usize];
    &FORMS[usize::from(first)..usize::from(first + count)]
}
