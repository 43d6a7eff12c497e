//! A machine with its connections.

use std::error::Error as _;
use std::ops::{Deref, DerefMut, Range};
use std::time::Duration;

use z8000::bus::Location;
use z8000::cpu::{Cpu, Fcw, Model};
use z8000::machine::{self, Address, Fault, Look as _, Machine, Stop, World};
use z8000::run::{NoProbe, Outside, Probe};

use crate::attach::attach;
use crate::come::Come;
use crate::description::{Description, Start};
use crate::device::Line;
use crate::error::Error;
use crate::image::load_image;

/// FCW for non-segmented system mode.
const SYSTEM: u16 = 0x4000;

/// Ten seconds in clocks, at 4 MHz.
const LONG: u64 = 40_000_000;

/// A machine starts at code if this many bytes are not all the same.
const LEAST: u16 = 16;

/// With several open connections, how long each is waited for in turn.
const TURN: Duration = Duration::from_millis(10);

/// A machine built from a [`Description`], with its connections.
///
/// # Example
///
/// ```
/// use std::path::Path;
/// use z8000::machine::Stop;
/// use z8000_boards::{Connected, Description, Section};
///
/// let text = "[[memory]]\nkind = \"ram\"\nsize = 0x10000\n[start]\npc = 0x100\n";
/// let mut machine = Connected::new(Description::read(text, Path::new("."))?)?;
/// // LDK R1,#5; INC R1,#1; HALT.
/// machine.load(&[Section::code("six", 0x100, vec![0xBD, 0x15, 0xA9, 0x10, 0x7A, 0])])?;
/// machine.start()?;
/// assert_eq!(machine.run(1_000)?, Stop::Halted);
/// assert_eq!((machine.cpu().register(1), machine.clocks()), (6, 5 + 4 + 8));
/// # Ok::<(), z8000_boards::Error>(())
/// ```
#[derive(Debug)]
pub struct Connected {
    pub(crate) machine: Machine,
    pub(crate) description: Description,
    lines: Lines,
    /// The entry point specified by the program, or its lowest code address; and the program's FCW.
    pub(crate) entry: u32,
    pub(crate) fcw: u16,
    /// The addresses that the program's code occupies.
    pub(crate) code: Vec<Range<u32>>,
}

/// The connections of a machine's serial ports, in the order of the ports.
#[derive(Debug)]
pub struct Lines(Vec<Line>);

impl Deref for Connected {
    type Target = Machine;

    fn deref(&self) -> &Machine {
        &self.machine
    }
}

impl DerefMut for Connected {
    fn deref_mut(&mut self) -> &mut Machine {
        &mut self.machine
    }
}

impl Connected {
    /// Creates the machine of a description, loads its images and connects its serial ports. For a TCP port, this waits
    /// for a client. The machine must still be started.
    ///
    /// # Errors
    ///
    /// Memories or devices overlap, an image does not fit, or a file or a connection fails.
    pub fn new(description: Description) -> Result<Self, Error> {
        Self::started(description.machine()?, description)
    }

    /// Connects the serial ports of a machine that has already been started, as its description specifies.
    ///
    /// # Errors
    ///
    /// A file or a connection fails.
    pub fn started(machine: Machine, description: Description) -> Result<Self, Error> {
        let lines = description.connections();
        let lines = lines.map(|connection| Line::connect(&connection, &description.reach, 0, 0));
        let lines = lines.collect::<Result<_, _>>()?;
        Ok(Self::with(machine, description, lines))
    }

    fn with(machine: Machine, description: Description, lines: Vec<Line>) -> Self {
        Self {
            machine,
            description,
            lines: Lines(lines),
            entry: 0,
            fcw: SYSTEM,
            code: Vec::new(),
        }
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
    /// use z8000_boards::{Connected, Description, Error};
    ///
    /// let text = "[[memory]]\nkind = \"ram\"\nsize = 0x10000\n";
    /// let mut machine = Connected::new(Description::read(text, Path::new("."))?)?;
    /// // Nothing is loaded.
    /// assert!(matches!(machine.start(), Err(Error::NoCode { byte: 0, .. })));
    /// # Ok::<(), Error>(())
    /// ```
    pub fn start(&mut self) -> Result<(), Error> {
        match self.description.start.clone() {
            None => {
                self.check_reset(0)?;
                self.reset();
            }
            Some(Start { reset: Some(reset), .. }) => {
                self.check_reset(reset)?;
                self.reset_from(reset);
            }
            Some(start) => self.start_in(&start),
        }
        self.check_start()
    }

    /// Resets the processor as if program memory started at `address`.
    fn reset_from(&mut self, address: u32) {
        let [fcw, pc @ ..] = [2, 4, 6].map(|offset| self.reset_word(address + offset));
        let at = match self.description.processor {
            Model::Z8001 => Location::new((pc[0] >> 8) as u8, pc[1]),
            Model::Z8002 => Location::new(0, pc[0]),
        };
        let cpu = self.cpu_mut();
        *cpu = Cpu::new(cpu.model());
        cpu.set_fcw(fcw);
        cpu.set_location(at);
    }

    fn start_in(&mut self, start: &Start) {
        let (fcw, entry) = (start.fcw.unwrap_or(self.fcw), start.pc.unwrap_or(self.entry));
        let place = |address: u32| Location::new((address >> 16) as u8, address as u16);
        let stack = place(start.stack.unwrap_or(0));
        let cpu = self.cpu_mut();
        *cpu = Cpu::new(cpu.model());
        cpu.set_fcw(fcw);
        if cpu.fcw().contains(Fcw::SEG) {
            cpu.set_register(14, u16::from(stack.segment()) << 8);
        }
        cpu.set_register(15, stack.offset());
        cpu.set_location(place(entry));
    }

    /// Checks that the reset vector at an address suits this processor.
    fn check_reset(&self, address: u32) -> Result<(), Error> {
        let fcw = self.reset_word(address + 2);
        if self.cpu().model() == Model::Z8002 && fcw & 0x8000 != 0 && fcw != 0xFFFF {
            return Err(Error::SegmentedReset(fcw));
        }
        Ok(())
    }

    /// Checks that there is code at PC.
    fn check_start(&self) -> Result<(), Error> {
        let at = Address::of_pc(self.cpu());
        let byte = |n: u16| self.byte(true, at.plus(n));
        let first = byte(0);
        if matches!(first, 0 | 0xFF) && (1..LEAST).all(|n| byte(n) == first) {
            let vector = match self.description.processor {
                Model::Z8001 => ".word 0,0xc000 ; .long start",
                Model::Z8002 => ".word 0,0x4000,start",
            };
            return Err(Error::NoCode { at: at.location(), byte: first, vector });
        }
        Ok(())
    }

    /// Returns the entry of the loaded program if the machine has started with a reset that does not lead to the
    /// program's code.
    pub fn passed_over(&self) -> Option<u32> {
        let start = &self.description.start;
        let by_reset = start.as_ref().is_none_or(|start| start.reset.is_some());
        let at = self.cpu().location();
        // Several segments can map to the same memory.
        let banks = self.world().banks();
        let mut seen = (0..0x80)
            .filter(|segment| banks.is_same_code(*segment, at.segment()))
            .map(|segment| u32::from(segment) << 16 | u32::from(at.offset()));
        let runs = seen.any(|at| self.code.iter().any(|code| code.contains(&at)));
        (by_reset && !runs && !self.code.is_empty()).then_some(self.entry)
    }

    /// Describes what the program polls, if it has read a register for ten seconds (of a chip at 4 MHz) and has always
    /// found the same value. The register described last is not described again.
    pub fn polled(&mut self) -> Option<String> {
        let (kind, at, value) = self.machine.polled(LONG)?;
        Some(format!(
            "the program has been reading {at} ({kind}) for 40 million clocks, and has always found {value:02x}h"
        ))
    }

    /// The images that lack the program's writes, because the description does not allow them to be changed.
    pub fn unsaved(&self) -> impl Iterator<Item = String> {
        self.devices().filter_map(|device| device.unsaved())
    }

    /// Runs until the processor halts, the program waits for input when none is left, or the clock count reaches a
    /// limit, after which neither an instruction nor an iteration of a repeating instruction begins.
    ///
    /// # Errors
    ///
    /// The program cannot continue, or a connection fails.
    pub fn run(&mut self, limit: u64) -> Result<Stop, Error> {
        self.run_with(limit, &mut NoProbe)
    }

    /// Like [`run`](Self::run), with a probe that sees every instruction before it is executed.
    ///
    /// # Errors
    ///
    /// As for [`run`](Self::run).
    pub fn run_with<P: Probe<World>>(&mut self, limit: u64, probe: &mut P) -> Result<Stop, Error> {
        self.machine.run_connected(limit, probe, &mut self.lines)
    }

    /// Saves the machine as the bytes of a save file. Its connections are not saved: disk images and files stay where
    /// they are. For each file, the save file records how far the machine has read it.
    ///
    /// # Example
    ///
    /// ```
    /// use std::path::Path;
    /// use z8000::machine::Stop;
    /// use z8000_boards::{Connected, Description, Section};
    ///
    /// let text = "[[memory]]\nkind = \"ram\"\nsize = 0x10000\n[start]\npc = 0x100\n";
    /// let description = Description::read(text, Path::new("."))?;
    /// let mut machine = Connected::new(description.clone())?;
    /// // LDK R1,#5; HALT.
    /// machine.load(&[Section::code("five", 0x100, vec![0xBD, 0x15, 0x7A, 0])])?;
    /// machine.start()?;
    /// let mut restored = Connected::restore(description, &machine.save()?)?;
    /// assert_eq!(restored.run(1_000)?, Stop::Halted);
    /// assert_eq!(restored.cpu().register(1), 5);
    /// # Ok::<(), z8000_boards::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// A device cannot be saved.
    pub fn save(&self) -> Result<Vec<u8>, Error> {
        let mut read: Vec<u64> = self.lines.0.iter().map(Line::read).collect();
        Ok(self.machine.save_with(&mut read)?)
    }

    /// Restores a machine from a save file, and connects it again where it has stopped. It has already been started.
    ///
    /// # Errors
    ///
    /// The bytes are not the output of [`save`](Self::save) for a machine with this description, or a file or a
    /// connection fails.
    pub fn restore(description: Description, file: &[u8]) -> Result<Self, Error> {
        // Read the whole save file before connecting anything, because connecting may change files.
        let mut machine = description.machine()?;
        let mut read = vec![0; machine.ports()];
        let restored = machine.restore_with(file, &mut read);
        restored.map_err(|error| description.differs(error))?;
        let connections = description.connections().zip(read).enumerate();
        let lines = connections.map(|(port, (connection, read))| {
            Line::connect(&connection, &description.reach, read, machine.taken(port))
        });
        let lines = lines.collect::<Result<_, _>>()?;
        Ok(Self::with(machine, description, lines))
    }

    /// Returns the machine for the debugger, and the connections of its serial ports. From now on, the machine's disks
    /// keep writes in memory: the program finds the disks as they were when the debugger steps back, and the images
    /// remain unchanged.
    pub fn debugged(mut self) -> (Machine, Lines) {
        self.keep();
        (self.machine, self.lines)
    }
}

impl Description {
    /// Creates the machine, with its images but without connections. It must still be started.
    ///
    /// # Errors
    ///
    /// Memories or devices overlap, an image does not fit, or a file cannot be used.
    pub fn machine(&self) -> Result<Machine, Error> {
        let mut machine = Machine::new(self.parts()).map_err(|conflict| self.located(conflict))?;
        for (n, memory) in self.memory.iter().enumerate() {
            load_image(&mut machine, self, n, memory)?;
        }
        attach(self, &mut machine)?;
        // The port for a debugger's console: the one with the standard streams, or else one without a connection, or
        // else the first.
        let ports = || self.connections();
        let standard = ports().position(|port| port.standard);
        let open = || ports().position(|port| !port.is_connected());
        machine.console = standard.or_else(open).or((machine.ports() > 0).then_some(0));
        machine.returns = machine
            .console
            .and_then(|n| ports().nth(n))
            .is_some_and(|port| port.returns);
        Ok(machine)
    }
}

/// Moves characters between the serial ports and their connections. The machine's clock stops while the host waits for
/// a connection.
impl Outside<World> for Lines {
    type Error = Error;

    fn exchange(&mut self, world: &mut World) -> Result<(), Error> {
        for (n, line) in self.0.iter_mut().enumerate() {
            if !world.devices().output(n).is_empty() {
                line.send(&world.devices_mut().take_output(n))?;
            }
        }
        Ok(())
    }

    /// If the program is idle until a character arrives, this waits as long as necessary. If it is busy, this does not
    /// wait, except for a pipe or a file.
    fn wait(&mut self, world: &mut World) -> Result<bool, Error> {
        let (ports, rests) = (world.devices().takes_at(), world.devices().rests());
        let connected: Vec<&Line> = ports
            .iter()
            .filter_map(|n| self.0.get(*n))
            .filter(|line| !matches!(line, Line::Open))
            .collect();
        let patience = match connected[..] {
            [] => None,
            [line] if rests || line.is_ready() => None,
            _ if !rests => Some(Duration::ZERO),
            _ => Some(TURN),
        };
        loop {
            let mut open = false;
            for n in &ports {
                let Some(line) = self.0.get_mut(*n) else { continue };
                match line.wait(patience)? {
                    Come::Characters(line) => {
                        world.devices_mut().receive(*n, &line);
                        return Ok(true);
                    }
                    Come::Later => open = true,
                    Come::Never => {}
                }
            }
            if !(open && rests) {
                let continues = open || !world.devices().waits();
                world.devices_mut().listen_again();
                return Ok(continues);
            }
        }
    }
}

impl From<Error> for Fault {
    fn from(error: Error) -> Self {
        let source = error.source().map_or_else(String::new, |source| format!(": {source}"));
        Self(format!("{error}{source}"))
    }
}

impl machine::Outside for Lines {
    fn receive(&mut self, port: usize) -> Result<Vec<u8>, Fault> {
        let line = self.0.get_mut(port);
        Ok(line.map(Line::receive).transpose()?.unwrap_or_default())
    }

    fn transmit(&mut self, port: usize, characters: &[u8]) -> Result<(), Fault> {
        match self.0.get_mut(port) {
            // The debugger itself shows this output to its user.
            None | Some(Line::Standard(..)) => Ok(()),
            Some(line) => Ok(line.send(characters)?),
        }
    }

    fn is_live(&self, port: usize) -> bool {
        matches!(self.0.get(port), Some(Line::Tcp(_)))
    }
}
