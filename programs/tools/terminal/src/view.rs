//! The state of the terminal view.

use std::collections::VecDeque;
use std::path::PathBuf;

use ratatui::crossterm::event::KeyEvent;
use ratatui::layout::Rect;
use ratatui::text::Line;
use z8000_debugger::command::Interpreter;
use z8000_debugger::machine::Address;
use z8000_debugger::session::Moment;

use crate::layout::Part;
use crate::line::{CommandLine, History};
use crate::pager::Pager;
use crate::panes::Pane;
use crate::picker::Picker;
use crate::theme::{Scheme, Theme};

/// A row of the source pane.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum SourceRow {
    /// A line of a source file; lines are counted from 1.
    Line { file: usize, line: u32 },
    /// A disassembled instruction, by its address.
    Instruction(Address),
}

/// What covers the view.
#[derive(Debug)]
pub(crate) enum Over {
    /// A long text to read.
    Pager(Pager),
    /// A list of places to choose from.
    Picker(Picker),
}

/// A command in progress.
#[derive(Debug)]
pub(crate) struct Run {
    pub(crate) command: String,
    /// The answer if it ended now.
    pub(crate) answer: String,
}

/// The terminal view of a debugging session.
pub struct View {
    pub(crate) interpreter: Interpreter,
    /// The answers, oldest first; those that begin with `>` are commands of the user.
    pub(crate) log: Vec<String>,
    /// The command line at the bottom; `None` if the user is not typing one.
    pub(crate) line: Option<CommandLine>,
    pub(crate) over: Option<Over>,
    /// The commands of this session and of earlier ones.
    pub(crate) history: History,
    pub(crate) hidden: Vec<Pane>,
    /// The part that has the focus, and true if it fills the whole view.
    pub(crate) focus: Part,
    pub(crate) zoomed: bool,
    /// The row that the source shows; `None` for the next instruction.
    pub(crate) look: Option<SourceRow>,
    /// Number of lines between that row and the marked line, and number of columns hidden on the left.
    pub(crate) scroll: i64,
    pub(crate) sideways: usize,
    /// Number of rows of the answers below the last visible one.
    pub(crate) log_up: usize,
    /// Number of the first visible line of each pane.
    pub(crate) tops: [usize; Pane::ALL.len()],
    /// The last string searched for; empty before the first search.
    pub(crate) wanted: String,
    /// The command in progress, and the keys that wait for its end.
    pub(crate) run: Option<Run>,
    pub(crate) kept: VecDeque<KeyEvent>,
    /// The rectangle of each part that was drawn.
    pub(crate) places: Vec<(Part, Rect)>,
    pub(crate) source: Rect,
    pub(crate) rows: Vec<SourceRow>,
    /// The lines about routines in the clock pane, and the moments that they describe.
    pub(crate) routines: (Option<[Moment; 3]>, Vec<Line<'static>>),
    pub(crate) theme: Theme,
}

/// The first line of the answers.
const KEYS: &str = "? shows the keys, : starts a command";
const FIRST: &str = "Before the first instruction: try :step, :break PLACE or :continue";

impl View {
    /// Creates a view of a session, without colours.
    pub fn new(interpreter: Interpreter) -> Self {
        let own = interpreter.extension().is_none().then_some(Pane::Own);
        let session = &interpreter.session;
        let remark = interpreter
            .extension()
            .and_then(|extension| (extension.remark)(session));
        let first = (session.furthest() == 0).then(|| FIRST.to_owned());
        let first = remark.map(|remark| remark.text).or(first);
        Self {
            interpreter,
            log: std::iter::once(KEYS.to_owned()).chain(first).collect(),
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
            run: None,
            kept: VecDeque::new(),
            places: Vec::new(),
            source: Rect::default(),
            rows: Vec::new(),
            routines: (None, Vec::new()),
            theme: Theme::of(Scheme::Plain),
        }
    }

    /// Keeps commands in a file between sessions. Commands already in the file can be recalled.
    pub fn keep_commands(&mut self, file: PathBuf) {
        self.history = History::load(file);
    }

    /// Appends the commands of this session to the file, if there is one; errors are ignored.
    pub fn save_commands(&mut self) {
        self.history.save();
    }

    /// Sets the colour scheme.
    pub fn set_scheme(&mut self, scheme: Scheme) {
        self.theme = Theme::of(scheme);
    }

    /// Returns true if the user has quit.
    pub const fn finished(&self) -> bool {
        self.interpreter.finished()
    }

    /// Returns the interpreter, with its session.
    pub const fn interpreter(&self) -> &Interpreter {
        &self.interpreter
    }

    /// Returns true if a command is in progress, to be continued by [`Self::go_on`].
    pub const fn running(&self) -> bool {
        self.run.is_some()
    }
}
