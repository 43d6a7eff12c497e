//! The options of GNU binutils, each in many command lines: the results of GNU's programs were recorded, and are
//! compared with those of `z8k`. `Z8000_RECORD=1 cargo test -p z8k --test it records::gnu -- --ignored` records again.

mod cases;
mod shown;

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::LazyLock;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use crate::harness::folder;
use cases::{Case, cases};

/// The programs with records.
const TOOLS: [&str; 10] = [
    "as",
    "ld",
    "ar",
    "ranlib",
    "nm",
    "objcopy",
    "objdump",
    "strip",
    "size",
    "addr2line",
];

/// The intended differences, each with its reason: a program, patterns for options and for variants, and ` : `.
static DIFFERENCES: LazyLock<String> =
    LazyLock::new(|| fs::read_to_string(path("differences")).expect("the differences"));

/// The origin of the programs that are run.
#[derive(Clone, Copy, PartialEq)]
enum Whose {
    Gnu,
    Ours,
}

impl Whose {
    fn command(self, tool: &str) -> Command {
        match self {
            Self::Gnu => Command::new(format!("z8k-coff-{tool}")),
            Self::Ours => {
                let mut command = crate::environment::program(env!("CARGO_BIN_EXE_z8k"));
                command.arg(tool);
                command
            }
        }
    }
}

/// Runs a command line in a folder; returns true if it succeeds, and its output.
fn run(whose: Whose, tool: &str, words: &[String], folder: &Path) -> (bool, String) {
    let mut command = whose.command(tool);
    command
        .args(words)
        .current_dir(folder)
        .env("LC_ALL", "C")
        .env("SOURCE_DATE_EPOCH", "0");
    let output = command
        .output()
        .unwrap_or_else(|error| panic!("{tool}: {error}; `tests/gnu/install FOLDER` builds it"));
    (
        output.status.success(),
        String::from_utf8_lossy(&output.stdout).into_owned(),
    )
}

/// Creates the files that the command lines read, made with the programs to be compared.
fn template(whose: Whose) -> PathBuf {
    let folder = folder(if whose == Whose::Gnu {
        "records-gnu"
    } else {
        "records-own"
    });
    for (name, text) in cases::FILES {
        fs::write(folder.join(name), text).expect("a file");
    }
    for line in cases::PREPARATION {
        let words: Vec<String> = line.split(' ').map(str::to_owned).collect();
        assert!(run(whose, &words[0], &words[1..], &folder).0, "{line}");
    }
    folder
}

/// Returns the names of the files in a folder.
fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).expect("a folder");
    let names = entries.map(|entry| entry.expect("a file").file_name().to_string_lossy().into_owned());
    let mut names: Vec<String> = names.collect();
    names.sort();
    names
}

/// Returns the result of a command line: its status, its output, and the files that it creates or changes.
fn result(whose: Whose, case: &Case, template: &Path, folder: &Path) -> String {
    let _ = fs::remove_dir_all(folder);
    fs::create_dir_all(folder).expect("a folder");
    let files: Vec<String> = names(template).into_iter().filter(|name| case.reads(name)).collect();
    for name in &files {
        fs::copy(template.join(name), folder.join(name)).expect("a copy");
    }
    case.prepare(folder);
    let (status, said) = run(whose, case.tool, &case.words, folder);
    let mut text = format!("status {}\n", i32::from(!status));
    let said = shown::printed(case.tool, &said);
    if !said.is_empty() {
        let _ = writeln!(text, "printed:\n{said}");
    }
    for name in names(folder) {
        let [now, before] = [folder, template].map(|folder| {
            let bytes = fs::read(folder.join(&name)).ok();
            bytes.map(|bytes| shown::file(&folder.join(&name), &bytes))
        });
        if let Some(now) = now.filter(|now| before.as_ref() != Some(now)) {
            let _ = writeln!(text, "{name}: {now}");
        }
    }
    for name in files.iter().filter(|name| !folder.join(name).exists()) {
        let _ = writeln!(text, "{name}: removed");
    }
    text
}

/// Returns the results of all cases of a program, in their order.
fn results(whose: Whose, cases: &[Case], template: &Path) -> Vec<String> {
    let next = AtomicUsize::new(0);
    let threads = thread::available_parallelism().map_or(2, usize::from);
    let mut all: Vec<(usize, String)> = thread::scope(|scope| {
        let work = |number: usize| {
            let next = &next;
            scope.spawn(move || {
                let own = template.with_extension(format!("work-{number}"));
                let mut found = Vec::new();
                loop {
                    let index = next.fetch_add(1, Ordering::Relaxed);
                    let Some(case) = cases.get(index) else { break };
                    found.push((index, result(whose, case, template, &own)));
                }
                let _ = fs::remove_dir_all(&own);
                found
            })
        };
        let running: Vec<_> = (0..threads).map(work).collect();
        running
            .into_iter()
            .flat_map(|thread| thread.join().expect("a thread"))
            .collect()
    });
    all.sort();
    all.into_iter().map(|(_, text)| text).collect()
}

/// Returns the name of a result in the records.
fn key(text: &str) -> String {
    format!("{:08x}", shown::hash(text.as_bytes()))
}

fn path(tool: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("tests/it/records/{tool}.txt"))
}

/// Formats the records of a program: each case with the name of its result, and the results.
fn written(cases: &[Case], results: &[String]) -> String {
    let mut text = String::new();
    let mut rows: Vec<(&str, Vec<String>)> = Vec::new();
    for (case, result) in cases.iter().zip(results) {
        if rows.last().is_none_or(|(option, _)| *option != case.option) {
            rows.push((&case.option, Vec::new()));
        }
        let row = rows.last_mut().expect("a row");
        row.1.push(format!("{}={}", case.variant, key(result)));
    }
    for (option, variants) in rows {
        let _ = writeln!(text, "{option} {}", variants.join(" "));
    }
    let known: BTreeMap<String, &String> = results.iter().map(|result| (key(result), result)).collect();
    for (key, result) in known {
        let _ = write!(
            text,
            "\n{key}\n{}",
            result.lines().map(|line| format!("  {line}\n")).collect::<String>()
        );
    }
    text
}

/// Parses the recorded results: the name of the result for each option and variant, and the text of each result.
fn records(text: &str) -> (BTreeMap<(String, String), String>, BTreeMap<String, String>) {
    let (rows, blocks) = text.split_once("\n\n").unwrap_or((text, ""));
    let mut names = BTreeMap::new();
    for row in rows.lines() {
        let mut words = row.split(' ');
        let option = words.next().expect("an option");
        for (variant, key) in words.filter_map(|word| word.rsplit_once('=')) {
            names.insert((option.to_owned(), variant.to_owned()), key.to_owned());
        }
    }
    let blocks = blocks.split("\n\n").filter_map(|block| block.split_once('\n'));
    let texts = blocks.map(|(key, text)| {
        let lines = text
            .lines()
            .map(|line| format!("{}\n", line.strip_prefix("  ").unwrap_or(line)));
        (key.to_owned(), lines.collect())
    });
    (names, texts.collect())
}

/// Returns true if a word matches a pattern, in which a final `*` stands for any text and `,` separates alternatives.
fn matches(pattern: &str, word: &str) -> bool {
    pattern.split(',').any(|one| match one.strip_suffix('*') {
        Some(begin) => word.starts_with(begin),
        None => one == word,
    })
}

/// Returns the number of the row that describes a difference, and the reason; `None` if no row does.
fn reason(case: &Case) -> Option<(usize, &'static str)> {
    let rows = DIFFERENCES
        .lines()
        .enumerate()
        .filter(|(_, row)| !row.is_empty() && !row.starts_with('#'));
    let mut rows = rows.filter_map(|(number, row)| {
        let (patterns, reason) = row.split_once(" : ")?;
        let [tool, option, variant] = patterns.split(' ').collect::<Vec<_>>()[..] else {
            panic!("{row}: expected a program, options and variants");
        };
        let fits = matches(tool, case.tool) && matches(option, &case.option) && matches(variant, case.variant);
        fits.then_some((number, reason))
    });
    rows.next()
}

#[test]
fn options_do_what_those_of_gnu_do() {
    let template = template(Whose::Ours);
    let mut unexplained = Vec::new();
    let mut used = std::collections::BTreeSet::new();
    for tool in TOOLS {
        let cases = cases(tool);
        let (names, texts) = records(&fs::read_to_string(path(tool)).unwrap_or_default());
        let results = results(Whose::Ours, &cases, &template);
        let (mut equal, mut different, mut refused) = (0, 0, 0);
        for (case, result) in cases.iter().zip(&results) {
            let recorded = names.get(&(case.option.clone(), case.variant.to_owned()));
            if recorded == Some(&key(result)) {
                equal += 1;
            } else if case.is_refused {
                refused += 1;
            } else if let Some((row, _)) = reason(case) {
                used.insert(row);
                different += 1;
            } else {
                let gnu = recorded
                    .and_then(|key| texts.get(key))
                    .map_or("(not recorded)", |text| text);
                unexplained.push(format!(
                    "{} {} ({}): {:?}\n--- GNU\n{gnu}--- here\n{result}",
                    tool, case.option, case.variant, case.words
                ));
            }
        }
        println!(
            "{tool}: {equal} command lines equal, {different} different with a reason, {refused} refused with a reason"
        );
    }
    if let Ok(file) = std::env::var("Z8000_UNEXPLAINED") {
        fs::write(file, unexplained.join("\n")).expect("a file");
    }
    let unused = DIFFERENCES
        .lines()
        .enumerate()
        .filter(|(number, row)| row.contains(" : ") && !row.starts_with('#') && !used.contains(number));
    let unused: Vec<&str> = unused.map(|(_, row)| row).collect();
    assert!(
        unused.is_empty(),
        "nothing differs for these reasons any more: {unused:#?}"
    );
    let shown = unexplained.iter().take(5).cloned().collect::<Vec<_>>().join("\n");
    assert!(
        unexplained.is_empty(),
        "{} differences have no reason\n{shown}",
        unexplained.len()
    );
}

mod gnu {
    use super::*;

    /// The records agree with GNU's programs; with `Z8000_RECORD`, they are updated.
    #[test]
    #[ignore = "needs GNU binutils for the Z8000; tests/gnu/install builds them"]
    fn programs_do_what_is_recorded() {
        let template = template(Whose::Gnu);
        for tool in TOOLS {
            let cases = cases(tool);
            let text = written(&cases, &results(Whose::Gnu, &cases, &template));
            if std::env::var_os("Z8000_RECORD").is_some() {
                fs::write(path(tool), text).expect("the records");
            } else {
                let recorded = fs::read_to_string(path(tool)).expect("the records");
                assert!(
                    recorded == text,
                    "{}: GNU's programs do something else",
                    path(tool).display()
                );
            }
        }
    }
}
