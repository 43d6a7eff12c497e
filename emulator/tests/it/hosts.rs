//! The main loop: goals, hosts that execute one instruction at a time, probes, engines, and the points where they stop.

use std::ops::Range;
use std::sync::atomic::{AtomicU16, Ordering};
use std::sync::{Arc, Mutex};

use crate::pair::{Difference, Pair};
use crate::ram::{Ram, Xorshift};
use z8000::bus::Location;
use z8000::cpu::{
    Cpu, End, Fcw, Functions, Interrupt, Interrupts, Model, OFFSETS, PASSED, Places, STOPS, Step, Trap, Until,
};
use z8000::machine::{DATA_PORT, Fault, Machine, PATIENCE, RunError, Stop, World};
use z8000::run::{Engine, EngineStop, Goal, Host, NoProbe, Outside, Probe, RunEnd, Runner, Running, Work};

const NOP: u16 = 0x8D07;
const HALT: u16 = 0x7A00;

/// Returns a board with code at 0040h, FCW and PC for a reset, and the program status area at 0.
fn board(code: &[u16]) -> Machine {
    let bytes = |words: &[u16]| words.iter().flat_map(|word| word.to_be_bytes()).collect::<Vec<u8>>();
    let mut board = Machine::board();
    // Handlers: the system call's at 0100h is IRET; the timer's at 0110h clears the request: OUT FF12,R0; INC R9; IRET.
    board.load_program(0, &bytes(&[0, 0x4000, 0x40, 0, 0, 0, 0x4000, 0x0100]));
    board.load_program(0x18, &bytes(&[0x4000, 0x0110]));
    board.load_program(0x0100, &bytes(&[0x7B00]));
    board.load_program(0x0110, &bytes(&[0x3B06, 0xFF12, 0xA990, 0x7B00]));
    board.load_program(0x40, &bytes(code));
    board.reset();
    board.cpu_mut().set_register(15, 0x8000);
    board
}

/// The memory of a board, as a host that executes one instruction at a time.
#[derive(Clone)]
struct Slowly(World);

impl Host for Slowly {
    fn step(&mut self, cpu: &mut Cpu) -> Step {
        self.0.step(cpu)
    }
    fn code_range(&self, at: Location) -> Range<u32> {
        self.0.code_range(at)
    }
    fn waits_for_input(&self) -> bool {
        self.0.waits_for_input()
    }
    fn output(&self) -> &[u8] {
        Host::output(&self.0)
    }
    fn due(&self) -> u64 {
        self.0.due()
    }
    fn look(&mut self, clocks: u64, cpu: &mut Cpu) {
        self.0.look(clocks, cpu);
    }
    fn awaited(&self) -> Interrupts {
        self.0.awaited()
    }
}

/// A probe that counts instructions.
struct Counts(u64);

impl<H: Host> Probe<H> for Counts {
    fn instruction(&mut self, _: u64, _: &Cpu, _: &H) {
        self.0 += 1;
    }
}

/// Runs a board to a goal in three ways: many instructions at once, one at a time, and with a probe. Checks that the
/// results are the same, and returns them.
fn run(board: &Machine, goal: &Goal) -> (RunEnd, u64, u64, Cpu) {
    let memory = board.world();
    let mut runner = Runner::new(board.cpu().clone());
    let mut host = memory.clone();
    let ended = runner.run(&mut host, goal);
    let found = (ended, runner.steps, runner.clocks, runner.cpu);

    let mut slow = Runner::new(board.cpu().clone());
    let mut slowly = Slowly(memory.clone());
    let ended = slow.run(&mut slowly, goal);
    assert_eq!((ended, slow.steps, slow.clocks, slow.cpu), found, "{goal:?}");

    let (mut probed, mut probe) = (Runner::new(board.cpu().clone()), Counts(0));
    let mut seen = memory.clone();
    let Ok(ended) = probed.run_with(&mut seen, goal, &mut probe, &mut ());
    assert_eq!((ended, probed.steps, probed.clocks, probed.cpu), found, "{goal:?}");
    for other in [&slowly.0, &seen] {
        let differs = other
            .banks()
            .bytes()
            .iter()
            .zip(host.banks().bytes())
            .position(|(a, b)| a != b);
        assert_eq!(differs, None, "{goal:?}");
        let devices =
            [other, &host].map(|world| (world.devices().output(0).to_vec(), world.devices().waits(), world.due()));
        assert_eq!(devices[0], devices[1]);
    }
    found
}

/// Programs, goals, and the reasons why the runs end. Clocks are those printed in the manual: NOP 7, HALT 8, JR 6, INC
/// 4, LDB of a byte 5, OUTB and OUT 12, SC 33, IRET 13, INB 12, LDIR 11+9n.
#[test]
fn a_run_ends_at_its_goal_in_each_way_of_running() {
    let line: &[u16] = &[0xC861, 0x3A86, DATA_PORT, 0xC80A, 0x3A86, DATA_PORT, 0xE8F9];
    let poll: &[u16] = &[0x3A84, 0xFF01, 0xE8FD];
    let call: &[u16] = &[0xA910, 0x7F05, 0xE8FD];
    // LD R1,#1000h; LD R2,#2000h; LD R3,#9; LDIR @R2,@R1,R3; HALT.
    let copy: &[u16] = &[0x2101, 0x1000, 0x2102, 0x2000, 0x2103, 9, 0xBB11, 0x0320, HALT];
    // LD R0,#10; OUT FF10,R0 for a period of 160 clocks; EI NVI; HALT; JR to HALT.
    let timer: &[u16] = &[0x2100, 10, 0x3B06, 0xFF10, 0x7C06, HALT, 0xE8FE];
    let goal = Goal::default;
    let exact = |clocks| Goal { clocks, exact: true, slices: Some(0), ..Goal::default() };
    let sliced = |clocks| Goal { clocks, slices: Some(0), ..Goal::default() };
    type Row<'a> = (&'a str, &'a [u16], Goal, RunEnd, u64, u64);
    let rows: &[Row<'_>] = &[
        ("halt", &[NOP, HALT], goal(), RunEnd::Halted, 2, 15),
        (
            "no instruction",
            &[NOP],
            Goal { instructions: 0, ..goal() },
            RunEnd::Instructions,
            0,
            0,
        ),
        (
            "one",
            &[NOP, NOP],
            Goal { instructions: 1, ..goal() },
            RunEnd::Instructions,
            1,
            7,
        ),
        (
            "outside",
            &[NOP, 0xE87F, 0xE87F],
            goal(),
            RunEnd::Outside { from: Location::new(0, 0x42) },
            2,
            7 + 6,
        ),
        (
            "a jump outside",
            &[0x5E08, 0x4000],
            goal(),
            RunEnd::Outside { from: Location::new(0, 0x40) },
            1,
            7,
        ),
        (
            "undefined",
            &[NOP, 0x9D00],
            goal(),
            RunEnd::Undefined { word: 0x9D00 },
            2,
            10,
        ),
        ("no clocks", &[NOP; 9], exact(0), RunEnd::Clocks, 0, 0),
        (
            "clocks within an instruction",
            &[NOP; 9],
            exact(15),
            RunEnd::Clocks,
            3,
            21,
        ),
        ("clocks at the end of one", &[NOP; 9], exact(14), RunEnd::Clocks, 2, 14),
        (
            "clocks in a repetition",
            copy,
            exact(21 + 11 + 27),
            RunEnd::Clocks,
            3,
            21 + 7 + 36,
        ),
        (
            "clocks at the end of a slice",
            &[0xE8FF],
            sliced(100),
            RunEnd::Clocks,
            256,
            256 * 6,
        ),
        (
            "one clock after a slice",
            &[0xE8FF],
            sliced(256 * 6 + 1),
            RunEnd::Clocks,
            512,
            512 * 6,
        ),
        (
            "clocks of a slice",
            &[0xE8FF],
            sliced(256 * 6),
            RunEnd::Clocks,
            256,
            256 * 6,
        ),
        (
            "a line",
            line,
            Goal { lines: true, ..goal() },
            RunEnd::Line,
            4,
            2 * (5 + 12),
        ),
        (
            "lines that do not count",
            line,
            Goal { instructions: 10, ..goal() },
            RunEnd::Instructions,
            10,
            4 * 17 + 2 * 6,
        ),
        (
            "a trap",
            call,
            Goal { traps: true, ..goal() },
            RunEnd::Trapped(Trap::SystemCall),
            2,
            4 + 33,
        ),
        (
            "traps that do not count",
            call,
            Goal { instructions: 5, ..goal() },
            RunEnd::Instructions,
            5,
            4 + 33 + 13 + 6 + 4,
        ),
        // Sixty-five reads without a character suffice, but the machine only checks this at the end of the slice.
        (
            "input",
            poll,
            Goal { slices: Some(0), ..goal() },
            RunEnd::WantsInput,
            256,
            128 * 18,
        ),
        (
            "input that does not count",
            poll,
            Goal { instructions: 600, ..goal() },
            RunEnd::Instructions,
            600,
            300 * 18,
        ),
    ];
    let mut wrong = Vec::new();
    for (text, code, goal, ended, instructions, clocks) in rows {
        let found = run(&board(code), goal);
        if (found.0, found.1, found.2) != (*ended, *instructions, *clocks) {
            wrong.push((text, found.0, found.1, found.2));
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
    // Ten periods after the first 7 + 12 clocks: each interrupt ends a HALT.
    let (ended, _, clocks, cpu) = run(&board(timer), &exact(19 + 10 * 160 + 60));
    assert_eq!((ended, cpu.register(9)), (RunEnd::Clocks, 10), "{clocks}");
}

#[test]
fn random_programs_run_the_same_in_each_way() {
    let mut random = Xorshift(0x1E86);
    let mut bytes = vec![0; 0x1_0000];
    for round in 0..150 {
        if round % 30 == 0 {
            bytes.fill_with(|| random.next() as u8);
        }
        let mut board = Machine::board();
        board.load_program(0, &bytes);
        board.load_data(0, &bytes);
        let cpu = board.cpu_mut();
        cpu.set_pc(random.next() as u16);
        cpu.set_fcw(0x5800 | random.next() as u16 & 0xFC);
        for n in 0..16 {
            // Small numbers keep repetitions short.
            cpu.set_register(n, random.next() as u16 & 0x3F);
        }
        let number = random.next();
        let goal = Goal {
            instructions: if number & 1 == 0 { u64::MAX } else { number >> 8 & 0x1FF },
            clocks: number >> 20 & 0x7FF,
            exact: number & 2 == 0,
            slices: Some(0),
            lines: number & 4 == 0,
            traps: number & 8 == 0,
        };
        run(&board, &goal);
    }
}

#[test]
fn slices_are_counted_from_where_the_goal_says() {
    for (first, expected) in [(0, 256), (100, 256), (256, 512), (300, 512)] {
        let mut board = board(&[0x3A84, 0xFF01, 0xE8FD]);
        assert_eq!(board.advance(first, &mut NoProbe), Ok(None));
        assert_eq!(board.advance_served(10_000, u64::MAX), Ok(Some(Stop::WantsInput)));
        assert_eq!((board.steps(), board.wants_input()), (expected, true), "{first}");
    }
    // The slices of a line begin with the run.
    let mut board = board(&[0xE8FF]);
    assert_eq!(board.advance(100, &mut NoProbe), Ok(None));
    assert_eq!(board.run_with(1, true, &mut NoProbe), Ok(Stop::ClockLimit));
    assert_eq!(board.steps(), 100);
    assert_eq!(board.run_with(601, true, &mut NoProbe), Ok(Stop::ClockLimit));
    assert_eq!(board.steps(), 100 + 256);
    assert_eq!((board.advance_served(10, u64::MAX), board.steps()), (Ok(None), 366));
}

/// A limit of clocks ends a served run after the instruction that reaches it: LDK 5, LDIR 11 + 9 * 9, HALT 8.
#[test]
fn a_served_run_has_a_limit_of_clocks() {
    for (limit, instructions, clocks) in [
        (0, 0, 0),
        (1, 1, 5),
        (5, 1, 5),
        (6, 2, 97),
        (50, 2, 97),
        (96, 2, 97),
        (97, 2, 97),
    ] {
        let mut board = board(&[0xBD39, 0xBB11, 0x0320, 0x7A00]);
        assert_eq!(board.advance_served(10, limit), Ok(Some(Stop::ClockLimit)), "{limit}");
        assert_eq!((board.steps(), board.clocks()), (instructions, clocks), "{limit}");
        assert_eq!(board.advance_served(10, 98), Ok(Some(Stop::Halted)), "{limit}");
    }
}

#[test]
fn a_program_waits_for_input_after_sixty_five_looks() {
    let mut board = board(&[0x3A84, 0xFF01, 0xE8FD]);
    for (looks, waits) in [(PATIENCE, false), (PATIENCE + 1, true)] {
        let more = 2 * looks - board.steps() as u32;
        assert_eq!(board.advance(more, &mut NoProbe), Ok(None));
        assert_eq!(board.wants_input(), waits, "{looks}");
    }
    // A character that arrives ends the wait, and so does a timer that is served.
    board.send(0, b"x");
    assert!(!board.wants_input());
    let register = |board: &Machine| board.cpu().register(0) & 0xFF;
    for expected in [3, 3] {
        assert_eq!(board.advance(2, &mut NoProbe), Ok(None));
        assert_eq!((register(&board), board.wants_input()), (expected, false));
    }
}

#[test]
fn a_run_to_a_line_ends_after_each_line_feed() {
    let line: &[u16] = &[0xC861, 0x3A86, DATA_PORT, 0xC80A, 0x3A86, DATA_PORT, 0xE8F9];
    let mut board = board(line);
    for expected in ["a\n", "a\na\n", "a\na\na\n"] {
        assert_eq!(board.run_with(10_000, true, &mut NoProbe), Ok(Stop::Line));
        assert_eq!(board.output(0), expected.as_bytes());
    }
    assert_eq!(board.take_output(0).len(), 6);
    assert_eq!(board.run_with(10_000, true, &mut NoProbe), Ok(Stop::Line));
    assert_eq!(board.take_output(0), b"a\n");
}

/// A console that sends a character a number of times, and records its calls.
struct Console {
    characters: u32,
    calls: Vec<&'static str>,
}

impl Outside<World> for Console {
    type Error = ();

    fn exchange(&mut self, host: &mut World) -> Result<(), ()> {
        self.calls.push("exchange");
        host.devices_mut().take_output(0);
        Ok(())
    }

    fn wait(&mut self, host: &mut World) -> Result<bool, ()> {
        self.calls.push("wait");
        if self.characters == 0 {
            return Ok(false);
        }
        self.characters -= 1;
        host.devices_mut().receive(0, b"x");
        Ok(true)
    }
}

#[test]
fn connections_are_served_between_slices() {
    // INB RL0,FF01h; BITB RL0,#0; JR Z to INB; INB RL1,FF03h; JR to the first INB.
    let mut board = board(&[0x3A84, 0xFF01, 0xA680, 0xE6FC, 0x3A94, DATA_PORT, 0xE8F9]);
    board.set_baud(0);
    let mut runner = Runner::new(board.cpu().clone());
    let mut console = Console { characters: 2, calls: Vec::new() };
    let goal = Goal { slices: Some(0), ..Goal::default() };
    let ended = runner.run_with(&mut board.world().clone(), &goal, &mut NoProbe, &mut console);
    // Each slice of 256 instructions polls more than 65 times without a character.
    assert_eq!(console.calls, ["exchange", "wait"].repeat(3));
    assert_eq!(
        (ended, runner.steps, runner.cpu.register(1)),
        (Ok(RunEnd::WantsInput), 768, 0x78)
    );
}

/// What an engine was told: the result of each call, the instructions and clocks so far, and the limit before the call.
type Told = (Result<(), EngineStop>, u64, u64, u64);

/// An engine that lets the interpreter run to counted addresses, or one instruction at a time, and records the results.
#[derive(Debug, Clone)]
struct Notes {
    /// The maximum number of instructions per call; 0 for single steps.
    most: u64,
    often: u16,
    told: Arc<Mutex<Vec<Told>>>,
}

impl Engine for Notes {
    fn run(&mut self, on: &mut Running<'_>) -> EngineStop {
        let counts: Box<[AtomicU16; OFFSETS]> = Box::new([const { AtomicU16::new(0) }; OFFSETS]);
        let places = Places { counts: &counts, often: self.often, weight: 0 };
        for _ in 0..1_000 {
            let limit = on.limit();
            let did = match self.most {
                0 => on.step(),
                most => on.run_to_place(most, &places),
            };
            let mut told = self.told.lock().expect("no panic");
            told.push((did, *on.steps, *on.clocks, limit));
            if let Err(stop) = did {
                return stop;
            }
        }
        EngineStop::Anywhere
    }

    fn clone_box(&self) -> Box<dyn Engine> {
        Box::new(self.clone())
    }
}

/// Runs a program with such an engine, and returns its record.
fn told(code: &[u16], most: u64, often: u16, run: impl Fn(&mut Machine)) -> Vec<Told> {
    let told = Arc::new(Mutex::new(Vec::new()));
    let mut board = board(code);
    board.set_engine(Some(Box::new(Notes { most, often, told: Arc::clone(&told) })));
    assert_eq!(board.engine().map(Engine::work), Some(Work::default()));
    run(&mut board);
    let told = told.lock().expect("no panic");
    told.clone()
}

/// INC and JR take 4 and 6 clocks; every instruction takes at least 3, so five instructions take at least 15.
#[test]
fn an_engine_is_told_where_to_stop() {
    const NEVER: u16 = STOPS - 1;
    let around: &[u16] = &[0xA910, 0xE8FE];
    let advance = |instructions| move |board: &mut Machine| assert!(board.advance(instructions, &mut NoProbe).is_ok());
    let rows: &[(&str, Vec<Told>, &[Told])] = &[
        (
            "two at a time: at 20 clocks its limit has passed",
            told(around, 2, NEVER, advance(5)),
            &[
                (Ok(()), 2, 10, 15),
                (Ok(()), 4, 20, 15),
                (Err(EngineStop::Anywhere), 4, 20, 15),
            ],
        ),
        (
            "all at once",
            told(around, 100, NEVER, advance(5)),
            &[(Ok(()), 5, 24, 15), (Err(EngineStop::Slice), 5, 24, 15)],
        ),
        (
            "to each jump",
            told(around, 100, 0, advance(3)),
            &[(Ok(()), 2, 10, 9), (Err(EngineStop::Anywhere), 2, 10, 9)],
        ),
        (
            "by steps",
            told(around, 0, NEVER, advance(2)),
            &[
                (Ok(()), 1, 4, 6),
                (Ok(()), 2, 10, 6),
                (Err(EngineStop::Slice), 2, 10, 6),
            ],
        ),
        (
            "by steps, to the limit",
            told(around, 0, NEVER, advance(4)),
            &[
                (Ok(()), 1, 4, 12),
                (Ok(()), 2, 10, 12),
                (Ok(()), 3, 14, 12),
                (Err(EngineStop::Anywhere), 3, 14, 12),
            ],
        ),
        (
            "to a halt",
            told(&[0xA910, HALT], 100, NEVER, advance(9)),
            &[(Err(EngineStop::Ended(RunEnd::Halted)), 2, 12, 27)],
        ),
        (
            "to a halt, by steps",
            told(&[HALT], 0, NEVER, advance(9)),
            &[(Err(EngineStop::Ended(RunEnd::Halted)), 1, 8, 27)],
        ),
    ];
    for (text, found, expected) in rows {
        assert_eq!(found, expected, "{text}");
    }
    // A program that waits for input is left to the interpreter.
    for most in [0, 100] {
        let polls = told(&[0x3A84, 0xFF01, 0xE8FD], most, NEVER, |board| {
            assert_eq!(board.run(1_000_000), Ok(Stop::WantsInput))
        });
        assert_eq!(
            polls.last().map(|told| told.0),
            Some(Err(EngineStop::Anywhere)),
            "{most}"
        );
    }
}

/// A counter counts jumps to its address: the weight for a forward jump, twice the weight for a jump backward or to
/// itself.
#[test]
fn places_count_jumps_until_there_are_often_enough() {
    let counts: Box<[AtomicU16; OFFSETS]> = Box::new([const { AtomicU16::new(0) }; OFFSETS]);
    let places = Places { counts: &counts, often: 8, weight: 2 };
    let count = |at: usize| counts[at / 2].load(Ordering::Relaxed);
    for (from, to, stops, expected) in [
        (0x0100, 0x0200, false, 2),
        (0x0300, 0x0200, false, 6),
        (0x0200, 0x0200, false, 10),
        (0x0100, 0x0200, true, 10),
        (0x0300, 0x0200, true, 10),
    ] {
        assert_eq!((places.stops(from, to), count(0x0200)), (stops, expected));
    }
    assert_eq!((count(0x01FE), count(0x0202)), (0, 0));
    for (entry, stops) in [(7, false), (8, true), (STOPS, true), (PASSED, false)] {
        counts[5].store(entry, Ordering::Relaxed);
        assert_eq!(places.stops(0, 10), stops, "{entry}");
    }
    // A counter never reaches the values that are marks.
    let places = Places { counts: &counts, often: STOPS, weight: 0x7FFF };
    for expected in [0x7FFF, 0xFFFD, 0xFFFD] {
        assert_eq!((places.stops(0, 20), count(20)), (false, expected));
    }
}

/// Only jumps count that lead outside the next instructions, the longest of which has eight bytes.
#[test]
fn a_run_to_a_place_stops_at_jumps() {
    let all = |value| -> Box<[AtomicU16; OFFSETS]> { Box::new(std::array::from_fn(|_| AtomicU16::new(value))) };
    let run = |model, fcw, code: &[u16], mark| {
        let mut ram = Ram::new();
        ram.set(0x0200, code);
        // FCW and PC of a system call, for a Z8002 whose program status area is at 0.
        ram.set(0x0C, &[0x4000, 0x0220]);
        let mut cpu = Cpu::new(model);
        cpu.set_fcw(fcw);
        cpu.set_pc(0x0200);
        cpu.set_register(15, 0x8000);
        cpu.set_other_stack([0, 0x9000]);
        let counts = all(mark);
        let places = Places { counts: &counts, often: 1, weight: 1 };
        let run = cpu.run_to_place(&mut ram, &Until::instructions(2), &Functions::ALL, &places);
        (run.end, run.instructions)
    };
    let jump = |displacement: i8, mark| {
        let mut code = [NOP; 20];
        code[0] = 0xE800 | u16::from(displacement as u8);
        run(Model::Z8002, 0x4000, &code, mark)
    };
    let place = End::Place { from: 0x200 };
    // JR goes to PC + 2 + twice its displacement.
    for (displacement, stops) in [
        (-2, true),
        (-1, true),
        (0, false),
        (1, false),
        (3, false),
        (4, true),
        (9, true),
    ] {
        let expected = if stops { (place, 1) } else { (End::Instructions, 2) };
        assert_eq!(jump(displacement, STOPS), expected, "{displacement}");
        assert_eq!(jump(displacement, PASSED), (End::Instructions, 2), "{displacement}");
    }
    // The marks apply only to this mode and segment: SC changes the mode, and JP leads to segments 1 and 0.
    let mut call = [NOP; 20];
    call[0] = 0x7F01;
    for (fcw, expected) in [(0, (place, 1)), (0x4000, (End::Instructions, 2))] {
        assert_eq!(run(Model::Z8002, fcw, &call, PASSED), expected, "{fcw:x}");
    }
    for (segment, expected) in [(1, (place, 1)), (0, (End::Instructions, 2))] {
        let code = [0x5E08, 0x8000 | segment << 8, 0x0300];
        assert_eq!(run(Model::Z8001, 0xC000, &code, PASSED), expected, "{segment}");
    }
}

/// The comparison checks registers, FCW, PC, counts, the rest of the processor, and the memories, in this order.
#[test]
fn each_difference_of_a_pair_is_described() {
    type Change = fn(&mut Machine);
    let rows: [(&str, Change); 11] = [
        ("R0 is 0; expected 1234", |board| {
            board.cpu_mut().set_register(0, 0x1234)
        }),
        ("R14 is 0; expected 1", |board| board.cpu_mut().set_register(14, 1)),
        ("FCW is 4000; expected 40c0", |board| board.cpu_mut().set_fcw(0x40C0)),
        ("PC is 42; expected 44", |board| board.cpu_mut().set_pc(0x42)),
        ("the rest of the processor state differs", |board| {
            board.cpu_mut().set_refresh(5)
        }),
        ("the rest of the processor state differs", |board| {
            board.cpu_mut().set_other_stack([0, 2]);
        }),
        ("byte 1001 of memory bank 0 differs", |board| {
            board.load_data(0x1000, &[0, 1, 1]);
        }),
        ("byte 2000 of memory bank 1 differs", |board| {
            board.load_program(0x2000, &[1]);
        }),
        ("a device differs", |board| board.send(0, b"x")),
        (
            "the engine ended with Ok(None), the interpreter with Ok(Some(Halted))",
            |board| {
                board.load_program(0x40, &[0x7A, 0]);
            },
        ),
        (
            "the engine ended with Ok(None), the interpreter with Err(Undefined { word: 40192, pc: Address { linear: 64, segmented: false }, segmented: false })",
            |board| {
                board.load_program(0x40, &[0x9D, 0]);
            },
        ),
    ];
    for (what, change) in rows {
        let mut pair = Pair::new(board(&[NOP, NOP, NOP]));
        change(&mut pair.interpreter);
        let difference = pair.advance(1).expect_err(what);
        assert_eq!((difference.what.as_str(), difference.agreed), (what, 0));
    }
    let mut pair = Pair::new(board(&[NOP, HALT]));
    assert_eq!(
        [pair.advance(1), pair.advance(5)],
        [Ok(Ok(None)), Ok(Ok(Some(Stop::Halted)))]
    );
    for (model, text) in [
        (
            Model::Z8001,
            "after 7 instructions, in the code starting at <<5>>0x0042: R1",
        ),
        (Model::Z8002, "after 7 instructions, in the code starting at 0042: R1"),
    ] {
        let difference = Difference { agreed: 7, at: Location::new(5, 0x42), model, what: "R1".into() };
        assert_eq!(difference.to_string(), text);
    }
}

#[test]
fn a_halted_processor_waits_for_what_the_host_awaits() {
    let both = Interrupts::from(Interrupt::Vectored).union(Interrupt::NonVectored.into());
    for (interrupts, fcw, accepted) in [
        (Interrupts::NONE, Fcw::VIE | Fcw::NVIE, false),
        (both, Fcw::empty(), false),
        (both, Fcw::VIE, true),
        (both, Fcw::NVIE, true),
        (Interrupt::Vectored.into(), Fcw::NVIE, false),
        (Interrupt::Vectored.into(), Fcw::VIE, true),
        (Interrupt::NonVectored.into(), Fcw::VIE, false),
        (Interrupt::NonVectored.into(), Fcw::NVIE, true),
        (Interrupt::NonMaskable.into(), Fcw::empty(), true),
        (Interrupt::SegmentTrap.into(), Fcw::empty(), true),
    ] {
        assert_eq!(interrupts.accepted(fcw), accepted, "{interrupts:?} {fcw:?}");
    }
}

#[test]
fn what_stops_a_board_is_explained() {
    for (error, text) in [
        (
            RunError::NoCode(0x12.into()),
            "no code at 0012, where the program starts: check the initial PC, which a reset reads from address 4",
        ),
        (
            RunError::OutsideProgram { pc: 0x1234.into(), from: 0x56.into() },
            "the program jumped outside its memory: no code is loaded at 1234 (reached from 0056); check the jump, or \
             whether the stack was overwritten",
        ),
        (
            RunError::Undefined { word: 0x9D00, pc: 0x40.into(), segmented: false },
            "the word 9d00 at 0040 is not an instruction of the Z8002",
        ),
    ] {
        assert_eq!(Fault::from(error).to_string(), text);
    }
}
