//! The files that the assembler writes in addition to the image: listing, symbols, Intel HEX, line map. The expected
//! files were checked by reading; the checksums of Intel HEX records were computed by hand.

use z8000_asm::{AddressSpace, Assembly, Memory, Options, assemble};
use z8000_tests::{assembled, assembly_with};

const SOURCE: &str = "        .macro  double reg
        add     \\reg,\\reg
        .endm
        .equ    COUNT, 3
        .org    6
start:  ld      r1,#COUNT       ! how often
        sla     r2,#COUNT
loop:   double  r2
        djnz    r1,loop
        ldir    @r2,@r4,r6
        ret     z
        ret
        .data
text:   .ascii  \"more than one row\"
        .bss
        .org    0x100
buffer: .space  40
";

fn small() -> Assembly {
    assembled(SOURCE, &Options::default())
}

#[test]
fn a_listing() {
    insta::assert_snapshot!(small().listing());
}

#[test]
fn symbols() {
    insta::assert_snapshot!(small().symbol_file());
}

#[test]
fn a_line_that_waits_for_a_symbol_uses_each_other_once() {
    let source = "\t.equ k,1\n\t.set v,2\n\tld r1,#k+v+later\n\tld r2,#k+v\nlater:\tnop\n";
    let assembly = assembled(source, &Options::default());
    assert_eq!(assembly.symbols["k"].uses, [(0, 3), (0, 4)]);
    assert_eq!(assembly.symbols["v"].uses, [(0, 3), (0, 4)]);
}

#[test]
fn a_line_map() {
    insta::assert_snapshot!(small().map().to_json());
}

#[test]
fn intel_hex() {
    insta::assert_snapshot!(small().intel_hex(Some(AddressSpace::Program)).expect("one memory"));
    let far = "\t.z8001\n\t.org 0x1fffe\n\t.word 1\n\t.org 0x20000\n\t.word 2\n";
    let far = assembled(far, &Options::default());
    insta::assert_snapshot!(far.intel_hex(Some(AddressSpace::Program)).expect("one memory"));
}

#[test]
fn every_instruction_of_the_chess_program_has_its_clocks() {
    let program = assembly_with(&[]);
    let mut instructions = 0;
    for line in program.lines.iter().filter(|line| line.length > 0) {
        let code = program.text(line).split('!').next().unwrap_or_default();
        let statement = code.rsplit(": ").next().unwrap_or_default();
        let is_data = statement.trim_start().starts_with('.');
        assert_eq!(line.clocks.is_none(), is_data, "{}", program.text(line));
        instructions += usize::from(line.clocks.is_some());
    }
    assert!(instructions > 1_000, "only {instructions} instructions");
}

#[test]
fn sections_follow_each_other_in_one_memory() {
    let source = "\t.text\nstart:\tld r1,value\n\tld r2,#buffer\n\tret\n\t.data\nname:\t.ascii \"odd\"\n\t.even\nvalue:\t.word start\n\t.bss\nbuffer:\t.space 4\n";
    let options = Options { one_memory: true, ..Options::default() };
    let program = assembled(source, &options);
    // LD R1,value; LD R2,#buffer; RET; "odd", 0; start: ten bytes of code, then data, then space.
    let expected = [
        0x61, 0x01, 0x00, 0x0E, 0x21, 0x02, 0x00, 0x10, 0x9E, 0x08, b'o', b'd', b'd', 0, 0, 0,
    ];
    assert_eq!(program.image(None).expect("a small program"), expected);
    let clash = Memory::new([("one.s", "\tnop\n\t.data\n\t.org 0\n\t.byte 1\n")]);
    let errors = assemble(&clash, "one.s", &options).expect_err("an overlap");
    assert!(errors.to_string().contains("overlaps"), "{errors}");
}
