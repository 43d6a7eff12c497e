//! The vocabulary of the instruction table: what one row says.

use super::clocks::Clocks;
use super::flags::FlagSet;
use super::mode::Mode;
use super::operand::{Kind, Operand};
use super::operation::Operation;
use super::pattern::Pattern;

/// One instruction form: one row of the instruction table.
///
/// `ADD Rd,Rs` and `ADD Rd,@Rs` are two forms of the same [`Operation`]. A row is the only
/// description of its form; the decoder, the encoder, the disassembler, the processor's dispatch
/// and every cycle figure are derived from it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Form {
    /// What the instruction does, with its operand size: `ADD`, `ADDB` and `ADDL` are three.
    pub operation: Operation,
    /// Operands in the order in which the assembler writes them.
    pub operands: &'static [Operand],
    /// The bits of the instruction, one or two words, without address, displacement and
    /// immediate words.
    pub pattern: Pattern,
    /// Execution time.
    pub clocks: Clocks,
    /// Flags that the instruction changes.
    pub flags: FlagSet,
    /// Whether the instruction traps in normal mode.
    pub privileged: bool,
}

/// Declares rows of the instruction table, one form a line: operation, operands, bits, clocks,
/// flags and, where it is so, `privileged`.
///
/// Clocks are those of non-segmented mode, then those of segmented mode where no rule gives them:
/// one figure for both ways of writing an address, or one for short and one for long.
macro_rules! forms {
    ($list:ident:
     $($operation:ident $operands:literal $bits:literal $clocks:literal $flags:literal
       $($privileged:ident)?;)*) => {
        pub(super) const $list: &[$crate::isa::Form] = &[$({
            use $crate::isa::{Form, Operand, Operation, operand};
            const OPERANDS: [Operand; operand::count($operands)] = operand::parse($operands);
            const RIGHTS: &[&str] = &[$(stringify!($privileged))?];
            Form::row(Operation::$operation, &OPERANDS, $bits, $clocks, $flags, RIGHTS)
        },)*];
    };
}
pub(super) use forms;

impl Form {
    /// The most words that an instruction has: two words of pattern and a long address.
    pub const MAX_WORDS: usize = 4;

    /// One row of the table; see [`forms`].
    ///
    /// # Panics
    ///
    /// On a row that contradicts itself, which in the table is a compile error.
    pub(super) const fn row(
        operation: Operation,
        operands: &'static [Operand],
        bits: &str,
        clocks: &str,
        flags: &str,
        rights: &[&str],
    ) -> Self {
        let pattern = Pattern::parse(bits);
        let mut used = 0;
        let mut index = 0;
        while index < operands.len() {
            let operand = operands[index];
            assert!(operand.field == b'-' || pattern.field(operand.field).is_some());
            assert!(operand.second == b'-' || pattern.field(operand.second).is_some());
            used += (operand.field != b'-') as usize + (operand.second != b'-') as usize;
            index += 1;
        }
        assert!(used == pattern.field_count(), "every field belongs to an operand");
        let privileged = match rights {
            [] => false,
            [right] => {
                assert!(
                    matches!(right.as_bytes(), b"privileged"),
                    "only `privileged` may follow"
                );
                true
            }
            _ => panic!("only `privileged` may follow"),
        };
        Self {
            operation,
            operands,
            pattern,
            clocks: Clocks::parse(clocks, operands),
            flags: FlagSet::parse(flags),
            privileged,
        }
    }

    /// Length in bytes of an instruction of this form. `short` says whether an address that it
    /// holds is a short segmented one; it counts in segmented mode only.
    #[must_use]
    pub fn length(&self, mode: Mode, short: bool) -> usize {
        let address = if mode == Mode::Segmented && !short { 2 } else { 1 };
        let extra = self.operands.iter().map(|operand| match operand.kind {
            kind if kind.is_address() => address,
            Kind::Base | Kind::Immediate8 | Kind::Immediate16 | Kind::Port | Kind::Relative16 => 1,
            Kind::Immediate32 => 2,
            _ => 0,
        });
        2 * (self.pattern.words() + extra.sum::<usize>())
    }
}
