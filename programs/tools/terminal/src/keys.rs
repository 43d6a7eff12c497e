//! The keys, their actions, and their help.

use Action::{Begin, Execute, Focus, Page, Pane, Scroll, Sideways};
use KeyCode::{BackTab, Char, Down, End, Enter, F, Home, Left, PageDown, PageUp, Right, Tab, Up};
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

/// The effect of a key.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Action {
    /// Executes a command line.
    Execute(&'static str),
    /// Opens the command line with this text.
    Begin(&'static str),
    /// Executes the last command again.
    Repeat,
    Help,
    /// Shows all answers in the pager.
    Answers,
    /// Opens the list of places.
    Pick,
    /// Opens the input line for a string to find in the source.
    Search,
    /// Scrolls the part that has the focus by lines.
    Scroll(i64),
    /// Scrolls the part that has the focus by pages.
    Page(i64),
    /// Scrolls the source sideways.
    Sideways(i64),
    /// Moves to the next instruction, or to the beginning of a pane.
    Home,
    /// Esc while nothing is running: no effect.
    Idle,
    /// Moves to the end of a pane.
    End,
    /// Sets a breakpoint at the marked line, or deletes it.
    Toggle,
    /// Begins a change of the memory shown in its pane.
    Edit,
    /// Hides or shows a pane, by its index.
    Pane(usize),
    /// Moves the focus to the next part of the view, or to the previous one.
    Focus(bool),
    /// Gives the whole view to the part that has the focus, or takes it back.
    Zoom,
}

/// The keys and their actions, in the order of the help.
pub(crate) const HELP: &str = include_str!("keys.txt");

/// Returns the action of a key outside the input line.
pub(crate) fn action(key: KeyEvent) -> Option<Action> {
    if key.modifiers.contains(KeyModifiers::CONTROL) {
        return match key.code {
            Char('c') => Some(Action::Idle),
            Char('d') => Some(Execute("quit")),
            _ => None,
        };
    }
    Some(match key.code {
        Char('s') | F(11) => Execute("step"),
        Char('n') | F(10) => Execute("over"),
        Char('o') => Execute("out"),
        Char('c') | F(5) => Execute("continue"),
        Char('b') => Execute("back"),
        Char('N') => Execute("back-over"),
        Char('O') => Execute("back-out"),
        Char('C') => Execute("back-continue"),
        Char('M') => Execute("mark"),
        Char(' ') | F(9) => Action::Toggle,
        Tab => Focus(true),
        BackTab => Focus(false),
        Up => Scroll(-1),
        Down => Scroll(1),
        PageUp => Page(-1),
        PageDown => Page(1),
        Left => Sideways(-8),
        Right => Sideways(8),
        Home => Action::Home,
        End => Action::End,
        Char('z') => Action::Zoom,
        Char('g') => Action::Pick,
        Char('/') => Action::Search,
        Char('a') => Action::Answers,
        Enter => Action::Repeat,
        Char(':') => Begin(""),
        Char('e') => Action::Edit,
        Char('p') => Begin("print "),
        Char('u') => Begin("until "),
        Char('w') => Begin("origin "),
        Char('m') => Begin("memory "),
        Char('W') => Begin("watch change "),
        Char(digit @ '1'..='9') => Pane(usize::from(digit as u8 - b'1')),
        Char('?') | F(1) => Action::Help,
        Char('q') => Execute("quit"),
        _ => return None,
    })
}
