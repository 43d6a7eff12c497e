//! Each cell of the table of origins and hazards has a case here, which produces the hazard and checks the answer.

#![cfg(unix)]

use std::fs::{self, File, Permissions};
use std::io::{self, ErrorKind, Write as _};
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::thread;

use streams::gate::{self, Answer, By, HAZARDS, Hazard, Named, RULES};
use tempfile::TempDir;

const BEGIN: &str = "<!-- Written by `WRITE=1 cargo test -p z8000-streams --test it rules`; do not edit. -->\n";
const END: &str = "<!-- End of the rules. -->\n";

/// Writes as the callers for this origin do.
fn write(by: By, path: &Path, bytes: &[u8]) -> io::Result<()> {
    let named = Named { path, by };
    match by {
        By::Description => gate::append(named, 0)?.write_all(bytes),
        _ => gate::make(named, bytes),
    }
}

/// Returns whether a file was written, or the error.
fn written(result: io::Result<()>, file: &Path) -> Answer {
    let text = fs::read_to_string(file).unwrap_or_default();
    match result {
        Ok(()) if text == "new" => Answer::Written,
        Err(error) if text != "new" && !error.to_string().is_empty() => Answer::Refused,
        result => panic!("{}: {result:?}, {text:?}", file.display()),
    }
}

/// Produces a hazard in the current folder, and writes.
fn met(by: By, hazard: Hazard, folder: &Path) -> Answer {
    // These origins have only relative paths.
    let relative = matches!(by, By::Default | By::Script | By::Archive);
    let at = |name: &str| {
        if relative {
            PathBuf::from(name)
        } else {
            folder.join(name)
        }
    };
    let out = at(&format!("{hazard:?}"));
    let old = |path: &Path| fs::write(path, "old").expect("a file");
    match hazard {
        Hazard::Link => {
            let target = folder.join("target");
            old(&target);
            symlink(&target, &out).expect("a link");
            if by == By::Description {
                // The file is refused before it is opened, because the description's folder is known there.
                let found = gate::within(folder, &[], &out).expect("it is there").expect("inside");
                assert!(found.links);
                return written(Err(ErrorKind::Other.into()), &target);
            }
            written(write(by, &out, b"new"), &target)
        }
        Hazard::Outside if by == By::Description => {
            let beside = folder.join("../beside");
            old(&beside);
            let place = gate::within(folder, &[], &beside)
                .expect("it is there")
                .expect_err("outside");
            let allowed = gate::within(folder, &[place], &beside).expect("it is there");
            assert!(allowed.expect("allowed").named);
            Answer::Allowed
        }
        Hazard::Outside => {
            let beside = at("../beside");
            let result = write(by, &beside, b"new");
            let answer = written(result, &beside);
            let _ = fs::remove_file(&beside);
            answer
        }
        Hazard::Hidden => {
            let answers = [".x", "-x", ".git"].map(|name| written(write(by, &at(name), b"new"), &at(name)));
            assert!(answers.iter().all(|answer| *answer == answers[0]), "{answers:?}");
            answers[0]
        }
        Hazard::Stream => {
            let made = Command::new("mkfifo").arg(&out).status().expect("mkfifo");
            assert!(made.success());
            if by.answer(hazard) == Answer::Awaited {
                let reader = out.clone();
                let reader = thread::spawn(move || fs::read_to_string(reader).expect("it is read"));
                write(by, &out, b"new").expect("it is read");
                assert_eq!(reader.join().expect("the reader"), "new");
                return Answer::Awaited;
            }
            write(by, &out, b"new").expect_err("it would wait");
            write(by, Path::new("/dev/null"), b"new").expect_err("a device");
            Answer::Refused
        }
        Hazard::Full => {
            // The commands' tests limit the size of files; here, the writer fails.
            old(&out);
            let full = gate::replace(Named { path: &out, by }, |_| Err(ErrorKind::StorageFull.into()));
            assert_eq!(full.expect_err("full").kind(), ErrorKind::StorageFull);
            assert_eq!(fs::read(&out).expect("the file"), b"old");
            Answer::Reported
        }
        Hazard::Input => {
            old(&out);
            gate::note_input(&out).expect("an input");
            let other = at("other name");
            fs::hard_link(&out, &other).expect("a link");
            written(write(by, &other, b"new"), &out)
        }
        Hazard::Protected => {
            old(&out);
            fs::set_permissions(&out, Permissions::from_mode(0o444)).expect("protected");
            written(write(by, &out, b"new"), &out)
        }
        Hazard::Writer if by == By::Description => {
            old(&out);
            // A lock by another handle of the file has the effect of one by another process.
            let other = File::open(&out).expect("the file");
            other.lock().expect("a lock");
            written(write(by, &out, b"new"), &out)
        }
        Hazard::Writer => {
            let bytes = [b"a".repeat(100_000), b"b".repeat(100_000)];
            thread::scope(|scope| {
                for bytes in &bytes {
                    scope.spawn(|| write(by, &out, bytes).expect("written"));
                }
            });
            assert!(bytes.contains(&fs::read(&out).expect("the file")));
            Answer::Whole
        }
    }
}

#[test]
fn each_cell_of_the_rules_is_what_happens() {
    let (mut cases, mut impossible) = (0, Vec::new());
    for (by, name, row) in RULES {
        let outer = TempDir::new().expect("a folder");
        let outer = outer.path().canonicalize().expect("a folder");
        let folder = outer.join("inner");
        fs::create_dir(&folder).expect("a folder");
        std::env::set_current_dir(&folder).expect("the folder");
        for ((hazard, _), answer) in HAZARDS.into_iter().zip(row) {
            assert_eq!(by.answer(hazard), answer);
            if answer == Answer::Impossible {
                impossible.push(format!("{name}: {hazard:?}"));
                continue;
            }
            assert_eq!(met(by, hazard, &folder), answer, "{name}: {hazard:?}");
            cases += 1;
        }
    }
    println!(
        "{cases} cells have a case; {} cannot occur: {}",
        impossible.len(),
        impossible.join(", ")
    );
    assert_eq!(cases + impossible.len(), RULES.len() * HAZARDS.len());
    assert!(impossible.len() < 5);
}

/// Returns the rows of the table in the documentation.
fn rows() -> String {
    let mut rows = "|what names the output|".to_owned();
    HAZARDS.iter().for_each(|(_, name)| rows += &format!("{name}|"));
    rows += &format!("\n|{}\n", "---|".repeat(HAZARDS.len() + 1));
    for (_, name, row) in RULES {
        rows += &format!("|{name}|");
        for answer in row {
            rows += match answer {
                Answer::Written => "written|",
                Answer::Refused => "refused|",
                Answer::Allowed => "`--allow`|",
                Answer::Awaited => "awaited|",
                Answer::Reported => "status 1|",
                Answer::Whole => "one wins|",
                Answer::Impossible => "|",
            };
        }
        rows.push('\n');
    }
    rows
}

#[test]
fn the_page_has_the_rules() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/explanation/trust.md");
    let page = fs::read_to_string(&path).expect("the page");
    let (before, rest) = page.split_once(BEGIN).expect("the mark of the beginning");
    let (_, after) = rest.split_once(END).expect("the mark of the end");
    let new = format!("{before}{BEGIN}\n{}\n{END}{after}", rows());
    if std::env::var_os("WRITE").is_some() {
        return fs::write(&path, &new).expect("the page is written");
    }
    assert!(page == new, "{} is stale: run the command in its mark", path.display());
}
