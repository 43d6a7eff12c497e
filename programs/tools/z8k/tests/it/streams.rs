//! Standard output that nobody reads, or that is full, ends every command without a panic and with a status that says so.

use std::fs;
use std::path::PathBuf;
use std::process::Command;

use crate::commands::{PROGRAM, folder, says};
#[cfg(target_os = "linux")]
use crate::harness::ends_full;
use crate::harness::{ends_unread, words};

/// Every command that prints of itself, with arguments that make it do so. What speaks the protocol of an editor has a
/// test for its end elsewhere.
const COMMANDS: &[&str] = &[
    "asm a.s -o a.bin --listing /dev/stdout",
    "convert b.s --syntax asz8k",
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
    write("a.s", PROGRAM);
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

#[test]
fn closed_and_full_standard_output_end_every_command() {
    let folder = prepared("streams");
    // Windows has no file for what a command prints.
    for line in COMMANDS
        .iter()
        .filter(|line| cfg!(unix) || !line.contains("/dev/stdout"))
    {
        let input = if *line == "fmt -" { PROGRAM } else { "" };
        let command = || {
            let mut command = Command::new(env!("CARGO_BIN_EXE_z8k"));
            command.current_dir(&folder).args(words(line));
            command
        };
        ends_unread(&mut command(), input);
        // Nothing is read, nothing is said. Linux alone has a full device.
        #[cfg(target_os = "linux")]
        if *line != "debug a.s --batch -" {
            ends_full(&mut command(), input);
        }
    }
}
