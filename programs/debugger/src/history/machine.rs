//! A board that goes through a history.

use z8000::cpu::Cpu;
use z8000::machine::{Board, NoProbe, Probe, RunError, Stop};

use crate::expression::Place;

/// What comes from outside.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Change {
    /// Characters for the serial port.
    Input(Vec<u8>),
    /// The same, from the input that was given beforehand: how many characters had been taken of
    /// it before.
    Feed {
        /// Where they begin in it.
        from: usize,
        /// The characters.
        characters: Vec<u8>,
    },
    /// A register or memory gets a value.
    Set(Place, i64),
}

/// A board, and how many changes of the history have reached it.
#[derive(Debug, Clone)]
pub(crate) struct Machine {
    pub(crate) board: Board,
    pub(crate) applied: usize,
}

/// A run is cut into pieces of this size, which a counter of 32 bits holds.
const PIECE: u64 = 1 << 30;

impl Machine {
    pub(crate) const fn new(board: Board) -> Self {
        Self { board, applied: 0 }
    }

    /// Instructions since the beginning.
    pub(crate) const fn now(&self) -> u64 {
        self.board.instructions()
    }

    /// Applies the changes that are due.
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
            Change::Input(characters) | Change::Feed { characters, .. } => {
                self.board.serial().send(characters);
            }
            Change::Set(place, value) => self.set(*place, *value),
        }
    }

    fn set(&mut self, place: Place, value: i64) {
        let cpu = self.board.cpu_mut();
        match place {
            Place::Word(n) => cpu.set_register(usize::from(n & 15), value as u16),
            Place::Byte(n) => set_byte(cpu, n, value as u8),
            Place::Long(n) => set_words(cpu, n, &[value >> 16, value]),
            Place::Quad(n) => set_words(cpu, n, &[value >> 48, value >> 32, value >> 16, value]),
            Place::Pc => cpu.set_pc(value as u16),
            Place::Fcw => cpu.set_fcw(value as u16),
            Place::Flag(flag) => {
                let mut fcw = cpu.fcw();
                fcw.set(flag, value != 0);
                cpu.set_fcw(fcw.bits());
            }
            Place::Memory {
                program,
                address,
                bytes,
            } => {
                let all = value.to_be_bytes();
                let bytes = &all[8 - usize::from(bytes.min(8))..];
                // Words and long words are at even addresses, as for the processor.
                let address = if bytes.len() > 1 { address & 0xFFFE } else { address };
                if program {
                    self.board.load_program(address, bytes);
                } else {
                    self.board.load_data(address, bytes);
                }
            }
        }
    }

    /// Replays up to a number of instructions, or until the probe stops. What ends an ordinary run
    /// does not end a replay: the run went on behind it.
    ///
    /// Returns whether the probe has stopped it.
    pub(crate) fn replay<P: Probe>(&mut self, until: u64, changes: &[(u64, Change)], probe: &mut P) -> bool {
        self.settle(changes);
        while self.now() < until {
            if self.piece(until, changes, probe) == Ok(Some(Stop::Probe)) {
                return true;
            }
            self.settle(changes);
        }
        false
    }

    /// Goes to a number of instructions that lies ahead.
    pub(crate) fn go(&mut self, until: u64, changes: &[(u64, Change)]) {
        self.replay(until, changes, &mut NoProbe);
    }

    /// Runs up to a number of instructions, but not beyond the next change.
    pub(crate) fn piece<P: Probe>(
        &mut self,
        until: u64,
        changes: &[(u64, Change)],
        probe: &mut P,
    ) -> Result<Option<Stop>, RunError> {
        let count = self.before_change(until, changes).min(PIECE);
        self.board.advance(count as u32, probe)
    }

    /// The same with nobody watching; it stops where the program waits for input.
    pub(crate) fn served_piece(&mut self, until: u64, changes: &[(u64, Change)]) -> Result<Option<Stop>, RunError> {
        let count = self.before_change(until, changes);
        self.board.advance_served(count)
    }

    /// Instructions up to a number of them, or to the next change.
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
