//! The steps of `docs/tutorial/rom.md`, followed exactly; and the errors that a beginner meets.

use std::fs;
use std::path::{Path, PathBuf};

use super::commands::{folder, says};

/// The reports in the tutorial about the end of a run: with the port of the emulated board, and with a Z8530, which
/// needs initialization.
const ON_OURS: &str = "halted after 186 instructions, 1330 clocks";
const ON_Z8530: &str = "halted after 190 instructions, 1506 clocks";

/// Copies the folder of the tutorial.
fn copied(name: &str) -> PathBuf {
    let folder = folder(name);
    let sources = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../docs/tutorial/rom");
    for name in ["hello.s", "board.x", "clover.x"] {
        fs::copy(sources.join(name), folder.join(name)).expect("a file of the page");
    }
    folder
}

#[test]
fn the_commands_of_the_page_greet_from_every_board_and_make_a_pair_of_roms() {
    let folder = copied("rom");
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../docs/tutorial/rom.md");
    let page = fs::read_to_string(page).expect("the page");
    let (mut count, mut boards, quoted) = (0, Vec::new(), |text: &str| assert!(page.contains(text), "{text}"));
    // Each board runs the ROMs made by the preceding commands.
    for line in page.lines().filter_map(|line| line.strip_prefix("    z8k ")) {
        let board = line
            .strip_prefix("run --machine ")
            .and_then(|rest| rest.split(' ').next());
        let halted = board.map_or("", |board| if board == "z8001" { ON_OURS } else { ON_Z8530 });
        says(&folder, line, 0, halted);
        if board.is_some() {
            says(&folder, line, 0, "Hello from a Z8001\r\n");
        }
        boards.extend(board);
        count += 1;
    }
    assert_eq!((count, boards), (13, vec!["z8001", "clover", "z8001mb"]));
    quoted(&format!("`{ON_OURS}`"));
    quoted(&format!("`{ON_Z8530}`"));
    // Back to the ROMs of the first program.
    says(&folder, "as hello.s -o hello.o", 0, "");
    says(&folder, "ld -T board.x hello.o -o hello", 0, "");
    // Byte by byte, they contain the program, followed by FFh.
    says(
        &folder,
        "objcopy -O binary --gap-fill 0xff --pad-to 0x2000 hello whole",
        0,
        "",
    );
    let [even, odd, whole] = ["even.bin", "odd.bin", "whole"].map(|name| fs::read(folder.join(name)).expect("a ROM"));
    let pairs: Vec<u8> = even.iter().zip(&odd).flat_map(|(even, odd)| [*even, *odd]).collect();
    assert!(even.len() == 0x1000 && pairs == whole && whole.ends_with(&[0xFF; 0x1000]));
}

#[test]
fn wrong_turns_end_in_what_to_write() {
    let folder = copied("rom-wrong");
    let source = fs::read_to_string(folder.join("hello.s")).expect("the source");
    let script = fs::read_to_string(folder.join("board.x")).expect("the script");
    let without: Vec<&str> = source
        .lines()
        .filter(|line| ![".vectors", ".word", ".long"].iter().any(|part| line.contains(part)))
        .collect();
    let over = script.replace(".bss :", ".data 4 : { *(.data) }\n    .bss :");
    for (name, text) in [
        ("data.s", source.replace(".section .rodata", ".data")),
        ("none.s", without.join("\n")),
        ("over.x", over),
        ("short.s", "\t.z8002\nstart:\tldk\tr1,#5\n\thalt\n".to_owned()),
    ] {
        fs::write(folder.join(name), text).expect("a file");
    }
    for name in ["data", "none"] {
        says(&folder, &format!("as {name}.s -o {name}.o"), 0, "");
    }
    // Data without a place: in the script, or in the same file as the code.
    let cure =
        "section `.data`: write in `SECTIONS`, for example, `.data : { *(.data) } > ROM`, with a region of ROM, RAM";
    says(&folder, "ld -T board.x data.o -o data", 1, cure);
    says(&folder, "asm -D stack=0x1fffe data.s -o data.bin", 1, "--data");
    let cure = "sections `.vectors` and `.data` overlap at 0x4: omit or raise the address of `.data`";
    says(&folder, "ld -T over.x data.o -o data", 1, cure);
    says(&folder, "ld -T board.x none.o -o none", 0, "");
    // A section that is loaded into RAM is not in the ROM.
    let ram = script.replace(".bss :", ".data : { *(.data) } > RAM\n    .bss :");
    fs::write(folder.join("ram.x"), ram).expect("a file");
    says(&folder, "ld -T ram.x data.o -o ram", 0, "");
    says(
        &folder,
        "objcopy -O binary --pad-to 0x2000 ram ram.bin",
        0,
        "warning: section `.data` is loaded at 0x10000, after the end given by --pad-to: for a ROM, write `> RAM AT> ROM`",
    );
    // No symbol tells where the stack is.
    let cure = "hello.o(.text+0x2); write in the script, for example, `stack = ORIGIN(RAM) + LENGTH(RAM);`";
    says(&folder, "as hello.s -o hello.o", 0, "");
    says(&folder, "ld hello.o -o hello", 1, cure);
    says(
        &folder,
        "run --machine z8001 hello.s",
        1,
        "write `stack = 0xfffe`, or link",
    );
    let cure = "begin the program at address 0 with `.word 0,0xc000 ; .long start`";
    says(&folder, "run --machine z8001 none", 1, cure);
    says(
        &folder,
        "run short.s",
        1,
        "begin the program with `.word 0,0x4000,start`",
    );
}
