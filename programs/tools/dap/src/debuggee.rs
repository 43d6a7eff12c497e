//! The launched program as requests see it, and the breakpoints that they have set.

use std::collections::{BTreeMap, BTreeSet};

use anyhow::{Context, Result};
use serde_json::{Value as Json, json};
use z8000_debugger::command::Interpreter;
use z8000_debugger::session::{Moment, Session};

use super::effect::{Motion, Reply, THREAD, Then};
use super::launch::{Attributes, Launch};
use super::protocol::{Breakpoint, Common, Event, Initialize, Reference};

/// Default size of the history in megabytes.
const MEMORY: u32 = 256;

/// The maximum number of bytes of output in one report.
const REPORT: usize = 1 << 20;

pub(super) struct Debuggee {
    pub(super) interpreter: Interpreter,
    pub(super) client: Initialize,
    /// The motion to the first stop; `None` to stop at the first instruction.
    start: Option<Motion>,
    /// True to run without stopping at breakpoints.
    pub(super) no_debug: bool,
    /// The numbers of the breakpoints that the client has set, by owner, and of those of the console about which it was
    /// told.
    pub(super) owned: BTreeMap<Owner, Vec<u32>>,
    /// The breakpoints as the client knows them.
    pub(super) known: BTreeMap<u32, Breakpoint>,
    /// True if the last movement ended at a HALT.
    pub(super) halted: bool,
    /// True if the last step entered calls, so that a step back does so as well.
    pub(super) into_calls: bool,
    /// The references to memory that the client has read most recently.
    pub(super) shown: BTreeSet<Reference>,
    /// Number of bytes of output that have been reported; below, of notes.
    output_reported: u64,
    notes_reported: u64,
}

/// An owner of breakpoints: each request replaces those of its owner.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Owner {
    /// A source file, by its index in the program, or by a name that is not a file of the program.
    Source(Result<usize, String>),
    Function,
    Instruction,
    Data,
    Exception,
}

impl Debuggee {
    /// Launches a program.
    pub(super) fn launch(attributes: Json, client: Initialize, launch: &Launch<'_>) -> Result<Self> {
        let attributes = Attributes(attributes);
        let common: Common = attributes.read()?;
        let mut interpreter = launch(&attributes)?;
        interpreter
            .session
            .set_bound((common.memory.unwrap_or(MEMORY) as usize) << 20);
        // Events report the output instead.
        interpreter.tells_output = false;
        let start = match &common.stop_at {
            _ if common.no_debug => Some(Motion::Continue),
            _ if common.stop_on_entry => None,
            Some(place) => {
                let (addresses, name) = interpreter.place(place).context("launch.stopAt")?;
                Some(Motion::Start(addresses, name))
            }
            None => Some(Motion::Continue),
        };
        Ok(Self {
            interpreter,
            client,
            start,
            no_debug: common.no_debug,
            owned: BTreeMap::new(),
            known: BTreeMap::new(),
            halted: false,
            into_calls: false,
            shown: BTreeSet::new(),
            output_reported: 0,
            notes_reported: 0,
        })
    }

    /// Starts the program.
    pub(super) fn begin(&self) -> Reply {
        let Some(motion) = self.start.clone() else {
            let text = match self.now().steps {
                0 => "at the first instruction".to_owned(),
                _ => format!("at {}", self.session().program().name(self.session().pc())),
            };
            return Reply::stop(vec![self.stop_event("entry", &text, &[])]);
        };
        Reply::then(Then::Move(motion))
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

    /// Returns the number of the first line of a file: 0 or 1.
    pub(super) const fn first_line(&self) -> u32 {
        self.client.lines_start_at1 as u32
    }

    /// Returns the event for a program that has stopped.
    pub(super) fn stop_event(&self, reason: &str, text: &str, ids: &[u32]) -> Event {
        let text = match self.remark() {
            Some(remark) => format!("{text}: {remark}"),
            None => text.to_owned(),
        };
        let body = json!({
            "reason": reason,
            "description": text,
            "text": text,
            "threadId": THREAD,
            "allThreadsStopped": true,
            "hitBreakpointIds": ids,
        });
        Event::new("stopped", body)
    }

    /// Returns the extension's remark on a stop.
    pub(super) fn remark(&self) -> Option<String> {
        let extension = self.interpreter.extension()?;
        Some((extension.remark)(self.session())?.text)
    }

    /// Returns the program's output and the log points' notes since the last report.
    pub(super) fn new_output(&mut self) -> Vec<Event> {
        let session = &self.interpreter.session;
        let (all, notes) = (session.console(), &session.notes);
        let mut events = Vec::new();
        // Going back revokes output, which is reported again when the program sends it again.
        let new = all.behind(self.output_reported);
        // The output is limited, because a client stores everything.
        let omitted = new.len().saturating_sub(REPORT);
        let new = &new[omitted..];
        if omitted > 0 {
            events.push(Event::output(
                "console",
                &format!("({omitted} bytes of output omitted)\n"),
            ));
        }
        if !new.is_empty() {
            events.push(Event::output("stdout", &String::from_utf8_lossy(new)));
        }
        let lost = notes.dropped().saturating_sub(self.notes_reported);
        if lost > 0 {
            let text = format!("({lost} earlier lines are not kept)\n");
            events.push(Event::output("console", &text));
        }
        let notes_new = notes.behind(self.notes_reported);
        events.extend(
            notes_new
                .iter()
                .map(|(_, note)| Event::output("console", &format!("{note}\n"))),
        );
        (self.output_reported, self.notes_reported) = (all.added(), notes.added());
        events
    }
}
