//! The assembler on small sources: `asm/ok_*.s` with the bytes that GNU as makes of them behind
//! `!=`, `asm/err_*.s` with the errors beside them in `.txt`.

use std::fs;
use std::path::{Path, PathBuf};

use z8000_asm::{Assembly, Diagnostics, Files, Options, Section, assemble};
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
    assert!(found.len() > 5, "only {} sources {prefix}*.s", found.len());
    found
}

fn assembled(path: &Path) -> Result<Assembly, Diagnostics> {
    let (files, main) = Files::beside(path);
    assemble(&files, &main, &Options::default())
}

#[test]
fn sources_have_the_bytes_of_gnu_as() {
    for path in sources("ok_") {
        let text = fs::read_to_string(&path).expect("a source");
        let expected: String = text
            .lines()
            .filter_map(|line| line.strip_prefix("!= "))
            .collect();
        let assembly = assembled(&path).unwrap_or_else(|errors| panic!("{errors}"));
        let image = assembly.image(Section::Text);
        let got: String = image.iter().map(|byte| format!("{byte:02x}")).collect();
        assert!(!expected.is_empty(), "{} has no bytes", path.display());
        assert_eq!(got, expected, "{}", path.display());
    }
}

#[test]
fn wrong_sources_have_their_errors() {
    for path in sources("err_") {
        let beside = path.with_extension("txt");
        let expected = fs::read_to_string(&beside).expect("the errors beside the source");
        let errors = assembled(&path).expect_err("a wrong source");
        assert_eq!(format!("{errors}\n"), expected, "{}", path.display());
    }
}
