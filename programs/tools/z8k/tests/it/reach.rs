//! A machine description may use the files in its folder, and those that its user allows.

use std::fs;
use std::path::PathBuf;

use super::commands::{folder, said};

/// Creates a folder for a description, and a file outside it that the description may not use.
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
    // A file that the user allows by name may be read and overwritten.
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
    let (text, succeeds) = said(&inner, "run --machine m.toml p.s");
    assert!(
        !succeeds && text.contains("out exists, and its contents were not written by this machine"),
        "{text}"
    );
    assert_eq!(fs::read(inner.join("out")).expect("the output"), b"of yesterday");
    assert!(said(&inner, "run --machine m.toml --allow out p.s").1);
}

/// Writes successive sectors to a card, sector n filled with n, up to 255.
const CARD: &str = "\t.text\n\t.org 0\n\t.word 0,0x4000,start\nstart:\tldb rl0,#1\n\toutb #0x23,rl0\n\tldb rl0,#0xef\n\t\
                    outb #0x2f,rl0\n\tldb rl0,#1\n\toutb #0x25,rl0\n\tclrb rh1\n\toutb #0x29,rh1\n\toutb #0x2b,rh1\n\t\
                    ldb rl0,#0xe0\n\toutb #0x2d,rl0\nnext:\toutb #0x27,rh1\n\tldb rl0,#0x30\n\toutb #0x2f,rl0\n\t\
                    ld r4,#512\n1:\toutb #0x21,rh1\n\tdjnz r4,1b\n\tincb rh1,#1\n\tjr nz,next\n\thalt\n";

/// Creates a machine with a writable card named `card`.
fn with_card(name: &str, image: &str) -> PathBuf {
    let (_, inner) = fenced(name);
    let text = format!(
        "[[memory]]\nkind = \"ram\"\nsize = 0x1000\n[[ide]]\nport = 0x21\nimage = \"{image}\"\nwritable = true\n"
    );
    fs::write(inner.join("m.toml"), text).expect("a description");
    fs::write(inner.join("p.s"), CARD).expect("a program");
    fs::write(inner.join("card"), [0xE5; 512]).expect("a card");
    inner
}

#[test]
fn a_full_disk_is_told_at_the_end_of_a_run() {
    let inner = with_card("full", "card");
    // The limit is in blocks of 512 bytes; a process that ignores the signal receives an error, as on a full disk.
    let line = format!(
        "trap '' XFSZ; ulimit -f 16; exec '{}' run --machine m.toml --allow card p.s",
        env!("CARGO_BIN_EXE_z8k")
    );
    let mut shell = std::process::Command::new("sh");
    let run = shell.args(["-c", &line]).current_dir(&inner).output().expect("it runs");
    let said = String::from_utf8_lossy(&run.stderr);
    assert!(
        said.contains("halted") && said.contains("cannot write card: "),
        "{said}"
    );
    assert_eq!(run.status.code(), Some(1), "{said}");
    let card = fs::read(inner.join("card")).expect("the card");
    assert!(card.len() >= 8192 - 512, "{}", card.len());
    for (n, sector) in (0..).zip(card.chunks_exact(512)) {
        assert_eq!(sector, [n; 512], "what was written before is readable");
    }
}

#[test]
fn hidden_names_and_links_are_not_written() {
    for image in [".git/config", "-rf", "link"] {
        let inner = with_card("hidden", image);
        fs::create_dir(inner.join(".git")).expect("a folder");
        for name in [".git/config", "-rf"] {
            fs::write(inner.join(name), [0xAA; 512]).expect("a file");
        }
        std::os::unix::fs::symlink("-rf", inner.join("link")).expect("a link");
        for line in [
            "run --machine m.toml p.s",
            &format!("run --machine m.toml --allow ./{image} p.s"),
        ] {
            let (said, succeeds) = said(&inner, line);
            assert!(!succeeds && said.contains("a machine must not write"), "{line}: {said}");
            for name in [".git/config", "-rf"] {
                assert_eq!(fs::read(inner.join(name)).expect("the file"), [0xAA; 512], "{line}");
            }
        }
    }
}

#[test]
fn a_second_machine_is_refused() {
    let inner = with_card("second", "card");
    let other = fs::File::open(inner.join("card")).expect("the card");
    other.lock().expect("a lock");
    let (text, succeeds) = said(&inner, "run --machine m.toml --allow card p.s");
    assert!(!succeeds && text.contains("uses it"), "{text}");
    if cfg!(target_os = "linux") {
        let own = format!("process {} uses it", std::process::id());
        assert!(text.contains(&own), "{own}: {text}");
    }
    drop(other);
    assert!(said(&inner, "run --machine m.toml --allow card p.s").1);
}
