//! A Z8001 whose programs may write to all of its memory: a machine other than the board, as a user of the engine would
//! build it.

use z8000::bus::{Bus, Location, Status};
use z8000::cpu::{Cpu, Functions, Model, Places, Run, Step, Until};
use z8000::run::{Bank, Banked, Code, Engine, Goal, Host, Marks, RunEnd, Runner, Work, word_of};

/// Two banks that all address spaces share; bit 0 of the segment selects one.
#[derive(Debug, Clone)]
pub(crate) struct Memory {
    pub(crate) banks: [Bank; 2],
    watched: [Marks; 2],
    changed: Vec<(usize, usize)>,
}

fn bank(at: Location) -> usize {
    usize::from(at.segment() & 1)
}

impl Bus for Memory {
    fn read_byte(&mut self, _: Status, at: Location) -> u8 {
        self.banks[bank(at)][usize::from(at.offset())]
    }

    fn write_byte(&mut self, _: Status, at: Location, value: u8) {
        let (bank, word) = (bank(at), word_of(at.offset()));
        self.banks[bank][usize::from(at.offset())] = value;
        if std::mem::take(&mut self.watched[bank][word]) != 0 {
            self.changed.push((bank, word));
        }
    }
}

impl Host for Memory {
    fn step(&mut self, cpu: &mut Cpu) -> Step {
        cpu.step(self)
    }

    fn run(&mut self, cpu: &mut Cpu, until: &Until) -> Option<Run> {
        Some(cpu.run(self, until))
    }

    fn run_to_place(&mut self, cpu: &mut Cpu, until: &Until, places: &Places<'_>) -> Option<Run> {
        Some(cpu.run_to_place(self, until, &Functions::ALL, places))
    }

    fn banked(&mut self) -> Option<&mut dyn Banked> {
        Some(self)
    }
}

impl Banked for Memory {
    fn banks(&self) -> &[Bank] {
        &self.banks
    }

    fn banks_and_marks(&mut self) -> (&mut [Bank], &[Marks]) {
        (&mut self.banks, &self.watched)
    }

    fn bank(&self, _: Status, segment: u8) -> usize {
        usize::from(segment & 1)
    }

    fn may_run(&self, _: Location) -> bool {
        true
    }

    fn code(&self) -> Code<'_> {
        Code::Watched
    }

    fn unwatch(&mut self) {
        self.watched = [[0; size_of::<Marks>()]; 2];
    }

    fn watch(&mut self, bank: usize, word: usize) {
        self.watched[bank][word] = 1;
    }

    fn changed(&mut self) -> Vec<(usize, usize)> {
        std::mem::take(&mut self.changed)
    }
}

/// The processor with its memory.
#[derive(Debug, Clone)]
pub(crate) struct Machine {
    pub(crate) runner: Runner,
    pub(crate) memory: Box<Memory>,
}

impl Machine {
    pub(crate) fn new() -> Self {
        Self {
            runner: Runner::new(Cpu::new(Model::Z8001)),
            memory: Box::new(Memory {
                banks: [[0; 0x1_0000]; 2],
                watched: [[0; size_of::<Marks>()]; 2],
                changed: Vec::new(),
            }),
        }
    }

    /// Returns the counts of the engine's work.
    pub(crate) fn work(&self) -> Work {
        self.runner.engine().map(Engine::work).unwrap_or_default()
    }

    /// Runs to a halt or to a limit of clocks; returns true if it has halted.
    pub(crate) fn run(&mut self, limit: u64) -> bool {
        let goal = Goal { clocks: limit, slices: Some(self.runner.steps), ..Goal::default() };
        self.runner.run(&mut *self.memory, &goal) == RunEnd::Halted
    }
}
