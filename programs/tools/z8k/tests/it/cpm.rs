//! `z8k cpm` from a user's point of view.

use std::fs;
use std::path::Path;
use std::process::Stdio;

use super::commands::{folder, says};
use crate::harness::{fed, words};

const NOTES: &str = include_str!("cpm/notes.s");

/// Runs the command with an input; returns its status and output.
pub(super) fn with_input(folder: &Path, line: &str, input: &str) -> (Option<i32>, String) {
    let mut command = crate::environment::program(env!("CARGO_BIN_EXE_z8k"));
    let output = fed(command.current_dir(folder).args(words(line)), input, Stdio::piped());
    let said = [output.stdout, output.stderr].concat();
    (output.status.code(), String::from_utf8_lossy(&said).into_owned())
}

/// The program in the tutorial is identical to the file that it names, and behaves as the tutorial says.
#[test]
fn the_tutorial_is_its_source() {
    let docs = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../docs/tutorial");
    let source = fs::read_to_string(docs.join("hello.s")).expect("the source");
    let tutorial = fs::read_to_string(docs.join("cpm.md")).expect("the tutorial");
    let (_, code) = source.split_once("\n\n").expect("a comment");
    assert!(tutorial.contains(&format!("```asm\n{code}```")));
    let folder = folder("cpm-tutorial");
    let hello = docs.join("hello.s").display().to_string();
    says(&folder, &format!("asm '{hello}' --format xout -o hello.z8k"), 0, "");
    for program in ["hello.z8k", "hello", "A:HELLO", &hello] {
        says(
            &folder,
            &format!("cpm '{program}' big World"),
            0,
            "Hello from CP/M-8000, BIG WORLD\n",
        );
    }
    // The file contains every executed instruction of the program, and none of the system.
    says(&folder, "cpm hello.z8k --coverage hello.cov", 0, "");
    let executed = fs::read_to_string(folder.join("hello.cov"))
        .expect("a file")
        .lines()
        .filter(|line| !line.contains(' '))
        .count();
    let compared = format!("without coverage data, disassembly found {executed} of {executed} executed instructions");
    says(&folder, "dis hello.z8k --coverage hello.cov", 0, &compared);
}

#[test]
fn files_are_written_when_they_are_closed() {
    let folder = folder("cpm-files");
    fs::write(folder.join("notes.s"), NOTES).expect("a file");
    let (status, said) = with_input(&folder, "cpm notes.s", "one\ntwo\n\n");
    assert_eq!((status, said.as_str()), (Some(0), "one\rtwo\rdone\n"));
    let written = fs::read(folder.join("notes.txt")).expect("the file");
    assert_eq!(
        (written.len(), &written[..4], &written[128..132]),
        (256, &b"one\0"[..], &b"two\0"[..])
    );
    // The input ends before the program closes the file.
    let (status, said) = with_input(&folder, "cpm notes.s", "three\n");
    assert_eq!(status, Some(0), "{said}");
    assert!(
        said.contains("the program is waiting for input, but there is no more"),
        "{said}"
    );
    assert!(
        said.contains("A:NOTES.TXT was not closed; its new contents were discarded"),
        "{said}"
    );
    assert_eq!(fs::read(folder.join("notes.txt")).expect("the file"), written);
    // The drive is read-only.
    let (status, said) = with_input(&folder, "cpm --read-only A --drive A=. notes.s", "");
    assert_eq!(status, Some(1), "{said}");
    assert!(
        said.contains("BDOS error: drive A is read-only (function 22)"),
        "{said}"
    );
}

const BUSY: &str = include_str!("cpm/busy.s");

/// A program that prints checks whether a key was pressed. Not all input in a pipe counts as pressed by then.
#[test]
fn a_program_that_prints_is_not_stopped_by_what_it_will_read() {
    let folder = folder("cpm-busy");
    fs::write(folder.join("busy.s"), BUSY).expect("a file");
    let (status, said) = with_input(&folder, "cpm busy.s", "x");
    assert_eq!(status, Some(0));
    assert_eq!(said, "one\ntwo\nthree\nfour\rfive\nx");
}

#[test]
fn an_image_is_a_drive() {
    let folder = folder("cpm-image");
    fs::write(folder.join("notes.s"), NOTES).expect("a file");
    fs::write(folder.join("card.img"), vec![0xE5; 34 * 16_384]).expect("an image");
    let (status, said) = with_input(&folder, "cpm --image A=card.img notes.s", "one\n\n");
    assert_eq!(status, Some(0), "{said}");
    let image = fs::read(folder.join("card.img")).expect("the image");
    // Two tracks are reserved; the directory occupies four blocks.
    assert_eq!(&image[32_768..32_780], b"\0NOTES   TXT");
    assert_eq!(&image[32_768 + 16_384..][..4], b"one\0");
    fs::write(folder.join("short.img"), [0xE5; 1000]).expect("an image");
    says(
        &folder,
        "cpm --image A=short.img notes.s",
        1,
        "it is truncated, or has a different layout (specify the layout with --layout)",
    );
}

#[test]
fn what_is_wrong_is_said() {
    let folder = folder("cpm-wrong");
    fs::write(folder.join("loop.s"), "\t.z8002\n\t.text\n1:\tjr 1b\n").expect("a file");
    let fails = "\t.z8002\n\t.text\n\tld r1,#8000\n1:\tdjnz r1,1b\n\thalt\n";
    fs::write(folder.join("fails.s"), fails).expect("a file");
    fs::write(folder.join("call.s"), "\t.z8002\n\t.text\n\tld r5,#99\n\tsc #2\n").expect("a file");
    fs::write(folder.join("text.z8k"), "hello").expect("a file");
    let long = "x".repeat(130);
    for (arguments, status, part) in [
        ("nothere", 1, "cannot find nothere on the host or on any drive\n"),
        ("../../etc/nothere", 1, "or on any drive"),
        ("text.z8k", 1, "not an x.out file"),
        ("call.s", 1, "BDOS function 99 is not implemented\nPC 0a:0006"),
        ("--limit-clocks 1000 loop.s", 0, "stopped at the limit: PC 0a:0000"),
        // IRET takes 16 clocks, JR 6.
        (
            "--limit-clocks 1000 --stats loop.s",
            0,
            "165 instructions, 1000 clocks, 0 calls",
        ),
        (
            "--limit-clocks 1001 --stats loop.s",
            0,
            "166 instructions, 1006 clocks, 0 calls",
        ),
        ("--limit-clocks 1000 fails.s", 0, "stopped at the limit: PC 0a:"),
        ("fails.s", 1, "privileged"),
        ("--limit-clocks 1 loop.s", 0, "stopped at the limit: PC 0a:0000"),
        ("--limit-clocks 0 loop.s", 0, "stopped at the limit: PC 0a:0000"),
        ("--drive Q=. loop.s", 2, "unknown drive `Q`: expected A to P"),
        ("--drive A=nothere loop.s", 1, "nothere"),
        ("--drive A=. --drive A=. loop.s", 1, "duplicate drive A"),
        (
            "--read-only B loop.s",
            1,
            "--read-only B: this drive has no folder or image",
        ),
        ("--layout block=7 loop.s", 2, "expected a block size of 1024"),
        (&format!("loop.s {long}"), 1, "CP/M allows at most 126"),
    ] {
        says(&folder, &format!("cpm {arguments}"), status, part);
    }
}

#[cfg(unix)]
const FILL: &str = include_str!("cpm/fill.s");

/// Runs a line of the shell in which `$Z8K` is the command; returns its status and output.
#[cfg(unix)]
fn shell(folder: &Path, line: &str) -> (Option<i32>, String) {
    let output = crate::environment::program("sh")
        .current_dir(folder)
        .env("Z8K", env!("CARGO_BIN_EXE_z8k"))
        .args(["-c", line])
        .stdin(Stdio::null())
        .output()
        .expect("a shell");
    let said = [output.stdout, output.stderr].concat();
    (output.status.code(), String::from_utf8_lossy(&said).into_owned())
}

#[cfg(unix)]
#[test]
fn what_a_program_shows_comes_before_what_is_said_about_it() {
    let folder = folder("cpm-order");
    let source = "\t.z8002\n\t.text\n\tld r7,#'a'\n\tld r5,#2\n\tsc #2\n\thalt\n";
    fs::write(folder.join("halt.s"), source).expect("a file");
    let (status, said) = shell(&folder, "\"$Z8K\" cpm halt.s 2>&1");
    assert_eq!(status, Some(1));
    assert!(said.starts_with("az8k: the instruction 7a00 is privileged"), "{said}");
}

/// A limit on the size of files simulates a full disk: both make a write fail halfway.
#[cfg(unix)]
#[test]
fn a_full_disk_leaves_no_partial_file() {
    let folder = folder("cpm-full");
    fs::write(folder.join("fill.s"), FILL).expect("a file");
    fs::create_dir(folder.join("work")).expect("a folder");
    let work = || {
        let names = fs::read_dir(folder.join("work")).expect("the folder");
        names
            .map(|entry| entry.expect("a file").file_name())
            .collect::<Vec<_>>()
    };
    // Eight blocks of 512 bytes, or of 1,024 in some shells.
    let full = "trap '' XFSZ; ulimit -f 8; exec \"$Z8K\" cpm";
    let (status, said) = shell(&folder, &format!("{full} --drive A=work fill.s"));
    assert_eq!(status, Some(1), "{said}");
    let (shown, reason) = said.split_once("z8k: ").expect("a message");
    assert_eq!(shown, "F");
    assert!(reason.ends_with("work/big.dat: File too large\n"), "{said}");
    assert_eq!(work(), [""; 0]);
    // A file that existed before is kept.
    fs::write(folder.join("work/big.dat"), "before").expect("a file");
    let (status, said) = shell(&folder, &format!("{full} --drive A=work fill.s"));
    assert_eq!(status, Some(1), "{said}");
    assert_eq!(fs::read(folder.join("work/big.dat")).expect("the file"), b"before");
    // A disk image keeps its contents.
    let image = vec![0xE5; 34 * 16_384];
    fs::write(folder.join("card.img"), &image).expect("an image");
    let (status, said) = shell(&folder, &format!("{full} --image A=card.img fill.s"));
    assert_eq!(status, Some(1), "{said}");
    assert!(said.contains("card.img: File too large"), "{said}");
    assert_eq!(fs::read(folder.join("card.img")).expect("the image"), image);
    assert_eq!(work(), ["big.dat"]);
    // With enough space, the program succeeds.
    let (status, said) = shell(&folder, "\"$Z8K\" cpm --drive A=work fill.s");
    assert_eq!((status, said.as_str()), (Some(0), "0"));
    assert_eq!(
        fs::metadata(folder.join("work/big.dat")).expect("the file").len(),
        65_536
    );
}

/// A device that is always full is used as the list device, and as the output.
#[cfg(target_os = "linux")]
#[test]
fn output_that_cannot_be_written_is_said() {
    let folder = folder("cpm-full-output");
    fs::write(folder.join("fill.s"), FILL).expect("a file");
    for line in [
        "\"$Z8K\" cpm --list /dev/full fill.s",
        "\"$Z8K\" cpm fill.s > /dev/full",
    ] {
        let (status, said) = shell(&folder, line);
        assert_eq!(status, Some(1), "{said}");
        assert!(said.contains("No space left on device"), "{said}");
    }
}

#[cfg(unix)]
const FOREVER: &str = include_str!("cpm/forever.s");

/// Sends a signal to a program in its endless loop; returns its status and output.
#[cfg(unix)]
fn signalled(folder: &Path, options: &str, signal: &str) -> (Option<i32>, String) {
    use std::io::Read;

    fs::write(folder.join("loop.s"), FOREVER).expect("a file");
    let mut child = crate::environment::program(env!("CARGO_BIN_EXE_z8k"))
        .current_dir(folder)
        .args(words(&format!("cpm {options} loop.s")))
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the command runs");
    let shown = child.stdout.as_mut().expect("a pipe").read_exact(&mut [0]);
    shown.expect("the program begins");
    let killed = std::process::Command::new("kill")
        .args([signal, &child.id().to_string()])
        .status();
    assert!(killed.expect("kill").success());
    let output = child.wait_with_output().expect("the command ends");
    (
        output.status.code(),
        String::from_utf8_lossy(&output.stderr).into_owned(),
    )
}

#[cfg(unix)]
#[test]
fn control_c_and_signals_say_where_a_program_was() {
    let folder = folder("cpm-interrupted");
    for (signal, status) in [("-INT", 130), ("-TERM", 143), ("-HUP", 129)] {
        let (ended, said) = signalled(&folder, "", signal);
        assert_eq!(ended, Some(status), "{said}");
        assert!(said.starts_with("interrupted: PC 08:0042"), "{said}");
        assert!(said.contains("A:BIG.DAT was not closed"), "{said}");
        assert!(!folder.join("big.dat").exists());
        assert!(folder.join("kept.dat").exists());
    }
}

#[cfg(unix)]
#[test]
fn an_image_keeps_the_files_that_were_closed_before_a_signal() {
    let folder = folder("cpm-interrupted-image");
    for (signal, status) in [("-INT", 130), ("-TERM", 143), ("-HUP", 129)] {
        fs::write(folder.join("card.img"), vec![0xE5; 34 * 16_384]).expect("an image");
        let (ended, said) = signalled(&folder, "--image A=card.img", signal);
        assert_eq!(ended, Some(status), "{said}");
        assert!(said.contains("A:BIG.DAT was not closed"), "{said}");
        let image = fs::read(folder.join("card.img")).expect("the image");
        // The directory contains one entry, with one record in the first block after the directory.
        assert_eq!(&image[32_768..32_780], b"\0KEPT    DAT");
        assert_eq!((image[32_768 + 15], image[32_768 + 32]), (1, 0xE5));
        assert_eq!(&image[32_768 + 16_384..][..4], b"KEPT");
    }
}

/// On the host, lines end with a line feed; in the program with a carriage return, and programs write both in any
/// order. A carriage return that is neither next to a line feed nor at the beginning of a line is kept.
#[test]
fn ends_of_lines_are_those_of_outside_and_of_inside() {
    let folder = folder("cpm-lines");
    fs::write(folder.join("lines.s"), include_str!("cpm/lines.s")).expect("a file");
    let typed = "a\r\nb\nc\rd\n\re\r\r\nfq";
    let expected = "1\n2\n3\r4\r5\n\n6\ra.b.c.d..e..f";
    assert_eq!(
        with_input(&folder, "cpm lines.s", typed),
        (Some(0), expected.to_owned())
    );
    // The same input from a file.
    fs::write(folder.join("typed"), typed).expect("a file");
    let output = crate::environment::program(env!("CARGO_BIN_EXE_z8k"))
        .args(["cpm", "lines.s"])
        .current_dir(&folder)
        .stdin(fs::File::open(folder.join("typed")).expect("the file"))
        .output()
        .expect("it runs");
    assert_eq!(String::from_utf8_lossy(&output.stdout), expected);
}
