//! The search beyond the full-width part: a layer of null-move quiescence (Beal's second parameter), and then only
//! captures.

use super::rights::Rights;
use super::searcher::Searcher;
use super::table::Depth;
use crate::game::{ChessLike, Game, INFINITY, Value};

impl<G: ChessLike> Searcher<'_, G> {
    /// Returns the value of a position beyond the full width. The side to play can pass and get the value of a capture
    /// search; otherwise it tries its moves, to one ply less.
    pub(super) fn layer(&mut self, mut alpha: Value, beta: Value, depth: u8) -> Value {
        if let Some(value) = self.game.terminal() {
            return value;
        }
        let in_check = self.game.in_check();
        if depth == 0 && !in_check {
            return self.captures(alpha, beta);
        }
        let nominal = depth.max(1);
        let rights = Rights::root(self.settings);
        let wanted = Depth { full: 0, layer: nominal };
        let known = self.remembered(rights);
        if let Some(entry) = self.settled(known, wanted, (alpha, beta)) {
            return entry.value;
        }
        let remembered = known.and_then(|entry| entry.best);

        let bounds = (alpha, beta);
        let (mut best, mut best_move) = (-INFINITY, None);
        let (mut passed, mut moved) = (in_check, false);
        let mut moves = self.stock.all(remembered);
        while best < beta {
            let m = moves.next(&mut self.stock, &mut self.game, &self.history);
            let finished = m.is_none() && !moved;
            if !passed && !finished && m != remembered {
                // The null move comes after the table's move, if there is one, and before all others.
                passed = true;
                best = best.max(self.null_quiescence(alpha, beta).unwrap_or(-INFINITY));
                alpha = alpha.max(best);
                if best >= beta {
                    moved = true;
                    break;
                }
            }
            let Some(m) = m else {
                break;
            };
            moved = true;
            self.make(m);
            let value = -self.layer(-beta, -alpha, nominal - 1);
            self.unmake();
            if value > best {
                best = value;
                if value > alpha {
                    alpha = value;
                    best_move = Some(m);
                }
            }
        }
        self.stock.forget(&moves);
        if !moved {
            best = self.game.without_moves();
        }
        self.remember(rights, wanted, best, bounds, best_move);
        best
    }

    /// Returns the value that captures leave the side to play if it passes; `None` if it cannot pass.
    fn null_quiescence(&mut self, alpha: Value, beta: Value) -> Option<Value> {
        if !self.game.make_null() {
            return None;
        }
        self.descend();
        let value = -self.captures(-beta, -alpha);
        self.game.unmake_null();
        self.ply -= 1;
        Some(value)
    }

    /// Returns the value of a position in which only captures are played; the side to play may always stop capturing.
    pub(super) fn captures(&mut self, mut alpha: Value, beta: Value) -> Value {
        let mut best = self.evaluate();
        if best >= beta {
            return best;
        }
        alpha = alpha.max(best);
        let mut moves = self.stock.captures();
        while let Some(m) = moves.next(&mut self.stock, &mut self.game, &self.history) {
            self.make(m);
            let value = -self.captures(-beta, -alpha);
            self.unmake();
            if value > best {
                best = value;
                alpha = alpha.max(value);
                if value >= beta {
                    self.node().refutation = Some(m);
                    break;
                }
            }
        }
        self.stock.forget(&moves);
        best
    }
}
