//! No output over an input: each row of `outputs.txt`, with the input under each of its names.

use std::fs;
use std::path::Path;

use super::commands::{folder, z8k};
#[cfg(target_os = "linux")]
use crate::harness::names_are_any;
use crate::harness::{inputs_stay, outputs_are_checked};
#[cfg(target_os = "linux")]
use crate::writers::meet_hazards;

const SOURCE: &str = "\t.text\n\t.org 0\n\t.word 0,0x4000,start\nstart:\tldk r1,#5\n\thalt\n";

const SCRIPT: &str = "SECTIONS { .text 0 : { *(.text) } }\n";

/// A program of CP/M-8000 that lists a character.
const LISTS: &str = "\tld r5,#5\n\tldl rr6,#0x41\n\tsc #2\n\tld r5,#0\n\tsc #2\n";

/// A machine whose memory has an image.
const MACHINE: &str = "[[memory]]\nkind = \"ram\"\nsize = 0x1000\nimage = \"in.bin\"\n";

/// The files that the rows read.
fn make_inputs(folder: &Path) {
    let files = [
        ("in.s", SOURCE),
        ("includes.s", "\t.include \"in.s\"\n"),
        ("takes.s", "\t.incbin \"in.bin\"\n"),
        ("in.ld", SCRIPT),
        ("in.toml", MACHINE),
        ("in.asz", "\tld r1,#5\n\thalt\n"),
        ("lists.s", LISTS),
    ];
    for (name, text) in files {
        fs::write(folder.join(name), text).expect("a file");
    }
    fs::write(folder.join("in.img"), [0xE5; 0x10_0000]).expect("a file");
    let commands = [
        "as in.s -o in.o",
        "ar rc in.a in.o",
        "asm in.s -o in.bin",
        "asm --format xout lists.s -o in.z8k",
        "run in.s --save in.save",
    ];
    for command in commands {
        let output = z8k(folder, command);
        assert!(output.status.success(), "{command}: {output:?}");
    }
}

#[test]
fn an_output_is_not_written_over_an_input() {
    let folder = folder("over-inputs");
    make_inputs(&folder);
    let run = |command: &str| z8k(&folder, command);
    inputs_stay(&folder, include_str!("outputs.txt"), run, |command, input, said| {
        assert!(said.contains(input), "{command}: {said}");
        assert!(!folder.join("new").exists(), "{command}: something was written");
    });
}

#[test]
fn outputs_are_checked_before_anything_is_written() {
    let folder = folder("checked-outputs");
    make_inputs(&folder);
    let others = outputs_are_checked(&folder, include_str!("outputs.txt"), |command| z8k(&folder, command));
    assert_eq!(others, [""; 0]);
}

#[test]
fn two_outputs_are_two_files() {
    let folder = folder("two_outputs");
    fs::write(folder.join("in.s"), SOURCE).expect("a file");
    let output = z8k(&folder, "asm in.s -o out --listing ./out");
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(said.contains("are the same file: each output needs its own"), "{said}");
    assert!(!folder.join("out").exists());
}

#[test]
fn a_saved_machine_is_replaced_by_force_alone() {
    let folder = folder("forced");
    fs::write(folder.join("in.s"), SOURCE).expect("a file");
    fs::write(folder.join("save"), "a save of last week").expect("a file");
    let output = z8k(&folder, "run in.s --save save");
    assert!(String::from_utf8_lossy(&output.stderr).contains("save exists: use --force to replace it"));
    assert_eq!(fs::read(folder.join("save")).expect("the save"), b"a save of last week");
    assert!(z8k(&folder, "run in.s --save save --force").status.success());
    assert!(z8k(&folder, "run --load save").status.success());
}

#[cfg(target_os = "linux")]
#[test]
fn every_output_meets_every_hazard() {
    let folder = folder("hazards");
    make_inputs(&folder);
    let failing = meet_hazards(&folder, include_str!("outputs.txt"), env!("CARGO_BIN_EXE_z8k"));
    assert_eq!(failing, [""; 0]);
}

#[cfg(target_os = "linux")]
#[test]
fn names_of_files_need_not_be_utf8() {
    let folder = folder("any-names");
    make_inputs(&folder);
    names_are_any(&folder, include_str!("outputs.txt"), env!("CARGO_BIN_EXE_z8k"));
    names_are_any(&folder, READ, env!("CARGO_BIN_EXE_z8k"));
}

/// Commands that read a file and write none by a name: the shell's output is theirs.
#[cfg(target_os = "linux")]
const READ: &str = "
nm files | in.o | nm in.o
size files | in.o | size in.o
objdump files | in.o | objdump -h in.o
ar archive | in.a | ar t in.a
run program | in.s | run in.s
run program | in.bin | run in.bin
debug program | in.s | debug in.s --batch /dev/null
cpm program | in.z8k | cpm in.z8k
";
