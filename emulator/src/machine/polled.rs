//! Detects programs that poll a device register without success.

use alloc::vec::Vec;

use super::registers::Found;

/// The maximum number of different accesses in a polling loop.
const SEVERAL: usize = 8;

/// At least this many reads in ten seconds count as polling; a timer's handler makes fewer.
const OFTEN: u64 = 50_000;

/// An access to a register of a device.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Access {
    at: Found,
    value: u8,
    write: bool,
}

/// The last accesses, all different, and the total number of reads.
#[derive(Debug, Clone, Default)]
pub(crate) struct Polled {
    last: Vec<Access>,
    reads: u64,
    /// The numbers of reads and clocks when an access last differed from the stored ones.
    since: (u64, u64),
    changed: bool,
    told: Option<Found>,
}

impl Polled {
    pub(crate) fn note(&mut self, at: Found, value: u8, write: bool) {
        let access = Access { at, value, write };
        self.reads += u64::from(!write);
        if !self.last.contains(&access) {
            if self.last.len() >= SEVERAL {
                self.last.clear();
            }
            self.last.push(access);
            self.changed = true;
        }
    }

    /// Notes that the program has done something other than polling.
    pub(crate) fn forget(&mut self) {
        if !self.last.is_empty() {
            self.last.clear();
            self.changed = true;
        }
    }

    /// Returns the register that the program has polled for `long` clocks, and its value. Reports the same register
    /// only once.
    pub(crate) fn take(&mut self, clocks: u64, long: u64) -> Option<(Found, u8)> {
        if core::mem::take(&mut self.changed) {
            self.since = (self.reads, clocks);
        }
        let found = clocks.saturating_sub(self.since.1) >= long && self.reads - self.since.0 >= OFTEN;
        let read = self.last.iter().rev().find(|access| !access.write).filter(|_| found)?;
        let known = self.told.replace(read.at) == Some(read.at);
        (!known).then_some((read.at, read.value))
    }
}
