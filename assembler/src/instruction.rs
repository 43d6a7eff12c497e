//! Instructions: which form a line is, and what it becomes.

use std::fmt;
use std::ops::Range;

use z8000::isa::{EncodeError, Form, Formula, Kind, Mode, Operation, Value, Words, forms_of, names};

use crate::encoding::{Encoding, linear};
use crate::fault::Fault;
use crate::mismatch::mismatch;
use crate::operand::{Operand, Shape, condition, is_value, matches, name};
use crate::output::Output;
use crate::symbols::Symbols;
use crate::value::{Unsettled, Value as Worth};

/// An instruction whose form is known, and so its length.
#[derive(Debug)]
pub(crate) struct Instruction<'a> {
    pub(crate) form: &'static Form,
    /// True if the condition was left out, which comes first where there is one.
    always: bool,
    pub(crate) operands: Vec<Operand<'a>>,
}

/// The clocks of an instruction, as the listing shows them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct LineClocks {
    /// The formula of the instruction table.
    pub formula: Formula,
    /// The count to put in, where it is a constant.
    pub count: Option<u16>,
}

impl fmt::Display for LineClocks {
    /// `4`, `10/7`, `11+9n`; the sum where the count is known.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.count {
            Some(count) => self.formula.clocks(count.into()).fmt(f),
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

    /// The same with names of its own, and its present value for each variable.
    pub(crate) fn freeze(self, symbols: &Symbols) -> Instruction<'static> {
        let values: Vec<bool> = (0..self.operands.len()).map(|given| self.is_value(given)).collect();
        let freeze = |(operand, is_value): (Operand<'_>, bool)| match is_value {
            true => operand.map(&|expression| expression.freeze(symbols)),
            // The name of a condition, flag or register is not a symbol, even if there is one of the same name.
            false => operand.map(&|expression| expression.into_owned()),
        };
        Instruction {
            form: self.form,
            always: self.always,
            operands: self.operands.into_iter().zip(values).map(freeze).collect(),
        }
    }

    /// Returns true if an operand as given is a number or an address, and not a name.
    fn is_value(&self, given: usize) -> bool {
        let operand = self.form.operands.get(given + usize::from(self.always));
        operand.is_some_and(|operand| is_value(operand.kind))
    }

    /// Bytes that it takes.
    pub(crate) fn length(&self, mode: Mode) -> usize {
        self.form.length(mode, self.is_short())
    }

    /// Returns true if a short address is in it.
    fn is_short(&self) -> bool {
        self.operands.iter().any(|operand| match &operand.shape {
            Shape::Address(place) | Shape::Indexed(place, _) => place.short,
            _ => false,
        })
    }

    /// The address of a direct operand, and where it is written.
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

    /// Makes the words, as far as values are settled; what is left to a linker is noted in the output.
    pub(crate) fn encode(
        &self,
        at: Worth,
        mode: Mode,
        symbols: &Symbols,
        output: &mut Output,
    ) -> Result<Words, Unsettled> {
        let mut arguments = [Value::Immediate(0); z8000::isa::Instruction::MAX_OPERANDS];
        let count = self.form.operands.len();
        let mut encoding = Encoding {
            form: self.form,
            short: self.is_short(),
            at,
            mode,
            symbols,
            output,
        };
        for (index, argument) in arguments[..count].iter_mut().enumerate() {
            *argument = match (self.given(index), self.form.operands[index].kind) {
                (None, _) => Value::Condition(names::ALWAYS),
                (Some(first), kind @ (Kind::Flags | Kind::Interrupts)) => named(kind, &self.operands[first..])?,
                (Some(given), _) => encoding.value(index, &self.operands[given])?,
            };
        }
        let here = linear(at.number, mode);
        self.form.encode(&arguments[..count], here, mode).map_err(|error| {
            let (operand, message) = match error {
                EncodeError::Operand { operand, reason } => (operand, reason.to_string()),
                EncodeError::Count { .. } => (0, error.to_string()),
            };
            let given = self.operands.get(self.given(operand).unwrap_or(0));
            Fault::new(given.map_or(0..0, |given| given.span.clone()), message).into()
        })
    }

    /// The index of the operand that an operand of the form is given by, unless it is a condition that was left out. The
    /// names of flags or interrupts begin there.
    fn given(&self, index: usize) -> Option<usize> {
        index.checked_sub(usize::from(self.always))
    }

    /// Clocks as the listing shows them, with the count put in where it is a constant.
    pub(crate) fn clocks(&self, mode: Mode, symbols: &Symbols) -> LineClocks {
        let clocks = self.form.clocks;
        let formula = match mode {
            Mode::Nonsegmented => clocks.nonsegmented,
            Mode::Segmented if self.length(mode) < self.form.length(mode, false) => clocks.short,
            Mode::Segmented => clocks.long,
        };
        if let Formula::Branch { taken, .. } = formula
            && self.is_always()
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
        let count = count.and_then(|index| match &self.operands[self.given(index)?].shape {
            Shape::Immediate(count) => u16::try_from(count.value(symbols).ok()?.number.unsigned_abs()).ok(),
            _ => None,
        });
        LineClocks { formula, count }
    }

    /// Returns true if the condition that it begins with always holds.
    fn is_always(&self) -> bool {
        let shape = self.operands.first().map(|operand| &operand.shape);
        self.always || matches!(shape, Some(Shape::Address(place)) if condition(place) == Some(names::ALWAYS))
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
