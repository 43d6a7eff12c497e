//! The input line at the bottom, for a command or a string to search for.

use std::io;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use streams::gate::{self, By, Named};
use tui_input::{Input, InputRequest};
use z8000_debugger::command::Interpreter;

/// The purpose of the input line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Purpose {
    /// A command of the debugger.
    Command,
    /// A string to find in the source.
    Search,
}

/// A line that the user is typing.
#[derive(Debug)]
pub(crate) struct CommandLine {
    pub(crate) purpose: Purpose,
    pub(crate) input: Input,
    /// The completions; below, the chosen one, and where the word begins.
    pub(crate) offered: Vec<String>,
    pub(crate) chosen: Option<usize>,
    from: usize,
    recalled: Recalled,
}

/// The position in a history.
#[derive(Debug)]
pub(crate) struct Recalled {
    /// The index of the displayed line; for the new line, the number of lines.
    at: usize,
    /// The new line, while another is displayed.
    draft: String,
}

impl Recalled {
    /// Starts at the new line after a history.
    pub(crate) const fn new(lines: &[String]) -> Self {
        Self { at: lines.len(), draft: String::new() }
    }

    /// Replaces the input by the next or the previous line of the history.
    pub(crate) fn step(&mut self, input: &mut Input, lines: &[String], later: bool) {
        if self.at == lines.len() {
            self.draft = input.value().to_owned();
        }
        self.at = if later {
            (self.at + 1).min(lines.len())
        } else {
            self.at.saturating_sub(1)
        };
        let text = lines.get(self.at).unwrap_or(&self.draft);
        *input = Input::new(text.to_owned());
    }
}

impl CommandLine {
    /// Creates a line that contains a text.
    pub(crate) fn new(purpose: Purpose, text: &str, history: &History) -> Self {
        Self {
            purpose,
            input: Input::new(text.to_owned()),
            offered: Vec::new(),
            chosen: None,
            from: 0,
            recalled: Recalled::new(&history.lines),
        }
    }

    /// Handles a key. Returns whether the line continues, is abandoned, or is complete.
    pub(crate) fn key(
        &mut self,
        key: KeyEvent,
        history: &History,
        interpreter: &Interpreter,
    ) -> ControlFlow<Option<String>> {
        if key.code == KeyCode::Tab || key.code == KeyCode::BackTab {
            if self.purpose == Purpose::Command {
                self.complete(interpreter, key.code == KeyCode::BackTab);
            }
            return ControlFlow::Continue(());
        }
        self.offered.clear();
        let control = key.modifiers.contains(KeyModifiers::CONTROL);
        match key.code {
            KeyCode::Esc => return ControlFlow::Break(None),
            KeyCode::Char('c') if control => return ControlFlow::Break(None),
            KeyCode::Enter => return ControlFlow::Break(Some(self.input.value().trim().to_owned())),
            KeyCode::Up => self.recalled.step(&mut self.input, &history.lines, false),
            KeyCode::Down => self.recalled.step(&mut self.input, &history.lines, true),
            _ => {
                if let Some(request) = request(key) {
                    self.input.handle(request);
                }
            }
        }
        ControlFlow::Continue(())
    }

    /// Inserts the first line of pasted text.
    pub(crate) fn paste(&mut self, text: &str) {
        let line = text.lines().next().unwrap_or_default();
        for c in line.chars().filter(|c| !c.is_control()) {
            self.input.handle(InputRequest::InsertChar(c));
        }
    }

    /// Completes the word before the cursor as far as it is unique, and offers the remaining words; called again, goes
    /// through these.
    fn complete(&mut self, interpreter: &Interpreter, back: bool) {
        if !self.offered.is_empty() {
            let all = self.offered.len();
            let at = match (self.chosen, back) {
                (None, false) => 0,
                (None, true) => all - 1,
                (Some(at), false) => (at + 1) % all,
                (Some(at), true) => (at + all - 1) % all,
            };
            self.chosen = Some(at);
            let word = self.offered[at].clone();
            self.replace(&word);
            return;
        }
        let (text, cursor) = (self.input.value(), self.input.cursor());
        let before: String = text.chars().take(cursor).collect();
        let completion = interpreter.complete(&before);
        self.from = before[..completion.from].chars().count();
        self.chosen = None;
        if let [word] = &completion.words[..] {
            // A command is followed by its arguments.
            let space = if self.from == 0 { " " } else { "" };
            self.replace(&format!("{word}{space}"));
            return;
        }
        let word = common(&completion.words);
        if !word.is_empty() {
            self.replace(word);
        }
        self.offered = completion.words;
    }

    /// Replaces the word before the cursor.
    fn replace(&mut self, word: &str) {
        let text = self.input.value();
        let before: String = text.chars().take(self.from).collect();
        let after: String = text.chars().skip(self.input.cursor()).collect();
        let cursor = self.from + word.chars().count();
        self.input = Input::new(format!("{before}{word}{after}")).with_cursor(cursor);
    }
}

/// Returns the longest common prefix of words.
fn common(words: &[String]) -> &str {
    let Some(first) = words.first() else { return "" };
    let same = |word: &String| {
        let pairs = first.char_indices().zip(word.chars());
        pairs
            .take_while(|((_, a), b)| a == b)
            .last()
            .map_or(0, |((at, c), _)| at + c.len_utf8())
    };
    let end = words.iter().map(same).min().unwrap_or(0);
    &first[..end]
}

/// Returns the effect of a key on a line, as in shells.
pub(crate) fn request(key: KeyEvent) -> Option<InputRequest> {
    use InputRequest as R;
    let control = key.modifiers.contains(KeyModifiers::CONTROL);
    let alt = key.modifiers.contains(KeyModifiers::ALT);
    Some(match (key.code, control, alt) {
        (KeyCode::Char('a'), true, _) | (KeyCode::Home, ..) => R::GoToStart,
        (KeyCode::Char('e'), true, _) | (KeyCode::End, ..) => R::GoToEnd,
        (KeyCode::Char('b'), _, true) | (KeyCode::Left, true, _) => R::GoToPrevWord,
        (KeyCode::Char('f'), _, true) | (KeyCode::Right, true, _) => R::GoToNextWord,
        (KeyCode::Char('b'), true, _) | (KeyCode::Left, ..) => R::GoToPrevChar,
        (KeyCode::Char('f'), true, _) | (KeyCode::Right, ..) => R::GoToNextChar,
        (KeyCode::Char('u'), true, _) => R::DeleteLine,
        (KeyCode::Char('k'), true, _) => R::DeleteTillEnd,
        (KeyCode::Char('w'), true, _) | (KeyCode::Backspace, _, true) => R::DeletePrevWord,
        (KeyCode::Char('d'), _, true) => R::DeleteNextWord,
        (KeyCode::Char('h'), true, _) | (KeyCode::Backspace, ..) => R::DeletePrevChar,
        (KeyCode::Char('d'), true, _) | (KeyCode::Delete, ..) => R::DeleteNextChar,
        (KeyCode::Char(c), false, false) => R::InsertChar(c),
        _ => return None,
    })
}

// The history of typed commands, which is kept between sessions.

/// The maximum number of commands that are kept.
const MOST: usize = 1000;

/// The commands, latest last.
#[derive(Debug, Default)]
pub(crate) struct History {
    pub(crate) lines: Vec<String>,
    /// The file in which they are kept; `None` in tests.
    file: Option<PathBuf>,
    /// Index of the first command that is not yet in the file.
    new: usize,
}

impl History {
    /// Loads the commands of a file, if it exists.
    pub(crate) fn load(file: PathBuf) -> Self {
        let lines = read(&file);
        Self { new: lines.len(), lines, file: Some(file) }
    }

    pub(crate) fn push(&mut self, line: &str) {
        if self.lines.last().is_none_or(|last| last != line) {
            self.lines.push(line.to_owned());
        }
    }

    /// Appends the commands of this session to the file, which may have grown meanwhile. If the file cannot be written,
    /// this is not tried again, and the failure is recorded for the end of the command.
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

/// Adds lines to a file, which is replaced completely.
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

/// Returns the user's file: `z8k/history` in `XDG_STATE_HOME` or `~/.local/state`; `None` without a home folder.
pub(crate) fn users_file() -> Option<PathBuf> {
    let named = |name: &str| std::env::var_os(name).filter(|value| !value.is_empty());
    let state = match named("XDG_STATE_HOME") {
        Some(folder) => PathBuf::from(folder),
        None => PathBuf::from(named("HOME").or_else(|| named("USERPROFILE"))?).join(".local/state"),
    };
    Some(state.join("z8k/history"))
}
