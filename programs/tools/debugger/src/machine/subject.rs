//! The subject of a debugging session: the board, or another machine.

use z8000::board::{Board, Stop};
use z8000::cpu::{Cpu, Event, Model};
use z8000::run::SLICE;

use super::{Address, Fault, Look, Machine, Observer};

/// Characters that the board receives at once, as many as `z8k run` reads at once.
const FEED: usize = 4096;

/// The size of a copy of the board in bytes: two memories, and the rest.
const BOARD_BYTES: usize = 2 * 0x1_0000 + 1024;

/// The subject of a debugging session: the board, or another machine.
#[derive(Debug)]
pub(crate) enum Subject {
    Board(Box<Board>),
    Machine(Box<dyn Machine>),
}

impl Clone for Subject {
    fn clone(&self) -> Self {
        match self {
            Self::Board(board) => Self::Board(board.clone()),
            Self::Machine(machine) => Self::Machine(machine.again()),
        }
    }
}

impl Subject {
    /// Calls one of two functions: with the board, or with the other machine.
    fn ask<'s, T>(&'s self, board: impl FnOnce(&'s Board) -> T, machine: impl FnOnce(&'s dyn Machine) -> T) -> T {
        match self {
            Self::Board(subject) => board(subject),
            Self::Machine(subject) => machine(&**subject),
        }
    }

    pub(crate) fn board(&self) -> Option<&Board> {
        self.ask(Some, |_| None)
    }

    /// The size of a copy in bytes.
    pub(crate) fn bytes(&self) -> usize {
        self.ask(|_| BOARD_BYTES, |machine| machine.bytes().max(1))
    }

    pub(crate) fn cpu(&self) -> &Cpu {
        self.ask(Board::cpu, |machine| machine.cpu())
    }

    pub(crate) fn cpu_mut(&mut self) -> &mut Cpu {
        match self {
            Self::Board(board) => board.cpu_mut(),
            Self::Machine(machine) => machine.cpu_mut(),
        }
    }

    /// The address of the next instruction.
    pub(crate) fn pc(&self) -> Address {
        Address::of_pc(self.cpu())
    }

    /// Returns true if its addresses have segments.
    pub(crate) fn has_segments(&self) -> bool {
        self.cpu().model() == Model::Z8001
    }

    pub(crate) fn look(&self) -> &dyn Look {
        self.ask(|board| board.memory() as &dyn Look, |machine| machine)
    }

    pub(crate) fn clocks(&self) -> u64 {
        self.ask(Board::clocks, |machine| machine.clocks())
    }

    pub(crate) fn instructions(&self) -> u64 {
        self.ask(Board::instructions, |machine| machine.instructions())
    }

    /// Everything that determines its further course, without its counts of clocks and instructions; `None` if it
    /// cannot tell.
    pub(crate) fn state(&self) -> Option<Vec<u8>> {
        self.ask(Board::state, |machine| machine.state())
    }

    /// Returns true if there is memory at an address.
    pub(crate) fn holds(&self, program: bool, at: Address) -> bool {
        self.ask(|_| true, |machine| machine.holds(program, at))
    }

    /// Returns true if code may be at an address.
    pub(crate) fn may_run(&self, at: Address) -> bool {
        let loaded = |board: &Board| board.loaded().contains(&at.offset().into());
        self.ask(loaded, |machine| machine.holds(true, at))
    }

    /// Changes memory; what does not fit into the segment is dropped.
    pub(crate) fn store(&mut self, program: bool, at: Address, bytes: &[u8]) {
        match self {
            Self::Board(board) if program => board.load_program(at.offset(), bytes),
            Self::Board(board) => board.load_data(at.offset(), bytes),
            Self::Machine(machine) => machine.store(program, at, bytes),
        }
    }

    /// The number of serial ports.
    pub(crate) fn ports(&self) -> usize {
        self.ask(|_| 1, |machine| machine.ports())
    }

    /// The serial port at which the user is.
    pub(crate) fn console(&self) -> Option<usize> {
        self.ask(|_| Some(0), |machine| machine.console())
    }

    /// Takes the part that the program receives at once from the beginning of a text.
    pub(crate) fn next_input(&self, text: &mut &[u8]) -> Vec<u8> {
        match self {
            Self::Board(_) => text.split_off(..text.len().min(FEED)).unwrap_or_default().to_vec(),
            Self::Machine(machine) => machine.next_input(text),
        }
    }

    /// Returns true if the user's characters need not wait until the program does.
    pub(crate) fn takes_at_once(&self) -> bool {
        let interrupts = |machine: &dyn Machine| machine.console().is_some_and(|port| machine.interrupts(port));
        self.ask(|_| true, interrupts)
    }

    pub(crate) fn send(&mut self, port: usize, characters: &[u8]) {
        match self {
            Self::Board(board) => board.serial().send(characters),
            Self::Machine(machine) => machine.send(port, characters),
        }
    }

    pub(crate) fn take_output(&mut self, port: usize) -> Vec<u8> {
        match self {
            Self::Board(board) => board.serial().take_output(),
            Self::Machine(machine) => machine.take_output(port),
        }
    }

    /// The number of characters ever taken from a serial port, on machines with connections.
    pub(crate) fn taken(&self, port: usize) -> u64 {
        self.ask(|_| 0, |machine| machine.taken(port))
    }

    /// Returns true if the program is only waiting for a character.
    pub(crate) fn wants_input(&self) -> bool {
        self.ask(Board::wants_input, |machine| !machine.waits_at().is_empty())
    }

    /// Returns true if it waits at a serial port.
    pub(crate) fn waits_at(&self, port: usize) -> bool {
        self.ask(Board::wants_input, |machine| machine.waits_at().contains(&port))
    }

    /// Returns true if it would accept a character at a serial port, though it may also do other things.
    pub(crate) fn takes_at(&self, port: usize) -> bool {
        self.ask(Board::wants_input, |machine| machine.takes_at().contains(&port))
    }

    /// Runs at most a number of instructions; a probe sees each of them.
    pub(crate) fn advance<P: Observer>(&mut self, instructions: u32, probe: &mut P) -> Result<Option<Stop>, Fault> {
        match self {
            Self::Board(board) => Ok(board.advance(instructions, probe)?),
            Self::Machine(machine) if P::WATCHES => watched(&mut **machine, instructions, probe),
            Self::Machine(machine) => Ok(machine.advance(instructions.into(), u64::MAX)?.then_some(Stop::Halted)),
        }
    }

    /// The same without a probe; it also stops when the program would accept input, at multiples of [`SLICE`], and with
    /// the instruction in which a limit of clocks lies.
    pub(crate) fn advance_served(&mut self, instructions: u64, limit: u64) -> Result<Option<Stop>, Fault> {
        let machine = match self {
            Self::Board(board) => return Ok(board.advance_served(instructions, limit)?),
            Self::Machine(machine) => &mut **machine,
        };
        let end = machine.instructions().saturating_add(instructions);
        let slice = u64::from(SLICE);
        while machine.instructions() < end {
            if machine.clocks() >= limit {
                return Ok(Some(Stop::ClockLimit));
            }
            let next = (machine.instructions() / slice + 1) * slice;
            if machine.advance(next.min(end) - machine.instructions(), limit)? {
                return Ok(Some(Stop::Halted));
            }
            if machine.instructions().is_multiple_of(slice) && !machine.takes_at().is_empty() {
                return Ok(Some(Stop::WantsInput));
            }
        }
        Ok(None)
    }
}

/// Runs another machine than the board with a probe.
fn watched<P: Observer>(machine: &mut dyn Machine, most: u32, probe: &mut P) -> Result<Option<Stop>, Fault> {
    for _ in 0..most {
        if probe.stops_before(machine) {
            return Ok(Some(Stop::Probe));
        }
        probe.sees(machine);
        if probe.carry_out(machine)? == Event::Halted {
            return Ok(Some(Stop::Halted));
        }
    }
    Ok(None)
}
