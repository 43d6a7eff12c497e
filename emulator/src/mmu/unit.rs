//! The unit: its registers, and how it translates and checks an access.

use super::descriptor::Descriptor;
use super::violation::{Access, Record, Violations};
use crate::bus::{Location, Space, Status};
use crate::save::{Archive, SaveError};

/// Number of segments per unit.
pub const SEGMENTS: usize = 64;

bitflags::bitflags! {
    /// The mode register of a Z8010. Bits 0 to 2 are the unit's number, by which it is identified in traps.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
    pub struct Mode: u8 {
        /// Master enable: the unit responds to accesses.
        const MSEN = 0x80;
        /// Addresses are translated and checked; otherwise, they pass unchanged.
        const TRNS = 0x40;
        /// Upper range: segments 64 to 127, not 0 to 63.
        const URS = 0x20;
        /// Multiple segment tables: the unit responds only in one mode of the processor, given by NMS.
        const MST = 0x10;
        /// With MST, the unit responds in normal mode instead of system mode.
        const NMS = 0x08;
    }
}

/// The bits of the mode register with the unit's number.
const NUMBER: u8 = 0x07;

/// The unit's translation of an access.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Translation {
    /// Physical address, 24 bits.
    pub address: u32,
    /// True if the memory must ignore the access (SUP).
    pub suppressed: bool,
}

impl Translation {
    /// Returns the address, or `None` if the memory must ignore the access.
    pub fn passed(self) -> Option<u32> {
        (!self.suppressed).then_some(self.address)
    }
}

/// A Z8010 memory management unit.
///
/// # Example
///
/// ```
/// use z8000::bus::{Location, Space, Status};
/// use z8000::mmu::Z8010;
///
/// let mut unit = Z8010::new(false);
/// unit.write(0x00, 0xC0); // enabled, translating
/// unit.write(0x01, 5);
/// [0x01, 0x20, 0xFF, 0x00].map(|byte| unit.write(0x0B, byte));
/// let status = Status { space: Space::Data, system: true };
/// let translation = unit.access(status, Location::new(5, 0x0234), false).expect("a segment of the unit");
/// // Base 0120 and block 02, in blocks of 256 bytes.
/// assert_eq!(translation.passed(), Some(0x01_2234));
/// ```
#[derive(Debug, Clone)]
pub struct Z8010 {
    /// True if the unit is selected during a reset.
    at_reset: bool,
    pub(super) mode: Mode,
    pub(super) descriptors: [Descriptor; SEGMENTS],
    /// Segment address register: the descriptor that commands refer to, 0 to 63.
    pub(super) segment: u8,
    /// Descriptor selection counter: the byte of that descriptor, 0 to 3.
    pub(super) selected: u8,
    /// The violations so far, and the details of the first one.
    pub(super) record: Record,
    /// Segment and upper half of the offset of the last instruction fetched.
    fetched_at: (u8, u8),
    /// True if accesses are suppressed until the next instruction.
    suppressing: bool,
}

impl Z8010 {
    /// Creates a unit as after a reset. It is disabled, unless it was `selected` during the reset: one unit must pass
    /// on the addresses of the start-up program.
    pub fn new(selected: bool) -> Self {
        Self {
            at_reset: selected,
            mode: if selected { Mode::MSEN } else { Mode::empty() },
            descriptors: [Descriptor::default(); SEGMENTS],
            segment: 0,
            selected: 0,
            record: Record::default(),
            fetched_at: (0, 0),
            suppressing: false,
        }
    }

    /// Resets the mode, the violations and the descriptor selection counter. The descriptors and the other registers
    /// are unchanged.
    pub fn reset(&mut self) {
        let reset = Self::new(self.at_reset);
        (self.mode, self.selected, self.record) = (reset.mode, reset.selected, reset.record);
        self.suppressing = false;
    }

    /// Translates and checks an access. Returns `None` if the unit is not responsible for it.
    ///
    /// # Example
    ///
    /// ```
    /// use z8000::bus::{Location, Space, Status};
    /// use z8000::mmu::{Violations, Z8010};
    ///
    /// let mut unit = Z8010::new(false);
    /// unit.write(0x00, 0xC0);
    /// [0x01, 0x20, 0xFF, 0x01].map(|byte| unit.write(0x0B, byte)); // segment 0, read only
    /// let status = Status { space: Space::Data, system: true };
    /// let write = unit.access(status, Location::new(0, 0x0234), true).expect("a segment of the unit");
    /// assert!(write.suppressed && unit.violations() == Violations::RDV);
    /// // Unit 0 requests a segment trap.
    /// assert_eq!(unit.acknowledge(), Some(0x0100));
    /// ```
    pub fn access(&mut self, status: Status, at: Location, write: bool) -> Option<Translation> {
        let offset = (at.offset() >> 8) as u8;
        if status.space == Space::Instruction {
            self.fetched_at = (at.segment(), offset);
            self.suppressing = false;
        }
        if !self.answers(status, at) {
            return None;
        }
        if !self.mode.contains(Mode::TRNS) {
            return Some(Translation {
                address: u32::from(at.segment()) << 16 | u32::from(at.offset()),
                suppressed: false,
            });
        }
        let number = usize::from(at.segment()) % SEGMENTS;
        let found = self.descriptors[number].check(status, offset, write);
        let translation = Translation {
            address: self.descriptors[number].translate(at.offset()),
            suppressed: self.suppressing || found.intersects(Violations::ACCESS),
        };
        if !found.is_empty() {
            let access = Access { status, at, write };
            self.record.add(found, &access, self.fetched_at);
        }
        if translation.suppressed {
            self.suppressing = true;
        } else {
            self.descriptors[number].used(write);
        }
        Some(translation)
    }

    /// Returns the result that [`access`](Self::access) would give for a read in a new instruction, without changing
    /// anything.
    pub fn look(&self, status: Status, at: Location) -> Option<Translation> {
        Self { suppressing: false, ..self.clone() }.access(status, at, false)
    }

    /// Ends an instruction. Returns the identifier of the segment trap that the unit requests, if any, as the processor
    /// reads it in the acknowledge cycle: one bit of the high byte per unit.
    pub fn acknowledge(&mut self) -> Option<u16> {
        self.suppressing = false;
        core::mem::take(&mut self.record.asking).then(|| 0x100 << (self.mode.bits() & NUMBER))
    }

    /// Writes the unit's state to a save file, or reads it from one.
    ///
    /// # Errors
    ///
    /// The file ends too early, or the state in it is impossible for a unit.
    pub fn archive(&mut self, archive: &mut Archive<'_>) -> Result<(), SaveError> {
        let mut mode = self.mode.bits();
        archive.byte(&mut mode)?;
        self.mode = Mode::from_bits_retain(mode);
        for descriptor in &mut self.descriptors {
            let mut bytes = [0, 1, 2, 3].map(|number| descriptor.byte(number));
            archive.bytes(&mut bytes)?;
            (0..)
                .zip(bytes)
                .for_each(|(number, byte)| descriptor.set_byte(number, byte));
        }
        let at = archive.at();
        archive.byte(&mut self.segment)?;
        archive.byte(&mut self.selected)?;
        archive.sense(at, usize::from(self.segment) < SEGMENTS && self.selected <= 3)?;
        let record = &mut self.record;
        let mut violations = record.violations.bits();
        archive.byte(&mut violations)?;
        record.violations = Violations::from_bits_retain(violations);
        for (high, low) in [&mut record.at, &mut record.instruction_at, &mut self.fetched_at] {
            archive.byte(high)?;
            archive.byte(low)?;
        }
        archive.byte(&mut record.bus_status)?;
        archive.flag(&mut self.suppressing)?;
        archive.flag(&mut record.asking)
    }

    /// Returns the mode register, which enables the unit and its translation.
    pub const fn mode(&self) -> Mode {
        self.mode
    }

    /// Returns the violation type register.
    pub const fn violations(&self) -> Violations {
        self.record.violations
    }

    /// Returns the descriptor of a segment; only the low six bits of its number count.
    pub const fn descriptor(&self, number: u8) -> Descriptor {
        self.descriptors[number as usize % SEGMENTS]
    }

    fn answers(&self, status: Status, at: Location) -> bool {
        let upper = usize::from(at.segment()) >= SEGMENTS;
        let normal = self.mode.contains(Mode::NMS);
        self.mode.contains(Mode::MSEN)
            && self.mode.contains(Mode::URS) == upper
            && (!self.mode.contains(Mode::MST) || normal != status.system)
    }
}
