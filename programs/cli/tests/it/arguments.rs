//! Arguments of a command: what is wrong with them, and how many options there are.

use std::ffi::OsString;

use clap::{Arg, Command, value_parser};
use cli::{matches, options, over_budget};

/// Has the arguments of a process that reads them, and ends where they are wrong.
const LINE: &str = "CLI_ARGUMENTS";

fn tool() -> Command {
    let number = |name: &'static str| Arg::new(name).long(name);
    let run = Command::new("run")
        .arg(number("jobs").value_parser(value_parser!(u32)))
        .arg(number("depth").value_parser(value_parser!(u8).range(0..=30)))
        .arg(number("least").value_parser(value_parser!(u8).range(1..)));
    let solve = Command::new("solve")
        .arg(Arg::new("positions").long("positions"))
        .arg(Arg::new("format").long("format").value_parser(["text", "json"]))
        .arg(Arg::new("report").long("report"));
    let tree = Arg::new("tree").allow_hyphen_values(true);
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
    for (line, part) in [
        (
            "run --jobs x",
            "'x' for '--jobs <jobs>': it must be a whole number, written in digits",
        ),
        ("run --jobs 99999999999", "between 0 and 4294967295"),
        (
            "run --jobs -5",
            "'-5' is negative: expected a positive number, such as 5",
        ),
        ("run --depth x", "it must be a whole number"),
        ("run --depth 31", "it must be between 0 and 30"),
        ("run --least 0", "it must be between 1 and 255"),
        ("run --dept 3", "did you mean `--depth`?"),
        ("run --other", "unexpected argument '--other'"),
        (
            "run extra",
            "too many arguments; `tool run --help` lists the options; quote arguments",
        ),
        ("run 5", "too many arguments; `tool run --help` lists"),
        ("solve 5", "too many arguments; specify positions with `--positions 5`"),
        ("solve --format html", "use `--report FILE` for an HTML page"),
        ("trees grow 1,-2 more", "`tool trees grow --help` lists"),
        ("trees grow --job 3", "did you mean `--jobs`?"),
        ("trees grow --other", "Usage: tool trees grow"),
        ("trees grow -x", "unexpected argument '-x'"),
        ("run --threads 5", "write `--jobs`"),
        ("solve --json", "write `--format json`"),
        ("a.s", "unknown command 'a.s': write `tool solve --suite a.s`"),
        ("1/2.s", "write `tool solve --suite 1/2.s`"),
        ("5", "unknown command '5': write `tool solve --positions 5`"),
        ("rum", "'run'"),
        ("help rum", "did you mean `run`?"),
    ] {
        let ended = crate::again("arguments::numbers_and_words_are_explained", LINE, line);
        let said = String::from_utf8_lossy(&ended.stderr);
        assert_eq!(ended.status.code(), Some(2), "{line}: {said}");
        assert!(said.contains(part) && !said.contains("-- -"), "{line}: {said}");
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
    assert!(over("other options: 3").is_some());
}
