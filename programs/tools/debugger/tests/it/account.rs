//! Random programs with nested interrupts, traps, HALT and self-modifying instructions, and an independent count of the
//! executions of each instruction.
//!
//! The count drives the interpreter step by step. It determines whether a step executed an instruction from the program
//! counter, the registers and the words on the stack, not from what the emulator says about the step.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use z8000::cpu::Model;
use z8000::machine::{Address, Look as _, Machine};

use crate::small::Small;

/// The handlers of NMI, NVI and VI #2.
pub(crate) const HANDLERS: [(&str, u16, u16); 3] = [("NMI", 20, 0xFF1A), ("NVI", 24, 0xFF12), ("VI #2", 28, 0xFF16)];

pub(crate) struct Random(pub(crate) u64);

impl Random {
    pub(crate) fn below(&mut self, most: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0 % most
    }
}

/// Returns a program that repeatedly runs through some pieces, under timers whose handlers can be interrupted.
fn source(random: &mut Random) -> String {
    let mut text = "
        .z8002
        .text
        .org    0
        .word   0, 0x4000, start
        .org    8
        .word   0x4000, refused
        .org    12
        .word   0x4000, system
        .org    20
        .word   0x4000, h0
        .org    24
        .word   0x4000, h1
        .org    28
        .word   0x4000, 0, 0, h2
        .org    0x100
start:  ld      r15,#0xf000
        ld      r0,#0xe000
        ldctl   nsp,r0
"
    .to_owned();
    for port in ["0xff10", "0xff14", "0xff18"] {
        if port != "0xff18" || random.below(3) == 0 {
            let period = 12 + random.below(60) + if port == "0xff18" { 100 } else { 0 };
            let _ = writeln!(text, "        ld      r0,#{period}\n        out     {port},r0");
        }
    }
    let _ = writeln!(
        text,
        "        ei      vi,nvi\n        ld      r13,#{}\nmain:",
        20 + random.below(30)
    );
    let mut normal = false;
    for piece in 0..8 + random.below(8) {
        let _ = match random.below(10) {
            0 if !normal => writeln!(text, "        halt"),
            1 => writeln!(text, "        sc      #{piece}"),
            2 => writeln!(text, "        calr    sub{}", random.below(2)),
            3 => writeln!(
                text,
                "        ld      r1,#0x5000\n        ld      r2,#0x6000\n        ld      r3,#{}\n        ldir    @r2,@r1,r3",
                1 + random.below(90)
            ),
            4 => writeln!(
                text,
                "        ld      r4,#{}\n1:      djnz    r4,1b",
                1 + random.below(20)
            ),
            // Changes the constant of the instruction after the next one.
            5 => writeln!(text, "        inc     2f+2,#1\n        nop\n2:      ld      r5,#7"),
            6 => writeln!(text, "        push    @r15,r13\n        pop     r6,@r15"),
            // A privileged instruction, which causes a trap in normal mode.
            7 => writeln!(text, "        di      vi\n        ei      vi,nvi"),
            8 if !normal => {
                normal = true;
                writeln!(
                    text,
                    "        ldctl   r0,fcw\n        res     r0,#14\n        ldctl   fcw,r0"
                )
            }
            _ => writeln!(text, "        inc     r7,#1\n        test    r7"),
        };
    }
    if normal {
        // The system call #99 returns to system mode.
        text += "        sc      #99\n";
    }
    text += "        dec     r13,#1\n        jp      nz,main\n        di      vi,nvi\n        clr     r0\n\
             \u{20}       out     0xff10,r0\n        out     0xff14,r0\n        out     0xff18,r0\n        halt\n\
             sub0:   inc     r8,#1\n        ret\nsub1:   calr    sub0\n        calr    sub0\n        ret\n\
             refused: iret\n\
             system: ld      r12,@r15\n        cp      r12,#0x7f63\n        jr      ne,5f\n        ld      r12,2(r15)\n\
             \u{20}       set     r12,#14\n        ld      2(r15),r12\n5:      iret\n";
    for (number, (_, _, taken)) in HANDLERS.iter().enumerate() {
        let _ = writeln!(text, "h{number}:     out     {taken:#06x},r0\n        push    @r15,r12");
        match random.below(3) {
            0 => text += "        ei      vi,nvi\n        calr    sub0\n        di      vi,nvi\n",
            1 => text += "        calr    sub1\n",
            _ => text += "        inc     r10,#1\n",
        }
        text += "        pop     r12,@r15\n        iret\n";
    }
    text
}

/// The kind of a step.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum What {
    Executed,
    /// The step took an interrupt, whose handler has this number.
    Taken(usize),
    /// The step executed a part of a repeating instruction, and took an interrupt.
    Broken(usize),
    Waited,
}

pub(crate) struct Step {
    pub(crate) what: What,
    pub(crate) pc: Address,
    /// The stack pointer of system mode before and after the step.
    pub(crate) stack: [u16; 2],
    pub(crate) clocks: u64,
}

/// Returns the system stack pointer.
fn stack(machine: &Machine) -> u16 {
    let cpu = machine.cpu();
    if cpu.fcw().bits() & 0x4000 != 0 {
        cpu.register(15)
    } else {
        cpu.other_stack()[1]
    }
}

/// Runs a machine to its end, and returns its steps.
pub(crate) fn account(mut machine: Machine) -> Vec<Step> {
    let mut steps = Vec::new();
    loop {
        let (pc, before, clocks) = (machine.pc(), stack(&machine), machine.clocks());
        let (halted, counter) = (machine.cpu().halted(), machine.cpu().register(3));
        let ended = machine.advance(1, &mut z8000::run::NoProbe).expect("it runs");
        let after = stack(&machine);
        let word = |at: u16| machine.word(false, Address::flat(at));
        let vector = |entry: u16| if entry == 28 { word(34) } else { word(entry + 2) };
        let pushed = after == before.wrapping_sub(6) && word(after.wrapping_add(4)) == pc.offset();
        let handler = HANDLERS
            .iter()
            .position(|(_, entry, _)| machine.pc().offset() == vector(*entry));
        let what = match handler.filter(|_| pushed) {
            Some(handler) if counter != machine.cpu().register(3) => What::Broken(handler),
            Some(handler) => What::Taken(handler),
            None if halted => What::Waited,
            None => What::Executed,
        };
        steps.push(Step { what, pc, stack: [before, after], clocks: machine.clocks() - clocks });
        if ended.is_some() {
            return steps;
        }
    }
}

impl Step {
    pub(crate) const fn executes(&self) -> bool {
        matches!(self.what, What::Executed | What::Broken(_))
    }
}

/// Returns how often the instruction at each address was executed.
pub(crate) fn executions(steps: &[Step]) -> BTreeMap<Address, u64> {
    let mut counts = BTreeMap::new();
    for step in steps.iter().filter(|step| step.executes()) {
        *counts.entry(step.pc).or_default() += 1;
    }
    counts
}

pub(crate) fn programs() -> impl Iterator<Item = (u64, String)> {
    (1..=24).map(|seed| (seed, source(&mut Random(0x9E37_79B9_7F4A_7C15_u64.wrapping_mul(seed)))))
}

pub(crate) fn small() -> Small {
    let mut small = Small::new(Model::Z8002);
    small.joint = true;
    small
}
