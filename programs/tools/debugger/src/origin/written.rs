//! Records which step wrote which place, for an interval of the past.

use std::array::from_fn;

use z8000::cpu::{Cpu, Event, Fcw, Step};
use z8000::isa::{Effects, Places, decode_as_executed};
use z8000::machine::{Access, Watcher};
use z8000::run::Probe;

use super::Wanted;
use crate::machine::{Address, Look as _, World};
use crate::program::words;

/// A write to memory: its step from the beginning of the interval, true for program memory, the address, and the size.
#[derive(Debug, Clone, Copy)]
struct Store(u32, bool, u32, u8);

/// The places that the steps of an interval wrote.
#[derive(Debug, Clone, Default)]
pub(crate) struct Written {
    /// The first step of the interval.
    pub(crate) from: u64,
    /// For each step, the registers and bits of FCW that it wrote.
    places: Vec<u64>,
    stores: Vec<Store>,
}

impl Written {
    /// Returns the step after the last.
    pub(crate) fn end(&self) -> u64 {
        self.from + self.places.len() as u64
    }

    /// Returns the last step that wrote one of these bytes, in a range of steps that excludes `before`.
    pub(crate) fn last(&self, wanted: Wanted, from: u64, before: u64) -> Option<u64> {
        let end = before.min(self.end()).checked_sub(self.from)? as usize;
        let found = match wanted {
            Wanted::Cpu(places) => self.places[..end].iter().rposition(|written| written & places.0 != 0)?,
            Wanted::Memory { .. } => {
                let end = self.stores.partition_point(|store| (store.0 as usize) < end);
                let touches = |Store(_, program, at, bytes): &&Store| {
                    (*at..at + u32::from(*bytes)).any(|at| wanted.offset((*program, at as usize)).is_some())
                };
                self.stores[..end].iter().rfind(touches)?.0 as usize
            }
        };
        Some(self.from + found as u64).filter(|step| *step >= from)
    }
}

impl Watcher for Written {
    #[inline(always)]
    fn sees(&mut self, access: Access) {
        if access.write {
            let at = access.number & if access.bytes == 2 { !1 } else { !0 };
            let (step, program) = (self.places.len() as u32, access.status.space.is_program());
            self.stores.push(Store(step, program, at as u32, access.bytes));
        }
    }
}

/// Returns the bytes and flags of a processor, at the indexes of their physical places.
pub(super) fn bytes(cpu: &Cpu) -> [u8; 52] {
    let logical: [u8; 52] = from_fn(|bit| match bit {
        0..32 => cpu.register(bit / 2).to_be_bytes()[bit % 2],
        32..48 => (cpu.fcw().bits() >> (bit - 32) & 1) as u8,
        _ => cpu.other_stack()[(bit - 48) / 2].to_be_bytes()[bit % 2],
    });
    from_fn(|bit| logical[Places(1 << bit).physical(cpu.fcw()).0.trailing_zeros() as usize])
}

/// Returns the places at which two processors differ.
pub(super) fn difference(one: &[u8; 52], two: &[u8; 52]) -> Places {
    Places((0..52).fold(0, |all, bit| all | u64::from(one[bit] != two[bit]) << bit))
}

/// The places that an exception writes: FCW, and the stack pointer of system mode.
pub(super) const BY_EXCEPTION: Places = Places::FCW.with(Places(0xC000_0000));

/// The maximum number of instructions whose effects are remembered.
const REMEMBERED: usize = 1 << 12;

/// Records what steps write while an interval is replayed.
#[derive(Debug, Default)]
pub(crate) struct Recorder {
    written: Written,
    /// The places that an interrupted step has written so far.
    begun: u64,
    /// Known instructions: their first two words and mode, and their effects.
    known: Vec<(u64, Effects)>,
    /// The state at the start and after a system call, because the host of an operating system may have changed it.
    called: Option<[u8; 52]>,
}

impl Recorder {
    /// Begins an interval with a step.
    pub(crate) fn begin(&mut self, from: u64, cpu: &Cpu) {
        self.written = Written { from, ..Written::default() };
        (self.begun, self.called) = (0, Some(bytes(cpu)));
        self.known.resize(REMEMBERED, (u64::MAX, Effects::default()));
    }

    /// Returns what was recorded, and forgets it.
    pub(crate) fn take(&mut self) -> Written {
        std::mem::take(&mut self.written)
    }

    /// Notes that something outside has changed the state.
    pub(crate) const fn changed(&mut self) {
        self.called = None;
    }

    /// Returns the places that the next instruction writes.
    #[inline(always)]
    fn places(&mut self, cpu: &Cpu, world: &World) -> Places {
        let (at, memory) = (Address::of_pc(cpu), world.seen_by(cpu));
        let pair = u64::from(memory.word(true, at)) << 17 | u64::from(memory.word(true, at.plus(2))) << 1;
        let key = pair | u64::from(cpu.fcw().contains(Fcw::SEG));
        let slot = &mut self.known[(key.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 52) as usize];
        if slot.0 != key {
            let decoded = decode_as_executed(&words(&memory, at), at.to_decode(), memory.mode());
            *slot = (
                key,
                decoded.map_or(Effects::default(), |decoded| Effects::of(&decoded.instruction)),
            );
        }
        match slot.1.condition {
            Some(condition) if !cpu.fcw().holds(condition.into()) => Places(0),
            _ => slot.1.written.physical(cpu.fcw()),
        }
    }
}

impl Probe<World> for Recorder {
    fn step(&mut self, cpu: &mut Cpu, world: &mut World) -> Step {
        world.show_transfers(cpu, &mut self.written);
        if let Some(called) = self.called.take() {
            self.begun |= difference(&called, &bytes(cpu)).0;
        }
        let places = self.places(cpu, world);
        let step = world.watched_step(cpu, &mut self.written);
        self.begun |= match step.event {
            Event::Interrupted(_) | Event::Trapped(_) => BY_EXCEPTION.0,
            Event::Waited | Event::Undefined { .. } => 0,
            Event::Retired | Event::Halted => places.0,
        };
        self.called = matches!(step.event, Event::Trapped(_)).then(|| bytes(cpu));
        step
    }

    fn served(&mut self, cpu: &Cpu, world: &mut World) {
        world.show_transfers(cpu, &mut self.written);
        world.note_transfers();
        if !cpu.is_repeating() {
            self.written.places.push(std::mem::take(&mut self.begun));
        }
    }
}
