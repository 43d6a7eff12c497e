//! The state that all routines of the search share: the board, the path and the memory.

use bcp_chess::{Capture, Move, Position};

use super::event::{Observer, Unobserved};
use super::memory::Memory;
use super::order::Order;
use super::readings::{Readings, Version};
use super::tree::{StoredMove, Tree};
use crate::constants::WIN;

/// Returned when the observer has stopped the search; the board is restored.
pub(super) struct Stopped;

/// The state of a search: the board, the path from the root, and the memory.
///
/// # Example
/// ```
/// use bcp_chess::Position;
/// use bcp_reference::search::Searcher;
///
/// // A pawn for a queen, and then a pawn ahead.
/// let position = Position::from_fen("4k3/8/8/3q4/4P3/8/8/4K3 w - -")?;
/// let last = Searcher::new(position.clone()).search(1).last().expect("depth 0 is always reported");
/// assert_eq!(last.best.and_then(|m| position.san(m)).as_deref(), Some("exd5"));
/// assert_eq!(last.value, 1);
/// # Ok::<(), bcp_chess::FenError>(())
/// ```
pub struct Searcher<'o> {
    /// The current position of the search: the root, while no iteration runs.
    pub(super) position: Position,
    /// Keys of the positions from the root to the current one.
    pub(super) path: Vec<u32>,
    pub(super) version: Version,
    pub(super) readings: Readings,
    pub(super) order: Order,
    pub(super) memory: Memory,
    pub(super) tree: Tree,
    /// Value of a mate in one for the side to play: `WIN` minus the plies from the root to the mate.
    pub(super) mate_value: i16,
    /// The best move of the root so far.
    pub(super) best: Option<Move>,
    /// Positions in which moves were listed, the author's measure of work.
    pub(super) nodes: u32,
    pub(super) observer: &'o dyn Observer,
}

impl<'o> Searcher<'o> {
    /// Returns a search of a position, without an observer and with an empty memory.
    pub fn new(position: Position) -> Self {
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
            observer: &Unobserved,
        }
    }

    /// Returns the same search with an observer.
    #[must_use]
    pub fn observed(self, observer: &'o dyn Observer) -> Self {
        Self { observer, ..self }
    }

    /// Returns the same search with another version of the program.
    ///
    /// # Example
    ///
    /// ```
    /// use bcp_chess::Position;
    /// use bcp_reference::search::{Searcher, Version};
    ///
    /// // How many positions each version visits.
    /// let position = Position::from_fen("6k1/5ppp/8/8/8/8/5PPP/R5K1 w - -")?;
    /// for version in [Version::Stored, Version::Simple] {
    ///     let last = Searcher::new(position.clone()).version(version).search(2).last().expect("depth 0 at least");
    ///     println!("{}", last.nodes);
    /// }
    /// # Ok::<(), bcp_chess::FenError>(())
    /// ```
    #[must_use]
    pub fn version(self, version: Version) -> Self {
        Self { version, ..self }
    }

    /// Returns the same search with other readings of what the sources leave open.
    #[must_use]
    pub fn readings(self, readings: Readings) -> Self {
        Self { order: Order::new(&self.position, readings.list_order), readings, ..self }
    }

    /// Returns the stored moves in depth-first order.
    pub fn stored_moves(&self) -> Vec<StoredMove> {
        self.tree.moves()
    }

    /// Counts a node. The count has 32 bits, as in the Z8000 program, and wraps like it.
    pub(super) fn count_node(&mut self) {
        self.nodes = self.nodes.wrapping_add(1);
    }

    /// Returns all pseudo-legal moves of the position, in order.
    pub(super) fn moves(&self) -> Vec<Move> {
        let mut moves = self.position.moves();
        self.order.arrange(&self.position, &mut moves, |&m| m);
        moves
    }

    /// Returns the captures, and promotions to a queen, that gain more than a threshold, in order.
    pub(super) fn captures(&self, threshold: i16) -> Vec<Capture> {
        let mut captures = self.position.captures(threshold);
        self.order.arrange(&self.position, &mut captures, |capture| capture.m);
        captures
    }
}
