//! A small machine for the exerciser: either processor, the ports of the board, and the memory that its forms need. It
//! depends only on the processor, so that it can be built with faulty copies of it.

use z8000::bus::{Bus, Location, Status};
use z8000::cpu::{Cpu, Event, Interrupt, Model};

/// Bytes of a memory.
const BANK: usize = 0x1_0000;

/// The ports of the serial port: status, always ready; data.
const SERIAL_PORTS: [u16; 2] = [0xFF01, 0xFF03];
/// The status: a character can be sent.
const READY: u8 = 2;
/// The timers, that of the board and one with the vectored interrupt: interrupt, identifier, and two ports, one for the
/// period in units of 16 clocks, and one to take the request back.
const TIMERS: [(Interrupt, u16, [u16; 2]); 2] = [
    (Interrupt::NonVectored, 0, [0xFF10, 0xFF12]),
    (Interrupt::Vectored, 0x12, [0xFF14, 0xFF16]),
];
/// Clocks for one count of the timer.
const TIMER_CLOCKS: u64 = 16;

/// The machine.
pub(crate) struct Machine {
    cpu: Cpu,
    bus: Memories,
    clocks: u64,
    /// The clock at which each timer runs down.
    due: [u64; 2],
}

/// The use of the second memory.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Second {
    /// Data, apart from the program.
    Data,
    /// Segment 1.
    Segment,
}

/// The end of a run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum End {
    /// The processor has halted.
    Halted,
    /// The limit of clocks is reached.
    ClockLimit,
    /// A word is not an instruction.
    Undefined,
}

struct Memories {
    memory: Vec<u8>,
    second: Second,
    output: Vec<u8>,
    timers: [Timer; 2],
}

#[derive(Debug, Default, Clone, Copy)]
struct Timer {
    /// Clocks of a period, 0 while it is stopped.
    period: u64,
    restarts: bool,
    taken: bool,
}

impl Machine {
    /// A machine with the contents of its two memories from address 0 on; reset.
    #[must_use]
    pub(crate) fn new(model: Model, first: &[u8], second: Second, contents: &[u8]) -> Self {
        let mut memory = vec![0; 2 * BANK];
        memory[..first.len()].copy_from_slice(first);
        memory[BANK..BANK + contents.len()].copy_from_slice(contents);
        let mut bus = Memories { memory, second, output: Vec::new(), timers: [Timer::default(); 2] };
        let mut cpu = Cpu::new(model);
        cpu.reset(&mut bus);
        Self { cpu, bus, clocks: 0, due: [u64::MAX; 2] }
    }

    /// The output of the program.
    #[must_use]
    pub(crate) fn output(&self) -> String {
        String::from_utf8_lossy(&self.bus.output).into_owned()
    }

    /// Clocks since the reset.
    #[must_use]
    pub(crate) const fn clocks(&self) -> u64 {
        self.clocks
    }

    /// Runs to the end of the program, or until the clocks reach a limit. It can go on from there.
    pub(crate) fn run(&mut self, limit: u64) -> End {
        while self.clocks < limit {
            let due = self.due[0].min(self.due[1]);
            self.cpu.set_deadline(due.saturating_sub(self.clocks));
            let step = self.cpu.step(&mut self.bus);
            self.clocks += u64::from(step.clocks);
            match step.event {
                Event::Halted => return End::Halted,
                Event::Undefined { .. } => return End::Undefined,
                _ => {}
            }
            for ((timer, due), (interrupt, identifier, _)) in self.bus.timers.iter_mut().zip(&mut self.due).zip(TIMERS)
            {
                if std::mem::take(&mut timer.taken) {
                    self.cpu.withdraw(interrupt);
                }
                if std::mem::take(&mut timer.restarts) {
                    *due = match timer.period {
                        0 => u64::MAX,
                        period => self.clocks + period,
                    };
                }
                if self.clocks >= *due {
                    self.cpu.request(interrupt, identifier);
                    let missed = (self.clocks - *due) / timer.period;
                    *due += (missed + 1) * timer.period;
                }
            }
        }
        End::ClockLimit
    }
}

impl Memories {
    /// The target of an access. Only one line of the segment number is decoded.
    fn index(&self, status: Status, at: Location) -> usize {
        let second = match self.second {
            Second::Data => !status.space.is_program(),
            Second::Segment => at.segment() & 1 != 0,
        };
        usize::from(second) * BANK + usize::from(at.offset())
    }

    fn word(&self, at: usize) -> u16 {
        u16::from_be_bytes([self.memory[at & !1], self.memory[at | 1]])
    }
}

impl Bus for Memories {
    fn read_byte(&mut self, status: Status, at: Location) -> u8 {
        self.memory[self.index(status, at)]
    }

    fn read_word(&mut self, status: Status, at: Location) -> u16 {
        self.word(self.index(status, at))
    }

    fn write_byte(&mut self, status: Status, at: Location, value: u8) {
        let at = self.index(status, at);
        self.memory[at] = value;
    }

    fn write_word(&mut self, status: Status, at: Location, value: u16) {
        let at = self.index(status, at) & !1;
        self.memory[at..at + 2].copy_from_slice(&value.to_be_bytes());
    }

    fn input_byte(&mut self, port: u16, _: bool) -> u8 {
        if port == SERIAL_PORTS[0] { READY } else { 0xFF }
    }

    fn input_word(&mut self, _: u16, _: bool) -> u16 {
        0xFFFF
    }

    fn output_byte(&mut self, port: u16, _: bool, value: u8) {
        if port == SERIAL_PORTS[1] {
            self.output.push(value);
        }
    }

    fn output_word(&mut self, port: u16, _: bool, value: u16) {
        for (timer, (_, _, ports)) in self.timers.iter_mut().zip(TIMERS) {
            if port == ports[0] {
                timer.period = u64::from(value) * TIMER_CLOCKS;
                timer.restarts = true;
            }
            timer.taken |= port == ports[1];
        }
    }
}
