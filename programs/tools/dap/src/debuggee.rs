//! The launched program as requests see it, and the breakpoints that they have set.

use std::collections::{BTreeMap, BTreeSet};

use anyhow::{Context, Result};
use serde_json::{Value as Json, json};
use z8000_debugger::command::Interpreter;
use z8000_debugger::session::{Moment, Session};

use super::effect::{Motion, Reply, THREAD, Then};
use super::launch::{Attributes, Launch};
use super::protocol::{
    Breakpoint, Common, Entry, Event, ExceptionFilter, FunctionBreakpoint, Initialize, InstructionBreakpoint,
    Reference, SetBreakpoints, WatchedData,
};

/// Default memory of the history, in megabytes.
const MEMORY: u32 = 256;

/// The limit on the bytes of output in one report.
const REPORT: usize = 1 << 20;

pub(super) struct Debuggee {
    pub(super) interpreter: Interpreter,
    /// The attributes with which it was launched.
    pub(super) attributes: Attributes,
    pub(super) client: Initialize,
    /// The motion to the place where it stops first; if none, it stops at the first instruction.
    start: Option<Motion>,
    /// Run without stopping at breakpoints.
    pub(super) no_debug: bool,
    /// The breakpoints that the client has set, by owner.
    pub(super) owned: BTreeMap<Owner, Set>,
    /// The breakpoints as the client knows them.
    pub(super) known: BTreeMap<u32, Breakpoint>,
    /// True if the last movement ended at a HALT.
    pub(super) halted: bool,
    /// True if the last step went into calls, so that a step back does so too.
    pub(super) into_calls: bool,
    /// The references to memory that the client has read last.
    pub(super) shown: BTreeSet<Reference>,
    /// Bytes of the output and notes that were reported.
    output_reported: u64,
    notes_reported: u64,
}

/// An owner of breakpoints: each request replaces those of its owner.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Owner {
    /// A source file: by its index in the program, or by a name that no file of it has.
    Source(Result<usize, String>),
    Function,
    Instruction,
    Data,
    Exception,
}

/// Breakpoints that a client has set.
#[derive(Debug, Clone, Default)]
pub(super) struct Set {
    /// The request; `None` in a source in which the client has set nothing.
    pub(super) wish: Option<Wish>,
    /// The numbers of the breakpoints, in the order of the request; then those of the console about which the client
    /// was told.
    pub(super) ids: Vec<u32>,
}

/// The breakpoints in a request.
#[derive(Debug, Clone)]
pub(super) enum Wish {
    Source(SetBreakpoints),
    Function(Vec<Entry<FunctionBreakpoint>>),
    Instruction(Vec<Entry<InstructionBreakpoint>>),
    Data(Vec<Entry<WatchedData>>),
    Exception(Vec<Entry<ExceptionFilter>>),
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
        // Events report it.
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
            attributes,
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

    /// Starts the program, after some events.
    pub(super) fn begin(&mut self, mut events: Vec<Event>) -> Reply {
        let Some(motion) = self.start.clone() else {
            let text = match self.now().steps {
                0 => "at the first instruction".to_owned(),
                _ => format!("at {}", self.session().program().name(self.session().pc())),
            };
            events.push(self.stop_event("entry", &text, &[]));
            return Reply::stop(events);
        };
        Reply { events, ..Reply::then(Then::Move(motion)) }
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

    /// Number of the first line of a file: 0 or 1.
    pub(super) const fn first_line(&self) -> u32 {
        self.client.lines_start_at1 as u32
    }

    /// The event for a program that has stopped.
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

    /// What the extension says of a stop.
    pub(super) fn remark(&self) -> Option<String> {
        let extension = self.interpreter.extension()?;
        Some((extension.remark)(self.session())?.text)
    }

    /// The output of the program and the notes of log points since the last report.
    pub(super) fn new_output(&mut self) -> Vec<Event> {
        let session = &self.interpreter.session;
        let (all, notes) = (session.console(), &session.notes);
        let mut events = Vec::new();
        // Going back takes output back; it is reported again when the program sends it again.
        let new = all.behind(self.output_reported);
        // A client keeps all that it is sent.
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
