//! Operands: the kinds that a form can take, and the values that an instruction has.

use alloc::format;
use alloc::string::{String, ToString};
use core::fmt;

use super::Mode;

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
    /// Whether the instruction writes it: the register, the memory at the address, or the port.
    pub written: bool,
    /// How the instruction moves the pointer that the operand names: up (1), down (-1) or not at all (0).
    pub step: i8,
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
    /// `@Rn` that names an I/O port: a word register in both modes, R0 too.
    PortIndirect,
    /// `address`: a direct address in the words that follow.
    Direct,
    /// `address(Rn)`: a direct address and a word register as index; n is not 0.
    Indexed,
    /// `Rn(#displacement)`, in segmented mode `RRn(#displacement)`; n is not 0.
    Base,
    /// `Rn(Rx)`, in segmented mode `RRn(Rx)`; n is not 0, the index may be any word register.
    BaseIndex,
    /// `#data`: a byte, written in both halves of the word that follows.
    Immediate8,
    /// `#data`: the word that follows.
    Immediate16,
    /// `#data`: the two words that follow.
    Immediate32,
    /// `#data`: a byte within the first word (`LDB Rbd,#data`).
    ImmediateByte,
    /// `#0` to `#255`: an unsigned byte within the first word (`SC`, extended instructions).
    Code,
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
    /// Program address within -254 to +256 of the instruction: `JR`. Even, as all program
    /// addresses.
    Relative8,
    /// Program address within -252 to +2 of the instruction, backwards only: `DJNZ`, `DBJNZ`.
    Relative7,
    /// Program address within -4092 to +4098 of the instruction: `CALR`.
    Relative12,
    /// Address relative to the next instruction, any within the segment: `LDR`, `LDAR`.
    Relative16,
    /// `#port` or `port`: a port address in the word that follows.
    Port,
    /// A condition code that must be written: `TCC`, `CPI`.
    Condition,
    /// A condition code that may be left out, with its comma, for always: `JP`, `JR`, `RET`.
    BranchCondition,
    /// Flag names `C`, `Z`, `S`, `P`, `V` separated by commas, at least one.
    Flags,
    /// Interrupt names `VI`, `NVI` separated by commas, at least one.
    Interrupts,
    /// A control register: `FCW`, `REFRESH`, `PSAPSEG`, `PSAPOFF` (`PSAP`), `NSPSEG`,
    /// `NSPOFF` (`NSP`).
    Control,
    /// `FLAGS`, the control register of `LDCTLB`.
    ControlByte,
}

impl Kind {
    /// Whether the operand is an address in the words that follow: its length depends on the mode.
    #[must_use]
    pub const fn is_address(self) -> bool {
        matches!(self, Self::Direct | Self::Indexed)
    }
}

/// The operands of a row of the table, as the manual writes them and with the marks of the table: `"=rd,address(rs)"`.
///
/// The letter after a register's kind is that of its field; [`named`] has the other kinds.
///
/// # Panics
///
/// On an unknown operand, which in a row is a compile error.
pub(crate) const fn parse<const N: usize>(text: &str) -> [Operand; N] {
    let mut list = [plain(Kind::Word, b'-'); N];
    let (mut index, mut rest) = (0, text.as_bytes());
    while index < N {
        let (operand, tail) = rest.split_at(find(rest, b','));
        list[index] = parse_marked(operand);
        rest = if tail.is_empty() { tail } else { tail.split_at(1).1 };
        index += 1;
    }
    assert!(rest.is_empty(), "as many operands as commas, and one");
    list
}

/// The number of operands that [`parse`] finds.
pub(crate) const fn count(text: &str) -> usize {
    let mut count = if text.is_empty() { 0 } else { 1 };
    let mut at = 0;
    while at < text.len() {
        if text.as_bytes()[at] == b',' {
            count += 1;
        }
        at += 1;
    }
    count
}

const fn parse_marked(text: &[u8]) -> Operand {
    let (written, text) = match text {
        [b'=', text @ ..] => (true, text),
        _ => (false, text),
    };
    let (step, text) = match text {
        [text @ .., b'+'] => (1, text),
        [text @ .., b'-'] => (-1, text),
        _ => (0, text),
    };
    let operand = parse_one(text);
    assert!(
        step == 0 || matches!(operand.kind, Kind::Indirect),
        "only pointers move"
    );
    Operand {
        written,
        step,
        ..operand
    }
}

const fn parse_one(text: &[u8]) -> Operand {
    match *text {
        [b'r', field] => plain(Kind::Word, field),
        [b'r', b'b', field] => plain(Kind::Byte, field),
        [b'r', b'r', field] => plain(Kind::Long, field),
        [b'r', b'q', field] => plain(Kind::Quad, field),
        [b'p', b'r', field] => plain(Kind::Pointer, field),
        [b'@', b'r', field] => plain(Kind::Indirect, field),
        [b'@', b'p', field] => plain(Kind::PortIndirect, field),
        [b'a', b'd', b'd', b'r', b'e', b's', b's', b'(', b'r', field, b')'] => plain(Kind::Indexed, field),
        [b'r', field, b'(', b'#', b'd', b'i', b's', b'p', b')'] => plain(Kind::Base, field),
        [b'r', field, b'(', b'r', second, b')'] => Operand {
            second,
            ..plain(Kind::BaseIndex, field)
        },
        _ => named(text),
    }
}

const fn named(text: &[u8]) -> Operand {
    let (kind, field) = match text {
        b"address" => (Kind::Direct, b'-'),
        b"#data8" => (Kind::Immediate8, b'-'),
        b"#data16" => (Kind::Immediate16, b'-'),
        b"#data32" => (Kind::Immediate32, b'-'),
        b"#byte" => (Kind::ImmediateByte, b'i'),
        b"#code" => (Kind::Code, b'i'),
        b"#nibble" => (Kind::Nibble, b'i'),
        b"#bit" => (Kind::Nibble, b'b'),
        b"#bit8" => (Kind::ByteBit, b'b'),
        b"#count" => (Kind::Count, b'n'),
        b"#turn" => (Kind::Rotation, b'n'),
        b"#left" => (Kind::ShiftLeft, b'n'),
        b"#right" => (Kind::ShiftRight, b'n'),
        b"target7" => (Kind::Relative7, b'p'),
        b"target8" => (Kind::Relative8, b'p'),
        b"target12" => (Kind::Relative12, b'p'),
        b"target16" => (Kind::Relative16, b'-'),
        b"port" => (Kind::Port, b'-'),
        b"cc" => (Kind::Condition, b'c'),
        b"[cc]" => (Kind::BranchCondition, b'c'),
        b"flags" => (Kind::Flags, b'f'),
        b"interrupts" => (Kind::Interrupts, b'i'),
        b"control" => (Kind::Control, b'c'),
        b"FLAGS" => (Kind::ControlByte, b'-'),
        _ => panic!("an unknown operand"),
    };
    plain(kind, field)
}

const fn plain(kind: Kind, field: u8) -> Operand {
    Operand {
        kind,
        field,
        second: b'-',
        written: false,
        step: 0,
    }
}

const fn find(text: &[u8], wanted: u8) -> usize {
    let mut at = 0;
    while at < text.len() && text[at] != wanted {
        at += 1;
    }
    at
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

impl Address {
    /// An address of non-segmented mode.
    #[must_use]
    pub const fn flat(offset: u16) -> Self {
        Self {
            segment: 0,
            offset,
            short: false,
        }
    }

    /// A segmented address, to be written in two words. The segment is 0 to 127.
    #[must_use]
    pub const fn segmented(segment: u8, offset: u16) -> Self {
        Self {
            segment,
            offset,
            short: false,
        }
    }

    /// The address `bytes` further on in the same segment; offsets wrap round.
    #[must_use]
    pub const fn offset_by(self, bytes: u16) -> Self {
        Self {
            offset: self.offset.wrapping_add(bytes),
            ..self
        }
    }
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
    /// Immediate data, bit numbers, counts, shift distances and ports, as written.
    ///
    /// Data and ports of n bits may be signed (from -2^(n-1)) or unsigned (to 2^n - 1); the
    /// decoder gives them unsigned.
    Immediate(i64),
    /// Target of a relative jump, call or load, as an absolute address.
    Target(Address),
    /// Condition code, 0 to 15.
    Condition(u8),
    /// Flag bits as in the instruction: C = 8, Z = 4, S = 2, P/V = 1.
    Flags(u8),
    /// Interrupts named: VI = 2, NVI = 1 (the instruction has them complemented).
    Interrupts(u8),
    /// Control register number, the field of `LDCTL`; 1 is the flag byte, of `LDCTLB`.
    Control(u8),
}

impl fmt::Display for Operand {
    /// As the manual writes it: `Rd`, `@Rs`, `address(Rs)`, `#data`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let field = char::from(self.field);
        match self.kind {
            Kind::Byte => write!(f, "Rb{field}"),
            Kind::Word => write!(f, "R{field}"),
            Kind::Long => write!(f, "RR{field}"),
            Kind::Quad => write!(f, "RQ{field}"),
            Kind::Pointer => write!(f, "Rp{field}"),
            Kind::Indirect | Kind::PortIndirect => write!(f, "@R{field}"),
            Kind::Direct => f.write_str("address"),
            Kind::Indexed => write!(f, "address(R{field})"),
            Kind::Base => write!(f, "R{field}(#disp)"),
            Kind::BaseIndex => write!(f, "R{field}(R{})", char::from(self.second)),
            Kind::Immediate8 | Kind::Immediate16 | Kind::Immediate32 | Kind::ImmediateByte => f.write_str("#data"),
            Kind::Code => f.write_str("#code"),
            Kind::Nibble | Kind::ByteBit => write!(f, "#{field}"),
            Kind::Count | Kind::Rotation | Kind::ShiftLeft | Kind::ShiftRight => f.write_str("#n"),
            Kind::Relative7 | Kind::Relative8 | Kind::Relative12 | Kind::Relative16 => f.write_str("target"),
            Kind::Port => f.write_str("port"),
            Kind::Condition => f.write_str("cc"),
            Kind::BranchCondition => f.write_str("[cc]"),
            Kind::Flags => f.write_str("flags"),
            Kind::Interrupts => f.write_str("interrupts"),
            Kind::Control => f.write_str("control"),
            Kind::ControlByte => f.write_str("FLAGS"),
        }
    }
}

impl Operand {
    /// As it is written in a mode: pointers are registers without segmented mode, and pairs with it.
    pub(super) fn written(self, mode: Mode) -> String {
        let field = char::from(self.field);
        let pair = match mode {
            Mode::Nonsegmented => "R",
            Mode::Segmented => "RR",
        };
        match self.kind {
            Kind::Pointer => format!("{pair}{field}"),
            Kind::Indirect => format!("@{pair}{field}"),
            Kind::Base => format!("{pair}{field}(#disp)"),
            Kind::BaseIndex => format!("{pair}{field}(R{})", char::from(self.second)),
            _ => self.to_string(),
        }
    }
}
