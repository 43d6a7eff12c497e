//! Running the command as a user does.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use serde_json::Value;

pub(crate) use crate::harness::folder;
use crate::harness::words;

/// Commands that run the Z8000 program.
const RUNS: [&str; 10] = [
    "ablate", "debug", "perft", "play", "profile", "replay", "solve", "table1", "uci", "verify",
];

/// `bcp` with the arguments of a command line. One instruction after the other, unless they say otherwise: the searches
/// of tests are over before native code is made.
pub(crate) fn bcp(line: &str) -> Command {
    let arguments = words(line);
    let mut command = Command::new(env!("CARGO_BIN_EXE_bcp"));
    command.args(&arguments);
    if arguments.first().is_some_and(|first| RUNS.contains(first)) && !arguments.contains(&"--engine") {
        command.args(["--engine", "interpreter"]);
    }
    command
}

/// Runs a program of `tests/figures`, which computes figures once more; what differs is in what it prints.
pub(crate) fn python(script: &str, files: &[PathBuf]) {
    let script = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../../../tests/figures")
        .join(script);
    let output = Command::new("python3")
        .arg("-B")
        .arg(script)
        .args(files)
        .output()
        .expect("Python");
    let said = text(&output.stdout) + &text(&output.stderr);
    assert!(output.status.success(), "{said}");
    println!("{said}");
}

/// `bcp` with the words that all calls of a test file begin with.
pub(crate) struct Bcp(pub(crate) &'static str);

impl Bcp {
    fn command(&self, arguments: &str) -> Command {
        bcp(&format!("{} {arguments}", self.0))
    }

    /// Runs the command to its end.
    pub(crate) fn run(&self, arguments: &str) -> Output {
        self.command(arguments).output().expect("the command runs")
    }

    /// Begins to run the command, for a signal to end it; nobody reads what it prints.
    #[cfg(unix)]
    pub(crate) fn start(&self, arguments: &str) -> std::process::Child {
        self.command(arguments)
            .stdout(std::process::Stdio::null())
            .stderr(std::process::Stdio::null())
            .spawn()
            .expect("the command runs")
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

    /// Runs the command and checks its exit status and parts of what it says.
    pub(crate) fn check(&self, arguments: &str, status: i32, parts: &[&str]) {
        let output = self.run(arguments);
        let said = text(&output.stdout) + &text(&output.stderr);
        assert_eq!(output.status.code(), Some(status), "{arguments}: {said}");
        for part in parts {
            assert!(said.contains(part), "{arguments} without {part}: {said}");
        }
        assert!(!said.contains("panicked"), "{arguments}: {said}");
    }
}

pub(crate) fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}
