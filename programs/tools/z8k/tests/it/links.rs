//! Programs in several files and the commands that link them, with the results of the GNU tools as recorded by
//! `tests/gnu/record.py`.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use crate::harness::folder;

/// Describes the linked program in the notation of the script: the file's big-endian numbers, decoded without this
/// project's reader.
fn facts(file: &[u8]) -> String {
    let number = |at: usize, size: usize| {
        let bytes = &file[at..at + size];
        bytes
            .iter()
            .fold(0, |number: usize, byte| number << 8 | usize::from(*byte))
    };
    let (sections, start, count) = (number(2, 2), number(8, 4), number(12, 4));
    let name = |at: usize| {
        let (from, most) = match number(at, 4) {
            0 => (start + 18 * count + number(at + 4, 4), usize::MAX),
            _ => (at, 8),
        };
        let bytes = file[from..].iter().take_while(|byte| **byte != 0).take(most);
        bytes.map(|byte| char::from(*byte)).collect::<String>()
    };
    let mut parts = vec![format!("entry {:x}", number(36, 4))];
    for index in 0..sections {
        let at = 20 + number(16, 2) + 40 * index;
        let [load, address, size, bytes] = [8, 12, 16, 20].map(|field| number(at + field, 4));
        if size == 0 {
            continue;
        }
        let mut part = format!("{} {address:x}", name(at));
        if load != address {
            let _ = write!(part, " from {load:x}");
        }
        match bytes {
            0 => _ = write!(part, " {size:x} bytes"),
            _ => {
                part.push(' ');
                file[bytes..bytes + size]
                    .iter()
                    .for_each(|byte| _ = write!(part, "{byte:02x}"));
            }
        }
        parts.push(part);
    }
    let (mut index, mut shared) = (0, BTreeSet::new());
    while index < count {
        let at = start + 18 * index;
        if [2, 127, 105].contains(&number(at + 16, 1)) {
            shared.insert(format!("{} {:x}", name(at), number(at + 8, 4)));
        }
        index += 1 + number(at + 17, 1);
    }
    parts.extend(shared);
    parts.join(" | ")
}

/// Writes the files of a program, runs its commands, and returns the description of `out`, or the first error.
fn outcome(folder: &Path, program: &str) -> String {
    let (files, commands) = program.split_once("$ ").expect("a command");
    for file in files.split("=== ").filter(|file| !file.is_empty()) {
        let (name, text) = file.split_once('\n').expect("the name of a file");
        fs::write(folder.join(name), text).expect("a file");
    }
    for line in commands.lines() {
        let words = line.trim_start_matches("$ ").split_whitespace();
        let output = crate::environment::program(env!("CARGO_BIN_EXE_z8k"))
            .args(words)
            .current_dir(folder)
            .output()
            .expect("the command runs");
        if !output.status.success() {
            return format!("error: {}", String::from_utf8_lossy(&output.stderr));
        }
    }
    facts(&fs::read(folder.join("out")).expect("a program"))
}

#[test]
fn links_have_the_outcomes_of_gnu_ld() {
    let data = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/links");
    let agree = |one: &str, other: &str| one == other || one.starts_with("error") && other.starts_with("error");
    let (mut equal, mut different, mut wrong) = (0, 0, String::new());
    for entry in fs::read_dir(data).expect("the links") {
        let text = fs::read_to_string(entry.expect("an entry").path()).expect("links");
        let mut rest = &*text;
        while let Some((program, after)) = rest.split_once("=> ") {
            let (gnu, after) = after.split_once('\n').expect("an outcome");
            let own = after.strip_prefix("<> ").and_then(|own| own.split_once('\n'));
            let expected = own.and_then(|(own, _)| own.split(" : ").next()).unwrap_or(gnu);
            rest = own.map_or(after, |(_, after)| after);
            let ours = outcome(&folder("links"), program);
            match own {
                None if agree(&ours, gnu) => equal += 1,
                Some(_) if agree(&ours, expected) && !agree(&ours, gnu) => different += 1,
                _ => _ = writeln!(wrong, "{program}expected {expected}\nours     {ours}\n"),
            }
        }
    }
    println!("{equal} links are equal, {different} differ with a reason");
    assert!(wrong.is_empty() && equal > 70, "{wrong}");
}
