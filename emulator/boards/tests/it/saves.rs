//! A saved and restored machine continues as if it had not been saved.

use std::fs;
use std::path::{Path, PathBuf};

use z8000::machine::Stop;
use z8000_boards::{Connected, Description};

use crate::common::{BOARD, folder, machine, sections};

/// Returns a program that counts, writes to memory, a disk and a serial port, reads the disk and its input, and counts
/// interrupts.
fn busy(head: &str, sp: &str, segment: &str, unit: &str) -> String {
    format!(
        "
        .text
{head}
start:  {sp}
        ld      r0,#30
        out     0xFF10,r0
        ei      nvi
next:   inc     r1,#1
        ld      {segment}cell,r1
        mult    rr4,r1
        addb    rl4,rh5
        {unit}
        inb     rl0,0xFF01
        bitb    rl0,#0
        jr      z,1f
        inb     rl6,0xFF03
        add     r7,r6
1:      outb    0xFF03,rl1
        bit     r1,#3
        jr      z,next
        ld      r0,r1
        and     r0,#3
        out     0xFF22,r0
        ld      r0,#1
        out     0xFF24,r0
        in      r2,0xFF26
        add     r7,r2
        out     0xFF26,r7
        ld      r0,#2
        out     0xFF24,r0
        jr      next
tick:   out     0xFF12,r0
        inc     r9,#1
        iret
"
    )
}

const DEVICES: &str = "
[[serial]]
input = \"in\"
output = \"out\"
[[timer]]
[[disk]]
image = \"disk\"
writable = true
";

/// Writes descriptors of segments that the program does not use, with any attributes, and the unit's other registers,
/// without enabling it; reads the registers through their counters, and the status of violations.
const UNIT: &str = "ldb rh0,rl1\n andb rh0,#0x1F\n orb rh0,#0x20\n soutb 0x01FC,rh0\n soutb 0x20FC,rl4\n soutb 0x0BFC,rl1
        soutb 0x0BFC,rl4\n sinb rh0,0x20FC\n addb rh7,rh0\n sinb rh0,0x0FFC\n addb rl7,rh0\n sinb rh0,0x01FC\n addb rl7,rh0
        sinb rh0,0x02FC\n addb rl7,rh0\n sinb rh0,0x0AFC\n addb rh7,rh0";

/// Writes the registers of a bank unit that control normal mode, which the program does not use, and the locations of
/// home chunks; reads them.
const BANKS: &str =
    "ldb rl0,rl1\n soutb 0xFFE0,rl0\n addb rl0,rl4\n soutb 0xFFE1,rl0\n soutb 0xFFE4,rl4\n soutb 0xFFE5,rl1
        sinb rh0,0xFFE0\n addb rh7,rh0\n sinb rh0,0xFFE1\n addb rl7,rh0\n sinb rh0,0xFFE4\n addb rl7,rh0";

/// Returns a Z8002, one with banks, a Z8001 in segmented mode, and one with a unit that passes all addresses unchanged.
fn machines() -> [(&'static str, String, String); 4] {
    let board = BOARD.split("[[serial]]").next().expect("memories").to_owned();
    let z8001 = "processor = \"z8001\"\n[[memory]]\nkind = \"ram\"\nsize = 0x20000\n";
    let banked = "[banks]\nport = 0xFFE0\nhome = 0\n[[memory]]\nkind = \"ram\"\nsize = 0x20000\n";
    let plain = |unit| {
        busy(
            ".z8002\n .org 0\n .word 0,0x4000,start\n .org 24\n .word 0x4000,tick\n .org 0x100",
            "ld r15,#0x8000",
            "",
            unit,
        ) + " .bss\n .org 0x1000\ncell: .space 2\n"
    };
    let segmented = |unit| {
        busy(
            ".z8001\n .org 0\n .word 0,0xC000,0,start\n .org 48\n .word 0,0xC000,0,tick\n .org 0x100",
            "ldl rr14,#0x81008000",
            "",
            unit,
        ) + " .bss\n .org 0x11000\ncell: .space 2\n"
    };
    [
        ("z8002", board + DEVICES, plain("")),
        ("banks", banked.to_owned() + DEVICES, plain(BANKS)),
        ("z8001", z8001.to_owned() + DEVICES, segmented("")),
        (
            "units",
            format!("{z8001}[[mmu]]\nselect = 0xFC\nenabled = true\n{DEVICES}"),
            segmented(UNIT),
        ),
    ]
}

/// A repeatable sequence of pseudo-random numbers.
struct Random(u64);

impl Random {
    fn below(&mut self, limit: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0 % limit
    }
}

fn copy(from: &Path, to: &Path) {
    for file in ["in", "out", "disk"] {
        fs::copy(from.join(file), to.join(file)).expect("a copy");
    }
}

/// Text that is not part of a state, each from one mark to the next: the host's names and numbers of files, due times,
/// and observations about polling and speed.
const APART: [[&str; 2]; 6] = [
    [" path: ", ","],
    [" fd: ", ","],
    // The first update of the device after a load determines it again.
    [" asked: ", " standing: "],
    ["] }, due: ", " clocks: "],
    [" polled: ", " lines: "],
    [" awaited: ", " waits: "],
];

/// Returns all fields of units and devices as `Debug` prints them, so that none can be forgotten here. Memory is not
/// included.
fn fields(machine: &Connected) -> String {
    let text = format!("{:?}", machine.world());
    let (_, rest) = text.split_once(" units: ").expect("units");
    let (fields, _) = rest.split_once(", guard: ").expect("what follows the devices");
    APART.into_iter().fold(fields.to_owned(), |fields, [from, to]| {
        let mut pieces = fields.split(from);
        let first = pieces.next().unwrap_or_default().to_owned();
        pieces.fold(first, |all, piece| {
            all + piece.split_once(to).map_or(piece, |(_, rest)| rest)
        })
    })
}

/// Returns the position where two strings differ, with the text before it.
fn parting<'t>(a: &'t str, b: &'t str) -> Option<[&'t str; 2]> {
    let at = a.bytes().zip(b.bytes()).position(|(a, b)| a != b)?;
    Some([a, b].map(|text| &text[at.saturating_sub(300)..(at + 40).min(text.len())]))
}

#[test]
fn a_thousand_moments_go_on_in_the_same_way() {
    let mut random = Random(0x2545_F491_4F6C_DD1D);
    for (name, text, source) in machines() {
        let (here, there) = (folder(&format!("save-{name}")), folder(&format!("saved-{name}")));
        fs::write(here.join("in"), "What\ncomes\n\nin.").expect("a file");
        fs::write(here.join("disk"), vec![7; 4 * 512]).expect("a file");
        let mut machine = machine(&text, &here);
        machine.load(&sections(&source)).expect("memory for it");
        machine.start().expect("a start");
        let mut saved = machine.save().expect("a state");
        for moment in 0..250 {
            copy(&here, &there);
            let mut description = Description::read(&text, &there).expect("a description");
            description.reach.allowed.push(there.join("disk"));
            let mut other = Connected::restore(description, &saved).expect("a machine");
            assert!(other.save().expect("a state") == saved, "{name}, moment {moment}");
            if moment % 20 == 0 {
                assert_eq!(
                    parting(&fields(&machine), &fields(&other)),
                    None,
                    "{name}, moment {moment}"
                );
            }
            let limit = machine.clocks() + 1 + random.below(18_000);
            machine.run(limit).expect("it runs");
            other.run(limit).expect("it runs");
            assert_eq!(machine.cpu(), other.cpu(), "{name}, moment {moment}");
            saved = machine.save().expect("a state");
            assert!(saved == other.save().expect("a state"), "{name}, moment {moment}");
        }
        for file in ["out", "disk"] {
            let read = |folder: &Path| fs::read(folder.join(file)).expect("a file");
            assert!(read(&here) == read(&there), "{name}: {file}");
        }
        assert!(machine.cpu().register(9) > 1_000, "{name}: the timer has interrupted");
        assert!(fs::read(here.join("out")).expect("a file").len() > 1_000, "{name}");
    }
}

#[test]
fn a_halted_machine_is_saved_at_its_halt() {
    let text = "[[memory]]\nkind = \"ram\"\nsize = 0x8000\n[[timer]]\n";
    let mut machine = machine(text, Path::new(""));
    machine
        .load(&sections(".z8002\n.text\n.word 0,0x4000,start\nstart: halt\n"))
        .expect("memory for it");
    machine.start().expect("a start");
    let counts = |machine: &Connected| (machine.steps(), machine.clocks());
    assert_eq!(machine.run(1_000).expect("it runs"), Stop::Halted);
    // HALT takes 8 clocks.
    assert_eq!(counts(&machine), (1, 8));
    let description = Description::read(text, Path::new("")).expect("a description");
    let mut loaded = Connected::restore(description, &machine.save().expect("a state")).expect("a machine");
    for machine in [&mut machine, &mut loaded] {
        assert_eq!(machine.run(1_000).expect("it runs"), Stop::Halted);
        assert_eq!(counts(machine), (1, 8));
    }
}

#[test]
fn a_save_file_of_another_machine_is_refused() {
    let text = |size: &str, rest: &str| format!("[[memory]]\nkind = \"ram\"\nsize = {size}\n{rest}");
    let saved = machine(&text("0x8000", "[[serial]]"), Path::new(""))
        .save()
        .expect("a file");
    let load = |text: &str, saved: &[u8]| {
        let description = Description::read(text, Path::new("")).expect("a description");
        Connected::restore(description, saved)
            .expect_err("it is another machine")
            .to_string()
    };
    for (other, part) in [
        (text("0x9000", "[[serial]]"), "its memory differs"),
        (text("0x8000", ""), "its list of devices differs"),
        (text("0x8000", "[[timer]]"), "its list of devices differs"),
        (
            format!("processor = \"z8001\"\n{}", text("0x8000", "[[serial]]")),
            "its processor differs",
        ),
    ] {
        let said = load(&other, &saved);
        assert!(said.contains(part), "{said}");
    }
    for length in (0..saved.len()).step_by(997) {
        let said = load(&text("0x8000", "[[serial]]"), &saved[..length]);
        assert!(said.contains("save file"), "{said}");
    }
    let description = Description::read(&text("0x8000", ""), Path::new("")).expect("a description");
    let board = z8000::machine::Machine::board().save().expect("a state");
    let error = Connected::restore(description, &board).expect_err("it is a board");
    let said = error.to_string();
    assert!(said.starts_with("line 1: memory: "), "{said}");
}

/// The description of every chip, each with its interrupt.
const CHIPS: &str = "[[scc]]\nport = 1\ninterrupt = \"vi\"\n[scc.a]\ninput = \"in\"\n[[sio]]\nport = 0x11\ninterrupt = \"vi\"\n\
                     [sio.b]\ninput = \"in\"\n[[ctc]]\nport = 0x21\ninterrupt = \"vi\"\npulses = [0, 90, 0, 40]\n\
                     [[pio]]\nport = 0x29\ninterrupt = \"vi\"\n[[cio]]\nport = 0x31\ninterrupt = \"vi\"\n\
                     [[ide]]\nport = 0x41\nimage = \"disk\"\nwritable = true\n[[latch]]\nport = 0x51\nsize = 15\n[[reti]]\nport = 0x61\n\
                     [[timer]]\ninterrupt = \"vi\"\n identifier = 2\n\
                     [[scc]]\nport = 0x71\ninterrupt = \"vi\"\n[scc.a]\nto = \"b\"\nclock = \"ctc 1 0\"\n\
                     [scc.b]\nscript = \"events\"\nclock = 0\noutput = \"out\"\n\
                     [[key]]\ncharacter = 0x74\ninterrupt = \"vi\"\nidentifier = 6\n\
                     [[hdc]]\nport = 0x500\nblock = 0x4000\nimage = \"disk\"\nwritable = true\ninterrupt = \"vi\"\nidentifier = 8\n\
                     [[serial]]\n[[disk]]\nimage = \"disk\"\nwritable = true\n";

/// Returns a machine with all chips, its description and its folder. Its program writes random bytes to random
/// registers and reads others; interrupts occur at any time.
pub(crate) fn chips(name: &str) -> (Connected, String, PathBuf) {
    let source = "
        .z8002\n .org 0\n .word 0,0x4000,start\n .org 0x100
start:  ld r15,#0xF000\n lda r2,psa\n ldctl psap,r2\n ld r4,#0x1234\n ei vi
next:   mult rr4,#0x6D2B\n ld r4,r5\n add r5,#0x3C6F\n rl r5,#1\n ld r3,r5\n and r3,#0x7F\n or r3,#1
        outb @r3,rh5\n ld r3,r4\n and r3,#0x7F\n or r3,#1\n inb rl0,@r3\n add r6,r0\n xor r5,r6
        bit r5,#9\n jr z,next\n out 0xFF10,r5
        ld r0,#0x0800\n bit r5,#3\n jr z,1f\n ld r0,#0x0A00\n1: ld 0x4000,r0\n ld r0,r5\n and r0,#3\n exb rh0,rl0\n ld 0x4002,r0
        ld r0,#0x100\n ld 0x4004,r0\n ld r0,#0x50\n ld 0x4006,r0\n ldb 0x500A,rl5\n ld r0,#0xFF\n ldb 0x400C,rl0\n out 0x500,r0
        jr next
        .org 0x200
psa:    .space 0x1C\n .word 0x4000\n .rept 256\n .word taken\n .endr
taken:  inc r9,#1\n outb #0x61,rl0\n ldb rl0,#0x38\n outb #5,rl0\n outb #1,rl0\n outb #0x15,rl0\n outb #0x75,rl0\n outb #0x71,rl0
        out 0xFF12,r0\n iret
";
    let text = format!("[[memory]]\nkind = \"ram\"\nsize = 0x10000\n{CHIPS}");
    let folder = folder(name);
    fs::write(folder.join("in"), "What\ncomes\n\nin.".repeat(50)).expect("a file");
    fs::write(folder.join("disk"), vec![7; 4 * 512]).expect("a file");
    let events = (1..200).map(|n| {
        let event = [
            "send 41 42",
            "misframed 43",
            "break on",
            "dcd off",
            "break off",
            "cts off",
            "dcd on",
            "cts on",
        ][n % 8];
        format!("{} {event}\n", n * 9_000)
    });
    fs::write(folder.join("events"), events.collect::<String>()).expect("a script");
    let description = Description::read(&text, &folder).expect("a description");
    let mut machine = Connected::new(description).expect("a machine");
    machine.load(&sections(source)).expect("memory for it");
    machine.start().expect("a start");
    (machine, text, folder)
}

/// A machine saved and restored at random moments has exactly the same state as one that runs without interruption.
#[test]
fn chips_in_any_state_continue_in_the_same_way() {
    let (mut whole, text, folder) = chips("saved-chips");
    let mut random = Random(0x9E37_79B9_7F4A_7C15);
    let description = || Description::read(&text, &folder).expect("a description");
    let mut pieces = Connected::restore(description(), &whole.save().expect("a state")).expect("a machine");
    for moment in 0..400 {
        let limit = whole.clocks() + 1 + random.below(9_000);
        whole.run(limit).expect("it runs");
        pieces.run(limit).expect("it runs");
        let saved = pieces.save().expect("a state");
        assert!(saved == whole.save().expect("a state"), "moment {moment}");
        pieces = Connected::restore(description(), &saved).expect("a machine");
        if moment % 8 == 0 {
            assert_eq!(parting(&fields(&whole), &fields(&pieces)), None, "moment {moment}");
        }
    }
    assert!(whole.cpu().register(9) > 100, "{} interrupts", whole.cpu().register(9));
}
