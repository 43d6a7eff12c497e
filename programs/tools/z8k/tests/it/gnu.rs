//! The table of GNU binutils options: each option is accepted, or refused with its reason; the table is complete.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use crate::harness::folder;

const TABLE: &str = include_str!("../../src/binutils/gnu.txt");

/// Returns the rows: the program, the treatment of the options, their spellings, and the reason.
fn rows() -> Vec<(&'static str, &'static str, Vec<&'static str>, &'static str)> {
    let mut tool = "";
    let mut rows = Vec::new();
    for line in TABLE.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
        if let Some(name) = line.strip_prefix("== ") {
            tool = name;
            continue;
        }
        let (fate, rest) = line.split_once(' ').expect("a fate");
        let (spellings, reason) = rest.split_once(" : ").unwrap_or((rest, ""));
        assert_eq!(reason.is_empty(), fate == "taken", "{line}");
        rows.push((tool, fate, spellings.split(' ').collect(), reason));
    }
    rows
}

fn z8k(folder: &Path, words: &[&str]) -> Output {
    let mut command = crate::environment::program(env!("CARGO_BIN_EXE_z8k"));
    command.args(words).current_dir(folder).output().expect("it runs")
}

/// Returns a value that is valid for an option.
fn value(tool: &str, name: &str) -> &'static str {
    match (tool, name) {
        ("ld" | "objdump", "-b" | "--target" | "--format" | "--oformat") => "binary",
        ("ld", "--unresolved-symbols") => "ignore-all",
        ("ld", "--orphan-handling") => "warn",
        ("nm", "-t" | "--radix") => "o",
        ("nm", "-f" | "--format") => "posix",
        ("size", "--radix") => "8",
        ("size", "--format") => "sysv",
        ("ld" | "objdump", "-m" | "--architecture") | ("objcopy", "-B" | "--binary-architecture") => "z8001",
        ("objcopy", name) if name.ends_with("target") || ["-I", "-O", "-F"].contains(&name) => "binary",
        (_, "--defsym" | "--section-start" | "--debug-prefix-map" | "--rename-section" | "--redefine-sym") => "a=1",
        (_, "--add-section" | "--update-section" | "--dump-section") => "a=1",
        (_, "--set-section-flags") => "a=data",
        (_, name) if name.starts_with("--change-section") || name == "--adjust-section-vma" => "a=1",
        _ => "1",
    }
}

/// Returns the words of an option with its value, and its name.
fn option(tool: &str, spelling: &'static str) -> (Vec<String>, &'static str) {
    let name = spelling.trim_end_matches("[=]").trim_end_matches('=');
    let value = value(tool, name);
    let words = match &spelling[name.len()..] {
        "=" if name.len() == 2 => vec![name.to_owned(), value.to_owned()],
        "=" => vec![format!("{name}={value}")],
        _ => vec![name.to_owned()],
    };
    (words, name)
}

#[test]
fn options_are_accepted_or_refused_with_the_reason() {
    let folder = folder("gnu-options");
    let (mut accepted, mut refused) = (0, 0);
    for (tool, fate, spellings, reason) in rows() {
        for spelling in spellings {
            let (words, name) = option(tool, spelling);
            let mut line = vec![tool];
            line.extend(words.iter().map(String::as_str));
            match fate {
                "other" => continue,
                _ if spelling == "@FILE" => {
                    fs::write(folder.join("options"), "--he'lp'\n").expect("a file");
                    line[1] = "@options";
                }
                "taken" | "none" if spelling.starts_with('-') => line.push("--help"),
                // The letters of `ar` form one word; some are valid only with another letter.
                "taken" => {
                    let key = if "dpqrstx".contains(spelling) {
                        spelling.to_owned()
                    } else {
                        format!("r{spelling}")
                    };
                    let output = z8k(&folder, &["ar", &key, "l.a"]);
                    let said = String::from_utf8_lossy(&output.stderr).into_owned();
                    assert!(
                        !said.contains("not supported") && !said.contains("unsupported"),
                        "{key}: {said}"
                    );
                    accepted += 1;
                    continue;
                }
                _ => line.extend(["x", "y"]),
            }
            let output = z8k(&folder, &line);
            let said = String::from_utf8_lossy(&output.stderr).into_owned();
            if fate == "refused" {
                let expected = format!("`{name}` is not supported: {reason}");
                assert!(
                    output.status.code() == Some(1) && said.contains(&expected),
                    "{line:?}: {said}"
                );
                refused += 1;
            } else {
                assert!(output.status.success(), "{line:?}: {said}");
                accepted += 1;
            }
        }
    }
    println!("{accepted} spellings are accepted, {refused} are refused");
}

/// Returns the options in the help of a program.
fn options(help: &str) -> Vec<String> {
    let mut options = Vec::new();
    for line in help
        .lines()
        .filter(|line| line.trim_start().starts_with(['-', '{', '[']))
    {
        let words = line.split(|letter: char| letter.is_whitespace() || ",|{}(/".contains(letter));
        for word in words.filter(|word| word.starts_with('-')) {
            let both = word.replace("[no-]", "").replace("[section-]", "");
            let name = both
                .split(['=', '<', '[', '.', ')', '\'', '`', ']'])
                .next()
                .unwrap_or_default();
            if !name
                .trim_start_matches('-')
                .starts_with(|letter: char| letter.is_ascii_alphanumeric())
            {
                continue;
            }
            options.push(name.to_owned());
            if word.contains("[no-]") {
                options.push(name.replacen("--", "--no-", 1));
            }
        }
    }
    options
}

/// Every option in the help of GNU's programs is in the table.
#[test]
#[ignore = "needs GNU binutils for the Z8000; tests/gnu/install builds them"]
fn the_table_has_all_options() {
    let rows = rows();
    let (mut count, mut missing) = (0, Vec::new());
    for tool in [
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
    ] {
        let output = Command::new(format!("z8k-coff-{tool}")).arg("--help").output();
        let output = output.expect("GNU binutils");
        let help = String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr);
        let own = rows.iter().filter(|row| row.0 == tool);
        let known: Vec<&str> = own
            .flat_map(|row| &row.2)
            .map(|spelling| spelling.trim_end_matches("[=]").trim_end_matches('='))
            .collect();
        let mut names = options(&help);
        if tool == "ar" {
            let usage = help.lines().next().unwrap_or_default();
            let letters = usage
                .split(['{', '}', '[', ']'])
                .filter(|part| part.len() > 6 && !part.contains([' ', '-']));
            names.extend(letters.flat_map(str::chars).map(String::from));
        }
        for name in names {
            count += 1;
            let begins = name.ends_with('-') && known.iter().any(|known| known.starts_with(&name));
            let bare = |name: &str| name.trim_start_matches('-').to_owned();
            let is_known = known
                .iter()
                .any(|known| *known == name || name.len() > 2 && bare(known) == bare(&name));
            if !begins && !is_known {
                missing.push(format!("{tool} {name}"));
            }
        }
    }
    println!("{count} options of the help are in the table");
    assert!(missing.is_empty() && count > 400, "{count}: {missing:?}");
}
