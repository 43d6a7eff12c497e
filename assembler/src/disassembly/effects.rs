//! The effect of an instruction on the state of the processor.

use z8000::isa::{Effects, Kind, Mode, Operand, Operation, Places, Value as Given, names};

use super::operands::{Location, Step};
use super::state::{STACK, State};
use super::value::{SMALLEST, Span, Value};

impl Step<'_> {
    /// Changes the state as the instruction does, except for PC.
    pub(super) fn apply(&self, state: &mut State) {
        use Operation as O;
        let form = self.instruction.form;
        let before = state.clone();
        if !self.compares(state) && form.flags.bits() != 0 {
            state.forget_flags();
        }
        let [Some((kind, Given::Register(number))), second] = self.first_two() else {
            self.store(&before, state);
            return;
        };
        if let Some((word, status)) = self.changed_status(&before, number) {
            state.set_word(word, status);
            return;
        }
        match (form.operation, kind.kind, second) {
            (O::Ldctl, Kind::Word, Some((_, Given::Control(control)))) => {
                let is_fcw = names::control("fcw") == Some(control);
                state.set_word(number, if is_fcw { Value::Status(before.mode) } else { Value::ANY });
            }
            (O::Ld | O::Ldr | O::Ldk, Kind::Word, Some((operand, value))) => {
                state.set_word(number, self.word(&before, operand, value));
            }
            (O::Ldl | O::Ldrl, Kind::Long, Some((operand, value))) => {
                let [high, low] = self.long(&before, operand, value);
                state.set_word(number, high);
                state.set_word(number | 1, low);
            }
            (O::Lda | O::Ldar, Kind::Pointer, Some((operand, value))) => {
                if let Some(location) = self.location(&before, operand, value) {
                    self.set_pointer(state, number, location);
                }
            }
            (O::Ldb, Kind::Byte, Some((_, Given::Immediate(byte)))) => state.set_byte(number, (byte as u8, byte as u8)),
            (O::Ldb, Kind::Byte, Some((_, Given::Register(from))))
                if second.is_some_and(|s| s.0.kind == Kind::Byte) =>
            {
                state.set_byte(number, before.byte(from));
            }
            (O::Clrb, Kind::Byte, _) => state.set_byte(number, (0, 0)),
            (O::Andb, Kind::Byte, Some((_, Given::Immediate(mask)))) => state.set_byte(number, (0, mask as u8)),
            (O::Extsb, Kind::Word, _) => {
                if number < 8 && before.byte(8 + number).1 < 0x80 {
                    state.set_byte(number, (0, 0));
                } else {
                    state.set_word(number, Value::ANY);
                }
            }
            (O::Clr, Kind::Word, _) => state.set_word(number, Value::number(0)),
            (O::Inc | O::Dec | O::Add | O::Sub, Kind::Word, Some((operand, value))) => {
                self.add(&before, state, number, operand, value);
            }
            (O::Res, Kind::Word, Some((_, Given::Immediate(0))))
            | (O::And, Kind::Word, Some((_, Given::Immediate(0xFFFE)))) => {
                state.set_word(number, even(before.word(number)));
            }
            (O::And, Kind::Word, Some((operand, value))) => {
                let mask = self.word(&before, operand, value).known();
                let multiples = |mask: u16| Value::up_to(mask, 1 << mask.trailing_zeros().min(14));
                state.set_word(number, mask.map_or(Value::ANY, multiples));
            }
            (O::Sla | O::Sll, Kind::Word, Some((_, Given::Immediate(distance @ 0..=14)))) => {
                state.set_word(number, times(before.word(number), 1 << distance));
            }
            (O::Mult, Kind::Long, Some((operand, value))) => {
                let factor = self.word(&before, operand, value).known();
                state.set_word(number, Value::ANY);
                let product = factor.map_or(Value::ANY, |factor| times(before.word(number | 1), factor));
                state.set_word(number | 1, product);
            }
            (O::Subl | O::Xor, Kind::Long | Kind::Word, Some((_, Given::Register(same)))) if same == number => {
                state.set_word(number, Value::number(0));
                if kind.kind == Kind::Long {
                    state.set_word(number | 1, Value::number(0));
                }
            }
            (O::Exts, Kind::Long, _) => state.set_word(number, Value::ANY),
            (O::Pop | O::Popl, _, Some((_, Given::Register(stack)))) => {
                let (words, own) = if form.operation == O::Pop {
                    (1, Kind::Word)
                } else {
                    (2, Kind::Long)
                };
                let (_, top) = self.pointer(&before, stack);
                self.move_stack(state, stack, 2 * i32::from(words));
                for word in (0..words).filter(|_| kind.kind == own) {
                    let value = match top {
                        Value::Stack(distance) => before.slot(distance.wrapping_add(2 * i16::from(word))),
                        _ => Value::ANY,
                    };
                    state.set_word(number + word, value);
                }
            }
            (O::Cpir, Kind::Word, _) => self.search(&before, state),
            (O::Ex, Kind::Word, Some((operand, value))) => {
                self.exchange(&before, state, number, operand, value);
            }
            _ => self.store(&before, state),
        }
    }

    /// Returns the FCW value in a register in which the instruction sets or clears single bits: the highest bit is the
    /// mode.
    fn changed_status(&self, before: &State, number: u8) -> Option<(u8, Value)> {
        use Operation as O;
        let [Some((operand, _)), Some((_, Given::Immediate(bits)))] = self.first_two() else {
            return None;
        };
        // A byte register is a half of a word register; from number 8, the lower half.
        let (word, shift) = match operand.kind {
            Kind::Word => (number, 0),
            Kind::Byte if number < 8 => (number, 8),
            Kind::Byte => (number & 7, 0),
            _ => return None,
        };
        let Value::Status(mode) = before.word(word) else { return None };
        let bits = bits as u16;
        let (keeps, sets) = match self.instruction.form.operation {
            O::Set | O::Setb => (0xFFFF, 1 << bits),
            O::Res | O::Resb => (!(1 << bits), 0),
            O::And | O::Andb => (bits, 0),
            O::Or | O::Orb => (0xFFFF, bits),
            _ => return None,
        };
        let is_top = |mask: u16| u32::from(mask) << shift & 0x8000 != 0;
        let is_low = operand.kind == Kind::Byte && shift == 0;
        let mode = match mode {
            _ if is_low => mode,
            _ if is_top(sets) => Mode::Segmented,
            _ if !is_top(keeps) => Mode::Nonsegmented,
            _ => mode,
        };
        Some((word, Value::Status(mode)))
    }

    /// Records a comparison of a register with a number.
    fn compares(&self, state: &mut State) -> bool {
        use Operation as O;
        let [Some((kind, Given::Register(number))), second] = self.first_two() else {
            return false;
        };
        let register = match kind.kind {
            Kind::Word => number,
            Kind::Byte => 16 + number,
            _ => return false,
        };
        match (self.instruction.form.operation, second) {
            (O::Cp, Some((operand, value))) => match self.word(state, operand, value).known() {
                Some(number) => state.compare(register, number, true),
                None => return false,
            },
            (O::Cpb, Some((_, Given::Immediate(byte)))) => state.compare(register, byte as u16 & 0xFF, true),
            (O::Test | O::Testb, None) => state.compare(register, 0, false),
            _ => return false,
        }
        true
    }

    /// Executes ADD, SUB, INC or DEC of a word register.
    fn add(&self, before: &State, state: &mut State, number: u8, operand: Operand, value: Given) {
        let (old, other) = (before.word(number), self.word(before, operand, value));
        let subtracts = matches!(self.instruction.form.operation, Operation::Sub | Operation::Dec);
        let sum = match (subtracts, other.known()) {
            (true, _) if value == Given::Register(number) && operand.kind == Kind::Word => Value::number(0),
            (true, Some(known)) => old.plus(-i32::from(known.cast_signed())),
            (true, None) => Value::ANY,
            (false, _) if value == Given::Register(number) && operand.kind == Kind::Word => times(old, 2),
            (false, Some(known)) if operand.kind == Kind::Count || known < SMALLEST && old.known().is_none() => {
                old.plus(known.into())
            }
            (false, _) => old.sum(other, self.is_address(Some(self.program.isa_address(self.at).segment))),
        };
        state.set_word(number, sum);
        if other.known().is_some() && before.is_passed(number) {
            state.keep_passed(number);
        }
        state.compare(number, 0, false);
    }

    fn set_pointer(&self, state: &mut State, number: u8, location: Location) {
        let offset = match location.offset {
            Value::Span(span) if span.number().is_some() => Value::written(span.low as u16, self.at),
            Value::Based { base, step, source: None } => Value::Based { base, step, source: Some(self.at) },
            other => other,
        };
        if self.mode() == Mode::Segmented {
            let segment = location
                .segment
                .map(|segment| Value::number(0x8000 | u16::from(segment) << 8));
            state.set_word(number & 14, segment.unwrap_or(Value::ANY));
        }
        state.set_word(self.offset_register(number), offset);
    }

    /// Moves a stack pointer.
    fn move_stack(&self, state: &mut State, number: u8, bytes: i32) {
        let number = self.offset_register(number);
        state.set_word(number, state.word(number).plus(bytes));
    }

    /// Executes CPIR: afterwards, the pointer is after one of the words.
    fn search(&self, before: &State, state: &mut State) {
        let [_, Given::Register(pointer), Given::Register(count), ..] = *self.instruction.values() else {
            return;
        };
        let (_, offset) = self.pointer(before, pointer);
        let behind = match (offset.known(), before.word(count).known()) {
            (Some(start), Some(count @ 1..=0x1000)) => Value::between(2, 2 * i32::from(count), 2).plus(start.into()),
            _ => Value::ANY,
        };
        state.set_word(self.offset_register(pointer), behind);
        state.set_word(count, Value::ANY);
    }

    fn exchange(&self, before: &State, state: &mut State, number: u8, operand: Operand, value: Given) {
        if let (Kind::Word, Given::Register(other)) = (operand.kind, value) {
            state.set_word(number, before.word(other));
            state.set_word(other, before.word(number));
            return;
        }
        state.set_word(number, self.word(before, operand, value));
        if let Some(distance) = self.on_stack(before, operand, value) {
            state.set_slot(distance, before.word(number));
        }
    }

    /// Returns the distance of an operand on the stack from the stack pointer at the routine's entry.
    fn on_stack(&self, before: &State, operand: Operand, value: Given) -> Option<i16> {
        match self.location(before, operand, value)?.offset {
            Value::Stack(distance) => Some(distance),
            _ => None,
        }
    }

    /// Handles all other instructions: stores, and registers that are written with unknown values.
    fn store(&self, before: &State, state: &mut State) {
        use Operation as O;
        let operation = self.instruction.form.operation;
        let [first, second] = self.first_two();
        if let (O::Push | O::Pushl, Some((_, Given::Register(stack))), Some((operand, value))) =
            (operation, first, second)
        {
            match operation {
                O::Push => self.push(before, state, stack, &[self.word(before, operand, value)]),
                _ => self.push(before, state, stack, &self.long(before, operand, value)),
            }
            return;
        }
        for (index, (operand, value)) in self.values().enumerate() {
            if operand.written
                && let Some(distance) = self.on_stack(before, operand, value)
            {
                self.write_stack(before, state, distance, second, index);
            }
        }
        let effects = Effects::of(self.instruction);
        // A routine returns with the stack pointer that it had at its call.
        let kept = match operation {
            O::Call | O::Calr => effects.moved,
            _ => Places::default(),
        };
        state.forget(effects.written.without(kept));
    }

    /// Records a store to a word on the stack, if its position is known.
    fn write_stack(
        &self,
        before: &State,
        state: &mut State,
        distance: i16,
        second: Option<(Operand, Given)>,
        index: usize,
    ) {
        use Operation as O;
        let values = match (self.instruction.form.operation, second) {
            (O::Ld, Some((operand, value))) if index == 0 => vec![self.word(before, operand, value)],
            (O::Ldl, Some((operand, value))) if index == 0 => self.long(before, operand, value).to_vec(),
            (O::Inc | O::Dec, Some((_, Given::Immediate(count)))) => {
                let down = self.instruction.form.operation == O::Dec;
                let count = if down { -count as i32 } else { count as i32 };
                vec![before.slot(distance).plus(count)]
            }
            _ => vec![Value::ANY; 2],
        };
        for (index, value) in values.into_iter().enumerate() {
            state.set_slot(distance.wrapping_add(2 * index as i16), value);
        }
    }

    fn push(&self, before: &State, state: &mut State, stack: u8, values: &[Value]) {
        let mut before = before.clone();
        if self.offset_register(stack) as usize == STACK && !matches!(before.word(STACK as u8), Value::Stack(_)) {
            // This is another stack, which begins here.
            before.move_stack();
            state.move_stack();
        }
        self.move_stack(state, stack, -2 * values.len() as i32);
        if let (_, Value::Stack(top)) = self.pointer(&before, stack) {
            let top = top.wrapping_sub(2 * values.len() as i16);
            for (index, &value) in values.iter().enumerate() {
                state.set_slot(top.wrapping_add(2 * index as i16), value);
            }
        }
    }
}

/// Returns a value with bit 0 cleared.
fn even(value: Value) -> Value {
    match value {
        Value::Return(distance) => Value::Return(distance.map(|distance| distance & !1)),
        Value::Span(span) => span
            .number()
            .map_or(Value::Span(Span::multiples(2)), |number| Value::number(number & !1)),
        _ => Value::ANY,
    }
}

fn times(value: Value, factor: u16) -> Value {
    match value {
        Value::Span(span) => Value::Span(span.times(factor)),
        _ => Value::Span(Span::multiples(factor)),
    }
}
