//! The input line at the bottom, for a command or a string to search for.

use std::ops::ControlFlow;

use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use tui_input::{Input, InputRequest};
use z8000_debugger::command::Interpreter;

use crate::history::History;

/// What the line is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Purpose {
    /// A command of the debugger.
    Command,
    /// A text to find in the source.
    Search,
}

/// A line that the user is typing.
#[derive(Debug)]
pub(crate) struct CommandLine {
    pub(crate) purpose: Purpose,
    pub(crate) input: Input,
    /// Words that Tab offers, the chosen one, and where they begin.
    pub(crate) offered: Vec<String>,
    pub(crate) chosen: Option<usize>,
    from: usize,
    /// The command of the history that is shown, and what was typed before.
    recalled: usize,
    draft: String,
}

impl CommandLine {
    /// A line with a text in it.
    pub(crate) fn new(purpose: Purpose, text: &str, history: &History) -> Self {
        Self {
            purpose,
            input: Input::new(text.to_owned()),
            offered: Vec::new(),
            chosen: None,
            from: 0,
            recalled: history.lines.len(),
            draft: String::new(),
        }
    }

    /// Handles a key. The line continues, is abandoned, or is complete.
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
            KeyCode::Up => self.recall(history, false),
            KeyCode::Down => self.recall(history, true),
            _ => {
                if let Some(request) = request(key) {
                    self.input.handle(request);
                }
            }
        }
        ControlFlow::Continue(())
    }

    /// Inserts the first line of a pasted text.
    pub(crate) fn paste(&mut self, text: &str) {
        let line = text.lines().next().unwrap_or_default();
        for c in line.chars().filter(|c| !c.is_control()) {
            self.input.handle(InputRequest::InsertChar(c));
        }
    }

    fn recall(&mut self, history: &History, later: bool) {
        if self.recalled == history.lines.len() {
            self.draft = self.input.value().to_owned();
        }
        let next = if later {
            (self.recalled + 1).min(history.lines.len())
        } else {
            self.recalled.saturating_sub(1)
        };
        self.recalled = next;
        let text = history.lines.get(next).unwrap_or(&self.draft);
        self.input = Input::new(text.to_owned());
    }

    /// Completes the word before the cursor as far as it is certain, and offers the rest; then goes through the words
    /// offered.
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

    /// Puts a word instead of the one before the cursor.
    fn replace(&mut self, word: &str) {
        let text = self.input.value();
        let before: String = text.chars().take(self.from).collect();
        let after: String = text.chars().skip(self.input.cursor()).collect();
        let cursor = self.from + word.chars().count();
        self.input = Input::new(format!("{before}{word}{after}")).with_cursor(cursor);
    }
}

/// The longest text that all words begin with.
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

/// The effect of a key on a line, as in shells.
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
