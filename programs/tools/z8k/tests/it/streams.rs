//! Every command ends without a panic and with the appropriate status if its standard output is closed or full.

use std::fs;
use std::path::PathBuf;

use crate::commands::{PROGRAM, folder, says};
#[cfg(target_os = "linux")]
use crate::harness::ends_full;
use crate::harness::{ends_unread, words};

/// All commands that print, with arguments that make them do so. Those that speak the protocol of an editor are tested
/// elsewhere.
const COMMANDS: &[&str] = &[
    "asm a.s -o a.bin --listing /dev/stdout",
    "convert b.s --syntax asz8k",
    "as o.s -o /dev/stdout",
    "ld --version",
    "--help",
    "--version",
    "help asm",
    "asm --help",
    "nm --help",
    "ar t l.a",
    "nm o.o",
    "objcopy o.o /dev/stdout",
    "strip -o /dev/stdout o.o",
    "size o.o",
    "addr2line -e o.o 0",
    "directives",
    "machines",
    "dis a.bin",
    "cpm hello.s",
    "debug a.s --batch -",
    "profile a.s",
];

const HELLO: &str = include_str!("../../../../../docs/tutorial/hello.s");

/// Creates a folder with the files that the commands read.
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
#[cfg_attr(not(feature = "compiled"), ignore = "some of its commands execute native code")]
fn closed_and_full_standard_output_end_every_command() {
    let folder = prepared("streams");
    // Windows has no file name for standard output.
    for line in COMMANDS
        .iter()
        .filter(|line| cfg!(unix) || !line.contains("/dev/stdout"))
    {
        let command = || {
            let mut command = crate::environment::program(env!("CARGO_BIN_EXE_z8k"));
            command.current_dir(&folder).args(words(line));
            command
        };
        ends_unread(&mut command(), "");
        // A script without commands prints nothing. Only Linux has a device that is always full.
        #[cfg(target_os = "linux")]
        if *line != "debug a.s --batch -" {
            ends_full(&mut command(), "");
        }
    }
}

/// Each command is run with a file, and with that file as its standard input, through `-`.
#[cfg(unix)]
#[test]
#[cfg_attr(not(feature = "compiled"), ignore = "some of its commands execute native code")]
fn a_dash_is_the_standard_input_and_output() {
    use std::fs::File;

    let folder = prepared("streams-dash");
    let run = |line: &str, input: &str| {
        let mut command = crate::environment::program(env!("CARGO_BIN_EXE_z8k"));
        let input = File::open(folder.join(input)).expect("the input");
        let output = command
            .current_dir(&folder)
            .args(words(line))
            .stdin(input)
            .output()
            .expect("z8k runs");
        assert!(output.status.success(), "{line}: {output:?}");
        output.stdout
    };
    let empty = "none";
    fs::write(folder.join(empty), "").expect("a file");
    for (line, input) in [
        ("nm IN -n", "o.o"),
        ("ar t IN", "l.a"),
        ("ar p IN", "l.a"),
        ("dis IN", "a.bin"),
        ("dis IN", "o.o"),
        ("run IN --coverage -", "a.s"),
        ("run IN --coverage -", "a.bin"),
        ("profile IN --folded -", "a.s"),
        ("asm IN -o -", "a.s"),
        ("as IN -o -", "o.s"),
        ("convert --syntax asz8k IN", "b.s"),
        ("objcopy -O ihex IN -", "o.o"),
        ("strip IN -o -", "o.o"),
    ] {
        // An object contains the name of its source.
        let varies = line.starts_with("as ");
        let by_name = run(&line.replace("IN", input), empty);
        for name in ["-", "/dev/stdin"] {
            let from_input = run(&line.replace("IN", name), input);
            assert!(varies || from_input == by_name, "{line} {name}: {input}");
        }
    }
    for line in ["size IN", "objdump -h IN"] {
        let by_name = String::from_utf8(run(&line.replace("IN", "o.o"), empty)).expect("a text");
        let from_input = String::from_utf8(run(&line.replace("IN", "-"), "o.o")).expect("a text");
        assert_eq!(from_input, by_name.replace("o.o", "-"), "{line}");
    }
    assert!(!folder.join("-").exists());
    // Standard input can be read only once, and an archive to be changed must be a file.
    says(
        &folder,
        "ld - -",
        2,
        "`-` is standard input, which can be read only once",
    );
    says(
        &folder,
        "run --machine - --load -",
        2,
        "`-` is standard input, which can be read only once",
    );
    says(&folder, "ar r - o.o", 1, "cannot modify standard input");
}

/// A pipe that the shell creates is read to its end.
#[cfg(unix)]
#[test]
fn a_pipe_is_read_to_its_end() {
    let folder = prepared("streams-pipes");
    let script =
        "mkfifo p; cat o.o >p & \"$0\" nm p && cat a.s | \"$0\" run /dev/stdin && cat a.s | \"$0\" asm - -o a.out";
    let output = crate::environment::program("sh")
        .args(["-c", script, env!("CARGO_BIN_EXE_z8k")])
        .current_dir(&folder)
        .output()
        .expect("sh runs");
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(said.contains("halted after 2 instructions, 13 clocks"), "{said}");
    assert!(
        String::from_utf8_lossy(&output.stdout).contains("00000000 T start"),
        "{output:?}"
    );
}

/// Output that other processes write to the same file is not overwritten.
#[cfg(unix)]
#[test]
fn standard_output_may_be_a_file_with_a_name() {
    let folder = prepared("streams-named");
    for line in ["as o.s -o", "strip o.o -o", "objcopy o.o", "asm a.s -o"] {
        for name in ["-", "/dev/stdout"] {
            let script =
                format!("{{ echo before; \"$0\" {line} {name}; echo after; }} >all; \"$0\" {line} own; cat own");
            let output = crate::environment::program("sh")
                .args(["-c", &script, env!("CARGO_BIN_EXE_z8k")])
                .current_dir(&folder)
                .output()
                .expect("sh runs");
            let all = fs::read(folder.join("all")).expect("the file");
            assert!(
                all == [b"before\n", &*output.stdout, b"after\n"].concat(),
                "{line} {name}"
            );
        }
    }
}
