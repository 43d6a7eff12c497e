//! Shared by the tests of all three programs: the examples in their help, and the names of their options.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;
use std::process::{Output, Stdio};

use crate::harness::{fed, words};

/// The option names of all programs, with their meanings.
const VOCABULARY: &str = include_str!("../../../../../tests/vocabulary.txt");

/// The default values of the options of all programs.
const DEFAULTS: &str = include_str!("../../../../../tests/defaults.txt");

/// Maximum number of columns of a help text that is not printed on a terminal.
const WIDTH: usize = 100;

/// Runs the program under test in a folder.
fn run(program: &str, folder: &Path, line: &str, input: &str) -> Output {
    let mut command = crate::environment::program(program);
    fed(command.current_dir(folder).args(words(line)), input, Stdio::piped())
}

fn said(output: &Output) -> String {
    String::from_utf8_lossy(&[&output.stdout[..], &output.stderr].concat()).into_owned()
}

/// Runs all examples in order, except those that need a network, in one folder with the given files; checks that each
/// command has one or two examples. The file `-` is the standard input.
pub(crate) fn examples_succeed(program: &str, folder: &Path, examples: &str, files: &[(&str, &str)], network: &[&str]) {
    let mut input = "";
    for (name, contents) in files {
        match *name {
            "-" => input = contents,
            name => fs::write(folder.join(name), contents).expect("a file"),
        }
    }
    for line in examples.lines().filter(|line| !network.contains(line)) {
        let (_, arguments) = line.split_once(' ').expect("a command");
        let output = run(program, folder, arguments, input);
        assert!(output.status.success(), "{line}: {}", said(&output));
    }
    for (called, page) in pages(program, folder) {
        let arguments = called.split_once(' ').map_or("", |(_, command)| command);
        let help = said(&run(program, folder, &format!("{arguments} --help"), ""));
        let wide = help.lines().find(|line| line.chars().count() > WIDTH);
        assert_eq!(wide, None, "{called} --help");
        let (_, list) = help.split_once("Examples:\n").unwrap_or_default();
        let shown: Vec<&str> = list.lines().map(str::trim).collect();
        assert!((1..=2).contains(&shown.len()), "{called}: {shown:?}");
        assert!(
            shown.iter().all(|line| examples.lines().any(|one| one == *line)),
            "{called}: {shown:?}"
        );
        assert!(
            page.contains(".SH EXAMPLES") && page.contains(".SH \"EXIT STATUS\""),
            "{page}"
        );
    }
}

/// Returns the text of each manual page, by the words that call the command, such as `z8k ld`.
fn pages(program: &str, folder: &Path) -> BTreeMap<String, String> {
    let written = run(program, folder, "--write-pages pages", "");
    assert!(written.status.success(), "{}", said(&written));
    let files = fs::read_dir(folder.join("pages/man")).expect("the pages");
    let pages = files.map(|file| {
        let text = fs::read_to_string(file.expect("a page").path()).expect("a text");
        let (_, synopsis) = text.split_once(".SH SYNOPSIS\n").expect("a synopsis");
        let line = synopsis.lines().next().unwrap_or_default().replace('\\', "");
        let called = line.split("fR").next().unwrap_or_default().trim_start_matches("fB");
        (called.to_owned(), text)
    });
    pages.collect()
}

/// An option: its names, the type of its value, and its help.
struct Declared {
    long: String,
    short: String,
    value: String,
    default: Option<String>,
    help: String,
}

/// Returns the options of a manual page except `--help` and `--version`, which every command has.
fn options(page: &str) -> Vec<Declared> {
    let (_, list) = page.split_once(".SH OPTIONS\n").unwrap_or_default();
    let list = list.split("\n.SH ").next().unwrap_or_default();
    let entries = list.split(".TP\n").filter(|entry| entry.starts_with(r"\fB\-"));
    let options = entries.map(|entry| {
        let (heading, help) = entry.split_once('\n').unwrap_or((entry, ""));
        let plain = heading
            .replace(r"\fB", "")
            .replace(r"\fI", "")
            .replace(r"\fR", "")
            .replace('\\', "");
        let heading = plain.split(" [").next().unwrap_or_default();
        // An optional value is written as `[=<FILE>]`.
        let own = heading.split_once(" <").or_else(|| heading.split_once("[=<"));
        let (names, value) = own.unwrap_or((heading, "-"));
        let name = |dashes: &str| {
            let mut names = names.split(", ");
            names.find(|name| name.starts_with(dashes) && (dashes == "--" || !name.starts_with("--")))
        };
        let default = plain
            .split_once(" [default: ")
            .map(|(_, rest)| rest.trim_end_matches(']'));
        let sentence = help.split(['\n', '.', ';']).next().unwrap_or_default();
        Declared {
            long: name("--").unwrap_or("-").to_owned(),
            short: name("-").unwrap_or("-").to_owned(),
            value: value.trim_end_matches(['>', ']']).to_owned(),
            default: default.map(str::to_owned),
            help: sentence.to_owned(),
        }
    });
    let own = options.filter(|option| !["--help", "--version"].contains(&&*option.long));
    own.collect()
}

/// A row of the vocabulary: a meaning, and the only name for it.
struct Row<'v> {
    long: &'v str,
    short: &'v str,
    value: &'v str,
    /// The commands of all programs that have this option.
    commands: BTreeSet<String>,
    meaning: &'v str,
    /// True if the commands describe the option in different words.
    varies: bool,
}

fn row(line: &'static str) -> Row<'static> {
    let cells: Vec<&str> = line.split('|').map(str::trim).collect();
    let [name, short, value, commands, meaning] = cells[..] else {
        panic!("five cells: {line}");
    };
    Row {
        long: name.trim_start_matches('~'),
        short,
        value,
        commands: self::commands(commands).collect(),
        meaning,
        varies: name.starts_with('~'),
    }
}

/// Returns the words that call the commands in a list such as `z8k: run, debug; bcp: solve`.
fn commands(list: &str) -> impl Iterator<Item = String> {
    list.split("; ").flat_map(|part| {
        let (program, commands) = part.split_once(": ").expect("a program");
        commands.split(", ").map(move |command| format!("{program} {command}"))
    })
}

/// Checks that the options of a program have the listed default values.
pub(crate) fn options_have_their_defaults(program: &str, folder: &Path) {
    let pages = pages(program, folder);
    let rows = DEFAULTS
        .lines()
        .filter(|line| line.contains(" | ") && !line.starts_with('#'));
    let listed = rows.flat_map(|line| {
        let [name, default, list] = line.split(" | ").collect::<Vec<_>>()[..] else {
            panic!("{line}: a row has three parts");
        };
        commands(list).map(move |called| format!("{called} {name} {default}"))
    });
    let listed: BTreeSet<String> = listed
        .filter(|row| pages.keys().any(|called| row.starts_with(&format!("{called} "))))
        .collect();
    let declared = pages.iter().flat_map(|(called, page)| {
        let options = options(page).into_iter();
        options.filter_map(move |option| Some(format!("{called} {} {}", option.long, option.default?)))
    });
    assert_eq!(declared.collect::<BTreeSet<_>>(), listed);
}

/// Checks the options of a program against the vocabulary: each has the name, the letter and the value for its meaning,
/// and occurs in the commands listed there. Only names that GNU binutils have given are listed by command.
pub(crate) fn options_have_one_name(program: &str, folder: &Path) {
    let lines = VOCABULARY
        .lines()
        .filter(|line| !line.is_empty() && !line.starts_with('#'));
    let (gnu, own): (Vec<&str>, Vec<&str>) = lines.partition(|line| line.starts_with("GNU "));
    let rows: Vec<Row<'_>> = own.into_iter().map(row).collect();
    let mut wrong = Vec::new();
    for (at, row) in rows.iter().enumerate() {
        for other in &rows[..at] {
            let same = |a: &str, b: &str| a == b && a != "-";
            if same(row.long, other.long) || same(row.short, other.short) || row.meaning == other.meaning {
                wrong.push(format!(
                    "{} and {} share a name, a letter or a meaning",
                    other.long, row.long
                ));
            }
        }
    }
    let mut described: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    let mut found: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    let mut of_gnu = BTreeSet::new();
    let pages = pages(program, folder);
    let own_name = pages.keys().min_by_key(|called| called.len()).expect("pages").clone();
    for (called, page) in &pages {
        let command = called.split_once(' ').map_or("", |(_, command)| command);
        let names = gnu
            .iter()
            .find_map(|line| line.strip_prefix(&format!("GNU {command}: ")));
        for option in options(page) {
            let name = if option.long == "-" {
                &option.short
            } else {
                &option.long
            };
            if names.is_some_and(|names| names.split(' ').any(|known| known == name)) {
                of_gnu.insert(format!("{command} {name}"));
                continue;
            }
            let same = |row: &&Row<'_>| [row.long, row.short].contains(&&**name);
            let Some(row) = rows.iter().find(same) else {
                wrong.push(format!(
                    "{called} {name} is not in tests/vocabulary.txt: its meaning may have a name"
                ));
                continue;
            };
            if (row.long, row.short, row.value) != (&option.long, &option.short, &option.value) {
                let Declared { long, short, value, .. } = &option;
                wrong.push(format!(
                    "{called}: {long} {short} {value}, not {} {} {}",
                    row.long, row.short, row.value
                ));
            }
            found.entry(name.clone()).or_default().insert(called.clone());
            described.entry(option.help).or_default().insert(name.clone());
        }
    }
    for row in &rows {
        let listed = row
            .commands
            .iter()
            .filter(|name| name.starts_with(&format!("{own_name} ")));
        let name = if row.long == "-" { row.short } else { row.long };
        let has = found.get(name).cloned().unwrap_or_default();
        let listed: BTreeSet<String> = listed.cloned().collect();
        if listed != has {
            wrong.push(format!("{name} is in {has:?}, not in {listed:?}"));
        }
        let sentences = described.values().filter(|names| names.contains(name)).count();
        if sentences > 1 && !row.varies {
            wrong.push(format!("the commands describe {name} in {sentences} ways"));
        }
    }
    let two = described.iter().filter(|(_, names)| names.len() > 1);
    wrong.extend(two.map(|(help, names)| format!("`{help}` has several names: {names:?}")));
    if own_name == "z8k" {
        let listed = gnu.iter().flat_map(|line| {
            let (command, names) = line["GNU ".len()..].split_once(": ").expect("a command");
            names.split(' ').map(move |name| format!("{command} {name}"))
        });
        assert_eq!(
            listed.collect::<BTreeSet<_>>(),
            of_gnu,
            "the options with the names of GNU binutils"
        );
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
