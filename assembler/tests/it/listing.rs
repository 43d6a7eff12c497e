//! The rows of the listing, and the other output of an assembly.

use z8000_asm::{ClockSum, LineRecord, Options};

use super::assembled;

/// Returns the rows of the only file, without the file name and the symbols.
fn rows(source: &str) -> Vec<String> {
    let listing = assembled(source, &Options::default()).listing();
    let (lines, _) = listing.split_once("\nSymbols\n").expect("symbols");
    lines.lines().skip(2).map(str::to_owned).collect()
}

/// A row has up to eight bytes, in pairs; for a longer line, the first eight are shown, unless all its bytes are zero.
#[test]
fn rows_have_eight_bytes() {
    let cases = [
        (".byte 1", "01"),
        (".byte 1,2,3", "0102 03"),
        (".byte 1,2,3,4,5,6,7,8", "0102 0304 0506 0708"),
        (".byte 1,2,3,4,5,6,7,8,9", "0102 0304 0506 0708.."),
        (".space 8", "0000 0000 0000 0000"),
        (".space 9", ""),
        (".space 300", ""),
        (".space 9,0xff", "ffff ffff ffff ffff.."),
        (".byte 0,0,0,0,0,0,0,0,1", "0000 0000 0000 0000.."),
        (".ascii \"ab\"", "6162"),
        (".asciz \"ab\"", "6162 00"),
        (".string16 \"a\"", "0061 0000"),
        (".fill 2,2,0x1234", "1234 1234"),
        (".fill 3", "0000 00"),
        (".uleb128 300", "ac02"),
        (".float 1", "3f80 0000"),
        (".quad 1", "0000 0000 0000 0001"),
        (".octa 1", "0000 0000 0000 0000.."),
        (".nops 4", "8d07 8d07"),
        (".dcb.w 2,5", "0005 0005"),
        (".org 3,7", "0707 07"),
        (".even", ""),
        ("ldl rr2,#0x12345678", "1402 1234 5678"),
    ];
    for (line, bytes) in cases {
        let row = rows(&format!("{line}\n")).swap_remove(0);
        let address = if line == ".even" { "" } else { "0000" };
        let expected = format!("    1  {address:4}  {bytes:19} ");
        assert!(
            row.starts_with(&expected) && row.ends_with(&format!("  {line}")),
            "{row:?}"
        );
    }
}

/// Clocks of the manual; their sum starts again at a label, does not count jumps as taken, and may be open-ended.
#[test]
fn clocks_are_summed_from_label_to_label() {
    let cases = [
        ("a: ldk r1,#5", "5", "5"),
        ("ldk r2,#1", "5", "10"),
        (".word 0", "", ""),
        ("ret nz", "10/7", "17"),
        ("ldir @r2,@r4,r6", "11+9n", "28+"),
        ("nop", "7", "35+"),
        ("b: nop", "7", "7"),
        ("sla r1,#3", "22", "29"),
        ("ret", "10", "39"),
        // Only the clocks of the long form depend on the bits of the multiplicand.
        ("c: mult rr2,r4", "18|70", "70"),
        ("multl rq0,rr4", "30|282+7n", "352+"),
    ];
    let source: String = cases.iter().map(|(line, ..)| format!("{line}\n")).collect();
    for (row, (line, clocks, sum)) in rows(&source).iter().zip(cases) {
        let expected = format!(" {clocks:>8} {sum:>6}  {line}");
        assert!(row.ends_with(expected.trim_end()), "{row:?}, expected {expected:?}");
    }
    let assembly = assembled(&source, &Options::default());
    let mut sum = ClockSum::default();
    let clocks = |line: &LineRecord| line.clocks;
    assembly
        .lines
        .iter()
        .filter_map(clocks)
        .for_each(|clocks| sum.add(clocks));
    assert_eq!(sum, ClockSum { clocks: 426, open: true });
}

/// A line is listed once as a use of a symbol, however often it contains the symbol, and whether or not it had to wait
/// for it.
#[test]
fn uses_are_lines() {
    let source = "a: .word a,late,late+1\n.word a,late,a\nlate:\n.if a\n.endif\n";
    let symbols = assembled(source, &Options::default()).symbols;
    assert_eq!(symbols["late"].uses, [(0, 1), (0, 2)]);
    assert_eq!(symbols["a"].uses, [(0, 1), (0, 2), (0, 4)]);
}

/// Lines without bytes have an address if they have a label; lines from a macro have a `+`.
#[test]
fn a_listing_has_files_lines_and_symbols() {
    let source = "\t.equ SIZE,3\nstart:\n\t.rept 2\n\tldk r1,#SIZE\n\t.endr\n\t.data\n\t.org 0x1000\n\
                  value: .word start,value\n";
    let expected = "
source.s
    1                                            .equ SIZE,3
    2  0000                                     start:
    3                                            .rept 2
    4+ 0000  bd13                       5      5 \tldk r1,#SIZE
";
    let assembly = assembled(source, &Options::default());
    let listing = assembly.listing();
    let tidy = |text: &str| -> Vec<String> {
        text.lines()
            .map(|line| line.split_whitespace().collect::<Vec<_>>().join(" "))
            .collect()
    };
    let lines = tidy(&listing);
    assert_eq!(lines[..6], tidy(expected)[..6]);
    let rest = [
        "4+ 0002 bd13 5 10 ldk r1,#SIZE",
        "6 .data",
        "7 .org 0x1000",
        "8 1000 0000 1000 value: .word start,value",
        "",
        "Symbols",
        "",
        "00000003 abs SIZE source.s:1 used source.s:4",
        "00000000 text start source.s:2 used source.s:8",
        "00001000 data value source.s:8 used source.s:8",
    ];
    assert_eq!(lines[6..], rest);
    let symbols = "00000003 abs  SIZE\n00000000 text start\n00001000 data value\n";
    assert_eq!(assembly.symbol_file(), symbols);
}
