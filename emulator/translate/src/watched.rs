//! The words of writable memory from which code was generated.

use std::collections::{HashMap, HashSet};

use z8000::run::{Bank, Banked, WORD};

use crate::cache::Cache;
use crate::tables::Mode;

/// A word of memory: its bank, and its number in the bank.
pub(crate) type Word = (usize, usize);

/// Where code begins.
type Start = (Mode, (u8, u16));

/// Changes of a word, one soon after the other, after which it is left to the interpreter: the program rewrites it all
/// the time, and compiling it would not pay.
const CHANGES: u32 = 16;

/// Instructions within which a change comes soon after another.
const SOON: u64 = 1_000_000;

/// The words that code depends on.
#[derive(Debug, Default)]
pub(crate) struct WatchedWords {
    /// Where the code begins that depends on a word.
    starts: HashMap<Word, Vec<Start>>,
    /// How often a word with code has changed, one change soon after the other; and when it did last, in instructions.
    changes: HashMap<Word, (u32, u64)>,
    /// While nothing is watched, what each word held that code depends on.
    asleep: Vec<(Word, u16)>,
    /// The number of traces that were forgotten.
    forgotten: usize,
}

impl WatchedWords {
    /// Returns true if there may be code of a word.
    pub(crate) fn allows(&self, word: Word) -> bool {
        self.changes.get(&word).is_none_or(|changes| changes.0 < CHANGES)
    }

    /// Returns true if there may be code of all these words.
    pub(crate) fn allow(&self, words: &HashSet<Word>) -> bool {
        words.iter().all(|word| self.allows(*word))
    }

    /// Makes the code that begins here depend on these words, which are watched from now on.
    pub(crate) fn add(&mut self, start: Start, words: HashSet<Word>, memory: &mut dyn Banked) {
        for word in words {
            let starts = self.starts.entry(word).or_default();
            if !starts.contains(&start) {
                starts.push(start);
            }
            memory.watch(word.0, word.1);
        }
    }

    /// The number of words that code depends on.
    pub(crate) fn len(&self) -> usize {
        self.starts.len()
    }

    /// Stops watching for a while in which no code runs: stores are faster where nothing is watched. What has changed
    /// before must be forgotten.
    pub(crate) fn sleep(&mut self, memory: &mut dyn Banked) {
        memory.unwatch();
        let banks = memory.banks();
        let held = |word: &Word| (*word, word_in(banks, *word));
        self.asleep = self.starts.keys().map(held).collect();
    }

    /// Watches again, if it did not; returns the words that have changed meanwhile.
    pub(crate) fn wake(&mut self, memory: &mut dyn Banked) -> Vec<Word> {
        let mut changed = Vec::new();
        for (word, held) in std::mem::take(&mut self.asleep) {
            if word_in(memory.banks(), word) == held {
                memory.watch(word.0, word.1);
            } else {
                changed.push(word);
            }
        }
        changed
    }

    /// Words have changed, after that many instructions: what depends on them is forgotten. Returns the number of
    /// traces.
    pub(crate) fn forget(&mut self, words: Vec<Word>, now: u64, cache: &Cache) -> usize {
        let before = self.forgotten;
        for word in words {
            let (changes, last) = self.changes.entry(word).or_insert((0, now));
            *changes = if now.saturating_sub(*last) > SOON {
                1
            } else {
                *changes + 1
            };
            *last = now;
            for (mode, (segment, pc)) in self.starts.remove(&word).unwrap_or_default() {
                self.forgotten += usize::from(cache.tables(mode).of(segment).forget(pc));
            }
        }
        self.forgotten - before
    }

    /// Returns true if `most` traces are made already, so that there is no room for more, and many are forgotten.
    pub(crate) fn is_worn_out(&self, cache: &Cache, most: usize) -> bool {
        self.forgotten > most / 2 && cache.traces() >= most
    }
}

/// A word of memory, FFFFh where no bank is.
pub(crate) fn word_in(banks: &[Bank], (bank, word): Word) -> u16 {
    let at = word * WORD;
    let bytes = banks.get(bank).and_then(|bank| bank.get(at..at + WORD));
    bytes.map_or(0xFFFF, |bytes| u16::from_be_bytes([bytes[0], bytes[1]]))
}
