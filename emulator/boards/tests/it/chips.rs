//! Registers of chips as described in their data sheets: the values that a driver polls, and those that it must not
//! see. Expected values are from the data sheets (Z8036 and Z8530 technical manuals, CompactFlash and ATA), or
//! calculated by hand.

use std::fs;
use std::path::Path;

use z8000::machine::Stop;

use crate::common::{folder, machine, run};
use crate::devices::{AWAKE, RAM, cio, ran};

/// Describes a machine with a Z8036 whose port A has these levels.
fn cio_with(pins: u8) -> String {
    format!("[[cio]]\nport = 0x11\ninterrupt = \"vi\"\ncount = 2\npins = [{pins}, 0xFF, 0xFF]\n")
}

/// Returns code that reads a register of the CIO into the lower byte of a register of the processor.
fn get(register: u8, into: u8) -> String {
    format!(" ldb rl0,#{register}\n outb #0x17,rl0\n clr r{into}\n inb rl{into},#0x17\n")
}

#[test]
fn an_or_priority_port_reports_its_highest_matching_bit() {
    // Ports A and B: inputs, ones of bits 0 to 6 match, OR-priority encoded vector; the other port does not match.
    for (base, vector_at, command_at, enabled, status, is_a) in [
        (0x20, 0x02, 0x08, 0x04, 0x10, true),
        (0x28, 0x03, 0x09, 0x80, 0x08, false),
    ] {
        let set = cio(&[
            (base + 3, 0x7F),
            (base + 7, 0x7F),
            (base + 6, 0),
            (base + 5, 0x7F),
            (base, 0x06),
            (vector_at, 0x40),
            (command_at, 0xC0),
            (0x01, enabled),
            (0x00, 0x80 | status),
        ]);
        for (pins, vector) in [
            (0x7F, 0x4C),
            (0x20, 0x4A),
            (0x01, 0x40),
            (0x08, 0x46),
            (0x42, 0x4C),
            (0x11, 0x48),
        ] {
            let program = format!("{AWAKE}{set}{}{}", get(0x1F, 1), get(vector_at, 2));
            let levels = if is_a {
                format!("[{pins}, 0xFF, 0xFF]")
            } else {
                format!("[0xFF, {pins}, 0xFF]")
            };
            let text = cio_with(0).replace("[0, 0xFF, 0xFF]", &levels);
            let found = ran(&text, Path::new(""), &program);
            assert_eq!(found[..2], [vector, vector], "pins {pins:02x} {base:02x}");
        }
    }
}

#[test]
fn vectors_are_read_with_their_status_whatever_is_served() {
    // Counter 1 reaches 0, which is 10 in bits 2 and 1. With or without VIS, a vector that is read includes it while
    // MIE is 1.
    for (control, current) in [(0x84, 0x64), (0x80, 0x60)] {
        let set = cio(&[
            (0x04, 0x60),
            (0x16, 0),
            (0x17, 20),
            (0x1C, 0x00),
            (0x0A, 0xC0),
            (0x01, 0x40),
            (0x00, control),
            (0x0A, 0x06),
        ]);
        let program = format!(
            "{AWAKE}{set} ld r5,#400\n1: djnz r5,1b\n{}{}{}{}{}{}{}",
            get(0x1F, 1),
            get(0x04, 2),
            // Set IUS: Current Vector does not depend on it.
            cio(&[(0x0A, 0x40)]),
            get(0x1F, 3),
            // Without MIE, the vector reads as it was written.
            cio(&[(0x00, control & 0x7F)]),
            get(0x04, 4),
            get(0x0A, 5),
        );
        let found = ran(&cio_with(0), Path::new(""), &program);
        // IUS, IE, IP; the gate bit is not read-only: it was last written as 0.
        assert_eq!(found[..5], [current, 0x64, current, 0x60, 0xE0]);
    }
}

#[test]
fn a_port_matches_by_edges() {
    // Port A: outputs, bit 0 by a rising edge, bit 1 by a falling one, bit 2 by either.
    let set = cio(&[
        (0x23, 0),
        (0x0D, 0x02),
        (0x27, 0x03),
        (0x26, 0x07),
        (0x25, 0x01),
        (0x20, 0x06),
        (0x02, 0x40),
        (0x08, 0xC0),
        (0x01, 0x04),
        (0x00, 0x90),
    ]);
    let mut program = format!("{AWAKE}{set} clr r1\n{}", get(0x08, 1));
    for (n, (data, _)) in [(0x03, 0x40), (0x01, 0x42), (0x05, 0x44), (0x04, 0xFF)]
        .into_iter()
        .enumerate()
    {
        program += &cio(&[(0x0D, data)]);
        program += &get(0x1F, n as u8 + 2);
        // Clears IP.
        program += &cio(&[(0x08, 0xA0)]);
    }
    let found = ran(&cio_with(0), Path::new(""), &program);
    // At first only IE and ORE are set; a falling edge of bit 0 does not match.
    assert_eq!(found[..5], [0x48, 0x40, 0x42, 0x44, 0xFF]);
}

#[test]
fn a_counter_counts_the_ends_of_another() {
    // Counter 1 ends every 100 counts; counter 2 counts three of those ends; it is not restarted while it runs.
    let set = cio(&[
        (0x16, 0),
        (0x17, 100),
        (0x18, 0),
        (0x19, 3),
        (0x1C, 0x80),
        (0x1D, 0x00),
        (0x01, 0x63),
        (0x0B, 0x06),
        (0x0A, 0x06),
    ]);
    let wait = |loops: u16| format!(" ld r7,#{loops}\n1: djnz r7,1b\n");
    // A loop is 11 clocks, a count 2.
    let program = format!(
        "{AWAKE}{set}{}{}{}{}{}{}",
        get(0x0B, 1),
        wait(25),
        cio(&[(0x0B, 0x06)]),
        wait(35),
        get(0x0B, 2),
        get(0x13, 3)
    );
    let found = ran(&cio_with(0), Path::new(""), &program);
    // The counter runs; then it has ended: pending, with its gate, and not running.
    assert_eq!(found[..3], [0x05, 0x24, 0]);
}

#[test]
fn the_z8036_is_reached_directly() {
    let text = "[[cio]]\nport = 0x101\ndirect = true\npins = [0x5A, 0xFF, 0xFF]\n";
    let program = "
        clr r1\n inb rl1,#0x101\n inb rh1,#0x10D         ! in reset: MICR has bit 0, all else is 0
        ldb rl0,#0\n outb #0x101,rl0
        ldb rl0,#0xA5\n outb #0x145,rl0\n clr r2\n inb rl2,#0x145 ! port A's data path
        ldb rl0,#0xFF\n outb #0x147,rl0\n clr r3\n inb rl3,#0x11B  ! its inputs, inverted
        ldb rl0,#0x06\n outb #0x10D,rl0\n clr r4\n inb rl4,#0x10D
        ldb rl0,#1\n outb #0x101,rl0\n clr r5\n inb rl5,#0x145";
    let found = ran(text, Path::new(""), program);
    assert_eq!(found[..5], [1, 0xA5, 0xFF, 6, 0]);
}

/// Returns code that writes to the control register of a channel of an SCC whose first port is 1.
fn scc(channel: char, values: &[u8]) -> String {
    let port = if channel == 'a' { 5 } else { 1 };
    values
        .iter()
        .map(|value| format!(" ldb rl0,#{value}\n outb #{port},rl0\n"))
        .collect()
}

const SCC: &str = "[[scc]]\nport = 1\ninterrupt = \"vi\"\n";

#[test]
fn the_generator_of_an_scc_asks_at_zero() {
    // Time constant 98 and 2 more: every 100 clocks, seen in RR3 and in bit 1 of RR0 until it is reset.
    let set = scc(
        'a',
        &[9, 0xC0, 4, 0x44, 11, 0x50, 12, 98, 13, 0, 14, 3, 15, 2, 1, 1, 9, 8],
    );
    let wait = "1: ldb rl0,#3\n outb #5,rl0\n inb rl1,#5\n testb rl1\n jr z,1b\n";
    let program = format!(
        "{set} clr r1\n{wait} clr r2\n inb rl2,#5\n{} clr r3\n inb rl3,#5\n clr r4\n{} inb rl4,#5\n{wait}",
        scc('a', &[0x10]),
        scc('a', &[15])
    );
    let found = ran(SCC, Path::new(""), &program);
    assert_eq!(found[..4], [0x08, 0x6E, 0x6C, 0x02]);
    // Without WR1 bit 0, or WR15 bit 1, no interrupt is ever pending.
    for (from, to) in [
        (
            "ldb rl0,#1\n outb #5,rl0\n ldb rl0,#1\n",
            "ldb rl0,#1\n outb #5,rl0\n ldb rl0,#0\n",
        ),
        (
            "ldb rl0,#15\n outb #5,rl0\n ldb rl0,#2\n",
            "ldb rl0,#15\n outb #5,rl0\n ldb rl0,#0\n",
        ),
    ] {
        let off = set.replace(from, to);
        assert_ne!(off, set);
        let program = format!("{off} ld r7,#2000\n1: djnz r7,1b\n clr r1\n ldb rl0,#3\n outb #5,rl0\n inb rl1,#5\n");
        assert_eq!(ran(SCC, Path::new(""), &program)[0], 0);
    }
}

#[test]
fn an_scc_ticks_while_the_processor_has_halted() {
    // 1,000 clocks from zero to zero; ten interrupts with the status for external changes of channel A (101) in the
    // vector.
    let set = scc('a', &[9, 0xC0, 2, 0x40, 12, 0xE6, 13, 3, 14, 3, 15, 2, 1, 1, 9, 9]);
    let program = format!(
        "  .org 0x100\n lda r2,psa\n ldctl psap,r2\n clr r1\n{set} ei vi\n1: halt\n cp r1,#10\n jr ne,1b\n halt
        .org 0x200
psa:    .space 0x1C
        .word 0x4000
        .rept 256\n .word tick\n .endr
tick:   ld r3,@r15\n inc r1,#1\n{} iret\n",
        scc('a', &[0x10, 0x38])
    );
    let mut machine = machine(&format!("{RAM}{SCC}"), Path::new(""));
    // The timer never stops: the machine has halted outside the loop by the tenth tick.
    machine.load(&crate::common::sections(&program)).expect("memory");
    machine.start().expect("a start");
    assert_eq!(machine.run(10_900).expect("it runs"), Stop::ClockLimit);
    assert_eq!(
        (machine.cpu().register(1), machine.cpu().register(3) & 0xFF),
        (10, 0x4A)
    );
}

#[test]
fn an_scc_is_polled_while_it_serves() {
    // A received character, acknowledged without a vector: RR2 of B still identifies the source, RR2 of A what was
    // written.
    let program = format!(
        "{}{} ldb rl0,#'x\n outb #7,rl0\n
        ldb rl0,#2\n outb #1,rl0\n clr r1\n inb rl1,#1
        lda r2,psa\n ldctl psap,r2\n ei vi\n nop\n halt
        .org 0x200
psa:    .space 0x1C
        .word 0x4000\n .rept 256\n .word come\n .endr
come:   ldb rl0,#2\n outb #1,rl0\n clr r2\n inb rl2,#1
        ldb rl0,#2\n outb #5,rl0\n clr r3\n inb rl3,#5
        ldb rl0,#3\n outb #5,rl0\n clr r4\n inb rl4,#5
        inb rl0,#7\n ldb rl0,#2\n outb #1,rl0\n clr r5\n inb rl5,#1\n clr r6\n inb rl6,#1\n halt\n",
        scc('a', &[9, 0xC0, 14, 0x11, 3, 0xC1, 5, 0x68, 1, 0x10, 2, 0x40, 9, 0x0A]),
        ""
    );
    let found = ran(SCC, Path::new(""), &program);
    // 110 is the receiver of A; 011 means that nothing is pending.
    assert_eq!(found, [0x4C, 0x4C, 0x40, 0x20, 0x46, 0x6C]);
}

#[test]
fn an_scc_is_reset_as_its_manual_says() {
    // RR15 is F8h, its bits 0 and 2 are always 0; RR0 reports transmitter empty, underrun, DCD and CTS; a character for
    // a transmitter that is off waits until it is on; RR3 exists only in channel A; RR10 is 0.
    let program = format!(
        "{} clr r1\n inb rl1,#5\n{} clr r2\n inb rl2,#5
        ldb rl0,#'q\n outb #7,rl0\n clr r3\n inb rl3,#5\n{} clr r4\n inb rl4,#5\n{} clr r5\n inb rl5,#1\n{} clr r6\n inb rl6,#5",
        scc('a', &[9, 0xC0, 15]),
        scc('a', &[15, 0xFF, 15]),
        scc('a', &[5, 0x68]),
        scc('b', &[3]),
        scc('a', &[10]),
    );
    let folder = folder("scc-reset");
    let text = format!("{RAM}{SCC}[scc.a]\noutput = \"sent\"\n");
    let mut machine = machine(&text, &folder);
    run(&mut machine, &format!("  .org 0x100\n{program}\n halt\n"));
    let found: [u16; 6] = std::array::from_fn(|n| machine.cpu().register(n + 1));
    assert_eq!(found, [0xF8, 0xFA, 0x68, 0x6C, 0, 0]);
    assert_eq!(fs::read(folder.join("sent")).expect("what was sent"), b"q");
}

#[test]
fn the_z8030_is_reached_directly() {
    // Channel B's registers begin at 101, A's at 121. The pointer in WR0, if it is not 0, selects another register for
    // the next access.
    let text = "[[scc]]\nport = 0x101\ndirect = true\n[scc.b]\noutput = \"sent\"\n";
    let program = "
        ldb rl0,#0xC0\n outb #0x113,rl0                      ! WR9
        ldb rl0,#0x12\n outb #0x119,rl0\n clr r1\n inb rl1,#0x119 ! WR12 of B
        clr r2\n inb rl2,#0x139                              ! that of A
        ldb rl0,#0x68\n outb #0x10B,rl0\n ldb rl0,#'Z\n outb #0x111,rl0 ! WR5; data
        clr r3\n inb rl3,#0x121
        ldb rl0,#0x0C\n outb #0x101,rl0\n clr r4\n inb rl4,#0x103 ! point high, 12: not RR1
        clr r5\n inb rl5,#0x103";
    let folder = folder("scc-direct");
    // The low bits of WR0 are 4 and `point high` is set, which selects register 12.
    let found = ran(text, &folder, program);
    assert_eq!(found[..5], [0x12, 0, 0x6C, 0x12, 0x07]);
    assert_eq!(fs::read(folder.join("sent")).expect("what was sent"), b"Z");
}

/// Makes a card with this many sectors, each beginning with its number, the higher byte first.
fn numbered(name: &str, sectors: u32) -> std::path::PathBuf {
    let folder = folder(name);
    let sector = |number: u32| [&number.to_be_bytes()[2..], &[0; 510]].concat();
    fs::write(folder.join("card"), (0..sectors).flat_map(sector).collect::<Vec<u8>>()).expect("a card");
    folder
}

/// Returns code that writes registers of the card at 21h, by their addresses.
fn card(pairs: &[(u8, u8)]) -> String {
    let write = |&(register, value): &(u8, u8)| format!(" ldb rl0,#{value}\n outb #{},rl0\n", 0x21 + 2 * register);
    pairs.iter().map(write).collect()
}

/// Code that reads a whole sector to 4000h.
const SECTOR: &str = " ld r7,#512\n ld r8,#0x21\n ld r9,#0x4000\n inirb @r9,@r8,r7\n";
const BYTES: [(u8, u8); 2] = [(1, 1), (7, 0xEF)];
const IDE: &str = "[[ide]]\nport = 0x21\nimage = \"card\"\n";

#[test]
fn a_drive_has_the_geometry_that_was_set() {
    let folder = numbered("card-geometry", 0x1_0000);
    // Four heads of 17 sectors: cylinder 1 begins at 68. Head 4 and sector 18 do not exist. Zero sectors per track are
    // refused.
    let program = format!(
        "{}{}{SECTOR} ld r1,0x4000\n{} clr r2\n inb rl2,#0x2F\n inb rh2,#0x23\n{} clr r3\n inb rh3,#0x23\n{} clr r4\n inb rh4,#0x23\n inb rl4,#0x2F",
        card(&BYTES),
        card(&[
            (2, 17),
            (6, 0xA3),
            (7, 0x91),
            (2, 1),
            (3, 1),
            (4, 1),
            (5, 0),
            (6, 0xA0),
            (7, 0x20)
        ]),
        card(&[(2, 1), (6, 0xA4), (7, 0x20)]),
        card(&[(2, 1), (3, 18), (6, 0xA0), (7, 0x20)]),
        card(&[(2, 0), (7, 0x91)]),
    );
    let found = ran(IDE, &folder, &program);
    assert_eq!(found[..4], [0x44, 0x1051, 0x1000, 0x0451]);
}

#[test]
fn a_drive_ends_within_a_command() {
    let folder = numbered("card-end", 0x1_0000);
    // Two sectors, beginning with the last one: the first exists; then IDNF is reported, with the missing sector and
    // the remaining count. Verifying and seeking give the same results.
    let last = [(2, 2), (3, 0xFF), (4, 0xFF), (5, 0), (6, 0xE0)];
    let program = format!(
        "{}{}{}{SECTOR} ld r1,0x4000\n clr r2\n inb rl2,#0x2F\n inb rh2,#0x23\n clr r3\n inb rl3,#0x25\n inb rh3,#0x2B
        {}{} clr r4\n inb rl4,#0x2F\n inb rh4,#0x25\n{} clr r5\n inb rl5,#0x2F\n inb rh5,#0x23\n{}{} clr r6\n inb rl6,#0x2F",
        card(&BYTES),
        card(&last),
        card(&[(7, 0x20)]),
        card(&last),
        card(&[(7, 0x40)]),
        card(&[(7, 0x70)]),
        card(&[(2, 1), (3, 0xFF), (4, 0xFF), (5, 0)]),
        card(&[(7, 0x40)]),
    );
    let found = ran(IDE, &folder, &program);
    assert_eq!(found, [0xFFFF, 0x1051, 0x0101, 0x0151, 0x1051, 0x50]);
}

#[test]
fn a_card_transfers_several_sectors_at_once() {
    let folder = numbered("card-multiple", 0x1_0000);
    // READ MULTIPLE of three sectors is accepted after a reset, with blocks of one; a block of 3 is refused, one of 4
    // is accepted; with blocks of 0, READ MULTIPLE is not available. The count is 0 in the end.
    let program = format!(
        "{}{}{SECTOR}{SECTOR}{SECTOR} ld r1,0x4000\n clr r2\n inb rl2,#0x2F\n inb rh2,#0x25
        {} clr r3\n inb rh3,#0x23\n{} clr r4\n inb rh4,#0x23\n{} clr r5\n inb rl5,#0x2F
        ld r7,#1024\n ld r8,#0x21\n ld r9,#0x4000\n otirb @r8,@r9,r7\n
        {}{SECTOR} ldb rh5,0x4001\n{}{} clr r6\n inb rl6,#0x2F\n inb rh6,#0x23",
        card(&BYTES),
        card(&[(2, 3), (3, 5), (6, 0xE0), (7, 0xC4)]),
        card(&[(2, 3), (7, 0xC6)]),
        card(&[(2, 4), (7, 0xC6)]),
        card(&[(2, 2), (3, 9), (7, 0xC5)]),
        card(&[(2, 1), (3, 9), (7, 0x20)]),
        card(&[(2, 0), (7, 0xC6)]),
        card(&[(2, 1), (7, 0xC4)]),
    );
    let found = ran(IDE, &folder, &program);
    assert_eq!(found, [7, 0x0050, 0x0400, 0, 0x0758, 0x0451]);
}

/// The results of the Commodore 900's controller: 00 done, 80 transferred, 81 no such command, 92 not ready. Command 0F
/// moves the block.
#[test]
fn a_disk_controller_answers_each_command() {
    let folder = folder("hdc");
    fs::write(folder.join("disk"), [0x5A; 512]).expect("a disk");
    let text = "[[hdc]]\nport = 0x500\nblock = 0x2000\nimage = \"disk\"\n";
    // Serves one block, number 0, to 3000h; FFh arms the command.
    let serve = |command: u8, block: u16| {
        format!(
            " ld r0,#{command}*256\n ld {block},r0\n clr r0\n ld {},r0\n ld r0,#0x100\n ld {},r0\n ld r0,#0x30\n ld {},r0
            ld r0,#0xFF\n ldb {},rl0\n clrb {}\n ld r0,#1\n out #0x500,r0\n nop\n",
            block + 2,
            block + 4,
            block + 6,
            block + 12,
            block + 8,
        )
    };
    for (command, result) in [
        (0x00, 0x00),
        (0x01, 0x00),
        (0x03, 0x00),
        (0x04, 0x92),
        (0x05, 0x00),
        (0x06, 0x81),
        (0x08, 0x80),
        (0x0A, 0x80),
        (0x0C, 0x00),
        (0x0D, 0x81),
    ] {
        let program = format!("{} clr r1\n ldb rl1,0x200C\n", serve(command, 0x2000));
        assert_eq!(ran(text, &folder, &program)[0], result, "{command:02x}");
    }
    let program = format!(
        "{}{} clr r1\n ldb rl1,0x200C\n clr r2\n ldb rl2,0x300C\n{} ld r3,0x3000\n",
        serve(0x0F, 0x2000),
        serve(0x01, 0x3000),
        serve(0x08, 0x3000),
    );
    // The move succeeded, and the block is at its new position, where the last command reads it.
    assert_eq!(ran(text, &folder, &program)[..3], [0, 0, 0x5A5A]);
}
