//! The 1986 search: second-order quiescence on top of a capture tree that sees mates in one.
//!
//! | module | routine | what it answers |
//! |---|---|---|
//! | `t1v` | `t1v`, `xt1v` | what do captures win from here? (first order) |
//! | `mate` | `matev`, `mated` | can the side to play mate in one? |
//! | `t2v` | `t2v` | what do moves win that the opponent cannot ignore? (second order) |
//! | `tree` | | the stored tree, kept from iteration to iteration |
//! | `order` | | the order of moves that gain equally |
//! | `it2v` | `it2v` | the same, one depth after the other |
//! | `think` | `think` | which move is to be played? |
//! | `simple` | `t2v` | second order without a stored tree, as the pseudocode has it |
//! | `memory` | | best moves, kept from iteration to iteration in the simple version |
//! | `readings` | | what the sources leave open |
//! | `observer` | | observes the search, and may stop it |
//!
//! All routines share one board and make and unmake their moves on it. All are fail-hard: given a lower bound `lv` and
//! an upper bound `uv`, they return a value between the two. Values are in pawns, from the point of view of the side to
//! play.

mod it2v;
mod mate;
mod memory;
mod observer;
mod order;
mod readings;
mod simple;
mod t1v;
mod t2v;
#[cfg(test)]
mod tests;
mod think;
mod tree;

pub use it2v::{Iteration, Iterations};
pub use observer::{NodeLimit, Observer, Unobserved};
pub use readings::{ReadingError, Readings};
pub use think::{Player, Thoughts};
pub use tree::StoredMove;

use bcp_chess::{Move, Position};

use crate::constants::{PIECE_VALUES, WIN};
use memory::Memory;
use order::Order;
use tree::Tree;

/// Which program is searched with.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Version {
    /// The program of the paper, reconstructed: eligible moves are stored in a tree of 5,000 entries.
    #[default]
    Stored,
    /// The published pseudocode, with a table of best moves.
    Simple,
}

/// The observer has stopped the search; the board is where it was before.
struct Stopped;

/// The state of a search: the board, the path from the root, and what is remembered.
pub struct Searcher<O: Observer = Unobserved> {
    /// The position at which the search is: the root, while no iteration runs.
    position: Position,
    /// Keys of the positions from the root to this one.
    path: Vec<u32>,
    version: Version,
    readings: Readings,
    order: Order,
    memory: Memory,
    tree: Tree,
    /// Value of a mate in one for the side to play: `WIN` less the plies from the root to the mate.
    mate_value: i16,
    /// The best move of the root so far.
    best: Option<Move>,
    /// Positions in which moves were listed, the author's measure of work.
    nodes: u32,
    observer: O,
}

impl Searcher {
    /// A search of a position without an observer.
    pub fn new(position: Position) -> Self {
        Self::observed(position, Unobserved)
    }
}

impl<O: Observer> Searcher<O> {
    /// A search of a position with an observer. Nothing is remembered yet.
    pub fn observed(position: Position, observer: O) -> Self {
        let position = position.with_values(PIECE_VALUES);
        Self {
            order: Order::new(&position, Readings::default().list_order),
            position,
            path: Vec::new(),
            version: Version::default(),
            readings: Readings::default(),
            memory: Memory::new(),
            tree: Tree::new(&Readings::default()),
            mate_value: WIN,
            best: None,
            nodes: 0,
            observer,
        }
    }

    /// The same search with another version of the program.
    #[must_use]
    pub fn version(self, version: Version) -> Self {
        Self { version, ..self }
    }

    /// The same search with other readings of what the sources leave open.
    #[must_use]
    pub fn readings(self, readings: Readings) -> Self {
        Self {
            order: Order::new(&self.position, readings.list_order),
            readings,
            ..self
        }
    }

    /// The stored moves, each followed by those behind it.
    pub fn stored_moves(&self) -> Vec<StoredMove> {
        self.tree.moves()
    }

    /// The nodes counted since the last search began.
    pub fn nodes(&self) -> u32 {
        self.nodes
    }

    /// The observer.
    pub fn observer(&self) -> &O {
        &self.observer
    }

    /// The observer, to change it between iterations or to take what it has recorded.
    pub fn observer_mut(&mut self) -> &mut O {
        &mut self.observer
    }

    /// Count a node. The count has 32 bits in the Z8000 program, and wraps as it does there.
    fn count_node(&mut self) {
        self.nodes = self.nodes.wrapping_add(1);
    }
}
