//! Every input is bounded: with a gigabyte of address space no command aborts or waits indefinitely.

use std::fs;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use super::commands::folder;

/// Runs a command with a gigabyte of address space, for at most ten seconds.
fn bounded(folder: &Path, arguments: &str) -> Output {
    let limited = format!(
        "ulimit -v 1000000; exec timeout 10 {} {arguments}",
        env!("CARGO_BIN_EXE_z8k")
    );
    crate::environment::program("sh")
        .args(["-c", &limited])
        .current_dir(folder)
        .stdin(Stdio::null())
        .output()
        .expect("sh runs")
}

/// Checks that a command fails with a reason.
fn refused(folder: &Path, arguments: &str, reason: &str) {
    let output = bounded(folder, arguments);
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(1), "{arguments}: {said}");
    assert!(said.contains(reason), "{arguments}: {said}");
}

#[test]
fn devices_end_at_the_bound_and_pipes_are_read_once() {
    let folder = folder("bounds-devices");
    assert!(
        Command::new("mkfifo")
            .arg(folder.join("pipe"))
            .status()
            .expect("mkfifo runs")
            .success()
    );
    let files = [
        ("include.s", "\t.include \"pipe\"\n"),
        ("incbin.s", "\t.incbin \"/dev/zero\"\n"),
        (
            "m.toml",
            "[[memory]]\nkind = \"ram\"\nsize = 0x1000\nimage = \"pipe\"\n",
        ),
        ("p.s", "\t.text\n\t.org 0\n\t.word 0,0x4000,start\nstart:\thalt\n"),
    ];
    for (name, text) in files {
        fs::write(folder.join(name), text).expect("a file");
    }
    // A file that a source includes may be read twice, and therefore must be a regular file.
    for source in ["include.s", "incbin.s"] {
        for command in ["asm", "as", "run", "debug --batch /dev/null"] {
            refused(&folder, &format!("{command} {source}"), "not a regular file");
        }
    }
    assert!(bounded(&folder, "as p.s -o in.o").status.success());
    for command in [
        "run --machine m.toml",
        "cpm --image B=/dev/zero p.s",
        "ar r pipe p.s",
        "strip pipe",
    ] {
        refused(&folder, command, "not a regular file");
    }
    for command in [
        "asm /dev/zero",
        "run /dev/zero",
        "run --load /dev/zero",
        "dis /dev/zero",
        "nm /dev/zero",
        "size /dev/zero",
        "addr2line -e /dev/zero 0",
        "ld -T /dev/zero in.o",
        "convert --syntax plz /dev/zero",
        "profile p.s --input /dev/zero",
    ] {
        refused(&folder, command, "it is larger than 256 MB");
    }
    refused(&folder, "debug p.s --batch /dev/zero", "a line is longer than 1 MB");
    fs::write(folder.join("input.x"), "INPUT(pipe)\n").expect("a script");
    refused(&folder, "ld -T input.x in.o", "not a regular file");
    // The command waits for a pipe that an option names, and tells the user.
    let waiting = bounded(&folder, "nm pipe");
    assert_eq!(waiting.status.code(), Some(124), "`timeout` has ended it");
    let said = String::from_utf8_lossy(&waiting.stderr);
    assert_eq!(said, "waiting for the other end of the pipe pipe\n");
}

#[test]
fn an_assembly_emits_up_to_a_bound() {
    let folder = folder("emitted");
    fs::write(folder.join("part"), vec![7; 300_000]).expect("a file");
    let repeated = |body: &str| format!("\t.text\n\t.rept 30000\n{body}\n\t.endr\n");
    // The default bound, and lower ones.
    for (bound, source) in [
        ("256", repeated("\t.incbin \"part\"")),
        ("16", repeated(&format!("\t.ascii \"{}\"", "x".repeat(60_000)))),
        ("1", repeated("\t.fill 100000,4,1")),
        // The end of a section is aligned as well.
        (
            "256",
            "\t.macro add\n\t.section s\\@\n\t.balign 0x4000\n\t.byte 1\n\t.endm\n".to_owned() + &repeated("\tadd"),
        ),
    ] {
        fs::write(folder.join("a.s"), &source).expect("a file");
        let limited = format!(
            "ulimit -v 1000000; exec timeout 20 {} as a.s -o out.o",
            env!("CARGO_BIN_EXE_z8k")
        );
        let mut command = crate::environment::program("sh");
        command.args(["-c", &limited]).current_dir(&folder);
        if bound != "256" {
            command.env("Z8000_INPUT_MB", bound);
        }
        let output = command.output().expect("sh runs");
        let said = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(1), "{source:.40}: {said}");
        assert!(
            said.contains(&format!("the program is larger than {bound} MB")),
            "{said}"
        );
        assert!(!folder.join("out.o").exists());
    }
}

#[test]
fn a_file_is_read_up_to_a_bound() {
    let folder = folder("large");
    let file = fs::File::create(folder.join("large")).expect("a file");
    file.set_len(300 << 20).expect("a hole");
    for command in [
        "run large",
        "dis large",
        "nm large",
        "cpm --image B=large x",
        "ar t large",
    ] {
        refused(
            &folder,
            command,
            "it is larger than 256 MB; set Z8000_INPUT_MB=N in the environment to raise the limit",
        );
    }
}

/// Excessive counts in options, sizes of files and sizes of symbols are refused.
#[test]
fn options_have_bounds() {
    let folder = folder("option-bounds");
    let files = [
        ("p.s", "\t.text\nstart:\thalt\n\t.comm huge,0xffffff\n"),
        ("loop", "-t @loop @loop @loop @loop"),
        ("p.x", "SECTIONS { .text 0xfffffff0 : { *(.text) } }\n"),
    ];
    for (name, text) in files {
        fs::write(folder.join(name), text).expect("a file");
    }
    fs::write(folder.join("words"), "x ".repeat(1 << 22)).expect("a file");
    fs::write(folder.join("bytes"), vec![7; 1 << 20]).expect("a file");
    assert!(bounded(&folder, "as p.s -o p.o").status.success());
    refused(&folder, "nm @loop", "at most 100 files of options can be read");
    refused(&folder, "ld @words", "a file of options can have at most 1024 KB");
    for accepted in [
        "nm --size-sort -S p.o",
        "objdump -x -d -S --start-address=0xffffffff --stop-address=0 p.o",
        "objcopy -I binary -O binary -i 4294967295 -b 4294967294 bytes out",
        "objcopy -I binary -O binary --reverse-bytes=1 bytes out",
        "objcopy -I binary -O ihex --change-addresses 0xff000000 -i 2 -b 1 bytes out",
        "size --radix=8 p.o",
    ] {
        let output = bounded(&folder, accepted);
        assert!(
            output.status.success(),
            "{accepted}: {}",
            String::from_utf8_lossy(&output.stderr)
        );
    }
    let width = "--interleave-width must be from 1 to 1";
    refused(
        &folder,
        "objcopy -I binary -O binary -i 2 -b 1 --interleave-width=4294967295 bytes out",
        width,
    );
    refused(
        &folder,
        "objcopy -I binary -O binary -i 0 -b 0 bytes out",
        "--interleave must be at least 1",
    );
    refused(
        &folder,
        "objcopy -I binary -O binary --reverse-bytes=4294967295 bytes out",
        "no multiple of 4294967295",
    );
    refused(
        &folder,
        "objcopy -I binary -O binary --gap-fill 1 --pad-to 0xffffffff bytes out",
        "exceeds 256 MB",
    );
    refused(&folder, "ld -T p.x p.o --print-memory-usage -o p", "0xfffffff");
}
