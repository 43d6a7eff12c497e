//! The list of legal moves from which the program chooses, read from its memory.

use bcp_chess::Move;

use crate::iteration::Iteration;
use crate::player::Player;
use crate::program::Symbols;
use crate::stored_tree::StoredTree;

/// The location of the list of legal moves from which the program chooses, the best first.
///
/// The program reports only complete iterations. An interrupted iteration may already have changed the choice: only
/// this list shows the result.
#[derive(Debug, Clone, Copy)]
pub struct Choices {
    tree: StoredTree,
    entry: u16,
    value: u16,
    depth: u16,
    nodes: u16,
}

impl Choices {
    /// Locates the list in a program; `None` if the program does not play games.
    pub fn find(symbols: Symbols<'_>) -> Option<Self> {
        let lists = symbols("lists")?;
        Some(Self {
            tree: StoredTree::find(symbols)?,
            entry: lists.checked_add(symbols("CHOICE_ENTRY")?)?,
            value: lists.checked_add(symbols("CHOICE_VALUE")?)?,
            depth: symbols("depth")?,
            nodes: symbols("nodes")?,
        })
    }

    /// Returns the iteration whose value belongs to `m`, the move with which the program has just answered: `last`, the
    /// last complete one, or else the unfinished one that has changed the choice; `None` if the move does not come from
    /// a search.
    pub fn found(&self, player: &Player, m: Move, last: Option<Iteration>) -> Option<Iteration> {
        last.filter(|last| last.best == Some(m))
            .or_else(|| self.behind(player, m))
    }

    /// Returns the iteration in which the program found `m`, the move with which it has just answered; `None` if the
    /// move does not come from a search.
    pub fn behind(&self, player: &Player, m: Move) -> Option<Iteration> {
        let memory = player.console().memory();
        let first = self.tree.entry(memory, memory.data_word(self.entry));
        first.holds(m).then(|| Iteration {
            depth: memory.data_word(self.depth).to_le_bytes()[0],
            value: memory.data_byte(self.value).cast_signed().into(),
            best: Some(m),
            nodes: memory.data_long(self.nodes),
            cycles: player.console().cycles(),
        })
    }
}
