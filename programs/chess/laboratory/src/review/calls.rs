//! A record of the calls of a search, for the searches of both versions.

use bcp_chess::Move;
use bcp_reference::search::Observer;

use crate::trace::{Note, Reason, Recorder, Step};

/// The calls of a search, if they are written down.
#[derive(Clone, Default, Debug)]
pub(super) struct Calls(pub(super) Option<Recorder<Move>>);

impl Calls {
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

    /// Notes that a move is made.
    pub(super) fn step(&mut self, step: Step<Move>) {
        if let Some(recorder) = &mut self.0 {
            recorder.step(step);
        }
    }

    /// Notes that the move is taken back.
    pub(super) fn step_back(&mut self) {
        if let Some(recorder) = &mut self.0 {
            recorder.step_back();
        }
    }

    fn note(&mut self, note: Note) {
        if let Some(recorder) = &mut self.0 {
            recorder.note(note);
        }
    }
}

impl Observer for Calls {
    fn t2v(&mut self, depth: u8, lv: i16, uv: i16, _mb: i16) {
        self.enter(lv, uv, depth);
        if depth == 0 {
            self.because(Reason::Horizon);
        }
    }

    fn xt1v(&mut self, lv: i16, uv: i16) {
        self.enter(lv, uv, 0);
        self.because(Reason::Horizon);
    }

    fn t1v(&mut self, lv: i16, uv: i16, _mb: i16) {
        self.enter(lv, uv, 0);
    }

    fn value(&mut self, value: i16) {
        self.leave(value);
    }

    fn make(&mut self, m: Option<Move>) {
        self.step(m.map_or(Step::Null, Step::Move));
    }

    fn unmake(&mut self) {
        self.step_back();
    }
}
