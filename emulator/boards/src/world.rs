//! The surroundings of a machine's processor: memory, units, ports.

use z8000::board::{DATA_PORT, PERIOD_PORT, STATUS_PORT, Serial, TAKEN_PORT, Timer};
use z8000::bus::{Bus, Location, Space, Status};
use z8000::cpu::{Cpu, Functions, Interrupt, Interrupts, Places, Run, Step, Until};
use z8000::mmu::{Managed, Physical};
use z8000::run::{Bank, Banked, Clocked, Code, Host, Marks};

use z8000_debugger::machine::Peek;

use crate::banks::{Banks, Place, map_of};
use crate::device::Disk;

/// Compiled here once.
static FUNCTIONS: Functions<World> = Functions::ALL;
static MANAGED: Functions<Managed<World>> = Functions::ALL;

/// A serial port with the numbers of its ports.
#[derive(Debug, Clone)]
pub(crate) struct SerialPort {
    pub(crate) serial: Serial,
    pub(crate) status: u16,
    pub(crate) data: u16,
    /// The number of characters that were ever taken of those that were sent.
    pub(crate) taken: u64,
}

impl SerialPort {
    /// Takes the characters that were sent.
    pub(crate) fn take_output(&mut self) -> Vec<u8> {
        let output = self.serial.take_output();
        self.taken += output.len() as u64;
        output
    }
}

/// A timer with the numbers of its ports and its line.
#[derive(Debug, Clone)]
pub(crate) struct TimerPort {
    pub(crate) timer: Timer,
    pub(crate) period: u16,
    pub(crate) taken: u16,
    pub(crate) interrupt: Interrupt,
    pub(crate) identifier: u16,
}

/// Memory and devices.
#[derive(Debug, Clone)]
pub(crate) struct World {
    pub(crate) banks: Banks,
    pub(crate) serial: Vec<SerialPort>,
    pub(crate) timers: Vec<TimerPort>,
    pub(crate) disks: Vec<Disk>,
    /// The program has written to a port.
    written: bool,
    /// For each kind of access, where the last one went: the next most often goes there too.
    last: [Last; 4],
}

/// The segment of an access with its mode, and where it is.
#[derive(Debug, Clone, Copy)]
struct Last {
    key: u16,
    place: Place,
}

/// The key of an access.
#[inline(always)]
fn key(system: bool, segment: u8) -> u16 {
    u16::from(system) << 8 | u16::from(segment)
}

/// As after an access to segment 0 of each kind.
fn last(banks: &Banks) -> [Last; 4] {
    [Space::Instruction, Space::Program, Space::Data, Space::Stack].map(|space| Last {
        key: key(true, 0),
        place: banks.place(map_of(Status { space, system: true }), 0),
    })
}

/// The register of a serial port that a port stands for.
fn register(serial: &SerialPort, port: u16) -> Option<u16> {
    match port {
        _ if port == serial.status => Some(STATUS_PORT),
        _ if port == serial.data => Some(DATA_PORT),
        _ => None,
    }
}

impl World {
    pub(crate) fn new(banks: Banks) -> Self {
        Self {
            last: last(&banks),
            banks,
            serial: Vec::new(),
            timers: Vec::new(),
            disks: Vec::new(),
            written: false,
        }
    }

    /// Where an access goes.
    #[inline(always)]
    fn place(&mut self, status: Status, at: Location) -> Place {
        let last = &mut self.last[status.space as usize];
        let key = key(status.system, at.segment());
        if last.key != key {
            let place = self.banks.place(map_of(status), at.segment());
            *last = Last { key, place };
        }
        last.place
    }

    /// The serial ports at which the program does nothing but look for a character: all at which it looks, or none.
    pub(crate) fn waits_at(&self) -> Vec<usize> {
        let looks = || (0..).zip(&self.serial).filter(|(_, port)| port.serial.idle() > 0);
        if looks().all(|(_, port)| port.serial.waits()) {
            looks().map(|(n, _)| n).collect()
        } else {
            Vec::new()
        }
    }

    /// A byte of a serial port, if the port is one of its registers.
    fn serial_byte(&mut self, port: u16) -> Option<u8> {
        self.serial
            .iter_mut()
            .find_map(|serial| Some(serial.serial.read(register(serial, port)?)))
    }

    fn set_serial_byte(&mut self, port: u16, value: u8) {
        for serial in &mut self.serial {
            if let Some(register) = register(serial, port) {
                serial.serial.write(register, value);
            }
        }
    }

    /// A word from the device that has the port: a word device, or a byte device in the half of the word that its port
    /// selects.
    fn input(&mut self, port: u16) -> u16 {
        if let Some(word) = self.disks.iter_mut().find_map(|disk| disk.input(port)) {
            return word;
        }
        let high = self.serial_byte(port & 0xFFFE).unwrap_or(0xFF);
        let low = self.serial_byte(port | 1).unwrap_or(0xFF);
        u16::from_be_bytes([high, low])
    }

    fn output(&mut self, port: u16, value: u16) {
        self.written = true;
        let [high, low] = value.to_be_bytes();
        self.set_serial_byte(port & 0xFFFE, high);
        self.set_serial_byte(port | 1, low);
        for disk in &mut self.disks {
            disk.output(port, value);
        }
        let mut served = false;
        for timer in &mut self.timers {
            if port & 0xFFFE == timer.period & 0xFFFE {
                timer.timer.write(PERIOD_PORT, value);
            } else if port & 0xFFFE == timer.taken & 0xFFFE {
                timer.timer.write(TAKEN_PORT, value);
                served = true;
            }
        }
        if served {
            // A program that looks at a serial port whenever a timer interrupts does not wait for a character.
            for serial in &mut self.serial {
                serial.serial.note_activity();
            }
        }
    }
}

impl Bus for World {
    #[inline(always)]
    fn read_byte(&mut self, status: Status, at: Location) -> u8 {
        let place = self.place(status, at);
        self.banks.byte_in(place, at.offset())
    }

    #[inline(always)]
    fn read_word(&mut self, status: Status, at: Location) -> u16 {
        let place = self.place(status, at);
        self.banks.word_in(place, at.offset())
    }

    #[inline(always)]
    fn write_byte(&mut self, status: Status, at: Location, value: u8) {
        let place = self.place(status, at);
        self.banks.set_byte_in(place, at.offset(), value);
    }

    #[inline(always)]
    fn write_word(&mut self, status: Status, at: Location, value: u16) {
        let place = self.place(status, at);
        self.banks.set_word_in(place, at.offset(), value);
    }

    fn input_word(&mut self, port: u16, _: bool) -> u16 {
        self.input(port)
    }

    fn input_byte(&mut self, port: u16, _: bool) -> u8 {
        // A byte device answers for its own port alone, or its neighbour would lose a character.
        if let Some(word) = self.disks.iter_mut().find_map(|disk| disk.input(port)) {
            let [high, low] = word.to_be_bytes();
            return if port & 1 == 0 { high } else { low };
        }
        self.serial_byte(port).unwrap_or(0xFF)
    }

    fn output_byte(&mut self, port: u16, _: bool, value: u8) {
        self.written = true;
        self.set_serial_byte(port, value);
    }

    fn output_word(&mut self, port: u16, _: bool, value: u16) {
        self.output(port, value);
    }

    #[inline(always)]
    fn ends_run(&mut self) -> bool {
        std::mem::take(&mut self.written)
    }
}

impl Clocked for TimerPort {
    fn due(&self) -> u64 {
        self.timer.due()
    }

    fn look(&mut self, clocks: u64, cpu: &mut Cpu) {
        self.timer.look(clocks).hand(cpu, self.interrupt, self.identifier);
    }

    fn awaited(&self) -> Interrupts {
        self.timer.awaited(self.interrupt)
    }
}

impl Clocked for World {
    fn due(&self) -> u64 {
        self.timers.due()
    }

    fn look(&mut self, clocks: u64, cpu: &mut Cpu) {
        self.timers.look(clocks, cpu);
    }

    fn awaited(&self) -> Interrupts {
        self.timers.awaited()
    }
}

impl Host for World {
    fn step(&mut self, cpu: &mut Cpu) -> Step {
        cpu.step_with(self, &FUNCTIONS)
    }

    fn run(&mut self, cpu: &mut Cpu, until: &Until) -> Option<Run> {
        Some(cpu.run_with(self, until, &FUNCTIONS))
    }

    fn run_to_place(&mut self, cpu: &mut Cpu, until: &Until, places: &Places<'_>) -> Option<Run> {
        Some(cpu.run_to_place(self, until, &FUNCTIONS, places))
    }

    fn banked(&mut self) -> Option<&mut dyn Banked> {
        Some(self)
    }

    fn waits_for_input(&self) -> bool {
        !self.waits_at().is_empty()
    }
}

/// Without units an engine can run the program: an access to memory does nothing else.
impl Banked for World {
    fn banks(&self) -> &[Bank] {
        self.banks.banks()
    }

    fn banks_and_marks(&mut self) -> (&mut [Bank], &[Marks]) {
        self.banks.banks_and_marks()
    }

    fn bank(&self, status: Status, segment: u8) -> usize {
        self.banks.bank(map_of(status), segment)
    }

    fn may_run(&self, _: Location) -> bool {
        true
    }

    fn code(&self) -> Code<'_> {
        Code::Watched
    }

    fn unwatch(&mut self) {
        self.banks.unwatch();
        self.last = last(&self.banks);
    }

    fn watch(&mut self, bank: usize, word: usize) {
        self.banks.watch(bank, word);
        self.last = last(&self.banks);
    }

    fn changed(&mut self) -> Vec<(usize, usize)> {
        self.banks.take_changed()
    }
}

impl Peek for World {
    fn peek(&self, status: Status, at: Location) -> u8 {
        self.banks.byte(map_of(status), at.segment(), at.offset())
    }
}

/// Behind memory management units the memory is one, by physical address.
impl Physical for World {
    fn read(&mut self, address: u32) -> u8 {
        self.banks.byte(0, (address >> 16) as u8, address as u16)
    }

    fn look(&self, address: u32) -> u8 {
        self.banks.byte(0, (address >> 16) as u8, address as u16)
    }

    fn write(&mut self, address: u32, value: u8) {
        self.banks.set_byte(0, (address >> 16) as u8, address as u16, value);
    }

    fn input(&mut self, port: u16, special: bool) -> u16 {
        self.input_word(port, special)
    }

    fn output(&mut self, port: u16, special: bool, value: u16) {
        self.output_word(port, special, value);
    }
}

/// Memory and devices, with units before them or without.
#[derive(Debug, Clone)]
pub(crate) enum Seen {
    Direct(Box<World>),
    Managed(Box<Managed<World>>),
}

impl Seen {
    pub(crate) fn world(&self) -> &World {
        match self {
            Self::Direct(world) => world,
            Self::Managed(managed) => &managed.physical,
        }
    }

    pub(crate) fn world_mut(&mut self) -> &mut World {
        match self {
            Self::Direct(world) => world,
            Self::Managed(managed) => &mut managed.physical,
        }
    }
}

impl Clocked for Seen {
    fn due(&self) -> u64 {
        self.world().due()
    }

    fn look(&mut self, clocks: u64, cpu: &mut Cpu) {
        self.world_mut().look(clocks, cpu);
    }

    fn awaited(&self) -> Interrupts {
        self.world().awaited()
    }
}

/// Behind units each access may trap: such a machine is looked at after each instruction, and no engine runs it.
impl Host for Seen {
    fn step(&mut self, cpu: &mut Cpu) -> Step {
        match self {
            Self::Direct(world) => world.step(cpu),
            Self::Managed(managed) => {
                let step = cpu.step_with(&mut **managed, &MANAGED);
                request_trap(managed, cpu);
                step
            }
        }
    }

    fn run(&mut self, cpu: &mut Cpu, until: &Until) -> Option<Run> {
        match self {
            Self::Direct(world) => world.run(cpu, until),
            Self::Managed(_) => None,
        }
    }

    fn banked(&mut self) -> Option<&mut dyn Banked> {
        match self {
            Self::Direct(world) => world.banked(),
            Self::Managed(_) => None,
        }
    }

    fn waits_for_input(&self) -> bool {
        self.world().waits_for_input()
    }
}

/// Hands the request of a unit to the processor.
pub(crate) fn request_trap(managed: &mut Managed<World>, cpu: &mut Cpu) {
    if let Some(identifier) = managed.segment_trap() {
        cpu.request(Interrupt::SegmentTrap, identifier);
    }
}
