//! A list for choosing a place: symbols, files, frames of the call stack, and the program's own places.

use std::ops::ControlFlow;

use ratatui::Frame;
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use ratatui::layout::{Constraint, Layout, Margin, Rect};
use ratatui::text::{Line, Span};
use ratatui::widgets::{Block, Clear, Paragraph};
use tui_input::Input;
use z8000_debugger::command::Interpreter;
use z8000_debugger::machine::Address;
use z8000_debugger::program::SymbolSection;

use crate::line::request;
use crate::theme::Theme;

/// The chosen place.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Target {
    /// An instruction.
    Code(Address),
    /// The beginning of a file.
    File(usize),
    /// An address in data memory.
    Data(Address),
}

/// A row of the list.
#[derive(Debug, Clone)]
struct Item {
    kind: &'static str,
    name: String,
    target: Target,
}

/// A list from which the user is choosing.
#[derive(Debug)]
pub(crate) struct Picker {
    items: Vec<Item>,
    input: Input,
    chosen: usize,
    seen: usize,
}

impl Picker {
    /// Creates a list of all places of a session: the program's own, then frames, files and symbols.
    pub(crate) fn new(interpreter: &Interpreter) -> Self {
        let session = &interpreter.session;
        let program = session.program();
        let item = |kind, name: String, target| Item { kind, name, target };
        let mut items = Vec::new();
        if let Some(extension) = interpreter.extension() {
            let places = (extension.places)(session).into_iter();
            items.extend(places.map(|(name, at)| item("ply", name, Target::Code(at))));
        }
        for (n, frame) in session.frames().into_iter().enumerate() {
            items.push(item("frame", format!("{n} {}", frame.title()), Target::Code(frame.pc)));
        }
        for (n, file) in program.files.iter().enumerate() {
            items.push(item("file", file.name.clone(), Target::File(n)));
        }
        for (name, symbol) in &program.symbols {
            let Some(address) = Address::of(symbol.value, session.pc().has_segment()) else {
                continue;
            };
            match symbol.section {
                SymbolSection::Text => items.push(item("code", name.clone(), Target::Code(address))),
                SymbolSection::Data => items.push(item("data", name.clone(), Target::Data(address))),
                SymbolSection::Constant => {}
            }
        }
        Self { items, input: Input::default(), chosen: 0, seen: 1 }
    }

    /// Returns the rows that contain all typed words; names that begin with them come first.
    fn matches(&self) -> Vec<&Item> {
        let wanted = self.input.value().to_lowercase();
        let words: Vec<&str> = wanted.split_whitespace().collect();
        let has = |item: &&Item| {
            let text = format!("{} {}", item.kind, item.name.to_lowercase());
            words.iter().all(|word| text.contains(word))
        };
        let mut found: Vec<&Item> = self.items.iter().filter(has).collect();
        if let [word] = &words[..] {
            found.sort_by_key(|item| !item.name.to_lowercase().starts_with(word));
        }
        found
    }

    /// Handles a key. Returns whether the choice continues, is abandoned, or is made.
    pub(crate) fn key(&mut self, key: KeyEvent) -> ControlFlow<Option<Target>> {
        let control = key.modifiers.contains(KeyModifiers::CONTROL);
        let last = self.matches().len().saturating_sub(1);
        match key.code {
            KeyCode::Char('c') if control => return ControlFlow::Break(None),
            KeyCode::Esc => return ControlFlow::Break(None),
            KeyCode::Enter => {
                let chosen = self.matches().get(self.chosen).map(|item| item.target);
                return ControlFlow::Break(chosen);
            }
            KeyCode::Up => self.chosen = self.chosen.saturating_sub(1),
            KeyCode::Down => self.chosen = (self.chosen + 1).min(last),
            KeyCode::PageUp => self.chosen = self.chosen.saturating_sub(self.seen),
            KeyCode::PageDown => self.chosen = (self.chosen + self.seen).min(last),
            _ => {
                if let Some(request) = request(key) {
                    self.input.handle(request);
                    self.chosen = 0;
                }
            }
        }
        ControlFlow::Continue(())
    }

    pub(crate) fn draw(&mut self, frame: &mut Frame<'_>, area: Rect, theme: &Theme) {
        let place = area.inner(Margin::new(area.width / 8, area.height / 8));
        let block = Block::bordered().border_style(theme.focus).title(" go to ");
        let inner = block.inner(place);
        let [line, list] = Layout::vertical([Constraint::Length(1), Constraint::Fill(1)]).areas(inner);
        self.seen = usize::from(list.height).max(1);
        let matches = self.matches();
        let first = self.chosen.saturating_sub(self.seen - 1);
        let row = |(at, item): (usize, &&Item)| {
            let style = if at == self.chosen { theme.mark } else { theme.label };
            let spans = [
                Span::styled(format!("{:<6}", item.kind), theme.faint),
                Span::styled(item.name.clone(), style),
            ];
            Line::from(spans.to_vec())
        };
        let rows = matches.iter().enumerate().skip(first).take(self.seen).map(row);
        let lines: Vec<Line<'_>> = rows.collect();
        let block = block.title_bottom(format!(" {} places; Enter selects, Esc cancels ", matches.len()));
        frame.render_widget(Clear, place);
        frame.render_widget(block, place);
        frame.render_widget(
            Paragraph::new(format!("> {}", self.input.value())).style(theme.strong),
            line,
        );
        frame.render_widget(Paragraph::new(lines), list);
        let x = line.x + 2 + self.input.visual_cursor() as u16;
        frame.set_cursor_position((x.min(line.right().saturating_sub(1)), line.y));
    }
}
