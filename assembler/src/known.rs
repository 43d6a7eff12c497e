//! Instructions that were read before: lines that need not be read again.
//!
//! A program repeats itself. A line that is one instruction, without a label, a symbol, a relative target or a warning,
//! becomes the same bytes wherever it stands.

use std::hash::Hasher;

use rustc_hash::FxHasher;
use z8000::isa::{Form, Mode};

use crate::instruction::LineClocks;

/// How many lines are kept, as a power of two: each has one slot, where it takes the place of the one before it.
const SLOTS: u32 = 13;

/// Longer lines are not kept.
const LONGEST: usize = 32;

/// The bytes and clocks of a line.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Known {
    bytes: [u8; 2 * Form::MAX_WORDS],
    length: u8,
    pub(crate) clocks: LineClocks,
}

impl Known {
    pub(crate) fn bytes(&self) -> &[u8] {
        &self.bytes[..usize::from(self.length)]
    }
}

/// A line.
#[derive(Debug, Clone)]
struct Slot {
    text: [u8; LONGEST],
    length: u8,
    mode: Mode,
    known: Known,
}

/// The lines, by a hash of their text.
#[derive(Debug, Default)]
pub(crate) struct KnownLines(Vec<Option<Slot>>);

impl KnownLines {
    /// Returns the bytes and clocks of a line, if it was kept.
    pub(crate) fn find(&self, text: &str, mode: Mode) -> Option<Known> {
        let slot = self.0.get(slot(text))?.as_ref()?;
        let same = slot.mode == mode
            && usize::from(slot.length) == text.len()
            && slot.text.get(..text.len()) == Some(text.as_bytes());
        same.then_some(slot.known)
    }

    /// Keeps a line.
    pub(crate) fn keep(&mut self, line: &str, mode: Mode, code: &[u8], clocks: LineClocks) {
        let (mut text, mut bytes) = ([0; LONGEST], [0; 2 * Form::MAX_WORDS]);
        let (Some(text_place), Some(place)) = (text.get_mut(..line.len()), bytes.get_mut(..code.len())) else {
            return;
        };
        text_place.copy_from_slice(line.as_bytes());
        place.copy_from_slice(code);
        self.0.resize(1 << SLOTS, None);
        self.0[slot(line)] = Some(Slot {
            text,
            length: line.len() as u8,
            mode,
            known: Known {
                bytes,
                length: code.len() as u8,
                clocks,
            },
        });
    }

    /// Forgets all lines: a macro may have taken the name of an instruction.
    pub(crate) fn clear(&mut self) {
        self.0.clear();
    }
}

/// The slot of a line.
fn slot(text: &str) -> usize {
    let mut hasher = FxHasher::default();
    hasher.write(text.as_bytes());
    // The upper bits of this hash are the mixed ones.
    (hasher.finish() >> (u64::BITS - SLOTS)) as usize
}
