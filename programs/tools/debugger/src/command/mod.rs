//! The commands of the debugger, which are the same in every user interface.
//!
//! Each group of commands has a file with their rows and, below them, their handlers; a new command is a row and a
//! handler in one of these files. `docs/reference/debugger.md` lists them all.

mod answer;
mod arguments;
mod back;
mod batch;
mod breakpoints;
mod change;
mod counts;
mod find;
mod forward;
mod help;
mod interpreter;
mod origin;
mod record;
mod source;
mod state;
mod stopped;
mod values;

pub use answer::{Answer, CommandError, Outcome};
pub use batch::{Form, batch, script, told};
pub use find::hex_row;
pub use help::Completion;
pub use interpreter::{Arguments, Command, Detail, Extension, Group, Handler, Interpreter, Remark, Work};
pub use record::write_new;
pub use state::flags;

use crate::session::Session;

/// The groups of commands, in the order of the help.
pub const GROUPS: [Group; 9] = [
    forward::GROUP,
    back::GROUP,
    breakpoints::GROUP,
    state::GROUP,
    source::GROUP,
    values::GROUP,
    change::GROUP,
    record::GROUP,
    help::GROUP,
];

impl Interpreter {
    /// Creates an interpreter for a session, with all [`GROUPS`] and the commands of an extension.
    pub fn new(session: Session, extension: Option<Extension>) -> Self {
        let mut groups = GROUPS.to_vec();
        groups.extend(extension.map(|extension| extension.commands));
        let start = session.pc().with_offset(0);
        Self {
            session,
            groups,
            extension,
            console_reported: 0,
            notes_reported: 0,
            next_line: None,
            memory_address: start,
            counted: None,
            finished: false,
            stop: None,
            unfinished: None,
            origins: Default::default(),
            reported_before: (0, 0),
            tells_output: true,
        }
    }
}
