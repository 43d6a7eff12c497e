//! Compares the output for lines of source with the bytes of another assembler.
//!
//! The lines are not part of the repository: Z8000_SHARED names the folder that contains `isa/`.

use std::path::{Path, PathBuf};

use serde::Deserialize;
use z8000_asm::{AddressSpace, Assembly, Diagnostics, Memory, Options, assemble};

/// A line, its address, and its bytes in hexadecimal.
#[derive(Deserialize)]
struct Line {
    asm: String,
    #[serde(default)]
    bytes: String,
    #[serde(default)]
    pc: u32,
    mode: String,
}

/// Returns the path of a file in the folder with encodings.
fn shared(file: &str) -> PathBuf {
    let folder = std::env::var_os("Z8000_SHARED")
        .expect("set Z8000_SHARED to a folder with isa/enc-z8002.jsonl and the other files named here");
    Path::new(&folder).join("isa").join(file)
}

fn lines(file: &str) -> Vec<Line> {
    let text = std::fs::read_to_string(shared(file)).expect("a file of lines");
    let parse = |line| serde_json::from_str(line).expect("a line");
    text.lines().map(parse).collect()
}

fn assembled(line: &Line) -> Result<Assembly, Diagnostics> {
    let processor = if line.mode.starts_with("z8001") {
        ".z8001"
    } else {
        ".z8002"
    };
    let source = format!("\t{processor}\n\t.org {}\n\t{}\n", line.pc, line.asm);
    assemble(
        &Memory::new([("line.s", source.as_str())]),
        "line.s",
        &Options::default(),
    )
}

/// The number of lines with a right shift by 0, which GNU as encodes as a shift by 256, and which is an error here.
const SHIFTS: usize = 3;

fn shifts_by_zero(line: &Line) -> bool {
    line.asm.starts_with("sr") && line.asm.ends_with("#0")
}

fn compare(file: &str) {
    let lines = lines(file);
    let left_out = lines.iter().filter(|line| shifts_by_zero(line)).count();
    assert!(left_out <= SHIFTS, "{left_out} lines are left out");
    let (mut same, mut different) = (0, Vec::new());
    for line in lines.iter().filter(|line| !shifts_by_zero(line)) {
        let got = match assembled(line) {
            Ok(assembly) => {
                let pieces = assembly.contents(Some(AddressSpace::Program));
                let bytes = pieces.flat_map(|piece| piece.bytes.clone());
                bytes.map(|byte| format!("{byte:02x}")).collect()
            }
            Err(error) => error.to_string(),
        };
        if got == line.bytes {
            same += 1;
        } else {
            different.push(format!("{} is {}, not {got}", line.asm, line.bytes));
        }
    }
    println!(
        "{file}: {same} lines agree, {} differ, {left_out} are left out",
        different.len()
    );
    assert!(different.is_empty(), "{:#?}", &different[..different.len().min(20)]);
}

#[test]
#[ignore = "needs encodings: set Z8000_SHARED"]
fn z8002_lines_have_the_bytes_of_gnu_as() {
    compare("enc-z8002.jsonl");
}

#[test]
#[ignore = "needs encodings: set Z8000_SHARED"]
fn z8001_lines_have_the_bytes_of_gnu_as() {
    compare("enc-z8001.jsonl");
}

#[test]
#[ignore = "needs encodings: set Z8000_SHARED"]
fn short_addresses_have_the_bytes_of_another_assembler() {
    compare("enc-z8001-short.jsonl");
}

#[test]
#[ignore = "needs encodings: set Z8000_SHARED"]
fn wrong_lines_are_errors() {
    let lines = lines("reject-z8002.jsonl");
    let accepted: Vec<_> = lines.iter().filter(|line| assembled(line).is_ok()).collect();
    println!(
        "reject-z8002.jsonl: {} of {} lines are errors",
        lines.len() - accepted.len(),
        lines.len()
    );
    let accepted: Vec<_> = accepted.iter().map(|line| &line.asm).collect();
    assert!(accepted.is_empty(), "{accepted:#?}");
}

#[test]
#[ignore = "needs encodings: set Z8000_SHARED"]
fn the_common_subset_has_the_bytes_of_gnu_as() {
    let source = std::fs::read_to_string(shared("common-subset.s")).expect("a source");
    let image = std::fs::read(shared("common-subset.bin")).expect("an image");
    let sources = Memory::new([("common.s", source.as_str())]);
    let assembly = assemble(&sources, "common.s", &Options::default()).unwrap_or_else(|errors| panic!("{errors}"));
    let ours = assembly.image(Some(AddressSpace::Program)).expect("a small program");
    // The image has no bytes for the part that contains only space.
    let different = ours.iter().zip(&image).position(|(a, b)| a != b);
    assert_eq!(different, None, "first different byte");
    let (short, long) = if ours.len() < image.len() {
        (&ours, &image)
    } else {
        (&image, &ours)
    };
    assert!(
        long.len() - short.len() <= 64 && long[short.len()..].iter().all(|byte| *byte == 0),
        "{} and {}",
        ours.len(),
        image.len()
    );
}
