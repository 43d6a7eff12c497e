//! The assembler on small sources: `asm/ok_*.s` with the bytes that GNU as makes of them behind
//! `!=`, `asm/err_*.s` with the errors and `asm/warn_*.s` with the warnings beside them in `.txt`.

use std::fs;
use std::path::{Path, PathBuf};

use z8000_asm::{Assembly, Diagnostics, Files, Memory, Options, Section, assemble};
use z8000_tests::repository;

fn sources(prefix: &str) -> Vec<PathBuf> {
    let mut found: Vec<PathBuf> = fs::read_dir(repository("tests/asm"))
        .expect("a folder")
        .map(|entry| entry.expect("an entry").path())
        .filter(|path| {
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            name.starts_with(prefix) && name.ends_with(".s")
        })
        .collect();
    found.sort();
    assert!(found.len() > 4, "only {} sources {prefix}*.s", found.len());
    found
}

fn assembled(path: &Path) -> Result<Assembly, Diagnostics> {
    let (files, main) = Files::beside(path);
    assemble(&files, &main, &Options::default())
}

/// Checks every source of a kind, and reports all that are wrong.
fn check(prefix: &str, wrong: impl Fn(&Path) -> Option<String>) {
    let sources = sources(prefix);
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
        let assembly = match assembled(path) {
            Ok(assembly) => assembly,
            Err(errors) => return Some(errors.to_string()),
        };
        let image = assembly.image(Section::Text);
        let got: String = image.iter().map(|byte| format!("{byte:02x}")).collect();
        (expected.is_empty() || got != expected).then(|| format!("{got}, expected {expected}"))
    });
}

/// As a constant, and as a word of data that has to wait for a symbol.
#[test]
fn expressions_have_the_values_of_gnu_as() {
    let table = fs::read_to_string(repository("tests/expressions.tsv")).expect("the table");
    let rows = table.lines().filter(|line| !line.starts_with('#'));
    for (value, expression) in rows.filter_map(|row| row.split_once('\t')) {
        let value: i64 = value.parse().expect("a number");
        let source = format!("\t.equ now,{expression}\n\t.word (late+({expression}))&0xffff\n\t.equ late,0\n");
        let sources = Memory::new([("expression.s", source.as_str())]);
        let assembly = assemble(&sources, "expression.s", &Options::default())
            .unwrap_or_else(|errors| panic!("{expression}: {errors}"));
        assert_eq!(assembly.symbols["now"].value, value, "{expression}");
        assert_eq!(
            assembly.image(Section::Text),
            (value as u16).to_be_bytes(),
            "{expression}"
        );
    }
}

#[test]
fn wrong_sources_have_their_errors() {
    check("err_", |path| {
        let beside = path.with_extension("txt");
        let expected = fs::read_to_string(&beside).expect("the errors beside the source");
        match assembled(path) {
            Ok(_) => Some("no error".to_owned()),
            Err(errors) => (format!("{errors}\n") != expected).then(|| errors.to_string()),
        }
    });
}

#[test]
fn suspicious_sources_have_their_warnings() {
    check("warn_", |path| {
        let beside = path.with_extension("txt");
        let expected = fs::read_to_string(&beside).expect("the warnings beside the source");
        match assembled(path) {
            Ok(assembly) => {
                let got = assembly.warnings.to_string();
                (format!("{got}\n") != expected).then_some(got)
            }
            Err(errors) => Some(errors.to_string()),
        }
    });
}
