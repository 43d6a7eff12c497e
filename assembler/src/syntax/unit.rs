//! Instructions for the Z8070 floating-point unit, as in the asz8k of 1984.

use super::expression::Code;
use super::scan::Token;
use super::writer::Writer;
use crate::fault::Fault;

/// The operands of an instruction.
#[derive(Clone, Copy, PartialEq)]
enum Form {
    /// Two floating-point registers, or one and a source operand.
    Number,
    /// As `Number`, or a destination operand and a register.
    Move,
    /// A register and a source or destination operand.
    Transfer,
    /// As `Transfer`, possibly followed by a count of words.
    Decimal,
    /// A destination operand and a register.
    Out,
    /// A control register and a source or destination operand.
    Control,
    /// Two floating-point registers.
    Pair,
    /// One floating-point register; the value is the low digit of the first word.
    One(u16),
    /// Flags; the value is the low digit of the first word.
    Flags(u16),
    /// A rounding mode.
    Rounding,
}

/// The instructions: name, size letters that may follow it, second word without registers and size, operands.
const INSTRUCTIONS: [(&str, &str, u16, Form); 32] = [
    ("fabs", " sd", 0x8080, Form::Number),
    ("fadd", " sd", 0x4080, Form::Number),
    ("fclr", " ", 0x0000, Form::One(4)),
    ("fcp", " sd", 0x4010, Form::Number),
    ("fcpf", " ", 0x4010, Form::Pair),
    ("fcpfx", " ", 0x4020, Form::Pair),
    ("fcpx", " sd", 0x4020, Form::Number),
    ("fcpz", " ", 0x0010, Form::One(0)),
    ("fcpzx", " ", 0x0020, Form::One(0)),
    ("fdiv", " sd", 0x40A0, Form::Number),
    ("fint", " sd", 0x80D0, Form::Number),
    ("fld", " sd", 0x8000, Form::Move),
    ("fldbcd", " ", 0x8010, Form::Decimal),
    ("fldctl", " ", 0xC000, Form::Control),
    ("fldi", "lq", 0x8020, Form::Transfer),
    ("fldm", " ", 0x8030, Form::Move),
    ("fldnf", " ", 0x8030, Form::Move),
    ("fldt", "lq", 0x8040, Form::Out),
    ("fmul", " sd", 0x40B0, Form::Number),
    ("fneg", " sd", 0x8090, Form::Number),
    ("fpwr2", " sd", 0x80B0, Form::Number),
    ("fremsnf", " sd", 0x40C0, Form::Number),
    ("fremstep", " ", 0x40C0, Form::Pair),
    ("fresflg", " ", 0xC020, Form::Flags(0x04)),
    ("frestrap", " ", 0xC020, Form::Flags(0x24)),
    ("frvdiv", " sd", 0x00A0, Form::Number),
    ("frvsub", " sd", 0x0090, Form::Number),
    ("fsetflg", " ", 0xC030, Form::Flags(0x04)),
    ("fsetmode", " ", 0xC040, Form::Rounding),
    ("fsettrap", " ", 0xC030, Form::Flags(0x24)),
    ("fsqr", " sd", 0x80C0, Form::Number),
    ("fsub", " sd", 0x4090, Form::Number),
];

/// Size letters after a name: registers of the processor, and the size code, for 80, 32, 64, 32 and 64 bits.
const SIZES: [(char, &str, u16); 5] = [
    (' ', "r", 4),
    ('s', "r", 1),
    ('d', "r", 3),
    ('l', "rr", 1),
    ('q', "rq", 3),
];

/// The size code of a floating-point register, of 80 bits.
const WHOLE: u16 = 4;

/// Control registers: name, number, registers of the processor, and size code.
const CONTROL: [(&str, u16, &str, u16); 7] = [
    ("sc", 0, "rr", 1),
    ("pc1", 1, "rr", 1),
    ("pc2", 2, "rr", 1),
    ("fflags", 4, "rr", 1),
    ("user", 5, "r", 0),
    ("fop1", 6, "r", 4),
    ("fop2", 7, "r", 4),
];

/// Flags in the order of their bits: four in the lowest digit of the second word, four in its second digit.
const FLAGS: [&str; 8] = ["inv", "fov", "un", "dz", "inx", "de", "nan", "ix"];

/// Rounding modes: to nearest, to zero, up, down.
const ROUNDING: [&str; 4] = ["rn", "rz", "rp", "rm"];

/// An instruction of the floating-point unit.
pub(super) struct Unit {
    form: Form,
    code: u16,
    /// The registers of the processor, and the size code of the number.
    registers: &'static str,
    size: u16,
}

/// The words of an instruction; and if an operand is an address after these words, its index and its text without an
/// index register.
type Words<'a> = ([u16; 2], Option<(usize, &'a str)>);

impl Unit {
    pub(super) fn named(name: &str) -> Option<Self> {
        let name = name.to_ascii_lowercase();
        INSTRUCTIONS.iter().find_map(|&(start, letters, code, form)| {
            let letter = match name.strip_prefix(start)? {
                "" => ' ',
                rest => rest.parse().ok()?,
            };
            let &(_, registers, size) = SIZES.iter().find(|(known, ..)| *known == letter)?;
            letters.contains(letter).then_some(Self { form, code, registers, size })
        })
    }

    /// Writes the instruction with its operands: two words, and an address, which is longer in segmented mode.
    pub(super) fn write(&self, writer: &mut Writer<'_>, name: &Token<'_>, operands: &[Code]) -> Result<(), Fault> {
        let texts: Vec<String> = operands.iter().map(Code::text).collect();
        let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
        let Some(([first, second], address)) = self.words(&texts) else {
            let message = format!("invalid operands for `{}`", name.name().unwrap_or_default());
            return Err(Fault::new(name.span.clone(), message));
        };
        writer.add(&format!(".word {first:#x},{second:#x}"), &name.span);
        writer.end();
        if let Some((index, address)) = address {
            let operand = &operands[index];
            if operand.value.is_some() {
                let fault = Fault::new(operand.span(), "expected a label");
                return Err(fault.label("the segment of a number is not known"));
            }
            writer.statement(&format!(".dc.a {address}"), &operand.span());
        }
        Ok(())
    }

    /// Returns the words for these operands; `None` if the instruction does not accept them.
    fn words<'a>(&self, operands: &[&'a str]) -> Option<Words<'a>> {
        let without_address = |first, second| Some(([first, second], None));
        match (self.form, operands) {
            (Form::One(end), [only]) => without_address(0x8E00 | unit(only)? << 4 | end, self.code),
            (Form::Flags(end), [_, ..]) => {
                let flags = operands
                    .iter()
                    .try_fold(0, |flags, name| Some(flags | 1 << index(&FLAGS, name)?))?;
                without_address(0x8E00 | end, self.code | flags >> 4 << 8 | flags & 0xF)
            }
            (Form::Rounding, [only]) => without_address(0x8E04, self.code | index(&ROUNDING, only)? << 8),
            (Form::Pair, [to, from]) => without_address(0x8E00 | unit(to)? << 4, self.code | unit(from)? << 8),
            (Form::Number | Form::Move, [to, from]) if self.size == WHOLE && unit(to).and(unit(from)).is_some() => {
                without_address(0x8E04 | unit(to)? << 4, self.code | unit(from)? << 8)
            }
            (Form::Decimal, [to, from, count]) => {
                let count: u16 = count.strip_prefix('#')?.parse().ok()?;
                let size = count.checked_sub(1).filter(|size| *size < 5)?;
                Self { size, ..*self }.transfer(to, from)
            }
            (_, [to, from]) => self.transfer(to, from),
            _ => None,
        }
    }

    /// Returns the words for a transfer from or to the unit.
    fn transfer<'a>(&self, to: &'a str, from: &'a str) -> Option<Words<'a>> {
        let own = |name: &str| match self.form {
            Form::Control => {
                let row = CONTROL.iter().find(|(known, ..)| known.eq_ignore_ascii_case(name))?;
                Some((row.1, row.2, row.3))
            }
            _ => Some((unit(name)?, self.registers, self.size)),
        };
        let (inwards, (own, registers, size), outside) = match own(to) {
            Some(own) => (true, own, from),
            None => (false, own(from)?, to),
        };
        let fits = match self.form {
            Form::Number => inwards,
            Form::Out => !inwards,
            Form::Move | Form::Transfer | Form::Decimal | Form::Control => true,
            _ => false,
        };
        let code = Some(self.code | size).filter(|_| fits)?;
        if let Some(register) = number(outside, registers, 16) {
            let direction = if inwards { 8 } else { 0 };
            return Some(([0x8F00 | own << 4 | direction, code | register << 8], None));
        }
        let pointer = |name: &str| number(name, "rr", 16).or_else(|| number(name, "r", 16));
        let (first, address) = match outside.strip_prefix('@') {
            Some(register) => (0x0F00 | pointer(register)? << 4, None),
            None if outside.starts_with('#') || pointer(outside).or(unit(outside)).is_some() => return None,
            None => {
                let indexed = outside.strip_suffix(')').and_then(|text| text.rsplit_once('('));
                match indexed.and_then(|(address, index)| Some((address, pointer(index)?))) {
                    Some((address, index)) => (0x4F00 | index << 4, Some(address)),
                    None => (0x4F00, Some(outside)),
                }
            }
        };
        let direction = if inwards { 4 } else { 0xC };
        let words = [first | direction, code | own << 8];
        Some((words, address.map(|address| (usize::from(inwards), address))))
    }
}

/// Returns the number of a register of the unit, F0 to F7.
fn unit(name: &str) -> Option<u16> {
    number(name, "f", 8)
}

/// Returns the number of a register after its letters, if it is less than `below`.
fn number(name: &str, letters: &str, below: u16) -> Option<u16> {
    let name = name.to_ascii_lowercase();
    let number = name.strip_prefix(letters)?.parse().ok();
    number.filter(|number| *number < below)
}

/// Returns the index of a name in a list, ignoring case.
fn index(names: &[&str], name: &str) -> Option<u16> {
    let index = names.iter().position(|known| known.eq_ignore_ascii_case(name))?;
    Some(index as u16)
}
