//! A machine as a save file.
//!
//! The connections of the machine are not in it: images of disks and files stay where they are. Of each file the save
//! file knows how far it was read or written, so that the machine goes on there.

use z8000::cpu::{Cpu, State};
use z8000::mmu::Z8010;
use z8000::save::{Reader, Writer};

use crate::core::Core;
use crate::description::Description;
use crate::device::{Line, Progress};
use crate::error::Error;
use crate::machine::Machine;
use crate::world::Seen;

const MACHINE: [u8; 4] = *b"MCH ";
const VERSION: u16 = 3;

impl Core {
    /// The state of the devices, to compare it with another.
    pub(crate) fn devices(&self) -> Vec<u8> {
        let mut contents = Writer::new();
        self.write_devices(&mut contents);
        contents.seal(MACHINE, VERSION)
    }

    /// Adds devices and units to a save file.
    fn write_devices(&self, contents: &mut Writer) {
        self.world().write_devices(contents);
        let units: Vec<&Z8010> = match &self.seen {
            Seen::Direct(_) => Vec::new(),
            Seen::Managed(managed) => managed.units().collect(),
        };
        contents.count(units.len() as u64);
        for unit in units {
            unit.write_state(contents);
        }
    }
}

impl Machine {
    /// The machine as a save file.
    pub fn save(&self) -> Vec<u8> {
        let (mut contents, core) = (Writer::new(), &self.core);
        core.runner.cpu.state().write(&mut contents);
        contents.count(core.runner.clocks);
        contents.count(core.runner.instructions);
        core.world().banks.write_state(&mut contents);
        core.write_devices(&mut contents);
        for line in &self.lines {
            contents.byte(line.is_read().into());
        }
        contents.seal(MACHINE, VERSION)
    }

    /// The machine that was saved, connected again. It is started already.
    ///
    /// # Errors
    ///
    /// If the bytes are not what [`save`](Self::save) has made of a machine with this description, or a file or a
    /// connection fails.
    pub fn restore(description: Description, file: &[u8]) -> Result<Self, Error> {
        let mut contents = Reader::open(file, MACHINE, VERSION)?;
        let from = &mut contents;
        // Nothing is connected before all is read: that may change files.
        let mut machine = Self::unconnected(description)?;
        let core = &mut machine.core;
        let state = State::read(from)?;
        if state.model != core.description.processor.model() {
            return Err(Error::OtherMachine("processor"));
        }
        core.runner.cpu = Cpu::with_state(&state).map_err(z8000::save::SaveError::from)?;
        (core.runner.clocks, core.runner.instructions) = (from.count()?, from.count()?);
        // A run adds to the counts.
        if core.runner.clocks.max(core.runner.instructions) > u64::MAX / 2 {
            return Err(from.nonsense().into());
        }
        core.world_mut().banks.read_state(from)?;
        core.world_mut().read_devices(from)?;
        same(from, core.description.mmu.len(), "number of units")?;
        if let Seen::Managed(managed) = &mut core.seen {
            for unit in managed.units_mut() {
                *unit = Z8010::read_state(from)?;
            }
        }
        let mut progress = Vec::new();
        for channel in core.world().channels() {
            progress.push(Progress {
                is_read: from.flag()?,
                written: channel.taken,
            });
        }
        contents.end()?;
        let description = &machine.core.description;
        let lines = description.connections().zip(&progress);
        let lines = lines.map(|(connection, progress)| Line::connect(&connection, &description.reach, Some(progress)));
        machine.lines = lines.collect::<Result<_, _>>()?;
        Ok(machine)
    }
}

/// Reads how many devices of a kind there are.
fn same(from: &mut Reader<'_>, expected: usize, what: &'static str) -> Result<(), Error> {
    if from.count()? == expected as u64 {
        Ok(())
    } else {
        Err(Error::OtherMachine(what))
    }
}
