//! The history of the commands that were typed, kept between sessions.

use std::io;
use std::path::{Path, PathBuf};

use streams::gate::{self, By, Named};

/// Commands that are kept.
const MOST: usize = 1000;

/// The commands, the last one at the end.
#[derive(Debug, Default)]
pub(crate) struct History {
    pub(crate) lines: Vec<String>,
    /// The file that they are kept in; `None` in tests.
    file: Option<PathBuf>,
    /// Commands that are not in the file yet, from here.
    new: usize,
}

impl History {
    /// The commands of a file, if it exists.
    pub(crate) fn load(file: PathBuf) -> Self {
        let lines = read(&file);
        Self { new: lines.len(), lines, file: Some(file) }
    }

    pub(crate) fn push(&mut self, line: &str) {
        if self.lines.last().is_none_or(|last| last != line) {
            self.lines.push(line.to_owned());
        }
    }

    /// Appends the commands of this session to the file, which may have grown meanwhile. A file that cannot be written
    /// is not tried again, and the failure is recorded for the end of the command.
    pub(crate) fn save(&mut self) {
        let Some(file) = self.file.as_ref().filter(|_| self.new < self.lines.len()) else {
            return;
        };
        if let Err(error) = add(file, &self.lines[self.new..]) {
            gate::failed(file, &error);
            self.file = None;
        }
        self.new = self.lines.len();
    }
}

/// Adds lines to a file, which is replaced as a whole.
fn add(file: &Path, new: &[String]) -> io::Result<()> {
    let mut lines = read(file);
    lines.extend_from_slice(new);
    lines.dedup();
    let from = lines.len().saturating_sub(MOST);
    let text: String = lines[from..].iter().map(|line| format!("{line}\n")).collect();
    if let Some(folder) = file.parent() {
        gate::make_folder(folder)?;
    }
    gate::make(Named { path: file, by: By::Environment }, text.as_bytes())
}

fn read(file: &Path) -> Vec<String> {
    let text = gate::contents(file).unwrap_or_default();
    let text = String::from_utf8_lossy(&text);
    let kept = text.lines().map(|line| line.replace(char::is_control, " "));
    kept.filter(|line| !line.trim().is_empty()).collect()
}

/// The file of the user: `z8k/history` in `XDG_STATE_HOME` or `~/.local/state`; `None` without a home.
pub(crate) fn users_file() -> Option<PathBuf> {
    let named = |name: &str| std::env::var_os(name).filter(|value| !value.is_empty());
    let state = match named("XDG_STATE_HOME") {
        Some(folder) => PathBuf::from(folder),
        None => PathBuf::from(named("HOME").or_else(|| named("USERPROFILE"))?).join(".local/state"),
    };
    Some(state.join("z8k/history"))
}
