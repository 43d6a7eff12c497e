//! Encodings, texts and clocks from the manual and from GNU as, one for each shape of instruction.

use z8000::isa::{Address, Clocks, FlagSet, Mode, Operation, decode, disassemble, forms_of};

/// Mode, words at 0x1000 of segment 1 (of no segment), text.
const TEXTS: &[(Mode, &[u16], &str)] = &[
    (Mode::Nonsegmented, &[0xA143], "ld r3,r4"),
    (Mode::Nonsegmented, &[0xC180], "ldb rh1,#0x80"),
    (Mode::Nonsegmented, &[0x2009, 0x8080], "ldb rl1,#0x80"),
    (Mode::Nonsegmented, &[0x6152, 0x1234], "ld r2,0x1234(r5)"),
    (Mode::Nonsegmented, &[0x4D01, 0x1234, 0x8000], "cp 0x1234,#0x8000"),
    (Mode::Nonsegmented, &[0x3156, 0xFFFC], "ld r6,r5(#0xfffc)"),
    (Mode::Nonsegmented, &[0x7150, 0x0100], "ld r0,r5(r1)"),
    (Mode::Nonsegmented, &[0x1A00, 0x8000, 0x0000], "divl rq0,#0x80000000"),
    (Mode::Nonsegmented, &[0x5C19, 0x0405, 0x1234], "ldm 0x1234(r1),r4,#6"),
    (Mode::Nonsegmented, &[0xBB58, 0x0505], "cpd r0,@r5,r5,mi"),
    (Mode::Nonsegmented, &[0xBB51, 0x0510], "ldir @r1,@r5,r5"),
    (Mode::Nonsegmented, &[0xBB51, 0x0518], "ldi @r1,@r5,r5"),
    (Mode::Nonsegmented, &[0xB836, 0x055E], "trtirb @r3,@r5,r5"),
    (Mode::Nonsegmented, &[0x3B58, 0x0510], "indr @r1,@r5,r5"),
    (Mode::Nonsegmented, &[0x3A46, 0xFFFE], "outb #0xfffe,rh4"),
    (Mode::Nonsegmented, &[0xB319, 0xFFFC], "sra r1,#4"),
    (Mode::Nonsegmented, &[0xB209, 0x00F8], "srab rh0,#8"),
    (Mode::Nonsegmented, &[0xB30D, 0x0020], "slal rr0,#32"),
    (Mode::Nonsegmented, &[0xB302], "rl r0,#2"),
    (Mode::Nonsegmented, &[0xBE40], "rldb rh0,rh4"),
    (Mode::Nonsegmented, &[0xAB0F], "dec r0,#16"),
    (Mode::Nonsegmented, &[0xE105], "jr lt,0x100c"),
    (Mode::Nonsegmented, &[0xE8FF], "jr 0x1000"),
    (Mode::Nonsegmented, &[0xF186], "djnz r1,0xff6"),
    (Mode::Nonsegmented, &[0xDFFF], "calr 0x1004"),
    (Mode::Nonsegmented, &[0xD800], "calr 0x2002"),
    (Mode::Nonsegmented, &[0x3401, 0x3E7C], "ldar r1,0x4e80"),
    (Mode::Nonsegmented, &[0x1E38], "jp @r3"),
    (Mode::Nonsegmented, &[0x1E50], "jp f,@r5"),
    (Mode::Nonsegmented, &[0x9E08], "ret"),
    (Mode::Nonsegmented, &[0xAF42], "tcc le,r4"),
    (Mode::Nonsegmented, &[0x8D35], "comflg s,v"),
    (Mode::Nonsegmented, &[0x7C06], "ei nvi"),
    (Mode::Nonsegmented, &[0x7D4D], "ldctl psapoff,r4"),
    (Mode::Nonsegmented, &[0x8C69], "ldctlb flags,rh6"),
    (Mode::Nonsegmented, &[0x7F80], "sc #0x80"),
    (Mode::Nonsegmented, &[0x0F0C], "brk"),
    (Mode::Nonsegmented, &[0x3601], ".word 0x3601"),
    (Mode::Segmented, &[0x4103, 0x0002], "add r3,|<<0x0>>0x2|"),
    (Mode::Segmented, &[0x6157, 0x8100, 0x1234], "ld r7,0x81001234(r5)"),
    (Mode::Segmented, &[0x760A, 0x9200, 0xABCD], "lda rr10,0x9200abcd"),
    (Mode::Segmented, &[0x3B50, 0x05E8], "ini @rr14,@r5,r5"),
    (Mode::Segmented, &[0x7324, 0x0400], "ld rr2(r4),r4"),
    (Mode::Segmented, &[0x1FF0], ".word 0x1ff0"),
    (Mode::Segmented, &[0xE8FF], "jr 0x81001000"),
];

#[test]
fn texts() {
    for &(mode, words, expected) in TEXTS {
        let at = match mode {
            Mode::Nonsegmented => Address::flat(0x1000),
            Mode::Segmented => Address::segmented(1, 0x1000),
        };
        let length = if expected.starts_with('.') { 2 } else { 2 * words.len() };
        let found = disassemble(words, at, mode);
        assert_eq!(found, Some((expected.to_string(), length)), "{words:04x?}");
    }
}

/// First two words, clocks without segments, with a short and with a long address.
const CLOCKS: &[([u16; 2], [&str; 3])] = &[
    ([0xA143, 0], ["3", "3", "3"]),
    ([0x6103, 0], ["9", "10", "12"]),
    ([0x6123, 0], ["10", "10", "13"]),
    ([0x5F00, 0], ["12", "18", "20"]),
    ([0x1F20, 0], ["10", "15", "15"]),
    ([0x1E28, 0], ["10/7", "15/7", "15/7"]),
    ([0x9E08, 0], ["10/7", "13/7", "13/7"]),
    ([0x7600, 0], ["12", "13", "15"]),
    ([0x7F00, 0], ["33", "39", "39"]),
    ([0x7D2A, 0], ["7", "8", "8"]),
    ([0xB301, 1], ["13+3n", "13+3n", "13+3n"]),
    ([0xB302, 0], ["5+n", "5+n", "5+n"]),
    ([0xBB11, 0x0238], ["20", "20", "20"]),
    ([0xBB11, 0x0230], ["11+9n", "11+9n", "11+9n"]),
    ([0x5C01, 0x0100], ["14+3n", "15+3n", "17+3n"]),
    ([0x9C08, 0], ["13", "13", "13"]),
    ([0x9900, 0], ["18|70", "18|70", "18|70"]),
    ([0x9800, 0], ["30|282+7n", "30|282+7n", "30|282+7n"]),
    ([0x9B00, 0], ["13|25|107", "13|25|107", "13|25|107"]),
];

#[test]
fn clocks() {
    for &([first, second], expected) in CLOCKS {
        let words = [first, second, 0, 0];
        let instruction = decode(&words, Address::default(), Mode::Nonsegmented);
        let Clocks { nonsegmented, short, long } = instruction.expect("a sample").form.clocks;
        assert_eq!([nonsegmented, short, long].map(|clocks| clocks.to_string()), expected);
    }
}

#[test]
fn clocks_of_a_count() {
    let ldir = forms_of(Operation::Ldir)[0].clocks.nonsegmented;
    assert_eq!(ldir.clocks(3), 38);
    assert_eq!(forms_of(Operation::Rl)[0].clocks.nonsegmented.clocks(1), 6);
    assert_eq!(forms_of(Operation::Multl)[0].clocks.nonsegmented.clocks(2), 296);
}

#[test]
fn flags_and_privileges() {
    let flags = |operation| forms_of(operation)[0].flags;
    assert_eq!(flags(Operation::Inc), FlagSet::Z | FlagSet::S | FlagSet::PV);
    assert_eq!(flags(Operation::Addb), FlagSet::all());
    assert_eq!(flags(Operation::Ld), FlagSet::empty());
    let privileged = |operation| forms_of(operation).iter().all(|form| form.privileged);
    for operation in [Operation::Halt, Operation::Ldps, Operation::Soutib, Operation::Mset] {
        assert!(privileged(operation), "{operation}");
    }
    assert!(!privileged(Operation::Ldctlb));
}
