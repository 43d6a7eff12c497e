//! Steps and runs the program, forward and back.

use serde_json::json;
use z8000_debugger::session::{Goal, Reason, Tick};

use super::debuggee::Debuggee;
use super::effect::Motion;
use super::protocol::Event;

impl Debuggee {
    /// Moves the program. Returns the events to report, and true if messages interrupted the movement.
    pub(super) fn carry_out(&mut self, motion: &Motion, tick: &mut Tick<'_>) -> (Vec<Event>, bool) {
        if self.halted && *motion == Motion::Continue {
            return (end(), false);
        }
        let session = self.session_mut();
        let stop = match motion {
            Motion::Continue => session.run(&Goal::Forever, tick),
            Motion::Start(addresses, _) => session.run(&Goal::to(addresses.clone()), tick),
            Motion::Step { unit, over } => session.step_unit(*unit, *over, tick),
            Motion::Out => session.run(&Goal::Out(0), tick),
            Motion::StepBack { unit, over } => session.back_unit(*unit, *over, tick),
            Motion::BackContinue => session.run_back(tick),
        };
        match motion {
            Motion::Step { over, .. } => self.into_calls = !over,
            Motion::StepBack { .. } => {}
            _ => self.into_calls = false,
        }
        let mut events = self.new_output();
        let interrupted = stop == Reason::Interrupted;
        if !interrupted {
            let at = match motion {
                Motion::Start(_, place) => Some(format!("at {place}")),
                _ => None,
            };
            let reason = match motion {
                Motion::BackContinue | Motion::Start(..) => "entry",
                _ => "step",
            };
            events.extend(self.stopped(&stop, (reason, at.as_deref())));
        }
        (events, interrupted)
    }

    /// Returns the events for a stop. `done` is the client's word for a stop at the goal, and a text, if there is one.
    pub(super) fn stopped(&mut self, stop: &Reason, done: (&'static str, Option<&str>)) -> Vec<Event> {
        self.halted = *stop == Reason::Halted;
        if self.no_debug && self.halted {
            return end();
        }
        // The owners of one-time breakpoints are known only until those are removed.
        let reason = self.stop_reason(stop, done.0);
        let mut events = self.news();
        let hit: &[u32] = match stop {
            Reason::Breakpoint { ids, .. } => ids,
            _ => &[],
        };
        self.interpreter.stop = Some(stop.clone());
        let taken = self.session().interruption().filter(|_| *stop == Reason::Done);
        let text = match (taken, done.1) {
            (Some(taken), _) => taken.text(self.session().program()),
            (None, Some(text)) if *stop == Reason::Done => text.to_owned(),
            _ => stop.to_string(),
        };
        events.push(self.stop_event(reason, &text, hit));
        events
    }

    /// Returns the client's word for a stop.
    fn stop_reason(&mut self, reason: &Reason, done: &'static str) -> &'static str {
        match reason {
            Reason::Done | Reason::Beginning | Reason::NoCaller => done,
            Reason::Breakpoint { ids, .. } => self.breakpoint_reason(ids),
            // The protocol has no word for this; a client displays it unchanged.
            Reason::Halted => "halted",
            Reason::WantsInput | Reason::Interrupted | Reason::Limit(_) => "pause",
            Reason::Error(_) => "exception",
        }
    }
}

/// Returns the events for the end of the program, which ends the session.
fn end() -> Vec<Event> {
    vec![Event::new("exited", json!({ "exitCode": 0 })), Event::TERMINATED]
}
