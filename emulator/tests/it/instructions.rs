//! Instructions calculated by hand, one per row, from Zilog's Z8000 CPU manual: results, flags and clocks. They cover
//! the cases that `measured.tsv` does not contain.

use z8000::cpu::Fcw;
use z8000::isa::{Address, Form, Mode, decode};
use z8000::machine::{Machine, Stop};

/// Code; registers before; flags before; changed registers after; flags after; clocks.
type InstructionRow = (
    &'static str,
    &'static [u16],
    &'static [(usize, u16)],
    &'static str,
    &'static [(usize, u16)],
    &'static str,
    u64,
);

#[rustfmt::skip]
const ROWS: &[InstructionRow] = &[
    // Loads do not change the flags; byte register 8 is RL0, 2000h in the data memory is 12345678h. LDR reads program
    // memory, where FCW for the reset is at 2.
    ("ld r1,#0x8000", &[0x2101, 0x8000], &[], "CZ", &[(1, 0x8000)], "CZ", 7),
    ("ldb rl1,#0xff", &[0xC9FF], &[(1, 0x1200)], "", &[(1, 0x12FF)], "", 5),
    ("ldk r3,#15", &[0xBD3F], &[], "S", &[(3, 15)], "S", 5),
    ("ld r2,0x2000", &[0x6102, 0x2000], &[], "", &[(2, 0x1234)], "", 9),
    ("ld r2,0x1000(r4)", &[0x6142, 0x1000], &[(4, 0x1000)], "", &[(2, 0x1234)], "", 10),
    ("ld r2,@r4", &[0x2142], &[(4, 0x2000)], "", &[(2, 0x1234)], "", 7),
    ("ldb rl2,r4(#1)", &[0x304A, 1], &[(4, 0x2000)], "", &[(2, 0x0034)], "", 14),
    ("ldb rl2,r4(r5)", &[0x704A, 0x0500], &[(4, 0x1FFF), (5, 1)], "", &[(2, 0x0012)], "", 14),
    ("ldl rr2,r4(r5)", &[0x7542, 0x0500], &[(4, 0x1000), (5, 0x1000)], "", &[(2, 0x1234), (3, 0x5678)], "", 17),
    ("ldm r3,@r4,#2", &[0x1C41, 0x0301], &[(4, 0x2000)], "", &[(3, 0x1234), (4, 0x5678)], "", 17),
    ("ex r1,r2", &[0xAD21], &[(1, 5), (2, 6)], "", &[(1, 6), (2, 5)], "", 6),
    ("lda r1,4(r1)", &[0x7611, 4], &[(1, 0xFFFE)], "", &[(1, 2)], "", 13),
    ("ldr r1,2", &[0x3101, 0xFFF8], &[], "", &[(1, 0x4000)], "", 14),
    // 7FFFh + 1 = 8000h: a carry out of bit 14, no carry out of bit 15.
    ("add r1,r2", &[0x8121], &[(1, 0x7FFF), (2, 1)], "CZ", &[(1, 0x8000)], "SV", 4),
    ("addb rl1,rl2", &[0x80A9], &[(1, 0x0F), (2, 0xF1)], "D", &[(1, 0x0000)], "CZH", 4),
    ("addl rr0,rr2", &[0x9620], &[(0, 0xFFFF), (1, 0xFFFF), (3, 1)], "", &[(0, 0), (1, 0)], "CZ", 8),
    ("adc r1,r2", &[0xB521], &[(1, 0xFFFF)], "C", &[(1, 0)], "CZ", 5),
    ("adcb rl1,rl2", &[0xB4A9], &[(1, 0x0F), (2, 0x01)], "CD", &[(1, 0x11)], "H", 5),
    ("sub r1,r2", &[0x8321], &[(1, 0x8000), (2, 1)], "", &[(1, 0x7FFF)], "V", 4),
    ("subb rl1,rl2", &[0x82A9], &[(1, 0x10), (2, 0x01)], "", &[(1, 0x0F)], "DH", 4),
    ("subb rl1,rl2", &[0x82A9], &[(1, 0x80), (2, 0x01)], "", &[(1, 0x7F)], "VDH", 4),
    ("subb rl1,rl2", &[0x82A9], &[(2, 0x01)], "", &[(1, 0xFF)], "CSDH", 4),
    ("subl rr0,rr2", &[0x9220], &[(0, 0x8000), (3, 1)], "", &[(0, 0x7FFF), (1, 0xFFFF)], "V", 8),
    ("sbc r1,r2", &[0xB721], &[], "C", &[(1, 0xFFFF)], "CS", 5),
    ("sbcb rl1,rl2", &[0xB6A9], &[(1, 0x80), (2, 0x01)], "", &[(1, 0x7F)], "VDH", 5),
    ("cp r1,#2", &[0x0B01, 2], &[(1, 1)], "", &[], "CS", 7),
    ("cp @r4,#0x1234", &[0x0D41, 0x1234], &[(4, 0x2000)], "", &[], "Z", 11),
    ("cp r1,r2", &[0x8B21], &[(1, 0x8000), (2, 1)], "", &[], "V", 4),
    ("cpb rl1,rl2", &[0x8AA9], &[(1, 0x80), (2, 0x01)], "DH", &[], "VDH", 4),
    ("cpl rr0,rr2", &[0x9020], &[(0, 0x8000), (3, 1)], "", &[], "V", 8),
    ("inc r1,#16", &[0xA91F], &[(1, 0xFFF0)], "C", &[(1, 0)], "CZ", 4),
    ("inc r1,#1", &[0xA910], &[(1, 0x7FFF)], "", &[(1, 0x8000)], "SV", 4),
    ("incb rl1,#1", &[0xA890], &[(1, 0x7F)], "D", &[(1, 0x80)], "SVD", 4),
    ("dec r1,#1", &[0xAB10], &[(1, 0x8000)], "", &[(1, 0x7FFF)], "V", 4),
    ("neg r1", &[0x8D12], &[(1, 0x8000)], "", &[(1, 0x8000)], "CSV", 7),
    // 38h + 45h = 7Dh, in decimal digits 83.
    ("dab rl1", &[0xB090], &[(1, 0x7D)], "", &[(1, 0x83)], "S", 5),
    ("dab rl1", &[0xB090], &[(1, 0x9A)], "", &[(1, 0x00)], "CZ", 5),
    ("extsb r1", &[0xB110], &[(1, 0x1280)], "", &[(1, 0xFF80)], "", 11),
    ("exts rr2", &[0xB12A], &[(2, 1), (3, 0x7FFF)], "", &[(2, 0)], "", 11),
    // -2 * 3 = -6 fits a word, 256 * 256 does not.
    ("mult rr0,r2", &[0x9920], &[(1, 0xFFFE), (2, 3)], "", &[(0, 0xFFFF), (1, 0xFFFA)], "S", 70),
    ("mult rr0,r2", &[0x9920], &[(1, 0x100), (2, 0x100)], "", &[(0, 1), (1, 0)], "C", 70),
    ("mult rr0,r2", &[0x9920], &[(2, 0x100)], "", &[], "Z", 18),
    ("mult rr0,r2", &[0x9920], &[(1, 1), (2, 1)], "V", &[], "", 70),
    // The magnitude of -1 has a single bit set.
    ("multl rq0,rr4", &[0x9840], &[(2, 0xFFFF), (3, 0xFFFF), (5, 3)], "", &[(0, 0xFFFF), (1, 0xFFFF), (2, 0xFFFF), (3, 0xFFFD)], "S", 289),
    ("multl rq0,rr4", &[0x9840], &[(5, 3)], "V", &[], "Z", 30),
    // -7 / 2 = -3, remainder -1.
    ("div rr0,r2", &[0x9B20], &[(0, 0xFFFF), (1, 0xFFF9), (2, 2)], "", &[(0, 0xFFFF), (1, 0xFFFD)], "S", 107),
    ("div rr0,r2", &[0x9B20], &[(1, 7)], "", &[], "ZV", 13),
    ("divl rq0,rr4", &[0x9A40], &[(3, 1), (5, 2)], "", &[(1, 1), (3, 0)], "Z", 744),
    // Logic: no carry; for bytes only, parity, where V is set if it is even.
    ("and r1,r2", &[0x8721], &[(1, 0xF0F0), (2, 0x0FFF)], "CV", &[(1, 0x00F0)], "CV", 4),
    ("orb rl1,rl2", &[0x84A9], &[(1, 0x80), (2, 0x01)], "", &[(1, 0x81)], "SV", 4),
    ("or r1,r2", &[0x8521], &[], "CV", &[], "CZV", 4),
    ("orb rl1,rl2", &[0x84A9], &[], "C", &[], "CZV", 4),
    ("xor r1,r1", &[0x8911], &[(1, 5)], "", &[(1, 0)], "Z", 4),
    ("com r1", &[0x8D10], &[(1, 0x00FF)], "", &[(1, 0xFF00)], "S", 7),
    ("com r1", &[0x8D10], &[(1, 0xFFFF)], "CV", &[(1, 0)], "CZV", 7),
    ("comb rl1", &[0x8C90], &[(1, 0xFF)], "C", &[(1, 0)], "CZV", 7),
    ("testl rr2", &[0x9C28], &[(2, 0x8000)], "", &[], "S", 13),
    ("tset r1", &[0x8D16], &[(1, 0x8000)], "", &[(1, 0xFFFF)], "S", 7),
    ("tcc eq,r1", &[0xAF16], &[(1, 2)], "Z", &[(1, 3)], "Z", 5),
    ("bit r1,#15", &[0xA71F], &[(1, 0x7FFF)], "", &[], "Z", 4),
    ("setb rl1,#7", &[0xA497], &[], "", &[(1, 0x80)], "", 4),
    // The number of the bit is in a word register, whatever the size of the operand.
    ("setb rl1,r2", &[0x2402, 0x0900], &[(2, 0x0103)], "", &[(1, 0x0008)], "", 10),
    ("res r1,r2", &[0x2302, 0x0100], &[(1, 0xFFFF), (2, 4)], "", &[(1, 0xFFEF)], "", 10),
    // Shifts: 4001h << 2 loses a one, and the sign changes during the shift.
    ("sla r1,#2", &[0xB319, 2], &[(1, 0x4001)], "", &[(1, 4)], "CV", 19),
    ("sra r1,#1", &[0xB319, 0xFFFF], &[(1, 0x8001)], "", &[(1, 0xC000)], "CS", 16),
    ("srl r1,#4", &[0xB311, 0xFFFC], &[(1, 0x0018)], "", &[(1, 1)], "C", 25),
    ("sra r1,#1", &[0xB319, 0xFFFF], &[(1, 2)], "V", &[(1, 1)], "", 16),
    ("srab rl1,#1", &[0xB299, 0x00FF], &[(1, 2)], "V", &[(1, 1)], "", 16),
    ("sral rr2,#1", &[0xB32D, 0xFFFF], &[(3, 2)], "V", &[(3, 1)], "", 16),
    ("srl r1,#1", &[0xB311, 0xFFFF], &[(1, 2)], "S", &[(1, 1)], "", 16),
    ("srlb rl1,#1", &[0xB291, 0x00FF], &[(1, 2)], "S", &[(1, 1)], "", 16),
    ("srll rr2,#1", &[0xB325, 0xFFFF], &[(3, 2)], "S", &[(3, 1)], "", 16),
    // C000h << 1 loses a one, and the sign does not change.
    ("slab rl1,#1", &[0xB299, 1], &[(1, 0xC0)], "", &[(1, 0x80)], "CS", 16),
    ("slal rr2,#1", &[0xB32D, 1], &[(2, 0xC000)], "", &[(2, 0x8000)], "CS", 16),
    ("sllb rl1,#1", &[0xB291, 1], &[(1, 0xC0)], "", &[(1, 0x80)], "CS", 16),
    ("slll rr2,#1", &[0xB325, 1], &[(2, 0xC000)], "", &[(2, 0x8000)], "CS", 16),
    ("sdlb rl1,r2", &[0xB293, 0x0200], &[(1, 0xC0), (2, 1)], "", &[(1, 0x80)], "CS", 18),
    ("rl r1,#1", &[0xB310], &[(1, 0x8000)], "", &[(1, 1)], "CV", 6),
    ("rrc r1,#1", &[0xB31C], &[(1, 1)], "C", &[(1, 0x8000)], "CSV", 6),
    ("rl r1,#1", &[0xB310], &[], "", &[], "Z", 6),
    ("rlb rl1,#1", &[0xB290], &[], "", &[], "Z", 6),
    ("rlc r1,#1", &[0xB318], &[], "", &[], "Z", 6),
    ("rr r1,#1", &[0xB314], &[], "", &[], "Z", 6),
    ("rrb rl1,#2", &[0xB296], &[], "", &[], "Z", 7),
    ("rrc r1,#1", &[0xB31C], &[], "", &[], "Z", 6),
    // The digits of RL2 move left through the lower one of RL1.
    ("rldb rl1,rl2", &[0xBEA9], &[(1, 0x01), (2, 0x23)], "", &[(1, 0x02), (2, 0x31)], "", 9),
    ("rldb rl1,rl2", &[0xBEA9], &[], "CV", &[], "CZV", 9),
    ("rrdb rl1,rl2", &[0xBCA9], &[], "CV", &[], "CZV", 9),
    // The counter R3 reaches 0, and the pointers advance.
    ("ldir @r2,@r4,r3", &[0xBB41, 0x0320], &[(2, 0x3000), (3, 2), (4, 0x2000)], "", &[(2, 0x3004), (3, 0), (4, 0x2004)], "ZV", 29),
    ("ldib @r2,@r4,r3", &[0xBA41, 0x0328], &[(2, 0x3000), (3, 1), (4, 0x2000)], "", &[(2, 0x3001), (3, 0), (4, 0x2001)], "ZV", 20),
    // No device is at these ports.
    ("indb @r2,@r4,r3", &[0x3A48, 0x0328], &[(2, 0x3000), (3, 1), (4, 0x0100)], "", &[(2, 0x2FFF), (3, 0)], "ZV", 21),
    ("sindrb @r2,@r4,r3", &[0x3A49, 0x0320], &[(2, 0x3000), (3, 2), (4, 0x0100)], "", &[(2, 0x2FFE), (3, 0)], "ZV", 31),
    ("sinirb @r2,@r4,r3", &[0x3A41, 0x0320], &[(2, 0x3000), (3, 2), (4, 0x0100)], "", &[(2, 0x3002), (3, 0)], "ZV", 31),
    ("outdb @r2,@r4,r3", &[0x3A4A, 0x0328], &[(2, 0x0100), (3, 1), (4, 0x2000)], "", &[(3, 0), (4, 0x1FFF)], "ZV", 21),
    ("outib @r2,@r4,r3", &[0x3A42, 0x0328], &[(2, 0x0100), (3, 1), (4, 0x2000)], "", &[(3, 0), (4, 0x2001)], "ZV", 21),
    ("otdrb @r2,@r4,r3", &[0x3A4A, 0x0320], &[(2, 0x0100), (3, 2), (4, 0x2000)], "", &[(3, 0), (4, 0x1FFE)], "ZV", 31),
    ("cpir r1,@r4,r3,eq", &[0xBB44, 0x0316], &[(1, 0x5678), (3, 9), (4, 0x2000)], "", &[(3, 7), (4, 0x2004)], "Z", 29),
    // A search sets V when the counter reaches 0, and Z if the condition holds; C and S are those of the comparison.
    ("cpdb rl1,@r4,r3,eq", &[0xBA48, 0x0396], &[(1, 0x0010), (3, 2), (4, 0x2000)], "", &[(3, 1), (4, 0x1FFF)], "CS", 20),
    ("cpdr r1,@r4,r3,eq", &[0xBB4C, 0x0316], &[(1, 0x1000), (3, 1), (4, 0x2000)], "", &[(3, 0), (4, 0x1FFE)], "CSV", 20),
    ("cpdrb rl1,@r4,r3,eq", &[0xBA4C, 0x0396], &[(1, 0x0010), (3, 1), (4, 0x2000)], "", &[(3, 0), (4, 0x1FFF)], "CSV", 20),
    ("cpdrb rl1,@r4,r3,eq", &[0xBA4C, 0x0396], &[(1, 0x0012), (3, 5), (4, 0x2000)], "", &[(3, 4), (4, 0x1FFF)], "Z", 20),
    ("cpi r1,@r4,r3,eq", &[0xBB40, 0x0316], &[(1, 0x1234), (3, 5), (4, 0x2000)], "", &[(3, 4), (4, 0x2002)], "Z", 20),
    ("cpir r1,@r4,r3,eq", &[0xBB44, 0x0316], &[(1, 0x1000), (3, 1), (4, 0x2000)], "", &[(3, 0), (4, 0x2002)], "CSV", 20),
    ("cpirb rl1,@r4,r3,eq", &[0xBA44, 0x0396], &[(1, 0x0010), (3, 1), (4, 0x2000)], "", &[(3, 0), (4, 0x2001)], "CSV", 20),
    ("cpsd @r2,@r4,r3,eq", &[0xBB4A, 0x0326], &[(2, 0x2000), (3, 1), (4, 0x2002)], "", &[(2, 0x1FFE), (3, 0), (4, 0x2000)], "CSV", 25),
    ("cpsdb @r2,@r4,r3,eq", &[0xBA4A, 0x0326], &[(2, 0x2000), (3, 1), (4, 0x2002)], "", &[(2, 0x1FFF), (3, 0), (4, 0x2001)], "CSV", 25),
    ("cpsdr @r2,@r4,r3,eq", &[0xBB4E, 0x0326], &[(2, 0x2000), (3, 1), (4, 0x2002)], "", &[(2, 0x1FFE), (3, 0), (4, 0x2000)], "CSV", 25),
    ("cpsdrb @r2,@r4,r3,eq", &[0xBA4E, 0x0326], &[(2, 0x2000), (3, 1), (4, 0x2002)], "", &[(2, 0x1FFF), (3, 0), (4, 0x2001)], "CSV", 25),
    ("cpsi @r2,@r4,r3,eq", &[0xBB42, 0x0326], &[(2, 0x2000), (3, 1), (4, 0x2002)], "", &[(2, 0x2002), (3, 0), (4, 0x2004)], "CSV", 25),
    ("cpsib @r2,@r4,r3,eq", &[0xBA42, 0x0326], &[(2, 0x2000), (3, 1), (4, 0x2002)], "", &[(2, 0x2001), (3, 0), (4, 0x2003)], "CSV", 25),
    ("cpsir @r2,@r4,r3,eq", &[0xBB46, 0x0326], &[(2, 0x2000), (3, 1), (4, 0x2002)], "", &[(2, 0x2002), (3, 0), (4, 0x2004)], "CSV", 25),
    ("cpsirb @r2,@r4,r3,eq", &[0xBA46, 0x0326], &[(2, 0x2000), (3, 1), (4, 0x2002)], "", &[(2, 0x2001), (3, 0), (4, 0x2003)], "CSV", 25),
    ("cpsib @r2,@r4,r3,eq", &[0xBA42, 0x0326], &[(2, 0x2000), (3, 2), (4, 0x2000)], "", &[(2, 0x2001), (3, 1), (4, 0x2001)], "Z", 25),
    // RH1 receives the table's entry for the byte 12h, which is 34h. If R1 is the pointer, the result shows that TRTDB
    // moves the pointer first, and TRTDRB loads RH1 first.
    ("trtdb @r1,@r2,r3", &[0xB81A, 0x0320], &[(1, 0x2000), (2, 0x1FEF), (3, 5)], "ZV", &[(1, 0x34FF), (3, 4)], "", 25),
    ("trtdrb @r1,@r2,r3", &[0xB81E, 0x032E], &[(1, 0x2000), (2, 0x1FEF), (3, 5)], "ZV", &[(1, 0x33FF), (3, 4)], "", 25),
    ("comflg c,v", &[0x8D95], &[], "CZ", &[], "ZVH", 7),
    // These continue at the next word, 0008h. 2010h contains an identifier, FCW 40FCh and this address.
    ("call @r4", &[0x1F40], &[(4, 8), (15, 0x3000)], "CZ", &[(15, 0x2FFE)], "CZ", 10),
    ("calr 8", &[0xD000], &[(15, 0x3000)], "CZ", &[(15, 0x2FFE)], "CZ", 10),
    ("ret", &[0x9E08], &[(15, 0x2014)], "SV", &[(15, 0x2016)], "SV", 10),
    ("ret eq", &[0x9E06], &[(15, 0x2014)], "SV", &[], "SV", 7),
    ("djnz r1,8", &[0xF180], &[(1, 2)], "CZ", &[(1, 1)], "CZ", 11),
    ("iret", &[0x7B00], &[(15, 0x2010)], "", &[(15, 0x2016)], "CZSVDH", 13),
    ("ldps @r4", &[0x3940], &[(4, 0x2012)], "", &[], "CZSVDH", 12),
    ("ldctl fcw,r1", &[0x7D1A], &[(1, 0x40FC)], "", &[], "CZSVDH", 7),
    ("ldctlb flags,rl1", &[0x8C99], &[(1, 0x00FC)], "", &[], "CZSVDH", 7),
    ("ei vi,nvi", &[0x7C04], &[], "CZ", &[], "CZ", 7),
    // MI is not active.
    ("mbit", &[0x7B0A], &[], "", &[], "S", 7),
    ("mreq r1", &[0x7B1D], &[(1, 2)], "S", &[(1, 0)], "Z", 26),
    ("mres", &[0x7B09], &[], "CZ", &[], "CZ", 5),
    ("mset", &[0x7B08], &[], "CZ", &[], "CZ", 5),
];

fn flags(letters: &str) -> Fcw {
    let flag = |letter| match letter {
        'C' => Fcw::C,
        'Z' => Fcw::Z,
        'S' => Fcw::S,
        'V' => Fcw::PV,
        'D' => Fcw::DA,
        'H' => Fcw::H,
        _ => panic!("a flag: {letter}"),
    };
    letters.chars().map(flag).collect()
}

/// Returns the form of each row, and the flags that it changes.
pub(crate) fn changed_flags() -> impl Iterator<Item = (&'static Form, u16)> {
    ROWS.iter().map(|&(text, code, _, before, _, after, _)| {
        let instruction = decode(code, Address::default(), Mode::Nonsegmented);
        let form = instruction.unwrap_or_else(|_| panic!("an instruction: {text}")).form;
        (form, (flags(before) ^ flags(after)).bits())
    })
}

#[test]
fn instructions_do_what_the_manual_says() {
    for &(text, code, before, flags_before, after, flags_after, clocks) in ROWS {
        let mut board = Machine::board();
        // The code begins at 0006h.
        let words = [&[0, 0x4000, 6][..], code, &[0x7A00]].concat();
        let bytes: Vec<u8> = words.iter().flat_map(|word| word.to_be_bytes()).collect();
        board.load_program(0, &bytes);
        board.load_data(0x2000, &[0x12, 0x34, 0x56, 0x78]);
        board.load_data(0x2010, &[0, 0, 0x40, 0xFC, 0, 8]);
        board.reset();
        let cpu = board.cpu_mut();
        let mut registers = [0; 16];
        for &(n, value) in before {
            cpu.set_register(n, value);
            registers[n] = value;
        }
        cpu.set_fcw((Fcw::SYSTEM | flags(flags_before)).bits());
        assert_eq!(board.run(100_000), Ok(Stop::Halted), "{text}");
        for &(n, value) in after {
            registers[n] = value;
        }
        let got: Vec<u16> = (0..16).map(|n| board.cpu().register(n)).collect();
        assert_eq!(got, registers, "registers of {text}");
        let got = board.cpu().fcw() & Fcw::FLAGS;
        assert_eq!(got, flags(flags_after), "flags of {text}");
        let halt = 8;
        assert_eq!(board.clocks() - halt, clocks, "clocks of {text}");
    }
}
