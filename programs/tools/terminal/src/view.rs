//! The state of the view.

use std::collections::VecDeque;
use std::path::PathBuf;

use ratatui::crossterm::event::KeyEvent;
use ratatui::layout::Rect;
use ratatui::text::Line;
use z8000_debugger::command::Interpreter;
use z8000_debugger::machine::Address;
use z8000_debugger::session::Moment;

use crate::history::History;
use crate::layout::Part;
use crate::line::CommandLine;
use crate::pager::Pager;
use crate::panes::Pane;
use crate::picker::Picker;
use crate::running::{Pace, Run};
use crate::theme::{Scheme, Theme};

/// A row of the source pane.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum SourceRow {
    /// A line of a file.
    Line { file: usize, line: u32 },
    /// An instruction.
    Instruction(Address),
}

/// What is displayed over the view.
#[derive(Debug)]
pub(crate) enum Over {
    /// A text to read.
    Pager(Pager),
    /// Places to choose from.
    Picker(Picker),
}

/// The terminal view of a debugging session.
pub struct View {
    pub(crate) interpreter: Interpreter,
    /// Answers, the last ones at the end; those that begin with `>` are commands of the user.
    pub(crate) log: Vec<String>,
    /// The line at the bottom, while the user types one.
    pub(crate) line: Option<CommandLine>,
    pub(crate) over: Option<Over>,
    /// The commands of this session, and of earlier ones.
    pub(crate) history: History,
    pub(crate) hidden: Vec<Pane>,
    /// The part that has the focus, and whether it fills the whole view.
    pub(crate) focus: Part,
    pub(crate) zoomed: bool,
    /// The row that the source shows instead of the next instruction.
    pub(crate) look: Option<SourceRow>,
    /// Lines between that row and the marked line, and columns that are out of sight on the left.
    pub(crate) scroll: i64,
    pub(crate) sideways: usize,
    /// The number of rows of the answers below the last visible one.
    pub(crate) log_up: usize,
    /// The first visible lines of the panes.
    pub(crate) tops: [usize; Pane::ALL.len()],
    /// The last string searched for.
    pub(crate) wanted: String,
    pub(crate) pace: Pace,
    /// The command in progress, and the keys that wait for its end.
    pub(crate) run: Option<Run>,
    pub(crate) kept: VecDeque<KeyEvent>,
    /// The places where everything was drawn, and the rows of the source.
    pub(crate) places: Vec<(Part, Rect)>,
    pub(crate) source: Rect,
    pub(crate) rows: Vec<SourceRow>,
    /// Lines of the clock pane about routines, and the moments that they describe.
    pub(crate) routines: (Option<[Moment; 3]>, Vec<Line<'static>>),
    pub(crate) theme: Theme,
}

/// The first lines of the answers.
const KEYS: &str = "? shows the keys, : starts a command";
const FIRST: &str = "Before the first instruction: try :step, :break PLACE or :continue";

impl View {
    /// A view of a session, without colours.
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

    /// Keeps commands in a file between sessions. Commands already in the file can be recalled.
    pub fn keep_commands(&mut self, file: PathBuf) {
        self.history = History::load(file);
    }

    /// Appends the commands of this session to the file, if there is one. A failure to write it is not an error.
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

    /// The interpreter, with its session.
    pub const fn interpreter(&self) -> &Interpreter {
        &self.interpreter
    }

    /// Returns true if a command is in progress, to be continued by [`Self::go_on`].
    pub const fn running(&self) -> bool {
        self.run.is_some()
    }
}
