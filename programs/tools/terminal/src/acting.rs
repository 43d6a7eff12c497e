//! Handles keys in the terminal view.

use std::ops::ControlFlow;

use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use z8000_debugger::breakpoint::Kind;
use z8000_debugger::session::Tick;

use crate::finding::as_typed;
use crate::keys::{Action, HELP, action};
use crate::layout::Part;
use crate::line::{CommandLine, Purpose};
use crate::pager::{Pager, Read};
use crate::panes::{MEMORY_ROWS, Pane};
use crate::picker::Picker;
use crate::view::{Over, SourceRow, View};

/// The maximum number of waiting keys.
const KEPT: usize = 1000;

impl View {
    /// Handles a key. A command interrupted by the tick is continued by [`Self::go_on`].
    pub fn key(&mut self, key: KeyEvent, tick: &mut Tick<'_>) {
        if !self.read(key) {
            return;
        }
        if self.run.is_some() {
            self.key_while_running(key);
        } else if let Some(Over::Picker(picker)) = &mut self.over {
            if let ControlFlow::Break(chosen) = picker.key(key) {
                self.over = None;
                if let Some(target) = chosen {
                    self.go_to(target, tick);
                }
            }
        } else if self.line.is_some() {
            self.edit(key, tick);
        } else if let Some(action) = action(key) {
            self.act(action, tick);
        }
    }

    /// Passes a key to the open pager, if there is one. Returns true if the view must handle the key.
    fn read(&mut self, key: KeyEvent) -> bool {
        let Some(Over::Pager(pager)) = &mut self.over else {
            return true;
        };
        let read = pager.key(key);
        if read != Read::On {
            self.over = None;
        }
        read == Read::Passed
    }

    /// While a program runs, Esc interrupts it; actions that do not affect the program are done at once, and others
    /// afterwards.
    fn key_while_running(&mut self, key: KeyEvent) {
        let control = key.modifiers.contains(KeyModifiers::CONTROL);
        if key.code == KeyCode::Esc || (control && key.code == KeyCode::Char('c')) {
            self.interrupt();
            return;
        }
        let looked = match action(key) {
            Some(action) if self.kept.is_empty() => self.look_about(action),
            _ => false,
        };
        if !looked && self.kept.len() < KEPT {
            self.kept.push_back(key);
        }
    }

    /// Returns the next key that has waited for the end of a command.
    pub(crate) fn next_kept(&mut self) -> Option<KeyEvent> {
        if self.run.is_some() {
            return None;
        }
        self.kept.pop_front()
    }

    /// Pastes text into the command line, if there is one.
    pub fn paste(&mut self, text: &str) {
        if let Some(line) = &mut self.line {
            line.paste(text);
        }
    }

    fn act(&mut self, action: Action, tick: &mut Tick<'_>) {
        match action {
            Action::Execute(line) => self.execute(line, tick),
            Action::Begin(text) => self.begin(Purpose::Command, text),
            Action::Search => self.begin(Purpose::Search, ""),
            Action::Repeat => {
                if let Some(last) = self.history.lines.last().cloned() {
                    self.execute(&last, tick);
                }
            }
            Action::Pick => self.over = Some(Over::Picker(Picker::new(&self.interpreter))),
            Action::Toggle => self.toggle(self.marked()),
            Action::Edit => {
                let text = format!("set word({}) = ", as_typed(self.interpreter.memory_address));
                self.begin(Purpose::Command, &text);
            }
            looking => {
                self.look_about(looking);
            }
        }
    }

    /// Performs an action that does not affect the program, and so is possible while one runs. Returns false for any
    /// other.
    fn look_about(&mut self, action: Action) -> bool {
        match action {
            Action::Help => {
                let rows = HELP.lines().map(str::to_owned).collect();
                self.over = Some(Over::Pager(Pager::new("keys", rows)));
            }
            Action::Answers => {
                let pager = Pager::new("answers", self.log.clone());
                self.over = Some(Over::Pager(pager.at_end()));
            }
            Action::Scroll(lines) => self.scroll(self.focus, lines),
            Action::Page(pages) => {
                let place = self.places.iter().find(|(part, _)| *part == self.focus);
                let page = place.map_or(10, |(_, place)| i64::from(place.height.saturating_sub(3).max(1)));
                self.scroll(self.focus, pages * page);
            }
            Action::Sideways(columns) => {
                self.sideways = self.sideways.saturating_add_signed(columns as isize).min(200);
            }
            Action::Home => match self.focus {
                Part::Source => (self.look, self.scroll, self.sideways) = (None, 0, 0),
                Part::Answers => self.log_up = usize::MAX,
                Part::Pane(pane) => self.tops[pane.index()] = 0,
            },
            Action::End => match self.focus {
                Part::Source => {}
                Part::Answers => self.log_up = 0,
                Part::Pane(pane) => self.tops[pane.index()] = usize::MAX,
            },
            Action::Pane(index) => self.show_or_hide(index),
            Action::Focus(forward) => self.give_keys(forward),
            Action::Idle => self.log.push("nothing is running; q quits".to_owned()),
            Action::Zoom => self.zoomed = !self.zoomed,
            _ => return false,
        }
        true
    }

    fn begin(&mut self, purpose: Purpose, text: &str) {
        self.line = Some(CommandLine::new(purpose, text, &self.history));
    }

    fn show_or_hide(&mut self, index: usize) {
        let pane = Pane::ALL[index.min(Pane::ALL.len() - 1)];
        if self.hidden.contains(&pane) {
            self.hidden.retain(|hidden| *hidden != pane);
        } else {
            self.hidden.push(pane);
            if self.focus == Part::Pane(pane) {
                (self.focus, self.zoomed) = (Part::Source, false);
            }
        }
    }

    /// Moves the focus to the next visible part, or to the previous one.
    fn give_keys(&mut self, forward: bool) {
        let panes = Pane::ALL.iter().copied().filter(|pane| !self.hidden.contains(pane));
        let parts: Vec<Part> = [Part::Source, Part::Answers]
            .into_iter()
            .chain(panes.map(Part::Pane))
            .collect();
        let at = parts.iter().position(|part| *part == self.focus).unwrap_or(0);
        let step = if forward { 1 } else { parts.len() - 1 };
        self.focus = parts[(at + step) % parts.len()];
    }

    pub(crate) fn scroll(&mut self, part: Part, lines: i64) {
        match part {
            Part::Source => self.scroll = self.scroll.saturating_add(lines),
            Part::Answers => self.log_up = self.log_up.saturating_add_signed(-lines as isize),
            Part::Pane(Pane::Memory) => self.scroll_memory(lines),
            Part::Pane(pane) => {
                let top = &mut self.tops[pane.index()];
                *top = top.saturating_add_signed(lines as isize);
            }
        }
    }

    /// Scrolls the memory pane, whose rows can show all of the memory.
    fn scroll_memory(&mut self, rows: i64) {
        let rows = rows.clamp(-i64::from(MEMORY_ROWS), i64::from(MEMORY_ROWS)) as i16;
        let address = &mut self.interpreter.memory_address;
        *address = address.plus((8 * rows).cast_unsigned());
    }

    /// Handles a key for the input line.
    fn edit(&mut self, key: KeyEvent, tick: &mut Tick<'_>) {
        let Some(line) = &mut self.line else { return };
        let ControlFlow::Break(written) = line.key(key, &self.history, &self.interpreter) else {
            return;
        };
        let purpose = line.purpose;
        self.line = None;
        match (purpose, written) {
            (Purpose::Command, Some(text)) if !text.is_empty() => self.execute(&text, tick),
            (Purpose::Search, Some(text)) => self.search(&text),
            _ => {}
        }
    }
}

// Breakpoints on rows of the source pane.

impl View {
    /// Sets a breakpoint at a row of the source, or deletes the one that is there. A line without an instruction cannot
    /// have one; a breakpoint of a nearby line is kept.
    pub(crate) fn toggle(&mut self, row: usize) {
        let Some(&row) = self.rows.get(row) else { return };
        let program = self.interpreter.session.program();
        let found = match row {
            SourceRow::Line { file, line } => {
                let name = program.files.get(file).map_or("", |file| &file.name);
                match program.addresses(file, line) {
                    Ok((at, list)) if at == line => Ok((list, format!("{name}:{line}"))),
                    Ok((at, _)) => Err(format!(
                        "{name}:{line} is not an instruction; the next one is on line {at}"
                    )),
                    Err(_) => Err("no instruction was assembled from this line or a later one".to_owned()),
                }
            }
            SourceRow::Instruction(address) => Ok((vec![address], program.name(address))),
        };
        let (addresses, place) = match found {
            Ok(found) => found,
            Err(message) => return self.say(message),
        };
        let breakpoints = &mut self.interpreter.session.breakpoints;
        let known = addresses.iter().find_map(|at| breakpoints.at(*at));
        match known.map(|breakpoint| (breakpoint.id, breakpoint.to_string())) {
            Some((id, text)) => {
                breakpoints.remove(id);
                self.say(format!("deleted: {text}"));
            }
            None => {
                let id = breakpoints.add(Kind::Code(addresses), place.clone()).id;
                self.say(format!("breakpoint {id} at {place}"));
            }
        }
    }

    /// Returns the marked row of the source pane.
    pub(crate) fn marked(&self) -> usize {
        usize::from(self.source.height / 2).min(self.rows.len().saturating_sub(1))
    }
}
