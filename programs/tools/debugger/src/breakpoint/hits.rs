//! How often breakpoints have been hit: a number of the moment, so that going back takes hits back.
//!
//! The hits of a moment are those since the breakpoint was set or enabled. Going back beyond that, it counts from there.
//! Hits are noted at some moments; a replay from the last of these counts the others.

use std::collections::BTreeMap;

use super::{Breakpoint, Breakpoints, Noted};

/// Steps between two notes. Counting over them takes a millisecond.
pub(crate) const INTERVAL: u64 = 1 << 16;

impl Breakpoint {
    /// Returns true if it stops at some of its hits only.
    pub(crate) const fn counts(&self) -> bool {
        self.ignore > 0 || self.only.is_some()
    }

    /// Returns true if it stops, or logs, at a hit with this number.
    pub(crate) fn acts_at(&self, hit: u64) -> bool {
        !self.counts() || hit > self.ignore && self.only.is_none_or(|only| only.stops(hit))
    }
}

impl Breakpoints {
    /// Enables a breakpoint, which then counts its hits from 0 again, or disables it.
    pub fn enable(&mut self, id: u32, enabled: bool) {
        let Some(breakpoint) = self.find(id).filter(|found| found.enabled != enabled) else {
            return;
        };
        breakpoint.enabled = enabled;
        if enabled {
            breakpoint.hits = 0;
            self.hits.remove(&id);
        }
    }

    /// Notes the hits up to the present, of new breakpoints and of those whose last note is long past.
    pub(crate) fn note_hits(&mut self, now: u64) {
        self.hits.retain(|id, _| self.list.iter().any(|one| one.id == *id));
        for Breakpoint { id, hits, .. } in &self.list {
            let notes = self.hits.entry(*id).or_default();
            if notes.last().is_none_or(|(at, _)| at.saturating_add(INTERVAL) <= now) {
                notes.push((now, *hits));
            }
        }
    }

    /// The last note of a breakpoint up to a moment; `None` if it was set later.
    pub(crate) fn noted(&self, id: u32, at: u64) -> Option<Noted> {
        let notes = self.hits.get(&id)?;
        notes[..notes.partition_point(|note| note.0 <= at)].last().copied()
    }

    /// Forgets the notes after a moment.
    pub(crate) fn forget_hits(&mut self, after: u64) {
        for notes in self.hits.values_mut() {
            notes.retain(|note| note.0 <= after);
        }
    }

    /// Sets the hits of the present. A breakpoint that was set later counts from here.
    pub(crate) fn set_hits(&mut self, now: u64, hits: &BTreeMap<u32, u64>) {
        for breakpoint in &mut self.list {
            let known = hits.get(&breakpoint.id).copied();
            breakpoint.hits = known.unwrap_or_default();
            if known.is_none() {
                self.hits.insert(breakpoint.id, vec![(now, 0)]);
            }
        }
    }
}
