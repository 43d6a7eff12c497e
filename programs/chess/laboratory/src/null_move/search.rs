//! The node: principal variation search with a null move before the moves.

use super::pruning::NullMove;
use super::rights::Rights;
use super::searcher::Searcher;
use super::table::Depth;
use crate::game::{ChessLike, Game, INFINITY, Value};
use crate::trace::{Note, Reason, because};

/// The number of moves that are always searched to full depth. Late move reductions assume that moves are in a good
/// order, so that a late move seldom matters: it is searched one ply less deep, unless it is a capture, answers a check
/// or gives one; if it still turns out better than the previous best, it is searched again to full depth. This is the
/// rule of the programs of 2005 (Fruit, Glaurung), as Tord Romstad described it.
const FULL_MOVES: u32 = 4;
/// The minimum number of plies left at which late moves are reduced.
const LEAST_DEPTH: i32 = 3;

/// The result of searching the moves of a node.
pub(super) struct NodeResult<M> {
    /// The best value.
    value: Value,
    /// The move with this value; `None` if all moves have failed low.
    best: Option<M>,
}

impl<G: ChessLike> Searcher<'_, G> {
    /// Returns the value of the current position if it lies between the bounds; otherwise, a bound on it on the same
    /// side of them.
    pub(super) fn search(&mut self, alpha: Value, beta: Value, depth: i32, rights: Rights) -> Value {
        self.game.note(Note::Enter { alpha, beta, depth });
        let value = self.visit(alpha, beta, depth, rights);
        self.game.note(Note::Leave(value));
        value
    }

    // Inlined into `search`, whose notes cost nothing without a listener.
    #[inline(always)]
    fn visit(&mut self, mut alpha: Value, beta: Value, depth: i32, rights: Rights) -> Value {
        if depth <= 0 && self.depth.layer > 0 {
            return self.layer(alpha, beta, self.depth.layer);
        }
        if let Some(value) = self.game.terminal() {
            because(&mut self.game, Reason::GameOver);
            return value;
        }
        let in_check = self.game.in_check();
        if depth <= 0 && !(in_check && self.settings.framework.check_leaves) {
            because(&mut self.game, Reason::Horizon);
            return self.captures(alpha, beta);
        }
        // A leaf in check is searched one ply deeper.
        let nominal = depth.max(1);
        let known = self.remembered(rights);
        let wanted = self.full_width(nominal);
        if let Some(entry) = self.settled(known, wanted, (alpha, beta)) {
            self.node().refutation = entry.best;
            because(&mut self.game, Reason::Table);
            return entry.value;
        }

        let remembered = known.and_then(|entry| entry.best);
        let (mut depth, mut rights_below, mut fail_high) = (nominal, rights, false);
        let mut null_move = None;
        let (bounds, mut floor) = ((alpha, beta), -INFINITY);
        if self.settings.prunes()
            && !in_check
            && beta - alpha == 1
            && beta.abs() < G::MATES
            && let Some(value) = self.pruned(beta, depth, rights)
        {
            because(&mut self.game, Reason::Pruned);
            return value;
        }
        if !in_check
            && self.null_is_ok(beta, depth, rights)
            && let Some(tried) = self.null_move(alpha, beta, depth, rights)
        {
            null_move = Some(tried);
            match tried {
                NullMove::CutOff(value) => {
                    because(&mut self.game, Reason::NullMove);
                    self.count_cut(tried);
                    self.remember(rights, wanted, value, (alpha, beta), remembered);
                    return value;
                }
                NullMove::Verify(plies) => {
                    depth = (depth - plies).max(1);
                    rights_below.verify = false;
                    fail_high = true;
                }
                NullMove::Shorten(plies) => depth -= plies,
                NullMove::FailLow(value) => {
                    depth += self.extension(value);
                    if self.settings.raises && value > alpha {
                        (alpha, floor) = (value, value);
                    }
                }
            }
        }

        if depth <= 0 {
            because(&mut self.game, Reason::Horizon);
            let value = self.captures(alpha, beta);
            self.remember(rights, wanted, value, (alpha, beta), remembered);
            return value;
        }
        let mut found = self.try_moves(alpha, beta, depth, rights_below, remembered);
        if fail_high && found.value < beta {
            // No move is as good as the null move: a zugzwang. The depth is restored.
            depth = nominal;
            found = self.try_moves(alpha, beta, depth, rights, found.best.or(remembered));
        }
        found.value = found.value.max(floor);
        if let Some(tried) = null_move.filter(|_| found.value >= beta) {
            self.count_cut(tried);
        }
        let best = found.best.or(remembered);
        self.remember(rights, wanted, found.value, bounds, best);
        found.value
    }

    /// Searches the moves, and returns the best.
    pub(super) fn try_moves(
        &mut self,
        mut alpha: Value,
        beta: Value,
        depth: i32,
        rights: Rights,
        remembered: Option<G::Move>,
    ) -> NodeResult<G::Move> {
        let below = rights.after_move();
        self.count_alternatives();
        let mut found = NodeResult { value: -INFINITY, best: None };
        let reduces = self.settings.late && depth >= LEAST_DEPTH && !self.game.in_check();
        let mut tried = 0;
        let mut moves = self.stock.all(remembered);
        if self.settings.escapes {
            let threat = self.node().threat;
            moves.threatened = threat.map(|m| self.game.target(m));
        }
        while let Some(m) = moves.next(&mut self.stock, &mut self.game, &self.history) {
            tried += 1;
            let is_late = reduces && tried > FULL_MOVES && self.game.mvv_lva(m) == 0;
            self.make(m);
            // A move that gives check is not reduced.
            let less = i32::from(is_late && !self.game.in_check());
            let mut value;
            if found.value == -INFINITY {
                value = -self.search(-beta, -alpha, depth - 1, below);
            } else {
                value = -self.search(-alpha - 1, -alpha, depth - 1 - less, below);
                if less > 0 && value > alpha {
                    value = -self.search(-alpha - 1, -alpha, depth - 1, below);
                }
                if value > alpha && value < beta {
                    value = -self.search(-beta, -alpha, depth - 1, below);
                }
            }
            self.unmake();
            found.value = found.value.max(value);
            if value > alpha {
                alpha = value;
                found.best = Some(m);
            }
            if value >= beta {
                break;
            }
        }
        self.stock.forget(&moves);
        if found.value == -INFINITY {
            because(&mut self.game, Reason::NoMoves);
            found.value = self.game.without_moves();
        }
        if let Some(m) = found.best {
            if self.settings.framework.history && self.game.mvv_lva(m) == 0 {
                self.history.reward(self.game.history_index(m), depth);
            }
            self.node().refutation = Some(m);
        }
        found
    }

    pub(super) fn make(&mut self, m: G::Move) {
        self.game.make(m);
        self.descend();
    }

    pub(super) fn unmake(&mut self) {
        self.game.unmake();
        self.ply -= 1;
    }

    /// Counts a node that failed high after a null move was tried there.
    fn count_cut(&mut self, tried: NullMove) {
        let counts = &mut self.game.statistics;
        counts.cut_nodes += 1;
        counts.null_cut_nodes += u64::from(!matches!(tried, NullMove::FailLow(_)));
    }

    /// Returns the depth of a node with `depth` plies of full width left.
    pub(super) fn full_width(&self, depth: i32) -> Depth {
        Depth { full: depth as u8, layer: self.depth.layer }
    }
}
