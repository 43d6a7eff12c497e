//! A probe that counts the reads and writes of each word of memory.

use std::collections::BTreeMap;

use serde::Serialize;
use z8000::cpu::{Cpu, Step};
use z8000::run::Probe;

use super::watch::{READ, WRITE, Watch};
use crate::machine::{Address, World};

/// The number of accesses to a word or to a byte of it, without instruction fetches.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
pub struct Accesses {
    /// The number of writes.
    pub written: u64,
    /// The number of reads.
    pub read: u64,
}

/// Counts the accesses to an area.
pub(crate) struct Tally {
    watch: Watch,
    /// The words that were accessed, by their addresses.
    pub(crate) words: BTreeMap<Address, Accesses>,
}

impl Tally {
    /// Counts from one address to another, in the program memory or the data memory.
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
    fn instruction(&mut self, _: u64, _: &Cpu, _: &World) {}

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
