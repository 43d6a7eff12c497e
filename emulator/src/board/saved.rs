//! A board as a save file.

use alloc::vec::Vec;

use super::z8002::Board;
use crate::cpu::{Model, StateError};
use crate::save::{Archive, SaveError, open, seal};

const BOARD: [u8; 4] = *b"BRD ";
const VERSION: u16 = 2;

impl Board {
    /// The board as a save file, without its engine.
    #[must_use]
    pub fn save(&self) -> Vec<u8> {
        seal(BOARD, VERSION, |archive| self.clone().archive(archive))
    }

    /// The board that was saved. It has no engine; [`set_engine`](Self::set_engine) gives it one.
    ///
    /// # Errors
    ///
    /// If the bytes are not what [`save`](Self::save) has made.
    pub fn restore(file: &[u8]) -> Result<Self, SaveError> {
        let mut board = Self::new();
        open(file, BOARD, VERSION, |archive| board.archive(archive))?;
        Ok(board)
    }

    fn archive(&mut self, archive: &mut Archive<'_>) -> Result<(), SaveError> {
        let Self { runner, memory } = self;
        let mut state = runner.cpu.state();
        state.archive(archive)?;
        if state.model != Model::Z8002 {
            return Err(StateError::Segmented.into());
        }
        runner.cpu.set_state(&state)?;
        archive.count(&mut runner.clocks)?;
        archive.count(&mut runner.instructions)?;
        let loaded = &mut memory.loaded;
        archive.long(&mut loaded.start)?;
        archive.long(&mut loaded.end)?;
        // A run adds to the counts.
        let large = runner.clocks.max(runner.instructions) > u64::MAX / 2;
        let possible = !large && loaded.start <= loaded.end && loaded.end <= 0x1_0000;
        archive.sense(archive.at(), possible)?;
        archive.bytes(memory.program_mut())?;
        archive.bytes(memory.data_mut())?;
        memory.serial.archive(archive)?;
        memory.timer.archive(archive)
    }
}
