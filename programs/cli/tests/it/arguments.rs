//! Arguments of a command: errors in them, and the number of options.

use std::ffi::OsString;
use std::path::PathBuf;

use clap::{Arg, Command, value_parser};
use cli::{Output, matches};

use crate::command::{options, over_budget, unlisted_files};

/// The variable that contains the arguments of a process that parses them, and ends at an error.
const LINE: &str = "CLI_ARGUMENTS";

fn tool() -> Command {
    let number = |name: &'static str| Arg::new(name).long(name);
    let run = Command::new("run")
        .arg(number("jobs").value_parser(value_parser!(u32)))
        .arg(number("depth").value_parser(value_parser!(u8).range(0..=30)))
        .arg(number("least").value_parser(value_parser!(u8).range(1..)));
    let solve = Command::new("solve")
        .arg(Arg::new("positions").long("positions"))
        .arg(Arg::new("format").long("format").value_parser(["text", "json"]));
    let tree = Arg::new("tree").allow_negative_numbers(true);
    let trees = Command::new("grow")
        .arg(tree)
        .arg(Arg::new("jobs").short('j').long("jobs"));
    Command::new("tool").subcommands([run, solve, Command::new("trees").subcommand(trees)])
}

#[test]
fn numbers_and_words_are_explained() {
    if let Ok(line) = std::env::var(LINE) {
        let words = ["tool"].into_iter().chain(line.split(' '));
        matches(tool(), "solve --positions", words.map(OsString::from));
        return;
    }
    let many = |command: &str| {
        format!("too many arguments; `{command} --help` lists the options; quote arguments that contain spaces")
    };
    let (of_run, of_grow) = (many("tool run"), many("tool trees grow"));
    // The error, a tip or an empty string, and the usage if it is shown.
    for (line, wrong, tip, usage) in [
        (
            "run --jobs x",
            "invalid value 'x' for '--jobs <jobs>': it must be a whole number, written in digits",
            "",
            "",
        ),
        (
            "run --jobs 99999999999",
            "invalid value '99999999999' for '--jobs <jobs>': it must be between 0 and 4294967295",
            "",
            "",
        ),
        (
            "run --jobs -5",
            "'-5' is negative: expected a positive number, such as 5",
            "",
            "",
        ),
        (
            "run --depth x",
            "invalid value 'x' for '--depth <depth>': it must be a whole number, written in digits",
            "",
            "",
        ),
        (
            "run --depth 31",
            "invalid value '31' for '--depth <depth>': it must be between 0 and 30",
            "",
            "",
        ),
        (
            "run --depth=-1",
            "invalid value '-1' for '--depth <depth>': it must be between 0 and 30",
            "",
            "",
        ),
        (
            "run --least 0",
            "invalid value '0' for '--least <least>': it must be between 1 and 255",
            "",
            "",
        ),
        (
            "run --dept 3",
            "unexpected argument '--dept' found",
            "did you mean `--depth`?",
            "run --depth <depth>",
        ),
        (
            "run --other",
            "unexpected argument '--other' found",
            "",
            "run [OPTIONS]",
        ),
        (
            "run extra",
            "unexpected argument 'extra' found",
            &of_run,
            "run [OPTIONS]",
        ),
        ("run 5", "unexpected argument '5' found", &of_run, "run [OPTIONS]"),
        (
            "solve 5",
            "unexpected argument '5' found",
            "too many arguments; specify positions with `--positions 5`",
            "solve [OPTIONS]",
        ),
        (
            "solve x",
            "unexpected argument 'x' found",
            &many("tool solve"),
            "solve [OPTIONS]",
        ),
        (
            "solve --format xml",
            "invalid value 'xml' for '--format <format>'\n  [possible values: text, json]",
            "",
            "-",
        ),
        (
            "trees grow 1,-2 more",
            "unexpected argument 'more' found",
            &of_grow,
            "trees grow [OPTIONS] [tree]",
        ),
        (
            "trees grow --job 3",
            "unexpected argument '--job' found",
            "did you mean `--jobs`?",
            "trees grow --jobs <jobs> [tree]",
        ),
        (
            "trees grow --other",
            "unexpected argument '--other' found",
            "",
            "trees grow [OPTIONS] [tree]",
        ),
        (
            "trees grow --other=3",
            "unexpected argument '--other' found",
            "",
            "trees grow [OPTIONS] [tree]",
        ),
        (
            "trees grow -x",
            "unexpected argument '-x' found",
            "",
            "trees grow [OPTIONS] [tree]",
        ),
        (
            "trees grow --jobs=3 -y",
            "unexpected argument '-y' found",
            "",
            "trees grow [OPTIONS] [tree]",
        ),
        (
            "trees grow -1(2)",
            "unexpected argument '-1' found",
            "to pass '-1' as a value, use '-- -1'",
            "trees grow [OPTIONS] [tree]",
        ),
        ("--vresion", "unexpected argument '--vresion' found", "", "[COMMAND]"),
        ("a.s", "unknown command 'a.s': write `tool solve --suite a.s`", "", ""),
        (
            "1/2.s",
            "unknown command '1/2.s': write `tool solve --suite 1/2.s`",
            "",
            "",
        ),
        ("5", "unknown command '5': write `tool solve --positions 5`", "", ""),
        (
            "rum",
            "unrecognized subcommand 'rum'",
            "a similar subcommand exists: 'run'",
            "[COMMAND]",
        ),
        ("help rum", "unknown command 'rum'; did you mean `run`?", "", ""),
        // `run` is a command, but not a subcommand of `trees`.
        ("trees rum", "unrecognized subcommand 'rum'", "", "trees [COMMAND]"),
    ] {
        let ended = crate::again("arguments::numbers_and_words_are_explained", LINE, line);
        let said = String::from_utf8_lossy(&ended.stderr);
        let mut expected = format!("error: {wrong}\n");
        if !tip.is_empty() {
            expected += &format!("\n  tip: {tip}\n");
        }
        if !usage.is_empty() {
            let usage = format!("Usage: tool {usage}\n\n");
            expected += &format!(
                "\n{}For more information, try '--help'.\n",
                usage.trim_start_matches("Usage: tool -\n\n")
            );
        }
        assert_eq!((ended.status.code(), &*said), (Some(2), &*expected), "{line}");
    }
    for line in [
        "trees grow -- -x",
        "trees grow --",
        "trees grow -j x",
        "trees grow -1",
        "run --jobs 1 --depth 30",
    ] {
        assert!(
            crate::again("arguments::numbers_and_words_are_explained", LINE, line)
                .status
                .success(),
            "{line}"
        );
    }
}

#[test]
fn options_of_subcommands_count() {
    let command = Command::new("tool")
        .arg(Arg::new("quiet").long("quiet").global(true))
        .subcommand(
            Command::new("run")
                .arg(Arg::new("file"))
                .arg(Arg::new("jobs").short('j')),
        )
        .subcommand(Command::new("nested").subcommand(Command::new("deep").arg(Arg::new("all").long("all"))));
    assert_eq!(options(&command), 3);
    // One per cent more is allowed: of 3 that is none, of 200 it is two.
    let over = |budget: &str| over_budget(&command, budget);
    assert_eq!(over("other options: 1\ntool options: 3"), None);
    assert!(over("tool options: 2").is_some_and(|said| said.starts_with("3 options, the budget is 2")));
    assert_eq!(
        over("other options: 3").as_deref(),
        Some("the budget has no row `tool options: N`")
    );
    assert!(over("tool options: x").is_some());
    let name = |number: u32| -> &'static str { number.to_string().leak() };
    let options = |count: u32| (0..count).map(|number| Arg::new(name(number)).long(name(number)));
    for (count, is_over) in [(202, false), (203, true)] {
        let command = Command::new("tool")
            .args(options(count))
            .arg(Arg::new("no").long("no").hide(true));
        let said = over_budget(&command, "tool options: 200");
        let expected = format!("{count} options, the budget is 200; see tests/budget.txt");
        assert_eq!(said, is_over.then_some(expected));
    }
}

/// An argument counts as a file because of the type of its value.
#[test]
fn files_are_compared_with_a_table() {
    let read = |name: &'static str| Arg::new(name).value_parser(value_parser!(PathBuf));
    let written = |name: &'static str| Arg::new(name).long(name).value_parser(value_parser!(Output));
    let inner = Command::new("inner").arg(written("log")).arg(Arg::new("word"));
    let command = Command::new("tool")
        .arg(read("all"))
        .subcommand(
            Command::new("copy")
                .arg(read("input"))
                .arg(read("more").long("extra"))
                .arg(written("out")),
        )
        .subcommand(Command::new("deep").subcommand(inner));
    let table = "# Files\n\nall\ncopy input\ncopy --extra\ncopy --out | x | y\ndeep inner --log |\n";
    assert_eq!(unlisted_files(&command, table), [""; 0]);
    // An output listed as an input, an input as an output, a missing one, and one that no command has.
    let table = "all |\ncopy input\ncopy --out\ndeep inner --log |\ndeep inner word\n";
    let expected = [
        "all (read)",
        "all (written)",
        "copy --extra (read)",
        "copy --out (read)",
        "copy --out (written)",
        "deep inner word (read)",
    ];
    assert_eq!(unlisted_files(&command, table), expected);
}
