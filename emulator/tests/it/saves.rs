//! States: read, set, compared, copied, and saved in the middle of random programs, also for another process.

use std::io::{Read, Write};
use std::process::{Command, Stdio};

use crate::ram::{Ram, Xorshift};
use z8000::cpu::{Cpu, Event, Interrupt, Model, Repetition, State, StateError, Step};
use z8000::machine::{Address, Look, Machine, Parts};
use z8000::run::NoProbe;
use z8000::save::{SaveError, open, seal};

/// The kind of save files of a processor, and the version of their format.
const CPU: [u8; 4] = *b"CPU ";
const CPU_VERSION: u16 = 2;

/// The number of random states to save.
const MOMENTS: usize = 1_000;

/// Executes one instruction; if the program cannot continue, it continues elsewhere, and a halted processor is
/// interrupted.
fn step(cpu: &mut Cpu, ram: &mut Ram, elsewhere: u16) -> Step {
    let step = cpu.step(ram);
    match step.event {
        Event::Undefined { .. } => cpu.set_pc(elsewhere),
        Event::Halted | Event::Waited => cpu.request(Interrupt::NonMaskable, elsewhere),
        _ => {}
    }
    step
}

#[test]
fn a_processor_goes_on_from_its_save_file_or_a_copy_at_any_instruction() {
    let mut random = Xorshift(0x2718);
    let mut ram = Ram::new();
    ram.bytes.fill_with(|| random.next() as u8);
    for model in [Model::Z8001, Model::Z8002] {
        let mut cpu = Cpu::new(model);
        cpu.set_deadline(30);
        for _ in 0..MOMENTS {
            let seed = random.next();
            cpu.set_pc(seed as u16);
            cpu.set_register((seed >> 16 & 15) as usize, (seed >> 20) as u16);
            // Depending on the seed, the interrupt is handled before the state is saved, or is still pending.
            let interrupt = |cpu: &mut Cpu, chance| {
                if seed >> 36 & 7 == chance {
                    cpu.request(Interrupt::Vectored, (seed >> 40) as u16);
                }
            };
            interrupt(&mut cpu, 0);
            cpu.step(&mut ram);
            interrupt(&mut cpu, 1);
            let mut loaded = Cpu::load(&cpu.save().expect("a state")).expect("its own file");
            loaded.set_deadline(30);
            assert_eq!(loaded, cpu);
            let mut others = [loaded, cpu.clone()].map(|other| (other, ram.clone()));
            for _ in 0..50 {
                let elsewhere = random.next() as u16;
                let taken = step(&mut cpu, &mut ram, elsewhere);
                for (other, memory) in &mut others {
                    assert_eq!(step(other, memory, elsewhere), taken);
                    assert_eq!(*other, cpu);
                }
            }
            for (_, memory) in others {
                assert!(memory.bytes == ram.bytes && memory.log == ram.log);
            }
            ram.log.clear();
        }
    }
}

#[test]
fn serde_gives_back_what_it_takes() {
    let mut cpu = Cpu::new(Model::Z8001);
    cpu.set_fcw(0xC000);
    cpu.set_other_stack([0x8500, 0x1234]);
    cpu.set_psap([0x0200, 0x3400]);
    cpu.set_refresh(0x9E00);
    cpu.request(Interrupt::NonMaskable, 9);
    let text = serde_json::to_string(&cpu).expect("JSON");
    let again: Cpu = serde_json::from_str(&text).expect("its own text");
    assert_eq!(again, cpu);
    // A number out of range is an error.
    let wrong = text.replace("\"pc_segment\":0", "\"pc_segment\":200");
    let error = serde_json::from_str::<Cpu>(&wrong).expect_err("there is no such segment");
    assert!(error.to_string().contains("expected 0 to 127"), "{error}");
}

#[test]
fn a_state_that_no_processor_can_be_in_is_refused() {
    let good = Cpu::new(Model::Z8002).state();
    let wrong = |change: &dyn Fn(&mut State)| {
        let mut state = good.clone();
        change(&mut state);
        let mut cpu = Cpu::new(Model::Z8002);
        let error = cpu.set_state(&state).expect_err("it is wrong");
        assert_eq!(cpu.state(), good);
        error
    };
    assert_eq!(wrong(&|state| state.pc = 1), StateError::OddPc(1));
    assert_eq!(wrong(&|state| state.pc_segment = 128), StateError::PcSegment(128));
    assert_eq!(wrong(&|state| state.pc_segment = 1), StateError::Segmented);
    assert_eq!(wrong(&|state| state.fcw = 0xC000), StateError::Segmented);
    // These values would also be refused by `set_psap`: an NMI of a Z8002 would fetch from segment 3.
    assert_eq!(wrong(&|state| state.psap[0] = 0x0300), StateError::Segmented);
    assert_eq!(wrong(&|state| state.psap[1] = 0x1201), StateError::Psap(0x1201));
    // LDI, which does not repeat.
    let words = [0xBB11, 0x0328];
    let repeats = Some(Repetition { words, iterations: 1 });
    assert_eq!(wrong(&|state| state.repeats = repeats), StateError::Repeats(words));
}

/// Returns a board full of random words: all of its memory may be code.
fn random_board(random: &mut Xorshift) -> Machine {
    let mut bytes = vec![0; 0x1_0000];
    let mut board = Machine::board();
    bytes.fill_with(|| random.next() as u8);
    board.load_program(0, &bytes);
    bytes.fill_with(|| random.next() as u8);
    board.load_data(0, &bytes);
    board
}

/// Runs a board that never stops: random events on the way depend only on the number of executed instructions.
fn live(board: &mut Machine, instructions: u64) {
    let end = board.steps() + instructions;
    while board.steps() < end {
        let mut random = Xorshift((board.steps() + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15));
        let piece = (random.next() % 50 + 1).min(end - board.steps());
        let ended = !matches!(board.advance(piece as u32, &mut NoProbe), Ok(None));
        let (place, event) = (random.next() as u16, random.next());
        if event & 7 == 0 {
            board.send(0, &[place as u8, b'\n']);
        }
        let cpu = board.cpu_mut();
        if ended || event >> 3 & 3 == 0 {
            // An interrupt wakes a processor that has halted.
            cpu.request(Interrupt::NonMaskable, place);
            cpu.set_pc(place);
            cpu.set_register((event >> 8 & 15) as usize, (event >> 16) as u16);
        }
    }
}

/// Returns a number that depends on the complete state.
fn hash(board: &Machine) -> u64 {
    board
        .save()
        .expect("a state")
        .iter()
        .fold(0xCBF2_9CE4_8422_2325, |hash: u64, byte| {
            (hash ^ u64::from(*byte)).wrapping_mul(0x100_0000_01B3)
        })
}

/// The environment variable that marks the process that loads boards.
const CHILD: &str = "Z8000_LOADS_BOARDS";

/// The number of instructions for which a loaded board continues.
const FURTHER: u64 = 200;

#[test]
fn boards_go_on_in_another_process() {
    if std::env::var_os(CHILD).is_some() {
        return load_and_go_on();
    }
    let program = std::env::current_exe().expect("the path of the test");
    let mut child = Command::new(program)
        .args(["--exact", "saves::boards_go_on_in_another_process", "--nocapture"])
        .env(CHILD, "1")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the test once more");
    let mut input = child.stdin.take().expect("its standard input");
    let writer = std::thread::spawn(move || {
        let mut random = Xorshift(0x3141);
        let mut board = random_board(&mut random);
        let mut expected = Vec::new();
        for moment in 0..MOMENTS {
            if moment.is_multiple_of(50) {
                board = random_board(&mut random);
            }
            live(&mut board, random.next() % 300 + 1);
            let file = board.save().expect("a state");
            input.write_all(&(file.len() as u32).to_be_bytes()).expect("a length");
            input.write_all(&file).expect("a file");
            let mut board = board.clone();
            live(&mut board, FURTHER);
            expected.push(format!("ended {:016x}", hash(&board)));
        }
        expected
    });
    let output = child.wait_with_output().expect("an end");
    let expected = writer.join().expect("all files written");
    let output = String::from_utf8(output.stdout).expect("text");
    let ended: Vec<&str> = output
        .lines()
        .filter_map(|line| line.find("ended ").map(|at| &line[at..]))
        .collect();
    assert_eq!(ended.len(), MOMENTS, "{output}");
    assert!(ended == expected);
}

/// The work of the other process: it loads each board from its standard input and runs it further.
fn load_and_go_on() {
    let mut input = std::io::stdin().lock();
    let mut length = [0; 4];
    while input.read_exact(&mut length).is_ok() {
        let mut file = vec![0; u32::from_be_bytes(length) as usize];
        input.read_exact(&mut file).expect("a whole file");
        let mut board = Machine::board();
        board.restore(&file).expect("a board");
        assert!(board.save().expect("a state") == file);
        live(&mut board, FURTHER);
        println!("ended {:016x}", hash(&board));
    }
}

/// A program that sets the timer and sends a character repeatedly. When saved after each instruction, every field of
/// every device is restored, including values that were written but not yet processed by the device, and output that
/// was not yet read.
#[test]
fn devices_come_back_after_each_instruction() {
    // LD R0,#2; OUT FF10,R0; LDB RL0,#'A'; OUTB FF03,RL0; JR to the first.
    let words = [0x2100_u16, 2, 0x3B06, 0xFF10, 0xC841, 0x3A86, 0xFF03, 0xE8F8];
    let mut board = Machine::board();
    board.load_program(0x100, &words.map(u16::to_be_bytes).concat());
    board.cpu_mut().set_fcw(0x4000);
    board.cpu_mut().set_pc(0x100);
    for _ in 0..25 {
        let _ = board.advance(1, &mut NoProbe);
        let mut other = Machine::board();
        other.restore(&board.save().expect("a state")).expect("its own file");
        for (device, loaded) in board.devices().zip(other.devices()) {
            assert_eq!(format!("{device:?}"), format!("{loaded:?}"));
        }
    }
    assert_eq!(board.output(0), b"AAAAA");
}

#[test]
fn a_board_is_not_a_processor_and_a_damaged_one_none() {
    let board = Machine::board();
    let mut file = board.save().expect("a state");
    let kinds = SaveError::Kind { found: *b"MCH ", expected: *b"CPU " };
    assert_eq!(Cpu::load(&file), Err(kinds));
    assert_eq!(
        kinds.to_string(),
        "wrong kind of save file: found a machine, expected a processor"
    );
    file[20_000] ^= 1;
    let mut other = Machine::board();
    other.cpu_mut().set_register(1, 5);
    assert!(matches!(other.restore(&file), Err(SaveError::Damaged { .. })));
    assert!(matches!(other.restore(b"no"), Err(SaveError::NotASave)));
    assert_eq!(other.cpu().register(1), 5);
}

/// A machine with different parts refuses the file, reports the difference, and remains unchanged.
#[test]
fn a_saved_machine_fits_only_one_with_the_same_parts() {
    let saved = Machine::board().save().expect("a state");
    type Change = fn(&mut Parts);
    let changes: [(&str, Change); 4] = [
        ("processor", |parts| parts.model = Model::Z8001),
        ("memory", |parts| parts.guard = false),
        ("memory", |parts| parts.memory[1].size = 0x8000),
        ("list of devices", |parts| parts.timer.clear()),
    ];
    for (what, change) in changes {
        let mut parts = Parts::board();
        change(&mut parts);
        let mut machine = Machine::new(parts).expect("a machine");
        machine.load_data(0x100, &[1]);
        assert_eq!(machine.restore(&saved), Err(SaveError::OtherMachine(what)));
        assert_eq!(
            machine.byte(false, Address::of(0x100, machine.has_segments()).expect("an address")),
            1
        );
    }
}

/// A board saved in the previous version is refused, and the message describes the contents of the file.
#[test]
fn a_saved_board_of_the_version_before_is_refused() {
    let file = seal(*b"BRD ", 2, |_| Ok::<(), SaveError>(())).expect("a file");
    let refused = Machine::board().restore(&file).expect_err("another kind");
    assert!(refused.to_string().contains("a Z8002 board"), "{refused}");
}

#[test]
fn the_check_is_that_of_zip_files() {
    let file = seal(CPU, 1, |archive| archive.bytes(&mut b"123456789".clone())).expect("a file");
    let (before, check) = file.split_at(23);
    assert_eq!(before, b"Z8KSCPU \x00\x01\x00\x00\x00\x09123456789");
    // The result of Python's zlib.crc32.
    assert_eq!(check, 0x4C97_9F5D_u32.to_be_bytes());
}

#[test]
fn every_damaged_byte_and_every_cut_is_noticed() {
    let mut cpu = Cpu::new(Model::Z8001);
    cpu.set_register(3, 0x1234);
    let file = cpu.save().expect("a state");
    assert_eq!(Cpu::load(&file), Ok(cpu));
    for at in 0..file.len() {
        let mut other = file.clone();
        other[at] ^= 0x10;
        assert!(Cpu::load(&other).is_err(), "byte {at}");
        assert!(Cpu::load(&file[..at]).is_err(), "{at} bytes");
    }
    let mut longer = file.clone();
    longer.push(0);
    let expected = file.len();
    let found = expected + 1;
    assert_eq!(Cpu::load(&longer), Err(SaveError::Length { found, expected }));
}

/// A truncated state is refused, even if the length in the file is correct.
#[test]
fn every_shorter_state_is_refused() {
    for model in [Model::Z8001, Model::Z8002] {
        let mut cpu = Cpu::new(model);
        cpu.request(Interrupt::Vectored, 0x1234);
        let file = cpu.save().expect("a state");
        let state = &file[14..file.len() - 4];
        for length in 0..state.len() {
            let mut cut = state[..length].to_vec();
            let file = seal(CPU, CPU_VERSION, |archive| archive.bytes(&mut cut)).expect("a file");
            assert!(Cpu::load(&file).is_err(), "{length} of {} bytes", state.len());
        }
    }
}

#[test]
fn another_version_is_named() {
    let file = seal(CPU, 9, |_| Ok::<(), SaveError>(())).expect("a file");
    let other = SaveError::Version { found: 9, expected: CPU_VERSION };
    assert_eq!(Cpu::load(&file), Err(other));
}

#[test]
fn contents_that_lie_are_refused() {
    let mut state = Cpu::new(Model::Z8002).state();
    state.pc = 7;
    let file = seal(CPU, CPU_VERSION, |archive| state.archive(archive)).expect("a file");
    assert_eq!(Cpu::load(&file), Err(SaveError::State(StateError::OddPc(7))));
    let file = seal(CPU, 1, |archive| archive.count(&mut u64::MAX.clone())).expect("a file");
    let read = open(&file, CPU, 1, |archive| archive.list(&mut Vec::new()));
    assert_eq!(read, Err(SaveError::Contents { at: 8 }));
}

/// If the contents cannot be written, no file is written.
#[test]
fn an_error_of_the_contents_is_returned() {
    let refused = seal(CPU, 1, |archive| {
        archive.count(&mut 1)?;
        Err(SaveError::OtherMachine("processor"))
    });
    assert_eq!(refused, Err(SaveError::OtherMachine("processor")));
}
