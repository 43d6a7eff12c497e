//! A prompt for commands without a view: a line editor with a history.

use std::io::{self, IsTerminal, stdin, stdout};

use ratatui::crossterm::cursor::{MoveToColumn, MoveUp};
use ratatui::crossterm::event::{self, Event, KeyCode, KeyEventKind, KeyModifiers};
use ratatui::crossterm::execute;
use ratatui::crossterm::style::Print;
use ratatui::crossterm::terminal::{self, Clear, ClearType};
use ratatui::text::Line;
use tui_input::Input;

use crate::WAIT;
use crate::line::{Recalled, request};
use crate::screen::{Signals, has_screen};

/// The result of reading a line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Typed {
    /// A line, without its line feed.
    Line(String),
    /// Ctrl-D on an empty line.
    End,
    /// Ctrl-C, or the caller has ended the wait.
    Interrupt,
}

/// A prompt on this terminal, whose settings are changed only while a line is read.
#[derive(Debug, Default)]
pub struct Prompt {
    lines: Vec<String>,
}

impl Prompt {
    /// Creates a prompt without a history; `None` if there is no terminal on which a line can be edited.
    pub fn new() -> Option<Self> {
        let is_terminal = stdin().is_terminal() && stdout().is_terminal();
        (is_terminal && has_screen().is_ok()).then(Self::default)
    }

    /// Reads a line after the prompt `text`, until `is_over` returns true.
    ///
    /// # Errors
    ///
    /// The terminal cannot be read or written.
    pub fn read(&mut self, text: &str, is_over: impl Fn() -> bool) -> io::Result<Typed> {
        let mut raw = Raw::enable()?;
        let (mut input, mut recalled) = (Input::default(), Recalled::new(&self.lines));
        loop {
            let cursor = draw(text, &input)?;
            while !event::poll(WAIT)? {
                if is_over() {
                    return Ok(Typed::Interrupt);
                }
            }
            let key = match event::read()? {
                Event::Key(key) => key,
                Event::Resize(columns, _) => {
                    // If the terminal is narrower now, it has wrapped the line.
                    for _ in 0..cursor / columns.max(1) {
                        execute!(stdout(), MoveUp(1))?;
                    }
                    execute!(stdout(), MoveToColumn(0), Clear(ClearType::FromCursorDown))?;
                    continue;
                }
                _ => continue,
            };
            let control = key.modifiers.contains(KeyModifiers::CONTROL);
            match key.code {
                _ if key.kind == KeyEventKind::Release => {}
                KeyCode::Char('c') if control => return Ok(Typed::Interrupt),
                KeyCode::Char('d') if control && input.value().is_empty() => return Ok(Typed::End),
                KeyCode::Char('z') if control => {
                    drop(raw);
                    Signals::stop_here()?;
                    raw = Raw::enable()?;
                }
                KeyCode::Enter => break,
                // The end of a line that was typed before the settings were changed.
                KeyCode::Char('j') if control => break,
                KeyCode::Up => recalled.step(&mut input, &self.lines, false),
                KeyCode::Down => recalled.step(&mut input, &self.lines, true),
                KeyCode::Char(c) if c.is_control() => {}
                _ => {
                    request(key).map(|request| input.handle(request));
                }
            }
        }
        execute!(stdout(), Print("\r\n"))?;
        let line = input.value().to_owned();
        if !line.trim().is_empty() && self.lines.last() != Some(&line) {
            self.lines.push(line.clone());
        }
        Ok(Typed::Line(line))
    }
}

/// Draws the part of a line around the cursor that fits, and returns the cursor's column.
fn draw(text: &str, input: &Input) -> io::Result<u16> {
    let (columns, _) = terminal::size()?;
    let width = usize::from(columns).saturating_sub(text.len() + 1).max(1);
    let skip = input.visual_scroll(width);
    let mut shown: String = input.value().chars().skip(skip).collect();
    while Line::from(shown.as_str()).width() > width {
        shown.pop();
    }
    let cursor = (text.len() + input.visual_cursor().max(skip) - skip) as u16;
    let clear = Clear(ClearType::UntilNewLine);
    execute!(
        stdout(),
        MoveToColumn(0),
        Print(text),
        Print(shown),
        clear,
        MoveToColumn(cursor)
    )?;
    Ok(cursor)
}

/// While this exists, the terminal passes on each key.
struct Raw;

impl Raw {
    fn enable() -> io::Result<Self> {
        terminal::enable_raw_mode()?;
        Ok(Self)
    }
}

impl Drop for Raw {
    fn drop(&mut self) {
        let _ = terminal::disable_raw_mode();
    }
}
