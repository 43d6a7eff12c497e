//! A machine that runs, with what it is connected to.

use std::sync::Arc;

use z8000::bus::Location;
use z8000::cpu::Cpu;
use z8000::machine::{Engine, SLICE, Serial, Timer};
use z8000::mmu::{Managed, Z8010};

use crate::banks::Banks;
use crate::core::{Core, Ran, Seen};
use crate::description::Description;
use crate::device::{Disk, Line};
use crate::error::Error;
use crate::image::load_image;
use crate::world::{SerialPort, TimerPort, World};

/// Clocks that an engine runs at once, so that what the program has sent is shown though it computes for long: four
/// seconds of a chip at 4 MHz, and milliseconds here.
const AT_ONCE: u64 = 16_000_000;

/// How a run ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ended {
    /// The processor has halted, and no timer can wake it.
    Halted,
    /// The limit of clocks is reached or passed.
    ClockLimit,
    /// The program waits for a character, and none is left.
    NoInput,
}

/// A machine.
#[derive(Debug)]
pub struct Machine {
    pub(crate) core: Core,
    /// What the serial ports are connected to, in their order.
    pub(crate) lines: Vec<Line>,
    /// Where the program says that it begins, or its lowest code; and whether it is segmented.
    pub(crate) entry: u32,
    pub(crate) segmented: bool,
}

impl Machine {
    /// The machine of a description, with its images loaded and its serial ports connected. A port on TCP waits here
    /// for its connection. The machine still has to be started.
    ///
    /// # Errors
    ///
    /// If memories overlap, or a file or a connection fails.
    pub fn new(description: Description) -> Result<Self, Error> {
        let mut machine = Self::unconnected(description)?;
        let description = &machine.core.description;
        let lines = description.serial.iter();
        let lines = lines.map(|serial| Line::connect(serial, &description.folder, None));
        machine.lines = lines.collect::<Result<_, _>>()?;
        Ok(machine)
    }

    /// The same without its connections.
    pub(crate) fn unconnected(description: Description) -> Result<Self, Error> {
        let mut banks = Banks::new(&description.memory)?;
        for (n, memory) in description.memory.iter().enumerate() {
            load_image(&mut banks, &description, n, memory)?;
        }
        let mut world = World::new(banks);
        world.serial = description
            .serial
            .iter()
            .map(|serial| SerialPort {
                serial: Serial::default(),
                status: serial.status,
                data: serial.data,
                taken: 0,
            })
            .collect();
        world.timers = description
            .timer
            .iter()
            .map(|timer| TimerPort {
                timer: Timer::default(),
                period: timer.period,
                taken: timer.taken,
                interrupt: timer.interrupt.interrupt(),
                identifier: timer.identifier,
            })
            .collect();
        for disk in &description.disk {
            let path = description.folder.join(&disk.image);
            let opened = Disk::open(&path, disk.port, disk.writable);
            world.disks.push(opened.map_err(|source| Error::File {
                what: "open",
                path,
                source,
            })?);
        }
        let seen = if description.mmu.is_empty() {
            Seen::Direct(Box::new(world))
        } else {
            let mut managed = Managed::new(world);
            for unit in &description.mmu {
                managed.add(unit.select, Z8010::new(unit.enabled));
            }
            Seen::Managed(Box::new(managed))
        };
        Ok(Self {
            lines: Vec::new(),
            core: Core {
                cpu: Cpu::new(description.processor.model()),
                seen,
                clocks: 0,
                instructions: 0,
                engine: None,
                description: Arc::new(description),
            },
            entry: 0,
            segmented: false,
        })
    }

    pub(crate) fn description(&self) -> &Description {
        &self.core.description
    }

    /// Starts the machine: by a reset, or in the state that the description asks for.
    pub fn start(&mut self) {
        let Core { cpu, description, .. } = &mut self.core;
        let Some(start) = &description.start else {
            return self.core.reset();
        };
        let place = |address: u32| Location::new((address >> 16) as u8, address as u16);
        let stack = place(start.stack.unwrap_or(0));
        *cpu = Cpu::new(description.processor.model());
        cpu.set_fcw(start.fcw.unwrap_or(if self.segmented { 0xC000 } else { 0x4000 }));
        if cpu.fcw().bits() & 0x8000 != 0 {
            cpu.set_register(14, u16::from(stack.segment()) << 8);
        }
        cpu.set_register(15, stack.offset());
        cpu.set_location(place(start.pc.unwrap_or(self.entry)));
    }

    /// Runs with an engine from now on; without one, and behind memory management units, instruction by instruction. What
    /// comes out is the same, to the clock.
    pub fn set_engine(&mut self, engine: Option<Box<dyn Engine>>) {
        self.core.engine = engine;
    }

    /// Whether an engine can run it: it has no memory management units.
    #[must_use]
    pub const fn takes_engine(&self) -> bool {
        matches!(self.core.seen, Seen::Direct(_))
    }

    /// The processor.
    #[must_use]
    pub const fn cpu(&self) -> &Cpu {
        &self.core.cpu
    }

    /// The memory.
    #[must_use]
    pub fn banks(&self) -> &Banks {
        &self.core.world().banks
    }

    /// Clocks since the start.
    #[must_use]
    pub const fn clocks(&self) -> u64 {
        self.core.clocks
    }

    /// Instructions since the start.
    #[must_use]
    pub const fn instructions(&self) -> u64 {
        self.core.instructions
    }

    /// Runs until the processor halts, the program waits for input and none is left, or the clocks reach a limit, which
    /// is looked at after every 256 instructions.
    ///
    /// # Errors
    ///
    /// If a word is not an instruction, or a connection fails.
    pub fn run(&mut self, limit: u64) -> Result<Ended, Error> {
        let ended = self.run_on(limit);
        // What was sent before an error counts, too.
        self.exchange()?;
        ended
    }

    fn run_on(&mut self, limit: u64) -> Result<Ended, Error> {
        let (slice, start) = (u64::from(SLICE), self.core.instructions);
        let mut ended = self.core.clocks >= limit;
        while !ended {
            let before = self.core.instructions - start;
            let soon = self.core.clocks.saturating_add(AT_ONCE);
            let stopped = self.core.run_engine(u64::MAX, limit.min(soon));
            let done = self.core.instructions - start;
            if done / slice > before / slice {
                // An engine does no input or output, and goes on from slice to slice. What was sent before is shown now,
                // and what has come meanwhile is there.
                self.exchange()?;
            }
            if done == before || !done.is_multiple_of(slice) {
                let left = slice - done % slice;
                if self.core.interpret(left, stopped, false)? == Ran::Halted {
                    return Ok(Ended::Halted);
                }
            }
            if (self.core.instructions - start).is_multiple_of(slice) {
                self.exchange()?;
                if self.core.waits_for_input() && !self.wait()? {
                    return Ok(Ended::NoInput);
                }
                ended = self.core.clocks >= limit;
            }
        }
        Ok(Ended::ClockLimit)
    }

    /// Moves characters between the serial ports and what they are connected to.
    fn exchange(&mut self) -> Result<(), Error> {
        let Self { core, lines, .. } = self;
        for (port, line) in core.world_mut().serial.iter_mut().zip(lines) {
            if !port.serial.output().is_empty() {
                line.send(&port.take_output())?;
            }
            let bytes = line.poll()?;
            if !bytes.is_empty() {
                port.serial.send(&bytes);
            }
        }
        Ok(())
    }

    /// Waits for input; returns whether there was some.
    fn wait(&mut self) -> Result<bool, Error> {
        let Self { core, lines, .. } = self;
        for (port, line) in core.world_mut().serial.iter_mut().zip(lines) {
            if port.serial.idle() == 0 {
                continue;
            }
            let bytes = line.wait()?;
            if !bytes.is_empty() {
                port.serial.send(&bytes);
                return Ok(true);
            }
        }
        Ok(false)
    }
}
