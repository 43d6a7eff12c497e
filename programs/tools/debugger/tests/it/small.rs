//! A machine other than the board: a processor, RAM in segments 0 to 5, two serial ports, and a port that requests
//! interrupts. Three timers are at FF10h for NVI, FF14h for VI #2 and FF18h for NMI.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard};

use z8000::cpu::{Interrupt, Model};
use z8000::machine::{
    At, Device, Fault, Kind, Line, Machine, Memory as Part, Modes, Outside, Parts, Port, Spaces, TimerPart,
};
use z8000::save::{Archive, SaveError};
use z8000_asm::{Memory, Options, assemble};
use z8000_debugger::program::Program;
use z8000_debugger::session::Session;

/// The addresses of the serial ports' status registers, whose bit 0 is set when a character has arrived; the data is 2
/// higher.
const PORTS: [u16; 2] = [0xFF01, 0xFF31];

/// The ports at which a write of a word requests an interrupt, whose identifier is the low byte of the word.
const REQUESTS: [(u16, Interrupt); 3] = [
    (0xFF20, Interrupt::NonVectored),
    (0xFF22, Interrupt::Vectored),
    (0xFF24, Interrupt::NonMaskable),
];

/// A device that requests an interrupt when a word is sent to it.
#[derive(Debug, Clone, Default)]
struct Request(Option<u16>);

impl Device for Request {
    fn kind(&self) -> &'static str {
        "request"
    }

    fn write_word(&mut self, _: u16, value: u16) -> bool {
        self.0 = Some(value);
        true
    }

    fn requests(&self) -> bool {
        self.0.is_some()
    }

    fn acknowledge(&mut self) -> u16 {
        self.0.take().unwrap_or(0xFFFF)
    }

    fn archive(&mut self, archive: &mut Archive<'_>) -> Result<(), SaveError> {
        archive.optional_word(&mut self.0)
    }
}

/// The machine before a program is loaded.
#[derive(Debug, Clone)]
pub(crate) struct Small {
    model: Model,
    /// True if instructions and data share one memory.
    pub(crate) joint: bool,
}

impl Small {
    pub(crate) const fn new(model: Model) -> Self {
        Self { model, joint: false }
    }

    fn machine(&self) -> Machine {
        let size = if self.model == Model::Z8001 { 0x6_0000 } else { 0x1_0000 };
        let ram = |space| Part { kind: Kind::Ram, start: 0, size, space, mode: Modes::All, waits: 0 };
        let spaces: &[Spaces] = if self.joint {
            &[Spaces::All]
        } else {
            &[Spaces::Program, Spaces::Data]
        };
        let timer = |period, interrupt, identifier| TimerPart {
            period,
            taken: period + 2,
            interrupt,
            identifier: Some(identifier),
            chain: 0,
        };
        let parts = Parts {
            model: self.model,
            memory: spaces.iter().map(|space| ram(*space)).collect(),
            serial: PORTS.map(|status| Port { status, data: status + 2, baud: 0 }).to_vec(),
            timer: vec![
                timer(0xFF10, Line::Nvi, 0),
                timer(0xFF14, Line::Vi, 2),
                timer(0xFF18, Line::Nmi, 0),
            ],
            guard: false,
            ..Parts::board()
        };
        let mut machine = Machine::new(parts).expect("parts that go together");
        for (port, interrupt) in REQUESTS {
            let registers = [(At::Port(port), 0), (At::Port(port + 1), 1)];
            machine
                .attach(Box::<Request>::default(), registers, Some(interrupt))
                .expect("a free port");
        }
        machine
    }

    /// Assembles a program, loads it into the machine, and resets the processor.
    pub(crate) fn load(&self, source: &str) -> (Machine, z8000_asm::Assembly, Memory) {
        let files = Memory::new([("t.s", source)]);
        let assembly = assemble(&files, "t.s", &Options::default())
            .unwrap_or_else(|errors| panic!("the test's program assembles: {errors}"));
        let mut machine = self.machine();
        put(&mut machine, &assembly);
        machine.reset();
        (machine, assembly, files)
    }

    /// Creates a session with a program on the machine.
    pub(crate) fn session(&self, source: &str) -> Session {
        let (machine, assembly, files) = self.load(source);
        Session::new(Program::on(machine, Some(assembly.map()), &files, None), 4_000_000)
    }
}

/// Loads a program into a machine.
fn put(machine: &mut Machine, assembly: &z8000_asm::Assembly) {
    for section in &assembly.program().sections {
        match section.kind {
            z8000_asm::SectionKind::Code => machine.load_program(section.load, &section.bytes),
            _ => machine.load_data(section.load, &section.bytes),
        };
    }
}

/// The other ends of the serial ports.
#[derive(Debug, Default)]
pub(crate) struct Ends {
    /// The input that arrives at each port, one piece for each check.
    pub(crate) coming: [VecDeque<Vec<u8>>; 2],
    pub(crate) sent: [Vec<u8>; 2],
    /// The port at which more may arrive at any time.
    pub(crate) live: Option<usize>,
    /// The port that fails.
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
    fn receive(&mut self, port: usize) -> Result<Vec<u8>, Fault> {
        let mut ends = self.ends();
        if ends.broken == Some(port) {
            return Err(Fault(format!("nothing comes at port {port}")));
        }
        Ok(ends.coming[port].pop_front().unwrap_or_default())
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
