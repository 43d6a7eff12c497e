//! The watched addresses, and accesses to them.

use std::collections::BTreeMap;
use std::fmt;

use serde::Serialize;
use z8000::cpu::{Cpu, Step};
use z8000::machine::{Access, Watcher};
use z8000::run::Probe;

use crate::calls::{Exception, Taken};
use crate::machine::{Address, World};

/// A watched access.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct WatchedAccess {
    /// The address of the instruction during which the access was made.
    pub pc: Address,
    /// True if the access was in program memory.
    pub program: bool,
    /// True for a write.
    pub write: bool,
    /// The address of the byte or word that was accessed.
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

/// Names what made the access, as in `by NVI before the instruction at 0104`.
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

/// Flags of a watched address, one for each kind of access.
pub(super) const READ: u8 = 1;
pub(super) const WRITE: u8 = 2;

/// The watched addresses, and the accesses recorded since they were last taken.
#[derive(Debug, Clone)]
pub(super) struct Watch {
    program: Vec<u8>,
    data: Vec<u8>,
    segmented: bool,
    pub(super) seen: Vec<WatchedAccess>,
    pub(super) pc: Address,
}

/// The maximum number of accesses recorded for one instruction: a block move can make 131,072.
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

// This probe counts the reads and writes of each word of memory.

/// The number of accesses to a word or to a byte of it, without instruction fetches.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
pub struct Accesses {
    /// The number of writes.
    pub written: u64,
    /// The number of reads.
    pub read: u64,
}

/// Counts the accesses to an area of memory.
pub(crate) struct Tally {
    watch: Watch,
    /// The accessed words, by address.
    pub(crate) words: BTreeMap<Address, Accesses>,
}

impl Tally {
    /// Creates a counter for one address up to another, in program memory or data memory.
    pub(crate) fn new(program: bool, from: Address, to: Address) -> Self {
        let mut watch = Watch::new(from.has_segment());
        watch.add(program, from, to, READ | WRITE);
        Self { watch, words: BTreeMap::new() }
    }

    #[inline(always)]
    fn count(&mut self) {
        for seen in self.watch.seen.drain(..) {
            let word = seen.address.with_offset(seen.address.offset() & !1);
            let accesses = self.words.entry(word).or_default();
            accesses.written += u64::from(seen.write);
            accesses.read += u64::from(!seen.write);
        }
    }
}

impl Probe<World> for Tally {
    #[inline(always)]
    fn step(&mut self, cpu: &mut Cpu, world: &mut World) -> Step {
        world.watched_step(cpu, &mut self.watch)
    }

    #[inline(always)]
    fn served(&mut self, cpu: &Cpu, world: &mut World) {
        world.show_transfers(cpu, &mut self.watch);
        self.count();
    }
}
