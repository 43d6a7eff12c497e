//! Saved machines.

use alloc::vec::Vec;

use super::system::Machine;
use crate::cpu::{Model, StateError};
use crate::save::{Archive, SaveError, open, seal};

/// The signature of a machine's save file, and the version of the format.
const MACHINE: [u8; 4] = *b"MCH ";
const VERSION: u16 = 10;

impl Machine {
    /// Saves the machine, without its engine, as the bytes of a save file.
    ///
    /// # Example
    ///
    /// ```
    /// use z8000::machine::{Address, Look, Machine};
    ///
    /// let mut machine = Machine::board();
    /// machine.load_data(0x1000, b"kept");
    /// machine.cpu_mut().set_register(1, 5);
    /// let mut restored = Machine::board();
    /// restored.restore(&machine.save()?)?;
    /// assert_eq!(restored.byte(false, Address::flat(0x1000)), b'k');
    /// assert_eq!(restored.cpu(), machine.cpu());
    /// # Ok::<(), z8000::save::SaveError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// A device cannot be saved.
    pub fn save(&self) -> Result<Vec<u8>, SaveError> {
        self.save_with(&mut [])
    }

    /// Like [`save`](Self::save), but also saves numbers that the host provides.
    ///
    /// # Errors
    ///
    /// As for [`save`](Self::save).
    pub fn save_with(&self, numbers: &mut [u64]) -> Result<Vec<u8>, SaveError> {
        seal(MACHINE, VERSION, |archive| self.clone().archive(archive, numbers))
    }

    /// Restores the state in a save file. The machine must have the parts and devices of the saved one; it is unchanged
    /// after an error.
    ///
    /// # Errors
    ///
    /// The bytes are not the output of [`save`](Self::save) for such a machine.
    pub fn restore(&mut self, file: &[u8]) -> Result<(), SaveError> {
        self.restore_with(file, &mut [])
    }

    /// Like [`restore`](Self::restore), but also restores the host's numbers, as many as were saved.
    ///
    /// # Errors
    ///
    /// As for [`restore`](Self::restore).
    pub fn restore_with(&mut self, file: &[u8], numbers: &mut [u64]) -> Result<(), SaveError> {
        let mut restored = self.clone();
        restored.read(file, numbers)?;
        *self = restored;
        Ok(())
    }

    fn read(&mut self, file: &[u8], numbers: &mut [u64]) -> Result<(), SaveError> {
        open(file, MACHINE, VERSION, |archive| self.archive(archive, numbers))
    }

    /// Returns the state of the devices, to compare it with another.
    ///
    /// # Errors
    ///
    /// A device cannot be saved.
    pub fn device_state(&self) -> Result<Vec<u8>, SaveError> {
        seal(MACHINE, VERSION, |archive| self.world.clone().archive_devices(archive))
    }

    fn archive(&mut self, archive: &mut Archive<'_>, numbers: &mut [u64]) -> Result<(), SaveError> {
        for (what, mark) in self.marks.iter() {
            let mut number = *mark;
            archive.long(&mut number)?;
            if number != *mark {
                return Err(SaveError::OtherMachine(what));
            }
        }
        self.archive_processor(archive)?;
        self.world.archive_memory(archive)?;
        self.world.archive_devices(archive)?;
        numbers.iter_mut().try_for_each(|number| archive.count(number))
    }

    fn archive_processor(&mut self, archive: &mut Archive<'_>) -> Result<(), SaveError> {
        let runner = &mut self.runner;
        let mut state = runner.cpu.state();
        let model = state.model;
        state.archive(archive)?;
        if state.model != model {
            return Err(match model {
                Model::Z8002 => StateError::Segmented.into(),
                Model::Z8001 => SaveError::OtherMachine("processor"),
            });
        }
        runner.cpu.set_state(&state)?;
        archive.count(&mut runner.clocks)?;
        archive.count(&mut runner.steps)?;
        archive.count(&mut runner.exceptions)?;
        archive.count(&mut runner.waits)?;
        let parts = runner.exceptions.checked_add(runner.waits);
        let parts = parts.is_some_and(|parts| parts <= runner.steps);
        // A run adds to the counts, which must not overflow.
        let large = runner.clocks.max(runner.steps) > u64::MAX / 2;
        archive.sense(archive.at(), !large && parts)
    }
}
