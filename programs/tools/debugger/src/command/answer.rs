//! The answers to commands: text for users, JSON for programs.

use serde_json::{Map, Value as Json};
use thiserror::Error;

use crate::expression::ExpressionError;
use crate::program::LocateError;

/// The answer to a command.
///
/// # Example
///
/// ```
/// # use z8000_asm::{Memory, Options, assemble};
/// # use z8000_debugger::program::Program;
/// use z8000_debugger::command::Interpreter;
/// use z8000_debugger::session::Session;
///
/// let source = "
///         .z8002
///         .word   0, 0x4000, start
/// start:  ldk     r1,#5
///         inc     r1,#2
///         halt
/// ";
/// # let files = Memory::new([("t.s", source)]);
/// # let program = Program::assembled(&assemble(&files, "t.s", &Options::default())?, &files, None)?;
/// let mut interpreter = Interpreter::new(Session::new(program, 4_000_000), None);
/// interpreter.execute("step", &mut |_| false)?;
/// let answer = interpreter.execute("print r1 * 2", &mut |_| false)?;
/// assert_eq!(answer.text, "r1 * 2 = 0xa = 10");
/// assert_eq!(answer.data["value"], 10);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Answer {
    /// Lines for the user, without a final line feed.
    pub text: String,
    /// The fields of the answer's JSON.
    pub data: Map<String, Json>,
}

impl Answer {
    /// Creates an answer from text and the fields of a JSON object. Null stands for no fields; any other value becomes
    /// the field `value`.
    pub fn new(text: impl Into<String>, data: Json) -> Self {
        let data = match data {
            Json::Object(data) => data,
            Json::Null => Map::new(),
            other => Map::from_iter([("value".to_owned(), other)]),
        };
        Self { text: text.into(), data }
    }
}

/// The result of executing a command.
pub type Outcome = Result<Answer, CommandError>;

/// Why a command was not executed. Nothing has changed in that case.
///
/// # Example
///
/// ```
/// # use z8000_asm::{Memory, Options, assemble};
/// # use z8000_debugger::program::Program;
/// use z8000_debugger::command::{CommandError, Interpreter};
/// use z8000_debugger::session::Session;
///
/// let source = "
///         .z8002
///         .word   0, 0x4000, start
/// start:  ldk     r1,#5
///         inc     r1,#2
///         halt
/// ";
/// # let files = Memory::new([("t.s", source)]);
/// # let program = Program::assembled(&assemble(&files, "t.s", &Options::default())?, &files, None)?;
/// let mut interpreter = Interpreter::new(Session::new(program, 4_000_000), None);
/// let error = interpreter.execute("stpe", &mut |_| false).unwrap_err();
/// assert!(matches!(error, CommandError::Unknown { hint: Some(hint), .. } if hint.contains("`step`")));
/// let error = interpreter.execute("print r1 +", &mut |_| false).unwrap_err();
/// assert!(matches!(error, CommandError::Expression { .. }));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum CommandError {
    /// Unknown command.
    #[error("unknown command `{name}`; {}", .hint.as_deref().unwrap_or("`help` lists all commands"))]
    Unknown {
        /// The name that was typed.
        name: String,
        /// A question that suggests a similar name; `None` if there is no similar name.
        hint: Option<String>,
    },
    /// The arguments do not fit the command.
    #[error("{message}; usage: {usage}")]
    Usage {
        /// A description of the error.
        message: String,
        /// The syntax of the command.
        usage: String,
    },
    /// An expression is invalid.
    #[error("{error}\n  {text}\n  {}{}", " ".repeat(.error.span.start), "^".repeat(.error.span.len().max(1)))]
    Expression {
        /// The text of the expression.
        text: String,
        /// The error in the expression.
        error: Box<ExpressionError>,
    },
    /// A place is unknown.
    #[error(transparent)]
    Place(#[from] LocateError),
    /// Any other error.
    #[error("{0}")]
    Other(String),
}

impl CommandError {
    /// Returns a function that creates the error for a string that was parsed as an expression.
    pub(super) fn of(text: &str) -> impl FnOnce(ExpressionError) -> Self {
        let text = text.to_owned();
        |error| Self::Expression { text, error: Box::new(error) }
    }
}
