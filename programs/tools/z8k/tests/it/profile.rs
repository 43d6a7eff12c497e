//! `z8k profile` is compared with clocks added up by hand from the manual.

use std::fs;

use crate::commands::{folder, says, z8k};

/// Clocks per instruction: LD R,#imm 7, CALL 12, NOP 7, RET 10, INB R,port 10, HALT 8.
const PROGRAM: &str = "        .text
        .word   0, 0x4000, start
start:  ld      r15,#0x8000
        call    work
        halt
! work - does nothing.
work:   nop
        ret
";

/// Reads two characters from the serial port.
const READER: &str = "        .text
        .word   0, 0x4000, start
start:  ldk     r1,#2
more:   inb     rl0,0xFF01
        bitb    rl0,#0
        jr      z,more
        inb     rl0,0xFF03
        djnz    r1,more
        halt
";

#[test]
fn routines_and_files_have_the_clocks_of_the_manual() {
    let folder = folder("profile");
    fs::write(folder.join("a.s"), PROGRAM).expect("a file");
    let all = "profile a.s --folded a.folded --listing a.lst";
    // Clocks by routine: start 7 + 12 + 8; work 7 + 10.
    for part in [
        "44 clocks, 0.00 Z8000 seconds at 4 MHz",
        "halted after 5 instructions, 44 clocks",
    ] {
        says(&folder, all, 0, part);
    }
    let read = |name: &str| fs::read_to_string(folder.join(name)).expect(name);
    assert_eq!(read("a.folded"), "start 27\nstart;work 17\n");
    assert!(read("a.lst").contains("work:   nop"));
    let output = z8k(&folder, "profile a.s --top 1");
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(said.contains("\nstart ") && !said.contains("work"), "{said}");
    says(&folder, "profile a.s --clock 1Hz", 0, "44 clocks, 44.00 Z8000 seconds");
}

#[test]
fn a_run_ends_at_the_limit_at_the_end_of_input_and_at_errors() {
    let folder = folder("profile-ends");
    fs::write(folder.join("a.s"), PROGRAM).expect("a file");
    fs::write(folder.join("reader.s"), READER).expect("a file");
    fs::write(folder.join("one"), "a").expect("a file");
    fs::write(folder.join("two"), "ab").expect("a file");
    fs::write(folder.join("a.toml"), "[[memory]]\nkind = \"ram\"\nsize = 0x10000\n").expect("a file");
    let limit = "stopped at the limit after 2 instructions, 19 clocks";
    says(&folder, "profile a.s --limit-clocks 10", 0, limit);
    says(
        &folder,
        "profile a.s --machine a.toml",
        0,
        "halted after 5 instructions, 44 clocks",
    );
    let left = "ran out of input";
    says(&folder, "profile reader.s", 0, left);
    says(&folder, "profile reader.s --input one", 0, left);
    says(&folder, "profile reader.s --input two", 0, "halted after");
    says(&folder, "profile reader.s --input none", 1, "cannot read none");
    says(&folder, "profile", 2, "required");
    says(&folder, "profile a.s --limit-clocks 0", 2, "it must be");
    says(
        &folder,
        "profile a.s --folded nowhere/a.folded",
        1,
        "cannot write nowhere/a.folded",
    );
}
