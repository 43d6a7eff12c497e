//! The state of a search, and what it remembers about positions.

use super::order::{History, Stock};
use super::rights::Rights;
use super::settings::{Evaluation, Settings};
use super::table::{Bound, Depth, Entry, Table};
use crate::counted::{Counted, Limits};
use crate::game::{ChessLike, Game, Value};

/// Binary logarithm of the default number of entries in the transposition table.
pub const TABLE_BITS: u8 = 20;

/// The bonus for each move if the evaluation includes mobility.
const MOBILITY: Value = 3;

/// A search of one position, with its table and history.
#[derive(Debug)]
pub struct Searcher<'a, G: ChessLike> {
    /// The game, wrapped to count the calls made to it.
    pub game: Counted<'a, G>,
    pub(super) settings: Settings,
    pub(super) table: Table<G::Move>,
    pub(super) history: History,
    pub(super) stock: Stock<G::Move>,
    /// The nodes on the path, by their distance from the root.
    pub(super) path: Vec<Node<G::Move>>,
    /// Number of moves and null moves from the root to the current node.
    pub(super) ply: usize,
    /// The depths of the current iteration: of the full-width part, and of the quiescence layer.
    pub(super) depth: Depth,
}

/// The part of a node on the path that is visible to the nodes below it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node<M> {
    /// The move that failed high at this node, if any.
    pub(super) refutation: Option<M>,
    /// The opponent's move that answered the null move at this node.
    pub(super) threat: Option<M>,
    /// The number of moves at this node that look as good as the current one; counted if the bound is variable.
    pub(super) alternatives: u32,
}

impl<M> Node<M> {
    const NEW: Self = Self { refutation: None, threat: None, alternatives: 0 };
}

/// The transposition table of a finished search, for reuse by another search. Allocating a table for each of many
/// searches takes longer and fragments the heap.
#[derive(Debug)]
pub struct Memory<M>(Table<M>);

impl<M: Copy> Memory<M> {
    /// Returns the binary logarithm of the table's number of entries.
    pub fn bits(&self) -> u8 {
        self.0.bits()
    }
}

impl<'a, G: ChessLike> Searcher<'a, G> {
    /// Returns a search with an empty transposition table of 2 to the power of [`TABLE_BITS`] entries.
    pub fn new(game: G, settings: Settings, limits: Limits<'a>) -> Self {
        Self::with_table(game, settings, limits, TABLE_BITS)
    }

    /// Returns a search with an empty transposition table of 2 to the power of `bits` entries of 16 bytes; `bits` is
    /// clamped to 1 to 26, which is 1 GB.
    pub fn with_table(game: G, settings: Settings, limits: Limits<'a>, bits: u8) -> Self {
        Self {
            game: Counted::new(game, limits),
            settings,
            table: Table::new(bits.clamp(1, 26)),
            history: History::new(G::HISTORY_SIZE),
            stock: Stock::new(),
            path: vec![Node::NEW],
            ply: 0,
            depth: Depth { full: 0, layer: 0 },
        }
    }

    /// Returns a search as [`Searcher::new`] does, but with the table of an earlier search. The contents of the table
    /// are discarded.
    pub fn recycling(game: G, settings: Settings, limits: Limits<'a>, memory: Memory<G::Move>) -> Self {
        let searcher = Self::with_table(game, settings, limits, 1);
        Self { table: memory.0.cleared(), ..searcher }
    }

    /// Returns the table for use in another search.
    pub fn into_memory(self) -> Memory<G::Move> {
        Memory(self.table)
    }

    /// Returns the same search, which also records up to `most` of its calls, as in [`Counted::recording`].
    #[must_use]
    pub fn recording(mut self, most: usize, captures: bool) -> Self {
        self.game = self.game.recording(most, captures);
        self
    }

    pub(super) fn node(&mut self) -> &mut Node<G::Move> {
        &mut self.path[self.ply]
    }

    /// Adds a node about which nothing is known to the path.
    pub(super) fn descend(&mut self) {
        self.ply += 1;
        if self.ply == self.path.len() {
            self.path.push(Node::NEW);
        }
        *self.node() = Node::NEW;
    }

    /// Returns the table's entry for the current position. Other rights to null moves lead to other values, and so have
    /// their own entries.
    pub(super) fn remembered(&self, rights: Rights) -> Option<Entry<G::Move>> {
        let mut entry = self.table.get(self.key(rights))?;
        entry.value = self.restored(entry.value);
        entry.best = entry.best.filter(|_| self.settings.framework.moves);
        Some(entry)
    }

    /// Returns the entry if it determines the result of a search between these bounds.
    pub(super) fn settled(
        &self,
        known: Option<Entry<G::Move>>,
        wanted: Depth,
        (alpha, beta): (Value, Value),
    ) -> Option<Entry<G::Move>> {
        known.filter(|entry| self.settings.framework.cutoffs && entry.settles(wanted, alpha, beta))
    }

    /// Returns the value of a position without any search.
    pub(super) fn evaluate(&mut self) -> Value {
        let value = self.game.evaluate();
        match self.settings.framework.evaluation {
            Evaluation::Squares => value,
            Evaluation::Material => self.game.material(),
            Evaluation::Mobility => value + MOBILITY * self.mobility(),
        }
    }

    /// Returns the number of moves of the side to play minus that of the other side; 0 in check.
    fn mobility(&mut self) -> Value {
        let game = &mut self.game.game;
        if game.in_check() {
            return 0;
        }
        let mut moves = Vec::new();
        game.captures(&mut moves);
        game.quiets(&mut moves);
        let own = moves.len() as Value;
        moves.clear();
        if !game.make_null() {
            return 0;
        }
        game.captures(&mut moves);
        game.quiets(&mut moves);
        game.unmake_null();
        own - moves.len() as Value
    }

    pub(super) fn remember(
        &mut self,
        rights: Rights,
        depth: Depth,
        value: Value,
        bounds: (Value, Value),
        best: Option<G::Move>,
    ) {
        let (alpha, beta) = bounds;
        let bound = if value >= beta {
            Bound::Lower
        } else if value > alpha {
            Bound::Exact
        } else {
            Bound::Upper
        };
        let value = self.stored(value);
        self.table.put(self.key(rights), depth, value, bound, best);
    }

    pub(super) fn key(&self, rights: Rights) -> u64 {
        self.game.key() ^ rights.key(self.settings)
    }

    /// Converts a value for the table. Mates are counted from the root in a search, but from the position in the table,
    /// because a position can be reached in many ways.
    pub(super) fn stored(&self, value: Value) -> Value {
        value + self.ply as Value * mate_sign::<G>(value)
    }

    /// Converts a value from the table: the inverse of [`Searcher::stored`].
    pub(super) fn restored(&self, value: Value) -> Value {
        value - self.ply as Value * mate_sign::<G>(value)
    }
}

/// Returns 1 if the side to play mates, -1 if it is mated, and 0 for other values.
fn mate_sign<G: ChessLike>(value: Value) -> Value {
    Value::from(value >= G::MATES) - Value::from(value <= -G::MATES)
}
