//! Instructions: finding the form that fits the operands of a line, and encoding it.

use std::fmt;
use std::ops::Range;

use z8000::isa::{Address, EncodeError, Form, Formula, Kind, Mode, Operation, Reason, Value, Words, forms_of, names};
use z8000_object::Field;

use crate::fault::{Fault, Rule};
use crate::mismatch::mismatch;
use crate::operand::{Operand, Place, Shape, condition, is_relative, matches, name};
use crate::output::{Output, beyond, in_range, long_address, near};
use crate::symbols::Symbols;
use crate::value::{Base, Expression, Unsettled, Value as Worth};

/// An instruction whose form, and thus length, is known.
#[derive(Debug)]
pub(crate) struct Instruction {
    pub(crate) form: &'static Form,
    /// The index of the condition in the form if it was omitted, which means always.
    always: Option<usize>,
    pub(crate) operands: Vec<Operand>,
}

/// The clocks of an instruction, as the listing shows them.
///
/// # Example
///
/// ```
/// use z8000_asm::{Memory, Options, assemble};
///
/// let sources = Memory::new([("main.s", "\tldir @r2,@r4,r6\n")]);
/// let program = assemble(&sources, "main.s", &Options::default())?;
/// let clocks = program.lines[0].clocks.expect("an instruction");
/// assert_eq!(clocks.to_string(), "11+9n");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct LineClocks {
    /// The formula from the instruction table.
    pub formula: Formula,
    /// The count, n in the formula; `None` if it is not a constant.
    pub count: Option<u16>,
}

impl fmt::Display for LineClocks {
    /// Formats the clocks as `4`, `10/7` or `11+9n`; if the count is known, as the sum.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.count {
            Some(count) => self.formula.clocks(count.into()).fmt(f),
            None => self.formula.fmt(f),
        }
    }
}

impl Instruction {
    /// Chooses the form that fits the operands. With `any_condition`, any condition can be omitted.
    pub(crate) fn new(
        operation: Operation,
        name: Range<usize>,
        operands: Vec<Operand>,
        mode: Mode,
        any_condition: bool,
    ) -> Result<Self, Fault> {
        for form in forms_of(operation) {
            if let Ok(always) = matches(form, &operands, mode, any_condition) {
                return Ok(Self { form, always, operands });
            }
        }
        Err(mismatch(operation, name, &operands, mode))
    }

    /// Returns the length in bytes.
    pub(crate) fn length(&self, mode: Mode) -> usize {
        self.form.length(mode, self.is_short())
    }

    /// Returns true if an operand is a short address.
    fn is_short(&self) -> bool {
        self.operands.iter().any(|operand| match &operand.shape {
            Shape::Address(place) | Shape::Indexed(place, _) => place.short,
            _ => false,
        })
    }

    /// Returns the address of a direct operand, and its position in the line.
    pub(crate) fn target(&self, symbols: &Symbols) -> Option<(Worth, Range<usize>)> {
        let operand = self.operands.last()?;
        match &operand.shape {
            Shape::Address(place) if place.segment.is_none() && !place.short => {
                let target = place.offset.value(symbols).ok()?;
                target.is_address().then(|| (target, operand.span.clone()))
            }
            _ => None,
        }
    }

    /// Encodes the words as far as values are known; fields left to a linker are recorded in the output.
    pub(crate) fn encode(
        &self,
        at: Worth,
        mode: Mode,
        symbols: &Symbols,
        output: &mut Output,
    ) -> Result<Words, Unsettled> {
        let mut arguments = [Value::Immediate(0); z8000::isa::Instruction::MAX_OPERANDS];
        let count = self.form.operands.len();
        let mut encoding = Encoding { form: self.form, short: self.is_short(), at, mode, symbols, output };
        for (index, argument) in arguments[..count].iter_mut().enumerate() {
            *argument = match (self.given(index), self.form.operands[index].kind) {
                (None, _) => Value::Condition(names::ALWAYS),
                (Some(first), kind @ (Kind::Flags | Kind::Interrupts)) => named(kind, &self.operands[first..])?,
                (Some(given), _) => encoding.value(index, &self.operands[given])?,
            };
        }
        let here = linear(at.number, mode);
        self.form.encode(&arguments[..count], here, mode).map_err(|error| {
            let (operand, rule, message, note) = match error {
                EncodeError::Operand { operand, reason } => {
                    let rule = match reason {
                        Reason::OutOfRange { .. } | Reason::TooFar { .. } => Rule::Range,
                        _ => Rule::Operands,
                    };
                    (operand, rule, reason.to_string(), self.farther(&reason))
                }
                error => (0, Rule::Operands, error.to_string(), None),
            };
            let given = self.operands.get(self.given(operand).unwrap_or(0));
            let span = given.map_or(0..0, |given| given.span.clone());
            Fault::new(span, message)
                .rule(rule)
                .note(note.map(str::to_owned))
                .into()
        })
    }

    /// Returns a suggestion if a target is too far away.
    fn farther(&self, reason: &Reason) -> Option<&'static str> {
        match (reason, self.form.operation) {
            (Reason::TooFar { .. }, Operation::Jr) => Some("use `jp`, which reaches every address"),
            (Reason::TooFar { .. }, Operation::Calr) => Some("use `call`, which reaches every address"),
            _ => None,
        }
    }

    /// Returns the index of the operand in the line for an operand of the form; `None` for an omitted condition. The
    /// names of flags or interrupts begin at this index.
    fn given(&self, index: usize) -> Option<usize> {
        match self.always {
            Some(condition) if index == condition => None,
            Some(condition) if index > condition => Some(index - 1),
            _ => Some(index),
        }
    }

    /// Returns the clocks as listed, with the count if it is a constant.
    pub(crate) fn clocks(&self, mode: Mode, symbols: &Symbols) -> LineClocks {
        let clocks = self.form.clocks;
        let formula = match mode {
            Mode::Nonsegmented => clocks.nonsegmented,
            Mode::Segmented if clocks.short == clocks.long => clocks.long,
            Mode::Segmented if self.length(mode) < self.form.length(mode, false) => clocks.short,
            Mode::Segmented => clocks.long,
        };
        if let Formula::Branch { taken, .. } = formula
            && self.is_always()
        {
            return LineClocks { formula: Formula::Fixed(taken), count: None };
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
        let count = count.and_then(|index| match &self.operands[self.given(index)?].shape {
            Shape::Immediate(count) => u16::try_from(count.value(symbols).ok()?.number.unsigned_abs()).ok(),
            _ => None,
        });
        LineClocks { formula, count }
    }

    /// Returns true if the instruction shifts a byte right by a constant.
    pub(crate) const fn shifts_byte_right(&self) -> bool {
        matches!(self.form.operation, Operation::Srlb | Operation::Srab)
    }

    /// Returns true if the instruction begins with the condition that is always true.
    fn is_always(&self) -> bool {
        let shape = self.operands.first().map(|operand| &operand.shape);
        self.always.is_some() || matches!(shape, Some(Shape::Address(place)) if condition(place) == Some(names::ALWAYS))
    }
}

/// Returns the value for the names of flags or interrupts.
fn named(kind: Kind, operands: &[Operand]) -> Result<Value, Fault> {
    let mut bits = 0;
    for operand in operands {
        let name = name(operand).unwrap_or_default();
        let (bit, what, known) = match kind {
            Kind::Flags => (names::flag(name), "flag", "C, Z, S, P or V"),
            _ => (names::interrupt(name), "interrupt", "VI or NVI"),
        };
        let message = || format!("unknown {what} `{name}`; expected {known}");
        bits |= bit.ok_or_else(|| Fault::new(operand.span.clone(), message()))?;
    }
    Ok(match kind {
        Kind::Flags => Value::Flags(bits),
        _ => Value::Interrupts(bits),
    })
}

/// An instruction that is being encoded.
pub(crate) struct Encoding<'e> {
    pub(crate) form: &'static Form,
    pub(crate) short: bool,
    /// The address of the instruction.
    pub(crate) at: Worth,
    pub(crate) mode: Mode,
    pub(crate) symbols: &'e Symbols,
    pub(crate) output: &'e mut Output,
}

impl Encoding<'_> {
    pub(crate) fn value(&mut self, index: usize, operand: &Operand) -> Result<Value, Unsettled> {
        let kind = self.form.operands[index].kind;
        Ok(match &operand.shape {
            Shape::Immediate(expression) => Value::Immediate(self.immediate(index, expression)?),
            Shape::Base(base, displacement) => {
                let value = displacement.value(self.symbols)?;
                let value = self.settle(index, Field::Word, value, &displacement.span)?;
                Value::Base(base.number(), in_range(value.number, 16, &displacement.span)? as u16)
            }
            Shape::Indexed(place, register) => Value::Indexed(self.address(index, place)?, register.number()),
            Shape::Address(place) => match kind {
                Kind::Condition | Kind::BranchCondition => Value::Condition(condition(place).unwrap_or(0)),
                Kind::Control | Kind::ControlByte => {
                    Value::Control(place.offset.name().and_then(names::control).unwrap_or(0))
                }
                Kind::Port => Value::Immediate(self.immediate(index, &place.offset)?),
                kind if is_relative(kind) => Value::Target(self.target(index, place)?),
                _ => Value::Address(self.address(index, place)?),
            },
            registers => registers.registers().unwrap_or(Value::Register(0)),
        })
    }

    /// Leaves a field of an operand to the linker if its value is not known.
    fn settle(&mut self, index: usize, field: Field, value: Worth, span: &Range<usize>) -> Result<Worth, Unsettled> {
        if value.base.is_none() {
            return Ok(value);
        }
        let offset = self.form.byte_of(index, self.mode, self.short);
        self.output.settle(value, field, offset, span, self.symbols)
    }

    fn immediate(&mut self, index: usize, expression: &Expression) -> Result<i64, Unsettled> {
        let value = expression.value(self.symbols)?;
        let span = &expression.span;
        let kind = self.form.operands[index].kind;
        let field = match kind {
            Kind::Immediate32 => Field::Long,
            Kind::Immediate16 | Kind::Port => Field::Word,
            Kind::ImmediateByte | Kind::Code | Kind::Immediate8 => Field::Byte,
            Kind::Nibble if value.base.is_some() => Field::LowNibble,
            _ if value.base.is_some() => {
                return Err(self
                    .symbols
                    .later(|| Fault::new(span.clone(), "expected a number, found an address")));
            }
            _ => return Ok(value.number),
        };
        if kind == Kind::Immediate8 && value.base.is_some() {
            // The byte is in both halves of the word.
            let offset = self.form.byte_of(index, self.mode, self.short) + 1;
            self.output.settle(value, field, offset, span, self.symbols)?;
        }
        let value = self.settle(index, field, value, span)?;
        match kind {
            Kind::Immediate32 if value.is_address() => long_address(value.number, span),
            Kind::Immediate16 if value.is_address() => near(value, self.at, span),
            _ => Ok(value.number),
        }
    }

    fn address(&mut self, index: usize, place: &Place) -> Result<Address, Unsettled> {
        let span = &place.offset.span;
        let offset = place.offset.value(self.symbols)?;
        if self.mode == Mode::Nonsegmented {
            refuse_segments(place)?;
            let offset = self.settle(index, Field::Word, offset, span)?;
            return Ok(Address::flat(near(offset, self.at, span)? as u16));
        }
        if let Some(segment) = &place.segment {
            let segment = self.segment(segment)?;
            let offset = self.settle(index, Field::Word, offset, span)?;
            let offset = in_range(offset.number, 16, span)? as u16;
            short(place, Address::segmented(segment, offset))
        } else {
            let field = match place.short {
                true => Field::Short,
                false => Field::Segmented,
            };
            let offset = self.settle(index, field, offset, span)?;
            short(place, segmented(offset, span)?)
        }
    }

    fn segment(&self, segment: &Expression) -> Result<u8, Unsettled> {
        let number = segment.value(self.symbols)?;
        let known = u8::try_from(number.number).ok().filter(|number| *number < 128);
        known.filter(|_| number.base.is_none()).ok_or_else(|| {
            let message = format!("segment {} does not exist; expected 0 to 127", number.number);
            Fault::new(segment.span.clone(), message).rule(Rule::Range).into()
        })
    }

    /// Returns the target of a relative operand.
    fn target(&mut self, index: usize, place: &Place) -> Result<Address, Unsettled> {
        let span = &place.offset.span;
        if let Some(segment) = &place.segment {
            refuse_segments(place).or_else(|fault| match self.mode {
                Mode::Segmented => Ok(()),
                Mode::Nonsegmented => Err(fault),
            })?;
            let segment = self.segment(segment)?;
            let offset = place.offset.value(self.symbols)?;
            let offset = in_range(offset.number, 16, span)? as u16;
            return Ok(Address::segmented(segment, offset));
        }
        let mut target = place.offset.value(self.symbols)?;
        let is_weak = target.symbol.is_some_and(|symbol| self.symbols.is_weak(symbol));
        if target.base == self.at.base && !self.symbols.relaxable.get() && !is_weak {
            // Within a piece, only the distance matters.
            target.base = None;
        } else if target.base.is_some() || self.at.base.is_some() && !self.is_far(index) && target.number != 0 {
            let base = target.base.or(Some(Base::Zero));
            let target = Worth { base, ..target };
            let field = match self.form.operands[index].kind {
                Kind::Relative7 => Field::Relative7,
                Kind::Relative8 => Field::Relative8,
                Kind::Relative12 => Field::Relative12,
                _ => Field::Relative16,
            };
            self.settle(index, field, target, span)?;
            // A placeholder that every form can encode: the instruction itself.
            return Ok(linear(self.at.number, self.mode));
        } else if self.at.base.is_some() {
            // GNU as stores 0 unchanged, and any other number minus the instruction's offset in its section.
            let distance = if target.number == 0 {
                0
            } else {
                target.number - self.at.number
            };
            let next = self.at.number + self.form.length(self.mode, self.short) as i64;
            return Ok(linear((next + distance).rem_euclid(0x1_0000), self.mode));
        }
        self.reach(target, span)
    }

    /// Returns true if a relative operand has 16 bits. In GNU as, a number is then the distance itself.
    fn is_far(&self, index: usize) -> bool {
        self.form.operands[index].kind == Kind::Relative16
    }

    /// Returns the address of a known target, or of one at a known offset in the same piece.
    fn reach(&self, target: Worth, span: &Range<usize>) -> Result<Address, Unsettled> {
        let number = target.number;
        match self.mode {
            // Only the distance matters, because the program may be beyond the first 64 KB.
            Mode::Nonsegmented if self.at.number > 0xFFFF && (number - self.at.number).abs() < 0x8000 => {
                Ok(Address::flat(number as u16))
            }
            Mode::Nonsegmented => Ok(Address::flat(in_range(number, 16, span)? as u16)),
            Mode::Segmented if (0..=0x7F_FFFF).contains(&number) => Ok(linear(number, self.mode)),
            Mode::Segmented => segmented(target, span),
        }
    }
}

/// Returns an error for segments and short addresses in non-segmented mode.
fn refuse_segments(place: &Place) -> Result<(), Unsettled> {
    let (span, message) = match &place.segment {
        Some(segment) => (&segment.span, "only Z8001 addresses have a segment: use `.z8001` first"),
        None if place.short => (
            &place.offset.span,
            "only the Z8001 has short addresses: use `.z8001` first",
        ),
        None => return Ok(()),
    };
    Err(Fault::new(span.clone(), message).into())
}

/// Returns an address for segmented mode: that of a label, or a number as encoded in the instruction.
fn segmented(value: Worth, span: &Range<usize>) -> Result<Address, Unsettled> {
    let number = value.number;
    if value.is_address() {
        return match number {
            0..=0x7F_FFFF => Ok(linear(number, Mode::Segmented)),
            _ => Err(beyond(number, span).into()),
        };
    }
    if !(-0x8000_0000..=0xFFFF_FFFF).contains(&number) {
        let message = "an address has 32 bits, with the segment in bits 24 to 30 and the offset in bits 0 to 15";
        return Err(Fault::new(span.clone(), message).into());
    }
    if number >= 0 && number & 0xFF_0000 != 0 {
        let message = format!("{number:#x} is not an address: bits 16 to 23 must be 0");
        let written = format!("<<{}>>{:#x}", number >> 16 & 0x7F, number & 0xFFFF);
        let label = match number {
            0..=0x7F_FFFF => format!("write {written} for segment {}", number >> 16),
            _ => "the segment is in bits 24 to 30, the offset in bits 0 to 15".to_owned(),
        };
        return Err(Fault::new(span.clone(), message).label(label).into());
    }
    Ok(Address::segmented((number >> 24 & 0x7F) as u8, number as u16))
}

/// Returns an address in short form if the source requests that; its offset must be less than 256.
fn short(place: &Place, address: Address) -> Result<Address, Unsettled> {
    let address = Address { short: place.short, ..address };
    if address.short && address.offset > 0xFF {
        let message = format!(
            "the offset of a short address must be at most 0xff; got {:#x}",
            address.offset
        );
        return Err(Fault::new(place.offset.span.clone(), message).into());
    }
    Ok(address)
}

/// Converts a linear address: in segmented mode, the segment is in bits 16 to 22.
pub(crate) fn linear(address: i64, mode: Mode) -> Address {
    match mode {
        Mode::Nonsegmented => Address::flat(address as u16),
        Mode::Segmented => Address::segmented((address >> 16 & 0x7F) as u8, address as u16),
    }
}
