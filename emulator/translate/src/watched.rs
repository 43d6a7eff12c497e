//! The words of writable memory from which code was generated.

use std::collections::{HashMap, HashSet};

use z8000::run::{Bank, Banked, WORD};

use crate::cache::Cache;
use crate::tables::Start;

/// A word of memory: its bank, and its index in the bank.
pub(crate) type Word = (usize, usize);

/// The number of changes of a word in close succession after which it is left to the interpreter: the program keeps
/// rewriting it, and compiling it does not pay.
const CHANGES: u32 = 16;

/// Two changes at most this many instructions apart are in close succession.
const SOON: u64 = 1_000_000;

/// The words that code depends on.
#[derive(Debug, Default)]
pub(crate) struct WatchedWords {
    /// The start addresses of the code that depends on each word.
    starts: HashMap<Word, Vec<Start>>,
    /// How often a word with code has changed in close succession, and the instruction count at its last change.
    changes: HashMap<Word, (u32, u64)>,
    /// While nothing is watched, the previous contents of each word that code depends on.
    asleep: Vec<(Word, u16)>,
    /// The number of discarded traces.
    forgotten: usize,
}

impl WatchedWords {
    /// Returns true if code may depend on a word.
    pub(crate) fn allows(&self, word: Word) -> bool {
        self.changes.get(&word).is_none_or(|changes| changes.0 < CHANGES)
    }

    /// Returns true if code may depend on all these words.
    pub(crate) fn allow(&self, words: &HashSet<Word>) -> bool {
        words.iter().all(|word| self.allows(*word))
    }

    /// Records that the code at a start address depends on these words, and watches them.
    pub(crate) fn add(&mut self, start: Start, words: HashSet<Word>, memory: &mut dyn Banked) {
        for word in words {
            let starts = self.starts.entry(word).or_default();
            if !starts.contains(&start) {
                starts.push(start);
            }
            memory.watch(word.0, word.1);
        }
    }

    /// Returns the number of words that code depends on.
    pub(crate) fn len(&self) -> usize {
        self.starts.len()
    }

    /// Stops watching during a pause without native code: stores are faster if nothing is watched. Words that have
    /// already changed must be handled first.
    pub(crate) fn sleep(&mut self, memory: &mut dyn Banked) {
        memory.unwatch();
        let banks = memory.banks();
        let held = |word: &Word| (*word, word_in(banks, *word));
        self.asleep = self.starts.keys().map(held).collect();
    }

    /// Resumes watching, if it was stopped; returns the words that have changed meanwhile.
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

    /// Discards the code that depends on changed words, at this instruction count. Returns the number of discarded
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
            for start in self.starts.remove(&word).unwrap_or_default() {
                self.forgotten += usize::from(cache.forget(start));
            }
        }
        self.forgotten - before
    }

    /// Returns true if there is no room for more than the existing `most` traces, and many of these were discarded.
    pub(crate) fn is_worn_out(&self, cache: &Cache, most: usize) -> bool {
        self.forgotten > most / 2 && cache.traces() >= most
    }
}

/// Returns a word of memory; FFFFh if the bank does not exist.
pub(crate) fn word_in(banks: &[Bank], (bank, word): Word) -> u16 {
    let at = word * WORD;
    let bytes = banks.get(bank).and_then(|bank| bank.get(at..at + WORD));
    bytes.map_or(0xFFFF, |bytes| u16::from_be_bytes([bytes[0], bytes[1]]))
}
