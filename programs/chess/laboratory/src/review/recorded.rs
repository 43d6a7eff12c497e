//! The calls of both versions of the pseudocode, written down to be looked at.

use bcp_chess::{Move, Position};
use bcp_reference::search::{Observer, Searcher, Version};

use super::Version2;
use crate::review::readings;
use crate::trace::{Note, Reason, Recorder, Step};

/// The calls of a search, if they are written down.
#[derive(Clone, Default, Debug)]
pub(super) struct Calls(Option<Recorder<Move>>);

impl Calls {
    /// A call begins.
    pub(super) fn enter(&mut self, lv: i16, uv: i16, depth: u8) {
        self.note(Note::Enter {
            alpha: lv.into(),
            beta: uv.into(),
            depth: depth.into(),
        });
    }

    /// Why it will end.
    pub(super) fn because(&mut self, reason: Reason) {
        self.note(Note::Because(reason));
    }

    /// It ends.
    pub(super) fn leave(&mut self, value: i16) {
        self.note(Note::Leave(value.into()));
    }

    /// A move is made.
    pub(super) fn step(&mut self, step: Step<Move>) {
        if let Some(recorder) = &mut self.0 {
            recorder.step(step);
        }
    }

    /// It is taken back.
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

/// The calls of version 2 to a depth, iteration by iteration: up to `most`, those of captures only if that is wanted.
pub fn version2_calls(position: Position, depth: u8, most: usize, captures: bool) -> Recorder<Move> {
    let calls = Calls(Some(Recorder::new(most, captures)));
    let mut search = Version2::new(position, 0, None).recorded(calls);
    search.it2v(depth);
    search.into_calls().0.unwrap_or_else(|| Recorder::new(0, false))
}

/// The same of version 1.
pub fn version1_calls(position: Position, depth: u8, most: usize, captures: bool) -> Recorder<Move> {
    let calls = Calls(Some(Recorder::new(most, captures)));
    let mut searcher = Searcher::observed(position, calls)
        .version(Version::Simple)
        .readings(readings());
    searcher.search(depth).for_each(drop);
    let calls = std::mem::take(searcher.observer_mut());
    calls.0.unwrap_or_else(|| Recorder::new(0, false))
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
