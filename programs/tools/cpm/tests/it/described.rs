//! System calls as a debugger describes them, and the memory of a debugged program.

use z8000::cpu::{Cpu, Event, Model};
use z8000::isa::Mode;
use z8000::machine::{Address, Look as _, Machine, RunError, Stop as MachineStop};
use z8000::run::NoProbe;
use z8000_asm::Processor;
use z8000_cpm::call::Call;
use z8000_cpm::command::Command;
use z8000_cpm::console::SharedScript;
use z8000_cpm::{Host, Stop};

use crate::calls::{Block, CLOSE, Calls, DMA, FIRST, MAKE, NEXT, OPEN, READ, USER, WRITE, in_folder};
use crate::programs::{options, program};

/// Steps a machine to its end, and returns the description of each call with its result.
fn described(machine: &mut Machine) -> Vec<String> {
    let mut calls = Vec::new();
    for _ in 0..10_000 {
        if let Some(call) = Call::at(machine.cpu(), machine) {
            // The next step executes the call, returns, and executes the first instruction after it.
            let ended = machine.step(None).map_or(true, |event| event == Event::Halted);
            let result = if ended {
                String::new()
            } else {
                call.result(machine.cpu())
            };
            calls.push(if result.is_empty() {
                call.to_string()
            } else {
                format!("{call}: {result}")
            });
            if ended {
                break;
            }
        } else if machine.step(None) == Ok(Event::Halted) {
            break;
        }
    }
    calls
}

/// Calls with their descriptions. The results are those of the manual's tables of return codes.
#[test]
fn each_call_is_described_with_its_arguments_and_its_result() {
    let folder = tempfile::TempDir::new().expect("a folder");
    let mut host = in_folder(folder.path());
    let mut calls = Calls::default();
    let mut expected = Vec::new();
    let block = |calls: &mut Calls, drive, name| {
        let block = calls.block(drive, name);
        (block, format!("FCB at <<8>>{:#06x}", block.0))
    };
    let (new, new_at) = block(&mut calls, 0, b"NEW     TXT");
    let (missing, missing_at) = block(&mut calls, 1, b"MISSING    ");
    let (record, record_at) = block(&mut calls, 0, b"NEW     TXT");
    let (far, far_at) = block(&mut calls, 0, b"NEW     TXT");
    let (renamed, renamed_at) = block(&mut calls, 0, b"NEW     TXT");
    let (any, any_at) = block(&mut calls, b'?', b"NEW     TXT");
    calls.random(far, 0x0300);
    calls.set(record, 12, 1);
    calls.set(record, 32, 5);
    for (at, byte) in b"OLD     TXT".iter().enumerate() {
        calls.set(renamed, 17 + at, *byte);
        calls.set(missing, 17 + at, *byte);
    }
    let text = calls.bytes(b"a b\x07\x7F~$");
    let long = calls.bytes(&[&[b'x'; 61][..], b"$"].concat());
    let buffer = calls.bytes(&[3; 8]);
    let mut file = |function, block: Block, text: &str| {
        calls.file(function, block);
        expected.push(text.to_owned());
    };
    file(
        OPEN,
        missing,
        &format!("open file A:MISSING, {missing_at}: R7 = 0xff, no such file"),
    );
    file(MAKE, new, &format!("make file NEW.TXT, {new_at}: R7 = 0x0, done"));
    file(
        WRITE,
        new,
        &format!("write sequential NEW.TXT, record 0, {new_at}: R7 = 0x0, done"),
    );
    file(
        WRITE,
        new,
        &format!("write sequential NEW.TXT, record 1, {new_at}: R7 = 0x0, done"),
    );
    file(CLOSE, new, &format!("close file NEW.TXT, {new_at}: R7 = 0x0, done"));
    file(
        READ,
        new,
        &format!("read sequential NEW.TXT, record 2, {new_at}: R7 = 0x1, end of the file"),
    );
    file(
        READ,
        record,
        &format!("read sequential NEW.TXT, record 133, {record_at}: R7 = 0x1, end of the file"),
    );
    file(
        33,
        far,
        &format!("read random NEW.TXT, record 768, {far_at}: R7 = 0x4, no such record"),
    );
    file(36, record, &format!("set random record NEW.TXT, {record_at}: R7 = 0x0"));
    file(
        33,
        record,
        &format!("read random NEW.TXT, record 133, {record_at}: R7 = 0x4, no such record"),
    );
    file(
        34,
        far,
        &format!("write random NEW.TXT, record 768, {far_at}: R7 = 0x0, done"),
    );
    file(
        40,
        far,
        &format!("write random with zero fill NEW.TXT, record 768, {far_at}: R7 = 0x0, done"),
    );
    file(
        33,
        far,
        &format!("read random NEW.TXT, record 768, {far_at}: R7 = 0x0, done"),
    );
    file(35, far, &format!("compute file size NEW.TXT, {far_at}: R7 = 0x0"));
    file(
        FIRST,
        any,
        &format!("search for first NEW.TXT, {any_at}: R7 = 0x0, done"),
    );
    file(
        FIRST,
        new,
        &format!("search for first NEW.TXT, {new_at}: R7 = 0x0, done"),
    );
    file(
        30,
        new,
        &format!("set file attributes NEW.TXT, {new_at}: R7 = 0x0, done"),
    );
    file(
        23,
        missing,
        &format!("rename file A:MISSING, {missing_at} to OLD.TXT: R7 = 0xff, no such file"),
    );
    file(
        23,
        renamed,
        &format!("rename file NEW.TXT, {renamed_at} to OLD.TXT: R7 = 0x0, done"),
    );
    file(
        19,
        new,
        &format!("delete file NEW.TXT, {new_at}: R7 = 0xff, no such file"),
    );
    let mut call = |function, argument, text: &str| {
        calls.call(function, argument);
        expected.push(text.to_owned());
    };
    call(NEXT, 0, "search for next: R7 = 0xff, no more files");
    call(2, u16::from(b'A'), "console output `A`: R7 = 0x0");
    call(2, 0x07, "console output 0x07: R7 = 0x0");
    call(3, 0, "auxiliary input: R7 = 0x1a");
    call(4, u16::from(b' '), "auxiliary output ` `: R7 = 0x0");
    call(4, u16::from(b'~'), "auxiliary output `~`: R7 = 0x0");
    call(4, 0x1F, "auxiliary output 0x1f: R7 = 0x0");
    call(5, 0x127F, "list output 0x7f: R7 = 0x0");
    call(6, 0xFC, "direct console I/O 0xfc: R7 = 0x0");
    call(6, 0xFE, "direct console I/O: R7 = 0x0");
    call(
        9,
        text,
        &format!("print string \"a b..~\", at <<8>>{text:#06x}: R7 = 0x0"),
    );
    call(
        9,
        long,
        &format!("print string \"{}\", at <<8>>{long:#06x}: R7 = 0x0", "x".repeat(60)),
    );
    call(11, 0, "get console status: R7 = 0x0");
    call(12, 0, "return version number: R7 = 0x3022");
    call(14, 0, "select disk A:: R7 = 0x0");
    call(24, 0, "return login vector: R7 = 0x1");
    call(25, 0, "return current disk: R7 = 0x0");
    call(DMA, buffer, &format!("set DMA address at <<8>>{buffer:#06x}: R7 = 0x0"));
    call(
        31,
        buffer,
        &format!("get disk parameters at <<8>>{buffer:#06x}: R7 = 0x0"),
    );
    call(USER, 3, "get or set user code 3: R7 = 0x3");
    call(USER, 0x12FF, "get or set user code 255: R7 = 0x3");
    // Each bit stands for a drive.
    call(37, 0x0001, "reset drive A:: R7 = 0x0");
    call(37, 0x8006, "reset drive B: C: P:: R7 = 0x0");
    call(37, 0, "reset drive: R7 = 0x0");
    call(44, 0x1205, "set multi-sector count 5: R7 = 0x0");
    call(48, 0, "flush buffers: R7 = 0x0");
    calls.start(&mut host);
    let mut machine = host.debugged().expect("its drive");
    expected.push("system reset".to_owned());
    assert_eq!(described(&mut machine), expected);
}

/// The codes of sequential writing: no directory entry for the file, and no block for the record. The high byte is a
/// number of records.
#[test]
fn codes_of_writing_are_described() {
    let call = Call {
        number: 2,
        function: WRITE,
        name: String::new(),
        arguments: String::new(),
    };
    let mut cpu = Cpu::new(Model::Z8001);
    for (value, text) in [
        (0, "R7 = 0x0, done"),
        (1, "R7 = 0x1, no such file, or the directory is full"),
        (2, "R7 = 0x2, the disk is full"),
        (0x0301, "R7 = 0x301, no such file, or the directory is full"),
        (0x0302, "R7 = 0x302, the disk is full"),
        (3, "R7 = 0x3"),
    ] {
        cpu.set_register(7, value);
        assert_eq!(call.result(&cpu), text);
    }
}

/// A non-segmented program passes an address in R7, a segmented one in RR6; other calls are memory, BIOS or unknown
/// ones.
#[test]
fn calls_of_all_kinds_are_described_in_both_modes() {
    let nonsegmented = ".z8002\n.text\n ld r7,#text\n ld r5,#9\n sc #2\n clr r3\n clr r2\n clr r5\n sc #1\n ld r3,#15\n \
                        sc #3\n ld r5,#200\n sc #2\n.data\n.space 6\ntext: .ascii \"hi$\"\n";
    let segmented = ".z8001\n.text\n.org 0x10000\n ldl rr6,#0x82000004\n ld r5,#9\n sc #2\n sc #7\n.data\n.org 0x20000\n \
                     .space 4\n .ascii \"ho$\"\n";
    for (source, one_memory, processor, expected) in [
        (
            nonsegmented,
            false,
            Processor::Z8002,
            &[
                "print string \"hi\", at <<8>>0x0006: R7 = 0x0",
                "memory",
                "BIOS function 15",
                "BDOS function 200",
            ][..],
        ),
        (
            segmented,
            false,
            Processor::Z8001,
            &["print string \"ho\", at <<2>>0x0004: R7 = 0x0", "SC #7"],
        ),
        // The command line is at the DMA address, not at the address in R7; an empty one ends the program.
        (
            ".z8002\n.text\n ld r7,#0x1234\n ld r5,#47\n sc #2\n",
            false,
            Processor::Z8002,
            &["chain to program"],
        ),
    ] {
        let bytes = program(source, options(one_memory, processor));
        let mut host = Host::new(Box::new(SharedScript::default()));
        host.start(&bytes, &Command::new("TEST", &[]), 0).expect("it loads");
        let mut machine = host.debugged().expect("no drives");
        let mode = if processor == Processor::Z8001 {
            Mode::Segmented
        } else {
            Mode::Nonsegmented
        };
        assert_eq!(machine.mode(), mode);
        assert_eq!(Call::at(machine.cpu(), &machine), None);
        assert_eq!(described(&mut machine), expected);
    }
}

/// Instructions and data of a program with two spaces are separate; what it stores is what it reads. During a call, the
/// handler and its frame are at the addresses where the processor uses them.
#[test]
fn the_memory_of_a_debugged_program_is_its_own() {
    let mut calls = Calls::default();
    let text = calls.bytes(b"one$");
    calls.call(9, text);
    let (_, host) = calls.started();
    let mut machine = host.debugged().expect("no drives");
    let at = |offset| Address::segmented(8, offset);
    // LD R10,#0, at the address of the table.
    assert_eq!([0, 1].map(|offset| machine.byte(true, at(offset))), [0x21, 0x0A]);
    assert_eq!(
        [0, 1, 2, 3].map(|offset| machine.byte(false, at(offset))),
        [0, 9, 0x40, 0]
    );
    assert_eq!(
        (machine.byte(false, at(text)), machine.byte(false, at(text + 3))),
        (b'o', b'$')
    );
    machine.store(false, at(text), b"two");
    machine.store(true, at(0x3000), &[1, 2]);
    // Stored bytes do not continue beyond the end of a segment.
    machine.store(false, at(0xFFFE), &[7, 8, 9]);
    let bytes = [
        (false, 0x3000),
        (true, 0x3000),
        (true, 0x3001),
        (false, 0xFFFF),
        (false, 0x0000),
    ];
    let found = bytes.map(|(program, offset)| machine.byte(program, at(offset)));
    assert_eq!(found, [0, 1, 2, 8, 0]);
    assert_eq!(machine.byte(false, Address::segmented(9, 0)), 0);
    assert_eq!(
        (machine.bytes() >> 20, machine.ports(), machine.console),
        (8, 1, Some(0))
    );
    assert!(machine.holds(false, at(0)) && !machine.interrupts(0));
    machine.cpu_mut().set_register(4, 0x1234);
    assert_eq!(machine.cpu().register(4), 0x1234);

    // The frame of the call: SC, FCW, and the PC after it; the handler is an IRET.
    while Call::at(machine.cpu(), &machine).is_none() {
        assert_eq!(
            machine.step(None),
            Ok(Event::Retired).and_then(|_| machine_event(&machine))
        );
    }
    let system = |offset| Address::segmented(0, offset);
    let frame: Vec<u8> = (0xFFF0..=0xFFF7)
        .map(|offset| machine.byte(false, system(offset)))
        .collect();
    let pc = u16::from_be_bytes([frame[6], frame[7]]);
    assert_eq!(
        (&frame[..2], frame[2] & 0xC0, &frame[4..6]),
        (&[0x7F, 2][..], 0, &[8, 0][..])
    );
    assert_eq!(machine.byte(true, at(pc - 2)), 0x7F);
    assert_eq!(
        [0x100, 0x101].map(|offset| machine.byte(true, system(offset))),
        [0x7B, 0]
    );
    // Outside the handler and the frame, the segment of this number is the program's.
    machine.store(true, system(0x102), &[5]);
    machine.store(false, system(0xFFEF), &[6]);
    machine.store(false, system(0xFFF8), &[7]);
    machine.store(true, system(0xFF), &[4]);
    let found = [(true, 0x102), (false, 0xFFEF), (false, 0xFFF8), (true, 0xFF)];
    assert_eq!(
        found.map(|(program, offset)| machine.byte(program, system(offset))),
        [5, 6, 7, 4]
    );
    while machine.step(None) != Ok(Event::Halted) {}
    assert_eq!(machine.take_output(0), b"two");
    // After the end, a step has no effect.
    let end = (machine.clocks(), machine.instructions());
    assert_eq!(
        (machine.step(None), machine.advance(5, &mut NoProbe)),
        (Ok(Event::Halted), Ok(Some(MachineStop::Halted)))
    );
    assert_eq!((machine.clocks(), machine.instructions()), end);
}

/// Returns the event of a step: a trap if the machine is now in the handler.
fn machine_event(machine: &Machine) -> Result<Event, RunError> {
    let trapped = Call::at(machine.cpu(), machine).is_some();
    Ok(if trapped {
        Event::Trapped(z8000::cpu::Trap::SystemCall)
    } else {
        Event::Retired
    })
}

/// A forbidden action stops a debugged program with the first line of the message.
#[test]
fn what_a_debugged_program_may_not_do_is_told_in_a_line() {
    for (instruction, message) in [
        (".word 0x3600", "the word 3600 at <<10>>0x0002 is not an instruction"),
        ("halt", "the instruction 7a00 is privileged"),
    ] {
        let source = format!(".z8002\n.text\n ldk r1,#5\n {instruction}\n");
        let bytes = program(&source, options(true, Processor::Z8002));
        for steps in [false, true] {
            let mut host = Host::new(Box::new(SharedScript::default()));
            host.start(&bytes, &Command::new("TEST", &[]), 0).expect("it loads");
            let mut machine = host.debugged().expect("no drives");
            let fault = if steps {
                assert_eq!(machine.step(None), Ok(Event::Retired));
                machine.step(None).expect_err("a fault")
            } else {
                machine.advance(10, &mut NoProbe).expect_err("a fault")
            };
            let fault = fault.to_string();
            assert!(fault.starts_with(message) && !fault.contains('\n'), "{fault}");
        }
    }
}

/// A run that a probe's instruction limit has ended reports the right place, and continues as if it had not ended.
#[test]
fn a_run_in_pieces_is_the_same() {
    let mut calls = Calls::default();
    let text = calls.bytes(b"one$");
    for _ in 0..3 {
        calls.call(9, text);
    }
    let (console, mut whole) = calls.started();
    assert_eq!(whole.run(10_000).expect("it runs"), Stop::Ended);
    let (shown, mut pieces) = calls.started();
    let mut stops = 0;
    while pieces.run(1).expect("it runs") == Stop::Limit {
        stops += 1;
        let place = pieces.place().expect("a place");
        assert_eq!(place.fcw & 0x4000, 0, "the program's own mode");
    }
    assert!(stops > 20, "{stops}");
    assert_eq!((console.take(), whole.calls()), (b"oneoneone".to_vec(), 4));
    assert_eq!((shown.take(), pieces.calls()), (b"oneoneone".to_vec(), 4));
}
