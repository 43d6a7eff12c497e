//! Violations: their types, and how the unit records them.

use crate::bus::{Location, Status};

bitflags::bitflags! {
    /// The violation type register of a Z8010.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
    pub struct Violations: u8 {
        /// A write to a read-only segment.
        const RDV = 0x01;
        /// An access in normal mode to a system segment.
        const SYSV = 0x02;
        /// An offset beyond the segment's limit.
        const SLV = 0x04;
        /// An access by the processor to a segment that it may not access.
        const CPUIV = 0x08;
        /// An access other than a fetch to an execute-only segment.
        const EXCV = 0x10;
        /// A write to the last 256 bytes of a segment that grows downwards. This is only a warning: the access is made.
        const PWW = 0x20;
        /// A write to the last 256 bytes of the system stack while a violation is being handled.
        const SWW = 0x40;
        /// A violation while another one is being handled.
        const FATL = 0x80;
        /// All violations that suppress the access.
        const ACCESS = 0x1F;
    }
}

/// The bits for R/W and N/S in the bus status register, above those of the status lines.
const READ: u8 = 0x10;
const NORMAL: u8 = 0x20;

/// An access that a unit checks.
pub(super) struct Access {
    pub(super) status: Status,
    pub(super) at: Location,
    pub(super) write: bool,
}

/// The registers that describe violations.
#[derive(Debug, Clone, Default)]
pub(super) struct Record {
    pub(super) violations: Violations,
    /// Segment, upper half of the offset, and status lines of the access that caused the first violation.
    pub(super) at: (u8, u8),
    pub(super) bus_status: u8,
    /// Segment and upper half of the offset of the instruction that made this access.
    pub(super) instruction_at: (u8, u8),
    /// True if the unit requests a segment trap.
    pub(super) asking: bool,
}

impl Record {
    /// Records a violation or warning, and requests a trap.
    ///
    /// The registers that describe it keep the first violation until the handler resets them. Meanwhile, a warning in
    /// system mode is a secondary one, and everything else is fatal. Each of these two requests a trap only once.
    pub(super) fn add(&mut self, found: Violations, access: &Access, instruction_at: (u8, u8)) {
        let Access { status, at, write } = *access;
        if self.violations.is_empty() {
            let read = if write { 0 } else { READ };
            let normal = if status.system { 0 } else { NORMAL };
            *self = Self {
                violations: found,
                at: (at.segment(), (at.offset() >> 8) as u8),
                bus_status: status.space.lines() | read | normal,
                instruction_at,
                asking: true,
            };
            return;
        }
        let warning = !found.intersects(Violations::ACCESS);
        let now = if warning && status.system {
            Violations::SWW
        } else {
            Violations::FATL
        };
        self.asking |= !self.violations.contains(now);
        self.violations |= now;
    }
}
