//! The state of the view, and what keys and mouse do with it.

use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers, MouseButton, MouseEvent, MouseEventKind};
use ratatui::layout::Rect;
use ratatui::text::Line;
use z8000_debugger::breakpoint::Kind;
use z8000_debugger::command::Interpreter;
use z8000_debugger::machine::Address;
use z8000_debugger::session::{Moment, Tick};

use crate::keys::{Action, action};
use crate::panes::Pane;

/// A row of the source pane.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Row {
    /// A line of a file.
    Line { file: usize, line: u32 },
    /// An instruction.
    Instruction(Address),
}

/// The view.
pub struct View {
    pub(crate) interpreter: Interpreter,
    /// Answers, the last ones at the end.
    pub(crate) log: Vec<String>,
    /// The command line, while one is written.
    pub(crate) line: Option<String>,
    /// Executed commands, and the index of the recalled one.
    history: Vec<String>,
    recalled: usize,
    pub(crate) hidden: Vec<Pane>,
    pub(crate) help: bool,
    /// Lines between the next instruction and the marked line.
    pub(crate) scroll: i64,
    /// Where the source was drawn, and what its rows are.
    pub(crate) source: Rect,
    pub(crate) rows: Vec<Row>,
    /// Lines of the clock pane about routines, and the moments that they are of.
    pub(crate) routines: (Option<[Moment; 3]>, Vec<Line<'static>>),
}

/// Answers that are kept.
const LOG: usize = 1000;

impl View {
    /// A view of a session.
    #[must_use]
    pub fn new(interpreter: Interpreter) -> Self {
        let hidden = if interpreter.extension().is_none() {
            vec![Pane::Own]
        } else {
            Vec::new()
        };
        Self {
            interpreter,
            log: vec!["? shows the keys, : begins a command".to_owned()],
            line: None,
            history: Vec::new(),
            recalled: 0,
            hidden,
            help: false,
            scroll: 0,
            source: Rect::default(),
            rows: Vec::new(),
            routines: (None, Vec::new()),
        }
    }

    /// Whether the user has left.
    #[must_use]
    pub const fn finished(&self) -> bool {
        self.interpreter.finished()
    }

    /// The session.
    #[must_use]
    pub const fn interpreter(&self) -> &Interpreter {
        &self.interpreter
    }

    /// A key was pressed.
    pub fn key(&mut self, key: KeyEvent, tick: &mut Tick<'_>) {
        if self.help {
            self.help = false;
            return;
        }
        if self.line.is_some() {
            self.edit(key, tick);
            return;
        }
        match action(key) {
            Some(Action::Execute(line)) => self.execute(line, tick),
            Some(Action::Begin(text)) => self.begin(text),
            Some(Action::Repeat) => {
                if let Some(last) = self.history.last().cloned() {
                    self.execute(&last, tick);
                }
            }
            Some(Action::Help) => self.help = true,
            Some(Action::Scroll(lines)) => self.scroll += lines,
            Some(Action::Home) => self.scroll = 0,
            Some(Action::Toggle) => self.toggle(usize::MAX),
            Some(Action::Pane(index)) => self.show_or_hide(index),
            None => {}
        }
    }

    fn begin(&mut self, text: &str) {
        self.line = Some(text.to_owned());
        self.recalled = self.history.len();
    }

    fn show_or_hide(&mut self, index: usize) {
        let pane = Pane::ALL[index.min(Pane::ALL.len() - 1)];
        if self.hidden.contains(&pane) {
            self.hidden.retain(|hidden| *hidden != pane);
        } else {
            self.hidden.push(pane);
        }
    }

    /// A key within the command line.
    fn edit(&mut self, key: KeyEvent, tick: &mut Tick<'_>) {
        let Some(line) = &mut self.line else { return };
        match key.code {
            KeyCode::Esc => self.line = None,
            KeyCode::Char('c') if key.modifiers.contains(KeyModifiers::CONTROL) => self.line = None,
            KeyCode::Char(c) => line.push(c),
            KeyCode::Backspace => {
                line.pop();
            }
            KeyCode::Up | KeyCode::Down => {
                let step = usize::from(key.code == KeyCode::Down);
                self.recalled = (self.recalled + step).saturating_sub(1 - step).min(self.history.len());
                *line = self.history.get(self.recalled).cloned().unwrap_or_default();
            }
            KeyCode::Enter => {
                let line = std::mem::take(line);
                self.line = None;
                if !line.trim().is_empty() {
                    self.execute(line.trim(), tick);
                }
            }
            _ => {}
        }
    }

    /// Executes a command and logs its answer.
    pub fn execute(&mut self, command: &str, tick: &mut Tick<'_>) {
        if self.history.last().is_none_or(|last| last != command) {
            self.history.push(command.to_owned());
        }
        let before = self.interpreter.session.now();
        let text = match self.interpreter.execute(command, tick) {
            Ok(answer) => answer.text,
            Err(error) => error.to_string(),
        };
        if self.interpreter.session.now() != before {
            self.scroll = 0;
        }
        self.log.push(format!("> {command}"));
        self.log.extend(text.lines().map(str::to_owned));
        let old = self.log.len().saturating_sub(LOG);
        self.log.drain(..old);
    }

    /// The mouse was used.
    pub fn mouse(&mut self, event: MouseEvent) {
        match event.kind {
            MouseEventKind::ScrollUp => self.scroll -= 3,
            MouseEventKind::ScrollDown => self.scroll += 3,
            MouseEventKind::Down(MouseButton::Left) => {
                let area = self.source;
                let inside = (area.left()..area.right()).contains(&event.column)
                    && (area.top()..area.bottom()).contains(&event.row);
                if inside {
                    self.toggle(usize::from(event.row - area.top()));
                }
            }
            _ => {}
        }
    }

    /// Sets a breakpoint at a row of the source, or removes the one that is there; beyond the
    /// rows, at the marked one.
    fn toggle(&mut self, row: usize) {
        let marked = self.marked();
        let Some(&row) = self.rows.get(row).or_else(|| self.rows.get(marked)) else {
            return;
        };
        let program = self.interpreter.session.program();
        let found = match row {
            Row::Line { file, line } => program.addresses(file, line).ok().map(|(line, list)| {
                let name = program.files().get(file).map_or("", |file| &file.name);
                (list, format!("{name}:{line}"))
            }),
            Row::Instruction(address) => Some((vec![address], program.name(address))),
        };
        let Some((addresses, place)) = found else {
            self.log.push("no instruction was assembled from this line".to_owned());
            return;
        };
        let breakpoints = &mut self.interpreter.session.breakpoints;
        let known = addresses.iter().find_map(|at| breakpoints.at(*at));
        match known.map(|breakpoint| breakpoint.id) {
            Some(id) => {
                breakpoints.remove(id);
            }
            None => {
                breakpoints.add(Kind::Code(addresses), place);
            }
        }
    }

    /// The row of the source pane that is marked.
    pub(crate) fn marked(&self) -> usize {
        usize::from(self.source.height / 2).min(self.rows.len().saturating_sub(1))
    }
}
