//! The tree of the search, kept up to date with the session while a page is showing it.

use bcp_chess::Position;
use bcp_debugger::{Growth, Happening, Level, Places, Watcher};
use z8000::machine::World;
use z8000_debugger::session::{Replay, Session};

use crate::growth::picture;
use crate::protocol;

/// A number of instructions that is smaller than any iteration.
const SHORTEST: u64 = 1000;

/// If a later iteration begins this many instructions ahead, the tree skips to it; restarting for less is not
/// worthwhile.
const FAR: u64 = 4_000_000;

/// The maximum number of stored trees, to which the page can go back. If there are more, every second one is dropped.
const KEPT: usize = 128;

/// The initial number of instructions between two stored trees.
const SPACING: u64 = 250_000;

/// A tree that grows with the events of a session.
#[derive(Debug)]
pub(super) struct Growing {
    places: Places,
    root: Position,
    growth: Growth,
    /// A replay of the session, up to the moment that the tree shows.
    past: Option<Replay>,
    /// The moment that the tree shows, in instructions.
    now: u64,
    kept: Vec<(u64, Growth)>,
    spacing: u64,
    /// The root at the end of iteration 0, which searches only captures.
    captures: Option<Level>,
}

impl Growing {
    /// Creates the tree of a position in a newly opened session; `None` if its program is not the chess program.
    pub(super) fn new(session: &Session, root: &Position) -> Option<Self> {
        let program = session.program();
        Some(Self {
            places: Places::find(&|name| program.address(name).ok(), session.machine().world())?,
            root: root.clone(),
            growth: Growth::new(root.clone()),
            past: None,
            now: 0,
            kept: Vec::new(),
            spacing: SPACING,
            captures: None,
        })
    }

    /// Grows the tree towards the present of the session by at most `most` instructions. Returns true if it has reached
    /// the present. `ends` are the moments at which iterations were reported: nothing before the last of these counts.
    pub(super) fn follow(&mut self, session: &Session, ends: &[u64], most: u64) -> bool {
        let furthest = session.furthest();
        self.kept.retain(|(at, _)| *at <= furthest);
        let present = session.now().steps;
        if self.captures.is_none()
            && let Some(&end) = ends.first()
        {
            self.see_captures(session, end);
        }
        // Directly after the end of an iteration, its tree is still shown.
        let is_past = |end: &&u64| **end + SHORTEST < present;
        let start = ends.iter().rev().find(is_past).copied().unwrap_or(0);
        if self.past.is_none() || self.now > present || self.now + FAR < start {
            self.begin(session, start, present);
        }
        let Some(mut past) = self.past.take() else { return false };
        session.prolong(&mut past);
        let to = present.min(self.now.saturating_add(most));
        while self.now < to {
            let next = to.min((self.now / self.spacing + 1) * self.spacing);
            advance(&mut self.growth, &self.places, &mut past, self.now, next - self.now);
            self.now = next;
            if next.is_multiple_of(self.spacing) {
                self.keep();
            }
        }
        self.past = Some(past);
        self.now == present
    }

    /// Returns the moment that the tree shows.
    pub(super) const fn now(&self) -> u64 {
        self.now
    }

    /// Returns the part of the tree that the page shows; at the present, including the event that is about to happen.
    pub(super) fn picture(&self, session: &Session) -> protocol::Growth {
        let board = (session.now().steps == self.now).then(|| session.machine());
        let told = board.and_then(|board| self.places.read(self.now, board.cpu(), board.world()));
        if let Some(told) = told {
            let mut growth = self.growth.clone();
            growth.take(&told);
            return picture(&growth, self.captures.as_ref(), self.now);
        }
        picture(&self.growth, self.captures.as_ref(), self.now)
    }

    /// Goes to the last moment before the present at which a tree is stored, or begins.
    fn begin(&mut self, session: &Session, start: u64, present: u64) {
        let known = self.kept.iter().rfind(|(at, _)| (start..=present).contains(at));
        (self.now, self.growth) = match known {
            Some((at, growth)) => (*at, growth.clone()),
            None => (start, Growth::new(self.root.clone())),
        };
        self.past = Some(session.past(self.now));
    }

    fn keep(&mut self) {
        let index = self.kept.partition_point(|(at, _)| *at < self.now);
        if self.kept.get(index).is_some_and(|(at, _)| *at == self.now) {
            return;
        }
        self.kept.insert(index, (self.now, self.growth.clone()));
        if self.kept.len() > KEPT {
            self.spacing *= 2;
            let spacing = self.spacing;
            self.kept.retain(|(at, _)| at.is_multiple_of(spacing));
        }
    }

    fn see_captures(&mut self, session: &Session, end: u64) {
        let mut growth = Growth::new(self.root.clone());
        advance(&mut growth, &self.places, &mut session.past(0), 0, end);
        self.captures = growth.levels().first().cloned();
    }
}

/// Passes to a tree the events of a number of instructions of the past, which is at `from`.
fn advance(growth: &mut Growth, places: &Places, past: &mut Replay, from: u64, instructions: u64) {
    let mut take = |told: Happening, _: &_, _: &World| growth.take(&told);
    past.advance(instructions, &mut Watcher::new(places, from, &mut take));
}
