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
            events.extend(self.stopped(motion, &stop));
        }
        (events, interrupted)
    }

    /// The events that report a stop.
    fn stopped(&mut self, motion: &Motion, stop: &Reason) -> Vec<Event> {
        self.halted = *stop == Reason::Halted;
        if self.no_debug && self.halted {
            return end();
        }
        // The owners of breakpoints are known until those that stop once are removed.
        let reason = self.stop_reason(motion, stop);
        let mut events = self.news();
        let hit: &[u32] = match stop {
            Reason::Breakpoint { ids, .. } => ids,
            _ => &[],
        };
        self.stop = Some(stop.clone());
        let text = match (motion, stop) {
            (Motion::Start(_, place), Reason::Done) => format!("at {place}"),
            (_, Reason::Done) => match self.session().interruption() {
                Some(taken) => taken.text(self.session().program()),
                None => stop.to_string(),
            },
            _ => stop.to_string(),
        };
        events.push(self.stop_event(reason, &text, hit));
        events
    }

    /// The client's name for a stop.
    fn stop_reason(&mut self, motion: &Motion, reason: &Reason) -> &'static str {
        match reason {
            Reason::Done | Reason::Beginning | Reason::NoCaller => match motion {
                Motion::BackContinue | Motion::Start(..) => "entry",
                _ => "step",
            },
            Reason::Breakpoint { ids, .. } => self.breakpoint_reason(ids),
            // Not one of the protocol's; a client shows it as it is.
            Reason::Halted => "halted",
            Reason::WantsInput | Reason::Interrupted | Reason::Endless(_) | Reason::Limit(_) => "pause",
            Reason::Error(_) => "exception",
        }
    }
}

/// The program has ended, and with it the session.
fn end() -> Vec<Event> {
    vec![Event::new("exited", json!({ "exitCode": 0 })), Event::TERMINATED]
}
