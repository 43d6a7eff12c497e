//! The state of the view, and what keys and mouse do with it.

use std::collections::VecDeque;
use std::ops::ControlFlow;
use std::time::Instant;

use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use ratatui::layout::Rect;
use ratatui::text::Line;
use z8000_debugger::command::{Interpreter, Outcome};
use z8000_debugger::machine::Address;
use z8000_debugger::session::{Moment, Tick};

use crate::fold::folded;
use crate::history::History;
use crate::keys::{Action, HELP, action};
use crate::layout::Part;
use crate::line::{CommandLine, Purpose};
use crate::pager::{Pager, Read};
use crate::panes::{MEMORY_ROWS, Pane};
use crate::picker::{Picker, Target};
use crate::running::{Pace, Run, Slice};
use crate::theme::{Scheme, Theme};

/// A row of the source pane.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Row {
    /// A line of a file.
    Line { file: usize, line: u32 },
    /// An instruction.
    Instruction(Address),
}

/// The part that lies over the view.
#[derive(Debug)]
pub(crate) enum Over {
    /// A text to read.
    Pager(Pager),
    /// Places to choose from.
    Picker(Picker),
}

/// The view.
pub struct View {
    pub(crate) interpreter: Interpreter,
    /// Answers, the last ones at the end; those that begin with `>` are what the user has said.
    pub(crate) log: Vec<String>,
    /// The line at the bottom, while one is written.
    pub(crate) line: Option<CommandLine>,
    pub(crate) over: Option<Over>,
    /// The commands of this session, and of earlier ones.
    pub(crate) history: History,
    pub(crate) hidden: Vec<Pane>,
    /// The part that has the keys, and whether it has the whole view.
    pub(crate) focus: Part,
    pub(crate) zoomed: bool,
    /// The row that the source shows instead of the next instruction.
    pub(crate) look: Option<Row>,
    /// Lines between that and the marked line, and columns that are out of sight on the left.
    pub(crate) scroll: i64,
    pub(crate) sideways: usize,
    /// Rows of the answers below the last one that is seen.
    pub(crate) log_up: usize,
    /// First lines of the panes that are seen.
    pub(crate) tops: [usize; Pane::ALL.len()],
    /// The text that was searched for last.
    wanted: String,
    pub(crate) pace: Pace,
    /// The command that is under way, and keys that wait for its end.
    pub(crate) run: Option<Run>,
    pub(crate) kept: VecDeque<KeyEvent>,
    /// The places where everything was drawn, and the rows of the source.
    pub(crate) places: Vec<(Part, Rect)>,
    pub(crate) source: Rect,
    pub(crate) rows: Vec<Row>,
    /// Lines of the clock pane about routines, and the moments that they are of.
    pub(crate) routines: (Option<[Moment; 3]>, Vec<Line<'static>>),
    pub(crate) theme: Theme,
}

/// An address as commands take it.
fn typed(address: Address) -> String {
    if address.has_segment() {
        address.to_string()
    } else {
        format!("0x{address}")
    }
}

/// The answer of a command, or what was wrong with it.
fn text_of(outcome: Outcome) -> String {
    outcome.map_or_else(|error| error.to_string(), |answer| answer.text)
}

/// Answers that are kept.
const LOG: usize = 10_000;

/// Keys that wait, at most.
const KEPT: usize = 1000;

impl View {
    /// A view of a session, without colours.
    #[must_use]
    pub fn new(interpreter: Interpreter) -> Self {
        let own = interpreter.extension().is_none().then_some(Pane::Own);
        Self {
            interpreter,
            log: vec!["? shows the keys, : begins a command".to_owned()],
            line: None,
            over: None,
            history: History::default(),
            hidden: Vec::from_iter(own),
            focus: Part::Source,
            zoomed: false,
            look: None,
            scroll: 0,
            sideways: 0,
            log_up: 0,
            tops: [0; Pane::ALL.len()],
            wanted: String::new(),
            pace: Pace::Full,
            run: None,
            kept: VecDeque::new(),
            places: Vec::new(),
            source: Rect::default(),
            rows: Vec::new(),
            routines: (None, Vec::new()),
            theme: Theme::of(Scheme::Plain),
        }
    }

    /// Draws in colours from now on.
    pub fn set_scheme(&mut self, scheme: Scheme) {
        self.theme = Theme::of(scheme);
    }

    /// Returns true if the user has left.
    #[must_use]
    pub const fn finished(&self) -> bool {
        self.interpreter.finished()
    }

    /// The session.
    #[must_use]
    pub const fn interpreter(&self) -> &Interpreter {
        &self.interpreter
    }

    /// Returns true if a command is under way, which [`Self::go_on`] continues.
    #[must_use]
    pub const fn running(&self) -> bool {
        self.run.is_some()
    }

    /// A key was pressed. A command that the tick interrupts goes on with [`Self::go_on`].
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

    /// Gives a key to the text that is read, if there is one. Returns true if the key is for the view.
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

    /// While a program runs, Esc interrupts it; what only looks is done at once, and the rest afterwards.
    fn key_while_running(&mut self, key: KeyEvent) {
        let control = key.modifiers.contains(KeyModifiers::CONTROL);
        if key.code == KeyCode::Esc || (control && key.code == KeyCode::Char('c')) {
            self.interrupt();
            return;
        }
        match action(key) {
            Some(action) if self.kept.is_empty() && action.is_looking() => self.look_about(action),
            _ if self.kept.len() < KEPT => self.kept.push_back(key),
            _ => {}
        }
    }

    /// A key that has waited for the end of a command.
    pub(crate) fn next_kept(&mut self) -> Option<KeyEvent> {
        if self.run.is_some() {
            return None;
        }
        self.kept.pop_front()
    }

    /// A text was pasted: into the line, or into none.
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
                let text = format!("set word({}) = ", typed(self.interpreter.memory_address));
                self.begin(Purpose::Command, &text);
            }
            looking => self.look_about(looking),
        }
    }

    /// Actions that leave the program alone.
    fn look_about(&mut self, action: Action) {
        match action {
            Action::Help => {
                let rows = HELP.iter().map(|(keys, help)| format!(" {keys:<9} {help}"));
                self.over = Some(Over::Pager(Pager::new("keys", rows.collect())));
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
            Action::Zoom => self.zoomed = !self.zoomed,
            Action::Speed(faster) => {
                self.pace = self.pace.changed(faster);
                self.log.push(format!("programs run at {}", self.pace.name()));
            }
            _ => {}
        }
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

    /// Gives the keys to the next part that is not hidden.
    fn give_keys(&mut self, forward: bool) {
        let panes = Pane::ALL.into_iter().filter(|pane| !self.hidden.contains(pane));
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

    /// The memory pane shows all of the memory: its rows move over it.
    fn scroll_memory(&mut self, rows: i64) {
        let rows = rows.clamp(-i64::from(MEMORY_ROWS), i64::from(MEMORY_ROWS)) as i16;
        let address = &mut self.interpreter.memory_address;
        *address = address.plus((8 * rows).cast_unsigned());
    }

    /// A key within the line at the bottom.
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

    /// Executes a command and logs its answer, once it is complete.
    pub fn execute(&mut self, command: &str, tick: &mut Tick<'_>) {
        self.history.push(command);
        let before = self.interpreter.session.now();
        let text = text_of(self.interpreter.execute(command, tick));
        if self.interpreter.session.now() != before {
            (self.look, self.scroll) = (None, 0);
        }
        if self.interpreter.unfinished() {
            self.run = Some(Run::new(command, text, Instant::now()));
        } else {
            self.answer(command, &text);
        }
    }

    /// Goes on with the command that is under way.
    pub fn go_on(&mut self, tick: &mut Tick<'_>) {
        let Some(mut run) = self.run.take() else { return };
        let before = self.interpreter.session.now().clocks;
        let text = text_of(self.interpreter.go_on(tick));
        (self.look, self.scroll) = (None, 0);
        if self.interpreter.unfinished() {
            let now = self.interpreter.session.now().clocks;
            run.ran(now.saturating_sub(before), self.pace, self.interpreter.session.clock());
            run.answer = text;
            self.run = Some(run);
        } else {
            self.answer(&run.command, &text);
        }
    }

    /// Ends the command that is under way, and forgets the keys that wait for it.
    pub fn interrupt(&mut self) {
        self.kept.clear();
        if let Some(run) = self.run.take() {
            self.answer(&run.command, &run.answer);
        }
    }

    /// The limits of the next slice of a command; the session looks at the time as often as they say.
    pub(crate) fn slice(&mut self, now: Instant) -> Slice {
        let hertz = self.interpreter.session.clock();
        let slice = match &mut self.run {
            Some(run) => run.slice(self.pace, hertz, now),
            None => Slice::first(self.pace, now),
        };
        self.interpreter.session.set_tick(slice.tick);
        slice
    }

    /// Logs an answer; one that is longer than the room for answers is opened to be read.
    fn answer(&mut self, command: &str, text: &str) {
        let lines: Vec<String> = text.lines().map(str::to_owned).collect();
        let room = self.places.iter().find(|(part, _)| *part == Part::Answers);
        if let Some((_, place)) = room {
            let width = usize::from(place.width.saturating_sub(2));
            let rows: usize = lines.iter().map(|line| folded(line, width).len()).sum();
            if rows > usize::from(place.height.saturating_sub(2)) {
                self.over = Some(Over::Pager(Pager::new(command, lines.clone())));
            }
        }
        self.log.push(format!("> {command}"));
        self.log.extend(lines);
        self.tell_nothing_old();
    }

    pub(crate) fn say(&mut self, text: String) {
        self.log.push(text);
        self.tell_nothing_old();
    }

    fn tell_nothing_old(&mut self) {
        let old = self.log.len().saturating_sub(LOG);
        self.log.drain(..old);
        self.log_up = 0;
    }

    /// Shows a place in the source, or in the memory pane.
    fn go_to(&mut self, target: Target, tick: &mut Tick<'_>) {
        match target {
            Target::Code(address) => self.look_at(address),
            Target::File(file) => self.look = Some(Row::Line { file, line: 1 }),
            Target::Data(address) => {
                self.hidden.retain(|pane| *pane != Pane::Memory);
                self.focus = Part::Pane(Pane::Memory);
                self.execute(&format!("memory {}", typed(address)), tick);
                return;
            }
        }
        (self.scroll, self.focus) = (0, Part::Source);
    }

    /// Shows the line of an instruction.
    pub(crate) fn look_at(&mut self, address: Address) {
        let line = self.interpreter.session.program().line(address);
        self.look = Some(match line {
            Some(line) => Row::Line {
                file: line.file,
                line: line.line,
            },
            None => Row::Instruction(address),
        });
        self.scroll = 0;
    }

    /// Finds a text in the source, from the marked line on, then in the other files; the last one again if it is empty.
    fn search(&mut self, text: &str) {
        if !text.is_empty() {
            self.wanted = text.to_lowercase();
        }
        if self.wanted.is_empty() {
            return;
        }
        let Some(&Row::Line { file, line }) = self.rows.get(self.marked()) else {
            self.say("there is no source to search; `:symbols PART` finds labels".to_owned());
            return;
        };
        let program = std::sync::Arc::clone(self.interpreter.session.program());
        let files = program.files();
        let has = |file: usize, at: usize| files[file].lines[at].to_lowercase().contains(&self.wanted);
        let here = (line as usize).min(files[file].lines.len());
        let behind = (here..files[file].lines.len()).map(|at| (file, at));
        let others = (1..files.len()).map(|n| (file + n) % files.len());
        let others = others.flat_map(|file| (0..files[file].lines.len()).map(move |at| (file, at)));
        let before = (0..here).map(|at| (file, at));
        let found = behind.chain(others).chain(before).find(|(file, at)| has(*file, *at));
        match found {
            Some((file, at)) => {
                let line = at as u32 + 1;
                (self.look, self.scroll, self.focus) = (Some(Row::Line { file, line }), 0, Part::Source);
            }
            None => self.say(format!("the source has no `{}`", self.wanted)),
        }
    }
}
