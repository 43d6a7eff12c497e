//! The tables of commands and their interpreter. A command is a row of a table: name, abbreviation, arguments, help and
//! handler. The interpreter finds the row and calls the handler.

use serde_json::Value as Json;
use z8000_asm::similar;

use super::answer::{Answer, CommandError, Outcome};
use crate::machine::Address;
use crate::profile::Counts;
use crate::session::{Reason, Remarks, Session, Tick, Trail};

/// Executes a command. The tick is called now and then, and decides whether to interrupt a running program.
pub type Handler = fn(&mut Interpreter, &Arguments<'_>, &mut Tick<'_>) -> Outcome;

/// A command of the debugger.
#[derive(Debug, Clone, Copy)]
pub struct Command {
    /// The name of the command.
    pub name: &'static str,
    /// The abbreviation of the command; empty if it has none.
    pub short: &'static str,
    /// The syntax of the arguments; if empty, the interpreter rejects any argument.
    pub arguments: &'static str,
    /// The description for the help and the reference.
    pub help: &'static str,
    handler: Handler,
}

impl Command {
    /// Creates a row of a table of commands.
    pub const fn new(
        name: &'static str,
        short: &'static str,
        arguments: &'static str,
        help: &'static str,
        handler: Handler,
    ) -> Self {
        Self { name, short, arguments, help, handler }
    }

    /// Returns true if a word is the command's name or abbreviation.
    pub fn is(&self, word: &str) -> bool {
        word == self.name || (!self.short.is_empty() && word == self.short)
    }

    /// Formats the syntax of the command, such as `step (s) [N]`.
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
    /// let interpreter = Interpreter::new(Session::new(program, 4_000_000), None);
    /// assert_eq!(interpreter.command("s")?.usage(), "step (s) [N]");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn usage(&self) -> String {
        let mut usage = self.name.to_owned();
        if !self.short.is_empty() {
            usage += &format!(" ({})", self.short);
        }
        if !self.arguments.is_empty() {
            usage += &format!(" {}", self.arguments);
        }
        usage
    }
}

/// A table of commands.
#[derive(Debug, Clone, Copy)]
pub struct Group {
    /// The title in the help: what the commands have in common.
    pub title: &'static str,
    /// The commands, in the order of the help.
    pub commands: &'static [Command],
}

impl Group {
    /// Formats a row of a Markdown table: the title and the syntax of each command, as in `docs/reference/debugger.md`.
    ///
    /// # Example
    ///
    /// ```
    /// use z8000_debugger::command::GROUPS;
    ///
    /// let help = GROUPS.iter().find(|group| group.title == "Help").expect("a group");
    /// assert_eq!(help.markdown(), "| Help | `help (h) [COMMAND]`, `quit (q)` |\n");
    /// ```
    pub fn markdown(&self) -> String {
        let usages = self.commands.iter().map(|command| format!("`{}`", command.usage()));
        let usages = usages.collect::<Vec<_>>().join(", ").replace('|', "\\|");
        format!("| {} | {usages} |\n", self.title)
    }
}

/// Declares `GROUP`: a title, and a row for each command with name, abbreviation, arguments, help and handler.
macro_rules! commands {
    ($title:literal $($name:literal $short:literal $arguments:tt $help:tt => $handler:expr;)+) => {
        pub(super) const GROUP: super::interpreter::Group = super::interpreter::Group {
            title: $title,
            commands: &[$(super::interpreter::Command::new($name, $short, $arguments, $help, $handler),)+],
        };
    };
}

pub(super) use commands;

/// An extension of the debugger for the code of a particular program.
#[derive(Debug, Clone, Copy)]
pub struct Extension {
    /// The commands of the extension.
    pub commands: Group,
    /// Returns the lines of the extension's pane in the terminal view, the title first.
    pub pane: fn(&Session) -> Vec<String>,
    /// Returns places in the program that a user may want to see, each with a name and the address of an instruction.
    pub places: fn(&Session) -> Vec<(String, Address)>,
    /// Describes in the program's own terms what it is doing at a stop; `None` if there is nothing to say.
    pub remark: fn(&Session) -> Option<Remark>,
    /// Describes in the program's own terms what it was doing at a moment in the past.
    pub moment: Remarks,
    /// Returns details of the program for inspection, which an editor shows among the variables.
    pub details: fn(&Session) -> Vec<Detail>,
}

/// A remark on what a program is doing at a stop.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Remark {
    /// The remark as one line of text.
    pub text: String,
    /// The remark as JSON.
    pub event: Json,
}

/// A name with a value, and its parts.
///
/// # Example
///
/// ```
/// use z8000_debugger::command::Detail;
///
/// let board = Detail::new("board", "2 pieces").of(vec![Detail::new("e1", "king"), Detail::new("e8", "king")]);
/// assert_eq!(board.parts[1].name, "e8");
/// ```
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Detail {
    /// The name of the detail.
    pub name: String,
    /// The value, on one line.
    pub value: String,
    /// The parts of the detail; empty if it has none.
    pub parts: Vec<Detail>,
}

impl Detail {
    /// Creates a detail without parts.
    pub fn new(name: impl Into<String>, value: impl Into<String>) -> Self {
        Self { name: name.into(), value: value.into(), parts: Vec::new() }
    }

    /// Sets the parts of the detail.
    #[must_use]
    pub fn of(self, parts: Vec<Self>) -> Self {
        Self { parts, ..self }
    }
}

/// A command with its arguments.
#[derive(Debug, Clone, Copy)]
pub struct Arguments<'a> {
    pub(super) line: &'a str,
    pub(super) command: &'static Command,
    pub(super) text: &'a str,
}

/// Executes commands in a session.
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
/// start:  ldk     r1,#0
/// loop:   inc     r1,#1
///         jr      loop
/// ";
/// # let files = Memory::new([("t.s", source)]);
/// # let program = Program::assembled(&assemble(&files, "t.s", &Options::default())?, &files, None)?;
/// let mut interpreter = Interpreter::new(Session::new(program, 4_000_000), None);
/// for command in ["break loop if r1 == 2", "continue", "step"] {
///     interpreter.execute(command, &mut |_| false)?;
/// }
/// assert_eq!(interpreter.session.cpu().register(1), 3);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Interpreter {
    /// The debugged session.
    pub session: Session,
    pub(super) groups: Vec<Group>,
    pub(super) extension: Option<Extension>,
    /// Number of characters of output that earlier stops have reported.
    pub(super) console_reported: u64,
    /// Number of messages of log breakpoints that earlier stops have reported.
    pub(super) notes_reported: u64,
    /// File and line where `list` continues.
    pub(super) next_line: Option<(usize, u32)>,
    /// The data address that `memory` or `find` displayed last. A view displays the memory there, and `find` searches
    /// the segment of this address by default.
    pub memory_address: Address,
    /// The last result of `counts`, and the moment for which it is valid.
    pub(super) counted: Option<((u64, u64), Counts)>,
    pub(super) finished: bool,
    /// Why the last movement stopped.
    pub stop: Option<Reason>,
    /// The command that a tick has interrupted.
    pub(super) unfinished: Option<UnfinishedCommand>,
    /// The writers that `origin` has found.
    pub(super) origins: Trail,
    /// The amounts reported when the last command began: characters of output, and messages.
    pub(super) reported_before: (u64, u64),
    /// True if the text about a stop begins with the program's new output and the new log messages. A host that
    /// displays these separately sets this to false.
    pub tells_output: bool,
}

/// A command that a tick has interrupted.
#[derive(Debug)]
pub(super) enum UnfinishedCommand {
    /// A movement, which the session can continue.
    Movement,
    /// Work that does not change the session.
    Work(Box<dyn Work>),
}

/// The work of a command that a tick has interrupted, if this work does not change the session.
pub trait Work: std::fmt::Debug + Send {
    /// Continues until there is an answer or the tick interrupts again.
    ///
    /// # Errors
    ///
    /// The command fails, or is interrupted again.
    fn go_on(self: Box<Self>, interpreter: &mut Interpreter, tick: &mut Tick<'_>) -> Outcome;
}

impl Interpreter {
    /// Returns true if the session was ended with `quit`.
    pub const fn finished(&self) -> bool {
        self.finished
    }

    /// Returns the extension for the debugged program.
    pub const fn extension(&self) -> Option<&Extension> {
        self.extension.as_ref()
    }

    /// Returns all commands, in the order of the help. A command of the extension replaces another of the same name.
    pub fn commands(&self) -> impl Iterator<Item = &'static Command> + '_ {
        let own = self.extension.map_or(&[][..], |extension| extension.commands.commands);
        let replaced = move |command: &&'static Command| {
            own.iter()
                .any(|one| one.name == command.name && !std::ptr::eq(one, *command))
        };
        let all = self.groups.iter().flat_map(|group| group.commands);
        all.filter(move |command| !replaced(command))
    }

    /// Finds a command by its name or abbreviation.
    ///
    /// # Errors
    ///
    /// The command is unknown; the error suggests a similar name.
    pub fn command(&self, word: &str) -> Result<&'static Command, CommandError> {
        let names = || self.commands().map(|command| command.name);
        // A name such as `stepback` combines two names; `reverse-step` is a name in GDB.
        let own = word.replacen("reverse", "back", 1);
        let is_other = |first: &str| names().any(|name| name == first.trim_end_matches('-'));
        let joined = || names().find(|name| word.strip_suffix(name).is_some_and(is_other));
        let unknown =
            || CommandError::Unknown { name: word.to_owned(), hint: similar(joined().unwrap_or(&own), names()) };
        self.commands().find(|command| command.is(word)).ok_or_else(unknown)
    }

    /// Executes a line: a command and its arguments.
    ///
    /// # Errors
    ///
    /// The command is unknown, its arguments are invalid, or it fails.
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
    /// interpreter.execute("step 2", &mut |_| false)?;
    /// interpreter.execute("back", &mut |_| false)?;
    /// assert_eq!(interpreter.session.cpu().register(1), 5);
    /// assert!(interpreter.execute("jump", &mut |_| false).is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn execute(&mut self, line: &str, tick: &mut Tick<'_>) -> Outcome {
        let line = line.trim();
        let (word, text) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let command = self.command(word)?;
        let arguments = Arguments { line, command, text: text.trim() };
        if command.arguments.is_empty() && !arguments.text.is_empty() {
            return Err(arguments.wrong(format!("`{}` takes no arguments", command.name)));
        }
        let reported = (self.console_reported, self.notes_reported);
        let unfinished = self.unfinished.take();
        let outcome = (command.handler)(self, &arguments, tick);
        match outcome {
            // An earlier interrupted command can still be continued.
            Err(_) if self.unfinished.is_none() => self.unfinished = unfinished,
            _ => self.reported_before = reported,
        }
        outcome
    }

    /// Returns true if the last command was interrupted by its tick and can be [continued](Self::go_on).
    pub const fn unfinished(&self) -> bool {
        self.unfinished.is_some()
    }

    /// Continues the command that was interrupted by its tick, and returns its answer. If no command was interrupted,
    /// the answer is empty.
    ///
    /// # Errors
    ///
    /// The command fails, or is interrupted again.
    pub fn go_on(&mut self, tick: &mut Tick<'_>) -> Outcome {
        let Some(unfinished) = self.unfinished.take() else {
            return Ok(Answer::default());
        };
        (self.console_reported, self.notes_reported) = self.reported_before;
        match unfinished {
            UnfinishedCommand::Movement => {
                let stop = self.session.go_on(tick);
                Ok(self.moved(&stop))
            }
            UnfinishedCommand::Work(work) => work.go_on(self, tick),
        }
    }

    /// Stores interrupted work for [`go_on`](Self::go_on), and returns the error that reports the interruption,
    /// followed by `so_far`, which says how far the work has come.
    pub fn interrupted(&mut self, work: Box<dyn Work>, so_far: &str) -> CommandError {
        self.unfinished = Some(UnfinishedCommand::Work(work));
        CommandError::Other(format!("{}{so_far}", Reason::Interrupted))
    }

    /// Reports where a movement stopped. The movement can be continued if it was interrupted.
    pub fn moved(&mut self, stop: &Reason) -> Answer {
        if *stop == Reason::Interrupted {
            self.unfinished = Some(UnfinishedCommand::Movement);
        }
        self.stopped(stop)
    }

    /// Moves to a goal, and reports where the program stopped; `reached` in the data is true at the goal. A movement
    /// that ends without having reached the goal returns to where it began, and reports only `not found` and `way`.
    pub fn arrive(&mut self, way: &str, movement: impl FnOnce(&mut Session) -> Reason) -> Answer {
        let began = self.session.now().steps;
        let stop = movement(&mut self.session);
        let missing = matches!(
            stop,
            Reason::Halted | Reason::WantsInput | Reason::Beginning | Reason::Error(_)
        );
        let reached = stop == Reason::Done;
        let stop = if missing { self.session.seek(began) } else { stop };
        let mut answer = self.moved(&stop);
        answer.data.insert("reached".to_owned(), reached.into());
        if missing {
            answer.text = format!("not found {way}");
            // The event at this stop was reported before.
            answer.data.retain(|name, _| name != "remark" && name != "event");
        }
        answer
    }
}

impl Arguments<'_> {
    /// Returns the text after the command, without surrounding spaces.
    pub const fn text(&self) -> &str {
        self.text
    }

    /// Creates the error for invalid arguments.
    pub fn wrong(&self, message: impl Into<String>) -> CommandError {
        CommandError::Usage { message: message.into(), usage: self.command.usage() }
    }
}
