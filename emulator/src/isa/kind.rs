//! Kinds of operands: how each is written, its parts, and its possible values.
//!
//! A row of the table below is the only description of a kind in this module: the decoder, encoder and disassembler
//! process its parts. How the processor uses operands is described in `cpu/addressing.rs`.

use super::address::{Address, Mode};

/// A part of an operand.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Part {
    /// The location of the part in the instruction.
    pub place: Place,
    /// The contents of the part.
    pub content: Content,
}

/// The location of a part of an operand in an instruction. Words follow those of the pattern, in the order of the
/// parts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Place {
    /// In the operand's field of the pattern.
    Field,
    /// In the operand's second field of the pattern.
    Second,
    /// In a word or, in segmented mode with a long address, in two words.
    Address,
    /// In both halves of a word that follows the pattern.
    Halves,
    /// In a word that follows the pattern.
    Word,
    /// In two words that follow the pattern.
    Long,
    /// Not encoded: its value is always the same.
    Implied,
}

impl Place {
    /// Returns the width of the part in bits; 0 if a field or the mode determines it.
    pub(super) const fn width(self) -> u8 {
        match self {
            Self::Halves => 8,
            Self::Word => 16,
            Self::Long => 32,
            Self::Field | Self::Second | Self::Address | Self::Implied => 0,
        }
    }

    /// Returns the number of words after the pattern that contain the part.
    pub(super) const fn words(self, mode: Mode, short: bool) -> usize {
        match (self, mode, short) {
            (Self::Address, Mode::Segmented, false) | (Self::Long, ..) => 2,
            (Self::Address | Self::Halves | Self::Word, ..) => 1,
            (Self::Field | Self::Second | Self::Implied, ..) => 0,
        }
    }
}

/// The contents of a part of an operand.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Content {
    /// A register: [`Value::Register`].
    Register(Registers),
    /// An address: [`Value::Address`].
    Address,
    /// A number: [`Value::Immediate`].
    Number(Number),
    /// A distance from the next instruction: [`Value::Target`].
    Relative(Reach),
    /// A condition code: [`Value::Condition`].
    Condition,
    /// A set of flags: [`Value::Flags`].
    Flags,
    /// A set of interrupts: [`Value::Interrupts`].
    Interrupts,
    /// A control register of `LDCTL`: [`Value::Control`].
    Control,
    /// The control register of `LDCTLB`: [`Value::Control`].
    FlagByte,
}

/// The registers that a part of an operand may specify.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Registers {
    /// A byte register, `RHn` or `RLn`.
    Byte,
    /// A word register, `Rn`.
    Word,
    /// A register pair, `RRn`, n even.
    Long,
    /// A register quadruple, `RQn`, n a multiple of four.
    Quad,
    /// A pointer: `Rn` or, in segmented mode, `RRn`.
    Pointer,
}

impl Registers {
    /// Returns the number of word registers in each of these registers; 1 for a byte register.
    pub(super) const fn size(self, mode: Mode) -> u8 {
        match (self, mode) {
            (Self::Byte | Self::Word, _) | (Self::Pointer, Mode::Nonsegmented) => 1,
            (Self::Long, _) | (Self::Pointer, Mode::Segmented) => 2,
            (Self::Quad, _) => 4,
        }
    }
}

/// The numbers that a part of n bits may contain.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Number {
    /// Signed or unsigned, -2^(n-1) to 2^n - 1.
    Data,
    /// 0 to 2^n - 1, displayed in hexadecimal.
    Code,
    /// 0 to 2^n - 1, displayed in decimal.
    Small,
    /// 1 to 2^n; the bits contain one less.
    Count,
    /// 0 to 2^(n-1), for a left shift.
    Left,
    /// 1 to 2^(n-1), for a right shift; the bits contain the negative number.
    Right,
}

/// The range and the unit of a relative address.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Reach {
    /// The minimum number of units from the next instruction.
    pub min: i32,
    /// The maximum number of units from the next instruction.
    pub max: i32,
    /// Bytes per unit; negative if the number is subtracted.
    pub scale: i32,
}

struct Description {
    /// Its spellings in the table of instructions, each with the letter of its field. `?` and `!` stand for the letters
    /// of the first and the second field in the table.
    rows: &'static [(&'static str, u8)],
    /// Its spelling in the manual. `P` stands for a pointer register, and `*` for a register that receives an address.
    manual: &'static str,
    parts: &'static [Part],
}

/// Creates a part in the operand's field.
const fn field(content: Content) -> Part {
    part(Place::Field, content)
}

const fn register(registers: Registers) -> Part {
    field(Content::Register(registers))
}

const fn number(number: Number) -> Part {
    field(Content::Number(number))
}

/// Creates a part with data in words.
const fn data(place: Place) -> Part {
    part(place, Content::Number(Number::Data))
}

const fn relative(place: Place, min: i32, max: i32, scale: i32) -> Part {
    part(place, Content::Relative(Reach { min, max, scale }))
}

const fn part(place: Place, content: Content) -> Part {
    Part { place, content }
}

const ADDRESS: Part = part(Place::Address, Content::Address);
const SECOND: Part = part(Place::Second, Content::Register(Registers::Word));

/// Generates the enumeration of kinds and their descriptions from the rows.
macro_rules! kinds {
    ($($(#[$documentation:meta])* $kind:ident $rows:tt $manual:literal $parts:tt;)+) => {
        /// The kinds of operands, each with its spelling.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
        pub enum Kind {
            $($(#[$documentation])* $kind,)+
        }

        impl Kind {
            const ALL: &[Self] = &[$(Self::$kind),+];

            const fn description(self) -> Description {
                match self {
                    $(Self::$kind => Description { rows: &$rows, manual: $manual, parts: const { &$parts } },)+
                }
            }
        }
    };
}

kinds! {
    /// `RHn` or `RLn`: a byte register.
    Byte [("rb?", 0)] "Rb?" [register(Registers::Byte)];
    /// `Rn`: a word register.
    Word [("r?", 0)] "R?" [register(Registers::Word)];
    /// `RRn`, n even: a register pair.
    Long [("rr?", 0)] "RR?" [register(Registers::Long)];
    /// `RQn`, n a multiple of four: a register quadruple.
    Quad [("rq?", 0)] "RQ?" [register(Registers::Quad)];
    /// The register that receives an address: `Rn`, in segmented mode `RRn` (LDA, LDAR).
    Pointer [("pr?", 0)] "*?" [register(Registers::Pointer)];
    /// `@Rn`, in segmented mode `@RRn`; n is not 0.
    Indirect [("@r?", 0)] "@P?" [register(Registers::Pointer)];
    /// `@Rn` as the address of an I/O port: a word register in both modes, including R0.
    PortIndirect [("@p?", 0)] "@R?" [register(Registers::Word)];
    /// `address`: a direct address in the words that follow.
    Direct [("address", b'-')] "address" [ADDRESS];
    /// `address(Rn)`: a direct address and a word register as index; n is not 0.
    Indexed [("address(r?)", 0)] "address(R?)" [ADDRESS, register(Registers::Word)];
    /// `Rn(#displacement)`, in segmented mode `RRn(#displacement)`; n is not 0.
    Base [("r?(#disp)", 0)] "P?(#disp)" [register(Registers::Pointer), data(Place::Word)];
    /// `Rn(Rx)`, in segmented mode `RRn(Rx)`; n is not 0, the index may be any word register.
    BaseIndex [("r?(r!)", 0)] "P?(R!)" [register(Registers::Pointer), SECOND];
    /// `#data`: a byte, written in both halves of the word that follows.
    Immediate8 [("#data8", b'-')] "#data" [data(Place::Halves)];
    /// `#data`: the word that follows.
    Immediate16 [("#data16", b'-')] "#data" [data(Place::Word)];
    /// `#data`: the two words that follow.
    Immediate32 [("#data32", b'-')] "#data" [data(Place::Long)];
    /// `#data`: a byte within the first word (`LDB Rbd,#data`).
    ImmediateByte [("#byte", b'i')] "#data" [number(Number::Data)];
    /// `#0` to `#255`: an unsigned byte within the first word (`SC`, extended instructions).
    Code [("#code", b'i')] "#code" [number(Number::Code)];
    /// `#0` to `#15` in four bits: `LDK`, bit numbers of words.
    Nibble [("#nibble", b'i'), ("#bit", b'b')] "#?" [number(Number::Small)];
    /// `#1` to `#16` in four bits, one less than written: `INC`, `DEC`, `LDM`.
    Count [("#count", b'n')] "#n" [number(Number::Count)];
    /// `#0` to `#7`: bit numbers of bytes.
    ///
    /// The field has four bits; the chip ignores the highest.
    ByteBit [("#bit8", b'b')] "#?" [number(Number::Small)];
    /// `#1` or `#2`: distance of a rotation, in one bit.
    Rotation [("#turn", b'n')] "#n" [number(Number::Count)];
    /// `#n`: distance of a left shift in the second word, 0 to the operand's width in bits.
    ShiftLeft [("#left", b'n')] "#n" [number(Number::Left)];
    /// `#n`: distance of a right shift in the second word as a negative number, 1 to the
    /// operand's width.
    ShiftRight [("#right", b'n')] "#n" [number(Number::Right)];
    /// Program address within -254 to +256 of the instruction: `JR`. Even, like all program
    /// addresses.
    Relative8 [("target8", b'p')] "target" [relative(Place::Field, -0x80, 0x7F, 2)];
    /// Program address within -252 to +2 of the instruction, backwards only: `DJNZ`, `DBJNZ`.
    Relative7 [("target7", b'p')] "target" [relative(Place::Field, 0, 0x7F, -2)];
    /// Program address within -4092 to +4098 of the instruction: `CALR`.
    Relative12 [("target12", b'p')] "target" [relative(Place::Field, -0x800, 0x7FF, -2)];
    /// Address relative to the next instruction, anywhere in the segment: `LDR`, `LDAR`.
    Relative16 [("target16", b'-')] "target" [relative(Place::Word, -0x8000, 0x7FFF, 1)];
    /// `#port` or `port`: a port address in the word that follows.
    Port [("port", b'-')] "port" [data(Place::Word)];
    /// A condition code that must be written: `TCC`, `CPI`.
    Condition [("cc", b'c')] "cc" [field(Content::Condition)];
    /// A condition code; if omitted with its comma, always true: `JP`, `JR`, `RET`.
    BranchCondition [("[cc]", b'c')] "[cc]" [field(Content::Condition)];
    /// Flag names `C`, `Z`, `S`, `P`, `V` separated by commas, at least one.
    Flags [("flags", b'f')] "flags" [field(Content::Flags)];
    /// Interrupt names `VI`, `NVI` separated by commas, at least one.
    Interrupts [("interrupts", b'i')] "interrupts" [field(Content::Interrupts)];
    /// A control register: `FCW`, `REFRESH`, `PSAPSEG`, `PSAPOFF` (`PSAP`), `NSPSEG`,
    /// `NSPOFF` (`NSP`).
    Control [("control", b'c')] "control" [field(Content::Control)];
    /// `FLAGS`, the control register of `LDCTLB`.
    ControlByte [("FLAGS", b'-')] "FLAGS" [part(Place::Implied, Content::FlagByte)];
}

impl Kind {
    /// Returns the parts of an operand of this kind, one or two, in the order in which they are written: the second one
    /// is in parentheses after the first.
    pub const fn parts(self) -> &'static [Part] {
        self.description().parts
    }

    /// Returns the spelling in the manual, with placeholders for registers and letters.
    pub(super) const fn manual(self) -> &'static str {
        self.description().manual
    }

    /// Returns true if the operand is written with `@`.
    pub const fn is_indirect(self) -> bool {
        self.manual().as_bytes()[0] == b'@'
    }

    /// Returns true if the operand has an address in the words after the pattern, so that its length depends on the
    /// mode.
    pub const fn is_address(self) -> bool {
        matches!(self.parts()[0].place, Place::Address)
    }

    /// Returns the number of words after the pattern that contain the operand.
    pub(super) fn words(self, mode: Mode, short: bool) -> usize {
        self.parts().iter().map(|part| part.place.words(mode, short)).sum()
    }

    /// Returns the kind with this spelling in the table of instructions, and the letters of its two fields.
    pub(super) const fn of_row(text: &[u8]) -> Option<(Self, u8, u8)> {
        let mut kind = 0;
        while kind < Self::ALL.len() {
            let rows = Self::ALL[kind].description().rows;
            let mut row = 0;
            while row < rows.len() {
                let (spelling, letter) = rows[row];
                if let Some((field, second)) = letters(spelling.as_bytes(), text) {
                    let field = if letter == 0 { field } else { letter };
                    return Some((Self::ALL[kind], field, second));
                }
                row += 1;
            }
            kind += 1;
        }
        None
    }

    /// Returns the value of an operand whose parts have these values; `None` if their number is wrong or, for a kind
    /// with two parts, their types are.
    pub fn value(self, parts: &[Value]) -> Option<Value> {
        match (self, parts) {
            (Self::Indexed, &[Value::Address(address), Value::Register(index)]) => Some(Value::Indexed(address, index)),
            (Self::Base, &[Value::Register(base), Value::Immediate(displacement)]) => {
                Some(Value::Base(base, displacement as u16))
            }
            (Self::BaseIndex, &[Value::Register(base), Value::Register(index)]) => Some(Value::BaseIndex(base, index)),
            (Self::Indexed | Self::Base | Self::BaseIndex, _) => None,
            (_, &[value]) => Some(value),
            _ => None,
        }
    }
}

/// Returns the letters at the positions of `?` and `!` of a spelling; `None` if the text differs elsewhere.
const fn letters(spelling: &[u8], text: &[u8]) -> Option<(u8, u8)> {
    let (mut field, mut second) = (b'-', b'-');
    if spelling.len() != text.len() {
        return None;
    }
    let mut at = 0;
    while at < text.len() {
        match spelling[at] {
            b'?' => field = text[at],
            b'!' => second = text[at],
            byte if byte != text[at] => return None,
            _ => {}
        }
        at += 1;
    }
    Some((field, second))
}

/// The value of an operand in one instruction.
///
/// # Example
///
/// ```
/// use z8000::isa::{Address, Kind, Value};
///
/// let indexed = Value::Indexed(Address::flat(0x1000), 3);
/// let (address, register) = indexed.parts();
/// assert_eq!((address, register), (Value::Address(Address::flat(0x1000)), Some(Value::Register(3))));
/// assert_eq!(Kind::Indexed.value(&[address, Value::Register(3)]), Some(indexed));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Value {
    /// Register number as encoded in the field: 0 to 15 (byte registers RH0-RH7 = 0-7, RL0-RL7 = 8-15). Also for
    /// indirect operands.
    Register(u8),
    /// A direct address: [`Kind::Direct`].
    Address(Address),
    /// An address and its index register: [`Kind::Indexed`].
    Indexed(Address, u8),
    /// A register and a displacement: [`Kind::Base`].
    Base(u8, u16),
    /// A base and an index register: [`Kind::BaseIndex`].
    BaseIndex(u8, u8),
    /// Immediate data, bit numbers, counts, shift distances and ports, as written.
    ///
    /// Data and ports of n bits may be signed (from -2^(n-1)) or unsigned (to 2^n - 1); the decoder returns them
    /// unsigned.
    Immediate(i64),
    /// Target of a relative jump, call or load, as an absolute address.
    Target(Address),
    /// Condition code, 0 to 15.
    Condition(u8),
    /// Flag bits as in the instruction: C = 8, Z = 4, S = 2, P/V = 1.
    Flags(u8),
    /// The interrupts: VI = 2, NVI = 1 (complemented in the instruction).
    Interrupts(u8),
    /// Control register number, the field of `LDCTL`; 1 is the flag byte of `LDCTLB`.
    Control(u8),
}

impl Value {
    /// Returns the values of the operand's parts, in the order of [`Kind::parts`]; the second is `None` if there is
    /// only one. [`Kind::value`] is the inverse.
    pub const fn parts(self) -> (Self, Option<Self>) {
        match self {
            Self::Indexed(address, index) => (Self::Address(address), Some(Self::Register(index))),
            Self::Base(base, displacement) => (Self::Register(base), Some(Self::Immediate(displacement as i64))),
            Self::BaseIndex(base, index) => (Self::Register(base), Some(Self::Register(index))),
            one => (one, None),
        }
    }
}
