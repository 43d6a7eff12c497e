//! The output of statements: bytes, and fields that are left to a linker.

use std::ops::Range;

use z8000_object::Field;

use crate::fault::{Fault, Rule};
use crate::layout::Place;
use crate::symbols::Symbols;
use crate::syntax::Syntax;
use crate::value::{Base, SymbolNumber, Unsettled, Value};

/// A field of a statement that a linker must fill in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Fixup {
    /// The offset from the beginning of the statement in bytes.
    pub(crate) offset: u32,
    pub(crate) field: Field,
    /// The base to which the addend is added.
    pub(crate) base: Base,
    pub(crate) addend: i64,
    /// The symbol in the source that the base stands for, if there is one.
    pub(crate) symbol: Option<SymbolNumber>,
}

#[derive(Debug, Default)]
pub(crate) struct Output {
    pub(crate) bytes: Vec<u8>,
    pub(crate) fixups: Vec<Fixup>,
    /// True to encode the count of a right shift of a byte as a negative 16-bit number, as in asz8k. The chip uses only
    /// the lower eight bits; in GNU as, the others are 0.
    pub(crate) wide_counts: bool,
}

impl Output {
    /// Creates an empty output for statements of a dialect.
    pub(crate) fn new(syntax: Syntax) -> Self {
        Self { wide_counts: syntax == Syntax::Asz8k, ..Self::default() }
    }

    pub(crate) fn clear(&mut self) {
        self.bytes.clear();
        self.fixups.clear();
    }

    /// Removes and returns the fields left to the linker: for each, the piece, and the field with its offset in the
    /// piece.
    pub(crate) fn fixups_at(&mut self, place: Place) -> impl Iterator<Item = (u32, Fixup)> {
        let moved = move |fixup: Fixup| (place.piece, Fixup { offset: place.offset + fixup.offset, ..fixup });
        self.fixups.drain(..).map(moved)
    }

    /// Writes 0 and leaves a field to the linker if its value is not known.
    pub(crate) fn settle(
        &mut self,
        value: Value,
        field: Field,
        offset: usize,
        span: &Range<usize>,
        symbols: &Symbols,
    ) -> Result<Value, Unsettled> {
        let Some(base) = value.base else {
            return Ok(value);
        };
        if !symbols.for_linker {
            return Err(symbols.later(|| Fault::new(span.clone(), "this address is unknown").rule(Rule::Unsettled)));
        }
        let Value { number: addend, symbol, .. } = value;
        self.fixups
            .push(Fixup { offset: offset as u32, field, base, addend, symbol });
        Ok(Value::number(0))
    }
}

/// Checks that a number fits into this many bits, signed or unsigned.
pub(crate) fn in_range(value: i64, bits: u32, span: &Range<usize>) -> Result<i64, Unsettled> {
    let (low, high) = (-(1_i64 << (bits - 1)), (1_i64 << bits) - 1);
    if (low..=high).contains(&value) {
        return Ok(value);
    }
    let message = format!("{value} is outside the range {low} to {high}");
    Err(Fault::new(span.clone(), message).rule(Rule::Range).into())
}

/// Returns the value of a word: a number, or an address in 16 bits. In the segment of the statement at `at`, that is
/// the offset.
pub(crate) fn near(value: Value, at: Value, span: &Range<usize>) -> Result<i64, Unsettled> {
    let same_segment = value.number >> 16 == at.number >> 16 && at.base.is_none();
    if value.is_address() && same_segment && value.number >= 0 {
        return Ok(value.number & 0xFFFF);
    }
    let fault = |error| match error {
        Unsettled::Fault(fault) if value.is_address() => {
            let message = format!(
                "the address {:#x} is in segment {}: a word can hold only an offset in its own segment",
                value.number,
                value.number >> 16
            );
            Unsettled::from(
                Fault::new(fault.span, message)
                    .rule(Rule::Range)
                    .label("use `& 0xffff` to get the offset"),
            )
        }
        error => error,
    };
    in_range(value.number, 16, span).map_err(fault)
}

/// Returns an address in the form of a long word: bit 31 set, the segment in bits 24 to 30, and the offset in bits 0 to
/// 15.
pub(crate) fn long_address(address: i64, span: &Range<usize>) -> Result<i64, Unsettled> {
    match address {
        0..=0x7F_FFFF => Ok(0x8000_0000 | (address & 0x7F_0000) << 8 | address & 0xFFFF),
        _ => Err(beyond(address, span).into()),
    }
}

/// Returns the fault of an address outside the processor's address space.
pub(crate) fn beyond(address: i64, span: &Range<usize>) -> Fault {
    let message = format!("{address:#x} is not an address: Z8001 addresses end at 0x7fffff (<<127>>0xffff)");
    Fault::new(span.clone(), message).rule(Rule::Range)
}
