//! A bus that reports each cycle, with its clock, to a listener.

use z8000::bus::{Bus, Location, Space, Status};
use z8000::cpu::{Cpu, Event, Fcw, Interrupt, Model, Step};
use z8000::isa::{BY_SECOND_WORD, FORMS, form_index, form_index_table};

use super::pace::{Pace, traps};
use super::refresh::Refresh;
use super::{Cycle, Listener, Purpose};

/// Idle clocks of a trap before the second and further cycles, on a Z8002 and on a Z8001; the first cycle begins at
/// clock 7.
const TRAP: [&[u32]; 2] = [&[0, 1, 7, 2], &[0, 0, 1, 7, 2, 0]];
const TRAP_SAVES: u32 = 7;

/// The same for an interrupt, which begins with an acknowledgement. This takes longer than the fetch of a trap, but the
/// total is the same, so there are fewer idle clocks.
const INTERRUPT: [&[u32]; 2] = [&[0, 1, 4, 2], &[0, 0, 1, 4, 2, 0]];

/// A bus that reports each bus cycle to a listener while a processor runs on it.
///
/// It takes wait states from the bus after each access, and inserts refresh cycles as set in the REFRESH register: with
/// rate n, one is due every 4 n clocks, and takes 3 clocks as soon as no other cycle is in progress.
#[derive(Debug)]
pub struct Timed<B, L> {
    /// The bus with memory and ports.
    pub bus: B,
    /// The listener that receives each cycle.
    pub listener: L,
    clocks: u64,
    refresh: Refresh,
    course: Course,
}

/// The progress of the current instruction.
#[derive(Debug, Clone)]
struct Course {
    fcw: Fcw,
    model: Model,
    /// The words fetched so far, of which only the first two matter.
    words: [u16; 2],
    fetched: usize,
    /// The timing of the form; `None` until it is known.
    pace: Option<Pace>,
    traps: bool,
    acknowledges: bool,
    /// Number of cycles so far, excluding fetches.
    accesses: usize,
    /// The clock at which the last cycle ended.
    end: u32,
    /// Wait states and refresh cycles that the processor has not counted yet.
    waits: u32,
}

impl Course {
    const fn new(fcw: Fcw, model: Model) -> Self {
        Self {
            fcw,
            model,
            words: [0; 2],
            fetched: 0,
            pace: None,
            traps: false,
            acknowledges: false,
            accesses: 0,
            end: 0,
            waits: 0,
        }
    }

    /// Returns true if a word read from program memory belongs to the instruction.
    fn fetches(&self) -> bool {
        let all = match &self.pace {
            Some(pace) => self.fetched >= pace.words,
            None => self.fetched >= 2,
        };
        self.accesses == 0 && !self.acknowledges && !all
    }

    /// Records a word of the instruction.
    fn fetch(&mut self, word: u16) {
        if let Some(place) = self.words.get_mut(self.fetched) {
            *place = word;
        }
        if self.pace.is_none() {
            let by_second = form_index_table()[usize::from(self.words[0])] & BY_SECOND_WORD != 0;
            if !by_second || self.fetched > 0 {
                self.identify();
            }
        }
        if let Some(pace) = &mut self.pace
            && pace.address
            && self.fetched == pace.pattern
            && self.fcw.contains(Fcw::SEG)
            && word & 0x8000 != 0
        {
            pace.words += 1;
            pace.direct = false;
        }
        self.fetched += 1;
    }

    /// Looks up the form of the instruction.
    fn identify(&mut self) {
        let form = form_index(self.words[0], self.words[1]).map(|index| &FORMS[index]);
        self.traps = form.is_some_and(|form| traps(form, self.fcw));
        self.pace = form.map(Pace::of);
    }

    /// Returns the idle clocks before the fetch of the next word.
    fn idle_before_fetch(&self) -> u32 {
        match (&self.pace, self.fetched) {
            (_, 0) => 0,
            (Some(pace), index) => pace.before_word(self.words[0], index),
            (None, _) => 1,
        }
    }

    /// Returns the idle clocks before the next cycle that is not a fetch.
    fn idle_before_access(&self) -> u32 {
        let z8001 = usize::from(self.model == Model::Z8001);
        let in_turn = |turns: &[u32]| match self.accesses.checked_sub(1) {
            Some(turn) => turns.get(turn % turns.len().max(1)).copied(),
            None => None,
        };
        if self.acknowledges {
            return in_turn(INTERRUPT[z8001]).unwrap_or(0);
        }
        if self.traps {
            return in_turn(TRAP[z8001]).unwrap_or((TRAP_SAVES + self.waits).saturating_sub(self.end));
        }
        let Some(pace) = &self.pace else { return 0 };
        // A short segmented address has to be split.
        let short = pace.direct && self.fcw.contains(Fcw::SEG);
        in_turn(pace.turns).unwrap_or(pace.first + u32::from(short))
    }
}

impl<B: Bus, L: Listener<B>> Timed<B, L> {
    /// Connects a bus to a listener. The clock count starts at 0.
    pub const fn new(bus: B, listener: L) -> Self {
        let course = Course::new(Fcw::SYSTEM, Model::Z8002);
        Self { bus, listener, clocks: 0, refresh: Refresh::new(), course }
    }

    /// Returns the clocks since this bus was created.
    pub const fn clocks(&self) -> u64 {
        self.clocks
    }

    /// Runs one instruction; see [`Cpu::step`].
    pub fn step(&mut self, cpu: &mut Cpu) -> Step {
        self.refresh.set(cpu.refresh(), self.clocks);
        let last = std::mem::replace(&mut self.course, Course::new(cpu.fcw(), cpu.model()));
        if cpu.is_repeating() {
            (self.course.words, self.course.fetched) = (last.words, last.words.len());
            self.course.identify();
        }
        let mut step = cpu.step(self);
        if step.event == Event::Waited {
            self.cycle(Purpose::Internal, cpu.location(), 0, |_| 0_u16);
        }
        // Cycles that are due while the instruction ends still belong to it.
        self.refresh_before(step.clocks.saturating_sub(1));
        step.clocks += self.wait_states();
        self.clocks += u64::from(step.clocks);
        self.refresh.show(cpu);
        step
    }

    /// Inserts the refresh cycles that are due before a cycle at a given clock; returns the clock to which the cycle is
    /// delayed.
    fn refresh_before(&mut self, mut clock: u32) -> u32 {
        while let Some(due) = self.refresh.due(self.clocks + u64::from(clock)) {
            let since = u32::try_from(due.saturating_sub(self.clocks)).unwrap_or(clock);
            let at = Location::new(0, self.refresh.next());
            let purpose = Purpose::Refresh;
            let clocks = purpose.clocks();
            self.tell(Cycle {
                clock: since.max(self.course.end),
                purpose,
                at,
                data: 0,
                bytes: 2,
                write: false,
                waits: 0,
            });
            self.course.waits += clocks;
            clock += clocks;
        }
        clock
    }

    /// Performs a cycle that reads, after some idle clocks.
    fn cycle<T: Copy + Into<u16>>(
        &mut self,
        purpose: Purpose,
        at: Location,
        idle: u32,
        carry_out: impl FnOnce(&mut B) -> T,
    ) -> T {
        self.cycle_of(purpose, at, false, idle, carry_out)
    }

    /// Performs a cycle after some idle clocks.
    fn cycle_of<T: Copy + Into<u16>>(
        &mut self,
        purpose: Purpose,
        at: Location,
        write: bool,
        idle: u32,
        carry_out: impl FnOnce(&mut B) -> T,
    ) -> T {
        let clock = self.refresh_before(self.course.end + idle);
        let value = carry_out(&mut self.bus);
        let waits = self.bus.wait_states();
        let (data, bytes) = (value.into(), size_of::<T>() as u8);
        self.tell(Cycle { clock, purpose, at, data, bytes, write, waits });
        self.course.waits += waits;
        value
    }

    fn tell(&mut self, cycle: Cycle) {
        self.course.end = cycle.clock + cycle.purpose.clocks() + cycle.waits;
        self.listener.hears(&self.bus, &cycle);
    }

    /// Performs a cycle that is not a fetch.
    fn access<T: Copy + Into<u16>>(
        &mut self,
        purpose: Purpose,
        at: Location,
        write: bool,
        carry_out: impl FnOnce(&mut B) -> T,
    ) -> T {
        let value = self.cycle_of(purpose, at, write, self.course.idle_before_access(), carry_out);
        self.course.accesses += 1;
        value
    }

    fn port<T: Copy + Into<u16>>(
        &mut self,
        port: u16,
        special: bool,
        write: bool,
        carry_out: impl FnOnce(&mut B) -> T,
    ) -> T {
        self.access(Purpose::Port { special }, Location::new(0, port), write, carry_out)
    }

    /// Transfers a word between processor and unit; if the other side is memory, only the memory cycle is reported.
    fn unit(&mut self, write: bool, carry_out: impl FnOnce(&mut B) -> u16) -> u16 {
        if self.course.words[0] & 0x8000 == 0 {
            return carry_out(&mut self.bus);
        }
        self.access(Purpose::Unit, Location::new(0, 0), write, carry_out)
    }
}

impl<B: Bus, L: Listener<B>> Bus for Timed<B, L> {
    fn read_byte(&mut self, status: Status, at: Location) -> u8 {
        self.access(Purpose::Memory(status), at, false, |bus| bus.read_byte(status, at))
    }

    fn read_word(&mut self, status: Status, at: Location) -> u16 {
        let purpose = Purpose::Memory(status);
        let first = status.space == Space::Instruction;
        if first || status.space == Space::Program && self.course.fetches() {
            let idle = self.course.idle_before_fetch();
            let word = self.cycle(purpose, at, idle, |bus| bus.read_word(status, at));
            self.course.fetch(word);
            return word;
        }
        self.access(purpose, at, false, |bus| bus.read_word(status, at))
    }

    fn write_byte(&mut self, status: Status, at: Location, value: u8) {
        self.access(Purpose::Memory(status), at, true, |bus| {
            bus.write_byte(status, at, value);
            value
        });
    }

    fn write_word(&mut self, status: Status, at: Location, value: u16) {
        self.access(Purpose::Memory(status), at, true, |bus| {
            bus.write_word(status, at, value);
            value
        });
    }

    fn input_byte(&mut self, port: u16, special: bool) -> u8 {
        self.port(port, special, false, |bus| bus.input_byte(port, special))
    }

    fn input_word(&mut self, port: u16, special: bool) -> u16 {
        self.port(port, special, false, |bus| bus.input_word(port, special))
    }

    fn output_byte(&mut self, port: u16, special: bool, value: u8) {
        self.port(port, special, true, |bus| {
            bus.output_byte(port, special, value);
            value
        });
    }

    fn output_word(&mut self, port: u16, special: bool, value: u16) {
        self.port(port, special, true, |bus| {
            bus.output_word(port, special, value);
            value
        });
    }

    fn wait_states(&mut self) -> u32 {
        std::mem::take(&mut self.course.waits)
    }

    fn ends_run(&mut self) -> bool {
        self.bus.ends_run()
    }

    fn acknowledge(&mut self, interrupt: Interrupt, requested: u16) -> u16 {
        self.course.acknowledges = true;
        let purpose = Purpose::Acknowledge(interrupt);
        self.cycle(purpose, Location::new(0, 0), 0, |bus| {
            bus.acknowledge(interrupt, requested)
        })
    }

    fn multi_micro_in(&mut self) -> bool {
        self.bus.multi_micro_in()
    }

    fn multi_micro_out(&mut self, active: bool) {
        self.bus.multi_micro_out(active);
    }

    fn extended(&mut self, instruction: u16, template: u16) {
        self.bus.extended(instruction, template);
    }

    fn read_extended(&mut self) -> u16 {
        self.unit(false, |bus| bus.read_extended())
    }

    fn write_extended(&mut self, word: u16) {
        self.unit(true, |bus| {
            bus.write_extended(word);
            word
        });
    }
}
