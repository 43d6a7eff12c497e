//! A whole machine: a processor, its memory and its devices.

use alloc::boxed::Box;
use alloc::format;
use alloc::vec::Vec;
use core::ops::Range;

use super::address::Address;
use super::banks::map;
use super::device::{At, Device, Serial, Timer};
use super::hosted::System;
use super::look::Look;
use super::parts::{Conflict, Memory, Parts};
use super::sight::Sight;
use super::world::World;
use crate::bus::{Location, Space, Status};
use crate::cpu::{Cpu, Interrupt, Model};
use crate::isa::Mode;
use crate::run::{Engine, Runner};
use crate::save::crc32;
use crate::shared::Arc;

/// The ranks of the kinds of devices in a daisy chain: serial ports come first; timers follow the chips of
/// descriptions.
const SERIAL: u8 = 0;
const TIMER: u8 = 6;

/// A processor, memory, and devices. A clone is a snapshot that continues in the same way.
///
/// # Example
///
/// ```
/// use z8000::machine::{Machine, Stop};
///
/// let mut machine = Machine::board();
/// // FCW and PC; LDK R1,#5; HALT, which take 5 and 8 clocks.
/// machine.load_program(2, &[0x40, 0, 0, 6, 0xBD, 0x15, 0x7A, 0]);
/// machine.reset();
/// assert_eq!(machine.run(1_000)?, Stop::Halted);
/// assert_eq!((machine.cpu().register(1), machine.clocks()), (5, 13));
/// # Ok::<(), z8000::machine::RunError>(())
/// ```
#[derive(Debug, Clone)]
pub struct Machine {
    pub(super) runner: Runner,
    pub(super) world: World,
    /// The operating system that the host provides.
    pub(super) system: Option<Box<dyn System>>,
    /// Checksums of the machine's parts, with their names. A saved machine must have the same ones.
    pub(super) marks: Arc<[(&'static str, u32)]>,
    /// The serial port connected to the user, if there is one.
    pub console: Option<usize>,
    /// True if the user's lines end with a carriage return when the program receives them.
    pub returns: bool,
}

impl Machine {
    /// Creates a machine without a program.
    ///
    /// # Errors
    ///
    /// Two parts conflict: memories overlap, or devices are at the same port.
    pub fn new(parts: Parts) -> Result<Self, Conflict> {
        let mark = |what, text: &str| (what, crc32(text.as_bytes()));
        let Parts { memory, mirror, units, paging, guard, serial, timer, .. } = &parts;
        let marks = [
            mark("processor", &format!("{:?}", parts.model)),
            mark("memory", &format!("{memory:?}{mirror:?}{units:?}{paging:?}{guard}")),
            mark("list of devices", &format!("{serial:?}{timer:?}")),
        ];
        let mut machine = Self {
            runner: Runner::new(Cpu::new(parts.model)),
            world: World::new(&parts)?,
            system: None,
            marks: marks.into(),
            console: (!parts.serial.is_empty()).then_some(0),
            returns: false,
        };
        for (n, port) in parts.serial.iter().enumerate() {
            let registers = [(At::Port(port.status), 0), (At::Port(port.data), 1)];
            machine.add(
                "serial",
                n,
                Box::new(Serial::new(port.baud)),
                registers,
                None,
                (0, SERIAL),
            )?;
        }
        for (n, timer) in parts.timer.iter().enumerate() {
            let word = |port: u16, register| [0, 1].map(|half| (At::Port(port & 0xFFFE | half), register + half));
            let registers = [word(timer.period, 0), word(timer.taken, 2)].concat();
            let interrupt = timer.interrupt.interrupt();
            let device = Timer::new(interrupt == Interrupt::NonMaskable, timer.identifier.unwrap_or(0));
            machine.add(
                "timer",
                n,
                Box::new(device),
                registers,
                Some(interrupt),
                (timer.chain, TIMER),
            )?;
        }
        Ok(machine)
    }

    /// Creates a machine that runs a program under an operating system provided by the host. `system` is that system if
    /// the machine owns it. The first serial port, if there is one, is the console.
    pub fn hosted(cpu: Cpu, world: World, system: Option<Box<dyn System>>) -> Self {
        Self {
            runner: Runner::new(cpu),
            console: Some(0),
            world,
            system,
            marks: [].into(),
            returns: true,
        }
    }

    /// Creates the board of the chess program, without a program; see [`Parts::board`].
    ///
    /// # Panics
    ///
    /// Never: the parts of the board do not conflict.
    pub fn board() -> Self {
        Self::new(Parts::board()).expect("the parts of the board go together")
    }

    /// Adds the device of the nth row of a table, at a place in the daisy chain: a number, and the rank of its kind.
    ///
    /// # Errors
    ///
    /// Another device has one of the register addresses.
    pub fn add(
        &mut self,
        table: &str,
        n: usize,
        device: Box<dyn Device>,
        registers: impl IntoIterator<Item = (At, u16)>,
        interrupt: Option<Interrupt>,
        chain: (i16, u8),
    ) -> Result<(), Conflict> {
        let attached = self.world.devices.attach(device, registers, interrupt, chain);
        attached.map_err(|at| Conflict::new(table, Some(n), &format!("{at} is already used by another device")))?;
        self.world.open(self.world.devices.segments());
        Ok(())
    }

    /// Adds a device after the others in the daisy chain, with the address of each of its registers and, if it
    /// interrupts, its interrupt line. This must be called before the machine runs.
    ///
    /// # Errors
    ///
    /// Another device has one of the addresses.
    ///
    /// # Example
    ///
    /// ```
    /// use z8000::machine::{At, Device, Machine};
    /// use z8000::save::{Archive, SaveError};
    ///
    /// #[derive(Debug, Clone)]
    /// struct Lamp;
    /// impl Device for Lamp {
    ///     fn kind(&self) -> &'static str { "lamp" }
    ///     fn read(&mut self, _: u16) -> u8 { 7 }
    ///     fn archive(&mut self, _: &mut Archive<'_>) -> Result<(), SaveError> { Ok(()) }
    /// }
    /// let mut machine = Machine::board();
    /// machine.attach(Box::new(Lamp), [(At::Port(0x31), 0)], None)?;
    /// // INB RL1,#31h; HALT.
    /// machine.load_program(0, &[0x3A, 0x94, 0, 0x31, 0x7A, 0]);
    /// machine.run(1_000)?;
    /// assert_eq!(machine.cpu().register(1), 7);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn attach(
        &mut self,
        device: Box<dyn Device>,
        registers: impl IntoIterator<Item = (At, u16)>,
        interrupt: Option<Interrupt>,
    ) -> Result<(), Conflict> {
        let n = self.devices().count();
        self.add("device", n, device, registers, interrupt, (i16::MAX, u8::MAX))
    }

    /// Sets the engine, which runs the program while no probe is attached. With `None`, or if the machine [takes no
    /// engine](Self::takes_engine), the interpreter runs it. The results are the same, clock for clock.
    pub fn set_engine(&mut self, engine: Option<Box<dyn Engine>>) {
        self.runner.set_engine(engine);
    }

    /// Returns the engine; `None` for the interpreter.
    pub fn engine(&self) -> Option<&dyn Engine> {
        self.runner.engine()
    }

    /// Returns true if an engine can run the machine: it has no memory management units, no devices in memory and no
    /// wait states.
    pub fn takes_engine(&self) -> bool {
        self.world.takes_engine()
    }

    /// Loads a program without segments: blocks of bytes with their addresses, for program and data memory. Reset the
    /// machine afterwards.
    pub fn load<'b>(
        &mut self,
        program: impl IntoIterator<Item = (u16, &'b [u8])>,
        data: impl IntoIterator<Item = (u16, &'b [u8])>,
    ) {
        for (origin, bytes) in program {
            self.load_program(origin.into(), bytes);
        }
        for (origin, bytes) in data {
            self.load_data(origin.into(), bytes);
        }
    }

    /// Loads bytes into program memory, RAM or ROM, from an address (segment * 0x10000 + offset), and allows them to be
    /// executed. Returns true if there is memory for all of them.
    ///
    /// # Example
    ///
    /// ```
    /// use z8000::machine::{Address, Look, Machine};
    ///
    /// let mut machine = Machine::board();
    /// machine.load_program(0x100, &[0x7A, 0]);
    /// machine.load_data(0x100, b"data");
    /// // Program and data are apart on the board, and so code runs only where some was loaded.
    /// let at = Address::flat(0x100);
    /// assert_eq!((machine.word(true, at), machine.byte(false, at)), (0x7A00, b'd'));
    /// assert!(machine.may_run(at) && !machine.may_run(at.plus(2)));
    /// ```
    pub fn load_program(&mut self, origin: u32, bytes: &[u8]) -> bool {
        self.world.allow(origin, bytes.len() as u32);
        self.world.banks.load(true, origin, bytes)
    }

    /// Loads bytes as code into the spaces that contain a memory. Returns true if there is memory for all of them.
    pub fn load_memory(&mut self, memory: &Memory, origin: u32, bytes: &[u8]) -> bool {
        self.world.allow(origin, bytes.len() as u32);
        self.world.banks.load_memory(memory, origin, bytes)
    }

    /// Loads bytes into data memory, RAM or ROM. Returns true if there is memory for all of them.
    pub fn load_data(&mut self, origin: u32, bytes: &[u8]) -> bool {
        self.world.banks.load(false, origin, bytes)
    }

    /// Resets the devices and the processor, which reads FCW and PC from program memory.
    ///
    /// # Example
    ///
    /// ```
    /// use z8000::machine::Machine;
    ///
    /// let mut machine = Machine::board();
    /// machine.load_program(2, &[0x40, 0, 0x12, 0x34]);
    /// machine.reset();
    /// assert_eq!(machine.cpu().pc(), 0x1234);
    /// ```
    pub fn reset(&mut self) {
        self.world.reset();
        self.runner.cpu.reset(&mut self.world);
    }

    /// Returns the address of the next instruction.
    pub const fn pc(&self) -> Address {
        Address::of_pc(&self.runner.cpu)
    }

    /// Returns true if addresses have segments, as on a Z8001.
    pub fn has_segments(&self) -> bool {
        self.runner.cpu.model() == Model::Z8001
    }

    /// Returns the processor, to read its registers and its state.
    pub const fn cpu(&self) -> &Cpu {
        &self.runner.cpu
    }

    /// Returns the processor, so that the caller can change its registers and its state.
    pub const fn cpu_mut(&mut self) -> &mut Cpu {
        &mut self.runner.cpu
    }

    /// Returns the memory and the devices.
    pub const fn world(&self) -> &World {
        &self.world
    }

    /// Returns the memory and the devices for changes.
    pub const fn world_mut(&mut self) -> &mut World {
        &mut self.world
    }

    /// Returns the clocks since the machine was created.
    pub const fn clocks(&self) -> u64 {
        self.runner.clocks
    }

    /// Returns the steps since the machine was created; see [`Runner::steps`].
    pub const fn steps(&self) -> u64 {
        self.runner.steps
    }

    /// Returns how many steps only took an exception.
    pub const fn exceptions(&self) -> u64 {
        self.runner.exceptions
    }

    /// Returns how many steps only waited after a HALT.
    pub const fn waits(&self) -> u64 {
        self.runner.waits
    }

    /// Returns the instructions since the machine was created; see [`Runner::instructions`].
    pub const fn instructions(&self) -> u64 {
        self.runner.instructions()
    }

    /// Returns the memory as the program currently sees it.
    const fn sight(&self) -> Sight<'_> {
        self.world.seen_by(&self.runner.cpu)
    }

    /// Returns true if there is memory at an address.
    pub fn holds(&self, program: bool, at: Address) -> bool {
        let place = self.world.found(self.sight().status(program, at), at.location());
        place.is_some_and(|(map, address)| self.world.banks.holds(map, address))
    }

    /// Returns true if code may run at an address.
    pub fn may_run(&self, at: Address) -> bool {
        self.holds(true, at) && self.world.allowed(at.location()).contains(&at.offset().into())
    }

    /// Returns the range from the lowest to the highest address of executable code; `None` if the machine does not
    /// guard its code.
    pub fn guarded(&self) -> Option<Range<u32>> {
        let ranges = self.world.guard()?;
        Some(ranges.first().map_or(0, |first| first.start)..ranges.last().map_or(0, |last| last.end))
    }

    /// Returns the end of the contiguous executable code at an address: the number after its last address.
    pub fn code_end(&self, at: Address) -> u32 {
        let segment = u32::from(at.segment()) << 16;
        segment + self.world.allowed(at.location()).end
    }

    /// Changes bytes of memory, RAM or ROM; has no effect where there is no memory. Changed program memory may be
    /// executed.
    pub fn store(&mut self, program: bool, at: Address, bytes: &[u8]) {
        for (n, byte) in (0..=u16::MAX).zip(bytes) {
            let Some(at) = at.checked_add(n) else { return };
            let status = self.sight().status(program, at);
            if let Some((map, address)) = self.world.found(status, at.location()) {
                self.world.banks.put(map, address, *byte);
            }
            if program {
                self.world.allow(at.linear() as u32, 1);
            }
        }
    }

    /// Reads a word of program memory in system mode, as a reset would.
    pub fn reset_word(&self, at: u32) -> u16 {
        let banked = Status { space: Space::Program, system: true };
        let byte = |at: u32| match self.world.has_banks() {
            true => self.world.peek(banked, Location::new(0, at as u16)),
            false => self.world.banks.byte(map(true, true), at),
        };
        u16::from_be_bytes([byte(at), byte(at.wrapping_add(1))])
    }

    /// Returns the size of a copy in bytes, with about 1 KB for processor and devices.
    pub fn bytes(&self) -> usize {
        self.world.banks.bytes().len() + self.world.banks.tables() + 1024
    }

    /// Returns the number of the machine's serial ports.
    pub fn ports(&self) -> usize {
        self.world.devices.channels().count()
    }

    /// Returns true if a serial port interrupts the program when a character arrives.
    pub fn interrupts(&self, port: usize) -> bool {
        let channel = self.world.devices.channels().nth(port);
        channel.is_some_and(|channel| channel.listens)
    }

    /// Puts characters on the line to a serial port.
    ///
    /// # Example
    ///
    /// ```
    /// use z8000::machine::{Machine, Stop};
    ///
    /// let mut machine = Machine::board();
    /// // FCW and PC; INB RL0,#FF03; HALT.
    /// machine.load_program(2, &[0x40, 0, 0, 6, 0x3A, 0x84, 0xFF, 0x03, 0x7A, 0]);
    /// machine.reset();
    /// machine.send(0, b"x");
    /// assert_eq!(machine.run(1_000)?, Stop::Halted);
    /// assert_eq!(machine.cpu().register(0), u16::from(b'x'));
    /// # Ok::<(), z8000::machine::RunError>(())
    /// ```
    pub fn send(&mut self, port: usize, characters: &[u8]) {
        self.world.devices.receive(port, characters);
    }

    /// Returns the characters that a serial port has sent and the host has not taken.
    pub fn output(&self, port: usize) -> &[u8] {
        self.world.devices.output(port)
    }

    /// Removes and returns the characters that a serial port has sent.
    pub fn take_output(&mut self, port: usize) -> Vec<u8> {
        self.world.devices.take_output(port)
    }

    /// Returns the total number of characters that [`take_output`](Self::take_output) has taken from a serial port.
    pub fn taken(&self, port: usize) -> u64 {
        let channel = self.world.devices.channels().nth(port);
        channel.map_or(0, |channel| channel.taken)
    }

    /// Sets the speed of all serial ports in bits per second; with 0, all characters arrive at once.
    pub fn set_baud(&mut self, baud: u32) {
        for channel in self.world.devices.channels_mut() {
            channel.set_baud(baud);
        }
    }

    /// Returns true if the program is only waiting for a character.
    pub fn wants_input(&self) -> bool {
        self.world.devices.waits()
    }

    /// Returns the serial ports at which the program is ready for a character, though it may also be doing other
    /// things.
    pub fn takes_at(&self) -> Vec<usize> {
        self.world.devices.takes_at()
    }

    /// Returns the devices in the order in which they were added.
    pub fn devices(&self) -> impl Iterator<Item = &dyn Device> {
        self.world.devices.iter()
    }

    /// Makes devices keep further writes in memory instead of files, so that a copy of the machine is complete.
    pub fn keep(&mut self) {
        self.world.devices.keep();
    }

    /// Returns the register that the program has polled for this many clocks, always reading the same value: its
    /// device, its address and the value. Each register is reported only once.
    pub fn polled(&mut self, clocks: u64) -> Option<(&'static str, At, u8)> {
        self.world.devices.polled(self.runner.clocks, clocks)
    }
}

impl Look for Machine {
    fn byte(&self, program: bool, at: Address) -> u8 {
        self.sight().byte(program, at)
    }

    fn word(&self, program: bool, at: Address) -> u16 {
        self.sight().word(program, at)
    }

    fn mode(&self) -> Mode {
        self.sight().mode()
    }
}
