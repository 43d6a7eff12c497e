//! Tests the assembler on small sources: `asm/ok_*.s` have the bytes that GNU as generates after `!=`; for
//! `asm/err_*.s` and `asm/warn_*.s`, the `.txt` file with the same name contains the errors and the warnings.

use std::fs;
use std::path::{Path, PathBuf};

use z8000_asm::{AddressSpace, Assembly, Diagnostics, Files, Memory, Options, assemble};

use super::{assembled, sources};
use crate::readings::fault;

fn with_prefix(prefix: &str) -> Vec<PathBuf> {
    let mut found = sources("asm");
    found.retain(|path| {
        path.file_name()
            .is_some_and(|name| name.to_string_lossy().starts_with(prefix))
    });
    assert!(found.len() > 4, "only {} sources {prefix}*.s", found.len());
    found
}

fn result(path: &Path) -> Result<Assembly, Diagnostics> {
    let (files, main) = Files::beside(path);
    assemble(&files, &main, &Options::default())
}

/// Checks every source whose name has a prefix, and reports all differences.
fn check(prefix: &str, wrong: impl Fn(&Path) -> Option<String>) {
    let sources = with_prefix(prefix);
    let wrong: Vec<String> = sources
        .iter()
        .filter_map(|path| Some(format!("{}: {}", path.display(), wrong(path)?)))
        .collect();
    println!("{} sources {prefix}*.s", sources.len());
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn sources_have_the_bytes_of_gnu_as() {
    check("ok_", |path| {
        let text = fs::read_to_string(path).expect("a source");
        let expected: String = text.lines().filter_map(|line| line.strip_prefix("!= ")).collect();
        let assembly = match result(path) {
            Ok(assembly) => assembly,
            Err(errors) => return Some(errors.to_string()),
        };
        let image = assembly.image(Some(AddressSpace::Program)).expect("a small program");
        let got: String = image.iter().map(|byte| format!("{byte:02x}")).collect();
        (expected.is_empty() || got != expected).then(|| format!("{got}, expected {expected}"))
    });
}

/// Evaluates each expression as a constant, and as a word of data that has to wait for a symbol.
#[test]
fn expressions_have_the_values_of_gnu_as() {
    let table = include_str!("../expressions.tsv");
    let (mut faults, mut marked) = (Vec::new(), false);
    for row in table.lines() {
        let Some((value, expression)) = row.split_once('\t') else {
            assert!(row.starts_with('#'), "{row}");
            marked = row.contains("not about the order of operators");
            continue;
        };
        let valued = |expression: &str| {
            let source = format!("\t.equ now,{expression}\n");
            let sources = Memory::new([("a.s", source.as_str())]);
            Some(assemble(&sources, "a.s", &Options::default()).ok()?.symbols["now"].value)
        };
        faults.extend(fault(expression, marked, valued));
        let value: i64 = value.parse().expect("a number");
        let source = format!("\t.equ now,{expression}\n\t.word (late+({expression}))&0xffff\n\t.equ late,0\n");
        let assembly = assembled(&source, &Options::default());
        assert_eq!(assembly.symbols["now"].value, value, "{expression}");
        assert_eq!(
            assembly.image(Some(AddressSpace::Program)).expect("a small program"),
            (value as u16).to_be_bytes(),
            "{expression}"
        );
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

/// Returns the expected messages of a source, from the `.txt` file with the same name.
pub(crate) fn beside(path: &Path) -> String {
    let file = path.with_extension("txt");
    fs::read_to_string(&file).unwrap_or_else(|error| panic!("{}: {error}", file.display()))
}

#[test]
fn wrong_sources_have_their_errors() {
    check("err_", |path| {
        let expected = beside(path);
        match result(path) {
            Ok(_) => Some("no error".to_owned()),
            Err(errors) => (format!("{errors}\n") != expected).then(|| errors.to_string()),
        }
    });
}

#[test]
fn suspicious_sources_have_their_warnings() {
    check("warn_", |path| {
        let expected = beside(path);
        match result(path) {
            Ok(assembly) => {
                let got = assembly.warnings.to_string();
                (format!("{got}\n") != expected).then_some(got)
            }
            Err(errors) => Some(errors.to_string()),
        }
    });
}

/// Returns the bytes from an address on, in hexadecimal.
fn bytes_at(program: &Assembly, address: u32) -> String {
    let mut pieces = program.pieces.iter();
    let piece = pieces.find(|piece| piece.origin() == address && piece.size > 0);
    let bytes = &piece.expect("a piece at this address").bytes;
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// GNU as and ld generate the bytes of the first and the second piece; those of the last lines are calculated by hand,
/// because GNU ld cannot link them.
#[test]
fn addresses_above_64_kb_are_linear() {
    let far = "\t.z8001\n\tcall lab\n\tlda rr2,lab\n\tld r1,lab+2(r4)\n\t.long lab,lab+4\n\tldl rr4,#lab\n\t.org 0x10010\n\
        lab:\tnop\n\tjr lab\n\tld r1,lab\n";
    let program = assembled(far, &Options::default());
    let expected = "5f00810000107602810000106141810000128100001081000014140481000010";
    assert_eq!(bytes_at(&program, 0), expected);
    assert_eq!(bytes_at(&program, 0x10010), "8d07e8fe610181000010");
}

#[test]
fn parts_of_a_far_address_are_numbers() {
    let parts = "\t.z8001\n\t.word lab & 0xffff\n\t.byte lab >> 16, 0\n\t.org 0x10010\nlab:\tnop\n\t.word lab\n";
    let program = assembled(parts, &Options::default());
    assert_eq!(bytes_at(&program, 0), "00100100");
    assert_eq!(bytes_at(&program, 0x10010), "8d070010");
}

#[test]
fn data_and_bss_need_no_org() {
    let source = "\tnop\n\t.data\nx:\t.word 7\n\t.bss\nb:\t.space 2\n\t.text\n\t.word x, b\n";
    let apart = assembled(source, &Options::default());
    assert_eq!(bytes_at(&apart, 0), "8d0700000002");
}

/// Sections are aligned at their addresses, whatever padding that requires: .data to 8 after six bytes of code, then
/// .bss.
#[test]
fn alignment_holds_in_one_memory() {
    let source = "\t.text\n\tnop\n\t.word x, b\n\t.data\n\t.byte 1\n\t.balign 8\nx:\t.word 7\n\t.bss\nb:\t.space 2\n";
    let options = Options { one_memory: true, ..Options::default() };
    let together = assembled(source, &options);
    assert_eq!(bytes_at(&together, 0), "8d0700100012");
    assert_eq!(bytes_at(&together, 8), "01000000000000000007");
}
