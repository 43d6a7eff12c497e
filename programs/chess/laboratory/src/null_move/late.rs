//! Late move reductions: where the order of moves is good, what stands late in it seldom matters.
//!
//! The rule is that of the programs of 2005 (Fruit, Glaurung), as Tord Romstad described it: the first moves of a node
//! are searched to the full depth; a later one a ply less deep, unless it is a capture, answers a check or gives one;
//! and if it still turns out better than what there was, again to the full depth.

use super::searcher::Searcher;
use crate::game::ChessLike;

/// The moves of a node that are searched to the full depth.
const FULL_MOVES: u32 = 4;
/// The plies that a node must have left for its late moves to be reduced.
const LEAST_DEPTH: i32 = 3;

/// The moves of one node, counted.
pub(super) struct LateMoves {
    /// Set if moves of the node may be reduced.
    allowed: bool,
    tried: u32,
}

impl LateMoves {
    /// Returns true if the next move of the node, not made yet, is late and does not capture.
    #[inline(always)]
    pub(super) fn has<G: ChessLike>(&mut self, m: G::Move, game: &G) -> bool {
        if !self.allowed {
            return false;
        }
        self.tried += 1;
        self.tried > FULL_MOVES && game.mvv_lva(m) == 0
    }
}

impl<G: ChessLike> Searcher<'_, G> {
    /// The moves of the current node, none of which has been tried, with `depth` plies left.
    pub(super) fn late_moves(&self, depth: i32) -> LateMoves {
        LateMoves {
            allowed: self.settings.late && depth >= LEAST_DEPTH && !self.game.in_check(),
            tried: 0,
        }
    }
}
