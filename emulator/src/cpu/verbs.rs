//! The verbs: the elementary actions from which operations are composed.

use super::STACK_POINTER;
use super::value::{Flags, Value};
use crate::bus::{Space, Status};
use crate::isa::FlagSet;

/// The type of truth values of a type of verbs.
pub(crate) type BitOf<M> = <<M as Verbs>::Value as Value>::Bit;

/// The processor and its memory, as operations see them.
///
/// `Direct` executes each verb immediately on a processor and a bus. The recorder of traces records it. What both know
/// at that time is a plain number here: the instruction's words, PC, and the mode.
pub(crate) trait Verbs {
    /// The contents of registers and memory.
    type Value: Value;
    type Address: Copy;

    /// Returns true if addresses have a segment number.
    fn segmented(&self) -> bool;
    /// Returns the status of an access to a space in the current mode.
    fn status(&self, space: Space) -> Status;
    /// Returns the offset of the next word to fetch.
    fn pc(&self) -> u16;
    /// Fetches a further word of the instruction.
    fn fetch(&mut self) -> u16;
    /// Returns the second word of the instruction, if its pattern has two.
    fn second(&self) -> u16;

    /// Returns register Rn; only the lower four bits of the number count.
    fn register(&self, number: u16) -> Self::Value;
    /// Sets Rn to the lower 16 bits of a value.
    fn set_register(&mut self, number: u16, value: Self::Value);
    fn flags(&self) -> Flags<BitOf<Self>>;
    /// Changes only the flags in `changed`.
    fn set_flags(&mut self, changed: FlagSet, flags: Flags<BitOf<Self>>);
    /// Tests whether a condition code, 0 to 15, is true.
    fn holds(&self, condition: u16) -> BitOf<Self>;

    /// Chooses one of two paths. If the recorder does not know yet which one the program will take, it records both.
    fn decide(&mut self, way: BitOf<Self>) -> bool;
    /// Continues at an address; in non-segmented mode, in the current segment.
    fn jump(&mut self, target: Self::Address);

    /// Returns an address in the segment of PC.
    fn near(&self, offset: Self::Value) -> Self::Address;
    /// Returns the address in a pair of registers or words; `upper` contains the segment number.
    fn far(&self, upper: Self::Value, offset: Self::Value) -> Self::Address;
    /// Returns the two words of an address, in the form accepted by [`far`](Self::far).
    fn words(&self, at: Self::Address) -> (Self::Value, Self::Value);
    /// Returns the address at a distance in the same segment.
    fn plus(&self, at: Self::Address, distance: Self::Value) -> Self::Address;

    fn read_byte(&mut self, status: Status, at: Self::Address) -> Self::Value;
    fn read_word(&mut self, status: Status, at: Self::Address) -> Self::Value;
    /// Writes the lower 8 bits of a value.
    fn write_byte(&mut self, status: Status, at: Self::Address, value: Self::Value);
    /// Writes the lower 16 bits of a value.
    fn write_word(&mut self, status: Status, at: Self::Address, value: Self::Value);

    /// Returns the address in a register or, in segmented mode, in a pair.
    #[inline(always)]
    fn pointer(&self, number: u16) -> Self::Address {
        if self.segmented() {
            self.far(self.register(number & 14), self.register(number | 1))
        } else {
            self.near(self.register(number))
        }
    }

    /// Returns the number of the register that contains the offset of a pointer.
    #[inline(always)]
    fn offset_register(&self, number: u16) -> u16 {
        if self.segmented() { number & 15 | 1 } else { number & 15 }
    }

    /// Returns the status of an access through a pointer register: stack or data.
    #[inline(always)]
    fn pointer_status(&self, number: u16) -> Status {
        self.status(if self.offset_register(number) == STACK_POINTER {
            Space::Stack
        } else {
            Space::Data
        })
    }

    /// Adds a distance to the offset in an address register.
    #[inline(always)]
    fn move_pointer(&mut self, number: u16, distance: u16) {
        let register = self.offset_register(number);
        let moved = (self.register(register) + Self::Value::from(distance.into())) & 0xFFFF;
        self.set_register(register, moved);
    }

    /// Pushes a word on the current stack.
    #[inline(always)]
    fn push_word(&mut self, word: Self::Value) {
        self.move_pointer(STACK_POINTER, 2_u16.wrapping_neg());
        self.write_word(self.status(Space::Stack), self.pointer(STACK_POINTER), word);
    }

    /// Pops a word from the current stack.
    #[inline(always)]
    fn pop_word(&mut self) -> Self::Value {
        let word = self.read_word(self.status(Space::Stack), self.pointer(STACK_POINTER));
        self.move_pointer(STACK_POINTER, 2);
        word
    }

    /// Pushes PC: the offset and, in segmented mode, the segment number at the lower address.
    #[inline(always)]
    fn push_pc(&mut self) {
        let (segment, offset) = self.words(self.near(Self::Value::from(self.pc().into())));
        self.push_word(offset);
        if self.segmented() {
            self.push_word(segment);
        }
    }

    /// Pops a PC pushed by [`push_pc`](Self::push_pc), and continues there.
    #[inline(always)]
    fn pop_pc(&mut self) {
        let target = if self.segmented() {
            let segment = self.pop_word();
            let offset = self.pop_word();
            self.far(segment, offset)
        } else {
            let offset = self.pop_word();
            self.near(offset)
        };
        self.jump(target);
    }
}
