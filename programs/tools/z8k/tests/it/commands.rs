//! The output and exit status of the commands.

use std::fs;
use std::path::Path;
use std::process::{Output, Stdio};

pub(crate) use crate::harness::folder;
use crate::harness::words;

fn output(folder: &Path, arguments: &[&str]) -> Output {
    crate::environment::program(env!("CARGO_BIN_EXE_z8k"))
        .current_dir(folder)
        .args(arguments)
        .output()
        .expect("the command runs")
}

/// Runs a command line in a folder.
pub(crate) fn z8k(folder: &Path, line: &str) -> Output {
    output(folder, &words(line))
}

/// Returns all that a command line prints, standard output first, and true if it succeeds.
pub(crate) fn said(folder: &Path, line: &str) -> (String, bool) {
    let output = z8k(folder, line);
    let said = [output.stdout, output.stderr].concat();
    (String::from_utf8_lossy(&said).into_owned(), output.status.success())
}

/// Runs a command line and checks its exit status and a part of its output.
pub(crate) fn says(folder: &Path, line: &str, status: i32, part: &str) {
    check(folder, &words(line), status, part);
}

/// Does the same with separate arguments, and returns the whole output.
pub(crate) fn check(folder: &Path, arguments: &[&str], status: i32, part: &str) -> String {
    let output = output(folder, arguments);
    let said = [output.stdout, output.stderr].concat();
    let said = String::from_utf8_lossy(&said);
    assert_eq!(output.status.code(), Some(status), "{arguments:?}: {said}");
    assert!(said.contains(part), "{arguments:?}: {said}");
    assert!(!said.contains("panicked"), "{arguments:?}: {said}");
    said.into_owned()
}

#[test]
fn files_for_other_processors_are_named() {
    let folder = folder("elf");
    let header = [&b"\x7FELF\x02\x01\x01"[..], &[0; 9], &[3, 0, 62, 0]].concat();
    fs::write(folder.join("true"), header).expect("a file");
    for command in ["run", "run --machine z8001", "dis", "debug", "ld", "nm"] {
        says(&folder, &format!("{command} true"), 1, "an ELF file for x86-64");
    }
}

pub(crate) const PROGRAM: &str = "\t.text\n\t.org 0\n\t.word 0,0x4000,start\nstart:\tldk r1,#5\n\thalt\n";

/// Runs the sessions in `commands/`. In these, `= NAME` creates a file from the lines below it, which are indented by
/// two columns. Any other line is an exit status and the command line that returns it; the lines below it are a part of
/// its output, or all of it if the status is followed by `!`, without the spaces at the ends of lines.
#[test]
#[cfg_attr(not(feature = "compiled"), ignore = "some of its commands execute native code")]
fn commands_say_what_they_do() {
    let sessions = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/it/commands");
    let files = fs::read_dir(sessions).expect("the sessions");
    std::thread::scope(|scope| {
        for file in files {
            scope.spawn(move || session(&file.expect("a session").path()));
        }
    });
}

/// Runs one of the sessions.
fn session(path: &Path) {
    let name = path.file_stem().expect("a name").to_string_lossy().into_owned();
    let folder = folder(&format!("commands-{name}"));
    let text = fs::read_to_string(path).expect("a text");
    let mut lines = text.lines().filter(|line| !line.starts_with('#')).peekable();
    while let Some(line) = lines.next() {
        let mut below = String::new();
        while let Some(line) = lines.next_if(|line| line.starts_with("  ")) {
            below += &format!("{}\n", &line[2..]);
        }
        let (status, command) = line.split_once(' ').expect("a status, or `=`");
        match status {
            "=" => fs::write(folder.join(command), below).expect("a file"),
            status => {
                let part = below.trim_end_matches('\n').replace("\\n", "\n").replace("\\t", "\t");
                let number: i32 = status.trim_end_matches('!').parse().expect("a status");
                let is_whole = number.to_string() != status;
                let said = check(&folder, &words(command), number, if is_whole { "" } else { &part });
                if is_whole {
                    let lines = |text: &str| -> Vec<String> {
                        text.trim_end().lines().map(|line| line.trim_end().to_owned()).collect()
                    };
                    assert_eq!(lines(&said), lines(&part), "{name}: {line}");
                }
            }
        }
    }
}

#[test]
fn a_program_is_assembled_run_and_disassembled() {
    let folder = folder("whole");
    fs::write(folder.join("a.s"), PROGRAM).expect("a file");
    says(&folder, "run a.s", 0, "halted after 2 instructions, 13 clocks");
    says(&folder, "asm a.s -o a.bin --listing a.lst", 0, "");
    let image = fs::read(folder.join("a.bin")).expect("the image");
    // FCW 4000h, PC 0006h; LDK R1,#5 is BD15h, HALT is 7A00h.
    assert_eq!(image, [0, 0, 0x40, 0, 0, 6, 0xBD, 0x15, 0x7A, 0]);
    let listing = fs::read_to_string(folder.join("a.lst")).expect("the listing");
    assert!(listing.contains("bd15"), "{listing}");
    for option in ["--listing", "--symbols", "--line-map"] {
        says(&folder, &format!("asm a.s {option} -"), 0, "start");
        assert!(!folder.join("-").exists(), "{option} writes to the standard output");
    }
    says(&folder, "run a.bin", 0, "13 clocks");
    says(&folder, "dis a.bin", 0, "ldk r1,#");
}

#[test]
fn other_outputs_are_written() {
    let folder = folder("outputs");
    fs::write(folder.join("a.s"), PROGRAM).expect("a file");
    let arguments = "asm a.s -o a.hex --format hex --line-map a.json --symbols a.sym";
    says(&folder, arguments, 0, "");
    let read = |name: &str| fs::read_to_string(folder.join(name)).expect("a file");
    assert_eq!(
        read("a.hex"),
        ":0A0000000000400000 06BD157A00 64\n:00000001FF\n".replace(' ', "")
    );
    let map = read("a.json");
    assert!(
        map.contains("\"address\":6,\"length\":2,\"file\":0,\"line\":4"),
        "{map}"
    );
    assert!(read("a.sym").contains("00000006 text start"));
}

#[test]
fn warnings_can_be_left_out() {
    let folder = folder("warnings");
    fs::write(folder.join("w.s"), "lost:\tnop\n").expect("a file");
    let output = z8k(&folder, "asm w.s --no-warnings");
    assert!(output.stderr.is_empty());
    // `as` reports the same warnings as GNU as.
    fs::write(folder.join("w.s"), "lost:\tjp lost\n\t.warning \"mine\"\n").expect("a file");
    let output = z8k(&folder, "as w.s -o w.o");
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(
        said.contains("mine") && said.contains("1 warning\n") && !said.contains("jr"),
        "{said}"
    );
}

/// The bytes are the same as those of GNU as.
#[test]
fn as_takes_conditions_that_are_left_out() {
    let folder = folder("conditions");
    let source = "\ttcc r1\n\ttccb rl1\n\tcpi r1,@r2,r3\n\tcpir r1,@r2,r3\n\tcpsdb @r1,@r2,r3\n\tcpsirb @r4,@r2,r3\n";
    fs::write(folder.join("c.s"), source).expect("a file");
    z8k(&folder, "as c.s -o c.o");
    z8k(&folder, "ld -o c c.o");
    z8k(&folder, "objcopy -O binary c c.bin");
    let bytes: String = fs::read(folder.join("c.bin"))
        .expect("an image")
        .iter()
        .map(|byte| format!("{byte:02x}"))
        .collect();
    assert_eq!(bytes, "af18ae98bb200318bb240318ba2a0318ba260348");
    let strict = z8k(&folder, "asm c.s");
    assert!(String::from_utf8_lossy(&strict.stderr).contains("expected a condition"));
}

#[test]
fn devices_are_written_to_and_not_replaced() {
    let folder = folder("devices");
    fs::write(folder.join("a.s"), PROGRAM).expect("a file");
    // Windows has no file name for standard output.
    #[cfg(unix)]
    says(&folder, "asm a.s --listing /dev/stdout", 0, "bd15");
    says(&folder, "asm a.s -o .", 1, "cannot write .");
}

#[test]
fn programs_that_run_off_end_with_an_error() {
    let folder = folder("off");
    fs::write(folder.join("short.bin"), [0, 0]).expect("a file");
    says(&folder, "run short.bin", 1, "2 bytes");
    // JP 1234h, and a word that is not an instruction.
    fs::write(folder.join("jump.bin"), [0, 0, 0x40, 0, 0, 6, 0x5E, 8, 0x12, 0x34]).expect("a file");
    says(&folder, "run jump.bin", 1, "1234");
    fs::write(folder.join("word.bin"), [0, 0, 0x40, 0, 0, 6, 0x9D, 0]).expect("a file");
    says(&folder, "run word.bin", 1, "9d00 at 0006");
    // An endless loop: JR to itself.
    fs::write(folder.join("loop.bin"), [0, 0, 0x40, 0, 0, 6, 0xE8, 0xFF]).expect("a file");
    let arguments = "run loop.bin --limit-clocks 10000";
    says(&folder, arguments, 0, "stopped at the limit");
}

/// A reader may close the output early: this is not an error.
#[test]
fn output_that_nobody_reads_is_no_error() {
    for arguments in ["directives", "ld --version"] {
        let mut command = crate::environment::program(env!("CARGO_BIN_EXE_z8k"));
        let mut process = command
            .args(words(arguments))
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("z8k");
        drop(process.stdout.take());
        let output = process.wait_with_output().expect("z8k");
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(output.status.success() && said.is_empty(), "{arguments}: {said}");
    }
}

/// Data in a separate memory are loaded for the program, or an error explains how to load them.
#[test]
#[cfg_attr(not(feature = "compiled"), ignore = "some of its commands execute native code")]
fn data_are_not_left_behind() {
    let folder = folder("data");
    let program =
        "\t.word 0,0x4000,start\nstart:\tld r1,x\n\tcp r1,#0x1234\n\tjr ne,start\n\thalt\n\t.data\nx:\t.word 0x1234\n";
    fs::write(folder.join("a.s"), program).expect("a file");
    for line in ["asm a.s -o a.bin", "asm a.s -o a.hex --format hex"] {
        says(&folder, line, 1, "-o would omit 2 bytes of data: add --data FILE");
    }
    says(&folder, "asm a.s -o a.bin --data a.dat", 0, "");
    says(&folder, "run a.bin --data a.dat", 0, "halted");
    says(&folder, "run a.bin --limit-clocks 10000", 0, "stopped at the limit");
    says(
        &folder,
        "run a.s --data a.dat",
        1,
        "a.s includes its data: remove --data",
    );
    says(&folder, "asm a.s -o one.bin --one-memory", 0, "");
}

#[test]
fn the_language_server_ends_with_its_input() {
    let folder = folder("lsp");
    // Without `shutdown` and `exit`, the session did not end properly.
    says(&folder, "lsp --stdio", 1, "");
}

#[test]
fn completions_manual_pages_and_the_long_version() {
    let folder = folder("install");
    says(&folder, "--write-pages .", 0, "");
    for script in ["z8k.bash", "_z8k", "z8k.fish", "_z8k.ps1", "z8k.elv"] {
        let text = fs::read_to_string(folder.join("completions").join(script)).expect("a script");
        assert!(text.contains("profile"), "{script}");
    }
    for page in ["z8k", "z8k-asm", "z8k-ld"] {
        let text = fs::read_to_string(folder.join(format!("man/{page}.1"))).expect("a page");
        assert!(text.contains(&format!(".TH {page} 1")), "{page}");
    }
    says(&folder, "--version", 0, "engine  ");
}
