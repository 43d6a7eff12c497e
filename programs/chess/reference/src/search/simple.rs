//! Second-order quiescence as in the pseudocode: a null-move search that evaluates with `xt1v`, and a table of best
//! moves.

use bcp_chess::Move;

use super::event::Event;
use super::searcher::{Searcher, Stopped};

/// The best value of a position so far, and its move.
pub(super) struct Best {
    pub(super) value: i16,
    /// The move with this value; `None` while no move has beaten the null move.
    pub(super) m: Option<Move>,
}

impl Searcher<'_> {
    /// Returns the value of the position, searched to a depth, and its best move.
    pub(super) fn simple_t2v(&mut self, depth: u8, lv: i16, uv: i16) -> Result<Best, Stopped> {
        self.tell_node(depth, lv, uv);
        let best = self.second_order(depth, lv, uv)?;
        self.observer.value(best.value);
        Ok(best)
    }

    fn second_order(&mut self, depth: u8, lv: i16, uv: i16) -> Result<Best, Stopped> {
        if self.observer.stop(self.nodes) {
            return Err(Stopped);
        }
        if self.is_repetition() {
            return Ok(Best { value: 0, m: None });
        }
        if depth == 0 {
            return Ok(Best { value: self.xt1v(lv, uv, self.readings.horizon_mates), m: None });
        }
        let mut best = Best { value: lv.max(self.null_value(lv, uv)), m: None };
        if best.value >= uv {
            return Ok(Best { value: uv, m: None });
        }
        let previous = self.previous_best();
        if let Some(m) = previous {
            self.search_move(m, depth, uv, &mut best)?;
        }
        if best.value < uv {
            self.count_node();
            for m in self.moves() {
                if Some(m) == previous {
                    continue;
                }
                self.search_move(m, depth, uv, &mut best)?;
                if best.value >= uv {
                    break;
                }
            }
        }
        if let Some(m) = best.m {
            self.memory.remember(self.key(), m);
        }
        best.value = best.value.min(uv);
        Ok(best)
    }

    /// Returns the value of the position if the side to play passes.
    fn null_value(&mut self, lv: i16, uv: i16) -> i16 {
        let undo = self.position.make_null();
        self.observer.make(None);
        self.observer.xt1v(-uv, -lv);
        let value = -self.xt1v(-uv, -lv, self.readings.null_mates);
        self.observer.value(-value);
        self.observer.unmake();
        self.position.unmake_null(undo);
        value
    }

    /// Searches one move, if it is legal, and keeps it if it is better than the best so far.
    fn search_move(&mut self, m: Move, depth: u8, uv: i16, best: &mut Best) -> Result<(), Stopped> {
        let undo = self.position.make(m);
        if self.position.can_capture_king() {
            self.position.unmake(undo);
            return Ok(());
        }
        self.path.push(self.position.key());
        self.observer.make(Some(m));
        let reply = self.simple_t2v(depth - 1, -uv, -best.value);
        self.observer.unmake();
        self.path.pop();
        self.position.unmake(undo);
        let value = -reply?.value;
        self.observer.event(Event::Value { m, value, best: best.value });
        if value > best.value {
            *best = Best { value, m: Some(m) };
        }
        Ok(())
    }

    /// Returns the key of the position.
    fn key(&self) -> u32 {
        *self
            .path
            .last()
            .expect("a search begins with the root's key on the path")
    }

    /// Returns true if the position, with the same side to play, has occurred on the path before.
    pub(super) fn is_repetition(&self) -> bool {
        self.path.iter().rev().skip(2).step_by(2).any(|&key| key == self.key())
    }

    /// Returns the best move remembered for the position. Two positions can share a key, so the move counts only if it
    /// is listed here; otherwise it would corrupt the board.
    fn previous_best(&self) -> Option<Move> {
        self.memory.recall(self.key()).filter(|m| self.moves().contains(m))
    }
}
