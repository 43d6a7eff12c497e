//! The stored tree as it stands in the memory of the Z8000.

use anyhow::{Result, ensure};
use bcp_chess::{Kind, Special};
use bcp_reference::constants::MAX_DEPTH;
use bcp_reference::search::StoredMove;
use z8000::machine::Memory;

use crate::program::Program;

/// Where the tree is and what its entries look like: symbols of the program.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Layout {
    tree: u16,
    free: u16,
    size: u16,
    entries: u16,
    mv: u16,
    special: u16,
    score: u16,
    lower: u16,
    upper: u16,
    first: u16,
    next: u16,
    complete: u16,
    tested: u16,
    mates: u16,
    special_bits: u16,
}

/// A stored move as the memory has it; the specials as numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Entry {
    ply: u8,
    from: u8,
    to: u8,
    special: u8,
    score: i8,
    lower: i8,
    upper: i8,
    complete: bool,
    mates: Option<bool>,
}

impl Layout {
    /// The layout of a program with a stored tree.
    pub(crate) fn of(program: &Program) -> Result<Self> {
        let at = |name| program.address(name);
        Ok(Self {
            tree: at("tree")?,
            free: at("free")?,
            size: at("ENTRY_SIZE")?,
            entries: at("TREE_ENTRIES")?,
            mv: at("ENTRY_MOVE")?,
            special: at("ENTRY_SPECIAL")?,
            score: at("ENTRY_SCORE")?,
            lower: at("ENTRY_LOWER")?,
            upper: at("ENTRY_UPPER")?,
            first: at("ENTRY_FIRST")?,
            next: at("ENTRY_NEXT")?,
            complete: at("COMPLETE_BIT")?,
            tested: at("TESTED_BIT")?,
            mates: at("MATES_BIT")?,
            special_bits: at("SPECIAL_BITS")?,
        })
    }

    /// The stored moves, each followed by those behind it. Every entry must be in the tree or free, and none in both: that is
    /// checked from outside.
    pub(crate) fn entries(&self, memory: &Memory) -> Result<Vec<Entry>> {
        let mut seen = vec![false; self.entries.into()];
        let mut list = Vec::new();
        self.see(self.tree, &mut seen)?;
        self.walk(memory, self.tree, 1, &mut seen, &mut list)?;
        let mut free = memory.data_word(self.free);
        while free != 0 {
            self.see(free, &mut seen)?;
            free = memory.data_word(free.wrapping_add(self.next));
        }
        let lost = seen.iter().filter(|seen| !**seen).count();
        ensure!(lost == 0, "{lost} entries are neither in the tree nor free");
        Ok(list)
    }

    fn walk(&self, memory: &Memory, node: u16, ply: u8, seen: &mut [bool], list: &mut Vec<Entry>) -> Result<()> {
        ensure!(ply <= MAX_DEPTH + 1, "the tree is deeper than any search");
        let mut child = memory.data_word(node.wrapping_add(self.first));
        while child != 0 {
            self.see(child, seen)?;
            let byte = |offset: u16| memory.data_byte(child.wrapping_add(offset));
            let flags = byte(self.special);
            let bit = |number: u16| flags >> number & 1 != 0;
            list.push(Entry {
                ply,
                from: byte(self.mv),
                to: byte(self.mv + 1),
                special: flags & self.special_bits as u8,
                score: byte(self.score).cast_signed(),
                lower: byte(self.lower).cast_signed(),
                upper: byte(self.upper).cast_signed(),
                complete: bit(self.complete),
                mates: bit(self.tested).then(|| bit(self.mates)),
            });
            self.walk(memory, child, ply + 1, seen, list)?;
            child = memory.data_word(child.wrapping_add(self.next));
        }
        Ok(())
    }

    /// Notes that an entry was met, which must be one and must not have been met before.
    fn see(&self, entry: u16, seen: &mut [bool]) -> Result<()> {
        let offset = entry.wrapping_sub(self.tree);
        let number = usize::from(offset / self.size.max(1));
        ensure!(
            offset.is_multiple_of(self.size.max(1)) && number < seen.len() && entry >= self.tree,
            "{entry:04x} is no entry of the tree"
        );
        ensure!(!seen[number], "the entry at {entry:04x} is used twice");
        seen[number] = true;
        Ok(())
    }
}

impl Entry {
    /// The entry that the Z8000 should have for a stored move of the reference.
    pub(crate) fn expected(stored: &StoredMove) -> Self {
        // A hint stands in place of the bounds.
        let (lower, upper) = match stored.hint {
            Some(hint) => (hint.from.number().cast_signed(), hint.to.number().cast_signed()),
            None => (stored.lower as i8, stored.upper as i8),
        };
        let white = stored.m.to.number() > stored.m.from.number();
        Self {
            ply: stored.ply,
            from: stored.m.from.number(),
            to: stored.m.to.number(),
            special: special(stored.m.special, white),
            score: stored.score as i8,
            lower,
            upper,
            complete: stored.complete,
            mates: stored.mates,
        }
    }
}

/// The number of a special: see "moves" in `asm/constants.s`.
fn special(special: Special, white: bool) -> u8 {
    match special {
        Special::None => 0,
        Special::DoubleStep => 2,
        Special::EnPassant => 4,
        Special::Castling => 6,
        Special::Promotion(kind) => {
            let kind = match kind {
                Kind::Knight => 2,
                Kind::Bishop => 4,
                Kind::Rook => 6,
                _ => 8,
            };
            0x20 + kind + if white { 0 } else { 12 }
        }
    }
}
