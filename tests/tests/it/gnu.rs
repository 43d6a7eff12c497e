//! The same bytes as GNU as: needs `z8k-coff-as`, `z8k-coff-ld` and `z8k-coff-objcopy` on the PATH.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use z8000_asm::{Assembly, Files, Memory, Options, Section, assemble};
use z8000_tests::random::Random;
use z8000_tests::repository;

/// Every section from address 0 on, as here: they go to memories of their own.
const SCRIPT: &str = "SECTIONS { .text 0 : { *(.text) } .data 0 : { *(.data) } .bss 0 : { *(.bss) } }";

/// Runs a tool in a folder; its messages if it fails.
///
/// # Panics
///
/// If it is not installed.
fn run(folder: &Path, name: &str, arguments: &[&str]) -> Result<(), String> {
    let output = Command::new(name)
        .current_dir(folder)
        .args(arguments)
        .output()
        .unwrap_or_else(|error| panic!("{name}: {error}; install GNU binutils configured with --target=z8k-coff"));
    if output.status.success() {
        return Ok(());
    }
    Err(String::from_utf8_lossy(&output.stderr).into_owned())
}

/// What GNU as and ld make of a section of a source.
fn gnu(source: &Path, section: Section, work: &Path) -> Result<Vec<u8>, String> {
    let text = fs::read_to_string(source).map_err(|error| error.to_string())?;
    // The linker has to be given the processor that the source ends with.
    let mut directives = text.lines().map(str::trim);
    let last = directives.rfind(|line| [".z8001", ".z8002"].contains(line));
    let processor = last.map_or("z8002", |directive| &directive[1..]);
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
    let section = format!(".{}", section.name());
    let copy = ["-O", "binary", "-j", &section, "program.out", "program.bin"];
    run(work, "z8k-coff-objcopy", &copy)?;
    fs::read(work.join("program.bin")).map_err(|error| error.to_string())
}

fn ours(source: &Path) -> Assembly {
    let (files, main) = Files::beside(source);
    assemble(&files, &main, &Options::default()).unwrap_or_else(|errors| panic!("{errors}"))
}

/// An empty folder for a test.
fn work(name: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).expect("a folder");
    folder
}

#[test]
#[ignore = "needs GNU binutils for z8k-coff on the PATH"]
fn small_sources_have_the_bytes_that_stand_in_them() {
    let work = work("gnu-small");
    let (mut same, mut by_hand, mut wrong) = (0, 0, Vec::new());
    for entry in fs::read_dir(repository("tests/asm")).expect("a folder") {
        let path = entry.expect("an entry").path();
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        if !name.starts_with("ok_") {
            continue;
        }
        // What goes beyond GNU as is calculated by hand, and says so.
        let text = fs::read_to_string(&path).expect("a source");
        if text.lines().next().is_some_and(|line| line.contains("by hand")) {
            by_hand += 1;
            continue;
        }
        let ours = ours(&path).image(Section::Text);
        match gnu(&path, Section::Text, &work) {
            // The linker fills up to its own alignment.
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
}

#[test]
#[ignore = "needs GNU binutils for z8k-coff on the PATH"]
fn the_chess_program_has_the_bytes_of_gnu_as() {
    let work = work("gnu-chess");
    let source = repository("asm/bcp.s");
    let program = ours(&source);
    for section in [Section::Text, Section::Data] {
        // Both write the bytes from the first one on: ours may begin later.
        let ours = program.image(section);
        let start = ours.iter().position(|byte| *byte != 0).unwrap_or(0);
        let gnu = gnu(&source, section, &work).unwrap_or_else(|error| panic!("{error}"));
        let first = gnu.iter().position(|byte| *byte != 0).unwrap_or(0);
        let length = ours.len() - start;
        assert_eq!(gnu[first..].get(..length), Some(&ours[start..]));
        println!(
            "{length} bytes of .{} of the chess program agree with GNU as",
            section.name()
        );
    }
}

/// Operators between two operands, those before one, and operands. `!=` is left out: in data `!` begins a comment.
const BINARY: [&str; 18] = [
    "*", "/", "%", "<<", ">>", "|", "^", "&", "+", "-", "==", "<>", "<", "<=", ">", ">=", "&&", "||",
];
const UNARY: [&str; 6] = ["", "", "", "-", "~", "+"];
const NUMBERS: [&str; 10] = [
    "0",
    "1",
    "2",
    "3",
    "5",
    "7",
    "63",
    "0xff",
    "0x8000",
    "0x123456789abcdef",
];

/// How many expressions are compared.
const EXPRESSIONS: usize = 20_000;

/// Up to eight operands, a few of them in brackets.
fn expression(random: &mut Random) -> String {
    let mut text = String::new();
    let mut open = 0;
    for index in 0..2 + random.below(7) {
        if index > 0 {
            text += [" ", ""][random.below(2)];
            text += BINARY[random.below(BINARY.len())];
            text += " ";
        }
        text += UNARY[random.below(UNARY.len())];
        if random.below(8) == 0 {
            text += "(";
            open += 1;
        }
        text += NUMBERS[random.below(NUMBERS.len())];
        if open > 0 && random.below(3) == 0 {
            text += ")";
            open -= 1;
        }
    }
    text + &")".repeat(open)
}

/// The value of an expression, or none where it is refused: GNU as warns of these, and goes on with another number.
fn value(expression: &str) -> Option<i64> {
    let source = format!("\t.equ value, {expression}\n");
    match assemble(&Memory::new([("value.s", &*source)]), "value.s", &Options::default()) {
        Ok(assembly) => Some(assembly.symbols["value"].value),
        Err(errors) => {
            let message = &errors.list[0].message;
            let refused = ["division by zero", "the shift count is negative"].contains(&&**message);
            assert!(refused, "{expression}: {message}");
            None
        }
    }
}

#[test]
#[ignore = "needs GNU binutils for z8k-coff on the PATH"]
fn random_expressions_have_the_values_of_gnu_as() {
    let work = work("gnu-expressions");
    let mut random = Random(1986);
    let all = (0..EXPRESSIONS).map(|_| expression(&mut random));
    let known: Vec<(String, i64)> = all.filter_map(|text| value(&text).map(|value| (text, value))).collect();
    let source: String = known.iter().map(|(text, _)| format!("\t.quad {text}\n")).collect();
    fs::write(work.join("values.s"), source).expect("a source");
    run(&work, "z8k-coff-as", &["-z8002", "values.s", "-o", "values.o"]).unwrap_or_else(|error| panic!("{error}"));
    let copy = ["-O", "binary", "-j", ".text", "values.o", "values.bin"];
    run(&work, "z8k-coff-objcopy", &copy).unwrap_or_else(|error| panic!("{error}"));
    let gnu = fs::read(work.join("values.bin")).expect("values");
    assert!(gnu.len() >= 8 * known.len());
    for ((text, ours), gnu) in known.iter().zip(gnu.chunks_exact(8)) {
        assert_eq!(&ours.to_be_bytes()[..], gnu, "{text}");
    }
    println!(
        "{} expressions agree with GNU as, {} are refused here",
        known.len(),
        EXPRESSIONS - known.len()
    );
    assert!(known.len() > EXPRESSIONS / 2);
}
