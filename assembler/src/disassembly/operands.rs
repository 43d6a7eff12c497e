//! Evaluating the operands of an instruction, given the known contents of the registers: their values and the places in
//! memory that they refer to.

use std::sync::LazyLock;

use z8000::isa::{Instruction, Kind, Mode, Operand, Operation, Value as Given, names};

use super::program::{Program, Space, linear, operands};
use super::state::{STACK, State};
use super::value::{SMALLEST, Table, Value, segment};

/// The location of an operand in memory.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Location {
    pub(super) space: Space,
    /// The segment, if it is known.
    pub(super) segment: Option<u8>,
    pub(super) offset: Value,
}

/// A memory access whose address is known, or is known except for an index.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Access {
    pub(super) space: Space,
    /// The linear address of the first byte.
    pub(super) address: u32,
    /// The size of an element in bytes.
    pub(super) size: u8,
    /// The number of bytes from one element to the next, if there are several.
    pub(super) step: u16,
    /// The number of elements; `None` if it is not known.
    pub(super) count: Option<u32>,
    /// The instruction that contains the address as a number, if it is not this one.
    pub(super) source: Option<u32>,
}

/// An instruction with the program, which gives its numbers their meaning.
pub(super) struct Step<'a> {
    pub(super) program: &'a Program,
    pub(super) instruction: &'a Instruction,
    pub(super) at: u32,
    /// True if words of the data memory are assumed to keep their initial contents.
    pub(super) trusting: bool,
}

/// Returns the size in bytes of an operation's operand in memory.
fn size(operation: Operation) -> u8 {
    static SIZES: LazyLock<Vec<u8>> = LazyLock::new(|| {
        let size = |operation: &Operation| {
            let name = operation.mnemonic();
            let is_form_of_word = |last| {
                let shorter = name.strip_suffix(last);
                shorter.is_some_and(|shorter| Operation::from_mnemonic(shorter).is_some())
            };
            match name.as_bytes() {
                [b't', b'r', ..] => 1,
                _ if is_form_of_word('b') => 1,
                _ if is_form_of_word('l') => 4,
                _ => 2,
            }
        };
        Operation::ALL.iter().map(size).collect()
    });
    SIZES[operation as usize]
}

impl Step<'_> {
    pub(super) fn mode(&self) -> Mode {
        self.instruction.mode
    }

    pub(super) fn values(&self) -> impl Iterator<Item = (Operand, Given)> + '_ {
        operands(self.instruction)
    }

    pub(super) fn first_two(&self) -> [Option<(Operand, Given)>; 2] {
        let mut operands = self.values();
        [operands.next(), operands.next()]
    }

    /// Returns the number of the register that contains the offset of a pointer.
    pub(super) fn offset_register(&self, number: u8) -> u8 {
        match self.mode() {
            Mode::Nonsegmented => number,
            Mode::Segmented => number | 1,
        }
    }

    /// Returns the segment and offset of the address in a register.
    pub(super) fn pointer(&self, state: &State, number: u8) -> (Option<u8>, Value) {
        let segment = match self.mode() {
            Mode::Nonsegmented => Some(self.program.isa_address(self.at).segment),
            Mode::Segmented => segment(state.word(number & 14)),
        };
        (segment, state.word(self.offset_register(number)))
    }

    /// Returns a function that tells whether an offset may be the address of data.
    pub(super) fn is_address(&self, segment: Option<u8>) -> impl Fn(u16) -> bool + '_ {
        let space = self.program.space(Space::Data);
        let base = u32::from(segment.unwrap_or(0)) << 16;
        move |number| self.program.has(space, base | u32::from(number))
    }

    /// Returns the location of an operand; `None` if it is not in memory.
    pub(super) fn location(&self, state: &State, operand: Operand, value: Given) -> Option<Location> {
        let mut space = Space::Data;
        let (segment, offset) = match (operand.kind, value) {
            (Kind::Indirect, Given::Register(number)) => self.pointer(state, number),
            (Kind::Direct, Given::Address(address)) => (Some(address.segment), Value::number(address.offset)),
            (Kind::Indexed, Given::Indexed(address, index)) => {
                let base = Value::number(address.offset);
                let index = state.word(index);
                let known = self.is_address(Some(address.segment))(address.offset);
                let sum = match index {
                    // If the register contains a pointer, the number in the instruction is the distance of a field in a
                    // structure.
                    Value::Stack(_) | Value::Based { .. } | Value::Return(_) => {
                        index.plus(address.offset.cast_signed().into())
                    }
                    Value::Span(span) if span.number().is_some_and(|number| number < SMALLEST) => {
                        Value::number((span.low as u16).wrapping_add(address.offset))
                    }
                    Value::Span(span) if span.number().is_some() => index.plus(address.offset.into()),
                    _ => base.sum(index, |_| known),
                };
                (Some(address.segment), sum)
            }
            (Kind::Base, Given::Base(number, distance)) => {
                let (segment, offset) = self.pointer(state, number);
                (segment, offset.plus(distance.cast_signed().into()))
            }
            (Kind::BaseIndex, Given::BaseIndex(number, index)) => {
                let (segment, offset) = self.pointer(state, number);
                let index = state.word(index);
                // A small index is a distance, even if the pointer is unknown.
                match index.known().filter(|index| *index < SMALLEST) {
                    Some(distance) => (segment, offset.plus(distance.into())),
                    None => (segment, offset.sum(index, self.is_address(segment))),
                }
            }
            (Kind::Relative16, Given::Target(address)) => {
                space = Space::Program;
                (Some(address.segment), Value::number(address.offset))
            }
            _ => return None,
        };
        Some(Location { space: self.program.space(space), segment, offset })
    }

    /// Returns the words, one of which is read from a location.
    fn table(&self, location: Location, more: u16) -> Option<Table> {
        let (start, step, count) = location.offset.words()?;
        Some(Table {
            space: location.space,
            start: u32::from(location.segment?) << 16 | u32::from(start.wrapping_add(more)),
            step,
            count,
        })
    }

    /// Returns the word that is read from a location.
    fn load(&self, state: &State, location: Location, more: u16) -> Value {
        if let Value::Stack(distance) = location.offset {
            return state.slot(distance.wrapping_add(more.cast_signed()));
        }
        match self.table(location, more) {
            Some(table) if self.trusting && table.count == Some(1) => {
                let space = location.space;
                self.program.word(space, table.start).map_or(Value::ANY, Value::number)
            }
            Some(table) => Value::Entry(table),
            None => Value::ANY,
        }
    }

    /// Returns the value of a source operand of one word.
    pub(super) fn word(&self, state: &State, operand: Operand, value: Given) -> Value {
        match value {
            Given::Register(number) if operand.kind == Kind::Word => state.word(number),
            Given::Immediate(number) => Value::written(number as u16, self.at),
            _ => self
                .location(state, operand, value)
                .map_or(Value::ANY, |location| self.load(state, location, 0)),
        }
    }

    /// Returns the values of a source operand of two words.
    pub(super) fn long(&self, state: &State, operand: Operand, value: Given) -> [Value; 2] {
        match value {
            Given::Register(number) if operand.kind == Kind::Long => [state.word(number), state.word(number | 1)],
            Given::Immediate(number) => {
                [(number >> 16) as u16, number as u16].map(|word| Value::written(word, self.at))
            }
            _ => match self.location(state, operand, value) {
                Some(location) => [0, 2].map(|more| self.load(state, location, more)),
                None => [Value::ANY; 2],
            },
        }
    }

    /// Calls `found` for each memory access of the instruction whose address is known.
    pub(super) fn accesses(&self, state: &State, mut found: impl FnMut(Access)) {
        use Operation::{Call, Jp, Lda, Ldar, Ldm};
        let operation = self.instruction.form.operation;
        if matches!(operation, Jp | Call | Lda | Ldar) {
            return;
        }
        let count = self.values().find_map(|(operand, value)| match value {
            Given::Immediate(count) if operation == Ldm && operand.kind == Kind::Count => Some(count as u32),
            _ => None,
        });
        for (operand, value) in self.values() {
            let Some(location) = self.location(state, operand, value) else {
                continue;
            };
            let Some(segment) = location.segment else {
                continue;
            };
            let base = u32::from(segment) << 16;
            let size = size(operation);
            let (offset, step, many, source) = match location.offset {
                Value::Span(span) => match span.number() {
                    Some(number) => (number, size.into(), Some(count.unwrap_or(1)), span.source),
                    None if span.count().is_some() && span.first() as i32 >= span.low => {
                        (span.first(), span.step, span.count(), None)
                    }
                    None => continue,
                },
                Value::Based { base, step, source } => (base, step, None, source),
                _ => continue,
            };
            found(Access {
                space: location.space,
                address: base | u32::from(offset),
                size,
                step,
                count: many,
                source,
            });
        }
    }
}

/// Returns true for a register of the stack pointer.
pub(super) const fn is_stack(number: u8) -> bool {
    number as usize | 1 == STACK
}

/// Returns the code address that an instruction contains.
pub(super) fn target(instruction: &Instruction) -> Option<u32> {
    instruction.target().map(linear)
}

pub(super) fn condition(values: &[Given]) -> u8 {
    match values.first() {
        Some(Given::Condition(condition)) => *condition,
        _ => names::ALWAYS,
    }
}
