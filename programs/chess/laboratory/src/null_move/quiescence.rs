//! Behind the leaves: captures alone.

use super::searcher::Searcher;
use crate::game::{ChessLike, Value};

impl<G: ChessLike> Searcher<'_, G> {
    /// The value of a position in which captures are all that is played; the side to play may always stop capturing.
    pub(super) fn captures(&mut self, mut alpha: Value, beta: Value) -> Value {
        let bounds = (alpha, beta);
        let mut best = self.evaluate();
        if best >= beta {
            return self.returned(best, bounds);
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
        self.returned(best, bounds)
    }
}
