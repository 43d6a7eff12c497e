//! The verbs: the elementary actions from which operations are composed.

use super::STACK_POINTER;
use super::value::{Flags, Value};
use crate::bus::{Space, Status};
use crate::isa::FlagSet;

/// The yes or no of a kind of verbs.
pub(crate) type BitOf<M> = <<M as Verbs>::Value as Value>::Bit;

/// The processor and its memory, as operations see them.
///
/// `Direct` carries each verb out at once on a processor and a bus. The recorder of traces records what must be done.
/// What both know while they do it are plain numbers here: the instruction's words, PC, the mode.
pub(crate) trait Verbs {
    /// The contents of registers and memory.
    type Value: Value;
    /// A memory address.
    type Address: Copy;

    /// Returns true if addresses have a segment number.
    fn segmented(&self) -> bool;
    /// The status of an access to a space in the mode in force.
    fn status(&self, space: Space) -> Status;
    /// Offset of the next word to fetch.
    fn pc(&self) -> u16;
    /// Fetches a further word of the instruction.
    fn fetch(&mut self) -> u16;
    /// The second word of the instruction, where its pattern has two.
    fn second(&self) -> u16;

    /// Register Rn; of the number, the lower four bits count.
    fn register(&self, number: u16) -> Self::Value;
    /// Changes Rn to the lower 16 bits of a value.
    fn set_register(&mut self, number: u16, value: Self::Value);
    /// The flags.
    fn flags(&self) -> Flags<BitOf<Self>>;
    /// Changes the flags of a set.
    fn set_flags(&mut self, changed: FlagSet, flags: Flags<BitOf<Self>>);
    /// Tests whether a condition code, 0 to 15, holds.
    fn holds(&self, condition: u16) -> BitOf<Self>;

    /// Goes one of two ways. Where it is not known yet which one the program will take, both are recorded.
    fn decide(&mut self, way: BitOf<Self>) -> bool;
    /// Continues at an address: without segmented mode, in the same segment.
    fn jump(&mut self, target: Self::Address);

    /// An address in the segment of PC.
    fn near(&self, offset: Self::Value) -> Self::Address;
    /// The address in a pair of registers or words, the upper of which holds the segment number.
    fn far(&self, upper: Self::Value, offset: Self::Value) -> Self::Address;
    /// The two words of an address, as [`far`](Self::far) takes them.
    fn words(&self, at: Self::Address) -> (Self::Value, Self::Value);
    /// The address that lies a distance further on in the same segment.
    fn plus(&self, at: Self::Address, distance: Self::Value) -> Self::Address;

    /// Reads a byte of memory.
    fn read_byte(&mut self, status: Status, at: Self::Address) -> Self::Value;
    /// Reads a word of memory.
    fn read_word(&mut self, status: Status, at: Self::Address) -> Self::Value;
    /// Writes the lower 8 bits of a value.
    fn write_byte(&mut self, status: Status, at: Self::Address, value: Self::Value);
    /// Writes the lower 16 bits of a value.
    fn write_word(&mut self, status: Status, at: Self::Address, value: Self::Value);

    /// The address in a register, or in segmented mode in a pair.
    #[inline(always)]
    fn pointer(&self, number: u16) -> Self::Address {
        if self.segmented() {
            self.far(self.register(number & 14), self.register(number | 1))
        } else {
            self.near(self.register(number))
        }
    }

    /// The register that holds the offset of a pointer.
    #[inline(always)]
    fn offset_register(&self, number: u16) -> u16 {
        if self.segmented() { number & 15 | 1 } else { number & 15 }
    }

    /// The status of an access through a register.
    #[inline(always)]
    fn pointer_status(&self, number: u16) -> Status {
        self.status(if self.offset_register(number) == STACK_POINTER {
            Space::Stack
        } else {
            Space::Data
        })
    }

    /// Moves an address register by a distance.
    #[inline(always)]
    fn move_pointer(&mut self, number: u16, distance: u16) {
        let register = self.offset_register(number);
        let moved = (self.register(register) + Self::Value::from(distance.into())) & 0xFFFF;
        self.set_register(register, moved);
    }

    /// Pushes a word on the stack in force.
    #[inline(always)]
    fn push_word(&mut self, word: Self::Value) {
        self.move_pointer(STACK_POINTER, 2_u16.wrapping_neg());
        self.write_word(self.status(Space::Stack), self.pointer(STACK_POINTER), word);
    }

    /// Pops a word from the stack in force.
    #[inline(always)]
    fn pop_word(&mut self) -> Self::Value {
        let word = self.read_word(self.status(Space::Stack), self.pointer(STACK_POINTER));
        self.move_pointer(STACK_POINTER, 2);
        word
    }

    /// Pushes PC: the offset, and in segmented mode above it the segment number.
    #[inline(always)]
    fn push_pc(&mut self) {
        let (segment, offset) = self.words(self.near(Self::Value::from(self.pc().into())));
        self.push_word(offset);
        if self.segmented() {
            self.push_word(segment);
        }
    }

    /// Pops what [`push_pc`](Self::push_pc) has pushed, and continues there.
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
