//! The operations of a script: each works on numbers of 32 bits in slots.

/// What an operation does. In its description, `to`, `a` and `b` are the numbers in those slots and `k` is the constant
/// of the operation. Sums, differences and products wrap around. A truth is 1 or 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Code {
    /// to = k
    Constant,
    /// to = a
    Copy,
    /// to = a + b
    Add,
    /// to = a + k
    AddConstant,
    /// to = the lower 16 bits of a + b
    AddWord,
    /// to = the lower 16 bits of a + k
    AddWordConstant,
    /// to = a - b
    Sub,
    /// to = the lower 16 bits of a - b
    SubWord,
    /// to = a * b
    Mul,
    /// to = a * k
    MulConstant,
    /// to = a & b
    And,
    /// to = a & k
    AndConstant,
    /// to = a | b
    Or,
    /// to = a | k
    OrConstant,
    /// to = a ^ b
    Xor,
    /// to = a ^ k
    XorConstant,
    /// to = a << k
    ShiftLeft,
    /// to = a >> k
    ShiftRight,
    /// to = 1 << a
    Power,
    /// to = a == b
    Equal,
    /// to = a == k
    EqualConstant,
    /// to = a != b
    Unequal,
    /// to = a != k
    UnequalConstant,
    /// to = bit k of a
    Bit,
    /// to = a < b
    Below,
    /// to = a < k
    BelowConstant,
    /// to = a < b with sign, after a shift of both to the left by k
    BelowSigned,
    /// to = whether the lower 8 bits of a have an even number of ones
    EvenParity,
    /// to = the byte of data memory at a + k
    LoadByte,
    /// to = the word of data memory at a + k
    LoadWord,
    /// to = the byte of program memory at a + k
    LoadProgramByte,
    /// to = the word of program memory at a + k
    LoadProgramWord,
    /// the byte of data memory at a + k = b
    StoreByte,
    /// the word of data memory at a + k = b
    StoreWord,
    /// Goes k operations ahead if a is 0.
    SkipUnless,
    /// The same if a is not 0.
    SkipIf,
    /// The same if a and b differ.
    SkipUnlessEqual,
    /// The same if they are equal.
    SkipIfEqual,
    /// Goes as many operations ahead as the lower half of k says if a is not its upper half.
    SkipUnlessEqualConstant,
    /// The same if it is.
    SkipIfEqualConstant,
    /// Leaves by the exit with the number k, or begins the next round.
    Exit,
    /// The same; PC is a.
    ExitTo,
}

/// An operation. Slots that it does not use are of no account.
#[derive(Debug, Clone, Copy)]
pub(super) struct Op<S> {
    pub(super) code: Code,
    pub(super) to: S,
    pub(super) a: S,
    pub(super) b: S,
    pub(super) k: u32,
}

impl Code {
    /// Whether the operation reads slot `a`, reads slot `b`, and writes slot `to`.
    pub(super) const fn slots(self) -> (bool, bool, bool) {
        match self {
            Self::Exit => (false, false, false),
            Self::Constant => (false, false, true),
            Self::ExitTo | Self::SkipIf | Self::SkipUnless => (true, false, false),
            Self::SkipIfEqualConstant | Self::SkipUnlessEqualConstant => (true, false, false),
            Self::SkipIfEqual | Self::SkipUnlessEqual | Self::StoreByte | Self::StoreWord => (true, true, false),
            Self::Add | Self::AddWord | Self::Sub | Self::SubWord | Self::Mul => (true, true, true),
            Self::And | Self::Or | Self::Xor => (true, true, true),
            Self::Equal | Self::Unequal | Self::Below | Self::BelowSigned => (true, true, true),
            _ => (true, false, true),
        }
    }

    /// Whether what follows may not be carried out.
    pub(super) const fn decides(self) -> bool {
        !self.slots().2 && !matches!(self, Self::StoreByte | Self::StoreWord)
    }
}
