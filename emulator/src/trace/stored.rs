//! The words that a trace has stored, for use by its loads: mainly the return addresses pushed by calls.

use alloc::vec::Vec;

use super::Place;
use super::numbers::{Arena, Num, Number, Term};

/// Maximum number of stored words that are remembered.
const MOST: usize = 16;

/// The words that the trace has stored and not overwritten since, the most recent one last.
///
/// If the trace continues after a store, the store was to RAM; otherwise, a guard has left the trace.
#[derive(Debug, Clone, Default)]
pub(super) struct StoredWords<'r>(Vec<(Place, Num<'r>)>);

impl<'r> StoredWords<'r> {
    pub(super) fn store(&mut self, arena: &Arena, at: Place, value: Num<'r>) {
        self.0
            .retain(|(other, _)| matches!(distance(arena, other, &at), Some(2..=0xFFFE)));
        if at.word {
            if self.0.len() == MOST {
                self.0.remove(0);
            }
            self.0.push((at, value & 0xFFFF));
        }
    }

    /// Returns the word at a place if it is known.
    pub(super) fn word(&self, arena: &Arena, at: &Place) -> Option<Num<'r>> {
        let here = |(other, _): &&(Place, Num<'r>)| distance(arena, other, at) == Some(0);
        self.0.iter().find(here).filter(|_| at.word).map(|(_, value)| *value)
    }
}

/// Returns the distance from one place to another, in the same segment of the same address space; `None` if it is
/// unknown.
fn distance(arena: &Arena, first: &Place, second: &Place) -> Option<u16> {
    if (first.space, first.upper) != (second.space, second.upper) {
        return None;
    }
    let [(base, to_first), (other, to_second)] = [first, second].map(|place| parts(arena, place.offset));
    (base == other).then(|| to_second.wrapping_sub(to_first))
}

/// Splits an offset into a number and a constant that is added to it.
fn parts(arena: &Arena, mut offset: Number) -> (Number, u16) {
    let mut constant = 0_u16;
    loop {
        let index = match offset {
            Number::Known(known) => return (Number::Known(0), constant.wrapping_add(known as u16)),
            Number::Term(index) => index,
        };
        match arena.term(index).0 {
            // Only the lower 16 bits matter.
            Term::And(whole, Number::Known(0xFFFF)) => offset = whole,
            Term::Add(number, Number::Known(known)) | Term::Add(Number::Known(known), number) => {
                constant = constant.wrapping_add(known as u16);
                offset = number;
            }
            _ => return (offset, constant),
        }
    }
}
