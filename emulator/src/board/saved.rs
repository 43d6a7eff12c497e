//! A board as a save file.

use alloc::vec::Vec;

use super::memory::Memory;
use super::serial::Serial;
use super::timer::Timer;
use super::z8002::Board;
use crate::cpu::{Cpu, Model, State, StateError};
use crate::save::{Reader, SaveError, Writer};

const BOARD: [u8; 4] = *b"BRD ";
const VERSION: u16 = 2;

impl Board {
    /// The board as a save file, without its engine.
    #[must_use]
    pub fn save(&self) -> Vec<u8> {
        let mut contents = Writer::new();
        self.cpu().state().write(&mut contents);
        contents.count(self.clocks());
        contents.count(self.instructions());
        contents.long(self.loaded().start);
        contents.long(self.loaded().end);
        contents.bytes(self.memory().program());
        contents.bytes(self.memory().data());
        self.memory().serial.write_state(&mut contents);
        self.memory().timer().write_state(&mut contents);
        contents.seal(BOARD, VERSION)
    }

    /// The board that was saved. It has no engine; [`set_engine`](Self::set_engine) gives it one.
    ///
    /// # Errors
    ///
    /// If the bytes are not what [`save`](Self::save) has made.
    pub fn restore(file: &[u8]) -> Result<Self, SaveError> {
        let mut contents = Reader::open(file, BOARD, VERSION)?;
        let from = &mut contents;
        let state = State::read(from)?;
        if state.model != Model::Z8002 {
            return Err(StateError::Segmented.into());
        }
        let cpu = Cpu::with_state(&state)?;
        let (clocks, instructions) = (from.count()?, from.count()?);
        let (start, end) = (from.long()?, from.long()?);
        // A run adds to the counts.
        let large = clocks.max(instructions) > u64::MAX / 2;
        if large || start > end || end > 0x1_0000 {
            return Err(from.nonsense());
        }
        let (program, data) = (from.array()?, from.array()?);
        let serial = Serial::read_state(from)?;
        let timer = Timer::read_state(from)?;
        contents.end()?;
        let memory = Memory::with(&program, &data, start..end, serial, timer);
        Ok(Self::with(cpu, memory, clocks, instructions))
    }
}
