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
