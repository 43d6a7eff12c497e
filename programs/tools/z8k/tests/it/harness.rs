//! Shared by the tests of all commands: lines with arguments, folders, and outputs that cannot or must not be written.

#[cfg(target_os = "linux")]
use std::ffi::{OsStr, OsString};
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

/// Creates an empty folder for a test.
pub(crate) fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).expect("a folder");
    folder
}

/// Splits a command line into words; a string in single quotes is one word.
pub(crate) fn words(line: &str) -> Vec<&str> {
    let parts = line.split('\'').enumerate();
    let words = parts.flat_map(|(number, part)| match number % 2 {
        0 => part.split_whitespace().collect(),
        _ => vec![part],
    });
    words.collect()
}

/// Runs a command with an input.
pub(crate) fn fed(command: &mut Command, input: &str, out: impl Into<Stdio>) -> Output {
    command.stdin(Stdio::piped()).stdout(out).stderr(Stdio::piped());
    let mut child = command.spawn().expect("the command runs");
    // The command may end without having read its input.
    let _ = child.stdin.take().expect("a pipe").write_all(input.as_bytes());
    child.wait_with_output().expect("it ends")
}

/// Checks that a command whose output is closed ends without an error.
pub(crate) fn ends_unread(command: &mut Command, input: &str) {
    let (reader, writer) = std::io::pipe().expect("a pipe");
    drop(reader);
    let output = fed(command, input, writer);
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(0), "{command:?}: {said}");
    for word in ["panicked", "Broken pipe", "os error"] {
        assert!(!said.contains(word), "{command:?}: {said}");
    }
}

/// Checks that a command whose output is full reports this.
#[cfg(target_os = "linux")]
pub(crate) fn ends_full(command: &mut Command, input: &str) {
    let full = fs::File::create("/dev/full").expect("the device");
    let output = fed(command, input, full);
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(1), "{command:?}: {said}");
    assert!(
        ["to standard output", "/dev/stdout"].iter().any(|name| {
            said.contains(&format!("cannot write {name}: No space left")) && !said.contains("panicked")
        }),
        "{command:?}: {said}"
    );
}

/// Returns the rows of a table in `outputs.txt`: a file that a command reads, or `-`, and the command.
pub(crate) fn rows(table: &str) -> impl Iterator<Item = (&str, &str)> {
    let rows = table.lines().filter(|row| row.contains(" | ") && !row.starts_with('#'));
    rows.map(|row| match row.split('|').map(str::trim).collect::<Vec<_>>()[..] {
        [_, input, command] => (input, command),
        _ => panic!("{row}: a row has three parts"),
    })
}

/// Checks that no output overwrites an input: each row of a table, with the input under each of its names. `check`
/// receives the command, the input, and the output.
#[cfg(unix)]
pub(crate) fn inputs_stay(folder: &Path, table: &str, run: impl Fn(&str) -> Output, check: impl Fn(&str, &str, &str)) {
    for (input, command) in rows(table) {
        if input == "-" {
            continue;
        }
        let [file, link, other] = [input, "link", "other"].map(|name| folder.join(name));
        let before = fs::read(&file).expect("the input");
        std::os::unix::fs::symlink(&file, &link).expect("a link");
        fs::hard_link(&file, &other).expect("a hard link");
        for out in [input, "link", "other", &file.display().to_string()] {
            let command = command.replace("OUT", out);
            let output = run(&command);
            let said = String::from_utf8_lossy(&output.stderr);
            assert_eq!(fs::read(&file).expect("the input"), before, "{command}: {said}");
            assert!(!output.status.success() && said.contains(out), "{command}: {said}");
            let reasons = [
                "would overwrite the input",
                "are the same file",
                "exists: use --resume to continue it",
            ];
            assert!(reasons.iter().any(|reason| said.contains(reason)), "{command}: {said}");
            check(&command, input, &said);
        }
        fs::remove_file(link).expect("the link");
        fs::remove_file(other).expect("the hard link");
    }
}

/// Checks that an output that cannot be written is refused before anything is printed, and is not changed: each row of
/// a table, with a folder, a file in a folder that does not exist, and a protected file. Returns the commands that
/// refuse their input.
pub(crate) fn outputs_are_checked(folder: &Path, table: &str, run: impl Fn(&str) -> Output) -> Vec<String> {
    let kept = folder.join("kept");
    fs::write(&kept, "kept").expect("a file");
    let mut rights = fs::metadata(&kept).expect("the file").permissions();
    rights.set_readonly(true);
    fs::set_permissions(&kept, rights).expect("a protected file");
    let mut others = Vec::new();
    for (_, command) in rows(table).filter(|(_, command)| command.contains("OUT")) {
        let said = [
            (".", "cannot write .: it is a folder"),
            ("none/out", "cannot write none/out: the folder none does not exist"),
            ("kept", "cannot write kept: it is write-protected"),
        ]
        .map(|(out, reason)| {
            let Output { status, stdout, stderr } = run(&command.replace("OUT", out));
            let said = String::from_utf8_lossy(&stderr).into_owned();
            assert_eq!(
                (status.code(), &*stdout),
                (Some(1), &b""[..]),
                "{command}, {out}: {said}"
            );
            (said.contains(reason), said)
        });
        if said.iter().any(|(is_reason, _)| !is_reason) {
            assert!(said.iter().all(|it| *it == said[0]), "{command}: {said:?}");
            others.push(command.to_owned());
        }
        assert_eq!(fs::read(&kept).expect("the file"), b"kept", "{command}");
        assert!(!folder.join("none").exists(), "{command}");
    }
    others
}

/// Returns the words of a command line, with some names replaced in each.
#[cfg(target_os = "linux")]
fn replaced(line: &str, names: &[(&str, &OsStr)]) -> Vec<OsString> {
    use std::os::unix::ffi::{OsStrExt, OsStringExt};
    let word = |word: &str| {
        let found = names.iter().find_map(|(old, new)| Some((word.strip_suffix(old)?, new)));
        let (before, rest) = found.map_or((word, &[][..]), |(before, new)| (before, new.as_bytes()));
        OsString::from_vec([before.as_bytes(), rest].concat())
    };
    words(line).into_iter().map(word).collect()
}

/// Checks that file names need not be UTF-8: each row of a table, with input and output under such names.
#[cfg(target_os = "linux")]
pub(crate) fn names_are_any(folder: &Path, table: &str, binary: &str) {
    use std::os::unix::ffi::OsStringExt;
    for (input, command) in rows(table) {
        if input == "-" {
            continue;
        }
        let any = |name: &str| OsString::from_vec([b"\xff", name.as_bytes()].concat());
        let (source, out) = (any(input), any("out"));
        fs::copy(folder.join(input), folder.join(&source)).expect("a copy");
        let _ = fs::remove_file(folder.join(&out));
        let arguments = replaced(command, &[(input, &source), ("OUT", &out)]);
        let output = crate::environment::program(binary)
            .args(&arguments)
            .current_dir(folder)
            .stdin(Stdio::null())
            .output()
            .expect("the command runs");
        let said = String::from_utf8_lossy(&output.stderr);
        // For some rows, this command would refuse the input for another reason.
        let is_wrong = ["UTF-8", "no such file", "panicked", "Usage"];
        let wrong = is_wrong.iter().find(|wrong| said.contains(**wrong));
        assert_eq!(wrong, None, "{arguments:?}: {said}");
        assert!(
            !output.status.success() || !command.contains("OUT") || folder.join(&out).exists(),
            "{arguments:?} has not written its output: {said}"
        );
    }
}
