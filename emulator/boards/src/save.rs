//! Saves machines to files, and restores them.
//!
//! The machine's connections are not saved: disk images and files stay where they are. For each file, the save file
//! records how far the machine has read or written it, and the restored machine continues there.

use z8000::save::{Archive, SaveError, open, seal};

use crate::core::Core;
use crate::description::Description;
use crate::device::Line;
use crate::error::Error;
use crate::machine::Machine;

const MACHINE: [u8; 4] = *b"MCH ";
const VERSION: u16 = 5;

impl Core {
    /// The state of the devices, to compare it with another.
    pub(crate) fn devices(&self) -> Vec<u8> {
        seal(MACHINE, VERSION, |archive| self.world.clone().archive_devices(archive))
    }

    /// All of it except the counts of clocks and instructions, to compare it with another.
    pub(crate) fn uncounted(&self) -> Vec<u8> {
        let mut core = self.clone();
        (core.runner.clocks, core.runner.instructions) = (0, 0);
        let mut all = self.devices();
        all.extend_from_slice(core.world.banks.bytes());
        all.extend(seal(MACHINE, VERSION, |archive| {
            core.runner.cpu.state().archive(archive)
        }));
        all
    }

    /// All of it, and of each connection how much of its file was read.
    fn archive(&mut self, archive: &mut Archive<'_>, read: &mut [u64]) -> Result<(), Error> {
        let mut state = self.runner.cpu.state();
        state.archive(archive)?;
        if state.model != self.description.processor.model() {
            return Err(Error::OtherMachine("processor"));
        }
        self.runner.cpu.set_state(&state).map_err(SaveError::from)?;
        archive.count(&mut self.runner.clocks)?;
        archive.count(&mut self.runner.instructions)?;
        // A run adds to the counts.
        let large = self.runner.clocks.max(self.runner.instructions) > u64::MAX / 2;
        archive.sense(archive.at(), !large)?;
        self.world.banks.archive(archive)?;
        self.world.archive_devices(archive)?;
        for read in read {
            archive.count(read)?;
        }
        Ok(())
    }
}

impl Machine {
    /// Saves the machine as the bytes of a save file.
    ///
    /// # Example
    ///
    /// ```
    /// use std::path::Path;
    /// use z8000_boards::{Description, Machine, MachineEnd, Section};
    ///
    /// let text = "[[memory]]\nkind = \"ram\"\nsize = 0x10000\n[start]\npc = 0x100\n";
    /// let description = Description::read(text, Path::new("."))?;
    /// let mut machine = Machine::new(description.clone())?;
    /// // LDK R1,#5; HALT.
    /// machine.load(&[Section::code("five", 0x100, vec![0xBD, 0x15, 0x7A, 0])])?;
    /// machine.start()?;
    /// let mut restored = Machine::restore(description, &machine.save())?;
    /// assert_eq!(restored.run(1_000)?, MachineEnd::Halted);
    /// assert_eq!(restored.cpu().register(1), 5);
    /// # Ok::<(), z8000_boards::Error>(())
    /// ```
    pub fn save(&self) -> Vec<u8> {
        let mut read: Vec<u64> = self.lines.iter().map(Line::read).collect();
        seal(MACHINE, VERSION, |archive| {
            self.core.clone().archive(archive, &mut read)
        })
    }

    /// Restores a machine from a save file, and connects it again. It has already been started.
    ///
    /// # Errors
    ///
    /// The bytes are not the output of [`save`](Self::save) for a machine with this description, or a file or a
    /// connection fails.
    pub fn restore(description: Description, file: &[u8]) -> Result<Self, Error> {
        // Nothing is connected before all is read: that may change files.
        let mut machine = Self::unconnected(description)?;
        let core = &mut machine.core;
        let mut read = vec![0; core.world.channels().count()];
        open(file, MACHINE, VERSION, |archive| core.archive(archive, &mut read))?;
        let description = &machine.core.description;
        let connections = description.connections().zip(read).zip(machine.core.world.channels());
        let lines = connections
            .map(|((connection, read), channel)| Line::connect(&connection, &description.reach, read, channel.taken));
        machine.lines = lines.collect::<Result<_, _>>()?;
        Ok(machine)
    }
}
