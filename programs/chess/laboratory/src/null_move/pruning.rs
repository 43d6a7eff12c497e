//! The null move: when it is tried, to what depth it is searched, and what its value implies.

use super::rights::Rights;
use super::searcher::Searcher;
use super::settings::{FailHigh, Reduction};
use crate::game::{ChessLike, Game, Value};

/// The plies by which extended null-move reductions shorten the search of a node whose null move has failed high: DR of
/// *Extended Null-Move Reductions* (David and Netanyahu 2008).
const SHORTER: i32 = 4;

/// The result of a null move at a node.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum NullMove {
    /// The value of the node is at least this.
    CutOff(Value),
    /// The null move failed high: the node must be searched to verify it, with its depth reduced by this many plies.
    Verify(i32),
    /// The null move failed high: this is trusted, but the value is found by a search reduced by this many plies.
    Shorten(i32),
    /// The null move failed low: this is its value.
    FailLow(Value),
}

impl<G: ChessLike> Searcher<'_, G> {
    /// Returns true if a null move is tried at a node in which the side to play is not in check.
    pub(super) fn null_is_ok(&mut self, beta: Value, depth: i32, rights: Rights) -> bool {
        let settings = self.settings;
        let in_row = if settings.double { 2 } else { 1 };
        settings.reduction != Reduction::NoNullMoves
            && rights.row < in_row
            && beta < G::MATES
            // At depth 1, no depth is left for a verification.
            && (!(rights.verify || settings.reduces_always()) || depth > 1)
            && !(settings.once && rights.after_null)
            && !(settings.ahead && self.game.material() < beta)
            && (settings.pawn_endings || self.game.pieces()[0] > 0)
    }

    /// Tries a null move, with a window just below the bound; `None` in a position without a null move.
    pub(super) fn null_move(&mut self, alpha: Value, beta: Value, depth: i32, rights: Rights) -> Option<NullMove> {
        let bound = beta - self.tempo_bonus(rights);
        let reduction = self.reduction(depth) + self.surplus(beta);
        let least = if self.settings.raises {
            alpha.min(bound - 1)
        } else {
            bound - 1
        };
        if !self.game.make_null() {
            return None;
        }
        self.descend();
        let value = -self.search(-bound, -least, depth - reduction - 1, rights.after_null());
        let threat = self.node().refutation;
        self.game.unmake_null();
        self.ply -= 1;
        self.node().threat = threat;
        if value < bound {
            return Some(NullMove::FailLow(value));
        }
        let confirms = self.settings.fail_high == FailHigh::Confirm;
        let reduced = match self.settings.fail_high {
            FailHigh::Reduce(plies, _) if rights.verify => Some(plies),
            FailHigh::Reduce(_, below) => below,
            FailHigh::Shorten => return Some(NullMove::Shorten(SHORTER)),
            FailHigh::Cut | FailHigh::Confirm => None,
        };
        Some(if let Some(plies) = reduced {
            NullMove::Verify(plies.into())
        } else if confirms && !self.is_confirmed(beta, depth - reduction, rights) {
            NullMove::FailLow(value.min(beta - 1))
        } else {
            // A mate after a null move may not be a mate in the game.
            NullMove::CutOff(value.clamp(beta, G::MATES - 1))
        })
    }

    /// Returns R at a node with `depth` plies left.
    pub(super) fn reduction(&self, depth: i32) -> i32 {
        match self.settings.reduction {
            Reduction::NoNullMoves => 0,
            Reduction::Fixed(reduction) => i32::from(reduction),
            Reduction::Adaptive => {
                let [own, other] = self.game.pieces();
                let many = own.max(other) >= 3;
                if depth > 8 || depth > 6 && many { 3 } else { 2 }
            }
            Reduction::Steep => 3 + i32::from(depth > 6),
        }
    }

    /// Returns the result of Plenkner's verification: true if a move also fails high, searched to the same depth as the
    /// null move.
    fn is_confirmed(&mut self, beta: Value, depth: i32, rights: Rights) -> bool {
        // After the last ply, only standing pat in the capture search could confirm it.
        depth <= 0 || self.search(beta - 1, beta, depth, rights.without_null()) >= beta
    }
}
