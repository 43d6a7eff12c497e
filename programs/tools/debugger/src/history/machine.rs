//! A machine that replays a history.

use z8000::cpu::{Cpu, Fcw};
use z8000::machine::Stop;
use z8000::run::{NoProbe, Probe};

use crate::expression::Place;
use crate::machine::{Address, Fault, Machine as Subject, World};

/// A change made to the machine by the user.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Change {
    /// Characters sent by the user.
    Input(Vec<u8>),
    /// Characters received at a serial port.
    Received {
        /// Index of the serial port.
        port: usize,
        /// The characters received.
        characters: Vec<u8>,
    },
    /// Characters supplied in advance, which are held back until the program waits for input.
    Feed(Vec<u8>),
    /// A new value of a register or of memory.
    Set(Place, i64),
}

/// The debugged machine, and the number of changes in the history that have been applied to it.
#[derive(Debug, Clone)]
pub(crate) struct Machine {
    pub(crate) subject: Subject,
    pub(crate) applied: usize,
}

/// The maximum length of the pieces into which a run is divided, which fits into a 32-bit counter.
const PIECE: u64 = 1 << 30;

impl Machine {
    pub(crate) const fn new(subject: Subject) -> Self {
        Self { subject, applied: 0 }
    }

    /// Returns the number of steps since the beginning.
    pub(crate) fn now(&self) -> u64 {
        self.subject.steps()
    }

    /// Applies the changes whose moment has come.
    pub(crate) fn settle(&mut self, changes: &[(u64, Change)]) {
        while let Some((at, change)) = changes.get(self.applied) {
            if *at > self.now() {
                break;
            }
            self.apply(change);
            self.applied += 1;
        }
    }

    fn apply(&mut self, change: &Change) {
        match change {
            Change::Input(characters) | Change::Feed(characters) => {
                if let Some(port) = self.subject.console {
                    self.subject.send(port, characters);
                }
            }
            Change::Received { port, characters } => self.subject.send(*port, characters),
            Change::Set(place, value) => self.set(*place, *value),
        }
    }

    fn set(&mut self, place: Place, value: i64) {
        let segmented = self.subject.has_segments();
        let cpu = self.subject.cpu_mut();
        match place {
            Place::Word(n) => cpu.set_register(usize::from(n & 15), value as u16),
            Place::Byte(n) => set_byte(cpu, n, value as u8),
            Place::Long(n) => set_words(cpu, n, &[value >> 16, value]),
            Place::Quad(n) => set_words(cpu, n, &[value >> 48, value >> 32, value >> 16, value]),
            Place::Pc => match Address::of(value, segmented) {
                Some(at) => cpu.set_location(at.location()),
                None => cpu.set_pc(value as u16),
            },
            Place::Stack => {
                if let Some(at) = Address::of(value, segmented).filter(|_| cpu.fcw().contains(Fcw::SEG)) {
                    cpu.set_register(14, 0x8000 | u16::from(at.segment()) << 8);
                }
                cpu.set_register(15, value as u16);
            }
            Place::Fcw => cpu.set_fcw(value as u16),
            Place::Flag(flag) => {
                let mut fcw = cpu.fcw();
                fcw.set(flag, value != 0);
                cpu.set_fcw(fcw.bits());
            }
            Place::Memory { program, address, bytes } => {
                let all = value.to_be_bytes();
                let bytes = &all[8 - usize::from(bytes.min(8))..];
                // As for the processor, words and long words are at even addresses.
                let address = if bytes.len() > 1 {
                    address.with_offset(address.offset() & 0xFFFE)
                } else {
                    address
                };
                self.subject.store(program, address, bytes);
            }
        }
    }

    /// Replays up to a number of instructions, or until the probe stops. What would end an ordinary run does not end a
    /// replay, because the recorded run continued.
    ///
    /// Returns true if the probe stopped the replay.
    pub(crate) fn replay<P: Probe<World> + ?Sized>(
        &mut self,
        until: u64,
        changes: &[(u64, Change)],
        probe: &mut P,
    ) -> bool {
        self.replay_by(until, changes, |machine| machine.piece(until, changes, probe))
    }

    /// Replays up to the end of a line that the program sends.
    pub(crate) fn line(&mut self, until: u64, changes: &[(u64, Change)]) -> bool {
        self.replay_by(until, changes, |machine| {
            let count = machine.before_change(until, changes).min(PIECE);
            Ok(machine.subject.advance_line(count as u32)?)
        })
    }

    fn replay_by(
        &mut self,
        until: u64,
        changes: &[(u64, Change)],
        mut piece: impl FnMut(&mut Self) -> Result<Option<Stop>, Fault>,
    ) -> bool {
        self.settle(changes);
        while self.now() < until {
            let before = self.now();
            if matches!(piece(self), Ok(Some(Stop::Probe | Stop::Line))) {
                return true;
            }
            self.settle(changes);
            // The replay cannot continue, just as the recorded run could not.
            if self.now() == before {
                break;
            }
        }
        false
    }

    /// Runs forward to a number of instructions.
    pub(crate) fn go(&mut self, until: u64, changes: &[(u64, Change)]) {
        self.replay(until, changes, &mut NoProbe);
    }

    /// Runs up to a number of instructions, but at most to the next change.
    pub(crate) fn piece<P: Probe<World> + ?Sized>(
        &mut self,
        until: u64,
        changes: &[(u64, Change)],
        probe: &mut P,
    ) -> Result<Option<Stop>, Fault> {
        let count = self.before_change(until, changes).min(PIECE);
        Ok(self.subject.advance(count as u32, probe)?)
    }

    /// Runs like [`piece`](Self::piece), without a probe. Stops if the program waits for input, or at a limit of clocks.
    pub(crate) fn served_piece(
        &mut self,
        until: u64,
        limit: u64,
        changes: &[(u64, Change)],
    ) -> Result<Option<Stop>, Fault> {
        let count = self.before_change(until, changes);
        Ok(self.subject.advance_served(count, limit)?)
    }

    /// Returns the number of instructions up to a target, or to the next change.
    fn before_change(&self, until: u64, changes: &[(u64, Change)]) -> u64 {
        let next = changes.get(self.applied).map_or(u64::MAX, |(at, _)| *at);
        until.min(next).saturating_sub(self.now())
    }
}

fn set_byte(cpu: &mut Cpu, n: u8, value: u8) {
    let word = cpu.register(usize::from(n & 7)).to_be_bytes();
    let word = if n < 8 { [value, word[1]] } else { [word[0], value] };
    cpu.set_register(usize::from(n & 7), u16::from_be_bytes(word));
}

fn set_words(cpu: &mut Cpu, first: u8, words: &[i64]) {
    for (index, word) in words.iter().enumerate() {
        cpu.set_register((usize::from(first) + index) & 15, *word as u16);
    }
}
