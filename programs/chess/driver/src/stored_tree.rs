//! The stored tree in the memory of the Z8000.

use std::fmt;

use anyhow::{Result, ensure};
use bcp_chess::{Kind, Move, Special, Square};
use bcp_reference::constants::MAX_DEPTH;
use bcp_reference::search::StoredMove;
use z8000::machine::World;

use crate::path::square;
use crate::program::Symbols;

/// The location of the tree, and the layout of its entries. An entry is identified by its address in data memory, which
/// is never 0.
#[derive(Debug, Clone, Copy)]
pub struct StoredTree {
    /// The entry of the root.
    pub root: u16,
    /// The number of entries, including the root.
    pub capacity: u16,
    /// Address of the pointer to the first free entry.
    free: u16,
    nodes: u16,
    size: u16,
    from: u16,
    to: u16,
    special: u16,
    score: u16,
    lower: u16,
    upper: u16,
    hint: u16,
    first: u16,
    next: u16,
    complete: u16,
    tested: u16,
    mates: u16,
    special_bits: u16,
}

/// An entry of the tree.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Entry {
    /// Numbers of the origin and destination squares.
    pub squares: [u8; 2],
    /// Number of the move's side effect: see "moves" in `asm/constants.s`.
    pub special: u8,
    /// The move's score: its value in pawns, for the side that plays it, if the opponent passes.
    pub score: i8,
    /// What is known about the replies to the move.
    pub behind: Behind,
    /// True if the list of eligible replies is complete.
    pub complete: bool,
    /// True if the opponent mates in one in reply; `None` if that was not tested.
    pub mates: Option<bool>,
}

/// What is known about the replies to an entry's move. The two alternatives share a word.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Behind {
    /// Without a list: the numbers of the origin and destination of the move with which a list will begin.
    Hint([u8; 2]),
    /// The lower bound, which no score of a move outside the list exceeds, and the upper bound, at which higher scores
    /// were cut off. Both are 0 if nothing is known yet.
    Bounds([i8; 2]),
}

impl StoredTree {
    /// Locates the tree in a program; `None` if the program has none.
    pub fn find(symbols: Symbols<'_>) -> Option<Self> {
        Some(Self {
            root: symbols("tree")?,
            capacity: symbols("TREE_ENTRIES")?,
            free: symbols("free")?,
            nodes: symbols("nodes")?,
            size: symbols("ENTRY_SIZE")?,
            from: symbols("ENTRY_FROM")?,
            to: symbols("ENTRY_TO")?,
            special: symbols("ENTRY_SPECIAL")?,
            score: symbols("ENTRY_SCORE")?,
            lower: symbols("ENTRY_LOWER")?,
            upper: symbols("ENTRY_UPPER")?,
            hint: symbols("ENTRY_HINT")?,
            first: symbols("ENTRY_FIRST")?,
            next: symbols("ENTRY_NEXT")?,
            complete: symbols("COMPLETE_BIT")?,
            tested: symbols("TESTED_BIT")?,
            mates: symbols("MATES_BIT")?,
            special_bits: symbols("SPECIAL_BITS")?,
        })
    }

    /// Reads an entry of the tree.
    pub fn entry(&self, memory: &World, at: u16) -> Entry {
        let byte = |offset: u16| memory.data_byte(at.wrapping_add(offset));
        let flags = byte(self.special);
        let bit = |number: u16| flags >> number & 1 != 0;
        let complete = bit(self.complete);
        let has_list = complete || memory.data_word(at.wrapping_add(self.first)) != 0;
        let behind = match self.hint(memory, at) {
            hint if !has_list && hint != [0, 0] => Behind::Hint(hint),
            _ => Behind::Bounds([byte(self.lower).cast_signed(), byte(self.upper).cast_signed()]),
        };
        Entry {
            squares: [byte(self.from), byte(self.to)],
            special: flags & self.special_bits as u8,
            score: byte(self.score).cast_signed(),
            behind,
            complete,
            mates: bit(self.tested).then(|| bit(self.mates)),
        }
    }

    /// Reads the squares of the best move at a node one ply from the horizon; zeros if it has none.
    pub fn hint(&self, memory: &World, at: u16) -> [u8; 2] {
        [0, 1].map(|offset| memory.data_byte(at.wrapping_add(self.hint).wrapping_add(offset)))
    }

    /// Returns the children of an entry, the best first.
    pub fn children<'m>(&self, memory: &'m World, at: u16) -> impl Iterator<Item = u16> + use<'m> {
        self.chain(memory, memory.data_word(at.wrapping_add(self.first)))
    }

    /// Returns an entry and those linked to it; at most `capacity`, even if the links form a ring.
    fn chain<'m>(&self, memory: &'m World, first: u16) -> impl Iterator<Item = u16> + use<'m> {
        let next = self.next;
        let some = |entry: u16| (entry != 0).then_some(entry);
        let follow = move |entry: &u16| some(memory.data_word(entry.wrapping_add(next)));
        std::iter::successors(some(first), follow).take(self.capacity.into())
    }

    /// Returns the number of entries in use, including the root; `None` before the first search, when nothing is linked
    /// yet.
    pub fn in_use(&self, memory: &World) -> Option<u16> {
        let free = self.chain(memory, memory.data_word(self.free)).count() as u16;
        let searched = memory.data_long(self.nodes) > 0;
        (free > 0 || searched).then(|| self.capacity - free)
    }

    /// Returns the best line as stored: the first entry of each list, starting at the root.
    pub fn best_line(&self, memory: &World) -> Vec<String> {
        let best = |entry: &u16| self.children(memory, *entry).next();
        let entries = std::iter::successors(best(&self.root), best).take(usize::from(MAX_DEPTH) + 2);
        entries
            .map(|entry| squares_text(self.entry(memory, entry).squares))
            .collect()
    }

    /// Counts the complete, non-empty lists, and the moves in them.
    pub fn lists(&self, memory: &World) -> (u32, u32) {
        let (mut lists, mut moves) = (0, 0);
        let mut nodes = vec![self.root];
        while let Some(node) = nodes.pop() {
            let before = nodes.len();
            nodes.extend(self.children(memory, node));
            if self.entry(memory, node).complete && nodes.len() > before {
                lists += 1;
                moves += (nodes.len() - before) as u32;
            }
        }
        (lists, moves)
    }

    /// Returns all moves in depth-first order, each with its ply, from 1.
    ///
    /// # Errors
    ///
    /// A link leads to no entry, the tree is too deep, or an entry is used twice or is neither in the tree nor free.
    pub fn moves(&self, memory: &World) -> Result<Vec<(u8, Entry)>> {
        let mut seen = vec![false; self.capacity.into()];
        let mut list = Vec::new();
        self.see(self.root, &mut seen)?;
        self.walk(memory, self.root, 1, &mut seen, &mut list)?;
        for entry in self.chain(memory, memory.data_word(self.free)) {
            self.see(entry, &mut seen)?;
        }
        let lost = seen.iter().filter(|seen| !**seen).count();
        ensure!(
            lost == 0,
            "entries that are neither in the tree nor in the free list: {lost}"
        );
        Ok(list)
    }

    fn walk(&self, memory: &World, node: u16, ply: u8, seen: &mut [bool], list: &mut Vec<(u8, Entry)>) -> Result<()> {
        ensure!(ply <= MAX_DEPTH + 1, "the tree is deeper than the maximum search depth");
        for child in self.children(memory, node) {
            self.see(child, seen)?;
            list.push((ply, self.entry(memory, child)));
            self.walk(memory, child, ply + 1, seen, list)?;
        }
        Ok(())
    }

    /// Marks an entry as seen. It must be an entry of the tree, and not seen before.
    fn see(&self, entry: u16, seen: &mut [bool]) -> Result<()> {
        let (offset, size) = (entry.wrapping_sub(self.root), self.size.max(1));
        let number = usize::from(offset / size);
        ensure!(
            offset.is_multiple_of(size) && number < seen.len() && entry >= self.root,
            "{entry:04x} is not an entry of the tree"
        );
        ensure!(!seen[number], "the entry at {entry:04x} is used twice");
        seen[number] = true;
        Ok(())
    }
}

impl Entry {
    /// Converts a stored move of the reference to the entry expected in the Z8000's tree.
    pub fn expected(stored: &StoredMove) -> Self {
        let behind = match stored.hint {
            Some(hint) => Behind::Hint([hint.from, hint.to].map(|square| square.number())),
            None => Behind::Bounds([stored.lower as i8, stored.upper as i8]),
        };
        Self {
            squares: [stored.m.from, stored.m.to].map(|square| square.number()),
            special: special_number(stored.m),
            score: stored.score as i8,
            behind,
            complete: stored.complete,
            mates: stored.mates,
        }
    }

    /// Formats the squares of the move, such as `e2e4`.
    pub fn coordinates(&self) -> String {
        squares_text(self.squares)
    }

    /// Returns true if the entry is for this move.
    pub fn holds(&self, m: Move) -> bool {
        self.squares == [m.from.number(), m.to.number()] && self.special == special_number(m)
    }
}

impl fmt::Display for Entry {
    /// Writes `e2e4, score 3, bounds -2 to 5, complete`, or `e2e4, score 3, hint e7e5`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", squares_text(self.squares))?;
        if self.special != 0 {
            write!(f, " (special {:02x}h)", self.special)?;
        }
        write!(f, ", score {}", self.score)?;
        match self.behind {
            Behind::Hint(squares) => write!(f, ", hint {}", squares_text(squares))?,
            Behind::Bounds([0, 0]) if !self.complete => {}
            Behind::Bounds([lower, upper]) => write!(f, ", bounds {lower} to {upper}")?,
        }
        if self.complete {
            write!(f, ", complete")?;
        }
        match self.mates {
            Some(true) => write!(f, ", a mate after it"),
            Some(false) => write!(f, ", no mate after it"),
            None => Ok(()),
        }
    }
}

/// Formats a move from the numbers of its squares, as in `e2e4`; `??` stands for a number that no square has.
pub fn squares_text(squares: [u8; 2]) -> String {
    squares.map(|number| square(number.into())).concat()
}

/// The side effects of moves, in the order of their numbers.
const SPECIALS: [Special; 8] = [
    Special::None,
    Special::DoubleStep,
    Special::EnPassant,
    Special::Castling,
    Special::Promotion(Kind::Knight),
    Special::Promotion(Kind::Bishop),
    Special::Promotion(Kind::Rook),
    Special::Promotion(Kind::Queen),
];

/// Decodes a move from the numbers of its squares and of its side effect; `None` if there is no such move.
pub fn read_move(from: u8, to: u8, special: u8) -> Option<Move> {
    let (from, to) = (Square::from_number(from)?, Square::from_number(to)?);
    let mut moves = SPECIALS.into_iter().map(|special| Move::new(from, to, special));
    moves.find(|m| special_number(*m) == special)
}

/// Returns the number of a move's side effect: see "moves" in `asm/constants.s`.
pub fn special_number(m: Move) -> u8 {
    match m.special {
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
            let white = m.to.number() > m.from.number();
            0x20 + kind + if white { 0 } else { 12 }
        }
    }
}
