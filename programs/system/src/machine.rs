//! A machine that runs.

use std::fs;

use z8000::bus::Location;
use z8000::cpu::{Cpu, End, Event, Interrupt, Until};
use z8000::machine::{PATIENCE, SLICE, Serial, Signal, Timer};
use z8000::mmu::{Managed, Z8010};
use z8000_object::file::{self, Format, ReadError};
use z8000_object::{Kind, Object, Processor as For};

use crate::banks::Banks;
use crate::description::{Description, Memory, Processor};
use crate::device::{Disk, Line};
use crate::error::Error;
use crate::world::{FUNCTIONS, MANAGED, SerialPort, TimerPort, World};

/// Which memory a part of a program is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Space {
    /// Instructions and constants beside them.
    Program,
    /// Everything else.
    Data,
}

/// Bytes of a program at their address.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Part {
    /// What they are called in errors: the file or the section.
    pub name: String,
    /// Where they go: segment * 0x10000 + offset.
    pub at: u32,
    /// The bytes.
    pub bytes: Vec<u8>,
    /// The memory.
    pub space: Space,
}

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

/// Memory and devices, with units before them or without.
#[derive(Debug)]
enum Seen {
    Direct(Box<World>),
    Managed(Box<Managed<World>>),
}

impl Seen {
    fn world(&mut self) -> &mut World {
        match self {
            Self::Direct(world) => world,
            Self::Managed(managed) => &mut managed.physical,
        }
    }
}

/// A machine.
#[derive(Debug)]
pub struct Machine {
    description: Description,
    cpu: Cpu,
    seen: Seen,
    /// What the serial ports are connected to, in their order.
    lines: Vec<Line>,
    clocks: u64,
    instructions: u64,
    /// Where the program says that it begins, or its lowest code; and whether it is segmented.
    entry: u32,
    segmented: bool,
}

impl Machine {
    /// The machine of a description, with its images loaded and its serial ports connected. A port on TCP waits here
    /// for its connection. The machine still has to be started.
    ///
    /// # Errors
    ///
    /// If memories overlap, or a file or a connection fails.
    pub fn new(description: Description) -> Result<Self, Error> {
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
        let lines = description.serial.iter();
        let lines = lines.map(|serial| Line::connect(serial, &description.folder));
        Ok(Self {
            cpu: Cpu::new(description.processor.model()),
            seen,
            lines: lines.collect::<Result<_, _>>()?,
            clocks: 0,
            instructions: 0,
            entry: 0,
            segmented: false,
            description,
        })
    }

    /// Loads a program: COFF, x.out, Intel HEX, S-records, or plain bytes from address 0 of the program memory on.
    ///
    /// # Errors
    ///
    /// If the file is damaged, not linked, for another processor, or lies where no memory is.
    pub fn load_file(&mut self, name: &str, bytes: &[u8]) -> Result<(), Error> {
        let object = match file::read(name, bytes) {
            Ok(object) => object,
            Err(ReadError::Unknown) => {
                return self.load(&[Part {
                    name: name.to_owned(),
                    at: 0,
                    bytes: bytes.to_vec(),
                    space: Space::Program,
                }]);
            }
            Err(source) => {
                return Err(Error::Image {
                    name: name.to_owned(),
                    source,
                });
            }
        };
        let parts = parts(name, object.clone(), is_image(bytes))?;
        if object.processor == For::Z8001 && self.description.processor == Processor::Z8002 {
            return Err(Error::Segmented(name.to_owned()));
        }
        self.load(&parts)?;
        self.segmented = object.processor == For::Z8001;
        // Intel HEX and S-records that name no entry have 0.
        if let Some(entry) = object.entry.filter(|entry| *entry != 0 || !is_image(bytes)) {
            self.entry = entry;
        }
        Ok(())
    }

    /// Loads parts of a program. Without another entry, it begins at the lowest of its code.
    ///
    /// # Errors
    ///
    /// If one lies where no memory is.
    pub fn load(&mut self, parts: &[Part]) -> Result<(), Error> {
        for part in parts {
            let program = part.space == Space::Program;
            if !self.seen.world().banks.load(program, part.at, &part.bytes) {
                return Err(Error::NoMemory {
                    name: part.name.clone(),
                    at: part.at,
                    size: part.bytes.len(),
                    space: if program { "code" } else { "data" },
                });
            }
        }
        let code = parts.iter().filter(|part| part.space == Space::Program);
        self.entry = code.map(|part| part.at).min().unwrap_or(0);
        Ok(())
    }

    /// Starts the machine: by a reset, or in the state that the description asks for.
    pub fn start(&mut self) {
        let Some(start) = self.description.start.clone() else {
            match &mut self.seen {
                Seen::Direct(world) => self.cpu.reset(&mut **world),
                Seen::Managed(managed) => self.cpu.reset(&mut **managed),
            }
            return;
        };
        let place = |address: u32| Location::new((address >> 16) as u8, address as u16);
        let stack = place(start.stack.unwrap_or(0));
        self.cpu = Cpu::new(self.description.processor.model());
        self.cpu
            .set_fcw(start.fcw.unwrap_or(if self.segmented { 0xC000 } else { 0x4000 }));
        if self.cpu.fcw().bits() & 0x8000 != 0 {
            self.cpu.set_register(14, u16::from(stack.segment()) << 8);
        }
        self.cpu.set_register(15, stack.offset());
        self.cpu.set_location(place(start.pc.unwrap_or(self.entry)));
    }

    /// The processor.
    #[must_use]
    pub const fn cpu(&self) -> &Cpu {
        &self.cpu
    }

    /// The memory.
    pub fn banks(&mut self) -> &Banks {
        &self.seen.world().banks
    }

    /// Clocks since the start.
    #[must_use]
    pub const fn clocks(&self) -> u64 {
        self.clocks
    }

    /// Instructions since the start.
    #[must_use]
    pub const fn instructions(&self) -> u64 {
        self.instructions
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
        while self.clocks < limit {
            if self.slice()? {
                return Ok(Ended::Halted);
            }
            self.exchange()?;
            if self.waits_for_input() && !self.wait()? {
                return Ok(Ended::NoInput);
            }
        }
        Ok(Ended::ClockLimit)
    }

    /// Runs a slice; returns whether the processor has halted.
    fn slice(&mut self) -> Result<bool, Error> {
        let mut left = u64::from(SLICE);
        while left > 0 {
            let timers = &self.seen.world().timers;
            let due = timers.iter().map(|port| port.timer.due()).min().unwrap_or(u64::MAX);
            let until = Until {
                clocks: due.saturating_sub(self.clocks),
                instructions: left,
                waits: timers.iter().any(|port| port.timer.runs()),
                ..Until::default()
            };
            let run = match &mut self.seen {
                Seen::Direct(world) => self.cpu.run_with(&mut **world, &until, &FUNCTIONS),
                Seen::Managed(managed) => run_managed(&mut self.cpu, managed, &until),
            };
            left -= run.instructions;
            self.clocks += run.clocks;
            self.instructions += run.instructions;
            self.look_at_timers();
            match run.end {
                End::Halted => return Ok(true),
                End::Undefined { word } => {
                    return Err(Error::Undefined {
                        word,
                        at: self.cpu.location(),
                        processor: self.description.processor.name(),
                    });
                }
                End::Clocks | End::Instructions | End::Bus | End::Trapped(_) | End::Outside { .. } => {}
            }
        }
        Ok(false)
    }

    fn look_at_timers(&mut self) {
        let timers = &mut self.seen.world().timers;
        let (mut looked, mut signals) = (false, Vec::new());
        for port in timers.iter_mut().filter(|port| self.clocks >= port.timer.due()) {
            looked = true;
            signals.push((port.timer.look(self.clocks), port.interrupt, port.identifier));
        }
        if !looked {
            return;
        }
        // While requests can come, a repeating instruction stops for them after any iteration.
        let most = if timers.iter().any(|port| port.timer.runs()) {
            1
        } else {
            u32::MAX
        };
        self.cpu.set_iterations(most);
        for (signal, interrupt, identifier) in signals {
            match signal {
                Signal::Request => self.cpu.request(interrupt, identifier),
                Signal::Withdraw => self.cpu.withdraw(interrupt),
                Signal::None => {}
            }
        }
    }

    /// Moves characters between the serial ports and what they are connected to.
    fn exchange(&mut self) -> Result<(), Error> {
        let Self { seen, lines, .. } = self;
        for (port, line) in seen.world().serial.iter_mut().zip(lines) {
            if !port.serial.output().is_empty() {
                line.send(&port.serial.take_output())?;
            }
            let bytes = line.poll()?;
            if !bytes.is_empty() {
                port.serial.send(&bytes);
            }
        }
        Ok(())
    }

    /// Whether the program does nothing but look for a character, at all ports at which it looks.
    fn waits_for_input(&mut self) -> bool {
        let ports = &self.seen.world().serial;
        let mut looks = ports
            .iter()
            .map(|port| port.serial.idle())
            .filter(|idle| *idle > 0)
            .peekable();
        looks.peek().is_some() && looks.all(|idle| idle > PATIENCE)
    }

    /// Waits for input; returns whether there was some.
    fn wait(&mut self) -> Result<bool, Error> {
        let Self { seen, lines, .. } = self;
        for (port, line) in seen.world().serial.iter_mut().zip(lines) {
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

/// The loop of a machine with units: each instruction may be followed by their trap.
fn run_managed(cpu: &mut Cpu, managed: &mut Managed<World>, until: &Until) -> z8000::cpu::Run {
    let (mut clocks, mut instructions) = (0, 0);
    let end = loop {
        if clocks >= until.clocks {
            break End::Clocks;
        }
        if instructions == until.instructions {
            break End::Instructions;
        }
        let step = cpu.step_with(managed, &MANAGED);
        clocks += u64::from(step.clocks);
        instructions += 1;
        if let Some(identifier) = managed.segment_trap() {
            cpu.request(Interrupt::SegmentTrap, identifier);
        }
        match step.event {
            Event::Undefined { word } => break End::Undefined { word },
            Event::Halted if !until.waits && !cpu.is_interrupted() => break End::Halted,
            _ => {}
        }
        if z8000::bus::Bus::ends_run(&mut managed.physical) {
            break End::Bus;
        }
    };
    z8000::cpu::Run {
        clocks,
        instructions,
        end,
    }
}

/// Whether a file is an image that does not tell code from data.
fn is_image(bytes: &[u8]) -> bool {
    matches!(file::format(bytes), Some(Format::Hex | Format::Srec))
}

/// The parts of a linked program. An image is for the program memory.
fn parts(name: &str, object: Object, image: bool) -> Result<Vec<Part>, Error> {
    if object.sections.iter().any(|section| !section.relocations.is_empty()) {
        return Err(Error::NotLinked(name.to_owned()));
    }
    let sections = object.sections.into_iter().filter(|section| !section.bytes.is_empty());
    Ok(sections
        .map(|section| Part {
            name: format!("{name}, section {}", section.name),
            at: section.address,
            bytes: section.bytes,
            space: if image || section.kind == Kind::Code {
                Space::Program
            } else {
                Space::Data
            },
        })
        .collect())
}

/// Loads the image of a memory.
fn load_image(banks: &mut Banks, description: &Description, n: usize, memory: &Memory) -> Result<(), Error> {
    let Some(image) = &memory.image else {
        return Ok(());
    };
    let path = description.folder.join(image);
    let name = path.display().to_string();
    let bytes = match fs::read(&path) {
        Ok(bytes) => bytes,
        Err(source) => {
            return Err(Error::File {
                what: "read",
                path,
                source,
            });
        }
    };
    let pieces = match file::read(&name, &bytes) {
        Ok(object) => parts(&name, object, true)?,
        Err(ReadError::Unknown) => vec![Part {
            name: name.clone(),
            at: memory.start,
            bytes,
            space: Space::Program,
        }],
        Err(source) => return Err(Error::Image { name, source }),
    };
    let end = u64::from(memory.start) + u64::from(memory.size);
    for piece in pieces {
        let fits = piece.at >= memory.start && u64::from(piece.at) + piece.bytes.len() as u64 <= end;
        if !fits || !banks.load_memory(memory, piece.at, &piece.bytes) {
            return Err(Error::TooLarge {
                name,
                memory: n + 1,
                start: memory.start,
                size: memory.size,
            });
        }
    }
    Ok(())
}
