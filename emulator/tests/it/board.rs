//! A board: small programs, its clock, its devices, and its copies.

use z8000::cpu::Cpu;
use z8000::machine::{
    Address, Channel, Clock, Conflict, Device, Kind, Machine, Memory, Modes, Parts, READY, RECEIVED, RunError, Serial,
    Spaces, Stop, World,
};
use z8000::run::{Engine, EngineStop, NoProbe, Probe, Running};

use crate::pair::Pair;

fn board(code: &[u16]) -> Machine {
    let mut board = Machine::board();
    let bytes: Vec<u8> = code.iter().flat_map(|word| word.to_be_bytes()).collect();
    board.load_program(0, &[0, 0, 0x40, 0, 0, 6]);
    board.load_program(6, &bytes);
    board.reset();
    board
}

#[test]
fn a_program_runs_to_its_halt() {
    // LDK R1,#5; HALT: 5 and 8 clocks.
    let mut board = board(&[0xBD15, 0x7A00]);
    assert_eq!(board.run(1_000), Ok(Stop::Halted));
    assert_eq!(board.cpu().register(1), 5);
    assert_eq!(board.clocks(), 13);
}

#[test]
fn running_off_the_program_is_an_error() {
    // JP 1234h
    let mut board = board(&[0x5E08, 0x1234]);
    let error = RunError::OutsideProgram { pc: 0x1234.into(), from: 6.into() };
    assert_eq!(board.run(1_000), Err(error));
}

#[test]
fn a_start_where_no_code_is_is_an_error() {
    let mut board = board(&[0x7A00]);
    board.load_program(4, &[0x90, 0]);
    board.reset();
    assert_eq!(board.run(1_000), Err(RunError::NoCode(0x9000.into())));
    assert_eq!((board.steps(), board.cpu().pc()), (0, 0x9000));
}

#[test]
fn a_limit_of_clocks_ends_a_run_behind_an_instruction_or_an_iteration() {
    // LD R1,#0; LD R2,#2; LD R3,#100; LDIR @R1,@R2,R3; INC R4; JR to INC: 7 each, 11 + 9 * 100, 4 and 6.
    let program = [0x2101, 0, 0x2102, 2, 0x2103, 100, 0xBB21, 0x0310, 0xA940, 0xE8FE];
    for (limit, instructions, clocks) in [
        (1, 1, 7),
        (7, 1, 7),
        (15, 3, 21),
        (38, 3, 46),
        (931, 4, 932),
        (933, 5, 936),
    ] {
        let mut board = board(&program);
        assert_eq!(board.run(limit), Ok(Stop::ClockLimit));
        assert_eq!((board.steps(), board.clocks()), (instructions, clocks), "limit {limit}");
    }
}

#[test]
fn an_undefined_word_is_an_error() {
    for word in [0x9D00, 0x3600] {
        let error = RunError::Undefined { word, pc: 6.into(), segmented: false };
        assert_eq!(board(&[word]).run(1_000), Err(error));
    }
}

/// A probe that stops before the instruction at an address.
struct StopAt(u16);

impl Probe<World> for StopAt {
    fn instruction(&mut self, _: u64, _: &Cpu, _: &World) {}

    fn stops(&mut self, _: u64, cpu: &Cpu, _: &World) -> bool {
        cpu.pc() == self.0
    }
}

#[test]
fn a_probe_stops_a_run_before_an_instruction() {
    // LDK R1,#5; INC R1,#1; HALT
    let program = [0xBD15, 0xA910, 0x7A00];
    for (at, instructions) in [(6, 0), (8, 1), (10, 2)] {
        let mut one = board(&program);
        assert_eq!(one.run_with(1_000, false, &mut StopAt(at)), Ok(Stop::Probe), "{at}");
        assert_eq!((one.steps(), one.cpu().pc()), (instructions, at));
        let mut other = board(&program);
        assert_eq!(other.advance(9, &mut StopAt(at)), Ok(Some(Stop::Probe)), "{at}");
        assert_eq!((other.steps(), other.cpu().pc()), (instructions, at));
    }
    let mut board = board(&program);
    assert_eq!(board.run_with(1_000, false, &mut StopAt(0x100)), Ok(Stop::Halted));
}

/// The number of instructions counts from the current position of the board, not from its start.
#[test]
fn a_number_of_instructions_is_run() {
    // LDK R1,#5; INC R1,#1; INC R1,#1; HALT
    let mut board = board(&[0xBD15, 0xA910, 0xA910, 0x7A00]);
    assert_eq!(board.advance(0, &mut NoProbe), Ok(None));
    assert_eq!((board.advance(1, &mut NoProbe), board.cpu().pc()), (Ok(None), 8));
    assert_eq!((board.advance(2, &mut NoProbe), board.cpu().pc()), (Ok(None), 12));
    assert_eq!(board.advance(2, &mut NoProbe), Ok(Some(Stop::Halted)));
    assert_eq!(board.steps(), 4);
}

#[test]
fn program_and_data_are_apart() {
    // LD R1,0002h; HALT reads the data memory, not the second word of the program.
    let mut board = board(&[0x6101, 0x0002]);
    board.load([(10, &[0x7A, 0x00][..])], [(2, &[0x12, 0x34][..])]);
    assert_eq!(board.run(1_000), Ok(Stop::Halted));
    assert_eq!(board.cpu().register(1), 0x1234);
}

#[test]
fn the_timer_interrupts() {
    // LD R0,#100; OUT FF10,R0; LDK R1,#0; EI NVI; INC R2; JR to INC, endlessly. The period is 1,600 clocks.
    let program = [0x2100, 0x0064, 0x3B06, 0xFF10, 0xBD10, 0x7C06, 0xA920, 0xE8FE];
    // The handler: OUT FF12,R0; INC R1; CP R1,#5; JR LT to IRET; CLR R0; OUT FF10,R0; HALT; IRET.
    let handler = [
        0x3B06, 0xFF12, 0xA910, 0x0B01, 0x0005, 0xE104, 0x8D08, 0x3B06, 0xFF10, 0x7A00, 0x7B00,
    ];
    let bytes = |words: &[u16]| words.iter().flat_map(|word| word.to_be_bytes()).collect::<Vec<u8>>();
    let run = |slices: &[u64]| {
        let mut board = Machine::board();
        board.load_program(0, &[0, 0, 0x40, 0, 0, 0x40]);
        // The program status area is at 0: FCW and PC of NVI at 24.
        board.load_program(24, &[0x40, 0, 0, 0x60]);
        board.load_program(0x40, &bytes(&program));
        board.load_program(0x60, &bytes(&handler));
        board.reset();
        board.cpu_mut().set_register(15, 0x8000);
        for &limit in slices {
            board.run(limit).expect("a run");
        }
        assert_eq!((board.run(100_000), board.cpu().register(1)), (Ok(Stop::Halted), 5));
        (board.clocks(), board.steps(), board.cpu().register(2))
    };
    let whole = run(&[]);
    assert_eq!(run(&[100, 1_605, 1_650, 3_300, 6_000]), whole);
    // The first period begins after LD and OUT, with 7 and 12 clocks. After the fifth follow the rest of an
    // instruction, at most 6 clocks; the interrupt, 33; and the handler, 12 + 4 + 7 + 6 + 7 + 12 + 8.
    let behind = whole.0 - (19 + 5 * 1600);
    assert!((33 + 56..=33 + 56 + 6).contains(&behind), "{behind}");
}

#[test]
fn waiting_for_input_stops_the_run() {
    // INB RL0,FF01h; JR to itself
    let mut board = board(&[0x3A84, 0xFF01, 0xE8FD]);
    assert_eq!(board.run(1_000_000), Ok(Stop::WantsInput));
}

/// An engine that runs like the interpreter, with one error: after the instruction at an address, it sets an additional
/// bit in R3.
#[derive(Debug, Clone)]
struct Wrong(u16);

impl Engine for Wrong {
    fn run(&mut self, on: &mut Running<'_>) -> EngineStop {
        while *on.clocks + 100 <= on.limit() {
            let pc = on.cpu.pc();
            if let Err(ran) = on.step() {
                return ran;
            }
            if pc == self.0 && on.cpu.register(1) == 10 {
                on.cpu.set_register(3, on.cpu.register(3) ^ 1);
            }
        }
        EngineStop::Anywhere
    }

    fn clone_box(&self) -> Box<dyn Engine> {
        Box::new(self.clone())
    }
}

#[test]
fn the_first_difference_is_found() {
    // LDK R1,#0; then INC R1,#1; INC R2,#2; JR to INC R1, endlessly.
    let mut board = Machine::board();
    board.load_program(0, &[0, 0, 0x40, 0, 0, 6]);
    board.load_program(6, &[0xBD, 0x10, 0xA9, 0x10, 0xA9, 0x21, 0xE8, 0xFD]);
    board.reset();
    board.set_engine(Some(Box::new(Wrong(0x0C))));
    let difference = Pair::new(board).advance(5000).expect_err("it is wrong");
    assert_eq!(difference.what, "R3 is 1; expected 0");
    // The jump of the tenth iteration is the 31st instruction; but the engine executes it only in a piece that leaves
    // it enough clocks, and the interpreter executes it in shorter pieces.
    assert!((30..100).contains(&difference.agreed), "{difference}");
}

/// The characters of a serial port arrive immediately, or one by one.
#[test]
fn characters_come_in_the_order_in_which_they_were_sent() {
    let mut serial = Serial::new(0);
    assert_eq!(serial.read(0), READY);
    serial.channels_mut()[0].receive(b"ab");
    assert_eq!(serial.read(0), READY | RECEIVED);
    assert_eq!([serial.read(1), serial.read(1)], *b"ab");
    assert_eq!((serial.read(0), serial.read(1)), (READY, 0));
}

/// 9,600 bits a second are 960 characters, or one in 4,166.7 clocks of a chip at 4 MHz.
#[test]
fn characters_keep_the_pace_of_the_line_and_wait_for_the_receiver() {
    for (baud, clocks) in [(9_600, 4_167), (50, 800_000), (1_000_000, 40)] {
        let mut channel = Channel::new(baud);
        channel.receive(b"abc");
        assert_eq!(channel.due(), 0);
        channel.arrive(1_000);
        // The second character is not due before the first one is read.
        assert_eq!((channel.has_come(), channel.due()), (true, u64::MAX));
        assert_eq!((channel.take(), channel.due()), (b'a', 1_000 + clocks));
        channel.arrive(1_000 + clocks - 1);
        assert!(!channel.has_come());
        // A program that has polled without success for a long time does not wait when a character is available.
        assert!((0..100).all(|_| !channel.look()));
        channel.arrive(9_000_000);
        channel.arrive(10_000_000);
        assert_eq!((channel.take(), channel.due()), (b'b', 9_000_000 + clocks));
    }
}

#[test]
fn frequencies_are_read_in_every_unit() {
    for (text, hertz) in [
        ("4MHz", 4_000_000),
        ("4.5 mhz", 4_500_000),
        ("500kHz", 500_000),
        ("4000000", 4_000_000),
        ("4Hz", 4),
    ] {
        assert_eq!(text.parse().map(Clock::hertz), Ok(hertz), "{text}");
    }
    for text in ["", "4", "999", "MHz", "0MHz", "-4MHz", "4GHz", "2000MHz", "nan"] {
        assert!(text.parse::<Clock>().is_err(), "{text}");
    }
}

#[test]
fn seconds_and_clocks() {
    let clock: Clock = "4MHz".parse().expect("a frequency");
    assert_eq!(clock.clocks(1.5), 6_000_000);
    assert!((clock.seconds(6_000_000) - 1.5).abs() < 1e-12);
}

#[test]
fn the_ends_of_the_frequencies_and_their_text() {
    for (text, hertz) in [
        ("1Hz", Some(1)),
        ("0.9Hz", None),
        ("1000", Some(1000)),
        ("999.9", None),
        ("1000MHz", Some(1_000_000_000)),
        ("1000000kHz", Some(1_000_000_000)),
        ("1000.001MHz", None),
        (" 1.5kHz ", Some(1500)),
        ("2.6Hz", Some(3)),
        ("2.4Hz", Some(2)),
        ("inf", None),
    ] {
        assert_eq!(text.parse().ok().map(Clock::hertz), hertz, "{text}");
    }
    let error = |text: &str| text.parse::<Clock>().expect_err("no frequency");
    assert_eq!(
        error("4"),
        "`4` would be a clock of 4 Hz: write 4MHz, or 4Hz if that is what you mean"
    );
    assert_eq!(
        error("4GHz"),
        "invalid clock frequency `4GHz`: expected 1 Hz to 1000 MHz, such as 4MHz, 6MHz or 4000000"
    );
    let text = |clock: &str| clock.parse::<Clock>().map(|clock| clock.to_string());
    assert_eq!(
        [text("4MHz"), text("500kHz")],
        [Ok("4 MHz".into()), Ok("0.5 MHz".into())]
    );
}

#[test]
fn code_may_run_where_some_was_loaded() {
    let mut board = Machine::board();
    assert_eq!(board.guarded(), Some(0..0));
    for (origin, length, expected) in [
        (0x100, 4, 0x100..0x104),
        (0x102, 3, 0x100..0x105),
        (0x0FE, 2, 0x0FE..0x105),
        (0x200, 2, 0x0FE..0x202),
    ] {
        assert!(board.load_program(origin, &vec![0x11; length]));
        assert_eq!(board.guarded(), Some(expected));
    }
    for (at, may) in [
        (0xFC, false),
        (0xFE, true),
        (0x104, true),
        (0x106, false),
        (0x200, true),
        (0x202, false),
    ] {
        assert_eq!(board.may_run(Address::flat(at)), may, "{at:x}");
    }
    // The second byte would be beyond the end of memory.
    assert!(!board.load_data(0xFFFF, &[1, 2]));
    assert_eq!((board.world().data_byte(0xFFFF), board.world().data_byte(0)), (1, 0));
    board.world_mut().forbid(&(0x100..0x102));
    assert!(!board.may_run(Address::flat(0x100)) && board.may_run(Address::flat(0x102)));
}

/// A RET to a wrong address stops immediately in a gap between parts of the program, with and without an engine;
/// without a guard, any memory may be code.
#[test]
fn code_runs_only_where_some_was_loaded_if_the_machine_guards_it() {
    // LD R15,#8000h; PUSH @R15,R1; RET, with R1 = 6000h; the rest of memory is NOP: 8D07h.
    let program = [0x210F, 0x8000, 0x93F1, 0x9E08];
    for (guard, data) in [(true, false), (true, true), (false, false)] {
        let ram = Memory {
            kind: Kind::Ram,
            start: 0,
            size: 0x1_0000,
            space: Spaces::All,
            mode: Modes::All,
            waits: 0,
        };
        let parts = Parts { memory: vec![ram], guard, ..Parts::board() };
        let mut machine = Machine::new(parts).expect("one memory");
        machine.load_program(2, &[0x40, 0, 0, 6]);
        machine.load_program(
            6,
            &program
                .iter()
                .flat_map(|word: &u16| word.to_be_bytes())
                .collect::<Vec<u8>>(),
        );
        machine.load_program(0x7000, &[0x7A, 0]);
        if data {
            machine.load_data(0x6000, &[0x8D, 0x07, 0x7A, 0]);
        }
        machine.reset();
        machine.cpu_mut().set_register(1, 0x6000);
        let error = RunError::OutsideProgram { pc: 0x6000.into(), from: 12.into() };
        let expected = if guard { Err(error) } else { Ok(Stop::Halted) };
        assert_eq!(machine.run(10_000_000), expected);
        assert_eq!(machine.steps() < 5, guard);
    }
}

#[test]
fn parts_that_do_not_go_together_are_refused() {
    let mut twice = Parts::board();
    twice.serial.push(twice.serial[0].clone());
    let error = Machine::new(twice).expect_err("two at one port");
    let what = "port 0xff01 is already used by another device";
    assert_eq!(error, Conflict::new("serial", Some(1), what));
    let mut overlapping = Parts::board();
    overlapping.memory.push(overlapping.memory[0].clone());
    let error = Machine::new(overlapping).expect_err("two memories");
    assert_eq!(error.to_string(), "memory 3: overlaps another memory at 0x0");
}

/// The processor's 16 data lines at the ports: the serial port drives the lower eight, and nothing drives the others.
#[test]
fn words_of_ports_have_the_byte_of_the_serial_port() {
    // IN R1,FF03h; IN R2,FF02h; IN R3,FF00h; IN R4,1234h; OUT FF02h,R5; OUT FF03h,R6; HALT.
    let program = [
        0x3B14, 0xFF03, 0x3B24, 0xFF02, 0x3B34, 0xFF00, 0x3B44, 0x1234, 0x3B56, 0xFF02, 0x3B66, 0xFF03, 0x7A00,
    ];
    let mut board = board(&program);
    board.set_baud(0);
    board.send(0, b"ab");
    board.cpu_mut().set_register(5, 0x4142);
    board.cpu_mut().set_register(6, 0x4344);
    assert_eq!(board.run(1_000), Ok(Stop::Halted));
    let registers = [1, 2, 3, 4].map(|n| board.cpu().register(n));
    assert_eq!(registers, [0xFF61, 0xFF62, 0xFF00 | u16::from(READY), 0xFFFF]);
    assert_eq!(board.take_output(0), b"BD");
}
