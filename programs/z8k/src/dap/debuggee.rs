//! The launched program, as the requests see it.

use std::collections::BTreeMap;

use anyhow::{Result, bail};
use z8000_debugger::command::Interpreter;
use z8000_debugger::session::{Moment, Session};
use z8000_translate::Choice;

use super::protocol::{Category, Event, Launch};
use crate::debug::Image;
use crate::files;

/// Default memory of the history, in megabytes.
const MEMORY: u32 = 256;

/// Who has set breakpoints: each request replaces those of its owner.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Owner {
    /// A source file, by path or name.
    Source(String),
    Function,
    Instruction,
    Data,
    Exception,
}

pub(super) struct Debuggee {
    pub(super) interpreter: Interpreter,
    pub(super) stop_on_entry: bool,
    /// Run without stopping at breakpoints.
    pub(super) no_debug: bool,
    /// Number of the first line of a file: 0 or 1.
    pub(super) first_line: u32,
    /// Numbers of the breakpoints by owner.
    pub(super) owned: BTreeMap<Owner, Vec<u32>>,
    /// Whether the last motion has ended at a HALT.
    pub(super) halted: bool,
    /// Bytes of the output and notes that were reported.
    output_reported: usize,
    notes_reported: usize,
}

impl Debuggee {
    /// Launches a program.
    pub(super) fn launch(launch: Launch, first_line: u32) -> Result<Self> {
        if launch.program.is_none() && launch.machine.is_none() {
            bail!("launch: missing field `program`");
        }
        let image = Image {
            program: launch.program,
            machine: launch.machine,
            map: launch.map,
            data: launch.data,
            engine: Choice::default(),
        };
        let clock = match launch.clock {
            Some(clock) => clock.hertz(),
            None => 4_000_000,
        };
        let mut session = image.session(clock)?;
        session.set_bound((launch.memory.unwrap_or(MEMORY) as usize) << 20);
        // The machine has no command line: its arguments are lines on the serial port.
        for line in &launch.args {
            session.feed(line.as_bytes());
            session.feed(b"\n");
        }
        if let Some(input) = &launch.input {
            session.feed(&files::read(input)?);
        }
        Ok(Self {
            interpreter: Interpreter::new(session, None),
            stop_on_entry: launch.stop_on_entry && !launch.no_debug,
            no_debug: launch.no_debug,
            first_line,
            owned: BTreeMap::new(),
            halted: false,
            output_reported: 0,
            notes_reported: 0,
        })
    }

    pub(super) const fn session(&self) -> &Session {
        &self.interpreter.session
    }

    pub(super) const fn session_mut(&mut self) -> &mut Session {
        &mut self.interpreter.session
    }

    pub(super) fn now(&self) -> Moment {
        self.session().now()
    }

    /// What the program has sent and what log points have noted since the last report.
    pub(super) fn new_output(&mut self) -> Vec<Event> {
        let session = &self.interpreter.session;
        let (all, notes) = (session.console(), &session.notes);
        let mut events = Vec::new();
        // Going back takes output back; it is reported again when the program sends it again.
        let new = &all[self.output_reported.min(all.len())..];
        if !new.is_empty() {
            let output = String::from_utf8_lossy(new).into_owned();
            let category = Category::Stdout;
            events.push(Event::Output { category, output });
        }
        events.extend(
            notes[self.notes_reported.min(notes.len())..]
                .iter()
                .map(|(_, note)| Event::Output {
                    category: Category::Console,
                    output: format!("{note}\n"),
                }),
        );
        (self.output_reported, self.notes_reported) = (all.len(), notes.len());
        events
    }
}
