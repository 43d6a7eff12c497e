//! Converts instructions to text, in the dialect of the assembler.

use alloc::format;
use alloc::string::{String, ToString};
use core::fmt::{self, Display, Formatter};

use super::names;
use super::{Address, Content, Instruction, Kind, Mode, Number, Operation, Registers, Value, decode};

/// Returns the text of the first instruction in the words, and its length in bytes. If they do not begin an
/// instruction, the text is a `.word` directive for the first word. Assembling the text gives the same bytes.
///
/// Returns `None` if there are no words.
///
/// # Example
///
/// ```
/// use z8000::isa::{Address, Mode, disassemble};
///
/// let text = |words: &[u16]| disassemble(words, Address::flat(0x100), Mode::Nonsegmented);
/// assert_eq!(text(&[0x2101, 0x1234]), Some(("ld r1,#0x1234".to_owned(), 4)));
/// assert_eq!(text(&[0x7E00]), Some((".word 0x7e00".to_owned(), 2)));
/// ```
pub fn disassemble(words: &[u16], at: Address, mode: Mode) -> Option<(String, usize)> {
    let first = words.first()?;
    Some(match decode(words, at, mode) {
        Ok(instruction) => (instruction.to_string(), instruction.length.into()),
        Err(_) => (format!(".word {first:#06x}"), 2),
    })
}

impl Display for Instruction {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        self.write(f, &|_, _, _| None)
    }
}

/// How an instruction uses an address.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Use {
    /// The target of a jump or call, or a relative address.
    Program,
    /// An address to read or write.
    Data,
    /// Immediate data: a number that may be an address.
    Number,
}

/// A function that returns the name of an address, if it has one.
pub type Names<'n> = dyn Fn(Address, Use) -> Option<String> + 'n;

/// An instruction displayed with names instead of addresses.
///
/// # Example
///
/// ```
/// use z8000::isa::{Address, Mode, NamedInstruction, decode};
///
/// let call = decode(&[0x5F00, 0x1000], Address::flat(0), Mode::Nonsegmented)?;
/// let named = NamedInstruction {
///     instruction: &call,
///     names: &|at, _| (at.offset == 0x1000).then(|| "square".to_owned()),
/// };
/// assert_eq!(named.to_string(), "call square");
/// # Ok::<(), z8000::isa::DecodeError>(())
/// ```
pub struct NamedInstruction<'i, 'n> {
    /// The instruction to display.
    pub instruction: &'i Instruction,
    /// The function that returns the name of an address.
    pub names: &'n Names<'n>,
}

/// A function that returns a replacement text for the address or number of an operand, which is given by its index in
/// the form, or `None` to keep it.
pub type References<'r> = dyn Fn(usize) -> Option<String> + 'r;

/// An instruction displayed with references instead of the addresses and numbers in its bytes.
///
/// # Example
///
/// ```
/// use z8000::isa::{Address, Mode, Referring, decode};
///
/// // Before linking, the address of the call is 0.
/// let call = decode(&[0x5F00, 0], Address::flat(0), Mode::Nonsegmented)?;
/// let referring = Referring { instruction: &call, references: &|operand| Some(format!("table+{operand}")) };
/// assert_eq!(referring.to_string(), "call table+0");
/// # Ok::<(), z8000::isa::DecodeError>(())
/// ```
pub struct Referring<'i, 'r> {
    /// The instruction to display.
    pub instruction: &'i Instruction,
    /// The function that returns a replacement for an operand.
    pub references: &'r References<'r>,
}

/// Returns the replacement text for the address or number of an operand, given its index, kind and value.
type Texts<'t> = dyn Fn(usize, Kind, Value) -> Option<String> + 't;

impl Display for NamedInstruction<'_, '_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let Self { instruction, names } = self;
        instruction.write(f, &|_, kind, value| match value {
            Value::Immediate(number) => names(address_in(kind, number, instruction.mode)?, Use::Number),
            Value::Address(address) | Value::Target(address) => names(address, instruction.address_use()),
            _ => None,
        })
    }
}

impl Display for Referring<'_, '_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        self.instruction.write(f, &|operand, _, _| (self.references)(operand))
    }
}

impl Instruction {
    /// How the instruction uses its addresses.
    ///
    /// # Example
    ///
    /// ```
    /// use z8000::isa::{Address, Mode, Use, decode};
    ///
    /// let address_use = |words: &[u16]| decode(words, Address::flat(0), Mode::Nonsegmented).map(|i| i.address_use());
    /// // CALL 0x1000; LD R1,0x1000.
    /// assert_eq!(address_use(&[0x5F00, 0x1000]), Ok(Use::Program));
    /// assert_eq!(address_use(&[0x6101, 0x1000]), Ok(Use::Data));
    /// ```
    pub fn address_use(&self) -> Use {
        match self.form.operation {
            Operation::Jp | Operation::Call => Use::Program,
            _ if self.values().iter().any(|value| matches!(value, Value::Target(_))) => Use::Program,
            _ => Use::Data,
        }
    }

    fn write(&self, f: &mut Formatter<'_>, texts: &Texts<'_>) -> fmt::Result {
        f.write_str(self.form.operation.mnemonic())?;
        let mut separator = " ";
        for (index, (operand, &value)) in self.form.operands.iter().zip(self.values()).enumerate() {
            if operand.kind == Kind::BranchCondition && value == Value::Condition(names::ALWAYS) {
                continue;
            }
            f.write_str(separator)?;
            separator = ",";
            self.write_operand(f, operand.kind, value, &|kind, part| texts(index, kind, part))?;
        }
        Ok(())
    }

    fn write_operand(
        &self,
        f: &mut Formatter<'_>,
        kind: Kind,
        value: Value,
        text: &dyn Fn(Kind, Value) -> Option<String>,
    ) -> fmt::Result {
        if kind.is_indirect() {
            f.write_str("@")?;
        }
        let (first, second) = value.parts();
        let mut parts = kind.parts().iter().map(|part| part.content);
        if let Some(content) = parts.next() {
            self.write_part(f, content, first, text(kind, first))?;
        }
        if let Some((content, second)) = parts.next().zip(second) {
            f.write_str("(")?;
            self.write_part(f, content, second, text(kind, second))?;
            f.write_str(")")?;
        }
        Ok(())
    }

    /// Writes a part of an operand, with `text` instead of its address or number if given.
    fn write_part(&self, f: &mut Formatter<'_>, content: Content, value: Value, text: Option<String>) -> fmt::Result {
        let mode = self.mode;
        match (value, content) {
            (Value::Register(number), Content::Register(registers)) => write_register(f, registers, number, mode),
            (Value::Address(address) | Value::Target(address), _) => match text {
                Some(text) => f.write_str(&text),
                None => write_address(f, address, mode),
            },
            (Value::Immediate(number), _) => match (text, content) {
                (Some(text), _) => write!(f, "#{text}"),
                (None, Content::Number(Number::Data | Number::Code)) => write!(f, "#{number:#x}"),
                // Counts are more readable in decimal.
                (None, _) => write!(f, "#{number}"),
            },
            (Value::Condition(code), _) => {
                f.write_str(names::CONDITIONS.get(usize::from(code)).map_or("?", |known| known[0]))
            }
            // The remaining names are alternatives: P for V, and names for both interrupts together.
            (Value::Flags(set), _) => write_set(f, &names::FLAGS[..4], set),
            (Value::Interrupts(set), _) => write_set(f, &names::INTERRUPTS[..2], set),
            (Value::Control(number), _) => f.write_str(names::control_name(number).unwrap_or(names::FLAG_BYTE.0)),
            // A part never has a value with several parts.
            _ => Ok(()),
        }
    }
}

/// Returns the address that an immediate may be: a word is an offset; in segmented mode, a long word is an address.
fn address_in(kind: Kind, number: i64, mode: Mode) -> Option<Address> {
    match (kind, mode) {
        (Kind::Immediate16, _) => Some(Address::flat(number as u16)),
        (Kind::Immediate32, Mode::Segmented) if number & 0x80FF_0000 == 0x8000_0000 => {
            Some(Address::segmented((number >> 24) as u8 & 0x7F, number as u16))
        }
        _ => None,
    }
}

fn write_register(f: &mut Formatter<'_>, registers: Registers, number: u8, mode: Mode) -> fmt::Result {
    let (prefix, number) = match (registers, mode) {
        (Registers::Byte, _) if number < 8 => ("rh", number),
        (Registers::Byte, _) => ("rl", number % 8),
        (Registers::Word, _) | (Registers::Pointer, Mode::Nonsegmented) => ("r", number),
        (Registers::Long, _) | (Registers::Pointer, Mode::Segmented) => ("rr", number),
        (Registers::Quad, _) => ("rq", number),
    };
    write!(f, "{prefix}{number}")
}

/// Writes an address. A segmented one is written as segment and offset; the short form has its own notation.
fn write_address(f: &mut Formatter<'_>, address: Address, mode: Mode) -> fmt::Result {
    let Address { segment, offset, short } = address;
    match mode {
        Mode::Nonsegmented => write!(f, "{offset:#x}"),
        Mode::Segmented if short => write!(f, "|<<{segment:#x}>>{offset:#x}|"),
        Mode::Segmented => {
            write!(f, "{:#x}", 0x8000_0000 | u32::from(segment) << 24 | u32::from(offset))
        }
    }
}

fn write_set(f: &mut Formatter<'_>, names: &[(&str, u8)], set: u8) -> fmt::Result {
    let mut separator = "";
    for (name, _) in names.iter().filter(|(_, bit)| set & bit != 0) {
        write!(f, "{separator}{name}")?;
        separator = ",";
    }
    Ok(())
}
