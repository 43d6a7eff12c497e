//! What is known about the state of the processor at a place in the program.

use z8000::isa::{Mode, Places, names};

use super::value::{Span, Table, Value};

/// A register in which a routine receives an argument, with the routine's entry.
pub(super) type Parameter = (u32, u8);

/// The number of the register that points to a return address: R15, or the lower half of RR14.
pub(super) const STACK: usize = 15;

/// Maximum number of words near the stack pointer that are tracked.
const SLOTS: usize = 8;

/// The known part of the processor's state.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct State {
    pub(super) mode: Mode,
    registers: [Value; 16],
    /// A bit for each register that still contains its value from the routine's entry.
    passed: u16,
    /// Minimum and maximum of the byte registers RH0 to RH7 and RL0 to RL7.
    bytes: [(u8, u8); 16],
    /// Words on the stack, by their distance from the stack pointer at the routine's entry.
    slots: [Option<(i16, Value)>; SLOTS],
    compared: Option<Comparison>,
}

/// The comparison that the flags reflect.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Comparison {
    /// The register that was compared: a word register, or 16 and the number of a byte register.
    register: u8,
    /// The number that it was compared with.
    number: u16,
    /// True if the carry flag reflects it, too. It does not if the flags are those of a result.
    carry: bool,
}

/// Minimum and maximum of an unknown byte.
const FULL: (u8, u8) = (0, 0xFF);

impl State {
    /// Returns the state at the entry of a routine.
    pub(super) fn entry(mode: Mode) -> Self {
        let mut state = Self::unknown(mode);
        state.passed = 0xFFFF;
        state.registers[STACK] = Value::Stack(0);
        state.slots[0] = Some((0, Value::Return(Some(0))));
        if mode == Mode::Segmented {
            state.slots[1] = Some((2, Value::Return(Some(0))));
        }
        state
    }

    pub(super) const fn unknown(mode: Mode) -> Self {
        Self {
            mode,
            passed: 0,
            registers: [Value::ANY; 16],
            bytes: [FULL; 16],
            slots: [None; SLOTS],
            compared: None,
        }
    }

    pub(super) fn word(&self, number: u8) -> Value {
        self.registers[usize::from(number & 15)]
    }

    pub(super) fn set_word(&mut self, number: u8, value: Value) {
        let number = usize::from(number & 15);
        self.registers[number] = value;
        self.passed &= !(1 << number);
        if number < 8 {
            let halves = match value.known() {
                Some(word) => word.to_be_bytes().map(|byte| (byte, byte)),
                None => [FULL; 2],
            };
            [self.bytes[number], self.bytes[number + 8]] = halves;
        }
        self.forget_comparison(number as u8);
    }

    /// Returns true if a register still contains its value from the routine's entry.
    pub(super) const fn is_passed(&self, number: u8) -> bool {
        self.passed >> (number & 15) & 1 != 0
    }

    /// Records that a register was changed by a known distance: if it contained an argument that is an address, it
    /// still does.
    pub(super) const fn keep_passed(&mut self, number: u8) {
        self.passed |= 1 << (number & 15);
    }

    /// Returns the words that the routine has pushed on the stack, by their distances.
    pub(super) fn pushed(&self) -> impl Iterator<Item = (i16, Value)> + use<> {
        self.slots.into_iter().flatten().filter(|slot| slot.0 < 0)
    }

    /// Returns the minimum and maximum of a byte register.
    pub(super) const fn byte(&self, number: u8) -> (u8, u8) {
        self.bytes[(number & 15) as usize]
    }

    /// Changes a byte register. The word register is known if the upper half is a known number.
    pub(super) fn set_byte(&mut self, number: u8, bounds: (u8, u8)) {
        self.bytes[usize::from(number & 15)] = bounds;
        let word = number & 7;
        self.passed &= !(1 << word);
        let (high, low) = (self.bytes[usize::from(word)], self.bytes[usize::from(word) + 8]);
        self.registers[usize::from(word)] = if high.0 == high.1 {
            let base = i32::from(high.0) << 8;
            let (from, to) = (u16::from(low.0), u16::from(low.1));
            let span = Value::up_to(to, 1).plus(base);
            match (from == to, high.0 == 0 && from > 0) {
                (true, _) => Value::number(from).plus(base),
                (false, true) => Value::Span(Span::ANY.limited(Some(from.into()), Some(to.into()), false)),
                (false, false) => span,
            }
        } else {
            Value::ANY
        };
        self.forget_comparison(word);
        self.forget_comparison(16 + number);
    }

    /// Records that registers, or bytes of them, are written with unknown values.
    pub(super) fn forget(&mut self, written: Places) {
        for number in 0..16 {
            match written.0 >> (2 * number) & 3 {
                0 => {}
                1 => self.set_byte(number, FULL),
                2 => self.set_byte(8 + number, FULL),
                _ => self.set_word(number, Value::ANY),
            }
        }
    }

    fn forget_comparison(&mut self, register: u8) {
        self.compared = self.compared.filter(|compared| compared.register != register);
    }

    /// Returns the word at a distance from the stack pointer at the routine's entry.
    pub(super) fn slot(&self, distance: i16) -> Value {
        let known = self.slots.iter().flatten().find(|slot| slot.0 == distance);
        known.map_or(Value::ANY, |slot| slot.1)
    }

    /// Records a word on the stack. If there is no room, it replaces the word at the lowest address.
    pub(super) fn set_slot(&mut self, distance: i16, value: Value) {
        let is_same = |slot: &Option<(i16, Value)>| slot.is_some_and(|slot| slot.0 == distance);
        let same = self.slots.iter().position(is_same);
        let free = || self.slots.iter().position(Option::is_none);
        let highest = || (0..SLOTS).min_by_key(|&index| self.slots[index].map(|slot| slot.0));
        if let Some(index) = same.or_else(free).or_else(highest) {
            self.slots[index] = Some((distance, value));
        }
    }

    /// Records that the stack pointer is set to an unknown address.
    pub(super) const fn move_stack(&mut self) {
        self.slots = [None; SLOTS];
        self.registers[STACK] = Value::Stack(0);
    }

    /// Records a comparison of a register with a number; `carry` is true if the carry flag reflects it, too.
    pub(super) const fn compare(&mut self, register: u8, number: u16, carry: bool) {
        self.compared = Some(Comparison { register, number, carry });
    }

    /// Records that the flags have changed.
    pub(super) const fn forget_flags(&mut self) {
        self.compared = None;
    }

    pub(super) fn where_holds(&self, condition: u8) -> Self {
        let mut state = self.clone();
        let Some(Comparison { register, number, carry }) = self.compared else {
            return state;
        };
        let byte = register >= 16;
        let signed_number = if byte {
            i32::from((number as u8).cast_signed())
        } else {
            i32::from(number.cast_signed())
        };
        let unsigned = i32::from(number);
        let limits = match names::CONDITIONS.get(usize::from(condition)).map(|names| names[0]) {
            Some("eq") => (Some(unsigned), Some(unsigned), false),
            Some("c") if carry => (None, Some(unsigned - 1), false),
            Some("ule") if carry => (None, Some(unsigned), false),
            Some("nc") if carry => (Some(unsigned), None, false),
            Some("ugt") if carry => (Some(unsigned + 1), None, false),
            Some("lt") => (None, Some(signed_number - 1), true),
            Some("le") => (None, Some(signed_number), true),
            Some("ge") => (Some(signed_number), None, true),
            Some("gt") => (Some(signed_number + 1), None, true),
            Some("mi") if !carry => (None, Some(-1), true),
            Some("pl") if !carry => (Some(0), None, true),
            _ => return state,
        };
        if byte {
            state.limit_byte(register - 16, limits);
        } else if let Value::Span(span) = state.registers[usize::from(register)] {
            let limited = span.limited(limits.0, limits.1, limits.2);
            state.registers[usize::from(register)] = Value::Span(limited);
        }
        state.compared = self.compared;
        state
    }

    /// Limits a byte. Signed limits apply only if the byte is not negative.
    fn limit_byte(&mut self, number: u8, (least, most, signed): (Option<i32>, Option<i32>, bool)) {
        let (mut low, mut high) = self.byte(number);
        if signed && (least.unwrap_or(-1) < 0 && high > 0x7F) {
            return;
        }
        low = low.max(least.unwrap_or(0).clamp(0, 0xFF) as u8);
        high = high.min(most.unwrap_or(if signed { 0x7F } else { 0xFF }).clamp(0, 0xFF) as u8);
        if low <= high {
            self.set_byte(number, (low, high));
        }
    }

    /// Returns the state after a call: nothing is known except the stack.
    pub(super) fn after_call(&self) -> Self {
        let mut state = Self::unknown(self.mode);
        state.registers[STACK] = self.registers[STACK];
        state.slots = self.slots;
        state
    }

    /// Joins the state with another possible one. Returns true if that changes anything.
    pub(super) fn join(&mut self, other: &Self) -> bool {
        let before = self.clone();
        self.passed &= other.passed;
        for (one, &other) in self.registers.iter_mut().zip(&other.registers) {
            *one = one.join(other);
        }
        for (one, &other) in self.bytes.iter_mut().zip(&other.bytes) {
            if *one != other {
                *one = FULL;
            }
        }
        for slot in &mut self.slots {
            *slot = slot.map(|(distance, value)| (distance, value.join(other.slot(distance))));
        }
        if self.compared != other.compared {
            self.compared = None;
        }
        *self != before
    }

    /// If a register pair or word contains one of the addresses in a table, returns the table, and the segment of its
    /// entries if they are only offsets. In non-segmented mode, that is the segment of the instruction, `here`.
    pub(super) fn entries(&self, number: u8, here: u8) -> Option<(Option<u8>, Table)> {
        match self.mode {
            Mode::Nonsegmented => match self.word(number) {
                Value::Entry(table) => Some((Some(here), table)),
                _ => None,
            },
            Mode::Segmented => match (self.word(number & 14), self.word(number | 1)) {
                // The segment number is in the word before the offset.
                (Value::Entry(high), Value::Entry(low)) if low.start == high.start + 2 => Some((None, high)),
                (segment, Value::Entry(low)) => Some((Some(super::value::segment(segment)?), low)),
                _ => None,
            },
        }
    }
}
