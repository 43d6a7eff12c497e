//! The program's memory accesses, from which the cost of wait states is calculated.

use z8000::bus::{Bus, Location, Status};
use z8000::cpu::Event;
use z8000_tests::documents::read;
use z8000_tests::{chess_board, repository, win_at_chess};

/// Clocks per position: ten seconds of a Z8000 at 4 MHz.
const LIMIT: u64 = 40_000_000;
/// The clock rate of Table 1, in hertz.
const HERTZ: f64 = 4e6;
/// The share of the clocks that refresh leaves to the processor: of every 60 clocks, refresh takes a cycle of 3, which
/// refreshes 128 rows in 2 ms.
const REFRESHED: f64 = 57.0 / 60.0;
/// Every twentieth position is run.
const STEP: usize = 20;

/// The memory and the serial port of a board, with a count of memory accesses.
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
        board.send(0, format!("p {fen}\ng 30\n").as_bytes());
        let mut bus = Counted { bus: board.world().clone(), accesses: 0 };
        let mut cpu = board.cpu().clone();
        // The end of the last iteration within the limit; its line contains the number of nodes.
        let (mut passed, mut sent) = (0, 0);
        let mut last = (0, 0);
        while passed < LIMIT {
            let step = cpu.step(&mut bus);
            assert_eq!(step.event, Event::Retired, "{fen}");
            passed += u64::from(step.clocks);
            let output = bus.bus.devices().output(0);
            if output.len() > sent && output.ends_with(b"\n") {
                last = (bus.accesses, passed);
            }
            sent = output.len();
        }
        let output = String::from_utf8(bus.bus.devices_mut().take_output(0)).expect("ASCII");
        let line = output.lines().rfind(|line| line.split(' ').count() == 4);
        let found = line.and_then(|line| line.split(' ').next_back()?.parse::<u64>().ok());
        nodes += found.unwrap_or_else(|| panic!("{fen}: {output}"));
        accesses += last.0;
        clocks += last.1;
    }
    println!("{accesses} accesses to memory in {clocks} clocks, {nodes} nodes");
    // An access takes at least three clocks.
    assert!(nodes > 10_000 && accesses < clocks / 3, "{nodes} nodes");
    let per_clock = accesses as f64 / clocks as f64;
    let pace = |waits: f64, share: f64| share * HERTZ / (cycles_per_node() * (1.0 + waits * per_clock));
    let paces: Vec<String> = [0.0, 1.0, 2.0]
        .iter()
        .flat_map(|&waits| [pace(waits, 1.0), pace(waits, REFRESHED)])
        .map(|pace| format!("{pace:.0}"))
        .collect();
    println!(
        "nodes a second with no wait state, with refresh, one, with refresh, two, with refresh: {}",
        paces.join(" ")
    );
}

/// Returns the clocks per node in Table 1.
fn cycles_per_node() -> f64 {
    let text = read(&repository("docs/results/table1.json")).expect("the stored results");
    let stored: serde_json::Value = serde_json::from_str(&text).expect("JSON");
    let value = &stored["entries"]["table1"]["result"]["summary"]["cycles_per_node"];
    value.as_f64().expect("a number")
}
