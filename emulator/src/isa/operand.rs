//! Operands: the kinds that a form can take, and the values that an instruction has.

/// An operand of a form: how it is written, and which field of the bit pattern holds it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Operand {
    /// How it is written and what it may hold.
    pub kind: Kind,
    /// The letter of its field in the [`Pattern`](super::Pattern); `-` where the operand has no
    /// field there (it is implied, or all of it stands in the words that follow).
    pub field: u8,
    /// The letter of a second field: the index register of [`Kind::BaseIndex`]; otherwise `-`.
    pub second: u8,
}

/// The kinds of operands, each with its spelling.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Kind {
    /// `RHn` or `RLn`: a byte register.
    Byte,
    /// `Rn`: a word register.
    Word,
    /// `RRn`, n even: a register pair.
    Long,
    /// `RQn`, n a multiple of four: a register quadruple.
    Quad,
    /// The register that receives an address: `Rn`, in segmented mode `RRn` (LDA, LDAR).
    Pointer,
    /// `@Rn`, in segmented mode `@RRn`; n is not 0.
    Indirect,
    /// `@Rn` that names an I/O port: a word register in both modes.
    PortIndirect,
    /// `address`: a direct address in the words that follow.
    Direct,
    /// `address(Rn)`: a direct address and a word register as index; n is not 0.
    Indexed,
    /// `Rn(#displacement)`, in segmented mode `RRn(#displacement)`; n is not 0.
    Base,
    /// `Rn(Rx)`, in segmented mode `RRn(Rx)`; neither is 0... the index may be any register.
    BaseIndex,
    /// `#data`: a byte, written in both halves of the word that follows.
    Immediate8,
    /// `#data`: the word that follows.
    Immediate16,
    /// `#data`: the two words that follow.
    Immediate32,
    /// `#data`: a byte within the first word (`LDB Rbd,#data`, `SC #src`).
    ImmediateByte,
    /// `#0` to `#15` in four bits: `LDK`, bit numbers of words.
    Nibble,
    /// `#1` to `#16` in four bits, one less than written: `INC`, `DEC`, `LDM`.
    Count,
    /// `#0` to `#7`: bit numbers of bytes.
    ///
    /// The field has four bits; the chip ignores the highest.
    ByteBit,
    /// `#1` or `#2`: distance of a rotation, in one bit.
    Rotation,
    /// `#n`: distance of a left shift in the second word, 0 to the operand's width in bits.
    ShiftLeft,
    /// `#n`: distance of a right shift in the second word as a negative number, 1 to the
    /// operand's width.
    ShiftRight,
    /// Program address within -254 to +256 of the instruction: `JR`.
    Relative8,
    /// Program address within -252 to +2 of the instruction, backwards only: `DJNZ`, `DBJNZ`.
    Relative7,
    /// Program address within -4092 to +4098 of the instruction: `CALR`.
    Relative12,
    /// Address relative to the next instruction, any distance: `LDR`, `LDAR`.
    Relative16,
    /// `#port` or `port`: a port address in the word that follows.
    Port,
    /// A condition code; may be left out where the table says always (`JP`, `JR`, `RET`).
    Condition,
    /// Flag names `C`, `Z`, `S`, `P`, `V` separated by commas.
    Flags,
    /// Interrupt names `VI`, `NVI` separated by commas.
    Interrupts,
    /// A control register: `FCW`, `REFRESH`, `PSAPSEG`, `PSAPOFF` (`PSAP`), `NSPSEG`,
    /// `NSPOFF` (`NSP`).
    Control,
    /// `FLAGS`, the control register of `LDCTLB`.
    ControlByte,
}

/// A memory address as an instruction holds it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Address {
    /// Segment, 0 to 127; 0 in non-segmented mode.
    pub segment: u8,
    /// Offset within the segment.
    pub offset: u16,
    /// Whether a segmented address takes the short, one-word form (offset 0 to 255).
    pub short: bool,
}

/// The value of an operand in one instruction.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Value {
    /// Register number as the field holds it: 0 to 15 (byte registers RH0-RH7 = 0-7,
    /// RL0-RL7 = 8-15). Also for indirect operands.
    Register(u8),
    /// [`Kind::Direct`].
    Address(Address),
    /// [`Kind::Indexed`].
    Indexed(Address, u8),
    /// [`Kind::Base`]: register and displacement.
    Base(u8, u16),
    /// [`Kind::BaseIndex`]: base and index register.
    BaseIndex(u8, u8),
    /// Immediate data, bit numbers, counts, shift distances (always as written, positive) and
    /// ports.
    Immediate(u32),
    /// Target of a relative jump, call or load, as an absolute address.
    Target(Address),
    /// Condition code, 0 to 15.
    Condition(u8),
    /// Flag bits as in the instruction: C = 8, Z = 4, S = 2, P/V = 1.
    Flags(u8),
    /// Interrupts named: VI = 2, NVI = 1.
    Interrupts(u8),
    /// Control register number, the field of `LDCTL`.
    Control(u8),
}
