//! The panes next to the source, as lines of text.

use ratatui::style::Style;
use ratatui::text::{Line, Span};
use strum::VariantArray;
use z8000_debugger::command::{Interpreter, flags, hex_row};
use z8000_debugger::machine::Address;
use z8000_debugger::session::Session;

use crate::theme::Theme;

/// A pane next to the source. Space is given to the panes in this order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, VariantArray)]
pub enum Pane {
    /// The registers and flags.
    Registers,
    /// The pane of the program's extension, such as the board and the search.
    Own,
    /// The call stack.
    Stack,
    /// The clock and seconds so far, and the most expensive routines.
    Clocks,
    /// The breakpoints of the session.
    Breakpoints,
    /// Watch expressions.
    Displays,
    /// Memory at an address.
    Memory,
    /// The output of the program.
    Console,
    /// Words on the stack.
    Words,
}

impl Pane {
    /// All panes; their keys are 1 to 9 in this order.
    pub const ALL: &'static [Self] = Self::VARIANTS;

    /// Returns the pane's index in [`Self::ALL`].
    pub(crate) const fn index(self) -> usize {
        self as usize
    }

    /// Returns the title of the pane.
    pub const fn title(self) -> &'static str {
        self.row().0
    }

    /// Returns the minimum and maximum number of lines of the pane.
    pub(crate) const fn height(self) -> (u16, u16) {
        self.row().1
    }

    const fn row(self) -> (&'static str, (u16, u16)) {
        match self {
            Self::Registers => ("registers", (5, 5)),
            Self::Own => ("program", (12, 40)),
            Self::Stack => ("call stack", (3, 10)),
            Self::Clocks => ("clocks", (3, 8)),
            Self::Breakpoints => ("breakpoints", (2, 8)),
            Self::Displays => ("displays", (2, 8)),
            Self::Memory => ("memory", (2, 8)),
            Self::Console => ("console", (2, 10)),
            Self::Words => ("stack", (2, 4)),
        }
    }
}

/// Number of rows of memory (8 bytes each) and, below, of words on the stack (6 each) through which one can scroll, or
/// that a tall pane shows.
pub(crate) const MEMORY_ROWS: u16 = 48;
const WORD_ROWS: u16 = 16;

/// Returns the title of a pane and its lines.
pub(crate) fn pane(
    pane: Pane,
    interpreter: &Interpreter,
    routines: &[Line<'static>],
    theme: &Theme,
) -> (String, Vec<Line<'static>>) {
    let session = &interpreter.session;
    let title = pane.title().to_owned();
    match pane {
        Pane::Registers => (title, registers(session, theme)),
        Pane::Own => own(interpreter),
        Pane::Stack => (title, stack(session)),
        Pane::Clocks => {
            let mut lines = clocks(session);
            lines.extend_from_slice(routines);
            (title, lines)
        }
        Pane::Breakpoints => {
            let list = session.breakpoints.list().iter();
            let list = list.map(ToString::to_string);
            (title, listed(list, "none; Space or `:break PLACE`"))
        }
        Pane::Displays => {
            let list = session.displayed().into_iter();
            let list = list.map(|(expression, value)| format!("{expression} = {value}"));
            (title, listed(list, "none; `:display EXPRESSION`"))
        }
        Pane::Memory => {
            let memory = interpreter.memory_address;
            let row = |n: u16| {
                let at = memory.plus(8 * n);
                let bytes: Vec<u8> = (0..8).map(|n| session.look().byte(false, at.plus(n))).collect();
                hex_row(at.offset(), &bytes)
            };
            let name = session.program().data_name(memory).unwrap_or_default();
            let title = format!("memory{} {name}", segment(memory)).trim_end().to_owned();
            (title, plain((0..MEMORY_ROWS).map(row)))
        }
        Pane::Console => {
            let text = String::from_utf8_lossy(session.console().kept()).into_owned();
            (title, plain(text.lines().map(str::to_owned)))
        }
        Pane::Words => {
            let top = session.view().stack();
            let row = |n: u16| {
                let at = top.plus(12 * n);
                let words: Vec<String> = (0..6)
                    .map(|n| format!("{:04x}", session.look().word(false, at.plus(2 * n))))
                    .collect();
                format!("{:04x}  {}", at.offset(), words.join(" "))
            };
            (title + &segment(top), plain((0..WORD_ROWS).map(row)))
        }
    }
}

/// Returns the segment of the addresses in a pane, for its title; empty on a Z8002.
fn segment(at: Address) -> String {
    match at.has_segment() {
        true => format!(" <<{}>>", at.segment()),
        false => String::new(),
    }
}

/// Returns the lines of a list, or a hint on how to add to it if it is empty.
fn listed(lines: impl Iterator<Item = String>, hint: &'static str) -> Vec<Line<'static>> {
    let lines = plain(lines);
    if lines.is_empty() {
        vec![Line::from(hint)]
    } else {
        lines
    }
}

fn plain(lines: impl Iterator<Item = String>) -> Vec<Line<'static>> {
    lines.map(Line::from).collect()
}

/// Formats registers in four columns; those changed since the last stop are highlighted.
fn registers(session: &Session, theme: &Theme) -> Vec<Line<'static>> {
    let (cpu, before) = (session.cpu(), session.before());
    let styled = |text: String, differs: bool| {
        let style = if differs { theme.changed } else { Style::new() };
        Span::styled(text, style)
    };
    let mut lines = Vec::new();
    for row in 0..4 {
        let mut spans = Vec::new();
        for n in [row, row + 4, row + 8, row + 12] {
            let (now, then) = (cpu.register(n), before.register(n));
            spans.push(Span::raw(format!("{:>3} ", format!("R{n}"))));
            spans.push(styled(format!("{now:04x}"), now != then));
            spans.push(Span::raw(" "));
        }
        lines.push(Line::from(spans));
    }
    lines.push(Line::from(vec![
        Span::raw(format!(" PC {} FCW ", session.pc())),
        styled(format!("{:04x}", cpu.fcw().bits()), cpu.fcw() != before.fcw()),
        Span::raw(format!(" {}", flags(cpu))),
    ]));
    lines
}

fn own(interpreter: &Interpreter) -> (String, Vec<Line<'static>>) {
    let lines = interpreter
        .extension()
        .map_or_else(Vec::new, |extension| (extension.pane)(&interpreter.session));
    let mut lines = lines.into_iter();
    let title = lines.next().unwrap_or_default();
    (title, plain(lines))
}

fn stack(session: &Session) -> Vec<Line<'static>> {
    let frames = session.frames();
    let line =
        |(index, frame): (usize, &z8000_debugger::session::Frame)| format!("{index:2} {} {}", frame.pc, frame.title());
    plain(frames.iter().enumerate().map(line))
}

/// The maximum number of past instructions that the clock pane replays, which takes some hundredths of a second.
const REPLAYED: u64 = 4_000_000;

/// Number of routines that the clock pane shows.
const ROUTINES: usize = 4;

/// Formats the routines with the most exclusive clocks since the mark, or since the last stop if the mark is too far
/// away; a hint if both are.
pub(crate) fn routines(session: &Session) -> Vec<Line<'static>> {
    let now = session.now().steps;
    let near = |then: u64| then < now && now - then <= REPLAYED;
    let (mark, last) = (session.mark().steps, session.last().steps);
    let (from, since) = match (near(mark), near(last)) {
        (true, _) => (mark, "the mark"),
        (false, true) => (last, "the last stop"),
        (false, false) => return Vec::new(),
    };
    let mut rows = session.profile(from).report().routines;
    rows.sort_by_key(|row| std::cmp::Reverse(row.exclusive));
    let row = |row: &z8000_debugger::profile::RoutineRow| {
        let seconds = session.seconds(row.exclusive);
        Line::from(format!("{:<13.13} {:>9} {seconds:>10.6} s", row.routine, row.exclusive))
    };
    std::iter::once(Line::from(format!("routines since {since}")))
        .chain(rows.iter().take(ROUTINES).map(row))
        .collect()
}

fn clocks(session: &Session) -> Vec<Line<'static>> {
    let now = session.now().clocks;
    let row = |name: &str, clocks: i64| {
        let seconds = session.seconds(clocks.unsigned_abs()) * clocks.signum() as f64;
        Line::from(format!("{name:<5}{clocks:>14} {seconds:>12.6} s"))
    };
    // Negative if that moment is in the future.
    let since = |then: u64| now.cast_signed() - then.cast_signed();
    vec![
        row("all", now.cast_signed()),
        row("stop", since(session.last().clocks)),
        row("mark", since(session.mark().clocks)),
    ]
}
