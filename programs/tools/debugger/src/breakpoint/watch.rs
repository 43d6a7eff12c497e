//! The watched addresses, and accesses to them.

use std::fmt;

use z8000::machine::{Access, Address, Watcher};

use crate::calls::{Exception, Taken};

/// A watched access.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct WatchedAccess {
    /// The address of the instruction during which the access was made.
    pub pc: Address,
    /// True if the access was in program memory.
    pub program: bool,
    /// True for a write.
    pub write: bool,
    /// Address of the byte or word.
    pub address: Address,
    /// The size of the access in bytes: 1 or 2.
    pub bytes: u8,
    /// The value before the access.
    pub before: u16,
    /// The value read or written.
    pub value: u16,
    /// The kind of device that made the access while the instruction ran; `None` if the instruction made it.
    pub device: Option<&'static str>,
    /// The exception that made the access by saving the state of the program; `None` if another one or none did.
    pub exception: Option<Taken>,
}

/// What made the access, as in `by NVI before the instruction at 0104`.
impl fmt::Display for WatchedAccess {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.device, self.exception) {
            (Some(device), _) => write!(f, "the device {device}, during the instruction at {:04x}", self.pc),
            (_, Some(taken)) => match taken.exception {
                Exception::Interrupt(_) => write!(f, "{taken} before the instruction at {:04x}", self.pc),
                Exception::Trap(_) => write!(f, "{taken} of the instruction at {:04x}", self.pc),
            },
            _ => write!(f, "the instruction at {:04x}", self.pc),
        }
    }
}

/// Flags for a watched address.
pub(super) const READ: u8 = 1;
pub(super) const WRITE: u8 = 2;

/// The addresses that are watched, and the accesses seen since they were last taken.
#[derive(Debug, Clone)]
pub(super) struct Watch {
    program: Vec<u8>,
    data: Vec<u8>,
    segmented: bool,
    pub(super) seen: Vec<WatchedAccess>,
    pub(super) pc: Address,
}

/// The most accesses of one instruction that are noted: a block move can make 131,072.
const MOST: usize = 0x2_0000;

impl Watch {
    pub(super) fn new(segmented: bool) -> Self {
        let count = Address::count(segmented);
        Self {
            program: vec![0; count],
            data: vec![0; count],
            segmented,
            seen: Vec::new(),
            pc: Address::flat(0),
        }
    }

    pub(super) fn add(&mut self, program: bool, from: Address, to: Address, bits: u8) {
        let map = if program { &mut self.program } else { &mut self.data };
        for flags in map.iter_mut().take(to.max(from).linear() + 1).skip(from.linear()) {
            *flags |= bits;
        }
    }

    #[inline(always)]
    fn flags(&self, program: bool, address: usize) -> u8 {
        let map = if program { &self.program } else { &self.data };
        map.get(address).copied().unwrap_or(0)
    }

    #[cold]
    fn note(&mut self, first: usize, access: Access) {
        let Access { status, bytes, value, before, write, device, .. } = access;
        let Some(address) = Address::of(first as i64, self.segmented).filter(|_| self.seen.len() < MOST) else {
            return;
        };
        let program = status.space.is_program();
        self.seen.push(WatchedAccess {
            pc: self.pc,
            program,
            write,
            address,
            bytes,
            before,
            value,
            device,
            exception: None,
        });
    }
}

impl Watcher for Watch {
    #[inline(always)]
    fn sees(&mut self, access: Access) {
        let program = access.status.space.is_program();
        let bit = if access.write { WRITE } else { READ };
        let (first, second) = if access.bytes == 2 {
            (access.number & !1, access.number | 1)
        } else {
            (access.number, access.number)
        };
        let flags = self.flags(program, first) | self.flags(program, second);
        if flags & bit != 0 {
            self.note(first, access);
        }
    }
}
