//! Described machines that are run, saved and debugged.

use std::fs;
use std::io::{Read, Write};
use std::path::PathBuf;
use std::process::Stdio;

use super::commands::{self, said, z8k};
use super::harness::{fed, words};

/// Creates an empty folder for a test, with a machine and a program.
fn folder(name: &str, machine: &str, program: &str) -> PathBuf {
    let folder = commands::folder(&format!("machines-{name}"));
    fs::write(folder.join("machine.toml"), machine).expect("a file");
    fs::write(folder.join("program.s"), program).expect("a file");
    folder
}

const Z8001: &str = "processor = \"z8001\"\n[[memory]]\nkind = \"ram\"\nsize = 0x20000\n[[serial]]\noutput = \"out\"\n";

/// Counts to 10,000 in R1 and in segment 1, and sends each count.
const SEGMENTED: &str = "
        .z8001
        .text
        .org    0
        .word   0, 0xC000, 0, start
start:  ld      r2,#10000
loop:   inc     r1,#1
        ld      cell,r1
        outb    0xFF03,rl1
        djnz    r2,loop
        halt
        .bss
        .org    0x11000
cell:   .space  2
";

/// The same program for the board.
const PLAIN: &str = "
        .z8002
        .text
        .word   0, 0x4000, start
start:  ld      r2,#10000
loop:   inc     r1,#1
        outb    0xFF03,rl1
        djnz    r2,loop
        halt
";

#[test]
fn a_run_goes_on_in_another_process() {
    for (name, program, options) in [("board", PLAIN, ""), ("z8001", SEGMENTED, "--machine machine.toml")] {
        let folder = folder(&format!("save-{name}"), Z8001, program);
        let run = |more: &str| {
            let output = z8k(&folder, &format!("run {options} {more}"));
            assert!(
                output.status.success(),
                "{name}: {}",
                String::from_utf8_lossy(&output.stderr)
            );
            let sent = match options {
                "" => output.stdout,
                _ => fs::read(folder.join("out")).expect("the output"),
            };
            (sent, String::from_utf8_lossy(&output.stderr).into_owned())
        };
        let (whole, end) = run("program.s");
        assert_eq!(whole.len(), 10_000);
        // The next run must not overwrite the output of this one.
        let _ = fs::remove_file(folder.join("out"));
        let mut parts = Vec::new();
        run("program.s --limit-clocks 30000 --save 0.save");
        let mut last = String::new();
        for n in 0..40 {
            let (from, to) = (format!("{n}.save"), format!("{}.save", n + 1));
            let limit = (60_000 + n * 31_007).to_string();
            let (sent, said) = run(&format!("--load {from} --limit-clocks {limit} --save {to}"));
            parts.extend(sent.clone());
            last = said;
            // A machine that has halted would check for an interrupt once more.
            let halted = last.starts_with("halted");
            if !options.is_empty() {
                // The file contains everything sent so far.
                assert!(whole.starts_with(&sent), "{name}");
                parts = sent;
            }
            if halted {
                break;
            }
        }
        assert_eq!(last, end, "{name}");
        assert!(whole.ends_with(&parts), "{name}");
    }
}

#[test]
fn a_segmented_program_is_debugged_from_a_script() {
    let folder = folder("debug", Z8001, SEGMENTED);
    let script =
        "break loop ignore 2\ncontinue\nprint word(cell)\norigin cell\nback 3\nwhere\nlist\ncounts cell\ncounts\n";
    fs::write(folder.join("script"), script).expect("a file");
    let (said, success) = said(&folder, "debug program.s --machine machine.toml --batch script");
    assert!(success, "{said}");
    let lines: Vec<&str> = said.lines().collect();
    // `ld` has 4 bytes and begins at 8; three rounds of four instructions, in which the first arrival counts.
    assert!(
        lines[1].contains("\"instructions\":9") && lines[1].contains("\"pc\":12"),
        "{}",
        lines[1]
    );
    assert!(lines[2].contains("\"value\":2"), "{}", lines[2]);
    assert!(
        lines[3].contains("\"place\":\"<<1>>0x1000 cell\"") && lines[3].contains("\"before\":\"0001\""),
        "{}",
        lines[3]
    );
    assert!(lines[5].contains("\"line\":8"), "{}", lines[5]);
    // Three instructions earlier, `ld cell,r1` has run once, and is the next instruction.
    assert!(lines[7].contains("\"read\":0,\"written\":1}"), "{}", lines[7]);
    assert!(
        lines[8].contains("\"count\":2,\"place\":\"program.s:7\""),
        "{}",
        lines[8]
    );
    let (said, success) = commands::said(&folder, "debug --batch script");
    assert!(!success && said.contains("required"), "{said}");
}

#[test]
fn a_port_that_is_busy_is_named() {
    let busy = std::net::TcpListener::bind(("127.0.0.1", 0)).expect("a port");
    let port = busy.local_addr().expect("its number").port();
    let machine = format!("[[memory]]\nkind = \"ram\"\nsize = 0x10000\n[[serial]]\ntcp = {port}\n");
    let folder = folder("busy", &machine, PLAIN);
    for command in ["run", "debug"] {
        let line = format!("{command} program.s --machine machine.toml");
        commands::says(&folder, &line, 1, "cannot listen on TCP port");
    }
}

/// Standard error reports where a port listens, and which clients connect and disconnect.
#[test]
fn a_port_tells_of_its_clients() {
    let free = std::net::TcpListener::bind(("127.0.0.1", 0)).expect("a port");
    let port = free.local_addr().expect("its number").port();
    drop(free);
    let machine = format!("[[memory]]\nkind = \"ram\"\nsize = 0x10000\n[[serial]]\ntcp = {port}\n");
    // The program ends with a character of the second client, after the first one has disconnected.
    let program = "\t.word 0,0x4000,start\nstart:\tinb rl0,#0xFF01\n\tbitb rl0,#0\n\tjr z,start\n\tinb rl0,#0xFF03\n\
                   \toutb #0xFF03,rl0\n\tcpb rl0,#'.'\n\tjr ne,start\n\thalt\n";
    let folder = folder("clients", &machine, program);
    let mut command = crate::environment::program(env!("CARGO_BIN_EXE_z8k"));
    command
        .current_dir(&folder)
        .args(["run", "program.s", "--machine", "machine.toml"]);
    let mut child = command.stderr(Stdio::piped()).spawn().expect("it runs");
    let mut told = std::io::BufReader::new(child.stderr.take().expect("a pipe"));
    let mut line = move || {
        let mut line = String::new();
        std::io::BufRead::read_line(&mut told, &mut line).expect("a line");
        line
    };
    let at = format!("127.0.0.1:{port}");
    assert_eq!(line(), format!("waiting for a client of the serial port at {at}\n"));
    for text in [b"a", b"."] {
        let mut client = std::net::TcpStream::connect(&at).expect("it is accepted");
        let own = client.local_addr().expect("an address");
        assert_eq!(line(), format!("{own} has connected to port {port}\n"));
        client.write_all(text).expect("it is sent");
        client.read_exact(&mut [0]).expect("an answer");
        drop(client);
        if text == b"a" {
            assert_eq!(line(), format!("the client of port {port} has disconnected\n"));
        }
    }
    assert!(line().starts_with("halted after "));
    child.wait().expect("it ends");
}

/// A built-in board runs in a folder with its files; missing or invalid files are reported immediately.
#[test]
fn a_board_that_is_built_in_runs_by_its_name() {
    let folder = commands::folder("built-in");
    let says = |line: &str, status, part: &str| commands::says(&folder, line, status, part);
    says("machines", 0, "clover: Scott Baker's Clover computer");
    says("machines clover", 0, "[[scc]]");
    says(
        "machines m20",
        1,
        "unknown machine `m20`: expected c900, clover, emuz80, p8000, s8000, z8001, z8001mb, z8002-demo",
    );
    says("run --machine m20", 1, "unknown machine `m20`");
    says("run --machine z8001mb", 1, "cannot read z8kmon.bin");
    let monitor = "\t.z8001\n\t.org 0\n\t.word 0,0xC000,0,start\nstart:\tldb rl0,#'!\n\toutb #7,rl0\n\tldb rl0,#5\n\
                   \toutb #5,rl0\n\tldb rl0,#8\n\toutb #5,rl0\n\tldb rl0,#'?\n\toutb #7,rl0\n\thalt\n";
    fs::write(folder.join("monitor.s"), monitor).expect("a file");
    says("asm monitor.s -o z8kmon.bin", 0, "");
    says(
        "run --machine z8001mb",
        0,
        "?card.img does not exist: its slot is left empty",
    );
    fs::write(folder.join("card.img"), "").expect("a file");
    says("run --machine z8001mb", 1, "it is empty");
    says("run monitor.s", 1, "is for the Z8001, but this board has a Z8002");
    says(
        "run z8kmon.bin",
        1,
        "selects segmented mode, but this board has a Z8002",
    );
    fs::write(
        folder.join("board.toml"),
        "[[memory]]\nkind = \"ram\"\nsize = 0x10000\n",
    )
    .expect("a file");
    says("run --machine board.toml monitor.s", 1, "is a segmented program");
    says(
        "run --machine board.toml z8kmon.bin",
        1,
        "c000h, selects segmented mode",
    );
}

/// Receives a file by XMODEM, and then characters up to a full stop; sends everything received to channel B.
const XMODEM: &str = include_str!("../../../../../emulator/boards/tests/it/programs/xmodem.s");

/// Every byte of a block arrives; a line typed after it ends with a single Return.
#[test]
fn xmodem_passes_every_byte_over_a_pipe() {
    let machine = "[[memory]]\nkind = \"ram\"\nsize = 0x10000\n[[scc]]\nport = 1\n\
                   [scc.a]\nstandard = true\nreturns = true\n[scc.b]\noutput = \"got\"\n";
    let folder = folder("xmodem", machine, XMODEM);
    let mut child = crate::environment::program(env!("CARGO_BIN_EXE_z8k"))
        .current_dir(&folder)
        .args(words("run --machine machine.toml program.s"))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("the command runs");
    let (mut input, mut output) = (
        child.stdin.take().expect("a pipe"),
        child.stdout.take().expect("a pipe"),
    );
    let mut hears = || {
        let mut byte = [0];
        output.read_exact(&mut byte).expect("an answer");
        byte[0]
    };
    let mut file: Vec<u8> = (0..=255).chain(*b"\r\n\n\r\r\n\x1a\x01\x02\x04\x06\x15\r\n").collect();
    file.resize(384, b'\n');
    assert_eq!(hears(), 0x15);
    for (number, block) in (1_u8..).zip(file.chunks(128)) {
        let sum = block.iter().fold(0_u8, |sum, byte| sum.wrapping_add(*byte));
        let packet = [&[1, number, !number], block, &[sum]].concat();
        // The packet may arrive in parts.
        for part in packet.chunks(50) {
            input.write_all(part).expect("it is sent");
        }
        assert_eq!(hears(), 6, "block {number}");
    }
    input.write_all(&[4]).expect("it is sent");
    assert_eq!([hears(), hears()], [6, b'>']);
    input.write_all(b"\r\nyes\n.").expect("it is sent");
    drop(input);
    assert!(child.wait().expect("it ends").success());
    file.extend(b"\ryes\r.");
    assert_eq!(fs::read(folder.join("got")).expect("what was received"), file);
}

/// Writes a sector of zeros to a card with sixteen data lines, at ports 1 to 15.
const WRITES: &str = ".z8002\n.text\n.word 0,0x4000,start\nstart:\tldb rl0,#1\n\toutb #5,rl0\n\tclrb rl0\n\
                      \toutb #7,rl0\n\tldb rl0,#0x40\n\toutb #13,rl0\n\tldb rl0,#0x30\n\toutb #15,rl0\n\tclr r0\n\tld r2,#256\n\
                      1:\tout #1,r0\n\tdjnz r2,1b\n\thalt\n";

#[test]
fn what_an_image_may_not_keep_is_said_to_be_lost() {
    let card = "[[memory]]\nkind = \"ram\"\nsize = 0x10000\n[[ide]]\nport = 1\nimage = \"card\"\n";
    let folder = folder("lost", card, WRITES);
    let run = |more: &str, says: bool| {
        fs::write(folder.join("card"), [0xAA; 512]).expect("a card");
        let (said, success) = said(&folder, &format!("run program.s --machine machine.toml{more}"));
        assert!(success && said.contains("halted"), "{said}");
        assert_eq!(said.contains("what was written to card is lost"), says, "{said}");
        fs::read(folder.join("card")).expect("the card")
    };
    assert_eq!(run("", true), [0xAA; 512]);
    assert_eq!(run(" --save state", false), [0xAA; 512]);
    fs::write(folder.join("machine.toml"), format!("{card}writable = true\n")).expect("a machine");
    assert_eq!(run("", true), [0xAA; 512]);
    assert_eq!(run(" --allow card", false), [0; 512]);
}

/// Returns a program that echoes input by interrupts, with a timer and an idle loop.
fn echoing(ticks: u16, idle: &str) -> String {
    format!(
        ".z8002\n.text\n.word 0,0x4000,start\n.org 0x100
psa:    .space 0x18\n .word 0x4000,tick,0x4000\n .rept 256\n .word come\n .endr
start:  ld r15,#0xF000\n ld r2,#psa\n ldctl psap,r2\n ld r3,#init\n ld r4,#12
next:   ldb rl0,@r3\n outb #5,rl0\n inc r3,#1\n djnz r4,next
        ld r0,#{ticks}\n out #0xFF10,r0\n ei vi,nvi
loop:   {idle}\n jr loop
tick:   out #0xFF12,r0\n iret
come:   inb rl1,#7\n outb #7,rl1\n ldb rl0,#0x38\n outb #5,rl0\n iret
init:   .byte 9,0xC0,4,0x44,3,0xC1,5,0x6A,1,0x10,9,8\n"
    )
}

const ECHOING: &str = "[[memory]]\nkind = \"ram\"\nsize = 0x10000\n[[scc]]\nport = 1\ninterrupt = \"vi\"\n\
                       [scc.a]\nstandard = true\n[[timer]]\ninterrupt = \"nvi\"\n";

#[test]
fn the_standard_input_reaches_a_program_that_is_interrupted() {
    for (ticks, idle) in [(0, "halt"), (0, "nop"), (20_000, "halt"), (20_000, "nop")] {
        let folder = folder("echoing", ECHOING, &echoing(ticks, idle));
        let mut command = crate::environment::program(env!("CARGO_BIN_EXE_z8k"));
        command
            .current_dir(&folder)
            .args(words("run --machine machine.toml program.s --limit-clocks 20000000"));
        let output = fed(&mut command, "ab\ncd\n", Stdio::piped());
        assert_eq!(String::from_utf8_lossy(&output.stdout), "ab\ncd\n", "{ticks} {idle}");
    }
}
