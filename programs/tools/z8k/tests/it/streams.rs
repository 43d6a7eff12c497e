//! Standard output that nobody reads, or that is full, ends every command without a panic and with a status that says so.

use std::fs;
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};

use crate::commands::{folder, says};

/// Every command that prints of itself, with arguments that make it do so. What speaks the protocol of an editor has a
/// test for its end elsewhere.
const COMMANDS: &[&str] = &[
    "asm a.s -o a.bin --listing /dev/stdout",
    "convert b.s --from asz8k",
    "as o.s -o /dev/stdout",
    "ld --version",
    "ar t l.a",
    "nm o.o",
    "objcopy o.o /dev/stdout",
    "strip -o /dev/stdout o.o",
    "size o.o",
    "directives",
    "fmt -",
    "dis a.bin",
    "cpm hello.s",
    "debug a.s --batch -",
    "profile a.s",
    "bench a.s",
    "lockstep a.s",
    "lockstep --random 100",
    "vectors good.jsonl",
];

const HELLO: &str = include_str!("../../../../../docs/tutorial/hello.s");

/// A folder with what the commands read.
fn prepared(name: &str) -> PathBuf {
    let folder = folder(name);
    let write = |name: &str, text: &str| fs::write(folder.join(name), text).expect("a file");
    write(
        "a.s",
        "\t.text\n\t.org 0\n\t.word 0,0x4000,start\nstart:\tldk r1,#5\n\thalt\n",
    );
    write("b.s", "start:\tldk r1,#5\n\tret\n");
    write("o.s", "\t.text\n\t.global start\nstart:\tldk r1,#5\n\tret\n");
    write("hello.s", HELLO);
    let zeros = "0,".repeat(14);
    write(
        "good.jsonl",
        &format!(
            "{{\"name\":\"ldk\",\"mode\":\"nonseg\",\"code\":[48389],\"tail\":[24072,192],\"pc\":512,\
             \"regs_in\":[0,{zeros}0],\"fcw_in\":16384,\"regs_out\":[5,{zeros}0],\"fcw_out\":16384,\"cycles\":5}}\n"
        ),
    );
    says(&folder, "asm a.s -o a.bin", 0, "");
    says(&folder, "as o.s -o o.o", 0, "");
    says(&folder, "ar rcs l.a o.o", 0, "");
    folder
}

fn run(folder: &PathBuf, words: &str, out: impl Into<Stdio>) -> (Output, String) {
    let input = fs::File::open(folder.join("a.s")).expect("a file");
    let output = Command::new(env!("CARGO_BIN_EXE_z8k"))
        .args(words.split(' '))
        .current_dir(folder)
        .stdin(if words == "fmt -" { input.into() } else { Stdio::null() })
        .stdout(out)
        .stderr(Stdio::piped())
        .spawn()
        .and_then(std::process::Child::wait_with_output)
        .expect("the command runs");
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    (output, said)
}

#[cfg(target_os = "linux")]
#[test]
fn closed_and_full_standard_output_end_every_command() {
    let folder = prepared("streams");
    for words in COMMANDS {
        let (reader, writer) = std::io::pipe().expect("a pipe");
        drop(reader);
        let (output, said) = run(&folder, words, writer);
        assert!(
            !said.contains("panicked") && !said.contains("Broken pipe"),
            "{words}: {said}"
        );
        assert_eq!(output.status.code(), Some(0), "{words}: {said}");
        let full = fs::OpenOptions::new()
            .write(true)
            .open("/dev/full")
            .expect("the device");
        let (output, said) = run(&folder, words, full);
        if *words == "debug a.s --batch -" {
            // Nothing is read, nothing is said.
            continue;
        }
        assert_eq!(output.status.code(), Some(1), "{words}: {said}");
        assert!(
            said.contains("No space left") && !said.contains("panicked"),
            "{words}: {said}"
        );
    }
}
