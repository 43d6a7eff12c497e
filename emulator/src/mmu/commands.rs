//! The commands that control the unit. They are special I/O, with the command in the high byte of the port's address
//! and one byte of data.

use super::{Attributes, Mode, SEGMENTS, Violations, Z8010};

/// The meaning of a command number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Command {
    Mode,
    Segment,
    /// A status register, numbered 2 to 7.
    Status(u8),
    /// A field of the current descriptor; true if the command then advances to the next descriptor.
    Field(Field, bool),
    Selected,
    ResetViolations,
    ResetSecondWarning,
    ResetFatal,
    InhibitProcessor,
    InhibitDirectAccess,
    Reserved,
}

/// A field of a descriptor: its first and last byte.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Field {
    first: u8,
    last: u8,
}

const BASE: Field = Field { first: 0, last: 1 };
const LIMIT: Field = Field { first: 2, last: 2 };
const ATTRIBUTES: Field = Field { first: 3, last: 3 };
const WHOLE: Field = Field { first: 0, last: 3 };

impl Command {
    const fn of(number: u8) -> Self {
        match number {
            0x00 => Self::Mode,
            0x01 => Self::Segment,
            0x02..=0x07 => Self::Status(number),
            0x08 => Self::Field(BASE, false),
            0x09 => Self::Field(LIMIT, false),
            0x0A => Self::Field(ATTRIBUTES, false),
            0x0B => Self::Field(WHOLE, false),
            0x0C => Self::Field(BASE, true),
            0x0D => Self::Field(LIMIT, true),
            0x0E => Self::Field(ATTRIBUTES, true),
            0x0F => Self::Field(WHOLE, true),
            0x11 => Self::ResetViolations,
            0x13 => Self::ResetSecondWarning,
            0x14 => Self::ResetFatal,
            0x15 => Self::InhibitProcessor,
            0x16 => Self::InhibitDirectAccess,
            0x20 => Self::Selected,
            _ => Self::Reserved,
        }
    }
}

impl Z8010 {
    /// Executes a read command; any other command returns FFh.
    ///
    /// # Example
    ///
    /// ```
    /// use z8000::mmu::Z8010;
    ///
    /// let mut unit = Z8010::new(false);
    /// // The segment address register, then base and limit of its descriptor.
    /// unit.write(0x01, 5);
    /// [0x12, 0x00, 0x0F].map(|byte| unit.write(0x0B, byte));
    /// assert_eq!(unit.read(0x01), 5);
    /// let descriptor = unit.descriptor(5);
    /// assert_eq!((descriptor.base, descriptor.limit), (0x1200, 0x0F));
    /// ```
    pub fn read(&mut self, command: u8) -> u8 {
        match Command::of(command) {
            Command::Mode => self.mode.bits(),
            Command::Segment => self.segment,
            Command::Selected => self.selected,
            Command::Status(number) => self.status(number),
            Command::Field(field, next) => {
                let byte = self.byte_in(field);
                let value = self.descriptors[usize::from(self.segment)].byte(byte);
                self.step(field, byte, next);
                value
            }
            _ => 0xFF,
        }
    }

    /// Executes a write command; any other command has no effect.
    pub fn write(&mut self, command: u8, value: u8) {
        match Command::of(command) {
            Command::Mode => self.mode = Mode::from_bits_retain(value),
            Command::Segment => {
                self.segment = value % SEGMENTS as u8;
                self.selected = 0;
            }
            Command::Selected => self.selected = value & 3,
            Command::Field(field, next) => {
                let byte = self.byte_in(field);
                self.descriptors[usize::from(self.segment)].set_byte(byte, value);
                self.step(field, byte, next);
            }
            Command::ResetViolations => self.record.violations = Violations::empty(),
            Command::ResetSecondWarning => self.record.violations -= Violations::SWW,
            Command::ResetFatal => self.record.violations -= Violations::FATL,
            Command::InhibitProcessor => self.inhibit(Attributes::CPUI),
            Command::InhibitDirectAccess => self.inhibit(Attributes::DMAI),
            Command::Status(_) | Command::Reserved => {}
        }
    }

    fn status(&self, number: u8) -> u8 {
        match number {
            2 => self.record.violations.bits(),
            3 => self.record.at.0,
            4 => self.record.at.1,
            5 => self.record.bus_status,
            6 => self.record.instruction_at.0,
            _ => self.record.instruction_at.1,
        }
    }

    /// Returns the next byte of a field: the one that the selection counter gives if it is within the field, otherwise
    /// the first.
    fn byte_in(&self, field: Field) -> u8 {
        if (field.first..=field.last).contains(&self.selected) {
            self.selected
        } else {
            field.first
        }
    }

    /// Advances to the field's next byte or, after its last byte, to the next descriptor if `next` is true.
    fn step(&mut self, field: Field, byte: u8, next: bool) {
        if byte < field.last {
            self.selected = byte + 1;
            return;
        }
        self.selected = field.first;
        if next {
            self.segment = (self.segment + 1) % SEGMENTS as u8;
        }
    }

    fn inhibit(&mut self, attribute: Attributes) {
        for descriptor in &mut self.descriptors {
            descriptor.attributes |= attribute;
        }
    }
}
