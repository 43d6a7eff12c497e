//! The contents of a statement before it is encoded.

use z8000::isa::{Mode, Operation};
use z8000_object::Field;

use crate::comment::directive_range;
use crate::fault::Fault;
use crate::instruction::{Instruction, LineClocks};
use crate::output::{Output, in_range, long_address, near};
use crate::source::Line;
use crate::symbols::Symbols;
use crate::value::{Expression, Unsettled, Value};

#[derive(Debug)]
pub(crate) enum Content {
    Instruction(Instruction, Mode),
    /// Numbers, with their size in bytes.
    Numbers(usize, Vec<Expression>),
}

impl Content {
    /// Appends the bytes of a statement at an address to an empty output.
    pub(crate) fn encode(&self, at: Value, symbols: &Symbols, output: &mut Output) -> Result<(), Unsettled> {
        match self {
            Self::Instruction(instruction, mode) => {
                let words = instruction.encode(at, *mode, symbols, output)?;
                words.iter().for_each(|word| output.bytes.extend(word.to_be_bytes()));
                if output.wide_counts && instruction.shifts_byte_right() {
                    output.bytes[2] = 0xFF;
                }
            }
            Self::Numbers(size, list) => {
                for expression in list {
                    let offset = output.bytes.len();
                    let value = number(expression, *size, offset, at, symbols, output)?;
                    let sign = if value < 0 { 0xFF } else { 0 };
                    output.bytes.extend(std::iter::repeat_n(sign, size.saturating_sub(8)));
                    output.bytes.extend(&value.to_be_bytes()[8 - (*size).min(8)..]);
                }
            }
        }
        Ok(())
    }

    pub(crate) fn clocks(&self, symbols: &Symbols) -> Option<LineClocks> {
        match self {
            Self::Instruction(instruction, mode) => Some(instruction.clocks(*mode, symbols)),
            Self::Numbers(..) => None,
        }
    }

    /// Returns warnings about a statement that is valid, but is probably wrong or could be better.
    pub(crate) fn advice(&self, line: &Line, here: Value, symbols: &Symbols) -> [Option<Fault>; 3] {
        match self {
            Self::Instruction(instruction, mode) => [
                shorter(instruction, *mode, line, here, symbols),
                instruction.doubtful_bit(symbols),
                instruction.odd_address(symbols),
            ],
            Self::Numbers(..) => [None, None, None],
        }
    }
}

/// Suggests JR instead of JP if the target is near; not in a macro, because in other expansions it may be farther away.
fn shorter(jump: &Instruction, mode: Mode, line: &Line, here: Value, symbols: &Symbols) -> Option<Fault> {
    if line.origin.expansion.is_some() || jump.form.operation != Operation::Jp {
        return None;
    }
    let (target, span) = jump.target(symbols)?;
    let reaches = target.base == here.base && jump.could_be_short(here.number, mode, target.number);
    let message = "`jr` can also reach this target, in fewer bytes and clock cycles";
    reaches.then(|| Fault::new(span, message).fix(directive_range(&line.text), "jr"))
}

/// Encodes a number of a size in bytes.
fn number(
    expression: &Expression,
    size: usize,
    offset: usize,
    at: Value,
    symbols: &Symbols,
    output: &mut Output,
) -> Result<i64, Unsettled> {
    let value = expression.value(symbols)?;
    let field = match size {
        1 => Field::Byte,
        2 => Field::Word,
        4 => Field::Long,
        _ if value.base.is_none() => return Ok(value.number),
        _ => return Err(Fault::new(expression.span.clone(), "an address has at most 32 bits: use `.long`").into()),
    };
    let value = output.settle(value, field, offset, &expression.span, symbols)?;
    match field {
        Field::Long if value.is_address() => long_address(value.number, &expression.span),
        Field::Word => near(value, at, &expression.span),
        _ => in_range(value.number, 8 * size as u32, &expression.span),
    }
}
