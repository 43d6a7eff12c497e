//! The part of a machine that runs: processor, memory and devices, without their connections.

use std::sync::Arc;

use z8000::run::{Ended, Goal, Runner};

use crate::description::Description;
use crate::error::Error;
use crate::world::{Seen, World};

/// A machine without its connections. A copy goes on in the same way.
#[derive(Debug, Clone)]
pub(crate) struct Core {
    pub(crate) description: Arc<Description>,
    pub(crate) runner: Runner,
    pub(crate) seen: Seen,
}

impl Core {
    pub(crate) fn world(&self) -> &World {
        self.seen.world()
    }

    pub(crate) fn world_mut(&mut self) -> &mut World {
        self.seen.world_mut()
    }

    /// Resets the processor.
    pub(crate) fn reset(&mut self) {
        match &mut self.seen {
            Seen::Direct(world) => self.runner.cpu.reset(&mut **world),
            Seen::Managed(managed) => self.runner.cpu.reset(&mut **managed),
        }
    }

    /// Runs so many instructions; with `traps`, no further than to a trap.
    pub(crate) fn run(&mut self, instructions: u64, traps: bool) -> Result<Ended, Error> {
        let goal = Goal {
            instructions: self.runner.instructions.saturating_add(instructions),
            traps,
            ..Goal::default()
        };
        let ended = self.runner.run(&mut self.seen, &goal);
        self.checked(ended)
    }

    /// The end of a run, or the error that it stands for.
    pub(crate) fn checked(&self, ended: Ended) -> Result<Ended, Error> {
        match ended {
            Ended::Undefined { word } => Err(Error::Undefined {
                word,
                at: self.runner.cpu.location(),
                processor: self.description.processor.name(),
            }),
            ended => Ok(ended),
        }
    }
}
