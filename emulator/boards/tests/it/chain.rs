//! Chips of the Z80 family, and daisy chains of several chips: which of them interrupts when, compared with a small
//! model.

use std::path::Path;

use z8000::cpu::Interrupt;
use z8000::machine::{At, Device, PATIENCE, Physical, Stop};
use z8000::run::NoProbe;
use z8000::save::{Archive, SaveError};

use crate::common::{machine, run, sections};
use crate::devices::{RAM, ran};
use crate::saves::chips;

/// Returns code that writes bytes to ports, one by one.
fn out(pairs: &[(u16, u8)]) -> String {
    pairs
        .iter()
        .map(|(port, value)| format!(" ldb rl0,#{value}\n outb #{port},rl0\n"))
        .collect()
}

/// The order of a SIO's registers at FF19h: data of A, data of B, control of A, control of B.
const SIO: &str = "[[sio]]\nport = 0xFF19\ninterrupt = \"vi\"\n";

#[test]
fn a_sio_is_polled_as_its_manual_says() {
    // The initialisation of the z8002-demo's monitor, on channel B; then a character on its way out.
    let program =
        format!(
        "{} clr r1\n inb rl1,#0xFF1F\n{} clr r2\n inb rl2,#0xFF1F\n clr r3\n inb rl3,#0xFF1D\n clr r4\n inb rl4,#0xFF1F
        {} clr r5\n inb rl5,#0xFF1F\n clr r6\n inb rl6,#0xFF1D",
        out(&[(0xFF1F, 0x18), (0xFF1F, 0x14), (0xFF1F, 0xCC), (0xFF1F, 3), (0xFF1F, 0xC1)]),
        // A pointer is used for one access; RR1; RR2 exists only in channel B.
        out(&[(0xFF1F, 1)]),
        out(&[(0xFF1F, 2), (0xFF1F, 0x50), (0xFF1F, 2), (0xFF1D, 2)]),
    );
    let found = ran(SIO, Path::new(""), &program);
    // Transmitter empty, DCD, CTS, underrun.
    assert_eq!(found, [0x6C, 0x07, 0x6C, 0x6C, 0x50, 0]);
}

#[test]
fn a_sio_has_a_vector_for_each_source() {
    // Channel A sends, and its transmitter interrupts (100), with the status in the vector; writing 38h to A ends the
    // service. Then no interrupt is pending, which B's vector shows (011).
    let program = format!(
        "lda r2,psa\n ldctl psap,r2\n clr r1\n{} ei vi\n{} nop\n nop\n{} clr r5\n inb rl5,#0xFF1F\n halt
        .org 0x300
psa:    .space 0x1C
        .word 0x4000\n .rept 256\n .word sent\n .endr
sent:   inc r1,#1\n ld r3,@r15\n clr r4\n inb rl4,#0xFF1D\n{} iret",
        out(&[
            (0xFF1F, 2),
            (0xFF1F, 0x41),
            (0xFF1F, 1),
            (0xFF1F, 4),
            (0xFF1D, 5),
            (0xFF1D, 0x68),
            (0xFF1D, 1),
            (0xFF1D, 2)
        ]),
        out(&[(0xFF19, b'x')]),
        out(&[(0xFF1F, 2)]),
        out(&[(0xFF1D, 0x28), (0xFF1D, 0x38)]),
    );
    let found = ran(SIO, Path::new(""), &program);
    // Bit 1 of RR0 of A: an interrupt is pending.
    assert_eq!([found[0], found[2] & 0xFF, found[3], found[4]], [1, 0x49, 0x6E, 0x47]);
}

#[test]
fn a_ctc_divides_and_interrupts() {
    // Channel 2: 16 clocks times 50 are 800; channel 1 counts pulses of 100 clocks, five of them: 500. Vectors are the
    // base and twice the channel. Without RETI the second interrupt never comes.
    let text = "[[ctc]]\nport = 0xFF11\ninterrupt = \"vi\"\npulses = [0, 100, 0, 0]\n[[reti]]\nport = 0xFFE1\n";
    let handler = |reti: &str| {
        format!(
            "  .org 0x100\n lda r2,psa\n ldctl psap,r2\n clr r1\n ld r4,#0x4000\n{} ei vi\n1: jr 1b
        .org 0x300
psa:    .space 0x1C
        .word 0x4000\n .rept 256\n .word tick\n .endr
tick:   inc r1,#1\n ld r3,@r15\n ldb @r4,rl3\n inc r4,#1\n{reti} iret\n",
            out(&[
                (0xFF11, 0x60),
                (0xFF15, 0x85),
                (0xFF15, 50),
                (0xFF13, 0xC5),
                (0xFF13, 5)
            ])
        )
    };
    for (reti, ticks, vectors) in [("outb #0xFFE1,rl0\n", 8, [0x62, 0x64, 0x62]), ("", 1, [0x62, 0, 0])] {
        let mut machine = machine(&format!("{RAM}{text}"), Path::new(""));
        machine.load(&sections(&handler(reti))).expect("memory");
        machine.start().expect("a start");
        // The channels start after some 150 clocks.
        assert_eq!(machine.run(2_900).expect("it runs"), Stop::ClockLimit);
        assert_eq!(machine.cpu().register(1), ticks);
        assert_eq!(machine.world().banks().bytes()[0x4000..][..3], vectors);
    }
}

#[test]
fn a_ctc_is_read_and_stopped() {
    // A timer of 256 clocks a count, from 100 down, that does not interrupt.
    let program = format!(
        "{} ld r7,#280\n1: djnz r7,1b\n clr r1\n inb rl1,#0xFF11\n{} ld r7,#280\n1: djnz r7,1b\n clr r2\n inb rl2,#0xFF11",
        out(&[(0xFF11, 0x25), (0xFF11, 100)]),
        out(&[(0xFF11, 0x03)]),
    );
    let found = ran("[[ctc]]\nport = 0xFF11\n", Path::new(""), &program);
    // 280 iterations of 11 clocks are 3,080: 12 counts.
    assert_eq!(found[..2], [88, 88]);
}

#[test]
fn a_pio_matches_single_bits() {
    // Port A: bits 0 and 1 are inputs, both at the high level; B outputs. An interrupt is requested once the mask is
    // written.
    let text = "[[pio]]\nport = 0xFF91\ninterrupt = \"vi\"\npins = [0x03, 0xFF]\n";
    let program = format!(
        "lda r2,psa\n ldctl psap,r2\n clr r1\n ei vi\n{} nop\n nop\n clr r4\n inb rl4,#0xFF91\n clr r5\n inb rl5,#0xFF93\n halt
        .org 0x300
psa:    .space 0x1C
        .word 0x4000\n .rept 256\n .word hit\n .endr
hit:    inc r1,#1\n ld r3,@r15\n iret",
        out(&[
            (0xFF95, 0x5E),
            (0xFF95, 0xCF),
            (0xFF95, 0x03),
            (0xFF91, 0xA0),
            (0xFF97, 0x0F),
            (0xFF93, 0x3C),
            (0xFF95, 0xF7),
            (0xFF95, 0xFC)
        ]),
    );
    let found = ran(text, Path::new(""), &program);
    assert_eq!([found[0], found[2] & 0xFF, found[3], found[4]], [1, 0x5E, 0xA3, 0x3C]);
}

/// A device that requests an interrupt from its first write until its acknowledge, and is in service until its return.
#[derive(Debug, Clone, Default)]
struct Link {
    requests: bool,
    serves: bool,
    identifier: u16,
}

impl Device for Link {
    fn kind(&self) -> &'static str {
        "link"
    }

    fn read(&mut self, _: u16) -> u8 {
        0
    }

    fn write(&mut self, _: u16, _: u8) {
        self.requests = true;
    }

    fn requests(&self) -> bool {
        self.requests && !self.serves
    }

    fn serves(&self) -> bool {
        self.serves
    }

    fn acknowledge(&mut self) -> u16 {
        (self.requests, self.serves) = (false, true);
        self.identifier
    }

    fn returns(&mut self) -> bool {
        std::mem::take(&mut self.serves)
    }

    fn archive(&mut self, _: &mut Archive<'_>) -> Result<(), SaveError> {
        Ok(())
    }
}

/// A model of the chain: requests and services, the most urgent first.
#[derive(Default)]
struct Model {
    requests: [bool; 4],
    serves: [bool; 4],
    log: Vec<u8>,
}

impl Model {
    fn settle(&mut self) {
        let first = self.serves.iter().position(|serves| *serves).unwrap_or(4);
        if let Some(n) = self.requests[..first].iter().position(|asks| *asks) {
            (self.requests[n], self.serves[n]) = (false, true);
            self.log.push(n as u8);
            self.settle();
        }
    }

    fn act(&mut self, action: u8) {
        match action {
            0..4 => self.requests[usize::from(action)] = true,
            _ => {
                if let Some(first) = self.serves.iter().position(|serves| *serves) {
                    self.serves[first] = false;
                    self.log.push(0x10 + first as u8);
                }
            }
        }
        self.settle();
    }
}

/// A program that polls two ports waits for a character once each port has returned none a number of times, and not
/// before.
#[test]
fn a_program_waits_when_it_has_asked_each_port_in_vain() {
    let text = format!("{RAM}[[serial]]\n[[serial]]\nstatus = 0xFF05\ndata = 0xFF07\n");
    for [first, second] in [[0xFF01, 0xFF05], [0xFF05, 0xFF01]] {
        let mut machine = machine(&text, Path::new(""));
        // The program polls the first port eight times, then the other.
        let program = format!(" .org 0x100\n1: .rept 8\n inb rl0,#{first:#x}\n .endr\n inb rl0,#{second:#x}\n jr 1b\n");
        machine.load(&sections(&program)).expect("memory");
        machine.start().expect("a start");
        let (mut machine, _) = machine.debugged();
        let waits = |machine: &z8000::machine::Machine| machine.world().devices().waits();
        // Each check is in the middle of the polls of the first port.
        machine.advance(5, &mut NoProbe).expect("it runs");
        for (rounds, expected) in [(PATIENCE / 8 - 1, false), (PATIENCE - PATIENCE / 8, false), (2, true)] {
            machine.advance(10 * rounds, &mut NoProbe).expect("it runs");
            assert_eq!(waits(&machine), expected, "{first:x}, {rounds}");
        }
    }
}

/// The kinds of devices have the order of the manual page, whatever their order in the machine.
#[test]
fn a_chain_has_the_order_of_the_manual() {
    let page = include_str!("../../../../docs/reference/machine.md");
    let (_, rest) = page.split_once("then by kind: ").expect("the order");
    let (order, _) = rest.split_once(';').expect("its end");
    let order: Vec<&str> = order
        .split(['[', ']', '`', ',', ' ', '\n'])
        .filter(|word| !word.is_empty())
        .collect();
    let (machine, ..) = chips("chain-of-kinds");
    let kinds: Vec<&str> = machine.devices().map(Device::kind).collect();
    let devices = format!("{:?}", machine.world().devices());
    let (_, rest) = devices.split_once("], chain: [").expect("the chain");
    let (chain, _) = rest.split_once(']').expect("its end");
    let mut chain: Vec<&str> = chain
        .split(", ")
        .map(|number| kinds[number.parse::<usize>().expect("a number")])
        .collect();
    chain.dedup();
    chain.retain(|kind| order.contains(kind));
    assert_eq!(chain, order);
}

#[test]
fn a_chain_nests_as_its_model_does() {
    let mut random = 0x1234_5678_u32;
    let mut next = move || {
        random = random.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (random >> 24) as u8 % 7
    };
    let (mut program, mut model) = (String::new(), Model::default());
    for _ in 0..400 {
        let action = next();
        model.act(action.min(4));
        let port = if action < 4 {
            0x41 + 2 * u16::from(action)
        } else {
            0xFFE1
        };
        program += &format!(" outb #{port},rl0\n nop\n nop\n");
    }
    let source = format!(
        "  .org 0x100\n lda r2,psa\n ldctl psap,r2\n ld r4,#0x8000\n ei vi\n{program} halt
        .org 0x4000
psa:    .space 0x1C
        .word 0x4000\n .rept 256\n .word taken\n .endr
taken:  ld r3,@r15\n ldb @r4,rl3\n inc r4,#1\n ei vi\n iret\n"
    );
    let text = format!("{RAM}[[reti]]\nport = 0xFFE1\n");
    let mut machine = machine(&text, Path::new(""));
    for n in 0..4 {
        let link = Link { identifier: n, ..Link::default() };
        let port = [(At::Port(0x41 + 2 * n), 0)];
        machine
            .attach(Box::new(link), port, Some(Interrupt::Vectored))
            .expect("it is free");
    }
    assert_eq!(run(&mut machine, &source), Stop::Halted);
    let taken: Vec<u8> = model.log.into_iter().filter(|event| *event < 0x10).collect();
    assert!(taken.len() > 100);
    assert_eq!(machine.world().banks().bytes()[0x8000..][..taken.len()], taken);
    assert_eq!(machine.world().banks().bytes()[0x8000 + taken.len()], 0);
}

/// A device that copies 16 bytes from 2000h to 3000h, some clocks after a write.
#[derive(Debug, Clone, Default)]
struct Copier {
    starts: bool,
    due: Option<u64>,
}

impl Device for Copier {
    fn kind(&self) -> &'static str {
        "copier"
    }

    fn read(&mut self, _: u16) -> u8 {
        u8::from(self.starts || self.due.is_some())
    }

    fn write(&mut self, _: u16, _: u8) {
        self.starts = true;
    }

    fn due(&self) -> u64 {
        if self.starts { 0 } else { self.due.unwrap_or(u64::MAX) }
    }

    fn look(&mut self, clocks: u64, memory: &mut Physical<'_>) {
        if std::mem::take(&mut self.starts) {
            self.due = Some(clocks + 500);
        } else if self.due.take_if(|due| *due <= clocks).is_some() {
            (0..16).for_each(|n| memory.set_byte(0x3000 + n, memory.byte(0x2000 + n)));
        }
    }

    fn archive(&mut self, _: &mut Archive<'_>) -> Result<(), SaveError> {
        Ok(())
    }
}

/// Waits for the copy, and reads what was copied.
pub(crate) const COPY: &str = "  .org 0x100
        ld r1,#0x1234\n ld 0x2000,r1\n outb #0x31,rl0
wait:   inb rl2,#0x31\n testb rl2\n jr nz,wait
        ld r3,0x3000\n halt\n";

pub(crate) fn copier() -> z8000_boards::Connected {
    let mut machine = machine(RAM, Path::new(""));
    machine
        .attach(Box::<Copier>::default(), [(At::Port(0x31), 0)], None)
        .expect("it is free");
    machine
}

#[test]
fn a_device_moves_memory_by_itself() {
    for compiled in [false, true] {
        let mut machine = copier();
        if compiled {
            machine.set_engine(z8000_translate::Choice::Compiled.engine().expect("an engine"));
        }
        assert_eq!(run(&mut machine, COPY), Stop::Halted);
        assert_eq!(machine.cpu().register(3), 0x1234);
        assert!((500..700).contains(&machine.clocks()), "{}", machine.clocks());
    }
}

#[test]
fn a_program_that_polls_in_vain_is_told_of() {
    let text = format!("{RAM}[[cio]]\nport = 0x11\n");
    let begin = " inb rl0,#0x17\n clrb rl0\n outb #0x17,rl0\n ldb rl0,#8\n clr r1\n";
    let told_of = "the program has been reading port 0x0017 (cio) for 40 million clocks, and has always found 08h";
    for (loops, expected) in [
        // The CIO's port has no handshake, so bit 2 of its status is never set.
        ("outb #0x17,rl0\n inb rl0,#0x17\n bitb rl0,#2\n jr z,1b", &[told_of][..]),
        // Loops that are not reported: only writes; the data of a port, which may always change; a read once in 45 ms.
        ("outb #0x15,rl0\n jr 1b", &[]),
        (
            "incb rl1,#1\n outb #0x15,rl1\n outb #0x17,rl0\n inb rl0,#0x17\n jr 1b",
            &[],
        ),
        (
            "outb #0x17,rl0\n inb rl0,#0x17\n ld r2,#16384\n2: djnz r2,2b\n jr 1b",
            &[],
        ),
    ] {
        let mut machine = machine(&text, Path::new(""));
        machine
            .load(&sections(&format!(" .org 0x100\n{begin}1: {loops}\n")))
            .expect("memory");
        machine.start().expect("a start");
        let mut told = Vec::new();
        for slice in 1..=25 {
            assert_eq!(machine.run(slice * 4_000_000).expect("it runs"), Stop::ClockLimit);
            told.extend(machine.polled());
        }
        assert_eq!(told, expected, "{loops}");
    }
}
