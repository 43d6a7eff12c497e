//! Keys.

use Action::{Begin, Execute, Focus, Page, Pane, Scroll, Sideways, Speed};
use KeyCode::{BackTab, Char, Down, End, Enter, F, Home, Left, PageDown, PageUp, Right, Tab, Up};
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

/// The action of a key.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Action {
    /// Executes a command line.
    Execute(&'static str),
    /// Opens the command line with a text in it.
    Begin(&'static str),
    /// Executes the last command again.
    Repeat,
    /// Shows the help.
    Help,
    /// Shows all answers.
    Answers,
    /// Opens the list of places.
    Pick,
    /// Asks for a text to find in the source.
    Search,
    /// Moves what has the keys by lines.
    Scroll(i64),
    /// Moves it by pages.
    Page(i64),
    /// Moves the source sideways.
    Sideways(i64),
    /// To the next instruction, or the beginning of a pane.
    Home,
    /// To the end of a pane.
    End,
    /// Sets a breakpoint at the marked line, or deletes it.
    Toggle,
    /// Begins a change of the memory that is shown.
    Edit,
    /// Hides or shows a pane, by its index.
    Pane(usize),
    /// Gives the keys to the next part of the view, or to the one before.
    Focus(bool),
    /// Gives the whole view to the part that has the keys, or takes it back.
    Zoom,
    /// Runs faster, or slower.
    Speed(bool),
}

impl Action {
    /// Returns true if it leaves the program alone, so that it can be done while one runs.
    pub(crate) const fn is_looking(self) -> bool {
        matches!(
            self,
            Self::Help
                | Self::Answers
                | Self::Scroll(_)
                | Self::Page(_)
                | Self::Sideways(_)
                | Self::Home
                | Self::End
                | Self::Pane(_)
                | Self::Focus(_)
                | Self::Zoom
                | Self::Speed(_)
        )
    }
}

/// A line of the help: names of keys, what they do, and the keys with their actions.
type Row = (&'static str, &'static str, &'static [(KeyCode, Action)]);

/// The keys, in the order of the help.
pub(crate) const KEYS: &[Row] = &[
    (
        "s",
        "step: one instruction",
        &[(Char('s'), Execute("step")), (F(11), Execute("step"))],
    ),
    (
        "n",
        "over: a call with all that it calls",
        &[(Char('n'), Execute("over")), (F(10), Execute("over"))],
    ),
    ("o", "out: until the routine returns", &[(Char('o'), Execute("out"))]),
    (
        "c",
        "continue; Esc interrupts, other keys wait",
        &[(Char('c'), Execute("continue")), (F(5), Execute("continue"))],
    ),
    ("b", "back: one instruction", &[(Char('b'), Execute("back"))]),
    (
        "N",
        "back over a call that has returned",
        &[(Char('N'), Execute("back-over"))],
    ),
    (
        "O",
        "back out, to the call of the routine",
        &[(Char('O'), Execute("back-out"))],
    ),
    (
        "C",
        "back to the previous stop at a breakpoint",
        &[(Char('C'), Execute("back-continue"))],
    ),
    (
        "M",
        "set the mark to the current moment",
        &[(Char('M'), Execute("mark"))],
    ),
    (
        "Space",
        "set or delete a breakpoint at the marked line",
        &[(Char(' '), Action::Toggle), (F(9), Action::Toggle)],
    ),
    (
        "Tab",
        "give the keys to the next part; Shift-Tab to the one before",
        &[(Tab, Focus(true)), (BackTab, Focus(false))],
    ),
    (
        "Up Down",
        "scroll it; PgUp and PgDn by a page; Left and Right",
        &[
            (Up, Scroll(-1)),
            (Down, Scroll(1)),
            (PageUp, Page(-1)),
            (PageDown, Page(1)),
            (Left, Sideways(-8)),
            (Right, Sideways(8)),
        ],
    ),
    (
        "Home End",
        "to the next instruction, or the ends of a pane",
        &[(Home, Action::Home), (End, Action::End)],
    ),
    ("z", "the whole view for it, and back", &[(Char('z'), Action::Zoom)]),
    ("g", "go to a symbol, file, frame or ply", &[(Char('g'), Action::Pick)]),
    (
        "/",
        "find a text in the source; / and Enter find the next",
        &[(Char('/'), Action::Search)],
    ),
    ("a", "read all answers", &[(Char('a'), Action::Answers)]),
    (
        "+ -",
        "run faster or slower, from 1/1000 of the clock on",
        &[(Char('+'), Speed(true)), (Char('-'), Speed(false))],
    ),
    ("Enter", "execute the last command again", &[(Enter, Action::Repeat)]),
    (
        ":",
        "enter a command; `:help` lists them all",
        &[(Char(':'), Begin(""))],
    ),
    (
        "e",
        "change the word that the memory pane shows first",
        &[(Char('e'), Action::Edit)],
    ),
    (
        "p u w m W",
        "begin a command: print, until, writer, memory, watch",
        &[
            (Char('p'), Begin("print ")),
            (Char('u'), Begin("until ")),
            (Char('w'), Begin("writer ")),
            (Char('m'), Begin("memory ")),
            (Char('W'), Begin("watch change ")),
        ],
    ),
    (
        "1 to 9",
        "hide or show a pane",
        &[
            (Char('1'), Pane(0)),
            (Char('2'), Pane(1)),
            (Char('3'), Pane(2)),
            (Char('4'), Pane(3)),
            (Char('5'), Pane(4)),
            (Char('6'), Pane(5)),
            (Char('7'), Pane(6)),
            (Char('8'), Pane(7)),
            (Char('9'), Pane(8)),
        ],
    ),
    ("mouse", "a click on a line is a breakpoint, on a frame its source", &[]),
    ("Ctrl-Z", "suspend; `fg` brings the view back", &[]),
    (
        "?",
        "show this help",
        &[(Char('?'), Action::Help), (F(1), Action::Help)],
    ),
    ("q", "quit", &[(Char('q'), Execute("quit"))]),
];

/// The action of a key outside the command line.
pub(crate) fn action(key: KeyEvent) -> Option<Action> {
    if key.modifiers.contains(KeyModifiers::CONTROL) {
        return matches!(key.code, Char('c' | 'd')).then_some(Execute("quit"));
    }
    let mut keys = KEYS.iter().flat_map(|(_, _, keys)| *keys);
    keys.find(|(code, _)| *code == key.code).map(|(_, action)| *action)
}

#[cfg(test)]
mod tests {
    use z8000_debugger::command::GROUPS;

    use super::*;

    #[test]
    fn every_key_is_bound_once_and_every_command_exists() {
        let keys: Vec<_> = KEYS.iter().flat_map(|(_, _, keys)| *keys).collect();
        for (index, (code, action)) in keys.iter().enumerate() {
            assert!(keys[..index].iter().all(|(other, _)| other != code), "{code:?}");
            if let Execute(line) | Begin(line) = action
                && let Some(word) = line.split_whitespace().next()
            {
                let mut commands = GROUPS.iter().flat_map(|group| group.commands);
                let command = commands.find(|command| command.is(word));
                let command = command.unwrap_or_else(|| panic!("no command is called {word}"));
                // A small letter that begins a command is its abbreviation.
                if let (Begin(_), Char(letter @ 'a'..='z')) = (action, code) {
                    assert_eq!(command.short, letter.to_string(), "{line}");
                }
            }
        }
    }
}
