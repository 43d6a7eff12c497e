//! The accesses to memory of the program, from which the cost of wait states is calculated.

use z8000::bus::{Bus, Location, Status};
use z8000::cpu::Event;
use z8000_tests::{chess_board, win_at_chess};

/// Clocks for each position: ten seconds of a Z8000 at 4 MHz.
const LIMIT: u64 = 40_000_000;
/// One position of so many is run.
const STEP: usize = 20;

/// The memory and the serial port of a board, with a count of accesses to the former.
struct Counted<B> {
    bus: B,
    accesses: u64,
}

impl<B: Bus> Bus for Counted<B> {
    fn read_byte(&mut self, status: Status, at: Location) -> u8 {
        self.accesses += 1;
        self.bus.read_byte(status, at)
    }

    fn write_byte(&mut self, status: Status, at: Location, value: u8) {
        self.accesses += 1;
        self.bus.write_byte(status, at, value);
    }

    fn read_word(&mut self, status: Status, at: Location) -> u16 {
        self.accesses += 1;
        self.bus.read_word(status, at)
    }

    fn write_word(&mut self, status: Status, at: Location, value: u16) {
        self.accesses += 1;
        self.bus.write_word(status, at, value);
    }

    fn input_byte(&mut self, port: u16, special: bool) -> u8 {
        self.bus.input_byte(port, special)
    }

    fn output_byte(&mut self, port: u16, special: bool, value: u8) {
        self.bus.output_byte(port, special, value);
    }
}

#[test]
fn accesses_of_the_search() {
    let (mut accesses, mut clocks, mut nodes) = (0, 0, 0);
    for fen in win_at_chess().iter().step_by(STEP) {
        let mut board = chess_board();
        board.serial().send(format!("p {fen}\ng 30\n").as_bytes());
        let mut bus = Counted { bus: board.memory().clone(), accesses: 0 };
        let mut cpu = board.cpu().clone();
        // Up to the end of the last iteration within the limit, whose line has the nodes.
        let (mut passed, mut sent) = (0, 0);
        let mut last = (0, 0);
        while passed < LIMIT {
            let step = cpu.step(&mut bus);
            assert_eq!(step.event, Event::Retired, "{fen}");
            passed += u64::from(step.clocks);
            let output = bus.bus.serial.output();
            if output.len() > sent && output.ends_with(b"\n") {
                last = (bus.accesses, passed);
            }
            sent = output.len();
        }
        let output = String::from_utf8(bus.bus.serial.take_output()).expect("ASCII");
        let line = output.lines().filter(|line| line.split(' ').count() == 4).next_back();
        let found = line.and_then(|line| line.split(' ').next_back()?.parse::<u64>().ok());
        nodes += found.unwrap_or_else(|| panic!("{fen}: {output}"));
        accesses += last.0;
        clocks += last.1;
    }
    println!("{accesses} accesses to memory in {clocks} clocks, {nodes} nodes");
    // An access takes three clocks at least.
    assert!(nodes > 10_000 && accesses < clocks / 3, "{nodes} nodes");
}
