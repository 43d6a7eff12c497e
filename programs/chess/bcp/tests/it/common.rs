//! Running the command as a user does.

use std::process::{Child, Command, Output, Stdio};

/// `bcp` with the words that all calls of a test file begin with.
pub(crate) struct Bcp(pub(crate) &'static [&'static str]);

impl Bcp {
    /// Runs the command to its end.
    pub(crate) fn run(&self, arguments: &[&str]) -> Output {
        Command::new(env!("CARGO_BIN_EXE_bcp"))
            .args(self.0)
            .args(arguments)
            .output()
            .expect("the command runs")
    }

    /// Begins to run the command; nobody reads what it prints.
    pub(crate) fn start(&self, arguments: &[&str]) -> Child {
        Command::new(env!("CARGO_BIN_EXE_bcp"))
            .args(self.0)
            .args(arguments)
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .expect("the command runs")
    }

    /// What a successful run prints.
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
