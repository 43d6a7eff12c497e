//! Instructions: which form a line is, and what it becomes.

use std::ops::Range;

use z8000::isa::{
    Address, EncodeError, Form, Formula, Kind, Mode, Operation, Value, Words, forms_of, names,
};

use crate::diagnostic::{Fault, similar};
use crate::expression::{Expression, Values};
use crate::operand::{Operand, Place, Register, Shape};

/// An instruction whose form is known, and so its length.
#[derive(Debug)]
pub(crate) struct Instruction {
    pub(crate) form: &'static Form,
    /// One for each operand of the form.
    slots: Vec<Slot>,
    operands: Vec<Operand>,
}

/// Where an operand of the form comes from.
#[derive(Debug, Clone)]
enum Slot {
    /// The operand with this index.
    Given(usize),
    /// The condition that may be left out.
    Always,
    /// All operands from this index on: names of flags or interrupts.
    Names(usize),
}

impl Instruction {
    /// Chooses the form.
    pub(crate) fn new(
        operation: Operation,
        name: Range<usize>,
        operands: Vec<Operand>,
        mode: Mode,
    ) -> Result<Self, Fault> {
        for form in forms_of(operation) {
            if let Ok(slots) = slots(form, &operands, mode) {
                return Ok(Self {
                    form,
                    slots,
                    operands,
                });
            }
        }
        Err(mismatch(operation, name, &operands, mode))
    }

    /// Bytes that it takes.
    pub(crate) fn length(&self, mode: Mode) -> usize {
        let short = |operand: &Operand| match &operand.shape {
            Shape::Address(place) | Shape::Indexed(place, _) => place.short,
            _ => false,
        };
        self.form.length(mode, self.operands.iter().any(short))
    }

    /// All expressions in it.
    pub(crate) fn expressions(&mut self) -> impl Iterator<Item = &mut Expression> {
        self.operands.iter_mut().flat_map(|operand| {
            let (first, second) = match &mut operand.shape {
                Shape::Immediate(expression) | Shape::Base(_, expression) => {
                    (Some(expression), None)
                }
                Shape::Address(place) | Shape::Indexed(place, _) => {
                    (Some(&mut place.offset), place.segment.as_mut())
                }
                Shape::Register(_) | Shape::Indirect(_) | Shape::BaseIndex(..) => (None, None),
            };
            first.into_iter().chain(second)
        })
    }

    /// Makes the words, when all symbols are known.
    pub(crate) fn encode(&self, at: i64, mode: Mode, values: &dyn Values) -> Result<Words, Fault> {
        let arguments = self.values(mode, values)?;
        let at = address(at, false, mode);
        self.form.encode(&arguments, at, mode).map_err(|error| {
            let message = match error {
                EncodeError::Operand { reason, .. } => reason.to_string(),
                EncodeError::Count { .. } => error.to_string(),
            };
            let span = match error {
                EncodeError::Operand { operand, .. } => self.slot_span(operand),
                EncodeError::Count { .. } => self.slot_span(0),
            };
            Fault::new(span, message)
        })
    }

    fn values(&self, mode: Mode, values: &dyn Values) -> Result<Vec<Value>, Fault> {
        let kinds = self.form.operands.iter().map(|operand| operand.kind);
        kinds
            .zip(&self.slots)
            .map(|(kind, slot)| match slot {
                Slot::Always => Ok(Value::Condition(names::ALWAYS)),
                Slot::Names(first) => named(kind, &self.operands[*first..]),
                Slot::Given(index) => value(kind, &self.operands[*index], mode, values),
            })
            .collect()
    }

    fn slot_span(&self, slot: usize) -> Range<usize> {
        let given = match self.slots.get(slot) {
            Some(Slot::Given(index) | Slot::Names(index)) => self.operands.get(*index),
            _ => self.operands.first(),
        };
        given.map_or(0..0, |operand| operand.span.clone())
    }

    /// Clocks as the listing shows them, with the count put in where it is a constant.
    pub(crate) fn clocks(&self, mode: Mode, values: &dyn Values) -> String {
        let clocks = self.form.clocks;
        let formula = match mode {
            Mode::Nonsegmented => clocks.nonsegmented,
            Mode::Segmented => clocks.long,
        };
        let counted = |kind: Kind| {
            matches!(
                kind,
                Kind::Count | Kind::Rotation | Kind::ShiftLeft | Kind::ShiftRight
            )
        };
        let count = self
            .form
            .operands
            .iter()
            .position(|operand| counted(operand.kind));
        match (formula, count.map(|index| &self.slots[index])) {
            (Formula::Linear { .. }, Some(Slot::Given(index))) => {
                match value(Kind::Count, &self.operands[*index], mode, values) {
                    Ok(Value::Immediate(n)) => formula.clocks(n as u32).to_string(),
                    _ => formula.to_string(),
                }
            }
            _ => formula.to_string(),
        }
    }
}

/// The operands of a form, or the index of the first operand that does not fit.
fn slots(form: &Form, operands: &[Operand], mode: Mode) -> Result<Vec<Slot>, usize> {
    let mut slots = Vec::new();
    let mut next = 0;
    let missing = form.operands.len() > operands.len();
    for operand in form.operands {
        match operand.kind {
            Kind::BranchCondition if missing => slots.push(Slot::Always),
            Kind::Flags | Kind::Interrupts => {
                let known = |operand: &Operand| name(operand).is_some();
                if let Some(wrong) = operands[next..].iter().position(|operand| !known(operand)) {
                    return Err(next + wrong);
                }
                slots.push(Slot::Names(next));
                next = operands.len();
            }
            kind => {
                let given = operands.get(next).ok_or(next)?;
                if !fits(kind, &given.shape, mode) {
                    return Err(next);
                }
                slots.push(Slot::Given(next));
                next += 1;
            }
        }
    }
    if next == operands.len() {
        Ok(slots)
    } else {
        Err(next)
    }
}

/// Whether an operand is written as a kind demands; its value does not matter yet.
fn fits(kind: Kind, shape: &Shape, mode: Mode) -> bool {
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
            let control =
                |name: &&str| !name.eq_ignore_ascii_case(flags) && names::control(name).is_some();
            place.offset.name().filter(control).is_some()
        }
        (Kind::ControlByte, Shape::Address(place)) => {
            let flags = names::FLAG_BYTE.0;
            place
                .offset
                .name()
                .is_some_and(|name| name.eq_ignore_ascii_case(flags))
        }
        _ => false,
    }
}

fn name(operand: &Operand) -> Option<&str> {
    match &operand.shape {
        Shape::Address(place) => place.offset.name(),
        _ => None,
    }
}

/// Flags or interrupts by their names.
fn named(kind: Kind, operands: &[Operand]) -> Result<Value, Fault> {
    let mut bits = 0;
    for operand in operands {
        let name = name(operand).unwrap_or_default();
        let (bit, known) = match kind {
            Kind::Flags => (names::flag(name), "flag: C, Z, S, P and V are"),
            _ => (names::interrupt(name), "interrupt: VI and NVI are"),
        };
        bits |=
            bit.ok_or_else(|| Fault::new(operand.span.clone(), format!("`{name}` is no {known}")))?;
    }
    Ok(match kind {
        Kind::Flags => Value::Flags(bits),
        _ => Value::Interrupts(bits),
    })
}

fn value(kind: Kind, operand: &Operand, mode: Mode, values: &dyn Values) -> Result<Value, Fault> {
    let number = |register: &Register| match *register {
        Register::Byte(n) | Register::Word(n) | Register::Long(n) | Register::Quad(n) => n,
    };
    Ok(match &operand.shape {
        Shape::Register(register) | Shape::Indirect(register) => Value::Register(number(register)),
        Shape::Immediate(expression) => Value::Immediate(expression.value(values)?),
        Shape::Base(base, displacement) => {
            let displacement = word(displacement, displacement.value(values)?)?;
            Value::Base(number(base), displacement)
        }
        Shape::BaseIndex(base, index) => Value::BaseIndex(number(base), number(index)),
        Shape::Indexed(place, index) => {
            Value::Indexed(located(place, mode, values)?, number(index))
        }
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
fn word(expression: &Expression, value: i64) -> Result<u16, Fault> {
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
fn located(place: &Place, mode: Mode, values: &dyn Values) -> Result<Address, Fault> {
    let offset = place.offset.value(values)?;
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
                format!("there is no segment {number}: 0 to 127 are"),
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

/// Says why no form takes the operands.
fn mismatch(
    operation: Operation,
    mnemonic: Range<usize>,
    operands: &[Operand],
    mode: Mode,
) -> Fault {
    let forms = forms_of(operation);
    let furthest = forms
        .iter()
        .filter_map(|form| slots(form, operands, mode).err())
        .max()
        .unwrap_or(0);
    let Some(operand) = operands.get(furthest) else {
        return Fault::new(
            mnemonic.end..mnemonic.end,
            format!("`{operation}` needs more operands"),
        )
        .note(Some(shapes(forms)));
    };
    let message = if forms.iter().all(|form| form.operands.len() <= furthest) {
        format!("`{operation}` takes fewer operands")
    } else {
        format!("`{operation}` cannot take this as operand {}", furthest + 1)
    };
    let hint = name(operand).and_then(|wrong| {
        similar(
            wrong,
            names::CONDITIONS
                .iter()
                .flat_map(|names| names.iter().copied()),
        )
        .filter(|_| {
            matches!(
                forms[0].operands.first().map(|o| o.kind),
                Some(Kind::BranchCondition | Kind::Condition)
            )
        })
    });
    Fault::new(operand.span.clone(), message)
        .label(hint.unwrap_or_default())
        .note(Some(shapes(forms)))
}

/// The forms of an operation as the manual writes them.
fn shapes(forms: &[Form]) -> String {
    let mut list: Vec<String> = forms.iter().map(ToString::to_string).collect();
    list.dedup();
    format!("it is written {}", list.join("; "))
}
