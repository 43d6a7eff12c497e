//! The sources in the repository, small ones and the chess program, are compared with GNU as.

use std::fs;
use std::path::{Path, PathBuf};

use z8000_asm::{AddressSpace, Assembly, Files, Options, assemble};
use z8000_tests::{files, repository, sources};

use super::tools::{run, work};

/// A script that places every section at address 0, as this assembler does: they are in separate memories.
const SCRIPT: &str = "SECTIONS { .text 0 : { *(.text) *(.more) } .data 0 : { *(.data) } .bss 0 : { *(.bss) } }";

/// Number of sources that use extensions of GNU as, and state this in their first lines.
const BEYOND: usize = 7;

/// Returns the bytes that GNU as and ld make of a section of a source.
fn gnu(source: &Path, section: &str, work: &Path) -> Result<Vec<u8>, String> {
    let text = fs::read_to_string(source).map_err(|error| error.to_string())?;
    // The linker must be told the processor that is selected at the end of the source.
    let is_mode = |line: &&str| [".z8001", "segm", ".z8002", "unsegm", "unseg"].contains(line);
    let processor = match text.lines().map(str::trim).rfind(is_mode) {
        Some(".z8001" | "segm") => "z8001",
        _ => "z8002",
    };
    fs::write(work.join("script.ld"), SCRIPT).map_err(|error| error.to_string())?;
    let folder = source.parent().unwrap_or(Path::new("."));
    let folder = fs::canonicalize(folder).map_err(|error| error.to_string())?;
    let include = format!("-I{}", folder.display());
    let object = work.join("program.o");
    let object = object.to_string_lossy();
    let source = fs::canonicalize(source).map_err(|error| error.to_string())?;
    let source = source.to_string_lossy();
    let assemble = ["-z8002", &include, &source, "-o", &object];
    run(&folder, "z8k-coff-as", &assemble)?;
    let link = ["--no-check-sections", "-m", processor, "-e", "0", "-T", "script.ld"];
    let files = ["program.o", "-o", "program.out"];
    run(work, "z8k-coff-ld", &[&link[..], &files].concat())?;
    let copy = ["-O", "binary", "-j", section, "program.out", "program.bin"];
    run(work, "z8k-coff-objcopy", &copy)?;
    fs::read(work.join("program.bin")).map_err(|error| error.to_string())
}

fn ours(source: &Path) -> Assembly {
    let (files, main) = Files::beside(source);
    assemble(&files, &main, &Options::default()).unwrap_or_else(|errors| panic!("{errors}"))
}

#[test]
#[ignore = "needs GNU binutils for z8k-coff on the PATH"]
fn small_sources_have_the_bytes_that_stand_in_them() {
    let work = work("gnu-small");
    let (mut same, mut by_hand, mut wrong) = (0, 0, Vec::new());
    for path in sources("assembler/tests/asm") {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        if !name.starts_with("ok_") {
            continue;
        }
        // The bytes of a source that uses extensions of GNU as are computed by hand, and the source is marked.
        let text = fs::read_to_string(&path).expect("a source");
        if text.lines().next().is_some_and(|line| line.contains("by hand")) {
            by_hand += 1;
            continue;
        }
        let ours = ours(&path).image(Some(AddressSpace::Program)).expect("a small program");
        match gnu(&path, ".text", &work) {
            // The linker pads a section to its own alignment.
            Ok(mut gnu) => {
                gnu.truncate(ours.len());
                if gnu == ours {
                    same += 1;
                } else {
                    wrong.push(format!("{name}: {gnu:02x?}, ours {ours:02x?}"));
                }
            }
            Err(error) => wrong.push(format!("{name}: {error}")),
        }
    }
    println!("{same} sources agree with GNU as, {by_hand} go beyond it");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(by_hand <= BEYOND, "{by_hand} sources are not compared");
}

/// Invalid sources that GNU as accepts, some with a warning: it truncates values that do not fit, ignores
/// unexpected text, and knows directives that are refused here with a reason.
const TAKEN: [&str; 14] = [
    "err_brackets.s",
    "err_byte_range.s",
    "err_code_odd.s",
    "err_comment.s",
    "err_division_by_zero.s",
    "err_junk.s",
    "err_not_supported.s",
    "err_odd_once.s",
    "err_register_value.s",
    "err_shift_left_range.s",
    "err_shift_negative.s",
    "err_shift_right_range.s",
    "err_text_open.s",
    "err_word_range.s",
];

#[test]
#[ignore = "needs GNU binutils for z8k-coff on the PATH"]
fn wrong_sources_are_wrong_for_gnu_as_and_suspicious_ones_are_not() {
    let work = work("gnu-wrong");
    let folder = fs::canonicalize(repository("assembler/tests/asm")).expect("the sources");
    let (mut refused, mut taken, mut wrong) = (0, Vec::new(), Vec::new());
    for path in sources("assembler/tests/asm") {
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let (include, source) = (format!("-I{}", folder.display()), folder.join(&name));
        let made = || {
            run(
                &work,
                "z8k-coff-as",
                &["-z8002", &include, &source.to_string_lossy(), "-o", "object.o"],
            )
        };
        match name.split('_').next() {
            Some("err") if made().is_ok() => taken.push(name),
            Some("err") => refused += 1,
            Some("warn") => wrong.extend(made().err().map(|error| format!("{name}: {error}"))),
            _ => (),
        }
    }
    println!("GNU as refuses {refused} wrong sources, and takes {}", taken.len());
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    taken.sort();
    assert_eq!(taken, TAKEN);
}

/// Conditions on addresses that GNU as does not know while it reads: they only report errors.
const CHECKS: [&str; 2] = ["stack_end > CONSTANTS", ". > 0x10000"];

/// Copies a folder of sources without the conditions that GNU as cannot decide.
fn without_checks(folder: &Path, work: &Path) -> PathBuf {
    let copy = work.join("sources");
    fs::create_dir_all(&copy).expect("a folder");
    for path in files(folder, "s") {
        let text = fs::read_to_string(&path).expect("a source");
        let text = CHECKS.iter().fold(text, |text, check| text.replace(check, "0"));
        fs::write(copy.join(path.file_name().unwrap_or_default()), text).expect("a source");
    }
    copy
}

#[test]
#[ignore = "needs GNU binutils for z8k-coff on the PATH"]
fn the_chess_program_has_the_bytes_of_gnu_as() {
    let work = work("gnu-chess");
    let program = ours(&repository("asm/bcp.s"));
    let source = without_checks(&repository("asm"), &work).join("bcp.s");
    for (section, space) in [(".text", AddressSpace::Program), (".data", AddressSpace::Data)] {
        // Both outputs are compared from their first bytes on: ours may begin later.
        let ours = program.image(Some(space)).expect("a small program");
        let start = ours.iter().position(|byte| *byte != 0).unwrap_or(0);
        let gnu = gnu(&source, section, &work).unwrap_or_else(|error| panic!("{error}"));
        let first = gnu.iter().position(|byte| *byte != 0).unwrap_or(0);
        let length = ours.len() - start;
        assert_eq!(gnu[first..].get(..length), Some(&ours[start..]));
        println!("{length} bytes of {section} of the chess program agree with GNU as");
    }
}
