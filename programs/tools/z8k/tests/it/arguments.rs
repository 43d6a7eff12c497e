//! The arguments of all commands: which of them are files, and the number of options.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;

use super::commands::{folder, z8k};

/// Values that are not files, or files whose names a command takes as plain text; a value without its own name is
/// listed with its command.
const OTHERS: &str = "A, A=FOLDER, ADDRESS, B=FILE, BYTE, CLOCK, DIALECT, LAYOUT, MB, N, NAME, NAME=VALUE, NUMBER, \
    OLD=NEW, SECTION, SECTION=ADDRESS, SECTION=FILE, SECTION=FLAGS, SYMBOL, SYMBOL=VALUE, TEXT, addr2line addresses, \
    ar key, cpm arguments, directives names, machines name";

/// Returns the arguments that name files, as the completion of zsh lists them: `asm --out (written)`.
fn files() -> BTreeSet<String> {
    let folder = folder("arguments");
    assert!(z8k(&folder, "--write-pages .").status.success());
    let script = fs::read_to_string(folder.join("completions/_z8k")).expect("a script");
    // Short and long names are on separate lines, with the same help.
    let mut found = BTreeMap::new();
    let mut command = "";
    for line in script.lines().map(str::trim) {
        if let Some(name) = line.strip_prefix('(').and_then(|line| line.strip_suffix(')')) {
            command = name;
        }
        let line = line.strip_prefix('\'').and_then(|line| line.strip_suffix("' \\"));
        let Some((argument, action @ ("_files" | "_default"))) = line.and_then(|line| line.rsplit_once(':')) else {
            continue;
        };
        // The argument follows the list of options that it excludes, and `*` if it may be repeated; only options have a
        // value after a colon.
        let argument = argument.find(")-").map_or(argument, |at| &argument[at + 1..]);
        let (argument, value) = argument.split_once("]:").unwrap_or((argument, "FILE"));
        let value = value.trim_start_matches(':');
        let parts = argument.split_once(" -- ").or_else(|| argument.split_once('['));
        let (name, help) = parts.expect("a name, and the help");
        let name = format!("{command} {}", name.trim_matches(['*', ':', '=', '+']));
        // An output is checked before the command starts, and therefore is not of the type for plain paths.
        let kind = match action {
            "_files" => "read",
            _ if OTHERS.split(", ").any(|other| [value, &name].contains(&other)) => continue,
            _ => "written",
        };
        assert!(
            kind == "read" || value == "FILE",
            "{name}: `{value}` is not one of OTHERS"
        );
        let whole = format!("{name} ({kind})");
        let known = found.entry((command, help)).or_insert_with(|| whole.clone());
        if name.contains(" --") && !known.contains(" --") {
            *known = whole;
        }
    }
    found.into_values().collect()
}

/// `outputs.txt` states of each file whether it is read or written; `outputs.rs` tests the written ones.
#[test]
fn every_file_is_known_as_read_or_written() {
    let rows = include_str!("outputs.txt").lines();
    let rows = rows.filter(|row| !row.is_empty() && !row.starts_with('#'));
    let listed = rows.map(|row| match row.split_once(" |") {
        Some((argument, _)) => format!("{argument} (written)"),
        None => format!("{row} (read)"),
    });
    assert_eq!(listed.collect::<BTreeSet<_>>(), files());
}

/// Options are counted where they are declared, without hidden ones and those that every command has.
#[test]
fn options_are_within_their_budget() {
    let budget = include_str!("../../../../../tests/budget.txt");
    let limit = budget.lines().find_map(|line| line.strip_prefix("z8k options: "));
    let limit: usize = limit.and_then(|limit| limit.parse().ok()).expect("a limit");
    let folder = folder("options");
    assert!(z8k(&folder, "--write-pages .").status.success());
    let given = [r"\fB\-h\fR, \fB\-\-help\fR", r"\fB\-V\fR, \fB\-\-version\fR"];
    let mut options = 0;
    for page in fs::read_dir(folder.join("man")).expect("the pages") {
        let page = fs::read_to_string(page.expect("a page").path()).expect("a text");
        let entries = page.split(".TP\n").filter_map(|entry| entry.lines().next());
        let own = entries.filter(|option| option.starts_with(r"\fB\-") && !given.contains(option));
        options += own.count();
    }
    println!("z8k options: {options} of {limit}");
    assert!(
        options > 0 && options <= limit + limit / 100,
        "{options} options, the budget is {limit}; see tests/budget.txt"
    );
}
