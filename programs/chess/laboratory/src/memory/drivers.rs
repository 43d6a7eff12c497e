//! The searches by name, and the driver of MTD(f), SSS* and DUAL*.

use super::Memory;
use crate::game::{ChessLike, INFINITY, Value};

/// A search that finds the value of a position at a depth.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Driver {
    /// Alpha-beta with the widest window and without memory.
    AlphaBeta,
    /// Alpha-beta with memory.
    AlphaBetaMemory,
    /// MTD(f): MTD, starting from a guess such as the value of the previous iteration.
    Mtd,
    /// SSS*: MTD, starting from above.
    Sss,
    /// DUAL*: MTD, starting from below.
    Dual,
}

impl Driver {
    /// All drivers.
    pub const ALL: [Self; 5] = [Self::AlphaBeta, Self::AlphaBetaMemory, Self::Mtd, Self::Sss, Self::Dual];

    /// Returns an empty memory for this search.
    pub fn memory(self) -> Memory {
        let mut memory = Memory::default();
        memory.remembers = self != Self::AlphaBeta;
        memory
    }

    /// Returns the value of the position, searched to a depth, and the number of searches of the root. Only MTD(f) uses
    /// the guess.
    pub fn value(self, game: &mut impl ChessLike, memory: &mut Memory, guess: Value, depth: i32) -> (Value, u32) {
        match self {
            Self::AlphaBeta | Self::AlphaBetaMemory => (memory.search(game, -INFINITY, INFINITY, depth), 1),
            Self::Mtd => mtd(game, memory, guess, depth),
            Self::Sss => mtd(game, memory, INFINITY, depth),
            Self::Dual => mtd(game, memory, -INFINITY, depth),
        }
    }

    /// Returns the value of the position, searched to a depth with a new memory and with the static value as the guess.
    pub fn run(self, game: &mut impl ChessLike, depth: i32) -> Value {
        let guess = game.evaluate();
        self.value(game, &mut self.memory(), guess, depth).0
    }
}

/// Returns the value of the position, searched to a depth with null windows only, and the number of windows. Each
/// search finds on which side of its window the value lies, and moves a bound; the value is found when the bounds meet.
///
/// Starting at a guess `first`, this is MTD(f); at [`INFINITY`], SSS*; at -[`INFINITY`], DUAL*.
pub fn mtd(game: &mut impl ChessLike, memory: &mut Memory, first: Value, depth: i32) -> (Value, u32) {
    let mut g = first.clamp(-INFINITY, INFINITY);
    let (mut lower, mut upper) = (-INFINITY, INFINITY);
    let mut passes = 0;
    while lower < upper {
        let beta = if g == lower { g + 1 } else { g };
        g = memory.search(game, beta - 1, beta, depth);
        if g < beta {
            upper = g;
        } else {
            lower = g;
        }
        passes += 1;
    }
    (g, passes)
}
