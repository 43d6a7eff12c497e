//! The notes of the searches of both versions.

use bcp_chess::Move;
use bcp_reference::search::{Event, Observer};

use crate::trace::{Note, Reason, Recorder, Step};

impl Recorder<Move> {
    /// Notes that a call begins.
    pub(super) fn enter(&mut self, lv: i16, uv: i16, depth: u8) {
        self.note(Note::Enter {
            alpha: lv.into(),
            beta: uv.into(),
            depth: depth.into(),
        });
    }

    /// Notes why it will end.
    pub(super) fn because(&mut self, reason: Reason) {
        self.note(Note::Because(reason));
    }

    /// Notes that the call ends.
    pub(super) fn leave(&mut self, value: i16) {
        self.note(Note::Leave(value.into()));
    }
}

/// The record of a search that ends after so many nodes; 0 for any number.
pub(super) struct Watching {
    pub(super) calls: Recorder<Move>,
    pub(super) limit: u64,
}

impl Observer for Watching {
    fn event(&mut self, event: Event) {
        match event {
            Event::Node { depth, low, high, .. } => {
                self.calls.enter(low, high, depth);
                if depth == 0 {
                    self.calls.because(Reason::Horizon);
                }
            }
            Event::Captures { low, high, .. } => self.calls.enter(low, high, 0),
            _ => {}
        }
    }

    fn xt1v(&mut self, lv: i16, uv: i16) {
        self.calls.enter(lv, uv, 0);
        self.calls.because(Reason::Horizon);
    }

    fn value(&mut self, value: i16) {
        self.calls.leave(value);
    }

    fn make(&mut self, m: Option<Move>) {
        self.calls.step(m.map_or(Step::Null, Step::Move));
    }

    fn unmake(&mut self) {
        self.calls.step_back();
    }

    fn stop(&mut self, nodes: u32) -> bool {
        self.limit != 0 && u64::from(nodes) >= self.limit
    }
}
