//! The data types of the instruction table: what a row contains.

use alloc::borrow::ToOwned;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

use super::address::Mode;
use super::clocks::Clocks;
use super::flags::FlagSet;
use super::operand::Operand;
use super::operation::Operation;
use super::pattern::{Field, Pattern};

/// One instruction form: one row of the instruction table.
///
/// `ADD Rd,Rs` and `ADD Rd,@Rs` are two forms of the same [`Operation`]. A row is the only description of its form: the
/// decoder, the encoder, the disassembler, the processor's actions, and all cycle counts are derived from it.
///
/// # Example
///
/// ```
/// use z8000::isa::{Operation, forms_of};
///
/// let halt = &forms_of(Operation::Halt)[0];
/// assert!(halt.privileged && halt.operands.is_empty());
/// assert!(halt.pattern.matches(0, 0x7A00));
/// assert_eq!(halt.clocks.nonsegmented.clocks(0), 8);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Form {
    /// The operation, including its operand size: `ADD`, `ADDB` and `ADDL` are three operations.
    pub operation: Operation,
    /// Operands in the order in which the assembler writes them.
    pub operands: &'static [Operand],
    /// The bits of the instruction, one or two words, excluding the address, displacement and immediate words.
    pub pattern: Pattern,
    /// Execution time in clocks, for each form of address.
    pub clocks: Clocks,
    /// Flags that the instruction changes.
    pub flags: FlagSet,
    /// True if the instruction traps in normal mode.
    pub privileged: bool,
}

/// Creates the form of a row as a constant.
macro_rules! form {
    ($operation:ident $operands:literal $bits:literal $clocks:literal $flags:literal $($right:ident)?) => {{
        use $crate::isa::{Form, Operand, Operation, operand};
        const OPERANDS: [Operand; operand::count($operands)] = operand::parse($operands);
        Form::row(Operation::$operation, &OPERANDS, $bits, $clocks, $flags, concat!($(stringify!($right))?))
    }};
}
pub(crate) use form;

impl Form {
    /// The maximum number of words of an instruction: two words of pattern and a long address.
    pub const MAX_WORDS: usize = 4;

    /// Creates a row of the table. `right` is empty, or `P` for a privileged instruction.
    ///
    /// # Panics
    ///
    /// The row is inconsistent; in the table, this is a compile error.
    pub(crate) const fn row(
        operation: Operation,
        operands: &'static [Operand],
        bits: &str,
        clocks: &str,
        flags: &str,
        right: &str,
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
        assert!(matches!(right.as_bytes(), b"" | b"P"), "only `P` may follow the flags");
        Self {
            operation,
            operands,
            pattern,
            clocks: Clocks::parse(clocks, operands),
            flags: FlagSet::parse(flags),
            privileged: !right.is_empty(),
        }
    }

    /// Returns the field of an operand: a register number or a small value. `None` if the operand has no field.
    pub(crate) const fn field(&self, operand: usize) -> Option<Field> {
        self.pattern.field(self.operands[operand].field)
    }

    /// Returns the field of the second register of an operand.
    pub(crate) const fn second_field(&self, operand: usize) -> Option<Field> {
        self.pattern.field(self.operands[operand].second)
    }

    /// Returns the length in bytes of an instruction of this form. `short` tells whether its address is a short
    /// segmented one, which matters only in segmented mode.
    ///
    /// # Example
    ///
    /// ```
    /// use z8000::isa::{Mode, Operation, forms_of};
    ///
    /// let call = forms_of(Operation::Call).iter().find(|form| form.to_string() == "CALL address").expect("a form");
    /// assert_eq!(call.length(Mode::Nonsegmented, false), 4);
    /// assert_eq!(call.length(Mode::Segmented, true), 4);
    /// assert_eq!(call.length(Mode::Segmented, false), 6);
    /// ```
    pub fn length(&self, mode: Mode, short: bool) -> usize {
        let following = self.operands.iter().map(|operand| operand.kind.words(mode, short));
        2 * (self.pattern.words() + following.sum::<usize>())
    }

    /// Returns the byte offset, in an instruction of this form, at which the address or number of an operand begins,
    /// either in the words after the pattern or in a field of the pattern; 0 if it is in neither, or the form has no
    /// such operand. A field of up to eight bits is within one byte.
    ///
    /// # Example
    ///
    /// ```
    /// use z8000::isa::{Mode, Operation, forms_of};
    ///
    /// // LDK R1,#5 is BD 15, and the number in the second byte.
    /// assert_eq!(forms_of(Operation::Ldk)[0].byte_of(1, Mode::Nonsegmented, false), 1);
    /// ```
    pub fn byte_of(&self, operand: usize, mode: Mode, short: bool) -> usize {
        let Some(own) = self.operands.get(operand) else { return 0 };
        if own.kind.words(mode, short) > 0 {
            let following = self.operands[..operand]
                .iter()
                .map(|operand| operand.kind.words(mode, short));
            return 2 * (self.pattern.words() + following.sum::<usize>());
        }
        self.field(operand).map_or(0, |field| {
            let right_half = field.shift < 8 && field.width <= 8;
            2 * usize::from(field.word) + usize::from(right_half)
        })
    }

    /// Returns the syntax of the form in a mode, such as `ADD Rd, @RRs` in segmented mode.
    ///
    /// # Example
    ///
    /// ```
    /// use z8000::isa::{Mode, Operation, forms_of};
    ///
    /// let written = |mode| forms_of(Operation::Add).iter().map(|form| form.written(mode)).collect::<Vec<_>>();
    /// assert!(written(Mode::Nonsegmented).contains(&"ADD Rd, @Rs".to_owned()));
    /// assert!(written(Mode::Segmented).contains(&"ADD Rd, @RRs".to_owned()));
    /// ```
    pub fn written(&self, mode: Mode) -> String {
        let operands: Vec<String> = self.operands.iter().map(|operand| operand.written(mode)).collect();
        let name = self.operation.mnemonic().to_uppercase();
        format!("{name} {}", operands.join(", ")).trim_end().to_owned()
    }
}

impl fmt::Display for Form {
    /// Formats the form as in the manual: `ADD Rd, @Rs`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.operation.mnemonic().to_uppercase())?;
        for (index, operand) in self.operands.iter().enumerate() {
            write!(f, "{}{operand}", if index == 0 { " " } else { ", " })?;
        }
        Ok(())
    }
}
