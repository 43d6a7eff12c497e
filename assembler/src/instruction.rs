//! Instructions: which form a line is, and what it becomes.

use std::fmt;
use std::ops::Range;

use z8000::isa::{Address, EncodeError, Form, Formula, Kind, Mode, Operation, Value, Words, forms_of, names};

use crate::fault::Fault;
use crate::operand::{Operand, Place, Shape};
use crate::register::Register;
use crate::similar::similar;
use crate::term::{Expression, Values, Variables};

/// An instruction whose form is known, and so its length.
#[derive(Debug)]
pub(crate) struct Instruction<'a> {
    pub(crate) form: &'static Form,
    /// Whether the condition was left out, which comes first where there is one.
    always: bool,
    pub(crate) operands: Vec<Operand<'a>>,
}

/// Where an operand of the form comes from.
#[derive(Debug, Clone, Copy)]
enum Slot {
    /// The operand with this index.
    Given(usize),
    /// The condition that may be left out.
    Always,
    /// All operands from this index on: names of flags or interrupts.
    Names(usize),
}

/// The clocks of an instruction, as the listing shows them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LineClocks {
    /// What the table says.
    pub formula: Formula,
    /// The count to put in, where it is a constant.
    pub count: Option<u32>,
}

impl fmt::Display for LineClocks {
    /// `4`, `10/7`, `11+9n`; the sum where the count is known.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.count {
            Some(count) => self.formula.clocks(count).fmt(f),
            None => self.formula.fmt(f),
        }
    }
}

impl<'a> Instruction<'a> {
    /// Chooses the form.
    pub(crate) fn new(
        operation: Operation,
        name: Range<usize>,
        operands: Vec<Operand<'a>>,
        mode: Mode,
    ) -> Result<Self, Fault> {
        for form in forms_of(operation) {
            if let Ok(always) = matches(form, &operands, mode) {
                return Ok(Self { form, always, operands });
            }
        }
        Err(mismatch(operation, name, &operands, mode))
    }

    /// The same with names of its own, and a number for each variable.
    pub(crate) fn freeze(self, variable: &Variables<'_>) -> Instruction<'static> {
        let values: Vec<bool> = (0..self.operands.len()).map(|given| self.is_value(given)).collect();
        let operands = self.operands.into_iter().zip(values);
        let freeze = |(operand, is_value): (Operand<'_>, bool)| match is_value {
            true => operand.freeze(variable),
            // The name of a condition, flag or register is not a symbol, even if there is one of the same name.
            false => operand.freeze(&|_| None),
        };
        Instruction {
            form: self.form,
            always: self.always,
            operands: operands.map(freeze).collect(),
        }
    }

    /// Whether an operand as given is a number or an address, and not a name.
    fn is_value(&self, given: usize) -> bool {
        (0..self.form.operands.len()).any(|index| {
            matches!(self.slot(index), Slot::Given(found) if found == given) && is_value(self.form.operands[index].kind)
        })
    }

    /// Bytes that it takes.
    pub(crate) fn length(&self, mode: Mode) -> usize {
        let short = |operand: &Operand<'_>| match &operand.shape {
            Shape::Address(place) | Shape::Indexed(place, _) => place.short,
            _ => false,
        };
        self.form.length(mode, self.operands.iter().any(short))
    }

    /// Whether every symbol in it has its final value already. Names of conditions, flags and
    /// registers are not symbols.
    pub(crate) fn is_known(&self, values: &dyn Values) -> bool {
        (0..self.form.operands.len()).all(|index| match self.slot(index) {
            Slot::Given(given) if is_value(self.form.operands[index].kind) => self.operands[given]
                .expressions()
                .all(|expression| expression.is_known(values)),
            _ => true,
        })
    }

    /// The address of a direct operand, and where it is written.
    pub(crate) fn target(&self, values: &dyn Values) -> Option<(i64, Range<usize>)> {
        let operand = self.operands.last()?;
        match &operand.shape {
            Shape::Address(place) if place.segment.is_none() && !place.short => {
                let target = place.offset.value(values).ok()?;
                place.offset.is_address(values).then(|| (target, operand.span.clone()))
            }
            _ => None,
        }
    }

    /// Makes the words, when all symbols are known.
    pub(crate) fn encode(&self, at: i64, mode: Mode, values: &dyn Values) -> Result<Words, Fault> {
        let mut arguments = [Value::Immediate(0); z8000::isa::Instruction::MAX_OPERANDS];
        let count = self.form.operands.len();
        for (index, argument) in arguments[..count].iter_mut().enumerate() {
            *argument = match self.form.operands[index].kind {
                kind if is_relative(kind) => self.relative(index, at, mode, values)?,
                _ => self.value(index, mode, values)?,
            };
        }
        let at = address(at, false, mode);
        self.form.encode(&arguments[..count], at, mode).map_err(|error| {
            let (operand, message) = match error {
                EncodeError::Operand { operand, reason } => (operand, reason.to_string()),
                EncodeError::Count { .. } => (0, error.to_string()),
            };
            Fault::new(self.slot_span(operand), message)
        })
    }

    /// The value of an operand of the form.
    fn value(&self, index: usize, mode: Mode, values: &dyn Values) -> Result<Value, Fault> {
        let kind = self.form.operands[index].kind;
        match self.slot(index) {
            Slot::Always => Ok(Value::Condition(names::ALWAYS)),
            Slot::Names(first) => named(kind, &self.operands[first..]),
            Slot::Given(given) => value(kind, &self.operands[given], mode, values),
        }
    }

    /// The target of a relative operand. Without segmented mode it may lie beyond the first 64 KB,
    /// as the instruction itself: only the distance counts.
    fn relative(&self, index: usize, at: i64, mode: Mode, values: &dyn Values) -> Result<Value, Fault> {
        if let (Mode::Nonsegmented, Slot::Given(given)) = (mode, self.slot(index))
            && let Shape::Address(Place {
                segment: None,
                offset,
                short: false,
            }) = &self.operands[given].shape
        {
            let target = offset.value(values)?;
            let near = target.wrapping_sub(at);
            if at > 0xFFFF && (-0x8000..0x8000).contains(&near) {
                return Ok(Value::Target(Address::flat(target as u16)));
            }
        }
        self.value(index, mode, values)
    }

    fn slot(&self, index: usize) -> Slot {
        match self.form.operands[index].kind {
            Kind::BranchCondition if self.always => Slot::Always,
            Kind::Flags | Kind::Interrupts => Slot::Names(index),
            _ => Slot::Given(index - usize::from(self.always)),
        }
    }

    fn slot_span(&self, slot: usize) -> Range<usize> {
        let given = match self.slot(slot) {
            Slot::Given(index) | Slot::Names(index) => self.operands.get(index),
            Slot::Always => self.operands.first(),
        };
        given.map_or(0..0, |operand| operand.span.clone())
    }

    /// Clocks as the listing shows them, with the count put in where it is a constant.
    pub(crate) fn clocks(&self, mode: Mode, values: &dyn Values) -> LineClocks {
        let clocks = self.form.clocks;
        let formula = match mode {
            Mode::Nonsegmented => clocks.nonsegmented,
            Mode::Segmented if self.length(mode) < self.form.length(mode, false) => clocks.short,
            Mode::Segmented => clocks.long,
        };
        if let Formula::Branch { taken, .. } = formula
            && matches!(self.value(0, mode, values), Ok(Value::Condition(names::ALWAYS)))
        {
            return LineClocks {
                formula: Formula::Fixed(taken),
                count: None,
            };
        }
        let counted = |operand: &z8000::isa::Operand| {
            matches!(
                operand.kind,
                Kind::Count | Kind::Rotation | Kind::ShiftLeft | Kind::ShiftRight
            )
        };
        let count = match formula {
            Formula::Linear { .. } => self.form.operands.iter().position(counted),
            _ => None,
        };
        let count = count.and_then(|index| match self.value(index, mode, values) {
            Ok(Value::Immediate(count)) => u32::try_from(count).ok(),
            _ => None,
        });
        LineClocks { formula, count }
    }
}

const fn is_relative(kind: Kind) -> bool {
    matches!(
        kind,
        Kind::Relative7 | Kind::Relative8 | Kind::Relative12 | Kind::Relative16
    )
}

/// Whether an operand of this kind is a number or an address, and no name.
const fn is_value(kind: Kind) -> bool {
    !matches!(
        kind,
        Kind::Condition | Kind::BranchCondition | Kind::Flags | Kind::Interrupts | Kind::Control | Kind::ControlByte
    )
}

/// Whether the operands are those of a form, and then whether its condition was left out; or the
/// index of the first operand that does not fit.
fn matches(form: &Form, operands: &[Operand<'_>], mode: Mode) -> Result<bool, usize> {
    let mut always = false;
    let mut next = 0;
    let missing = form.operands.len() > operands.len();
    for operand in form.operands {
        match operand.kind {
            Kind::BranchCondition if missing => always = true,
            Kind::Flags | Kind::Interrupts => {
                let names = &operands[next.min(operands.len())..];
                let unnamed = names.iter().position(|operand| name(operand).is_none());
                if let Some(wrong) = unnamed.or(names.is_empty().then_some(0)) {
                    return Err(next + wrong);
                }
                next = operands.len();
            }
            kind => {
                let given = operands.get(next).ok_or(next)?;
                if !fits(kind, &given.shape, mode) {
                    return Err(next);
                }
                next += 1;
            }
        }
    }
    if next == operands.len() { Ok(always) } else { Err(next) }
}

/// Whether an operand is written as a kind demands; its value does not matter yet.
fn fits(kind: Kind, shape: &Shape<'_>, mode: Mode) -> bool {
    let pointer = |register: &Register| match mode {
        Mode::Nonsegmented => matches!(register, Register::Word(_)),
        Mode::Segmented => matches!(register, Register::Long(_)),
    };
    let word = |register: &Register| matches!(register, Register::Word(_));
    match (kind, shape) {
        (Kind::Byte, Shape::Register(register)) => matches!(register, Register::Byte(_)),
        (Kind::Word, Shape::Register(register)) => word(register),
        (Kind::Long, Shape::Register(register)) => matches!(register, Register::Long(_)),
        (Kind::Quad, Shape::Register(register)) => matches!(register, Register::Quad(_)),
        (Kind::Pointer, Shape::Register(register)) => pointer(register),
        (Kind::Indirect, Shape::Indirect(register)) => pointer(register),
        (Kind::PortIndirect, Shape::Indirect(register)) => word(register),
        (Kind::Direct, Shape::Address(_)) => true,
        (Kind::Indexed, Shape::Indexed(_, index)) => word(index),
        (Kind::Base, Shape::Base(base, _)) => pointer(base),
        (Kind::BaseIndex, Shape::BaseIndex(base, index)) => pointer(base) && word(index),
        (
            Kind::Immediate8
            | Kind::Immediate16
            | Kind::Immediate32
            | Kind::ImmediateByte
            | Kind::Nibble
            | Kind::Count
            | Kind::ByteBit
            | Kind::Rotation
            | Kind::ShiftLeft
            | Kind::ShiftRight
            | Kind::Code
            | Kind::Port,
            Shape::Immediate(_),
        ) => true,
        (
            Kind::Relative7 | Kind::Relative8 | Kind::Relative12 | Kind::Relative16 | Kind::Port,
            Shape::Address(place),
        ) => !place.short,
        (Kind::Condition | Kind::BranchCondition, Shape::Address(place)) => {
            place.offset.name().and_then(names::condition).is_some()
        }
        (Kind::Control, Shape::Address(place)) => {
            let flags = names::FLAG_BYTE.0;
            let control = |name: &&str| !name.eq_ignore_ascii_case(flags) && names::control(name).is_some();
            place.offset.name().filter(control).is_some()
        }
        (Kind::ControlByte, Shape::Address(place)) => {
            let flags = names::FLAG_BYTE.0;
            place.offset.name().is_some_and(|name| name.eq_ignore_ascii_case(flags))
        }
        _ => false,
    }
}

fn name<'o>(operand: &'o Operand<'_>) -> Option<&'o str> {
    match &operand.shape {
        Shape::Address(place) => place.offset.name(),
        _ => None,
    }
}

/// Flags or interrupts by their names.
fn named(kind: Kind, operands: &[Operand<'_>]) -> Result<Value, Fault> {
    let mut bits = 0;
    for operand in operands {
        let name = name(operand).unwrap_or_default();
        let (bit, known) = match kind {
            Kind::Flags => (names::flag(name), "a flag: use C, Z, S, P or V"),
            _ => (names::interrupt(name), "an interrupt: use VI or NVI"),
        };
        bits |= bit.ok_or_else(|| Fault::new(operand.span.clone(), format!("`{name}` is not {known}")))?;
    }
    Ok(match kind {
        Kind::Flags => Value::Flags(bits),
        _ => Value::Interrupts(bits),
    })
}

fn value(kind: Kind, operand: &Operand<'_>, mode: Mode, values: &dyn Values) -> Result<Value, Fault> {
    let number = |register: &Register| match *register {
        Register::Byte(n) | Register::Word(n) | Register::Long(n) | Register::Quad(n) => n,
    };
    Ok(match &operand.shape {
        Shape::Register(register) | Shape::Indirect(register) => Value::Register(number(register)),
        Shape::Immediate(expression) => {
            let number = expression.value(values)?;
            Value::Immediate(match kind {
                Kind::Immediate32 => expression.as_long(number, values),
                _ => number,
            })
        }
        Shape::Base(base, displacement) => {
            let displacement = word(displacement, displacement.value(values)?)?;
            Value::Base(number(base), displacement)
        }
        Shape::BaseIndex(base, index) => Value::BaseIndex(number(base), number(index)),
        Shape::Indexed(place, index) => Value::Indexed(located(place, mode, values)?, number(index)),
        Shape::Address(place) => match kind {
            Kind::Condition | Kind::BranchCondition => {
                Value::Condition(place.offset.name().and_then(names::condition).unwrap_or(0))
            }
            Kind::Control | Kind::ControlByte => {
                Value::Control(place.offset.name().and_then(names::control).unwrap_or(0))
            }
            Kind::Port => Value::Immediate(place.offset.value(values)?),
            Kind::Direct => Value::Address(located(place, mode, values)?),
            _ => Value::Target(located(place, mode, values)?),
        },
    })
}

/// A number that fits a word with or without a sign.
fn word(expression: &Expression<'_>, value: i64) -> Result<u16, Fault> {
    if (-0x8000..=0xFFFF).contains(&value) {
        Ok(value as u16)
    } else {
        Err(Fault::new(
            expression.span.clone(),
            format!("{value} is outside the range -32768 to 65535"),
        ))
    }
}

/// The address of an operand.
fn located(place: &Place<'_>, mode: Mode, values: &dyn Values) -> Result<Address, Fault> {
    let offset = place.offset.value(values)?;
    if mode == Mode::Nonsegmented
        && let Some(segment) = &place.segment
    {
        let message = "only addresses of the Z8001 have a segment: use `.z8001` first";
        return Err(Fault::new(segment.span.clone(), message));
    }
    if place.short && (mode == Mode::Nonsegmented || offset & 0xFFFF > 0xFF) {
        let message = match mode {
            Mode::Nonsegmented => "only the Z8001 has short addresses: use `.z8001` first".into(),
            Mode::Segmented => {
                format!("the offset of a short address is at most 0xff; this is {offset:#x}")
            }
        };
        return Err(Fault::new(place.offset.span.clone(), message));
    }
    let Some(segment) = &place.segment else {
        if mode == Mode::Nonsegmented {
            return Ok(Address::flat(word(&place.offset, offset)?));
        }
        if !(-0x8000_0000..=0xFFFF_FFFF).contains(&offset) {
            return Err(Fault::new(
                place.offset.span.clone(),
                "an address has 32 bits: segment in bits 24 to 30, offset in bits 0 to 15",
            ));
        }
        return Ok(address(offset, place.short, mode));
    };
    let number = segment.value(values)?;
    let segment = u8::try_from(number)
        .ok()
        .filter(|number| *number < 128)
        .ok_or_else(|| {
            Fault::new(
                segment.span.clone(),
                format!("segment {number} does not exist; use 0 to 127"),
            )
        })?;
    Ok(Address {
        segment,
        offset: word(&place.offset, offset)?,
        short: place.short,
    })
}

/// An address from its 32-bit image, or in non-segmented mode from its 16 bits.
fn address(image: i64, short: bool, mode: Mode) -> Address {
    Address {
        segment: match mode {
            Mode::Nonsegmented => 0,
            Mode::Segmented => (image >> 24 & 0x7F) as u8,
        },
        offset: image as u16,
        short,
    }
}

/// Why no form takes the operands.
fn mismatch(operation: Operation, mnemonic: Range<usize>, operands: &[Operand<'_>], mode: Mode) -> Fault {
    let forms = forms_of(operation);
    let furthest = forms
        .iter()
        .filter_map(|form| matches(form, operands, mode).err())
        .max()
        .unwrap_or(0);
    let Some(operand) = operands.get(furthest) else {
        return Fault::new(mnemonic.end..mnemonic.end, format!("`{operation}` needs more operands"))
            .note(Some(shapes(forms, mode)));
    };
    let message = if forms.iter().all(|form| form.operands.len() <= furthest) {
        format!("`{operation}` takes fewer operands")
    } else {
        format!("`{operation}` cannot take this as operand {}", furthest + 1)
    };
    let hint = name(operand).filter(|_| furthest == 0).and_then(|wrong| {
        similar(wrong, names::CONDITIONS.iter().flat_map(|names| names.iter().copied())).filter(|_| {
            matches!(
                forms[0].operands.first().map(|o| o.kind),
                Some(Kind::BranchCondition | Kind::Condition)
            )
        })
    });
    Fault::new(operand.span.clone(), message)
        .label(hint.unwrap_or_default())
        .note(Some(shapes(forms, mode)))
}

/// The forms of an operation as the manual writes them.
fn shapes(forms: &[Form], mode: Mode) -> String {
    let mut list: Vec<String> = forms.iter().map(|form| form.written(mode)).collect();
    list.dedup();
    format!("it is written {}", list.join("; "))
}
