//! Characters from outside reach every program that waits for them.

use std::fs;
use std::io::{Read as _, Write as _};
use std::path::Path;

use z8000::machine::Stop;

use crate::common::{folder, machine, run, sections, user};

/// A machine with an SCC, whose channel A has an input and an output file, and a timer.
pub(crate) const MACHINE: &str = "[[memory]]\nkind = \"ram\"\nsize = 0x10000\n[[scc]]\nport = 1\ninterrupt = \"vi\"\n\
                       [scc.a]\ninput = \"in\"\noutput = \"out\"\n[[timer]]\ninterrupt = \"nvi\"\n";

/// Returns a program with handlers for the SCC (`come`) and the timer (`tick`), which first initializes channel A;
/// `receive` contains the bits that enable its interrupts.
fn with_channel(receive: u8, program: &str) -> String {
    format!(
        "
        .z8002
        .text
        .org 0
        .word 0,0x4000,start
        .org 0x100
psa:    .space 0x18
        .word 0x4000,tick,0x4000
        .rept 256\n .word come\n .endr
start:  ld r15,#0xF000
        ld r2,#psa
        ldctl psap,r2
        ld r3,#init
        ld r4,#12
next:   ldb rl0,@r3
        outb #5,rl0
        inc r3,#1
        djnz r4,next
{program}
init:   .byte 9,0xC0,4,0x44,3,0xC1,5,0x6A,1,{receive},9,8\n"
    )
}

/// Returns a program that echoes its input until a dot. It receives by interrupts or by polling, with a timer of the
/// given count, and otherwise does nothing or runs an idle loop.
pub(crate) fn echo(ticks: u16, interrupts: bool, idle: &str) -> String {
    let (receive, poll) = if interrupts {
        (0x10, "")
    } else {
        (0, " inb rl1,#5\n bitb rl1,#0\n jr z,loop\n calr take\n")
    };
    let program = format!(
        "        ld r0,#{ticks}
        out #0xFF10,r0
        ei vi,nvi
loop:   {idle}\n{poll} jr loop
tick:   out #0xFF12,r0
        iret
come:   calr take
        ldb rl0,#0x38
        outb #5,rl0
        iret
take:   inb rl1,#7
        outb #7,rl1
        cpb rl1,#'.'
        ret ne
        di vi,nvi
        halt"
    );
    with_channel(receive, &program)
}

#[test]
fn input_comes_while_a_timer_ticks_and_an_idle_loop_spins() {
    let folder = folder("lines-idle");
    fs::write(folder.join("in"), "one\ntwo\n.").expect("input");
    let mut ways = Vec::new();
    for ticks in [0, 20, 1_000, 20_000] {
        ways.extend([(ticks, true, "halt"), (ticks, true, "nop"), (ticks, false, "nop")]);
    }
    for (ticks, interrupts, idle) in ways {
        let program = echo(ticks, interrupts, idle);
        let mut ran = Vec::new();
        for engine in [None, z8000_translate::Choice::Compiled.engine().expect("an engine")] {
            let _ = fs::remove_file(folder.join("out"));
            let mut machine = machine(MACHINE, &folder);
            machine.set_engine(engine);
            machine.load(&sections(&program)).expect("memory for it");
            machine.start().expect("a start");
            let end = machine.run(40_000_000).expect("it runs");
            assert_eq!(end, Stop::Halted, "{ticks} {interrupts} {idle}");
            assert_eq!(fs::read(folder.join("out")).expect("output"), b"one\ntwo\n.");
            ran.push((machine.clocks(), machine.steps()));
        }
        assert_eq!(ran[0], ran[1], "both engines: {ticks} {interrupts} {idle}");
    }
}

#[test]
fn a_program_that_rests_for_a_minute_without_input_ends() {
    let folder = folder("lines-end");
    fs::write(folder.join("in"), "a").expect("input");
    let mut machine = machine(MACHINE, &folder);
    machine
        .load(&sections(&echo(20_000, true, "halt")))
        .expect("memory for it");
    machine.start().expect("a start");
    // A minute is 240 million clocks.
    assert_eq!(machine.run(230_000_000).expect("it runs"), Stop::ClockLimit);
    assert_eq!(machine.run(300_000_000).expect("it runs"), Stop::WantsInput);
}

/// An XMODEM receiver with a checksum: it polls channel A, and stores blocks of 128 bytes from 4000h on.
const XMODEM: &str = include_str!("programs/xmodem.s");

/// Returns a file with every byte value, and with line ends in all orders.
fn all_bytes() -> Vec<u8> {
    let mut file: Vec<u8> = (0..=255).collect();
    file.extend(b"\r\n\n\r\r\n\x1a\x01\x02\x04\x06\x15\r\n");
    file.resize(512, 0x0A);
    file
}

/// Sends a file by XMODEM, byte by byte according to the protocol, and types after the prompt.
fn send_by_xmodem(file: &[u8], mut hears: impl FnMut() -> u8, mut says: impl FnMut(&[u8])) {
    while hears() != 0x15 {}
    for (number, block) in (1_u8..).zip(file.chunks(128)) {
        let sum = block.iter().fold(0_u8, |sum, byte| sum.wrapping_add(*byte));
        says(&[&[1, number, !number], block, &[sum]].concat());
        assert_eq!(hears(), 6, "block {number}");
    }
    says(&[4]);
    assert_eq!([hears(), hears()], [6, b'>']);
    says(b"\r\nyes\n.");
}

#[test]
fn xmodem_passes_every_byte_over_tcp() {
    let file = all_bytes();
    let sent = file.clone();
    let (port, user) = user(move |stream| {
        let mut reader = stream.try_clone().expect("a copy");
        let mut writer = stream;
        let hears = || {
            let mut byte = [0];
            reader.read_exact(&mut byte).expect("an answer");
            byte[0]
        };
        send_by_xmodem(&sent, hears, |bytes| writer.write_all(bytes).expect("it is sent"));
    });
    let text = format!("[[memory]]\nkind = \"ram\"\nsize = 0x10000\n[[scc]]\nport = 1\n[scc.a]\ntcp = {port}\n");
    let mut machine = machine(&text, Path::new(""));
    assert_eq!(run(&mut machine, XMODEM), Stop::Halted);
    user.join().expect("a user");
    let bytes = &machine.world().banks().bytes()[0x4000..];
    assert_eq!(bytes[..file.len()], file);
    assert_eq!(bytes[file.len()..][..7], *b"\r\nyes\n.");
}

/// A busy program receives a line after 25 intervals of 40,000 clocks (10 ms at 4 MHz) without a character; or after
/// 1,000 intervals, if it has halted before, which indicates that it is idle when it halts.
#[test]
fn a_busy_program_hears_of_a_line_after_a_while() {
    const INTERVAL: u64 = 40_000;
    let folder = folder("lines-moments");
    fs::write(folder.join("in"), "a\nb\n").expect("input");
    // Channel A receives by interrupts; R8 counts the characters, and the program ends with character number `last`.
    let source = |last: u8, idle: &str| {
        let program = format!(
            "        {idle}
loop:   inc r10,#1
        jr loop
tick:   out #0xFF12,r0
        clr r0
        out #0xFF10,r0
        iret
come:   inb rl1,#7
        ldb rl0,#0x38
        outb #5,rl0
        inc r8,#1
        cp r8,#{last}
        jr ne,1f
        halt
1:      iret"
        );
        with_channel(0x10, &program)
    };
    let spins = "ei vi";
    // A timer of 131,072 clocks ends the only HALT, after three intervals.
    let halts = "ld r0,#0x2000\n out #0xFF10,r0\n ei vi,nvi\n halt";
    // The intervals before the second line begin after the interval of the last character of the first line.
    for (last, idle, intervals) in [(1, spins, 25), (3, spins, 25 + 1 + 25), (1, halts, 1_000)] {
        let mut machine = machine(MACHINE, &folder);
        machine.load(&sections(&source(last, idle))).expect("memory for it");
        machine.start().expect("a start");
        assert_eq!(machine.run(50_000_000).expect("it runs"), Stop::Halted);
        let clocks = machine.clocks();
        // The delay is up to two slices of 256 instructions of at most 6 clocks each, and the code before and after.
        let after = clocks.saturating_sub(intervals * INTERVAL);
        assert!((1..12_000).contains(&after), "{last} {idle}: {clocks} for {intervals}");
    }
}

/// The end of a script is like the end of a closed line: a program that waits for more input ends the run.
#[test]
fn a_script_that_is_over_sends_no_more() {
    let folder = folder("lines-script");
    fs::write(folder.join("in"), "1000 send 41\n90000 send 42").expect("a script");
    let mut machine = machine(&MACHINE.replace("input", "script"), &folder);
    let program = with_channel(
        0,
        "loop: inb rl1,#5\n bitb rl1,#0\n jr z,loop\n inb rl2,#7\n inc r10,#1\n jr loop\ntick:\ncome: iret",
    );
    assert_eq!(run(&mut machine, &program), Stop::WantsInput);
    let register = |n| machine.cpu().register(n);
    assert_eq!((register(2) & 0xFF, register(10)), (0x42, 2));
    assert!(machine.clocks() > 90_000);
    assert!(!folder.join("out").exists() || fs::read(folder.join("out")).expect("output").is_empty());
}

/// A halted processor wakes up at the clock at which a script begins a break, with both engines.
#[test]
fn a_break_wakes_a_processor_that_has_halted() {
    let folder = folder("lines-break");
    fs::write(folder.join("in"), "50000 break on\n").expect("a script");
    let program = with_channel(
        1,
        "ldb rl0,#15\n outb #5,rl0\n ldb rl0,#0x80\n outb #5,rl0\n ei vi\n halt\ntick: iret\ncome: inb rl1,#5\n di vi,nvi\n halt",
    );
    let mut clocks = Vec::new();
    for engine in [None, z8000_translate::Choice::Compiled.engine().expect("an engine")] {
        let mut machine = machine(&MACHINE.replace("input", "script"), &folder);
        machine.set_engine(engine);
        machine.load(&sections(&program)).expect("memory for it");
        machine.start().expect("a start");
        assert_eq!(machine.run(1_000_000).expect("it runs"), Stop::Halted);
        assert_eq!(machine.cpu().register(1) & 0xFF, 0xEC, "a break in RR0");
        clocks.push(machine.clocks());
    }
    assert!((50_000..50_200).contains(&clocks[0]), "{clocks:?}");
    assert_eq!(clocks[0], clocks[1]);
}
