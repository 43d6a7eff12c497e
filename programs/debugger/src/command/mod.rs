//! The commands that every face of the debugger understands.
//!
//! An answer is text for people and JSON for programs. `docs/reference/debugger.md` describes the
//! commands.

mod batch;
mod breaks;
mod control;
mod parse;
mod record;
mod show;
mod table;

use serde_json::{Map, Value as Json, json};
use thiserror::Error;
use z8000_asm::similar;

pub use batch::batch;
pub use show::{FLAGS, flags, hex_row};
pub use table::{COMMANDS, Entry};

use crate::expression::ExpressionError;
use crate::program::LocateError;
use crate::session::{Session, Tick};

/// What a command answers.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Answer {
    /// For people; lines without a line feed at the end.
    pub text: String,
    /// For programs.
    pub data: Map<String, Json>,
}

impl Answer {
    /// An answer of a text and the fields of a JSON object.
    #[must_use]
    pub fn new(text: impl Into<String>, data: Json) -> Self {
        let data = match data {
            Json::Object(data) => data,
            Json::Null => Map::new(),
            other => Map::from_iter([("value".to_owned(), other)]),
        };
        Self {
            text: text.into(),
            data,
        }
    }
}

/// Why a command was not carried out. Nothing has changed then.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum CommandError {
    /// There is no such command.
    #[error("no command is called `{name}`; {}", .hint.as_deref().unwrap_or("`help` lists them"))]
    Unknown {
        /// The name.
        name: String,
        /// One that looks like it, as a question.
        hint: Option<String>,
    },
    /// The arguments are not what the command takes.
    #[error("{message}; write: {usage}")]
    Usage {
        /// What is wrong.
        message: String,
        /// How the command is written.
        usage: String,
    },
    /// An expression is wrong.
    #[error("{error}\n  {text}\n  {}{}", " ".repeat(.error.span.start), "^".repeat(.error.span.len().max(1)))]
    Expression {
        /// The expression.
        text: String,
        /// Why.
        error: ExpressionError,
    },
    /// A place is not known.
    #[error(transparent)]
    Place(#[from] LocateError),
    /// Something else.
    #[error("{0}")]
    Other(String),
}

/// Commands that a program adds for what it debugs.
pub trait Extension {
    /// Its commands: name, arguments, what it does.
    fn commands(&self) -> &'static [Entry];

    /// Carries one of them out.
    ///
    /// # Errors
    ///
    /// When it cannot, with a message.
    fn execute(&self, command: &str, rest: &str, session: &Session) -> Result<Answer, String>;

    /// What a pane of its own shows: lines of text, the title first.
    fn pane(&self, session: &Session) -> Vec<String>;
}

/// Carries commands out.
pub struct Interpreter {
    /// The session they are for.
    pub session: Session,
    extension: Option<Box<dyn Extension>>,
    /// Characters of the console that were told.
    told: usize,
    /// Messages of log-only breakpoints that were told.
    noted: usize,
    /// Where `list` goes on.
    listed: Option<(usize, u32)>,
    finished: bool,
}

impl Interpreter {
    /// An interpreter for a session.
    #[must_use]
    pub fn new(session: Session, extension: Option<Box<dyn Extension>>) -> Self {
        Self {
            session,
            extension,
            told: 0,
            noted: 0,
            listed: None,
            finished: false,
        }
    }

    /// Whether `quit` was said.
    #[must_use]
    pub const fn finished(&self) -> bool {
        self.finished
    }

    /// What is added for the program.
    #[must_use]
    pub fn extension(&self) -> Option<&dyn Extension> {
        self.extension.as_deref()
    }

    /// Carries a line out. Of a program that runs, the tick is asked now and then whether to stop.
    ///
    /// # Errors
    ///
    /// When the line is no command, or cannot be carried out.
    pub fn execute(&mut self, line: &str, tick: &mut Tick<'_>) -> Result<Answer, CommandError> {
        let line = line.trim();
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let rest = rest.trim();
        let own = self.extension.as_ref().and_then(|extension| {
            let known = extension.commands().iter().any(|entry| entry.is(word));
            known.then(|| extension.execute(word, rest, &self.session))
        });
        if let Some(answer) = own {
            return answer.map_err(CommandError::Other);
        }
        let entry = COMMANDS.iter().find(|entry| entry.is(word));
        let Some(entry) = entry else {
            let names = COMMANDS.iter().map(|entry| entry.name);
            return Err(CommandError::Unknown {
                name: word.to_owned(),
                hint: similar(word, names),
            });
        };
        self.dispatch(entry, rest, tick)
    }

    fn dispatch(&mut self, entry: &'static Entry, rest: &str, tick: &mut Tick<'_>) -> Result<Answer, CommandError> {
        let input = parse::Input::new(entry, rest);
        match entry.name {
            "step" | "over" | "out" | "continue" | "until" | "run" | "back" | "back-over" | "back-out"
            | "back-continue" | "goto" => self.control(&input, tick),
            "break" | "range" | "watch" | "when" | "changes" | "clock" | "exception" | "delete" | "enable"
            | "disable" | "breakpoints" => self.breaks(&input),
            "registers" | "where" | "stack" | "memory" | "disassemble" | "list" | "print" | "display" | "undisplay"
            | "clocks" | "console" | "symbols" | "info" => self.show(&input),
            "set" | "send" | "mark" | "limit" => self.change(&input),
            "profile" | "folded" | "listing" | "trace" | "writer" => self.record(&input, tick),
            "help" => self.help(rest),
            "quit" => {
                self.finished = true;
                Ok(Answer::default())
            }
            other => Err(CommandError::Other(format!("`{other}` is not carried out"))),
        }
    }

    /// The commands, or one of them.
    fn help(&self, rest: &str) -> Result<Answer, CommandError> {
        let own = self
            .extension
            .as_ref()
            .map_or(&[][..], |extension| extension.commands());
        let all = || COMMANDS.iter().chain(own);
        let line = |entry: &Entry| {
            let usage = entry.usage();
            format!("{usage:<44} {}", entry.summary)
        };
        if rest.is_empty() {
            let text: Vec<String> = all().map(line).collect();
            let names: Vec<&str> = all().map(|entry| entry.name).collect();
            return Ok(Answer::new(text.join("\n"), json!({ "commands": names })));
        }
        let found = all().find(|entry| entry.is(rest));
        let found = found.ok_or_else(|| CommandError::Unknown {
            name: rest.to_owned(),
            hint: similar(rest, all().map(|entry| entry.name)),
        })?;
        Ok(Answer::new(
            line(found),
            json!({ "usage": found.usage(), "summary": found.summary }),
        ))
    }
}
