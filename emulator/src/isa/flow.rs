//! Where a program continues after an instruction.

use super::decode::Instruction;
use super::kind::Value;
use super::names::ALWAYS;
use super::{Address, Operation};

impl Instruction {
    /// Returns true for a jump, a call or a loop.
    pub const fn jumps(&self) -> bool {
        use Operation::{Dbjnz, Djnz, Jp, Jr};
        self.calls() || matches!(self.form.operation, Jp | Jr | Djnz | Dbjnz)
    }

    /// Returns true for CALL and CALR.
    pub const fn calls(&self) -> bool {
        matches!(self.form.operation, Operation::Call | Operation::Calr)
    }

    /// Returns the address that a jump, a call or a loop contains.
    ///
    /// # Example
    ///
    /// ```
    /// use z8000::isa::{Address, Mode, decode};
    ///
    /// // JR to the instruction after the next word.
    /// let jump = decode(&[0xE801], Address::flat(0x100), Mode::Nonsegmented)?;
    /// assert_eq!(jump.target(), Some(Address::flat(0x104)));
    /// assert!(jump.jumps() && jump.ends() && !jump.calls());
    /// # Ok::<(), z8000::isa::DecodeError>(())
    /// ```
    pub fn target(&self) -> Option<Address> {
        let address = |value: &Value| match value {
            Value::Address(address) | Value::Target(address) => Some(*address),
            _ => None,
        };
        self.values().iter().find_map(address).filter(|_| self.jumps())
    }

    /// Returns true if the program never continues with the following instruction.
    pub fn ends(&self) -> bool {
        match self.form.operation {
            Operation::Jp | Operation::Jr | Operation::Ret => self.values().first() == Some(&Value::Condition(ALWAYS)),
            Operation::Halt | Operation::Iret | Operation::Ldps => true,
            _ => false,
        }
    }
}
