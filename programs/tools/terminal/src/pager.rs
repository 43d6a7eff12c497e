//! A pager: shows a long text over the whole view, with scrolling and searching.

use ratatui::Frame;
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use ratatui::layout::{Margin, Rect};
use ratatui::text::Line;
use ratatui::widgets::{Block, Clear, Paragraph};
use tui_input::Input;

use crate::fold::folded;
use crate::line::request;
use crate::theme::Theme;

/// The effect of a key on the pager.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Read {
    /// The pager stays open.
    On,
    /// The pager is closed.
    Closed,
    /// The pager is closed, and the view must handle the key.
    Passed,
}

/// A text in the pager.
#[derive(Debug)]
pub(crate) struct Pager {
    title: String,
    text: Vec<String>,
    /// Index of the first visible row.
    top: usize,
    /// The number of visible rows and, below, of all rows, when the pager was last drawn.
    seen: usize,
    rows: Vec<String>,
    /// The search text; below, whether it is being typed.
    wanted: String,
    missed: bool,
    typing: Option<Input>,
}

impl Pager {
    /// Opens a text at its beginning.
    pub(crate) fn new(title: &str, text: Vec<String>) -> Self {
        Self {
            title: title.to_owned(),
            rows: text.clone(),
            text,
            top: 0,
            seen: 1,
            wanted: String::new(),
            missed: false,
            typing: None,
        }
    }

    /// Scrolls the text to its end.
    pub(crate) fn at_end(mut self) -> Self {
        self.top = usize::MAX;
        self
    }

    pub(crate) fn key(&mut self, key: KeyEvent) -> Read {
        if self.typing.is_some() {
            self.search(key);
            return Read::On;
        }
        let control = key.modifiers.contains(KeyModifiers::CONTROL);
        match key.code {
            KeyCode::Char('c') if control => return Read::Closed,
            KeyCode::Esc | KeyCode::Enter | KeyCode::Char('q') => return Read::Closed,
            KeyCode::Up | KeyCode::Char('k') => self.scroll(-1),
            KeyCode::Down | KeyCode::Char('j') => self.scroll(1),
            KeyCode::PageUp => self.scroll(-(self.seen as i64)),
            KeyCode::PageDown | KeyCode::Char(' ') => self.scroll(self.seen as i64),
            KeyCode::Home => self.top = 0,
            KeyCode::End => self.top = usize::MAX,
            KeyCode::Char('/') => self.typing = Some(Input::default()),
            KeyCode::Char('n') if !self.wanted.is_empty() => self.find(self.top + 1),
            _ => return Read::Passed,
        }
        Read::On
    }

    /// Handles a key while the search text is typed.
    fn search(&mut self, key: KeyEvent) {
        let Some(typing) = &mut self.typing else { return };
        match key.code {
            KeyCode::Esc => self.typing = None,
            KeyCode::Enter => {
                if !typing.value().is_empty() {
                    self.wanted = typing.value().to_lowercase();
                }
                self.typing = None;
                self.find(self.top);
            }
            _ => {
                if let Some(request) = request(key) {
                    typing.handle(request);
                }
            }
        }
    }

    /// Scrolls down by some rows; up if negative.
    pub(crate) fn scroll(&mut self, rows: i64) {
        self.top = self.top.saturating_add_signed(rows as isize);
        self.stay();
    }

    fn stay(&mut self) {
        self.top = self.top.min(self.rows.len().saturating_sub(self.seen));
    }

    /// Shows the next row that contains the search text, starting at a row and wrapping around.
    fn find(&mut self, from: usize) {
        if self.wanted.is_empty() {
            return;
        }
        let all = self.rows.len();
        let rows = (0..all).map(|n| (from + n) % all);
        let found = rows.into_iter().find(|at| self.has(*at));
        self.missed = found.is_none();
        if let Some(at) = found {
            self.top = at;
        }
    }

    fn has(&self, row: usize) -> bool {
        self.rows
            .get(row)
            .is_some_and(|row| row.to_lowercase().contains(&self.wanted))
    }

    pub(crate) fn draw(&mut self, frame: &mut Frame<'_>, area: Rect, theme: &Theme) {
        let most = area.inner(Margin::new(1, 1));
        let width = usize::from(most.width.saturating_sub(2));
        self.rows = self.text.iter().flat_map(|line| folded(line, width)).collect();
        // A short text covers only the rows that it needs, from the bottom up, where the answers are.
        let height = u16::try_from(self.rows.len() + 2).unwrap_or(u16::MAX).min(most.height);
        let place = Rect { y: most.bottom() - height, height, ..most };
        let block = Block::bordered()
            .border_style(theme.focus)
            .title(format!(" {} ", self.title));
        let inner = block.inner(place);
        self.seen = usize::from(inner.height).max(1);
        self.stay();
        let block = block.title_bottom(match &self.typing {
            Some(typing) => format!(" /{} ", typing.value()),
            None if self.missed => format!(" `{}` not found; q closes ", self.wanted),
            None if self.rows.len() > self.seen => {
                let last = self.top + self.seen;
                format!(
                    " rows {} to {last} of {}; / searches, q closes ",
                    self.top + 1,
                    self.rows.len()
                )
            }
            None => " q closes ".to_owned(),
        });
        let rows = (self.top..self.rows.len()).take(self.seen);
        let line = |at: usize| {
            let line = Line::from(self.rows[at].as_str());
            if !self.wanted.is_empty() && self.has(at) {
                line.style(theme.found)
            } else {
                line
            }
        };
        let lines: Vec<Line<'_>> = rows.map(line).collect();
        frame.render_widget(Clear, place);
        frame.render_widget(Paragraph::new(lines).block(block), place);
    }
}
