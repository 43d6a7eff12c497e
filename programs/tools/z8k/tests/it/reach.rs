//! A description uses the files in its folder, and what its user allows.

use std::fs;
use std::path::PathBuf;

use super::commands::{folder, said};

/// A folder for a description, with a file beside the folder that is none of its business.
fn fenced(name: &str) -> (PathBuf, PathBuf) {
    let folder = folder(name);
    let inner = folder.join("machine");
    fs::create_dir(&inner).expect("a folder");
    fs::write(folder.join("diary"), "dear diary").expect("a file");
    fs::write(
        inner.join("p.s"),
        "\t.text\n\t.org 0\n\t.word 0,0x4000,start\nstart:\thalt\n",
    )
    .expect("a file");
    (folder, inner)
}

#[test]
fn a_description_stays_in_its_folder() {
    let (folder, inner) = fenced("fenced");
    let diary = folder.join("diary");
    std::os::unix::fs::symlink(&diary, inner.join("link")).expect("a link");
    std::os::unix::fs::symlink(folder.join("later"), inner.join("nowhere")).expect("a link");
    let memory = "[[memory]]\nkind = \"ram\"\nsize = 0x1000\n";
    let whole = diary.display().to_string();
    for path in [
        "../diary",
        &whole,
        "link",
        "../machine/../diary",
        "nowhere",
        "../later",
        "/dev/zero",
    ] {
        let uses = [
            format!("{memory}image = \"{path}\"\n"),
            format!("{memory}[[serial]]\noutput = \"{path}\"\n"),
            format!("{memory}[[serial]]\ninput = \"{path}\"\n"),
            format!("{memory}[[disk]]\nimage = \"{path}\"\nwritable = true\n"),
        ];
        for text in uses {
            fs::write(inner.join("m.toml"), &text).expect("a description");
            let (said, succeeds) = said(&inner, "run --machine m.toml p.s");
            assert!(!succeeds && !said.contains("panicked"), "{text}: {said}");
            let told = said.contains("is outside the description's folder: use --allow /");
            assert!(
                told || path == "nowhere" && said.contains("cannot find"),
                "{text}: {said}"
            );
            assert_eq!(fs::read(&diary).expect("the diary"), b"dear diary", "{text}: {said}");
            assert!(!folder.join("later").exists(), "{text}: {said}");
        }
    }
    // What is allowed by name may be used, and written over.
    let text = format!("{memory}[[serial]]\noutput = \"../diary\"\n");
    fs::write(inner.join("m.toml"), text).expect("a description");
    let (text, succeeds) = said(&inner, "run --machine m.toml --allow .. p.s");
    assert!(
        !succeeds && text.contains("use --allow ../diary to replace it"),
        "{text}"
    );
    assert!(said(&inner, "run --machine m.toml --allow ../diary p.s").1);
    assert_eq!(fs::read(&diary).expect("the diary"), b"");
}

#[test]
fn an_output_that_exists_is_not_truncated() {
    let (_, inner) = fenced("kept");
    let text = "[[memory]]\nkind = \"ram\"\nsize = 0x1000\n[[serial]]\noutput = \"out\"\n";
    fs::write(inner.join("m.toml"), text).expect("a description");
    fs::write(inner.join("out"), "of yesterday").expect("a file");
    for command in ["run --machine m.toml p.s", "bench --machine m.toml p.s"] {
        let (said, succeeds) = said(&inner, command);
        assert!(
            !succeeds && said.contains("out exists, and its contents were not written by this machine"),
            "{said}"
        );
        assert_eq!(fs::read(inner.join("out")).expect("the output"), b"of yesterday");
    }
    assert!(said(&inner, "run --machine m.toml --allow out p.s").1);
}
