//! Operands: where they are, by the addressing modes of the row, and how to get at them.
//!
//! The words of an instruction are fetched in the order of its operands, and before memory is read or written: an
//! operation that fetches two operands finds the first one before it gets the second.

use super::execution::{Execution, Row};
use super::size::{Size, Word};
use crate::bus::{Bus, Location, Space, Status};
use crate::isa::{Field, Kind};

/// Where an operand is.
#[derive(Clone, Copy)]
pub(super) enum Place {
    Register(u16),
    Memory(Status, Location),
}

impl<B: Bus, R: Row> Execution<'_, B, R> {
    /// The field of operand N: a register's number, or a small value.
    #[inline(always)]
    pub(super) fn field<const N: usize>(&self) -> u16 {
        self.value_of(const { R::FORM.field(N) })
    }

    #[inline(always)]
    fn value_of(&self, field: Option<Field>) -> u16 {
        let Some(field) = field else {
            unreachable!("an operation takes a field that its row does not have")
        };
        field.get(if field.word == 0 { self.word } else { self.cpu.second })
    }

    /// The value of operand N, fetching the words that belong to it.
    #[inline(always)]
    pub(super) fn get<S: Size, const N: usize>(&mut self) -> u32 {
        match const { R::FORM.operands[N].kind } {
            Kind::Immediate8 | Kind::Immediate16 | Kind::Immediate32 => S::fetch(self.cpu, self.bus),
            Kind::ImmediateByte | Kind::Nibble | Kind::ByteBit => self.field::<N>().into(),
            Kind::Count | Kind::Rotation => u32::from(self.field::<N>()) + 1,
            // The chip takes the whole byte, positive to the left.
            Kind::ShiftLeft | Kind::ShiftRight => self.cpu.second.into(),
            _ => {
                let place = self.find::<N>();
                self.read::<S>(place)
            }
        }
    }

    /// Replaces operand N without reading it, fetching the words that belong to it.
    #[inline(always)]
    pub(super) fn put<S: Size, const N: usize>(&mut self, value: u32) {
        let place = self.find::<N>();
        self.write::<S>(place, value);
    }

    /// Finds operand N, a register or memory, fetching the words that belong to it.
    #[inline(always)]
    pub(super) fn find<const N: usize>(&mut self) -> Place {
        match const { R::FORM.operands[N].kind } {
            Kind::Byte | Kind::Word | Kind::Long | Kind::Quad => Place::Register(self.field::<N>()),
            _ => {
                let (status, at) = self.locate::<N>();
                Place::Memory(status, at)
            }
        }
    }

    #[inline(always)]
    pub(super) fn read<S: Size>(&mut self, place: Place) -> u32 {
        match place {
            Place::Register(number) => S::register(self.cpu, number),
            Place::Memory(status, at) => S::read(self.bus, status, at),
        }
    }

    #[inline(always)]
    pub(super) fn write<S: Size>(&mut self, place: Place, value: u32) {
        match place {
            Place::Register(number) => S::set_register(self.cpu, number, value),
            Place::Memory(status, at) => S::write(self.bus, status, at, value),
        }
    }

    /// The address of operand N, fetching the words that belong to it.
    #[inline(always)]
    pub(super) fn locate<const N: usize>(&mut self) -> (Status, Location) {
        match const { R::FORM.operands[N].kind } {
            Kind::Indirect => self.indirect(self.field::<N>()),
            Kind::Direct => self.direct(),
            Kind::Indexed => self.indexed(self.field::<N>()),
            Kind::Base => {
                let displacement = self.cpu.fetch(self.bus);
                self.displaced(self.field::<N>(), displacement)
            }
            Kind::BaseIndex => {
                let index = self.value_of(const { R::FORM.second_field(N) });
                let index = self.cpu.r[usize::from(index)];
                self.displaced(self.field::<N>(), index)
            }
            Kind::Relative16 => {
                let displacement = self.cpu.fetch(self.bus);
                self.relative(displacement)
            }
            Kind::Relative8 => self.relative((i16::from(self.field::<N>() as u8 as i8) * 2) as u16),
            // Seven bits that count backwards, and twelve with a sign that do.
            Kind::Relative7 => self.relative((self.field::<N>() * 2).wrapping_neg()),
            Kind::Relative12 => self.relative(((self.field::<N>() << 4) as i16 >> 3).wrapping_neg() as u16),
            _ => unreachable!("an operation takes an address that its row does not have"),
        }
    }

    /// `@Rn`.
    #[inline(always)]
    pub(super) fn indirect(&mut self, number: u16) -> (Status, Location) {
        (self.cpu.pointer_status(number), self.cpu.pointer(number))
    }

    /// `address`.
    #[inline(always)]
    pub(super) fn direct(&mut self) -> (Status, Location) {
        let at = self.fetch_address();
        (self.cpu.status(Space::Data), at)
    }

    /// `address(Rn)`.
    #[inline(always)]
    pub(super) fn indexed(&mut self, number: u16) -> (Status, Location) {
        let index = self.cpu.r[usize::from(number)];
        let at = self.fetch_address().plus(index);
        (self.cpu.status(Space::Data), at)
    }

    /// `Rn(#displacement)` and `Rn(Rx)`.
    #[inline(always)]
    fn displaced(&self, number: u16, distance: u16) -> (Status, Location) {
        (self.cpu.pointer_status(number), self.cpu.pointer(number).plus(distance))
    }

    /// A distance from the next instruction, in program memory.
    #[inline(always)]
    fn relative(&self, distance: u16) -> (Status, Location) {
        (self.cpu.status(Space::Program), self.cpu.near(self.cpu.pc).plus(distance))
    }

    /// Fetches a direct address.
    #[inline(always)]
    fn fetch_address(&mut self) -> Location {
        let word = self.cpu.fetch(self.bus);
        if !self.cpu.segmented() {
            return self.cpu.near(word);
        }
        // A long address has its offset in a second word, a short one in the lower half of the first.
        let mut offset = word & 0xFF;
        if word & 0x8000 != 0 {
            self.lengthen();
            offset = self.cpu.fetch(self.bus);
        }
        Location::from_pair(u32::from(word) << 16 | u32::from(offset))
    }

    /// The port that operand N names, fetching the word that belongs to it.
    #[inline(always)]
    pub(super) fn port<const N: usize>(&mut self) -> u16 {
        match const { R::FORM.operands[N].kind } {
            Kind::Port => self.cpu.fetch(self.bus),
            _ => Word::register(self.cpu, self.field::<N>()) as u16,
        }
    }

    /// Moves the pointer of operand N over an operand, up or down as the row says.
    #[inline(always)]
    pub(super) fn step<S: Size, const N: usize>(&mut self) {
        let distance = const { S::BYTES.wrapping_mul(R::FORM.operands[N].step as u16) };
        self.cpu.move_pointer(self.field::<N>(), distance);
    }
}
