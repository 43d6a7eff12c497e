//! Runs described machines. Expected values are calculated by hand, or are those of the board.

use std::fs;
use std::io::{Read as _, Write as _};
use std::net::{Ipv4Addr, Shutdown, TcpStream};
use std::path::Path;

use z8000::machine::Stop;
use z8000_boards::{BUILT_IN, Connected, Description, Error, Section};

use crate::common::{BOARD, Z8001, board, folder, machine, run, sections, user, user_over_tcp};

const MIX: &str = include_str!("../../../../asm/bench/mix.s");
const SEGMENTED: &str = concat!(
    "        .equ    SEGMENTED, 1\n",
    include_str!("../../../../asm/bench/mix.s")
);

const ECHO: &str = include_str!("programs/echo.s");

#[test]
fn the_described_board_is_the_board() {
    let folder = folder("board");
    let mut board = board(ECHO);
    let text = BOARD.replace("standard = true", "output = \"out\"");
    let mut machine = machine(&text, &folder);
    machine.load(&sections(ECHO)).expect("memory for it");
    machine.start().expect("a start");
    // While the timer interrupts, the program does not count as one that waits for input.
    assert_eq!(board.run(5_000), Ok(Stop::ClockLimit));
    assert_eq!(machine.run(5_000).expect("it runs"), Stop::ClockLimit);
    assert_eq!(
        (machine.clocks(), machine.steps(), machine.cpu()),
        (board.clocks(), board.steps(), board.cpu())
    );
}

#[test]
fn the_same_program_takes_the_same_clocks_on_the_described_board() {
    let source = MIX.replace("65000", "50");
    let mut machine = machine(BOARD, Path::new(""));
    assert_eq!(run(&mut machine, &source), Stop::Halted);
    let mut board = board(&source);
    assert_eq!(board.run(u64::MAX), Ok(Stop::Halted));
    assert_eq!(machine.cpu(), board.cpu());
    assert_eq!((machine.clocks(), machine.steps()), (board.clocks(), board.steps()));
}

#[test]
fn the_segmented_benchmark_computes_what_the_other_one_does() {
    let mut segmented = machine(Z8001, Path::new(""));
    assert_eq!(run(&mut segmented, &SEGMENTED.replace("65000", "50")), Stop::Halted);
    let mut plain = machine(BOARD, Path::new(""));
    assert_eq!(run(&mut plain, &MIX.replace("65000", "50")), Stop::Halted);
    assert_eq!(segmented.cpu().register(0), plain.cpu().register(0));
    // 5 + ROUNDS * (6 + 16 * STEPS)
    assert_eq!(segmented.steps(), 5 + 50 * (6 + 16 * 250));
    assert_eq!(plain.steps(), segmented.steps());
    assert!(segmented.clocks() > plain.clocks());
}

#[test]
fn rom_cannot_be_written_and_nothing_is_beyond_it() {
    let folder = folder("rom");
    // FCW, PC; ld r1,0: its own first word; clr 0; ld r2,2; ld r3,8000h; ld 9000h,r2; ld r4,9000h; halt
    let words: [u16; 15] = [
        0, 0x4000, 6, 0x4D08, 2, 0x6102, 2, 0x6103, 0x8000, 0x6F02, 0x9000, 0x6104, 0x9000, 0x7A00, 0,
    ];
    let bytes: Vec<u8> = words.iter().flat_map(|word| word.to_be_bytes()).collect();
    fs::write(folder.join("rom.bin"), &bytes).expect("a file");
    let text = "
        [[memory]]
        kind = \"rom\"
        size = 0x100
        image = \"rom.bin\"
        [[memory]]
        kind = \"ram\"
        start = 0x9000
        size = 0x100
    ";
    let mut machine = machine(text, &folder);
    machine.start().expect("a start");
    assert_eq!(machine.run(1_000).expect("it runs"), Stop::Halted);
    let registers = [2, 3, 4].map(|n| machine.cpu().register(n));
    assert_eq!(registers, [0x4000, 0xFFFF, 0x4000]);
}

#[test]
fn an_image_that_is_too_long_is_refused() {
    let folder = folder("long");
    fs::write(folder.join("rom.bin"), [0; 0x101]).expect("a file");
    let text = "[[memory]]\nkind = \"rom\"\nsize = 0x100\nimage = \"rom.bin\"";
    let description = Description::read(text, &folder).expect("a description");
    let error = Connected::new(description).expect_err("it does not fit");
    assert!(error.to_string().contains("does not fit in memory 1"), "{error}");
}

#[test]
fn programs_lie_where_memory_is() {
    let mut machine = machine("[[memory]]\nkind = \"ram\"\nsize = 0x100", Path::new(""));
    let mut error = |at, size| {
        let section = Section::code("a.bin", at, vec![0; size]);
        machine.load(&[section]).expect_err("no memory is there")
    };
    let long = error(0, 0x101);
    assert!(matches!(long, Error::NoMemory { at: 0, size: 0x101, .. }), "{long}");
    let beyond = error(0x1_0000, 1);
    assert!(matches!(beyond, Error::NoMemory { at: 0x1_0000, .. }), "{beyond}");
}

#[test]
fn a_machine_can_start_where_it_is_told_to() {
    let text = "
        processor = \"z8001\"
        [start]
        fcw = 0xC000
        pc = 0x050100
        stack = 0x061000
        [[memory]]
        kind = \"ram\"
        start = 0x050000
        size = 0x20000
    ";
    let mut machine = machine(text, Path::new(""));
    // ldl rr2,rr14; push @rr14,r1; ldl rr4,rr14; halt
    let program: Vec<u8> = [0x94E2_u16, 0x93E1, 0x94E4, 0x7A00]
        .iter()
        .flat_map(|word| word.to_be_bytes())
        .collect();
    let code = Section::code("by hand", 0x05_0100, program);
    machine.load(&[code]).expect("memory for it");
    machine.start().expect("a start");
    assert_eq!(machine.run(1_000).expect("it runs"), Stop::Halted);
    let registers = [2, 3, 4, 5].map(|n| machine.cpu().register(n));
    assert_eq!(registers, [0x0600, 0x1000, 0x0600, 0x0FFE]);
    assert_eq!(machine.cpu().pc_segment(), 5);
}

const DISK: &str = include_str!("programs/disk.s");

#[test]
fn a_disk_is_read_and_written_by_sectors() {
    let folder = folder("disk");
    let mut image = vec![0; 1024];
    image[512..514].copy_from_slice(&[0x12, 0x34]);
    fs::write(folder.join("disk"), &image).expect("a file");
    for (writable, status) in [("true", 0), ("false", 1)] {
        let text = format!("{BOARD}\n[[disk]]\nimage = \"disk\"\nwritable = {writable}\n");
        let mut machine = machine(&text, &folder);
        assert_eq!(run(&mut machine, DISK), Stop::Halted);
        let registers = [1, 2, 3, 4].map(|n| machine.cpu().register(n));
        assert_eq!(registers, [0, !0x1234, status, 1]);
        let now = fs::read(folder.join("disk")).expect("the image");
        assert_eq!(now[..512], [0xED, 0xCB].repeat(256));
    }
}

pub(crate) const NEXT: &str = include_str!("programs/next.s");

#[test]
fn a_serial_port_has_files() {
    let folder = folder("files");
    fs::write(folder.join("in"), "HAL.").expect("a file");
    let text = BOARD.replace("standard = true", "input = \"in\"\noutput = \"out\"");
    assert_eq!(run(&mut machine(&text, &folder), NEXT), Stop::Halted);
    assert_eq!(fs::read(folder.join("out")).expect("the output"), b"IBM/");
    fs::remove_file(folder.join("out")).expect("the output");
    fs::write(folder.join("in"), "HAL").expect("a file");
    assert_eq!(run(&mut machine(&text, &folder), NEXT), Stop::WantsInput);
}

pub(crate) const PROMPT: &str = include_str!("programs/prompt.s");

#[test]
fn a_file_comes_line_by_line() {
    let folder = folder("lines");
    fs::write(folder.join("in"), "one\ntwo\n.").expect("a file");
    let text = BOARD.replace("standard = true", "input = \"in\"\noutput = \"out\"");
    let mut machine = machine(&text, &folder);
    assert_eq!(run(&mut machine, PROMPT), Stop::Halted);
    assert_eq!(fs::read(folder.join("out")).expect("the output"), b"one\ntwo\n.");
}

#[test]
fn a_serial_port_has_a_connection() {
    let (port, user) = user_over_tcp();
    let text = BOARD.replace("standard = true", &format!("tcp = {port}"));
    assert_eq!(run(&mut machine(&text, Path::new("")), NEXT), Stop::Halted);
    assert_eq!(user.join().expect("a user"), (*b"IBM/", Vec::new()));
}

/// A client that disconnects early: after the last answer, or with an unread answer, which resets the connection. The
/// machine waits for the next client, and for a third one that only sends, and then receives the final output of the
/// machine.
#[test]
fn a_connection_that_is_closed_makes_room_for_the_next_one() {
    for reads_all in [true, false] {
        let (port, user) = user(move |mut stream| {
            stream.write_all(b"HA").expect("it is sent");
            let mut answers = vec![0; if reads_all { 2 } else { 1 }];
            stream.read_exact(&mut answers).expect("an answer");
            let next = |port| TcpStream::connect((Ipv4Addr::LOCALHOST, port)).expect("it is accepted");
            let port = stream.peer_addr().expect("an address").port();
            // The first connection is closed before the next one is opened.
            drop(stream);
            let mut second = next(port);
            second.write_all(b"L").expect("it is sent");
            second.read_exact(&mut answers[..1]).expect("an answer");
            drop(second);
            let mut third = next(port);
            third.write_all(b".").expect("it is sent");
            third.shutdown(Shutdown::Write).expect("it sends no more");
            let mut last = Vec::new();
            third.read_to_end(&mut last).expect("the end");
            (answers, last)
        });
        let text = BOARD.replace("standard = true", &format!("tcp = {port}"));
        assert_eq!(run(&mut machine(&text, Path::new("")), NEXT), Stop::Halted);
        let (answers, last) = user.join().expect("a user");
        assert_eq!((answers[0], &last[..]), (b'M', &b"/"[..]));
    }
}

#[test]
fn an_undefined_word_is_named_with_its_segment() {
    let text = "processor = \"z8001\"\n[start]\npc = 0x030010\n[[memory]]\nkind = \"ram\"\nsize = 0x40000";
    let mut machine = machine(text, Path::new(""));
    let code = Section::code("by hand", 0x03_0010, vec![0x36, 0x00]);
    machine.load(&[code]).expect("memory for it");
    machine.start().expect("a start");
    let error = machine.run(1_000).expect_err("there is no such instruction");
    assert_eq!(
        error.to_string(),
        "the word 3600 at <<3>>0x0010 is not an instruction of the Z8001"
    );
}

pub(crate) const MANAGED: &str = include_str!("programs/managed.s");

#[test]
fn a_unit_translates_and_traps() {
    let text = "
        processor = \"z8001\"
        [[memory]]
        kind = \"ram\"
        size = 0x30000
        [[mmu]]
        select = 0xFC
        enabled = true
    ";
    let mut machine = machine(text, Path::new(""));
    assert_eq!(run(&mut machine, MANAGED), Stop::Halted);
    assert_eq!(machine.cpu().register(9), 7);
    // Bank 0 represents unmapped memory; physical block 2 is bank 3.
    let written = 3 * 0x1_0000 + 0x10;
    assert_eq!(machine.world().banks().bytes()[written..written + 2], [0x12, 0x34]);
    assert_eq!(machine.world().banks().bytes()[written + 0x100], 0);
}

/// Assembles a source into the bytes of a ROM.
fn rom(source: &str, size: usize) -> Vec<u8> {
    let mut bytes = vec![0xFF; size];
    for section in sections(source) {
        bytes[section.start as usize..][..section.bytes.len()].copy_from_slice(&section.bytes);
    }
    bytes
}

/// Returns a built-in machine, with a file instead of standard input.
fn built_in(name: &str, folder: &Path) -> Connected {
    let known = BUILT_IN.iter().find(|(known, _)| *known == name);
    let (_, text) = known.expect("it is built in");
    let files = "input = \"in\"\noutput = \"out\"";
    machine(&text.replace("standard = true\nreturns = true", files), folder)
}

/// Tests how the ROM and the kernel of a Commodore 900 use its chips and its disk. Disk results: read, written, out of
/// range, unknown; the floppy has none. The disk interrupts once for each, and the timer interrupts in between.
#[test]
fn a_commodore_900_runs_a_rom() {
    let folder = folder("c900");
    let rom = rom(include_str!("programs/c900.s"), 0x8000);
    for (file, first) in [("bios_h.bin", 0), ("bios_l.bin", 1)] {
        let half: Vec<u8> = rom.iter().skip(first).step_by(2).copied().collect();
        fs::write(folder.join(file), half).expect("a half");
    }
    let disk: Vec<u8> = (0..20_u8).flat_map(|sector| [sector + 0x40; 512]).collect();
    fs::write(folder.join("hdd.bin"), &disk).expect("a disk");
    fs::write(folder.join("in"), "ab.").expect("input");
    let mut machine = built_in("c900", &folder);
    machine.start().expect("a start");
    assert_eq!(machine.run(4_000_000).expect("it runs"), Stop::Halted);
    assert_eq!(fs::read(folder.join("out")).expect("output"), b"ab.");
    let register = |n| machine.cpu().register(n);
    // This register reads 0 during reset, and 1Ah after it.
    assert_eq!(register(7), 0x1A00);
    assert_eq!((register(13), register(10), register(0) & 0xFF), (0x4545, 4, 0x81));
    assert_eq!(register(1) & 0xFF, 0x92);
    assert!(register(9) > 3, "{}", register(9));
    // Bank 0 represents unmapped memory, 1 the ROM, 2 the RAM from 080000.
    let memory = |at: usize| machine.world().banks().bytes()[0x1_0000 * 2 + at];
    assert_eq!([0x2000, 0x2001, 0x2002, 0x2003].map(memory), [0x80, 0x80, 0x92, 0x81]);
    assert_eq!((memory(0x1200), memory(0x13FF)), (0x46, 0x46));
    assert_eq!(
        fs::read(folder.join("hdd.bin")).expect("the disk"),
        disk,
        "it is kept in memory"
    );
}

/// Tests the bank unit, the serial port, the switches and the disk; then a program in normal mode, with its
/// instructions in one bank and its data in another.
#[test]
fn a_z8002_demo_runs_a_rom() {
    let folder = folder("z8002-demo");
    fs::write(folder.join("z8kmon.bin"), rom(include_str!("programs/demo.s"), 0x1000)).expect("a ROM");
    let mut disk = vec![0; 8 * 512];
    disk[3 * 512..][..2].copy_from_slice(&[0x12, 0x34]);
    fs::write(folder.join("z8002-demo.raw"), disk).expect("a disk");
    fs::write(folder.join("in"), "k").expect("input");
    let mut machine = built_in("z8002-demo", &folder);
    machine.start().expect("a start");
    assert_eq!(machine.run(4_000_000).expect("it runs"), Stop::Halted);
    let registers = [3, 4, 14, 10, 12].map(|n| machine.cpu().register(n));
    assert_eq!(registers, [0x1111, 0x2222, 0x8800 | u16::from(b'k'), 0x1234, 0x5A5A]);
}

/// The monitors of the P8000 and the System 8000 use the same chips in the same way. A key that interrupts is not
/// received as input.
#[test]
fn a_p8000_and_a_system_8000_run_a_rom() {
    let rom = rom(include_str!("programs/p8000.s"), 0x4000);
    let p8000 = [
        "mon16_1h_3.1_udos",
        "mon16_1l_3.1_udos",
        "mon16_2h_3.1_udos",
        "mon16_2l_3.1_udos",
    ];
    let s8000 = [
        "cpu_34-0715-02_v_2.2.u76",
        "cpu_34-0716-02_v_2.2.u74",
        "cpu_34-0718-02_v_2.2.u77",
        "cpu_34-0717-02_v_2.2.u75",
    ];
    for (name, files) in [("p8000", p8000), ("s8000", s8000)] {
        let folder = folder(name);
        for (n, file) in files.into_iter().enumerate() {
            let half: Vec<u8> = rom[n / 2 * 0x2000..][..0x2000]
                .iter()
                .skip(n % 2)
                .step_by(2)
                .copied()
                .collect();
            fs::write(folder.join(file), half).expect("an EPROM");
        }
        fs::write(folder.join("in"), "a\x1Eb.").expect("input");
        let mut machine = built_in(name, &folder);
        machine.start().expect("a start");
        assert_eq!(machine.run(4_000_000).expect("it runs"), Stop::Halted, "{name}");
        let mut sent = fs::read(folder.join("out")).expect("output");
        // The key is pressed immediately; the characters arrive one by one.
        assert_eq!(
            sent.iter().position(|byte| *byte == b'!').map(|n| sent.remove(n)),
            Some(b'!')
        );
        assert_eq!(sent, b"?ab.", "{name}");
        assert_eq!(machine.cpu().register(7), 1, "{name}");
    }
}
