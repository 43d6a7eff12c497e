//! Keys.

use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

/// What a key does.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Action {
    /// A command of the debugger.
    Command(&'static str),
    /// Opens the command line.
    Line,
    /// Opens the command line with something in it.
    Begin(&'static str),
    /// Carries out the last command again.
    Again,
    Help,
    Scroll(i64),
    /// Back to where the program stands.
    Home,
    /// A breakpoint at the marked line, or away with it.
    Toggle,
    /// Hides or shows a pane, by its place in the list.
    Pane(usize),
    Nothing,
}

/// The help: key, what it does.
pub const HELP: &[(&str, &str)] = &[
    ("s", "step: one instruction"),
    ("n", "over: of a call all that it calls"),
    ("o", "out: until the routine returns"),
    ("c", "continue; Esc interrupts"),
    ("b", "back: one instruction"),
    ("N", "back over a call that has returned"),
    ("O", "back out: to where the routine was called"),
    ("C", "back to the last stop at a breakpoint"),
    ("m", "set the mark to now"),
    ("Space", "breakpoint at the marked line, on and off"),
    ("Up Down", "move the marked line; PgUp and PgDn by a page"),
    ("Home", "back to where the program stands"),
    ("Enter", "the last command again"),
    (":", "a command; `:help` lists them all"),
    ("p w u", "print, watch, until: the beginning of a command"),
    ("1 to 9", "hide and show a pane"),
    ("mouse", "click a line for a breakpoint; wheel scrolls"),
    ("?", "this help"),
    ("q", "end"),
];

/// What a key does outside the command line.
pub(crate) fn action(key: KeyEvent) -> Action {
    if key.modifiers.contains(KeyModifiers::CONTROL) {
        return match key.code {
            KeyCode::Char('c' | 'd') => Action::Command("quit"),
            _ => Action::Nothing,
        };
    }
    match key.code {
        KeyCode::Char('s') | KeyCode::F(11) => Action::Command("step"),
        KeyCode::Char('n') | KeyCode::F(10) => Action::Command("over"),
        KeyCode::Char('o') => Action::Command("out"),
        KeyCode::Char('c') | KeyCode::F(5) => Action::Command("continue"),
        KeyCode::Char('b') => Action::Command("back"),
        KeyCode::Char('N') => Action::Command("back-over"),
        KeyCode::Char('O') => Action::Command("back-out"),
        KeyCode::Char('C') => Action::Command("back-continue"),
        KeyCode::Char('m') => Action::Command("mark"),
        KeyCode::Char('q') => Action::Command("quit"),
        KeyCode::Char(':') => Action::Line,
        KeyCode::Char('p') => Action::Begin("print "),
        KeyCode::Char('w') => Action::Begin("watch change "),
        KeyCode::Char('u') => Action::Begin("until "),
        KeyCode::Char(' ') | KeyCode::F(9) => Action::Toggle,
        KeyCode::Char('?') | KeyCode::F(1) => Action::Help,
        KeyCode::Enter => Action::Again,
        KeyCode::Up => Action::Scroll(-1),
        KeyCode::Down => Action::Scroll(1),
        KeyCode::PageUp => Action::Scroll(-10),
        KeyCode::PageDown => Action::Scroll(10),
        KeyCode::Home => Action::Home,
        KeyCode::Char(digit @ '1'..='9') => Action::Pane(digit as usize - '1' as usize),
        _ => Action::Nothing,
    }
}
