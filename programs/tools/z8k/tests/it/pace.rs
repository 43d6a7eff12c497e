//! The timing of the host's input has no effect on a machine's clocks, output and state: in one piece, late, by lines,
//! by bytes, with pauses, from a terminal, and over TCP, for a program that polls and for one that is interrupted.

use std::fs;
use std::io::{Read, Write};
use std::net::{Ipv4Addr, TcpListener, TcpStream};
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::thread::{sleep, spawn};
use std::time::Duration;

use crate::harness::folder;

/// The board, with a program that polls the serial port. R5 contains the sum of all characters, R6 their number.
const POLLED: &str = "guard = true\n[[memory]]\nkind = \"ram\"\nsize = 0x10000\nspace = \"program\"\n[[memory]]\n\
                      kind = \"ram\"\nsize = 0x10000\nspace = \"data\"\n[[serial]]\nLINE\n[[timer]]\n";
const POLLS: &str = "
        .z8002
        .word   0, 0x4000, start
start:  inb     rl1,#0xff01
        bitb    rl1,#0
        jr      z,start
        inb     rl0,#0xff03
        outb    #0xff03,rl0
        add     r5,r0
        inc     r6,#1
        cpb     rl0,#'q'
        jr      ne,start
        halt
";

/// A machine with a Z8530 that interrupts, and a program that otherwise does nothing.
#[cfg(unix)]
const INTERRUPTED: &str =
    "[[memory]]\nkind = \"ram\"\nsize = 0x10000\n[[scc]]\nport = 1\ninterrupt = \"vi\"\n[scc.a]\nLINE\n";
#[cfg(unix)]
const IS_INTERRUPTED: &str = "
        .z8002
        .org    0
        .word   0, 0x4000, start
        .org    0x11c
        .word   0x4000
        .rept   256
        .word   come
        .endr
start:  ld      r15,#0xf000
        ld      r2,#0x100
        ldctl   psapoff,r2
        ld      r3,#init
        ld      r4,#12
next:   ldb     rl0,@r3
        outb    #5,rl0
        inc     r3,#1
        djnz    r4,next
        ei      vi
spin:   jr      spin
come:   inb     rl0,#7
        outb    #7,rl0
        add     r5,r0
        inc     r6,#1
        ldb     rl1,#0x38
        outb    #5,rl1
        cpb     rl0,#'q'
        jr      eq,end
        iret
end:    halt
init:   .byte   9,0xC0,4,0x44,3,0xC1,5,0x6A,1,0x10,9,8
";

/// Returns a program that computes continuously between the lines that it receives.
#[cfg(unix)]
fn is_busy() -> String {
    IS_INTERRUPTED.replace("spin:   jr      spin", "spin:   inc     r9,#1\n        jr      spin")
}

/// Returns the text to send: 30 lines, and the end.
fn text() -> String {
    let lines: String = (0..30).map(|n| format!("line {n}\n")).collect();
    lines + "q\n"
}

/// Writes a text in one of six ways.
fn write(way: &str, mut to: impl Write) {
    let text = text();
    // Longer than the whole run of a busy program takes.
    sleep(Duration::from_millis(if way == "late" { 1_500 } else { 0 }));
    let pieces: Vec<&str> = match way {
        "lines" | "terminal" => text.split_inclusive('\n').collect(),
        "bytes" => text.split_inclusive(|_: char| true).collect(),
        "pauses" => text.split_inclusive('e').collect(),
        _ => vec![&text],
    };
    for piece in pieces {
        // Writing fails if the program has ended.
        let _ = to.write_all(piece.as_bytes()).and_then(|()| to.flush());
        sleep(Duration::from_millis(if way == "pauses" { 20 } else { 0 }));
    }
}

/// Runs a program on a machine with this input; returns its output and its final state.
fn run(way: &str, machine: &str, program: &str, folder: &Path) -> (String, Vec<u8>) {
    // A port that is free now most likely stays free for a moment.
    let free = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).expect("a port");
    let port = free.local_addr().expect("its number").port();
    drop(free);
    let line = if way == "TCP" {
        format!("tcp = {port}")
    } else {
        "standard = true".to_owned()
    };
    fs::write(folder.join("m.toml"), machine.replace("LINE", &line)).expect("a description");
    fs::write(folder.join("p.s"), program).expect("a program");
    let z8k = env!("CARGO_BIN_EXE_z8k");
    let line = format!("{z8k} run --machine m.toml p.s --save state --force");
    let mut command = Command::new(if way == "terminal" { "script" } else { "sh" });
    match way {
        "terminal" => command.args(["-qec", &line, "/dev/null"]),
        _ => command.args(["-c", &line]),
    };
    command
        .current_dir(folder)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    let mut child = command.spawn().expect("it runs");
    let way = way.to_owned();
    let input = child.stdin.take().expect("a pipe");
    let writer = spawn(move || {
        if way == "TCP" {
            let stream = loop {
                match TcpStream::connect((Ipv4Addr::LOCALHOST, port)) {
                    Ok(stream) => break stream,
                    Err(_) => sleep(Duration::from_millis(1)),
                }
            };
            write(&way, stream);
        } else {
            write(&way, input);
        }
    });
    let Output { stdout, stderr, .. } = child.wait_with_output().expect("it ends");
    writer.join().expect("all is written");
    let said = String::from_utf8_lossy(&[stdout, stderr].concat()).into_owned();
    let ended = said
        .lines()
        .find(|line| line.contains(" clocks"))
        .unwrap_or_else(|| panic!("{said}"));
    let at = ended.find("halted").unwrap_or_else(|| panic!("{said}"));
    let state = fs::read(folder.join("state")).expect("the state");
    (ended[at..].trim_end().to_owned(), state)
}

#[test]
#[cfg(target_os = "linux")]
fn input_has_one_pace() {
    let all = ["at once", "lines", "bytes", "pauses", "late", "terminal", "TCP"];
    for (name, machine, program, ways) in [
        ("polled", POLLED, POLLS, &all[..]),
        ("interrupted", INTERRUPTED, IS_INTERRUPTED, &all[..]),
        // From a terminal and over TCP, a line is sent while the program computes.
        ("busy", INTERRUPTED, &is_busy(), &all[..5]),
    ] {
        let folder = folder(&format!("pace-{name}"));
        let ends: Vec<_> = ways.iter().map(|way| run(way, machine, program, &folder)).collect();
        for (way, end) in ways.iter().zip(&ends) {
            println!("{name}, {way}: {}", end.0);
            assert_eq!(end.0, ends[0].0, "{name}, {way}");
            assert!(end.1 == ends[0].1, "the state of {name}, {way}");
        }
    }
}

/// A single key typed into a pipe that stays open is answered.
#[test]
fn a_key_in_an_open_pipe_arrives() {
    let folder = folder("pace-key");
    fs::write(folder.join("p.s"), POLLS).expect("a program");
    let mut command = Command::new(env!("CARGO_BIN_EXE_z8k"));
    command.args(["run", "p.s"]).current_dir(&folder).stderr(Stdio::null());
    let mut child = command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("it runs");
    let mut keys = child.stdin.take().expect("a pipe");
    let mut answers = child.stdout.take().expect("a pipe");
    for key in [b'y', b'q'] {
        keys.write_all(&[key]).and_then(|()| keys.flush()).expect("it listens");
        let mut answer = [0];
        answers.read_exact(&mut answer).expect("an answer");
        assert_eq!(answer, [key]);
    }
    assert!(child.wait().expect("it ends").success());
}

/// The board of `z8k run` behaves like the described one.
#[test]
fn the_board_has_the_pace_of_its_description() {
    let folder = folder("pace-board");
    let (described, _) = run("at once", POLLED, POLLS, &folder);
    let mut command = Command::new(env!("CARGO_BIN_EXE_z8k"));
    command.args(["run", "p.s"]).current_dir(&folder);
    let output = crate::harness::fed(&mut command, &text(), Stdio::piped());
    assert_eq!(String::from_utf8_lossy(&output.stderr).trim_end(), described);
    assert_eq!(String::from_utf8_lossy(&output.stdout), text().trim_end());
}

/// A return to a wrong address stops the run at once, on the board and on a machine with a guard, even if the source
/// has data in a separate memory or directly after the code.
#[test]
fn a_wild_return_stops_at_once() {
    let folder = folder("pace-wild");
    let one = "guard = true\n[[memory]]\nkind = \"ram\"\nsize = 0x10000\n";
    fs::write(folder.join("guarded.toml"), one).expect("a description");
    fs::write(folder.join("free.toml"), one.replace("guard = true\n", "")).expect("a description");
    let ret = " ld @r15,r1\n ret\n";
    let iret = " push @r15,r1\n ld r2,#0x4000\n push @r15,r2\n push @r15,r2\n iret\n";
    for (to, data, [by_ret, by_iret]) in [
        ("0x6000", "", [0x6000; 2]),
        ("0x6000", ".data\n.org 0x6000\n.word 0x8d07,0x7a00\n", [0x6000; 2]),
        ("0x6000", ".org 0x6000\n.word 0x8d07,0x7a00\n", [0x6000; 2]),
        ("bad", "bad: .word 0x8d07,0x7a00\n", [0x112, 0x11a]),
    ] {
        for (way, from, at) in [(ret, 0x110, by_ret), (iret, 0x118, by_iret)] {
            let source = format!(
                ".z8002\n.text\n.org 0\n.word 0,0x4000,start\n.org 0x100\nstart: ld r15,#0x8000\n call sub\n halt\n\
                 sub: ld r1,#{to}\n{way}{data}"
            );
            fs::write(folder.join("w.s"), &source).expect("a program");
            for arguments in [&[][..], &["--machine", "guarded.toml"]] {
                let mut command = Command::new(env!("CARGO_BIN_EXE_z8k"));
                command.arg("run").args(arguments).arg("w.s").current_dir(&folder);
                let said = crate::harness::fed(&mut command, "", Stdio::piped()).stderr;
                let said = String::from_utf8_lossy(&said);
                let expected = format!("no code is loaded at {at:04x} (reached from {from:04x})");
                assert!(said.contains(&expected), "{arguments:?} {source} {said}");
            }
        }
    }
    // Without a guard, the program continues with whatever is in memory.
    let mut command = Command::new(env!("CARGO_BIN_EXE_z8k"));
    command
        .args(["run", "--machine", "free.toml", "w.s"])
        .current_dir(&folder);
    let said = crate::harness::fed(&mut command, "", Stdio::piped()).stderr;
    assert!(String::from_utf8_lossy(&said).starts_with("halted after"));
}
