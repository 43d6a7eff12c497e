//! What a code generator offers for the code of traces.

/// What a value is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    /// 1 or 0.
    Truth,
    /// 32 bits.
    Number,
    /// 64 bits.
    Long,
    /// An address of the host, or a difference of two.
    Pointer,
}

/// An operation on two values of the same kind, modulo its size. Comparisons are unsigned, and make truths.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Op {
    Add,
    Sub,
    Mul,
    And,
    Or,
    Xor,
    /// Shifts, by less than the size.
    Shl,
    Shr,
    /// Rotates to the left.
    Rotl,
    Equal,
    Below,
    AtMost,
}

/// What is loaded or stored. The host's words have their low byte first.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Access {
    /// A truth, in a byte.
    Truth,
    /// A number of 8 bits.
    Byte,
    /// A number of 16 bits.
    Half,
    /// A number of 16 bits with its high byte first.
    Word,
    /// A pointer, or what is added to one, of 16 bits.
    Bank,
    Long,
    Pointer,
}

/// Memories, none of which overlaps another.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Memory {
    Context,
    /// That of the emulated machine.
    Machine,
    /// Tables, directory, maps and marks, which traces do not write.
    Tables,
}

/// A place in the memory of the host: an address, and an offset to add to it.
pub(crate) type Spot<V> = (V, i32);

/// Generates the code of one trace, in order. Asides never return to the way that they leave, and there is at most one
/// loop.
pub(crate) trait Generator {
    /// A value.
    type Value: Copy;
    /// A place in the code to which a branch leads.
    type Label;

    fn is_truth(&self, value: Self::Value) -> bool;

    fn constant(&mut self, kind: Kind, number: i64) -> Self::Value;

    /// A truth or a number as a number, a long or a pointer; or bit 0 of a number as a truth, if no other is set.
    fn convert(&mut self, value: Self::Value, kind: Kind) -> Self::Value;

    /// The low 16 bits of a number.
    fn low(&mut self, value: Self::Value, kind: Kind) -> Self::Value;

    fn binary(&mut self, op: Op, a: Self::Value, b: Self::Value) -> Self::Value;

    /// An operation with a constant.
    fn with(&mut self, op: Op, a: Self::Value, b: i64) -> Self::Value;

    /// Compares the low 8, 16 or 32 bits of two numbers, signed.
    fn below_signed(&mut self, a: Self::Value, b: Self::Value, bits: u8) -> Self::Value;

    fn load(&mut self, access: Access, memory: Memory, from: Spot<Self::Value>) -> Self::Value;

    fn store(&mut self, access: Access, memory: Memory, value: Self::Value, to: Spot<Self::Value>);

    /// Begins code that is seldom run: if `when` is `set`.
    fn begin_aside(&mut self, when: Self::Value, set: bool) -> Self::Label;

    /// Ends it, after [`leave`](Self::leave) or [`next`](Self::next).
    fn end_aside(&mut self, after: Self::Label);

    /// Begins the loop; replaces the values of the first round by those of each.
    fn begin_loop(&mut self, values: &mut [Self::Value]) -> Self::Label;

    /// Begins the next round if `when` is set; otherwise goes on, which is seldom.
    fn repeat(&mut self, start: Self::Label, when: Self::Value, next: &[Self::Value]);

    /// Leaves compiled code: records where it is.
    fn leave(&mut self, context: Self::Value, count: Self::Value, place: Self::Value);

    /// Continues with the code that a table's entry refers to.
    fn next(&mut self, arguments: [Self::Value; 4], entry: Spot<Self::Value>);
}
