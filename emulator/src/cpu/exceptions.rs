//! Traps and interrupts, and their entries in the program status area.

use super::fcw::Fcw;

/// The traps, in the order of their entries in the program status area.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Trap {
    /// An extended instruction while EPA is clear in FCW.
    ExtendedInstruction,
    /// A privileged instruction in normal mode.
    PrivilegedInstruction,
    /// The SC instruction.
    SystemCall,
}

impl Trap {
    /// Returns the number of the trap's entry in the program status area.
    pub(super) const fn entry(self) -> u16 {
        match self {
            Self::ExtendedInstruction => 1,
            Self::PrivilegedInstruction => 2,
            Self::SystemCall => 3,
        }
    }
}

/// The interrupts, in the order of priority.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Interrupt {
    /// NMI: edge-triggered, and remembered until it is acknowledged.
    NonMaskable,
    /// SEGT, from a memory management unit; remembered until it is acknowledged.
    SegmentTrap,
    /// VI: level-triggered, accepted while VIE is set in FCW. The low byte of the identifier selects the PC; a Z8001
    /// has a PC for every even number.
    Vectored,
    /// NVI: level-triggered, accepted while NVIE is set in FCW.
    NonVectored,
}

impl Interrupt {
    pub(super) const ALL: [Self; 4] = [Self::NonMaskable, Self::SegmentTrap, Self::Vectored, Self::NonVectored];

    /// Returns the number of the interrupt's entry in the program status area.
    pub(super) const fn entry(self) -> u16 {
        match self {
            Self::SegmentTrap => 4,
            Self::NonMaskable => 5,
            Self::NonVectored => 6,
            Self::Vectored => 7,
        }
    }

    pub(super) const fn enabled(self, fcw: Fcw) -> bool {
        match self {
            Self::NonMaskable | Self::SegmentTrap => true,
            Self::Vectored => fcw.contains(Fcw::VIE),
            Self::NonVectored => fcw.contains(Fcw::NVIE),
        }
    }

    /// Returns true if a request for it is cleared by the acknowledge cycle.
    pub(super) const fn is_edge(self) -> bool {
        matches!(self, Self::NonMaskable | Self::SegmentTrap)
    }
}

/// A set of interrupts, one bit each.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Interrupts(u8);

impl Interrupts {
    /// No interrupts.
    pub const NONE: Self = Self(0);

    /// Returns the union of both sets.
    #[must_use]
    pub const fn union(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// Returns true if a processor with this FCW accepts at least one of these interrupts.
    ///
    /// # Example
    ///
    /// ```
    /// use z8000::cpu::{Fcw, Interrupt, Interrupts};
    ///
    /// let both = Interrupts::from(Interrupt::Vectored).union(Interrupt::NonVectored.into());
    /// assert!(both.accepted(Fcw::SYSTEM | Fcw::VIE));
    /// assert!(!both.accepted(Fcw::SYSTEM));
    /// ```
    pub fn accepted(self, fcw: Fcw) -> bool {
        let mut all = Interrupt::ALL.into_iter();
        all.any(|interrupt| self.0 & Self::from(interrupt).0 != 0 && interrupt.enabled(fcw))
    }
}

impl From<Interrupt> for Interrupts {
    fn from(interrupt: Interrupt) -> Self {
        Self(1 << interrupt as u8)
    }
}

/// The identifier of each pending request; `None` if an interrupt is not requested.
pub(super) type Requests = [Option<u16>; Interrupt::ALL.len()];
