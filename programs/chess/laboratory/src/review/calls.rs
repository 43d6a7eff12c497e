//! Records the calls of the searches in both versions.

use std::cell::RefCell;

use bcp_chess::Move;
use bcp_reference::search::{Event, Observer};

use crate::Limits;
use crate::trace::{Note, Reason, Recorder, Step};

impl Recorder<Move> {
    /// Records that a call begins.
    pub(super) fn enter(&mut self, lv: i16, uv: i16, depth: u8) {
        self.note(Note::Enter { alpha: lv.into(), beta: uv.into(), depth: depth.into() });
    }

    /// Records the reason why the call will end.
    pub(super) fn because(&mut self, reason: Reason) {
        self.note(Note::Because(reason));
    }

    /// Records that the call ends.
    pub(super) fn leave(&mut self, value: i16) {
        self.note(Note::Leave(value.into()));
    }
}

/// Records the calls of a search that ends at a limit.
pub(super) struct Watching<'a> {
    pub(super) calls: RefCell<Recorder<Move>>,
    pub(super) limits: Limits<'a>,
}

impl Observer for Watching<'_> {
    fn event(&self, event: Event) {
        let mut calls = self.calls.borrow_mut();
        match event {
            Event::Node { depth, low, high, .. } => {
                calls.enter(low, high, depth);
                if depth == 0 {
                    calls.because(Reason::Horizon);
                }
            }
            Event::Captures { low, high, .. } => calls.enter(low, high, 0),
            _ => {}
        }
    }

    fn xt1v(&self, lv: i16, uv: i16) {
        let mut calls = self.calls.borrow_mut();
        calls.enter(lv, uv, 0);
        calls.because(Reason::Horizon);
    }

    fn value(&self, value: i16) {
        self.calls.borrow_mut().leave(value);
    }

    fn make(&self, m: Option<Move>) {
        self.calls.borrow_mut().step(m.map_or(Step::Null, Step::Move));
    }

    fn unmake(&self) {
        self.calls.borrow_mut().step_back();
    }

    fn stop(&self, nodes: u32) -> bool {
        self.limits.reached_after(nodes.into())
    }
}
