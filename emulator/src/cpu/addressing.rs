//! Operands: how they are located, read and written according to the addressing modes of the row.
//!
//! The words of an instruction are fetched in the order of its operands, before memory is read or written. An operation
//! with two operands in memory therefore locates the first one before it reads the second.

use super::direct::Direct;
use super::execution::{Execution, Row};
use super::size::{Byte, Long, Size, Word};
use super::verbs::Verbs;
use crate::bus::{Bus, Space, Status};
use crate::isa::{Field, Kind};

/// The location of an operand.
#[derive(Clone, Copy)]
pub(super) enum Place<A> {
    Register(u16),
    Memory(Status, A),
}

/// A match on the kind of operand N that is resolved before code generation. An ordinary match would be resolved later,
/// by the optimiser, which would double compile time.
macro_rules! by_kind {
    ($n:ident, { $($($kind:ident)|+ => $then:expr,)+ _ => $otherwise:expr $(,)? }) => {
        $(if const { matches!(R::FORM.operands[$n].kind, $(Kind::$kind)|+) } { $then } else)+ { $otherwise }
    };
}

impl<M: Verbs, R: Row> Execution<M, R> {
    /// Returns the field of operand N: a register number, or a small value.
    #[inline(always)]
    pub(super) fn field<const N: usize>(&self) -> u16 {
        self.value_of(const { R::FORM.field(N) })
    }

    #[inline(always)]
    fn value_of(&self, field: Option<Field>) -> u16 {
        let Some(field) = field else {
            unreachable!("an operation takes a field that its row does not have")
        };
        field.get(if field.word == 0 { self.word } else { self.on.second() })
    }

    /// Returns the value of operand N, fetching its words. A register has the size given by the row, anything else has
    /// size S.
    #[inline(always)]
    pub(super) fn get<S: Size, const N: usize>(&mut self) -> M::Value {
        by_kind!(N, {
            Byte => Byte::register(&self.on, self.field::<N>()),
            Word => Word::register(&self.on, self.field::<N>()),
            Long => Long::register(&self.on, self.field::<N>()),
            Immediate8 | Immediate16 | Immediate32 => S::fetch(&mut self.on).into(),
            ImmediateByte | Nibble | ByteBit => u32::from(self.field::<N>()).into(),
            Count | Rotation => u32::from(self.count::<N>()).into(),
            _ => {
                let (status, at) = self.locate::<N>();
                S::read(&mut self.on, status, at)
            }
        })
    }

    /// Returns operand N, a count from 1 to 16.
    #[inline(always)]
    pub(super) fn count<const N: usize>(&self) -> u16 {
        self.field::<N>() + 1
    }

    /// Writes operand N without reading it, fetching its words.
    #[inline(always)]
    pub(super) fn put<S: Size, const N: usize>(&mut self, value: M::Value) {
        by_kind!(N, {
            Byte | Word | Long => {
                let number = self.field::<N>();
                S::set_register(&mut self.on, number, value);
            },
            _ => {
                let (status, at) = self.locate::<N>();
                S::write(&mut self.on, status, at, value);
            }
        });
    }

    /// Locates operand N, a register or memory, fetching its words.
    #[inline(always)]
    pub(super) fn find<const N: usize>(&mut self) -> Place<M::Address> {
        by_kind!(N, {
            Byte | Word | Long => Place::Register(self.field::<N>()),
            _ => {
                let (status, at) = self.locate::<N>();
                Place::Memory(status, at)
            }
        })
    }

    #[inline(always)]
    pub(super) fn read<S: Size>(&mut self, place: Place<M::Address>) -> M::Value {
        match place {
            Place::Register(number) => S::register(&self.on, number),
            Place::Memory(status, at) => S::read(&mut self.on, status, at),
        }
    }

    #[inline(always)]
    pub(super) fn write<S: Size>(&mut self, place: Place<M::Address>, value: M::Value) {
        match place {
            Place::Register(number) => S::set_register(&mut self.on, number, value),
            Place::Memory(status, at) => S::write(&mut self.on, status, at, value),
        }
    }

    /// Returns the address of operand N, fetching its words.
    #[inline(always)]
    pub(super) fn locate<const N: usize>(&mut self) -> (Status, M::Address) {
        by_kind!(N, {
            Indirect => self.indirect(self.field::<N>()),
            Direct => self.direct(),
            Indexed => self.indexed(self.field::<N>()),
            Base => {
                let displacement = self.on.fetch();
                self.displaced(self.field::<N>(), u32::from(displacement).into())
            },
            BaseIndex => {
                let index = self.value_of(const { R::FORM.second_field(N) });
                let index = self.on.register(index);
                self.displaced(self.field::<N>(), index)
            },
            Relative16 => {
                let displacement = self.on.fetch();
                self.relative(displacement)
            },
            Relative8 => self.relative((i16::from(self.field::<N>() as u8 as i8) * 2) as u16),
            // DJNZ has an unsigned backward displacement of seven bits; CALR has a negated signed one of twelve bits.
            Relative7 => self.relative((self.field::<N>() * 2).wrapping_neg()),
            Relative12 => self.relative(((self.field::<N>() << 4) as i16 >> 3).wrapping_neg() as u16),
            _ => unreachable!("an operation takes an address that its row does not have"),
        })
    }

    /// Returns the address of `@Rn`.
    #[inline(always)]
    pub(super) fn indirect(&mut self, number: u16) -> (Status, M::Address) {
        (self.on.pointer_status(number), self.on.pointer(number))
    }

    /// Returns the address of the operand `address`.
    #[inline(always)]
    pub(super) fn direct(&mut self) -> (Status, M::Address) {
        let at = self.fetch_address();
        (self.on.status(Space::Data), at)
    }

    /// Returns the address of the operand `address(Rn)`.
    #[inline(always)]
    pub(super) fn indexed(&mut self, number: u16) -> (Status, M::Address) {
        let index = self.on.register(number);
        let at = self.fetch_address();
        (self.on.status(Space::Data), self.on.plus(at, index))
    }

    /// Returns the address of `Rn(#displacement)` or `Rn(Rx)`.
    #[inline(always)]
    fn displaced(&self, number: u16, distance: M::Value) -> (Status, M::Address) {
        let at = self.on.plus(self.on.pointer(number), distance);
        (self.on.pointer_status(number), at)
    }

    /// Returns the address in program memory at a distance from the next instruction.
    #[inline(always)]
    fn relative(&self, distance: u16) -> (Status, M::Address) {
        let offset = u32::from(self.on.pc().wrapping_add(distance));
        (self.on.status(Space::Program), self.on.near(offset.into()))
    }

    #[inline(always)]
    fn fetch_address(&mut self) -> M::Address {
        let word = self.on.fetch();
        if !self.on.segmented() {
            return self.on.near(u32::from(word).into());
        }
        // A long address has its offset in a second word; a short one, in the lower half of the first.
        let mut offset = word & 0xFF;
        if word & 0x8000 != 0 {
            self.lengthen();
            offset = self.on.fetch();
        }
        self.on.far(u32::from(word).into(), u32::from(offset).into())
    }

    /// Advances the pointer of operand N by one element, up or down as the row specifies.
    #[inline(always)]
    pub(super) fn step<S: Size, const N: usize>(&mut self) {
        let distance = const { S::BYTES.wrapping_mul(R::FORM.operands[N].step as u16) };
        self.on.move_pointer(self.field::<N>(), distance);
    }
}

impl<B: Bus + ?Sized, R: Row> Execution<Direct<'_, B>, R> {
    /// Returns the port number in operand N, fetching its word.
    #[inline(always)]
    pub(super) fn port<const N: usize>(&mut self) -> u16 {
        by_kind!(N, {
            Port => self.on.fetch(),
            _ => Word::register(&self.on, self.field::<N>()).0 as u16,
        })
    }
}
