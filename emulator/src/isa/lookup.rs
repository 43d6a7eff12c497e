//! Finds the form of an instruction from its first word in a single step.

use alloc::boxed::Box;
use alloc::vec::Vec;

use once_cell::race::OnceBox;

use super::{FORMS, Form};

/// Entry of [`form_index_table`] for a word that does not begin any form.
pub const UNDEFINED: u16 = 0xFFFF;

/// Flag in an entry of [`form_index_table`] for a word that begins two forms, distinguished by the second word: a left
/// and a right shift, or a single and a repeating block instruction.
pub const BY_SECOND_WORD: u16 = 0x8000;

struct Lookup {
    first: Box<[u16; 0x1_0000]>,
    pairs: Vec<Pair>,
}

/// Two forms with the same first word.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Pair {
    /// The highest bit of the second word in which the forms differ.
    bit: u16,
    clear: u16,
    set: u16,
}

/// The table is built on first use: at compile time, it would take minutes.
fn lookup() -> &'static Lookup {
    static LOOKUP: OnceBox<Lookup> = OnceBox::new();
    LOOKUP.get_or_init(|| Box::new(Lookup::new()))
}

/// Returns a table with an entry for each first word: the index of its form in [`FORMS`]; [`UNDEFINED`]; or a number
/// with the flag [`BY_SECOND_WORD`], for which only [`form_index`] can give the form.
///
/// Only the fixed bits matter: for example, words that name an odd register as a pair have the same form as with an
/// even one, and only [`decode`](super::decode) rejects them.
pub fn form_index_table() -> &'static [u16; 0x1_0000] {
    &lookup().first
}

/// Returns the index in [`FORMS`] of the form of an instruction that begins with two words, or `None` if there is none;
/// the second word matters only if two forms share the first word.
///
/// This is as lenient as the chip: if forms share the first word, the highest bit in which their second words differ
/// decides (bit 15, 7 or 3), regardless of the other fixed bits.
///
/// # Example
///
/// ```
/// use z8000::isa::{FORMS, Operation, form_index};
///
/// let index = form_index(0xBD15, 0).expect("LDK R1,#5");
/// assert_eq!(FORMS[index].operation, Operation::Ldk);
/// assert_eq!(form_index(0x7E00, 0), None);
/// ```
pub fn form_index(first: u16, second: u16) -> Option<usize> {
    let lookup = lookup();
    let entry = lookup.first[usize::from(first)];
    if entry == UNDEFINED {
        return None;
    }
    if entry & BY_SECOND_WORD == 0 {
        return Some(entry.into());
    }
    let pair = lookup.pairs[usize::from(entry & !BY_SECOND_WORD)];
    Some(usize::from(if second & pair.bit == 0 { pair.clear } else { pair.set }))
}

impl Lookup {
    fn new() -> Self {
        let mut lookup = Self { first: Box::new([UNDEFINED; 0x1_0000]), pairs: Vec::new() };
        // Forms with only fixed bits (NOP, BRK) come last, so that they take precedence over the forms that contain
        // them.
        let (fixed, variable): (Vec<usize>, Vec<usize>) =
            (0..FORMS.len()).partition(|&index| FORMS[index].pattern.fields().is_empty());
        for index in variable {
            for word in first_words(&FORMS[index]) {
                lookup.add(word, index as u16);
            }
        }
        for index in fixed {
            lookup.first[usize::from(FORMS[index].pattern.value(0))] = index as u16;
        }
        lookup
    }

    fn add(&mut self, word: u16, index: u16) {
        let entry = &mut self.first[usize::from(word)];
        *entry = match *entry {
            UNDEFINED => index,
            other => {
                let pair = Pair::new(other, index);
                let known = self.pairs.iter().position(|&known| known == pair);
                let at = known.unwrap_or_else(|| {
                    self.pairs.push(pair);
                    self.pairs.len() - 1
                });
                BY_SECOND_WORD | at as u16
            }
        };
    }
}

impl Pair {
    fn new(one: u16, other: u16) -> Self {
        let patterns = [one, other].map(|index| FORMS[usize::from(index)].pattern);
        let [mask, value] = [
            patterns[0].mask(1) & patterns[1].mask(1),
            patterns[0].value(1) ^ patterns[1].value(1),
        ];
        let bit = (mask & value).checked_ilog2().map_or(0, |bit| 1 << bit);
        let [clear, set] = if patterns[0].value(1) & bit == 0 {
            [one, other]
        } else {
            [other, one]
        };
        Self { bit, clear, set }
    }
}

/// Returns all first words that begin a form.
fn first_words(form: &Form) -> impl Iterator<Item = u16> {
    let pattern = form.pattern;
    let free = !pattern.mask(0);
    let mut next = Some(0_u16);
    core::iter::from_fn(move || {
        let bits = next?;
        // Continue with the next larger subset of the free bits.
        let larger = (bits | !free).wrapping_add(1) & free;
        next = (larger != 0).then_some(larger);
        Some(pattern.value(0) | bits)
    })
    .filter(move |&word| pattern.matches(0, word))
}
