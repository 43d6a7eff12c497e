//! Refresh cycles at the rate set in the REFRESH register.

use z8000::cpu::Cpu;

/// Bits of the register: enable, clocks of a period divided by 4 (0 stands for 64), row.
const ENABLE: u16 = 0x8000;
const RATE: u16 = 0x7E00;
const ROW: u16 = 0x01FF;

/// The refresh counter, which is loaded when a program changes the register.
#[derive(Debug, Clone)]
pub(super) struct Refresh {
    register: u16,
    /// The value that the counter last stored in the processor's register.
    shown: u16,
    /// The clock of the next refresh.
    due: u64,
}

impl Refresh {
    pub(super) const fn new() -> Self {
        Self { register: 0, shown: 0, due: 0 }
    }

    /// Loads the counter if the register was changed; `clock` is the current clock.
    pub(super) fn set(&mut self, register: u16, clock: u64) {
        if register != self.shown {
            (self.register, self.shown) = (register, register);
            self.due = clock + self.period();
        }
    }

    /// Stores the counter in the processor's register, unless the program has just changed the register.
    pub(super) const fn show(&mut self, cpu: &mut Cpu) {
        if cpu.refresh() == self.shown {
            cpu.set_refresh(self.register);
            self.shown = self.register;
        }
    }

    fn period(&self) -> u64 {
        match (self.register & RATE) >> 9 {
            0 => 4 * 64,
            rate => 4 * u64::from(rate),
        }
    }

    /// Returns the clock at which a row is to be refreshed, if this is not after `until`.
    pub(super) fn due(&self, until: u64) -> Option<u64> {
        (self.register & ENABLE != 0 && self.due <= until).then_some(self.due)
    }

    /// Returns the row that is refreshed now, and advances the counter by two.
    pub(super) fn next(&mut self) -> u16 {
        let row = self.register & ROW;
        self.due += self.period();
        self.register = self.register & !ROW | row.wrapping_add(2) & ROW;
        row
    }
}
