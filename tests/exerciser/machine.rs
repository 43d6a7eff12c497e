//! A small machine for the exerciser: either processor, the ports of the board, latches, and the memory that its forms
//! need; on a Z8001, through two Z8010 units. It depends only on the processor and the Z8010, so that it can be built
//! with faulty copies of them.

use z8000::bus::{Bus, Location, Status};
use z8000::cpu::{Cpu, Event, Interrupt, Model};
use z8000::mmu::Z8010;

/// Size of a memory, in bytes.
const BANK: usize = 0x1_0000;

/// The addresses of the serial port: status, which is always ready; data.
const SERIAL_PORTS: [u16; 2] = [0xFF01, 0xFF03];
/// The status bit of a port that can send a character.
const READY: u8 = 2;
/// The timers, that of the board and one for each other interrupt: interrupt, identifier, and two ports, one for the
/// period in units of 16 clocks, and one that cancels the request.
const TIMERS: [(Interrupt, u16, [u16; 2]); 3] = [
    (Interrupt::NonVectored, 0, [0xFF10, 0xFF12]),
    (Interrupt::Vectored, 0x12, [0xFF14, 0xFF16]),
    (Interrupt::NonMaskable, 0, [0xFF18, 0xFF1A]),
];
/// Address of the first latch.
const LATCHES: u16 = 0xFF40;
/// The bits of a special I/O address that select each unit.
const UNITS: [u16; 2] = [2, 4];
/// Clocks per count of a timer.
const TIMER_CLOCKS: u64 = 16;

/// A machine with one of the two processors, and its memories.
pub(crate) struct Machine {
    cpu: Cpu,
    bus: Memories,
    clocks: u64,
    /// The clock at which each timer expires.
    due: [u64; 3],
}

/// The use of the second memory.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Second {
    /// Data memory, separate from the program.
    Data,
    /// The memory of segment 1.
    Segment,
}

/// The reason for the end of a run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum End {
    /// The processor has halted.
    Halted,
    /// The run reached its limit of clocks.
    ClockLimit,
    /// A word that is not an instruction was fetched.
    Undefined,
}

struct Memories {
    memory: Vec<u8>,
    second: Second,
    output: Vec<u8>,
    timers: [Timer; 3],
    latches: [u8; 16],
    /// The Z8010 units; empty on a Z8002.
    units: Vec<Z8010>,
}

#[derive(Debug, Default, Clone, Copy)]
struct Timer {
    /// Period of a timer in clocks; 0 while it is stopped.
    period: u64,
    restarts: bool,
    taken: bool,
}

impl Machine {
    /// Creates a machine that was reset, with the given contents of its two memories from address 0.
    #[must_use]
    pub(crate) fn new(model: Model, first: &[u8], second: Second, contents: &[u8]) -> Self {
        let mut memory = vec![0; 2 * BANK];
        memory[..first.len()].copy_from_slice(first);
        memory[BANK..BANK + contents.len()].copy_from_slice(contents);
        let mut bus = Memories {
            memory,
            second,
            output: Vec::new(),
            timers: [Timer::default(); 3],
            latches: [0; 16],
            units: match second {
                Second::Data => Vec::new(),
                Second::Segment => vec![Z8010::new(true), Z8010::new(false)],
            },
        };
        let mut cpu = Cpu::new(model);
        cpu.reset(&mut bus);
        Self { cpu, bus, clocks: 0, due: [u64::MAX; 3] }
    }

    /// Returns the output of the program so far.
    #[must_use]
    pub(crate) fn output(&self) -> String {
        String::from_utf8_lossy(&self.bus.output).into_owned()
    }

    /// Returns the clocks since the reset.
    #[must_use]
    pub(crate) const fn clocks(&self) -> u64 {
        self.clocks
    }

    /// Runs until the program ends, or until the clocks reach a limit. A further call continues from there.
    pub(crate) fn run(&mut self, limit: u64) -> End {
        while self.clocks < limit {
            let due = self.due.into_iter().min().unwrap_or(u64::MAX);
            self.cpu.set_deadline(due.saturating_sub(self.clocks));
            let step = self.cpu.step(&mut self.bus);
            self.clocks += u64::from(step.clocks);
            match step.event {
                Event::Halted | Event::Waited if due == u64::MAX => return End::Halted,
                Event::Undefined { .. } => return End::Undefined,
                _ => {}
            }
            if let Some(identifier) = self.bus.trap() {
                self.cpu.request(Interrupt::SegmentTrap, identifier);
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
    /// Returns the index of the accessed byte; `None` if there is no memory, or if a unit denies the access.
    fn index(&mut self, status: Status, at: Location, write: bool) -> Option<usize> {
        if self.second == Second::Data {
            return Some(usize::from(!status.space.is_program()) * BANK + usize::from(at.offset()));
        }
        let answers = self.units.iter_mut().filter_map(|unit| unit.access(status, at, write));
        let address = answers.last()?.passed()? as usize;
        (address < self.memory.len()).then_some(address)
    }

    /// Returns the identifier of a segment trap, if a unit requests one.
    fn trap(&mut self) -> Option<u16> {
        let identifiers = self.units.iter_mut().filter_map(Z8010::acknowledge);
        identifiers.reduce(|all, one| all | one)
    }

    /// Returns the units selected by an address, and the command.
    fn units(&mut self, port: u16, special: bool) -> (impl Iterator<Item = &mut Z8010>, u8) {
        let bits = if special && port & 1 == 0 { port & 0xFF } else { 0 };
        let units = self.units.iter_mut().zip(UNITS);
        (
            units.filter_map(move |(unit, select)| (bits & select != 0).then_some(unit)),
            (port >> 8) as u8,
        )
    }

    /// Sends a byte to the units selected by an address. Returns false if there are none.
    fn command(&mut self, port: u16, special: bool, value: u8) -> bool {
        let (units, command) = self.units(port, special);
        let mut found = false;
        for unit in units {
            unit.write(command, value);
            found = true;
        }
        found
    }

    fn latch(&mut self, port: u16) -> Option<&mut u8> {
        self.latches.get_mut(usize::from(port.wrapping_sub(LATCHES)))
    }
}

impl Bus for Memories {
    fn read_byte(&mut self, status: Status, at: Location) -> u8 {
        self.index(status, at, false).map_or(0xFF, |at| self.memory[at])
    }

    fn read_word(&mut self, status: Status, at: Location) -> u16 {
        let at = self.index(status, at, false);
        at.map_or(0xFFFF, |at| {
            u16::from_be_bytes([self.memory[at & !1], self.memory[at | 1]])
        })
    }

    fn write_byte(&mut self, status: Status, at: Location, value: u8) {
        if let Some(at) = self.index(status, at, true) {
            self.memory[at] = value;
        }
    }

    fn write_word(&mut self, status: Status, at: Location, value: u16) {
        if let Some(at) = self.index(status, at, true) {
            self.memory[at & !1..(at | 1) + 1].copy_from_slice(&value.to_be_bytes());
        }
    }

    fn input_byte(&mut self, port: u16, special: bool) -> u8 {
        let (mut units, command) = self.units(port, special);
        if let Some(unit) = units.next() {
            return unit.read(command);
        }
        drop(units);
        match port {
            port if port == SERIAL_PORTS[0] => READY,
            port => self.latch(port).copied().unwrap_or(0xFF),
        }
    }

    fn input_word(&mut self, port: u16, special: bool) -> u16 {
        let (mut units, command) = self.units(port, special);
        if let Some(unit) = units.next() {
            return u16::from_be_bytes([unit.read(command), 0xFF]);
        }
        drop(units);
        u16::from_be_bytes([port & !1, port | 1].map(|port| self.latch(port).copied().unwrap_or(0xFF)))
    }

    fn output_byte(&mut self, port: u16, special: bool, value: u8) {
        if self.command(port, special, value) {
            return;
        }
        if port == SERIAL_PORTS[1] {
            self.output.push(value);
        } else if let Some(latch) = self.latch(port) {
            *latch = value;
        }
    }

    fn output_word(&mut self, port: u16, special: bool, value: u16) {
        if self.command(port, special, (value >> 8) as u8) {
            return;
        }
        for (port, value) in [port & !1, port | 1].into_iter().zip(value.to_be_bytes()) {
            if let Some(latch) = self.latch(port) {
                *latch = value;
            }
        }
        for (timer, (_, _, ports)) in self.timers.iter_mut().zip(TIMERS) {
            if port == ports[0] {
                timer.period = u64::from(value) * TIMER_CLOCKS;
                timer.restarts = true;
            }
            timer.taken |= port == ports[1];
        }
    }
}
