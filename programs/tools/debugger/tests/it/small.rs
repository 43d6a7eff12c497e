//! A machine to debug that is not the board: a processor, RAM in the segments 0 to 5, two serial ports, and a port that
//! requests interrupts. Three timers are those of the board, at FF10h for NVI, FF14h for VI #2 and FF18h for NMI.

use std::collections::{BTreeMap, VecDeque};
use std::sync::{Arc, Mutex, MutexGuard};

use z8000::board::{PERIOD_PORT, Timer};
use z8000::bus::{Bus, Location, Status};
use z8000::cpu::{Cpu, Event, Fcw, Interrupt, Interrupts, Model};
use z8000::isa::Mode;
use z8000::machine::{Address, Fault, Look, Machine, Outside, Peek, Watched, Watcher};
use z8000_asm::{Memory, Options, assemble};
use z8000_debugger::program::Program;
use z8000_debugger::session::Session;
use z8000_object::Kind;

/// A serial port has its status at the first of these, where bit 0 says that a character has come, and its data 2 later.
const PORTS: [u16; 2] = [0xFF01, 0xFF31];

/// A word that is sent here requests an interrupt: the high byte 0 is NVI, 1 VI, 2 NMI, 3 a segment trap.
const REQUEST: u16 = 0xFF20;

/// The interrupts of the timers, with their identifiers.
const LINES: [(Interrupt, u16); 3] = [
    (Interrupt::NonVectored, 0),
    (Interrupt::Vectored, 2),
    (Interrupt::NonMaskable, 0),
];

/// Reads of a status without a character, after which the program waits for one, as on the board.
const PATIENCE: u32 = 64;

#[derive(Debug, Clone, Default)]
struct Port {
    input: VecDeque<u8>,
    output: Vec<u8>,
    taken: u64,
    idle: u32,
}

#[derive(Debug, Clone, Default)]
pub(crate) struct Parts {
    bytes: BTreeMap<(bool, usize), u8>,
    ports: [Port; 2],
    request: Option<u16>,
    timers: [Timer; 3],
    /// True if programs and data are in the same memory.
    pub(crate) joint: bool,
}

impl Parts {
    fn key(&self, status: Status, at: Location) -> (bool, usize) {
        let program = status.space.is_program() && !self.joint;
        (program, usize::from(at.segment()) << 16 | usize::from(at.offset()))
    }
}

impl Bus for Parts {
    fn read_byte(&mut self, status: Status, at: Location) -> u8 {
        self.peek(status, at)
    }

    fn write_byte(&mut self, status: Status, at: Location, value: u8) {
        if at.segment() < 6 {
            self.bytes.insert(self.key(status, at), value);
        }
    }

    fn input_byte(&mut self, port: u16, _: bool) -> u8 {
        for (base, serial) in PORTS.into_iter().zip(&mut self.ports) {
            if port == base {
                serial.idle += u32::from(serial.input.is_empty());
                return 2 + u8::from(!serial.input.is_empty());
            }
            if port == base + 2 {
                serial.idle = 0;
                return serial.input.pop_front().unwrap_or(0xFF);
            }
        }
        0xFF
    }

    fn output_byte(&mut self, port: u16, _: bool, value: u8) {
        for (base, serial) in PORTS.into_iter().zip(&mut self.ports) {
            if port == base + 2 {
                serial.idle = 0;
                serial.output.push(value);
            }
        }
    }

    fn output_word(&mut self, port: u16, _: bool, value: u16) {
        if port == REQUEST {
            self.request = Some(value);
        }
        let of_timers = port.wrapping_sub(PERIOD_PORT);
        if let Some(timer) = self.timers.get_mut(usize::from(of_timers / 4)) {
            timer.write(PERIOD_PORT + of_timers % 4, value);
        }
    }
}

impl Peek for Parts {
    fn peek(&self, status: Status, at: Location) -> u8 {
        match self.bytes.get(&self.key(status, at)) {
            Some(byte) => *byte,
            None if at.segment() < 6 => 0,
            None => 0xFF,
        }
    }
}

/// The machine.
#[derive(Debug, Clone)]
pub(crate) struct Small {
    pub(crate) cpu: Cpu,
    pub(crate) parts: Parts,
    pub(crate) clocks: u64,
    pub(crate) instructions: u64,
    /// True if characters of the user need not wait until the program does.
    pub(crate) interrupts: bool,
    /// True if it can tell its state.
    pub(crate) tells: bool,
}

impl Small {
    pub(crate) fn new(model: Model) -> Self {
        let (cpu, parts) = (Cpu::new(model), Parts::default());
        Self { cpu, parts, clocks: 0, instructions: 0, interrupts: true, tells: true }
    }

    /// Assembles a program, loads it into the machine, and resets the processor.
    pub(crate) fn load(mut self, source: &str) -> (Self, z8000_asm::Assembly, Memory) {
        let files = Memory::new([("t.s", source)]);
        let assembly = assemble(&files, "t.s", &Options::default())
            .unwrap_or_else(|errors| panic!("the test's program assembles: {errors}"));
        for section in &assembly.program().sections {
            for (n, byte) in section.bytes.iter().enumerate() {
                let key = (
                    section.kind == Kind::Code && !self.parts.joint,
                    section.load as usize + n,
                );
                self.parts.bytes.insert(key, *byte);
            }
        }
        self.cpu.reset(&mut self.parts);
        (self, assembly, files)
    }

    /// A session with a program on the machine.
    pub(crate) fn session(self, source: &str) -> Session {
        let (machine, assembly, files) = self.load(source);
        Session::new(
            Program::on(Box::new(machine), Some(assembly.map()), &files, None),
            4_000_000,
        )
    }

    pub(crate) fn put(&mut self, at: usize, word: u16) {
        for (n, byte) in word.to_be_bytes().into_iter().enumerate() {
            self.parts.bytes.insert((false, at + n), byte);
        }
    }

    /// Returns true if a timer will interrupt the processor.
    fn wakes(&self) -> bool {
        let mut timers = self.parts.timers.iter().zip(LINES);
        timers.any(|(timer, (line, _))| timer.runs() && Interrupts::from(line).accepted(self.cpu.fcw()))
    }

    fn waits(&self) -> Vec<usize> {
        (0..2).filter(|port| self.parts.ports[*port].idle > PATIENCE).collect()
    }
}

impl Look for Small {
    fn byte(&self, program: bool, at: Address) -> u8 {
        let byte = self.parts.bytes.get(&(program && !self.parts.joint, at.linear()));
        byte.copied().unwrap_or(if at.segment() < 6 { 0 } else { 0xFF })
    }

    fn mode(&self) -> Mode {
        if self.cpu.fcw().contains(Fcw::SEG) {
            Mode::Segmented
        } else {
            Mode::Nonsegmented
        }
    }
}

impl Machine for Small {
    fn again(&self) -> Box<dyn Machine> {
        Box::new(self.clone())
    }

    fn state(&self) -> Option<Vec<u8>> {
        let ports = self.parts.ports.iter().map(|port| (&port.input, &port.output));
        let ports = ports.collect::<Vec<_>>();
        let state = format!("{:?}", (self.cpu.state(), &self.parts.bytes, ports));
        self.tells.then(|| state.into_bytes())
    }

    fn bytes(&self) -> usize {
        1 << 20
    }

    fn cpu(&self) -> &Cpu {
        &self.cpu
    }

    fn cpu_mut(&mut self) -> &mut Cpu {
        &mut self.cpu
    }

    fn clocks(&self) -> u64 {
        self.clocks
    }

    fn instructions(&self) -> u64 {
        self.instructions
    }

    fn holds(&self, _: bool, at: Address) -> bool {
        at.segment() < 6
    }

    fn store(&mut self, program: bool, at: Address, bytes: &[u8]) {
        for (n, byte) in (0..=u16::MAX).zip(bytes) {
            if let Some(at) = at.checked_add(n) {
                self.parts
                    .bytes
                    .insert((program && !self.parts.joint, at.linear()), *byte);
            }
        }
    }

    fn advance(&mut self, instructions: u64, clocks: u64) -> Result<bool, Fault> {
        let end = self.instructions + instructions;
        while self.instructions < end && self.clocks < clocks {
            if self.step(None)? == Event::Halted {
                return Ok(true);
            }
        }
        Ok(false)
    }

    fn step(&mut self, watcher: Option<&mut dyn Watcher>) -> Result<Event, Fault> {
        for (timer, (line, identifier)) in self.parts.timers.iter_mut().zip(LINES) {
            if timer.due() <= self.clocks {
                timer.look(self.clocks).hand(&mut self.cpu, line, identifier);
            }
        }
        if self.cpu.halted() && !self.cpu.is_interrupted() && !self.wakes() {
            return Ok(Event::Halted);
        }
        let memory = &mut self.parts;
        let step = match watcher {
            Some(watcher) => self.cpu.step(&mut Watched { memory, watcher }),
            None => self.cpu.step(memory),
        };
        if let Event::Undefined { word } = step.event {
            return Err(Fault(format!("{word:04x} is no instruction")));
        }
        self.clocks += u64::from(step.clocks);
        self.instructions += 1;
        if let Event::Interrupted(interrupt) = step.event {
            self.cpu.withdraw(interrupt);
        }
        if let Some(request) = self.parts.request.take() {
            let interrupt = match request >> 8 {
                0 => Interrupt::NonVectored,
                1 => Interrupt::Vectored,
                2 => Interrupt::NonMaskable,
                _ => Interrupt::SegmentTrap,
            };
            self.cpu.request(interrupt, request & 0xFF);
        }
        match step.event {
            Event::Halted if self.wakes() => Ok(Event::Retired),
            event => Ok(event),
        }
    }

    fn ports(&self) -> usize {
        2
    }

    fn console(&self) -> Option<usize> {
        Some(0)
    }

    fn waits_at(&self) -> Vec<usize> {
        self.waits()
    }

    fn next_input(&self, text: &mut &[u8]) -> Vec<u8> {
        let line = text.iter().position(|byte| *byte == b'\n');
        let line = line.map_or(text.len(), |at| at + 1);
        text.split_off(..line).unwrap_or_default().to_vec()
    }

    fn interrupts(&self, _: usize) -> bool {
        self.interrupts
    }

    fn send(&mut self, port: usize, characters: &[u8]) {
        self.parts.ports[port].input.extend(characters);
        self.parts.ports[port].idle = 0;
    }

    fn take_output(&mut self, port: usize) -> Vec<u8> {
        let port = &mut self.parts.ports[port];
        port.taken += port.output.len() as u64;
        std::mem::take(&mut port.output)
    }

    fn taken(&self, port: usize) -> u64 {
        self.parts.ports[port].taken
    }
}

/// What is connected to the serial ports.
#[derive(Debug, Default)]
pub(crate) struct Ends {
    /// What comes next at each port, piece by piece: a piece for each time that it is looked for.
    pub(crate) coming: [VecDeque<Vec<u8>>; 2],
    pub(crate) sent: [Vec<u8>; 2],
    /// The port at which characters come at any time; at the other, only when the program waits.
    pub(crate) live: Option<usize>,
    /// The port that does not work.
    pub(crate) broken: Option<usize>,
}

#[derive(Debug, Clone, Default)]
pub(crate) struct Wire(Arc<Mutex<Ends>>);

impl Wire {
    pub(crate) fn ends(&self) -> MutexGuard<'_, Ends> {
        self.0.lock().expect("no panic")
    }
}

impl Outside for Wire {
    fn receive(&mut self, port: usize, waits: bool) -> Result<Vec<u8>, Fault> {
        let mut ends = self.ends();
        if ends.broken == Some(port) {
            return Err(Fault(format!("nothing comes at port {port}")));
        }
        let comes = waits || ends.live == Some(port);
        Ok(comes
            .then(|| ends.coming[port].pop_front())
            .flatten()
            .unwrap_or_default())
    }

    fn transmit(&mut self, port: usize, characters: &[u8]) -> Result<(), Fault> {
        let mut ends = self.ends();
        if ends.broken == Some(port) {
            return Err(Fault(format!("nothing leaves port {port}")));
        }
        assert!(!characters.is_empty(), "nothing is passed on");
        ends.sent[port].extend(characters);
        Ok(())
    }

    fn is_live(&self, port: usize) -> bool {
        self.ends().live == Some(port)
    }
}
