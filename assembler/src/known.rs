//! Instructions that were read before: lines that need not be read again.
//!
//! A program repeats itself. A line that is one instruction, without a label, a symbol, a relative target or a warning, becomes the same bytes wherever it stands.

use rustc_hash::FxHashMap;
use z8000::isa::{Form, Mode};

use crate::instruction::LineClocks;

/// How many lines are kept.
const MOST: usize = 0x4000;

/// Longer lines are not kept.
const LONGEST: usize = 64;

/// What a line becomes.
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

/// The lines of each mode.
#[derive(Debug, Default)]
pub(crate) struct KnownLines([FxHashMap<Box<str>, Known>; 2]);

impl KnownLines {
    /// What a line becomes, if it was kept.
    pub(crate) fn find(&self, text: &str, mode: Mode) -> Option<&Known> {
        self.0[mode as usize].get(text)
    }

    /// Keeps a line.
    pub(crate) fn keep(&mut self, text: &str, mode: Mode, bytes: &[u8], clocks: LineClocks) {
        let lines = &mut self.0[mode as usize];
        let mut known = Known {
            bytes: Default::default(),
            length: bytes.len() as u8,
            clocks,
        };
        if let Some(place) = known.bytes.get_mut(..bytes.len())
            && text.len() <= LONGEST
            && lines.len() < MOST
        {
            place.copy_from_slice(bytes);
            lines.insert(text.into(), known);
        }
    }

    /// Forgets all lines: a macro may have taken the name of an instruction.
    pub(crate) fn clear(&mut self) {
        self.0.iter_mut().for_each(FxHashMap::clear);
    }
}
