//! Runs `bcp` and `bcp-lab` as a user does.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use serde_json::Value;

use crate::common::command;

/// A command, with the arguments with which all calls in a test file begin.
pub(crate) struct Program(pub(crate) &'static str);

impl Program {
    fn command(&self, arguments: &str) -> Command {
        command(&format!("{} {arguments}", self.0))
    }

    /// Runs the command to its end.
    pub(crate) fn run(&self, arguments: &str) -> Output {
        self.command(arguments).output().expect("the command runs")
    }

    /// Returns the output of a successful run.
    pub(crate) fn printed(&self, arguments: &str) -> String {
        let output = self.run(arguments);
        let said = text(&output.stderr);
        assert!(output.status.success(), "{arguments}: {said}");
        text(&output.stdout)
    }

    /// Returns the output of a successful run, which is JSON.
    pub(crate) fn json(&self, arguments: &str) -> Value {
        let printed = self.printed(&format!("{arguments} --format json"));
        serde_json::from_str(&printed).expect("JSON")
    }

    /// Runs the command and checks its exit status and parts of its output.
    pub(crate) fn check(&self, arguments: &str, status: i32, parts: &[&str]) {
        let output = self.run(arguments);
        let said = text(&output.stdout) + &text(&output.stderr);
        assert_eq!(output.status.code(), Some(status), "{arguments}: {said}");
        for part in parts {
            assert!(said.contains(part), "{arguments} without {part}: {said}");
        }
        assert!(!said.contains("panicked"), "{arguments}: {said}");
    }

    /// Checks that completions for all shells contain some words, and that there are manual pages.
    pub(crate) fn writes_pages(&self, folder: &Path, words: &[&str], pages: &[&str]) {
        self.printed(&format!("--write-pages '{}'", folder.display()));
        let name = pages[0];
        for script in [
            format!("{name}.bash"),
            format!("_{name}"),
            format!("{name}.fish"),
            format!("_{name}.ps1"),
            format!("{name}.elv"),
        ] {
            let text = fs::read_to_string(folder.join("completions").join(&script)).expect("a script");
            for word in words {
                assert!(text.contains(word.trim_start_matches("--")), "{script} without {word}");
            }
        }
        for page in pages {
            let text = fs::read_to_string(folder.join(format!("man/{page}.1"))).expect("a page");
            assert!(text.contains(&format!(".TH {page} 1")), "{text}");
        }
    }

    /// Checks that a list of calls, each with its input, includes every command in the help.
    pub(crate) fn tries_every_command(&self, calls: &[(&str, &str)]) {
        let help = self.printed("--help");
        // On a terminal, the first sentence is wrapped.
        let mut list = help.lines().filter(|line| line.starts_with("  "));
        assert!(list.all(|line| line.len() <= 80), "{help}");
        let names = listed(&help);
        assert!(!names.is_empty(), "{help}");
        for name in names {
            let mut calls = calls.iter().map(|(words, _)| words);
            let tried = calls.any(|words| *words == name || words.starts_with(&format!("{name} ")));
            assert!(tried, "{name}");
        }
    }
}

/// Returns the commands that a help page lists.
fn listed(help: &str) -> Vec<&str> {
    let lines = help.lines().skip_while(|line| !line.starts_with("Usage:"));
    let lines = lines.take_while(|line| *line != "Options:");
    let names = lines.filter_map(|line| line.strip_prefix("  ")?.split(' ').next());
    names.filter(|name| !name.is_empty() && *name != "help").collect()
}

pub(crate) fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}
