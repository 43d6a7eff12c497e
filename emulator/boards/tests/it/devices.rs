//! Devices of boards, by their registers: a program writes and reads them, and leaves the values that it read in
//! registers.

use std::fs;
use std::path::Path;

use z8000::machine::{At, Channel, Device, Stop};
use z8000_boards::{BUILT_IN, Connected, Description, Section};

use crate::common::{folder, machine, run, sections};

pub(crate) const RAM: &str = "[[memory]]\nkind = \"ram\"\nsize = 0x10000\n[start]\npc = 0x100\nstack = 0xF000\n";

/// Runs a program on a machine with devices, and returns registers R1 to R6.
pub(crate) fn ran(devices: &str, folder: &Path, program: &str) -> [u16; 6] {
    let mut machine = machine(&format!("{RAM}{devices}"), folder);
    assert_eq!(
        run(&mut machine, &format!("  .org 0x100\n{program}\n halt\n")),
        Stop::Halted
    );
    std::array::from_fn(|n| machine.cpu().register(n + 1))
}

/// Creates a file in its own folder.
fn with_card(name: &str, bytes: &[u8]) -> std::path::PathBuf {
    let folder = folder(name);
    fs::write(folder.join("card"), bytes).expect("a card");
    folder
}

const SCC: &str = "[[scc]]\nport = 1\ninterrupt = \"vi\"\n";

#[test]
fn the_scc_answers_by_its_status_registers() {
    let program = "
        ldb rl0,#12\n outb #5,rl0\n ldb rl0,#22\n outb #5,rl0   ! WR12 of A
        ldb rl0,#14\n outb #5,rl0\n ldb rl0,#0x11\n outb #5,rl0 ! WR14: loop back
        ldb rl0,#3\n outb #5,rl0\n ldb rl0,#0xC1\n outb #5,rl0  ! WR3: receive
        ldb rl0,#5\n outb #5,rl0\n ldb rl0,#0x68\n outb #5,rl0  ! WR5: send
        clr r1\n inb rl1,#5                                     ! RR0
        ldb rl0,#'x\n outb #7,rl0\n clr r2\n inb rl2,#5\n inb rh2,#7
        ldb rl0,#12\n outb #5,rl0\n clr r3\n inb rl3,#5         ! RR12
        ldb rl0,#1\n outb #5,rl0\n clr r4\n inb rl4,#5          ! RR1
        ldb rl0,#2\n outb #5,rl0\n ldb rl0,#0x40\n outb #5,rl0
        ldb rl0,#2\n outb #1,rl0\n clr r5\n inb rl5,#1          ! RR2 of B: nothing is pending
        clr r6\n inb rl6,#1                                     ! RR0 of B";
    let folder = folder("scc-status");
    let found = ran(SCC, &folder, program);
    assert_eq!(found, [0x6C, u16::from(b'x') << 8 | 0x6D, 22, 0x07, 0x46, 0x6C]);
}

#[test]
fn the_scc_interrupts_with_its_status_in_the_vector() {
    // Received characters have priority over sent ones; the second interrupt waits until the first is served.
    let program = "
        lda r2,psa\n ldctl psap,r2
        ldb rl0,#14\n outb #5,rl0\n ldb rl0,#0x11\n outb #5,rl0
        ldb rl0,#3\n outb #5,rl0\n ldb rl0,#0xC1\n outb #5,rl0
        ldb rl0,#5\n outb #5,rl0\n ldb rl0,#0x68\n outb #5,rl0
        ldb rl0,#1\n outb #5,rl0\n ldb rl0,#0x12\n outb #5,rl0  ! all characters, and the transmitter
        ldb rl0,#9\n outb #5,rl0\n ldb rl0,#0x09\n outb #5,rl0  ! enabled, status in the vector
        ldb rl0,#'a\n outb #7,rl0
        clr r1\n clr r2\n ldb rl0,#3\n outb #5,rl0\n clr r3\n inb rl3,#5 ! RR3
        ei vi\n nop\n nop\n nop\n di vi\n halt
        .org 0x200
psa:    .space 0x1C
        .word 0x4000
        .rept 8\n .word sent,sent,sent,sent,received,received,sent,sent,sent,sent,sent,sent,received,received,sent,sent\n .endr
received: inc r1,#1\n ld r5,@r15\n inb rl4,#7
        ldb rl0,#0x38\n outb #5,rl0\n iret
sent:   inc r2,#1\n ld r6,@r15
        ldb rl0,#0x28\n outb #5,rl0\n ldb rl0,#0x38\n outb #5,rl0\n iret";
    let folder = folder("scc-interrupts");
    let [received, sent, pending, _, first, second] = ran(SCC, &folder, program);
    assert_eq!((received, sent, pending), (1, 1, 0x30));
    assert_eq!((first & 0xFF, second & 0xFF), (0x0C, 0x08));
}

#[test]
fn a_processor_that_has_halted_is_woken_by_a_character() {
    let program = "
        lda r2,psa\n ldctl psap,r2\n clr r1
        ldb rl0,#3\n outb #5,rl0\n ldb rl0,#0xC1\n outb #5,rl0
        ldb rl0,#1\n outb #5,rl0\n ldb rl0,#0x10\n outb #5,rl0
        ldb rl0,#9\n outb #5,rl0\n ldb rl0,#0x08\n outb #5,rl0
        ei vi\n halt\n di vi\n halt
        .org 0x200
psa:    .space 0x1C
        .word 0x4000
        .rept 256\n .word come\n .endr
come:   inb rl1,#7\n iret";
    let folder = folder("scc-wakes");
    fs::write(folder.join("keys"), "A").expect("keys");
    let found = ran(&format!("{SCC}[scc.a]\ninput = \"keys\"\n"), &folder, program);
    assert_eq!(found[0], u16::from(b'A'));
}

const CIO: &str = "[[cio]]\nport = 0x11\ninterrupt = \"nvi\"\ncount = 4\npins = [0xA5, 0x0F, 0xFF]\n";

/// Returns code that writes registers of the CIO, by their numbers and values.
pub(crate) fn cio(pairs: &[(u8, u8)]) -> String {
    let write = |value: u8| format!(" ldb rl0,#{value}\n outb #0x17,rl0\n");
    pairs
        .iter()
        .flat_map(|&(register, value)| [write(register), write(value)])
        .collect()
}

/// Code that ends the reset of the CIO.
pub(crate) const AWAKE: &str = " inb rl0,#0x17\n clrb rl0\n outb #0x17,rl0\n";

#[test]
fn the_cio_has_ports_with_directions_and_patterns() {
    // Port A: inputs, the lower half inverted; port B: outputs in the upper half and inputs in the lower; a pattern of
    // zeros on A.
    let set = cio(&[
        (0x23, 0xFF),
        (0x22, 0x0F),
        (0x2B, 0x0F),
        (0x26, 0),
        (0x27, 0x01),
        (0x25, 0x00),
        (0x20, 0x04),
    ]);
    let program = format!(
        "{AWAKE}{set}{}
        ldb rl0,#0x90\n outb #0x13,rl0
        clr r1\n inb rl1,#0x15\n clr r2\n inb rl2,#0x13
        ldb rl0,#0x08\n outb #0x17,rl0\n clr r3\n inb rl3,#0x17
        ldb rl0,#0x21\n outb #0x11,rl0\n ldb rl0,#0xEF\n outb #0x11,rl0\n clr r4\n inb rl4,#0x11
        ldb rl0,#0x2D\n outb #0x17,rl0\n clr r5\n inb rl5,#0x17",
        cio(&[(0x01, 0x84), (0x08, 0xC0), (0x2D, 0x5A)])
    );
    let found = ran(CIO, Path::new(""), &program);
    // The first write to port C affects only bit 0, the second bit 0 again: it is 1 in both.
    assert_eq!(found[..5], [0xAA, 0x9F, 0x6A, 0xF1, 0x5A]);
}

/// Sources by urgency, and their vectors with and without a status: bits 1 and 2 of the counters' are 00 for the third,
/// 01 for the second, 10 for the first; bits 3 to 1 of a port's are ORE, which is set without a handshake, IRF and PMF.
#[test]
fn the_cio_has_a_vector_for_each_source() {
    let sources = [(0x0C, 0x59), (0x08, 0xA9), (0x0B, 0x5B), (0x09, 0xB9), (0x0A, 0x5D)];
    let mut set = vec![(0x02, 0xAF), (0x03, 0xBF), (0x04, 0x5F)];
    set.extend(sources.iter().flat_map(|&(source, _)| [(source, 0xC0), (source, 0x80)]));
    let asked = |included: u8| {
        let mut program = format!("{AWAKE}{}", cio(&[&set[..], &[(0x00, 0x80 | included)]].concat()));
        for (n, (source, _)) in sources.into_iter().enumerate() {
            program += &format!(" ldb rl0,#0x1F\n outb #0x17,rl0\n clr r{0}\n inb rl{0},#0x17\n", n + 1);
            program += &cio(&[(source, 0xA0)]);
        }
        program += " ldb rl0,#0x1F\n outb #0x17,rl0\n clr r6\n inb rl6,#0x17\n";
        ran(CIO, Path::new(""), &program)
    };
    // The statuses of the ports, those of the counters, and all.
    let [counters, a, b] = [0x04, 0x10, 0x08];
    for included in [0, counters, a, b, counters | a | b] {
        let vectors = sources.map(|(source, vector)| match source {
            0x08 if included & a == 0 => 0xAF,
            0x09 if included & b == 0 => 0xBF,
            0x0A..=0x0C if included & counters == 0 => 0x5F,
            _ => vector,
        });
        let found = asked(included);
        assert_eq!(found[..5], vectors, "{included:02x}");
        assert_eq!(found[5], 0xFF, "nothing is pending any more");
    }
}

#[test]
fn the_cio_counts_down_and_interrupts_again_and_again() {
    // 100 counts of 4 clocks, repeatedly; each interrupt clears its request and its service.
    let set = cio(&[
        (0x16, 0),
        (0x17, 100),
        (0x1C, 0x80),
        (0x0A, 0xC0),
        (0x01, 0x40),
        (0x00, 0xA0),
        (0x0A, 0x06),
    ]);
    let program = format!(
        "lda r2,psa\n ldctl psap,r2\n clr r1\n{AWAKE}{set}
        ei nvi\n1: cp r1,#5\n jr ne,1b\n di nvi
        ldb rl0,#0x0A\n outb #0x17,rl0\n ldb rl0,#0x0E\n outb #0x17,rl0
        ldb rl0,#0x11\n outb #0x17,rl0\n clr r3\n inb rl3,#0x17\n halt
        .org 0x300
psa:    .space 0x18
        .word 0x4000,tick
        .org 0x340
tick:   inc r1,#1\n{} iret",
        cio(&[(0x0A, 0xA4), (0x0A, 0x64)])
    );
    let text = format!("{RAM}{CIO}");
    let mut machine = machine(&text, Path::new(""));
    assert_eq!(run(&mut machine, &format!("  .org 0x100\n{program}\n")), Stop::Halted);
    assert_eq!(machine.cpu().register(1), 5);
    assert!((1..=100).contains(&machine.cpu().register(3)));
    assert!((2_000..2_900).contains(&machine.clocks()), "{}", machine.clocks());
    goes_on(&text, &format!("  .org 0x100\n{program}\n"), &machine);
}

/// Compares a machine that has run to its end with one that is repeatedly saved and loaded, by the other engine.
fn goes_on(text: &str, program: &str, whole: &Connected) {
    let description = || Description::read(text, Path::new("")).expect("a description");
    let mut pieces = machine(text, Path::new(""));
    pieces.load(&sections(program)).expect("memory for it");
    pieces.start().expect("a start");
    while pieces.run(pieces.clocks() + 1_001).expect("it runs") == Stop::ClockLimit {
        pieces = Connected::restore(description(), &pieces.save().expect("a state")).expect("it is a machine");
        pieces.set_engine(z8000_translate::Choice::Compiled.engine().expect("an engine"));
    }
    assert_eq!(pieces.save().expect("a state"), whole.save().expect("a state"));
}

#[test]
fn a_card_is_read_and_written_by_blocks() {
    let mut image = vec![0xE5; 3 * 512 + 100];
    image[512] = 0x12;
    image[512 + 511] = 0x34;
    let folder = with_card("card", &image);
    let program = "
        ldb rl0,#1\n outb #0x23,rl0\n ldb rl0,#0xEF\n outb #0x2F,rl0 ! bytes
        ldb rl0,#1\n outb #0x25,rl0\n outb #0x27,rl0\n clrb rl0\n outb #0x29,rl0\n outb #0x2B,rl0
        ldb rl0,#0x40\n outb #0x2D,rl0\n ldb rl0,#0x20\n outb #0x2F,rl0
        clr r1\n inb rl1,#0x2F
        ld r7,#512\n ld r8,#0x21\n ld r9,#0x4000\n inirb @r9,@r8,r7
        ldb rh2,0x4000\n ldb rl2,0x41FF\n clr r3\n inb rl3,#0x2F
        ldb rl0,#1\n outb #0x25,rl0\n ldb rl0,#9\n outb #0x27,rl0\n ldb rl0,#0x30\n outb #0x2F,rl0
        ld r7,#512\n ld r8,#0x21\n ld r9,#0x4000\n otirb @r8,@r9,r7
        ldb rl0,#0x4F\n outb #0x2D,rl0\n ldb rl0,#0x20\n outb #0x2F,rl0 ! beyond its end
        clr r4\n inb rl4,#0x2F\n inb rh4,#0x23
        ldb rl0,#0x50\n outb #0x2D,rl0\n clr r5\n inb rl5,#0x2F         ! there is no second one
        ldb rl0,#0x40\n outb #0x2D,rl0\n ldb rl0,#0x55\n outb #0x2F,rl0\n clr r6\n inb rl6,#0x23";
    let ide = |more: &str| format!("[[ide]]\nport = 0x21\nimage = \"card\"\n{more}");
    let expected = [0x58, 0x1234, 0x50, 0x1051, 0, 4];
    assert_eq!(ran(&ide(""), &folder, program), expected);
    assert_eq!(
        fs::read(folder.join("card")).expect("the card"),
        image,
        "it is kept in memory"
    );
    assert_eq!(ran(&ide("writable = true"), &folder, program), expected);
    let grown = fs::read(folder.join("card")).expect("the card");
    assert_eq!(grown.len(), 10 * 512);
    assert_eq!(
        (grown[9 * 512], grown[3 * 512 + 200], grown[8 * 512]),
        (0x12, 0xE5, 0xE5)
    );
}

/// IDENTIFY according to the ATA standard: words with the lower byte first; the model as 40 characters, the first of
/// which is in the upper byte. A card has at least 32 MB: 65,536 sectors of 512 bytes, or 65 cylinders of 16 heads and
/// 63 sectors. Blocks have at most 16 sectors, and one after a reset; the current geometry has 65 * 16 * 63 = 65,520
/// sectors.
#[test]
fn a_card_describes_itself() {
    let folder = with_card("card-identity", &[0; 512]);
    let program = "  .org 0x100
        ldb rl0,#1\n outb #0x23,rl0\n ldb rl0,#0xEF\n outb #0x2F,rl0 ! bytes
        ldb rl0,#0x40\n outb #0x2D,rl0\n ldb rl0,#0xEC\n outb #0x2F,rl0
        ld r7,#512\n ld r8,#0x21\n ld r9,#0x4000\n inirb @r9,@r8,r7\n halt\n";
    let text = format!("{RAM}[[ide]]\nport = 0x21\nimage = \"card\"\n");
    let mut machine = machine(&text, &folder);
    assert_eq!(run(&mut machine, program), Stop::Halted);
    let bytes = &machine.world().banks().bytes()[0x4000..0x4200];
    let word = |n: usize| u16::from_le_bytes([bytes[2 * n], bytes[2 * n + 1]]);
    let words = [
        (0, 0x848A),
        (1, 65),
        (3, 16),
        (6, 63),
        (47, 0x8010),
        (49, 0x0200),
        (60, 0),
        (61, 1),
    ];
    let current = [
        (53, 1),
        (54, 65),
        (55, 16),
        (56, 63),
        (57, 0xFFF0),
        (58, 0),
        (59, 0x0101),
    ];
    for (n, expected) in words.into_iter().chain(current) {
        assert_eq!(word(n), expected, "word {n}");
    }
    let model: Vec<u8> = (27..47).flat_map(|n| word(n).to_be_bytes()).collect();
    assert_eq!(String::from_utf8_lossy(&model), format!("{:40}", "Z8000 CARD IMAGE"));
    let known = |n: &usize| [0, 1, 3, 6, 47, 49, 61].contains(n) || (27..47).contains(n) || (53..60).contains(n);
    let others = (0..256).filter(|n| !known(n));
    assert_eq!(others.filter(|&n| word(n) != 0).count(), 0);
}

#[test]
fn an_empty_slot_is_no_error_where_it_may_be_empty() {
    let text = "[[ide]]\nport = 0x21\nimage = \"no-card\"\noptional = true";
    let program = "clr r1\n inb rl1,#0x2F";
    assert_eq!(ran(text, &folder("no-card"), program)[0], 0);
}

#[test]
fn latches_read_as_they_were_written_at_ports_and_in_memory() {
    let text = "[[latch]]\nport = 0x50\nsize = 4\n[[latch]]\naddress = 0x8000\nsize = 2";
    let program = "
        ldb rl0,#0x87\n outb #0x51,rl0\n clr r1\n inb rl1,#0x51\n in r2,#0x50
        ld r0,#0x1234\n ld 0x8000,r0\n ldb rl3,0x8001\n clrb rh3\n ld 0x8002,r0\n ldl rr4,0x8000";
    let found = ran(text, Path::new(""), program);
    assert_eq!(found[..5], [0x87, 0x0087, 0x34, 0x1234, 0x1234]);
}

/// SIN and SOUT have their own I/O space, and N/S distinguishes the modes (Z8001/Z8002 CPU Technical Manual, status
/// lines).
#[test]
fn a_device_is_seen_in_one_space_or_one_mode() {
    let text = "[[latch]]\nport = 0x20\nio = \"standard\"\nvalue = 0x11\n[[latch]]\nport = 0x20\nio = \"special\"\nvalue = 0x22\n\
                [[latch]]\nport = 0x21\nio = \"special\"\nvalue = 0x23\n[[latch]]\nport = 0x31\nvalue = 0x33\n\
                [[latch]]\naddress = 0x9000\nmode = \"system\"\nvalue = 0x44\n\
                [[latch]]\naddress = 0x9000\nmode = \"normal\"\nvalue = 0x55\n[[latch]]\naddress = 0x9002\nmode = \"normal\"\n";
    let program = "
        lda r2,psa\n ldctl psap,r2
        inb rl1,#0x20\n sinb rh1,#0x20\n inb rl2,#0x21\n sinb rh2,#0x31
        ld r0,#0x6677\n sout #0x20,r0\n out #0x30,r0\n sin r3,#0x20\n inb rl4,#0x20\n sinb rh4,#0x31
        ld 0x9002,r0\n ldb rl5,0x9000\n ld r7,#0\n ldctl fcw,r7
        ldb rh5,0x9000\n ld r6,0x9002\n sc #1
        .org 0x200
psa:    .word 0,0,0,0,0,0\n .word 0x4000,called\n
called: halt";
    let found = ran(text, Path::new(""), program);
    assert_eq!(found, [0x2211, 0x33FF, 0x6677, 0x7711, 0x5544, 0x0077]);
}

#[test]
fn segments_are_seen_again_program_and_data_apart() {
    let text = "processor = \"z8001\"\n[[memory]]\nkind = \"ram\"\nsize = 0x30000\n[start]\nfcw = 0xC000\npc = 0x10100\n\
                [[mirror]]\nstart = 0x80000\nsize = 0x10000\nof = 0x10000\nspace = \"program\"\n\
                [[mirror]]\nstart = 0x80000\nsize = 0x10000\nof = 0x20000\nspace = \"data\"\n";
    let mut machine = machine(text, Path::new(""));
    let program = "  .z8001\n .org 0x10100\n ldl rr2,#0x88004000\n ld r0,#7\n ld @rr2,r0\n jp 0x88000200\n\
                   .org 0x10200\n ld r1,|0x024000|\n halt\n";
    let program = program.replace("0x024000", "0x82004000").replace('|', "");
    assert_eq!(run(&mut machine, &program), Stop::Halted);
    assert_eq!((machine.cpu().register(1), machine.cpu().pc_segment()), (7, 8));
}

#[test]
fn a_start_without_code_is_refused() {
    let start = |text: &str, program: &[u8]| {
        let mut machine = machine(text, Path::new(""));
        let program = Section::code("program", 0, program.to_vec());
        machine.load(&[program]).expect("memory for it");
        machine.start().expect_err("no start").to_string()
    };
    let ram = "[[memory]]\nkind = \"ram\"\nsize = 0x1000\n";
    assert!(start(ram, &[0, 0, 0x40, 0, 1, 0]).contains("all bytes there are 00h"));
    assert!(start(ram, &[0, 0, 0x40, 0, 0x20, 0]).contains("all bytes there are ffh"));
    assert!(start(ram, &[0, 0, 0xC0, 0, 0, 0, 0, 8, 0x8D, 7]).contains("selects segmented mode"));
    let mut machine = machine(ram, Path::new(""));
    let code = Section::code("code", 0x10, vec![0; 8]);
    let data = Section { code: false, ..Section::code("data", 0x16, vec![0; 8]) };
    let said = machine.load(&[code, data]).expect_err("they overlap").to_string();
    assert!(said.contains("code and data overlap at 0x16"), "{said}");
}

/// A user-defined device, mapped into memory, that counts its reads.
#[derive(Debug, Clone, Default)]
struct Reads(u8);

impl Device for Reads {
    fn kind(&self) -> &'static str {
        "reads"
    }

    fn read(&mut self, _: u16) -> u8 {
        self.0 += 1;
        self.0
    }

    fn write(&mut self, _: u16, value: u8) {
        self.0 = value;
    }

    fn channels(&self) -> &[Channel] {
        &[]
    }

    fn archive(&mut self, archive: &mut z8000::save::Archive<'_>) -> Result<(), z8000::save::SaveError> {
        archive.byte(&mut self.0)
    }
}

#[test]
fn a_device_of_another_hand_is_attached() {
    let mut machine = machine(RAM, Path::new(""));
    let at = [(At::Memory(0x9001), 0), (At::Port(0x31), 0)];
    machine.attach(Box::<Reads>::default(), at, None).expect("it is free");
    let taken = machine.attach(Box::<Reads>::default(), [(At::Port(0x31), 0)], None);
    assert!(
        taken
            .expect_err("it is taken")
            .to_string()
            .contains("port 0x0031 is already used by another device")
    );
    let program = "  .org 0x100\n ldb rl1,0x9001\n inb rh1,#0x31\n ld r2,0x9000\n halt\n";
    assert_eq!(run(&mut machine, program), Stop::Halted);
    assert_eq!((machine.cpu().register(1), machine.cpu().register(2)), (0x0201, 0x0003));
}

#[test]
fn the_boards_that_are_built_in_are_right() {
    for (name, text) in BUILT_IN {
        let folder = folder(&format!("built-in-{name}"));
        let roms = ["combined.bin", "z8kmon.bin", "bios_h.bin", "bios_l.bin", "rom.bin"];
        let images = text
            .lines()
            .filter_map(|line| line.split_once(" = \"")?.1.strip_suffix('"'));
        let eproms = images.filter(|file| file.starts_with("mon16") || file.starts_with("cpu_"));
        for file in roms.into_iter().chain(["hdd.bin", "z8002-demo.raw"]).chain(eproms) {
            fs::write(folder.join(file), [0; 512]).expect("a file");
        }
        let description = Description::read(text, &folder).expect("a description");
        assert_eq!(
            description.empty_slots().count(),
            usize::from(text.contains("card.img"))
        );
        Connected::new(description).expect("a machine");
    }
}
