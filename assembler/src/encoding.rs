//! From the operands of an instruction to the values of its fields.

use std::ops::Range;

use z8000::isa::{Address, Form, Kind, Mode, Value, names};
use z8000_object::Field;

use crate::fault::Fault;
use crate::operand::{Operand, Place, Shape, condition, is_relative};
use crate::output::{Output, beyond, in_range, long_address, near};
use crate::symbols::Symbols;
use crate::term::Expression;
use crate::value::{Unsettled, Value as Worth};

/// An instruction on its way to words.
pub(crate) struct Encoding<'e> {
    pub(crate) form: &'static Form,
    pub(crate) short: bool,
    /// Its address.
    pub(crate) at: Worth,
    pub(crate) mode: Mode,
    pub(crate) symbols: &'e Symbols,
    pub(crate) output: &'e mut Output,
}

impl Encoding<'_> {
    /// The value of an operand of the form.
    pub(crate) fn value(&mut self, index: usize, operand: &Operand<'_>) -> Result<Value, Unsettled> {
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

    /// Leaves a field of an operand to the linker if its value is not settled.
    fn settle(&mut self, index: usize, field: Field, value: Worth, span: &Range<usize>) -> Result<Worth, Unsettled> {
        if value.base.is_none() {
            return Ok(value);
        }
        let offset = self.form.byte_of(index, self.mode, self.short);
        self.output.settle(value, field, offset, span, self.symbols)
    }

    fn immediate(&mut self, index: usize, expression: &Expression<'_>) -> Result<i64, Unsettled> {
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
                    .later(|| Fault::new(span.clone(), "this must be a number, not an address")));
            }
            _ => return Ok(value.number),
        };
        if kind == Kind::Immediate8 && value.base.is_some() {
            // The byte stands twice, in both halves of the word.
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

    /// A direct address.
    fn address(&mut self, index: usize, place: &Place<'_>) -> Result<Address, Unsettled> {
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
            short(
                place,
                Address {
                    segment,
                    offset,
                    short: place.short,
                },
            )
        } else {
            let field = match place.short {
                true => Field::Short,
                false => Field::Segmented,
            };
            let offset = self.settle(index, field, offset, span)?;
            short(place, segmented(offset, place.short, span)?)
        }
    }

    fn segment(&self, segment: &Expression<'_>) -> Result<u8, Unsettled> {
        let number = segment.value(self.symbols)?;
        let known = u8::try_from(number.number).ok().filter(|number| *number < 128);
        known.filter(|_| number.base.is_none()).ok_or_else(|| {
            let message = format!("segment {} does not exist; use 0 to 127", number.number);
            Fault::new(segment.span.clone(), message).into()
        })
    }

    /// The target of a relative operand.
    fn target(&mut self, index: usize, place: &Place<'_>) -> Result<Address, Unsettled> {
        let span = &place.offset.span;
        if let Some(segment) = &place.segment {
            refuse_segments(place).or_else(|fault| match self.mode {
                Mode::Segmented => Ok(()),
                Mode::Nonsegmented => Err(fault),
            })?;
            let segment = self.segment(segment)?;
            let offset = place.offset.value(self.symbols)?;
            let offset = in_range(offset.number, 16, span)? as u16;
            return Ok(Address {
                segment,
                offset,
                short: false,
            });
        }
        let mut target = place.offset.value(self.symbols)?;
        if target.base == self.at.base && !self.symbols.relaxable.get() {
            // In one region only the distance counts.
            target.base = None;
        } else if target.base.is_some() {
            let field = match self.form.operands[index].kind {
                Kind::Relative7 => Field::Relative7,
                Kind::Relative8 => Field::Relative8,
                Kind::Relative12 => Field::Relative12,
                _ => Field::Relative16,
            };
            self.settle(index, field, target, span)?;
            // The nearest target that every form reaches: the instruction itself.
            return Ok(linear(self.at.number, self.mode));
        } else if self.at.base.is_some() {
            return Err(self.symbols.later(|| {
                Fault::new(
                    span.clone(),
                    "only the linker knows how far this number is from here: use a label",
                )
            }));
        }
        self.reach(target, span)
    }

    /// The address of a target that is known, or known in its region.
    fn reach(&self, target: Worth, span: &Range<usize>) -> Result<Address, Unsettled> {
        let number = target.number;
        match self.mode {
            // Only the distance counts: the program may lie beyond the first 64 KB.
            Mode::Nonsegmented if self.at.number > 0xFFFF && (number - self.at.number).abs() < 0x8000 => {
                Ok(Address::flat(number as u16))
            }
            Mode::Nonsegmented => Ok(Address::flat(in_range(number, 16, span)? as u16)),
            Mode::Segmented if (0..=0x7F_FFFF).contains(&number) => Ok(linear(number, self.mode)),
            Mode::Segmented => segmented(target, false, span),
        }
    }
}

/// Segments and short addresses are for segmented mode.
fn refuse_segments(place: &Place<'_>) -> Result<(), Unsettled> {
    let (span, message) = match &place.segment {
        Some(segment) => (
            &segment.span,
            "only addresses of the Z8001 have a segment: use `.z8001` first",
        ),
        None if place.short => (
            &place.offset.span,
            "only the Z8001 has short addresses: use `.z8001` first",
        ),
        None => return Ok(()),
    };
    Err(Fault::new(span.clone(), message).into())
}

/// An address of segmented mode: that of a label, or a number as it stands in the instruction.
fn segmented(value: Worth, short: bool, span: &Range<usize>) -> Result<Address, Unsettled> {
    let number = value.number;
    if value.is_address() {
        return match number {
            0..=0x7F_FFFF => Ok(Address {
                short,
                ..linear(number, Mode::Segmented)
            }),
            _ => Err(beyond(number, span).into()),
        };
    }
    if !(-0x8000_0000..=0xFFFF_FFFF).contains(&number) {
        let message = "an address has 32 bits: segment in bits 24 to 30, offset in bits 0 to 15";
        return Err(Fault::new(span.clone(), message).into());
    }
    if number >= 0 && number & 0xFF_0000 != 0 {
        let message = format!("{number:#x} is no address: bits 16 to 23 have no meaning");
        let written = format!("<<{}>>{:#x}", number >> 16 & 0x7F, number & 0xFFFF);
        let label = match number {
            0..=0x7F_FFFF => format!("write {written} for segment {}", number >> 16),
            _ => "segment in bits 24 to 30, offset in bits 0 to 15".to_owned(),
        };
        return Err(Fault::new(span.clone(), message).label(label).into());
    }
    Ok(Address {
        segment: (number >> 24 & 0x7F) as u8,
        offset: number as u16,
        short,
    })
}

/// An address whose offset must fit its short form, where that is wanted.
fn short(place: &Place<'_>, address: Address) -> Result<Address, Unsettled> {
    if address.short && address.offset > 0xFF {
        let message = format!(
            "the offset of a short address is at most 0xff; this is {:#x}",
            address.offset
        );
        return Err(Fault::new(place.offset.span.clone(), message).into());
    }
    Ok(address)
}

/// The address of a linear one: in segmented mode, the segment is in bits 16 to 22.
pub(crate) fn linear(address: i64, mode: Mode) -> Address {
    Address {
        segment: match mode {
            Mode::Nonsegmented => 0,
            Mode::Segmented => (address >> 16 & 0x7F) as u8,
        },
        offset: address as u16,
        short: false,
    }
}
