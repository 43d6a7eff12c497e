//! Names of conditions, flags, interrupts and control registers, and names instead of addresses.

use std::cell::RefCell;

use z8000::isa::{
    Address, FORMS, FlagSet, Formula, Mode, NamedInstruction, Operation, Referring, Use, decode, forms_of, names,
};

/// The manual's table of condition codes.
const CONDITIONS: &str = "f=0 lt=1 le=2 ule=3 ov=4 pe=4 mi=5 z=6 eq=6 c=7 ult=7 t=8 ge=9 gt=10 ugt=11 nov=12 po=12 \
                          pl=13 nz=14 ne=14 nc=15 uge=15";
const FLAGS: &str = "c=8 z=4 s=2 p=1 v=1";
const INTERRUPTS: &str = "vi=2 nvi=1 all=3 both=3";
const CONTROLS: &str = "flags=1 fcw=2 refresh=3 psapseg=4 psapoff=5 psap=5 nspseg=6 nspoff=7 nsp=7";

#[test]
fn names_have_the_numbers_of_the_manual_in_any_case() {
    let all = [CONDITIONS, FLAGS, INTERRUPTS, CONTROLS];
    let numbers: [fn(&str) -> Option<u8>; 4] = [names::condition, names::flag, names::interrupt, names::control];
    for (table, number) in all.iter().zip(numbers) {
        for row in table.split_whitespace() {
            let (name, expected) = row.split_once('=').expect("a number");
            let expected = expected.parse().ok();
            assert_eq!(number(name), expected, "{name}");
            assert_eq!(number(&name.to_uppercase()), expected, "{name}");
            for other in [format!("{name}x"), format!("x{name}"), format!(" {name}")] {
                assert_eq!(number(&other), None, "{other}");
            }
        }
        // Each of the other tables accepts only its own names.
        for name in all.iter().flat_map(|table| table.split_whitespace()) {
            let name = name.split('=').next().expect("a name");
            let own = table.split_whitespace().any(|row| row.split('=').next() == Some(name));
            assert_eq!(number(name).is_some(), own, "{name}");
        }
        assert_eq!(number(""), None);
        assert_eq!(number("refreshes"), None);
    }
    let first: Vec<_> = (0..=8).map(names::control_name).collect();
    let controls = ["fcw", "refresh", "psapseg", "psapoff", "nspseg", "nspoff"].map(Some);
    assert_eq!(first, [&[None; 2], &controls[..], &[None]].concat());
    assert_eq!(
        usize::from(names::ALWAYS),
        names::CONDITIONS.iter().position(|names| names[0] == "t").expect("t")
    );
}

/// An instruction's text with names; its text with references instead of the operands that can have them; and the
/// addresses that may have names, in order, each with its use.
type Row = (
    Mode,
    &'static [u16],
    &'static str,
    &'static str,
    &'static [(u8, u16, Use)],
);

const ROWS: &[Row] = &[
    (
        Mode::Nonsegmented,
        &[0x5F00, 0x1000],
        "call name",
        "call #0",
        &[(0, 0x1000, Use::Program)],
    ),
    (
        Mode::Nonsegmented,
        &[0x5F10, 0x1000],
        "call name(r1)",
        "call #0(r1)",
        &[(0, 0x1000, Use::Program)],
    ),
    (
        Mode::Nonsegmented,
        &[0x5E08, 0x1000],
        "jp name",
        "jp #1",
        &[(0, 0x1000, Use::Program)],
    ),
    (
        Mode::Nonsegmented,
        &[0x5E06, 0x1000],
        "jp eq,name",
        "jp eq,#1",
        &[(0, 0x1000, Use::Program)],
    ),
    (
        Mode::Nonsegmented,
        &[0xE8FF],
        "jr name",
        "jr #1",
        &[(0, 0x0100, Use::Program)],
    ),
    (
        Mode::Nonsegmented,
        &[0xDFFF],
        "calr name",
        "calr #0",
        &[(0, 0x0104, Use::Program)],
    ),
    (
        Mode::Nonsegmented,
        &[0xF181],
        "djnz r1,name",
        "djnz r1,#1",
        &[(0, 0x0100, Use::Program)],
    ),
    (
        Mode::Nonsegmented,
        &[0x3101, 2],
        "ldr r1,name",
        "ldr r1,#1",
        &[(0, 0x0106, Use::Program)],
    ),
    (
        Mode::Nonsegmented,
        &[0x3401, 2],
        "ldar r1,name",
        "ldar r1,#1",
        &[(0, 0x0106, Use::Program)],
    ),
    (
        Mode::Nonsegmented,
        &[0x6101, 0x1000],
        "ld r1,name",
        "ld r1,#1",
        &[(0, 0x1000, Use::Data)],
    ),
    (
        Mode::Nonsegmented,
        &[0x6121, 0x1000],
        "ld r1,name(r2)",
        "ld r1,#1(r2)",
        &[(0, 0x1000, Use::Data)],
    ),
    (
        Mode::Nonsegmented,
        &[0x6F01, 0x1000],
        "ld name,r1",
        "ld #0,r1",
        &[(0, 0x1000, Use::Data)],
    ),
    (
        Mode::Nonsegmented,
        &[0x7601, 0x1000],
        "lda r1,name",
        "lda r1,#1",
        &[(0, 0x1000, Use::Data)],
    ),
    (
        Mode::Nonsegmented,
        &[0x7900, 0x1000],
        "ldps name",
        "ldps #0",
        &[(0, 0x1000, Use::Data)],
    ),
    (
        Mode::Nonsegmented,
        &[0x2101, 0x1000],
        "ld r1,#name",
        "ld r1,##1",
        &[(0, 0x1000, Use::Number)],
    ),
    (
        Mode::Nonsegmented,
        &[0x4D05, 0x1000, 0x2000],
        "ld name,#name",
        "ld #0,##1",
        &[(0, 0x1000, Use::Data), (0, 0x2000, Use::Number)],
    ),
    // Numbers that are not addresses: bytes, small ones, ports, displacements, and long words without segments.
    (
        Mode::Nonsegmented,
        &[0x2009, 0x1010],
        "ldb rl1,#0x10",
        "ldb rl1,##1",
        &[],
    ),
    (Mode::Nonsegmented, &[0xC910], "ldb rl1,#0x10", "ldb rl1,##1", &[]),
    (Mode::Nonsegmented, &[0xBD15], "ldk r1,#5", "ldk r1,##1", &[]),
    (Mode::Nonsegmented, &[0x3B14, 0x1000], "in r1,#0x1000", "in r1,##1", &[]),
    (
        Mode::Nonsegmented,
        &[0x3121, 0x1000],
        "ld r1,r2(#0x1000)",
        "ld r1,r2(##1)",
        &[],
    ),
    (
        Mode::Nonsegmented,
        &[0x1402, 0x8500, 0x1000],
        "ldl rr2,#0x85001000",
        "ldl rr2,##1",
        &[],
    ),
    (Mode::Nonsegmented, &[0xA121], "ld r1,r2", "ld r1,r2", &[]),
    (
        Mode::Segmented,
        &[0x1402, 0x8500, 0x1000],
        "ldl rr2,#name",
        "ldl rr2,##1",
        &[(5, 0x1000, Use::Number)],
    ),
    (
        Mode::Segmented,
        &[0x1402, 0xFF00, 0x1000],
        "ldl rr2,#name",
        "ldl rr2,##1",
        &[(0x7F, 0x1000, Use::Number)],
    ),
    (
        Mode::Segmented,
        &[0x1402, 0x0500, 0x1000],
        "ldl rr2,#0x5001000",
        "ldl rr2,##1",
        &[],
    ),
    (
        Mode::Segmented,
        &[0x1402, 0x8501, 0x1000],
        "ldl rr2,#0x85011000",
        "ldl rr2,##1",
        &[],
    ),
    (
        Mode::Segmented,
        &[0x1402, 0x8580, 0x1000],
        "ldl rr2,#0x85801000",
        "ldl rr2,##1",
        &[],
    ),
    (
        Mode::Segmented,
        &[0x2101, 0x1000],
        "ld r1,#name",
        "ld r1,##1",
        &[(0, 0x1000, Use::Number)],
    ),
    (
        Mode::Segmented,
        &[0x5F00, 0x8500, 0x1000],
        "call name",
        "call #0",
        &[(5, 0x1000, Use::Program)],
    ),
    (
        Mode::Segmented,
        &[0x6101, 0x0512],
        "ld r1,name",
        "ld r1,#1",
        &[(5, 0x12, Use::Data)],
    ),
];

#[test]
fn addresses_are_named_by_their_use() {
    for &(mode, words, named, referring, asked) in ROWS {
        let instruction = decode(words, Address::flat(0x0100), mode).expect("an instruction");
        let seen = RefCell::new(Vec::new());
        let names = |at: Address, by| {
            seen.borrow_mut().push((at.segment, at.offset, by));
            Some("name".to_owned())
        };
        let text = NamedInstruction { instruction: &instruction, names: &names }.to_string();
        assert_eq!((text.as_str(), &seen.borrow()[..]), (named, asked), "{instruction}");
        let nameless = NamedInstruction { instruction: &instruction, names: &|_, _| None };
        assert_eq!(nameless.to_string(), instruction.to_string());
        let references = |operand| Some(format!("#{operand}"));
        let text = Referring { instruction: &instruction, references: &references }.to_string();
        assert_eq!(text, referring, "{instruction}");
        if let Some(&(_, _, by)) = asked.first().filter(|asked| asked.2 != Use::Number) {
            assert_eq!(instruction.address_use(), by, "{instruction}");
        }
        let words: Vec<u8> = words.iter().flat_map(|word| word.to_be_bytes()).collect();
        let again = instruction
            .form
            .encode(instruction.values(), Address::flat(0x0100), mode);
        assert_eq!(again.map(|again| again.bytes().collect()), Ok(words), "{instruction}");
    }
}

/// Forms as in the manual: a pointer is a register, or a register pair in segmented mode.
#[test]
fn forms_are_written_as_the_manual_does() {
    let rows = [
        (Operation::Add, "ADD Rd, Rs", "ADD Rd, Rs"),
        (Operation::Add, "ADD Rd, @Rs", "ADD Rd, @RRs"),
        (Operation::Lda, "LDA Rd, address", "LDA RRd, address"),
        (Operation::Nop, "NOP", "NOP"),
        (Operation::Ret, "RET [cc]", "RET [cc]"),
    ];
    for (operation, nonsegmented, segmented) in rows {
        let modes = [Mode::Nonsegmented, Mode::Segmented];
        let found = forms_of(operation)
            .iter()
            .map(|form| modes.map(|mode| form.written(mode)));
        let expected = [nonsegmented, segmented].map(str::to_owned);
        assert!(
            found.clone().any(|found| found == expected),
            "{:?}",
            found.collect::<Vec<_>>()
        );
    }
    // The two differ only in their pointers.
    for form in FORMS {
        let [short, long] = [Mode::Nonsegmented, Mode::Segmented].map(|mode| form.written(mode));
        assert_eq!(long.replace("RR", "R"), short.replace("RR", "R"));
        assert!(short.starts_with(&form.operation.mnemonic().to_uppercase()));
        assert_eq!(
            short.matches(", ").count(),
            form.operands.len().saturating_sub(1),
            "{short}"
        );
    }
}

#[test]
fn formulas_are_written_and_computed_as_in_the_manual() {
    let rows = [
        (Formula::Fixed(4), "4", 4),
        (Formula::Linear { base: 11, per: 9 }, "11+9n", 38),
        (Formula::Linear { base: 5, per: 1 }, "5+n", 8),
        (Formula::Linear { base: 5, per: 0 }, "5", 5),
        (Formula::Branch { taken: 10, not_taken: 7 }, "10/7", 10),
        (Formula::Multiply { zero: 18, base: 70, per: 0 }, "18|70", 70),
        (Formula::Multiply { zero: 30, base: 282, per: 7 }, "30|282+7n", 303),
        (Formula::Divide { zero: 13, overflow: 25, full: 107 }, "13|25|107", 107),
    ];
    for (formula, text, three) in rows {
        assert_eq!((formula.to_string().as_str(), formula.clocks(3)), (text, three));
    }
    assert_eq!(format!("[{:>6}]", Formula::Fixed(4)), "[     4]");
    let flags = [
        (FlagSet::empty(), ""),
        (FlagSet::PV, "P/V"),
        (FlagSet::C | FlagSet::H, "C H"),
        (FlagSet::all(), "C Z S P/V D H"),
    ];
    for (set, text) in flags {
        assert_eq!(set.to_string(), text);
    }
}
