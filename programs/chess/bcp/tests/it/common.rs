//! Running the command as a user does.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};

/// Commands that run the Z8000 program.
const RUNS: [&str; 10] = [
    "ablate", "debug", "perft", "play", "predict", "profile", "solve", "table1", "uci", "verify",
];

/// `bcp` with arguments. One instruction after the other, unless they say otherwise: the searches of tests are over
/// before native code is made.
pub(crate) fn bcp(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_bcp"));
    command.args(arguments);
    if arguments.first().is_some_and(|first| RUNS.contains(first)) && !arguments.contains(&"--engine") {
        command.args(["--engine", "interpreter"]);
    }
    command
}

/// Makes an empty folder for a test.
pub(crate) fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).expect("a folder");
    folder
}

/// `bcp` with the words that all calls of a test file begin with.
pub(crate) struct Bcp(pub(crate) &'static [&'static str]);

impl Bcp {
    fn command(&self, arguments: &[&str]) -> Command {
        bcp(&[self.0, arguments].concat())
    }

    /// Runs the command to its end.
    pub(crate) fn run(&self, arguments: &[&str]) -> Output {
        self.command(arguments).output().expect("the command runs")
    }

    /// Begins to run the command; nobody reads what it prints.
    pub(crate) fn start(&self, arguments: &[&str]) -> Child {
        self.command(arguments)
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .expect("the command runs")
    }

    /// Returns the output of a successful run.
    pub(crate) fn printed(&self, arguments: &[&str]) -> String {
        let output = self.run(arguments);
        let said = text(&output.stderr);
        assert!(output.status.success(), "{arguments:?}: {said}");
        text(&output.stdout)
    }

    /// Runs the command and checks its exit status and parts of what it says.
    pub(crate) fn check(&self, arguments: &[&str], status: i32, parts: &[&str]) {
        let output = self.run(arguments);
        let said = text(&output.stdout) + &text(&output.stderr);
        assert_eq!(output.status.code(), Some(status), "{arguments:?}: {said}");
        for part in parts {
            assert!(said.contains(part), "{arguments:?} without {part}: {said}");
        }
        assert!(!said.contains("panicked"), "{arguments:?}: {said}");
    }
}

pub(crate) fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}
