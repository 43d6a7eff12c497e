//! Every event of a run.

use z8000::board::Memory;
use z8000::cpu::Cpu;
use z8000::run::Probe;
use z8000_debugger::machine::Observer;

use super::Happening;
use super::places::Places;

/// Reads every event of a run and gives it to a sink.
pub struct Watcher<'p, S> {
    places: &'p Places,
    /// Instructions before the next one.
    instructions: u64,
    sink: S,
}

impl<'p, S: FnMut(Happening, &Cpu, &Memory)> Watcher<'p, S> {
    /// A watcher of a run that has executed so many instructions. The sink also gets the moment itself.
    pub const fn new(places: &'p Places, instructions: u64, sink: S) -> Self {
        Self { places, instructions, sink }
    }

    /// Few instructions of a run come here.
    #[inline(never)]
    fn event(&mut self, cpu: &Cpu, memory: &Memory) {
        if let Some(happening) = self.places.read(self.instructions, cpu, memory) {
            (self.sink)(happening, cpu, memory);
        }
    }
}

impl<S: FnMut(Happening, &Cpu, &Memory)> Probe<Memory> for Watcher<'_, S> {
    #[inline]
    fn instruction(&mut self, _: u64, cpu: &Cpu, memory: &Memory) {
        if self.places.at(cpu.pc()).is_some() {
            self.event(cpu, memory);
        }
        self.instructions += 1;
    }
}

impl<S: FnMut(Happening, &Cpu, &Memory)> Observer for Watcher<'_, S> {}
