//! A described machine under the debugger.

use std::error::Error as _;
use std::fmt;

use z8000::bus::{Location, Space, Status};
use z8000::cpu::{Cpu, Event, Fcw, Step};
use z8000::isa::Mode;
use z8000::machine::{self, Access, Address, Fault, Look, Outside, Peek as _, Watched, Watcher};
use z8000::run::{Goal, Host as _, Probe, RunEnd};

use crate::banks::PLAIN;
use crate::core::Core;
use crate::device::{Channel, Line, next_line};
use crate::error::Error;
use crate::machine::Machine;
use crate::physical::Transfer;
use crate::world::{AttachedDevice, World, linear};

/// The connections of a machine's serial ports.
#[derive(Debug)]
pub struct Lines(Vec<Line>);

impl Machine {
    /// Returns the machine for the debugger, and the connections of its serial ports. From now on, the machine's disks
    /// keep writes in memory: the program finds the disks as they were when the debugger steps back, and the images
    /// remain unchanged.
    ///
    /// # Example
    ///
    /// ```
    /// use std::path::Path;
    /// use z8000::machine::Address;
    /// use z8000_boards::{Description, Machine, Section};
    ///
    /// let text = "[[memory]]\nkind = \"ram\"\nsize = 0x10000\n[start]\npc = 0x100\n";
    /// let mut machine = Machine::new(Description::read(text, Path::new("."))?)?;
    /// machine.load(&[Section::code("five", 0x100, vec![0xBD, 0x15, 0x7A, 0])])?;
    /// machine.start()?;
    /// let (mut machine, _) = machine.debugged();
    /// assert_eq!(machine.word(true, Address::flat(0x100)), 0xBD15);
    /// machine.step(None)?;
    /// assert_eq!((machine.cpu().register(1), machine.clocks()), (5, 5));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn debugged(mut self) -> (Box<dyn machine::Machine>, Lines) {
        for attached in &mut self.core.world.devices {
            attached.device.keep();
        }
        (Box::new(self.core), Lines(self.lines))
    }
}

impl From<Error> for Fault {
    fn from(error: Error) -> Self {
        let source = error.source().map_or_else(String::new, |source| format!(": {source}"));
        Self(format!("{error}{source}"))
    }
}

impl Core {
    /// An access as the program would make it now.
    fn status(&self, program: bool) -> Status {
        Status {
            space: if program { Space::Program } else { Space::Data },
            system: self.runner.cpu.fcw().contains(Fcw::SYSTEM),
        }
    }

    /// Where an access goes: a map of the banks, and the address there; `None` if no unit lets it pass.
    fn place(&self, program: bool, at: Address) -> Option<(usize, u32)> {
        self.world.found(self.status(program), at.location())
    }
}

impl Look for Core {
    fn byte(&self, program: bool, at: Address) -> u8 {
        self.world.peek(self.status(program), at.location())
    }

    fn mode(&self) -> Mode {
        if self.runner.cpu.fcw().contains(Fcw::SEG) {
            Mode::Segmented
        } else {
            Mode::Nonsegmented
        }
    }
}

impl machine::Machine for Core {
    fn again(&self) -> Box<dyn machine::Machine> {
        Box::new(self.clone())
    }

    fn state(&self) -> Option<Vec<u8>> {
        let rests = |attached: &AttachedDevice| attached.device.due() == u64::MAX;
        self.world.devices.iter().all(rests).then(|| self.uncounted())
    }

    fn bytes(&self) -> usize {
        self.world.banks.bytes().len() + size_of::<Self>()
    }

    fn cpu(&self) -> &Cpu {
        &self.runner.cpu
    }

    fn cpu_mut(&mut self) -> &mut Cpu {
        &mut self.runner.cpu
    }

    fn clocks(&self) -> u64 {
        self.runner.clocks
    }

    fn instructions(&self) -> u64 {
        self.runner.instructions
    }

    fn holds(&self, program: bool, at: Address) -> bool {
        let place = self.place(program, at);
        place.is_some_and(|(map, address)| self.world.banks.holds(map, address))
    }

    fn store(&mut self, program: bool, at: Address, bytes: &[u8]) {
        for (n, byte) in (0..=u16::MAX).zip(bytes) {
            if let Some((map, address)) = at.checked_add(n).and_then(|at| self.place(program, at)) {
                self.world.banks.put(map, address, *byte);
            }
        }
    }

    fn advance(&mut self, instructions: u64, clocks: u64) -> Result<bool, Fault> {
        Ok(self.run(instructions, clocks)? == RunEnd::Halted)
    }

    fn step(&mut self, watcher: Option<&mut dyn Watcher>) -> Result<Event, Fault> {
        let goal = Goal { instructions: self.runner.instructions + 1, ..Goal::default() };
        self.world.transfers = watcher.is_some().then(Vec::new);
        let mut watching = Watching { watcher, event: Event::Retired };
        let Ok(ended) = self.runner.run_with(&mut self.world, &goal, &mut watching, &mut ());
        if let (Some(transfers), Some(watcher)) = (self.world.transfers.take(), watching.watcher) {
            let status = self.status(false);
            self.world.show_transfers(transfers, status, watcher);
        }
        Ok(match (self.checked(ended)?, watching.event) {
            (RunEnd::Halted, _) => Event::Halted,
            // A device will wake the processor.
            (_, Event::Halted) => Event::Retired,
            (_, event) => event,
        })
    }

    fn ports(&self) -> usize {
        self.world.channels().count()
    }

    /// The one with the standard streams, or one without a connection, or the first.
    fn console(&self) -> Option<usize> {
        let ports = || self.description.connections();
        let standard = ports().position(|port| port.standard);
        let open = || ports().position(|port| !port.is_connected());
        standard.or_else(open).or((self.ports() > 0).then_some(0))
    }

    fn waits_at(&self) -> Vec<usize> {
        if self.world.waits() {
            self.world.takes_at()
        } else {
            Vec::new()
        }
    }

    fn takes_at(&self) -> Vec<usize> {
        self.world.takes_at()
    }

    fn next_input(&self, text: &mut &[u8]) -> Vec<u8> {
        let console = machine::Machine::console(self).and_then(|port| self.description.connections().nth(port));
        // A text in memory can be read.
        let (line, _) = next_line(text, console.is_some_and(|console| console.returns)).unwrap_or_default();
        line
    }

    fn interrupts(&self, port: usize) -> bool {
        self.world.channels().nth(port).is_some_and(|channel| channel.listens)
    }

    fn send(&mut self, port: usize, characters: &[u8]) {
        self.world.receive(port, characters);
    }

    fn take_output(&mut self, port: usize) -> Vec<u8> {
        let channel = self.world.channels_mut().nth(port);
        channel.map(Channel::take_output).unwrap_or_default()
    }

    fn taken(&self, port: usize) -> u64 {
        self.world.channels().nth(port).map_or(0, |channel| channel.taken)
    }
}

impl World {
    /// Shows a watcher what devices have written, as data of the program that sees it.
    fn show_transfers(&mut self, transfers: Vec<Transfer>, status: Status, watcher: &mut dyn Watcher) {
        for Transfer { device, address, before, value } in transfers {
            let Some(at) = self.seen_at(status, address) else { continue };
            let access = Access {
                status,
                number: linear(at) as usize,
                bytes: 1,
                value: value.into(),
                write: true,
                device: Some(self.devices[device].device.kind()),
            };
            // A watcher looks at the memory as it was before.
            let now = self.banks.byte(PLAIN, address);
            self.banks.put(PLAIN, address, before);
            watcher.sees(self, access);
            self.banks.put(PLAIN, address, now);
        }
    }

    /// The address at which a program sees a physical one.
    fn seen_at(&self, status: Status, address: u32) -> Option<Location> {
        let found = |at: Location| self.found(status, at).is_some_and(|(_, found)| found == address);
        if !self.is_managed() {
            return Some(Location::new((address >> 16) as u8, address as u16));
        }
        let mut seen = (0..=0x7F).flat_map(|segment| {
            let first = self
                .found(status, Location::new(segment, 0))
                .map_or(0, |(_, first)| first);
            let chunk = |n: u32| Location::new(segment, ((n << 14) | address & 0x3FFF) as u16);
            let by_segment = Location::new(segment, address.wrapping_sub(first) as u16);
            [by_segment, chunk(0), chunk(1), chunk(2), chunk(3)]
        });
        seen.find(|at| found(*at))
    }
}

/// A probe that passes accesses on to a watcher, and records how a step ended.
pub struct Watching<'a> {
    /// The watcher, if there is one.
    pub watcher: Option<&'a mut dyn Watcher>,
    /// How the last step ended.
    pub event: Event,
}

impl fmt::Debug for Watching<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Watching")
            .field("event", &self.event)
            .finish_non_exhaustive()
    }
}

impl Probe<World> for Watching<'_> {
    fn instruction(&mut self, _: u64, _: &Cpu, _: &World) {}

    fn step(&mut self, cpu: &mut Cpu, memory: &mut World) -> Step {
        let step = match &mut self.watcher {
            None => memory.step(cpu),
            Some(watcher) => {
                let step = cpu.step(&mut Watched { memory, watcher: &mut **watcher });
                memory.ran(cpu);
                step
            }
        };
        self.event = step.event;
        step
    }
}

impl Outside for Lines {
    fn receive(&mut self, port: usize, waits: bool) -> Result<Vec<u8>, Fault> {
        let line = self.0.get_mut(port);
        Ok(line.map(|line| line.receive(waits)).transpose()?.unwrap_or_default())
    }

    fn transmit(&mut self, port: usize, characters: &[u8]) -> Result<(), Fault> {
        match self.0.get_mut(port) {
            // The user of the debugger is there.
            None | Some(Line::Standard(..)) => Ok(()),
            Some(line) => Ok(line.send(characters)?),
        }
    }

    fn is_live(&self, port: usize) -> bool {
        matches!(self.0.get(port), Some(Line::Tcp(_)))
    }
}
