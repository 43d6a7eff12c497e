//! A running machine with its connections.

use std::ops::Range;
use std::path::Path;
use std::sync::Arc;

use z8000::bus::Location;
use z8000::cpu::{Cpu, Interrupt};
use z8000::run::{self, Engine, Goal, NoProbe, Outside, Runner, Work};

use crate::attach::attach;
use crate::banks::{Banks, map};
use crate::come::Come;
use crate::core::Core;
use crate::description::{Description, Start, wrong};
use crate::device::{At, Device, Line};
use crate::error::Error;
use crate::image::load_image;
use crate::units::Units;
use crate::world::World;

/// FCW of system mode, without segments.
const SYSTEM: u16 = 0x4000;

/// Clocks of ten seconds.
const LONG: u64 = 40_000_000;

/// Why a run ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MachineEnd {
    /// The processor has halted, and no device can wake it.
    Halted,
    /// The clock limit was reached or passed.
    ClockLimit,
    /// The program is waiting for a character, and no input is left.
    NoInput,
}

/// A machine built from a [`Description`], with its connections.
///
/// # Example
///
/// ```
/// use std::path::Path;
/// use z8000_boards::{Description, Machine, MachineEnd, Section};
///
/// let text = "[[memory]]\nkind = \"ram\"\nsize = 0x10000\n[start]\npc = 0x100\n";
/// let mut machine = Machine::new(Description::read(text, Path::new("."))?)?;
/// // LDK R1,#5; INC R1,#1; HALT.
/// machine.load(&[Section::code("six", 0x100, vec![0xBD, 0x15, 0xA9, 0x10, 0x7A, 0])])?;
/// machine.start()?;
/// assert_eq!(machine.run(1_000)?, MachineEnd::Halted);
/// assert_eq!((machine.cpu().register(1), machine.clocks()), (6, 5 + 4 + 8));
/// # Ok::<(), z8000_boards::Error>(())
/// ```
#[derive(Debug)]
pub struct Machine {
    pub(crate) core: Core,
    /// The connections of the serial ports, in their order.
    pub(crate) lines: Vec<Line>,
    /// Where the program specifies that it begins, or its lowest code; and its FCW.
    pub(crate) entry: u32,
    pub(crate) fcw: u16,
    /// The addresses that the code of the program takes.
    pub(crate) code: Vec<Range<u32>>,
}

impl Machine {
    /// Creates the machine of a description, loads its images and connects its serial ports. For a TCP port, this waits
    /// for a client. The machine must still be started.
    ///
    /// # Errors
    ///
    /// Memories or devices overlap, an image does not fit, or a file or a connection fails.
    pub fn new(description: Description) -> Result<Self, Error> {
        let mut machine = Self::unconnected(description)?;
        let description = &machine.core.description;
        let lines = description.connections();
        let lines = lines.map(|connection| Line::connect(&connection, &description.reach, 0, 0));
        machine.lines = lines.collect::<Result<_, _>>()?;
        Ok(machine)
    }

    /// The same without its connections.
    pub(crate) fn unconnected(description: Description) -> Result<Self, Error> {
        let mut banks = Banks::new(&description.memory, &description.mirror)?;
        for (n, memory) in description.memory.iter().enumerate() {
            load_image(&mut banks, &description, n, memory)?;
        }
        let mut world = World::new(banks, Units::new(&description.mmu, description.paging()));
        attach(&description, &mut world)?;
        Ok(Self {
            lines: Vec::new(),
            core: Core {
                runner: Runner::new(Cpu::new(description.processor.model())),
                world,
                description: Arc::new(description),
            },
            entry: 0,
            fcw: SYSTEM,
            code: Vec::new(),
        })
    }

    /// Adds a device, after those of the description in the daisy chain, with the address of each of its registers and
    /// the line of its interrupt, if it has one. This must be called before the machine starts; a saved machine has
    /// only the devices of its description.
    ///
    /// # Errors
    ///
    /// Another device has one of the addresses.
    ///
    /// # Example
    ///
    /// ```
    /// # use z8000::save::{Archive, SaveError};
    /// use std::path::Path;
    /// use z8000_boards::{At, Description, Device, Machine, Section};
    ///
    /// #[derive(Debug, Clone)]
    /// struct Lamp;
    /// impl Device for Lamp {
    ///     fn kind(&self) -> &'static str { "lamp" }
    ///     fn read(&mut self, _: u16) -> u8 { 7 }
    ///     fn write(&mut self, _: u16, _: u8) {}
    /// #   fn archive(&mut self, _: &mut Archive<'_>) -> Result<(), SaveError> { Ok(()) }
    /// }
    /// let text = "[[memory]]\nkind = \"ram\"\nsize = 0x10000\n[start]\npc = 0x100\n";
    /// let mut machine = Machine::new(Description::read(text, Path::new("."))?)?;
    /// machine.attach(Box::new(Lamp), [(At::Port(0x31), 0)], None)?;
    /// // INB RL1,#31h; HALT.
    /// machine.load(&[Section::code("look", 0x100, vec![0x3A, 0x94, 0, 0x31, 0x7A, 0])])?;
    /// machine.start()?;
    /// machine.run(1_000)?;
    /// assert_eq!(machine.cpu().register(1), 7);
    /// # Ok::<(), z8000_boards::Error>(())
    /// ```
    pub fn attach(
        &mut self,
        device: Box<dyn Device>,
        registers: impl IntoIterator<Item = (At, u16)>,
        interrupt: Option<Interrupt>,
    ) -> Result<(), Error> {
        let more = device.channels().len();
        let attached = self.core.world.attach(device, registers, interrupt);
        attached.map_err(|at| wrong("device", None, &format!("{at} is already used by another device")))?;
        self.lines.extend((0..more).map(|_| Line::Open));
        Ok(())
    }

    pub(crate) fn description(&self) -> &Description {
        &self.core.description
    }

    /// Starts the machine: with a reset, or in the state that the description specifies.
    ///
    /// # Errors
    ///
    /// There is no code where the machine starts, or the reset vector of a Z8002 requests segmented mode.
    ///
    /// # Example
    ///
    /// ```
    /// use std::path::Path;
    /// use z8000_boards::{Description, Error, Machine};
    ///
    /// let text = "[[memory]]\nkind = \"ram\"\nsize = 0x10000\n";
    /// let mut machine = Machine::new(Description::read(text, Path::new("."))?)?;
    /// // Nothing is loaded.
    /// assert!(matches!(machine.start(), Err(Error::NoCode { byte: 0, .. })));
    /// # Ok::<(), Error>(())
    /// ```
    pub fn start(&mut self) -> Result<(), Error> {
        match self.core.description.start.clone() {
            None => {
                self.core.check_reset(0)?;
                self.core.reset();
            }
            Some(Start { reset: Some(reset), .. }) => {
                self.core.check_reset(reset)?;
                self.core.reset_from(reset);
            }
            Some(start) => self.start_in(&start),
        }
        self.core.check_start()
    }

    /// Returns the entry of the loaded program if the machine has started with a reset that does not lead to the
    /// program's code.
    pub fn passed_over(&self) -> Option<u32> {
        let start = &self.core.description.start;
        let by_reset = start.as_ref().is_none_or(|start| start.reset.is_some());
        let at = self.cpu().location();
        // A segment may be seen elsewhere too.
        let bank = |segment: u8| self.banks().bank(map(true, true), segment);
        let is_same = |segment: &u8| bank(*segment) == bank(at.segment());
        let mut seen = (0..0x80)
            .filter(is_same)
            .map(|segment| u32::from(segment) << 16 | u32::from(at.offset()));
        let runs = seen.any(|at| self.code.iter().any(|code| code.contains(&at)));
        (by_reset && !runs && !self.code.is_empty()).then_some(self.entry)
    }

    fn start_in(&mut self, start: &Start) {
        let Core { runner, description, .. } = &mut self.core;
        let cpu = &mut runner.cpu;
        let place = |address: u32| Location::new((address >> 16) as u8, address as u16);
        let stack = place(start.stack.unwrap_or(0));
        *cpu = Cpu::new(description.processor.model());
        cpu.set_fcw(start.fcw.unwrap_or(self.fcw));
        if cpu.fcw().bits() & 0x8000 != 0 {
            cpu.set_register(14, u16::from(stack.segment()) << 8);
        }
        cpu.set_register(15, stack.offset());
        cpu.set_location(place(start.pc.unwrap_or(self.entry)));
    }

    /// Sets the engine. With `None`, or if the machine [takes no engine](Self::takes_engine), the interpreter runs it.
    /// The results are the same, clock for clock.
    pub fn set_engine(&mut self, engine: Option<Box<dyn Engine>>) {
        self.core.runner.set_engine(engine);
    }

    /// The work of the machine's engine; all zero without an engine.
    pub fn work(&self) -> Work {
        self.core.runner.engine().map(Engine::work).unwrap_or_default()
    }

    /// Returns true if an engine can run the machine: it has no memory management units, no devices in memory and no
    /// wait states.
    pub fn takes_engine(&self) -> bool {
        self.core.world.takes_engine()
    }

    /// The processor.
    pub const fn cpu(&self) -> &Cpu {
        &self.core.runner.cpu
    }

    /// The memory.
    pub fn banks(&self) -> &Banks {
        &self.core.world.banks
    }

    /// Clocks since the start.
    pub const fn clocks(&self) -> u64 {
        self.core.runner.clocks
    }

    /// Instructions since the start.
    pub const fn instructions(&self) -> u64 {
        self.core.runner.instructions
    }

    /// Describes what the program polls, if it has read a register for ten seconds (of a chip at 4 MHz) and has always
    /// found the same value. The register described last is not described again.
    pub fn polled(&mut self) -> Option<String> {
        let (kind, at, value) = self.core.world.polled(self.core.runner.clocks, LONG)?;
        Some(format!(
            "the program has been reading {at} ({kind}) for 40 million clocks, and has always found {value:02x}h"
        ))
    }

    /// The images that lack the program's writes, because the description does not allow them to be changed.
    pub fn unsaved(&self) -> impl Iterator<Item = &Path> {
        let devices = self.core.world.devices.iter();
        devices.filter_map(|attached| attached.device.unsaved())
    }

    /// Runs until the processor halts, the program waits for input when none is left, or the clock count reaches a
    /// limit, after which neither an instruction nor an iteration of a repeating instruction begins.
    ///
    /// # Errors
    ///
    /// A word is not an instruction, or a connection fails.
    ///
    /// # Example
    ///
    /// ```
    /// use std::path::Path;
    /// use z8000_boards::{Description, Machine, MachineEnd, Section};
    ///
    /// let text = "[[memory]]\nkind = \"ram\"\nsize = 0x10000\n[start]\npc = 0x100\n";
    /// let mut machine = Machine::new(Description::read(text, Path::new("."))?)?;
    /// // JR to itself, which takes 6 clocks.
    /// machine.load(&[Section::code("loop", 0x100, vec![0xE8, 0xFF])])?;
    /// machine.start()?;
    /// assert_eq!(machine.run(60)?, MachineEnd::ClockLimit);
    /// assert_eq!((machine.instructions(), machine.clocks()), (10, 60));
    /// # Ok::<(), z8000_boards::Error>(())
    /// ```
    pub fn run(&mut self, limit: u64) -> Result<MachineEnd, Error> {
        let ended = self.run_on(limit);
        // What was sent before an error counts, too.
        self.lines.exchange(&mut self.core.world)?;
        ended
    }

    fn run_on(&mut self, limit: u64) -> Result<MachineEnd, Error> {
        let Self { core, lines, .. } = self;
        let goal = Goal { clocks: limit, exact: true, slices: Some(0), ..Goal::default() };
        let ended = core.runner.run_with(&mut core.world, &goal, &mut NoProbe, lines)?;
        Ok(match core.checked(ended)? {
            run::RunEnd::Halted => MachineEnd::Halted,
            run::RunEnd::WantsInput => MachineEnd::NoInput,
            _ => MachineEnd::ClockLimit,
        })
    }
}

/// Moves characters between the serial ports and what they are connected to, in the order of both.
impl Outside<World> for Vec<Line> {
    type Error = Error;

    fn exchange(&mut self, world: &mut World) -> Result<(), Error> {
        for (n, line) in self.iter_mut().enumerate() {
            if let Some(channel) = world.channels_mut().nth(n)
                && !channel.serial.output().is_empty()
            {
                line.send(&channel.take_output())?;
            }
            let bytes = line.poll()?;
            if !bytes.is_empty() {
                world.receive(n, &bytes);
            }
        }
        Ok(())
    }

    /// A program that waits and does nothing else is given all the time that its user needs; one whose timers continue
    /// meanwhile, as much as they take; and one that is busy, none.
    fn wait(&mut self, world: &mut World) -> Result<bool, Error> {
        let patience = world.patience();
        let mut open = false;
        for n in world.takes_at() {
            let Some(line) = self.get_mut(n) else { continue };
            match line.wait(patience)? {
                Come::Characters(bytes) => {
                    world.receive(n, &bytes);
                    return Ok(true);
                }
                Come::Later => open = true,
                Come::Never => {}
            }
        }
        let goes_on = patience.is_some() && (open || !world.waits());
        world.listen_again();
        Ok(goes_on)
    }
}
