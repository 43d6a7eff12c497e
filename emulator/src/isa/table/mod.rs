//! The instruction table: one row per form, one file per family.
//!
//! A row looks like this:
//!
//! ```text
//! Add "=rd,@rs" "0000 0001 SSSS dddd" "7" "CZSV--" => binary<Word, Add>;
//! ```
//!
//! 1. The operation, one per mnemonic. The line above its first row is the operation's summary.
//! 2. The operands, in the order of the assembler. `=` marks an operand that the instruction writes, and `+` or `-` a
//!    pointer that it moves up or down. The letters after a register's kind name the field that contains its number.
//! 3. The bits, written as in the manual; see [`Pattern`](super::Pattern).
//! 4. The clocks of non-segmented mode, then those of segmented mode unless they follow from a rule: one figure for
//!    both lengths of an address, or one for short and one for long addresses; see [`Clocks`](super::Clocks).
//! 5. The flags that the instruction changes, in the order C Z S P/V D H; a dash for each unchanged flag.
//! 6. `P` if the instruction is privileged.
//! 7. What the processor does: a function of its module `ops`, with the operand size and its other generic parameters.
//!    The function finds operands, flags and clocks in the row. Only the processor and the recorder of traces expand
//!    this column.
//!
//! The table is a macro: `instructions!` passes all rows to another macro, which generates what it needs.

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

/// Passes every row of the table, as `; rows`, to a macro that generates items from them. Each family appends its rows
/// to those it receives and passes them to the next family.
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
