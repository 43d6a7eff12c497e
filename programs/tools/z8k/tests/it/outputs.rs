//! No command overwrites its input: each row of `outputs.txt`, with the input under each of its names.

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

/// A program of CP/M-8000 that writes a character to the list device.
const LISTS: &str = "\tld r5,#5\n\tldl rr6,#0x41\n\tsc #2\n\tld r5,#0\n\tsc #2\n";

/// A machine whose memory is loaded from an image.
const MACHINE: &str = "[[memory]]\nkind = \"ram\"\nsize = 0x1000\nimage = \"in.bin\"\n";

/// Creates the files that the rows read.
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

/// A machine whose program sends output to a file that is also an input here.
#[cfg(unix)]
const SENDS: &str = "processor = \"z8002\"\n[[memory]]\nkind = \"ram\"\nsize = 0x10000\n[[serial]]\n\
                     status = 0x103\ndata = 0x101\noutput = \"kept.s\"\n";

/// A file named after the first error, read as standard input, included, or with the name of a temporary file is an
/// input like any other: the command fails, and the file whose name begins with `kept` or `.kept` is not changed.
#[cfg(unix)]
const HARMS: &str = "\
run --machine sends.toml kept.s --allow kept.s
run --machine sends.toml includes-kept.s --allow kept.s
run --machine sends.toml none.s --allow kept.s
profile --machine sends.toml in.s --allow kept.s --input kept.s
profile --machine sends.toml kept.s --allow kept.s
debug --machine sends.toml in.s --allow kept.s --batch kept.s
profile in.bin --line-map kept.map --listing kept.s
ld none.o kept.o -o kept.o
ld none.o kept.o -o hard-kept.o
ld -T none.ld kept.o -o kept.o
ld none.o -R kept.o -o kept.o
ld -T output.ld
ld none.o -T output.ld
as none.s kept.s -o kept.s
objcopy none kept.txt --redefine-syms kept.txt
objcopy none kept.txt --update-section .text=kept.txt
objcopy none kept.txt --add-section .new=kept.txt
as - -o kept.s <kept.s
as - -o new --depfile kept.s <kept.s
asm - -o kept.s <kept.s
asm - -o new --listing kept.s <kept.s
dis - -o kept.bin <kept.bin
as kept.s -o - 1<>kept.s
asm in.s -o link-to-new --listing new
cpm in.s --image B=kept.img --image C=link-kept.img
ld none.o -L. -l:kept.a -o kept.a
objcopy --dump-section .text=kept.o in.o kept.o
objcopy -I binary -O srec in.img pipe & head -c 10 pipe >/dev/null; wait $!
";

#[cfg(unix)]
#[test]
fn an_input_stays_whatever_its_name_and_whatever_fails_before() {
    let folder = folder("harms");
    make_inputs(&folder);
    let copies = "cp in.s kept.s; cp in.o kept.o; ln kept.o hard-kept.o; cp in.bin kept.bin; cp in.img kept.img; \
                  ln -s kept.img link-kept.img; ln -s new link-to-new; echo a b >kept.txt; cp in.a kept.a; mkfifo pipe";
    let shell = |line: &str| {
        let mut shell = crate::environment::program("bash");
        let z8k = env!("CARGO_BIN_EXE_z8k");
        shell
            .args(["-c", line, z8k])
            .current_dir(&folder)
            .output()
            .expect("a shell")
    };
    assert!(shell(copies).status.success());
    let texts = [
        ("includes-kept.s", "\t.include \"kept.s\"\n"),
        ("sends.toml", SENDS),
        ("output.ld", "OUTPUT(kept.o) INPUT(none.o) GROUP(in.a kept.o)\n"),
    ];
    for (name, text) in texts {
        fs::write(folder.join(name), text).expect("a file");
    }
    assert!(
        shell("\"$0\" asm kept.s -o in.bin --line-map kept.map")
            .status
            .success()
    );
    let kept = || {
        let names = [
            "kept.s", "kept.o", "kept.bin", "kept.img", "kept.txt", "kept.map", "kept.a",
        ];
        names.map(|name| fs::read(folder.join(name)).unwrap_or_default())
    };
    let before = kept();
    for line in HARMS.lines() {
        let output = shell(&format!("\"$0\" {line}"));
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(!said.contains("panicked") && kept() == before, "{line}: {said}");
        assert!(matches!(output.status.code(), Some(1 | 2)), "{line}: {said}");
    }
    // A file name that looks like a temporary file of a killed process.
    let part = "cp in.s .out.o.z8000-1.part; \"$0\" as .out.o.z8000-1.part -o out.o && cmp in.s .out.o.z8000-1.part";
    let output = shell(part);
    assert!(output.status.success(), "{output:?}");
}

/// A program of CP/M-8000 that reports whether it can open a file.
const OPENS: &str = "\tld r5,#15\n\tldl rr6,#fcb\n\tsc #2\n\tcpb rl7,#0xff\n\tld r7,#'n'\n\tjr eq,say\n\tld r7,#'y'\n\
                     say:\tld r5,#2\n\tsc #2\n\tld r5,#0\n\tsc #2\n\
                     \t.data\nfcb:\t.byte 0\n\t.ascii \"X       TXT\"\n\t.space 24\n";

/// A guest program cannot open the files that its own command writes.
#[test]
fn a_guest_sees_no_output_of_its_command() {
    let folder = folder("guest-outputs");
    fs::create_dir_all(folder.join("drv")).expect("a folder");
    fs::write(folder.join("opens.s"), OPENS).expect("a file");
    fs::write(folder.join("drv/x.txt"), "text\n").expect("a file");
    for (command, said) in [
        ("cpm opens.s --drive A=drv", "y"),
        ("cpm opens.s --drive A=drv --list drv/x.txt", "n"),
    ] {
        let output = z8k(&folder, command);
        assert_eq!(
            String::from_utf8_lossy(&output.stdout).trim(),
            said,
            "{command}: {output:?}"
        );
    }
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

/// Commands that read a file and write none by name: the shell redirects their output.
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
