//! See-checkmates: mates in one.

use super::{Observer, Searcher};

impl<O: Observer> Searcher<O> {
    /// Can the side to play mate in one?
    pub(super) fn matev(&mut self) -> bool {
        self.observer.matev();
        self.count_node();
        for m in self.position.moves() {
            if !self.position.may_give_check(m) {
                continue;
            }
            let undo = self.position.make(m);
            // Few checks mate, so that legality is the last question.
            let mate = self.position.in_check() && self.mated() && !self.position.can_capture_king();
            self.position.unmake(undo);
            if mate {
                return true;
            }
        }
        false
    }

    /// The side to play is in check: has it no legal move?
    fn mated(&mut self) -> bool {
        self.observer.mated();
        self.count_node();
        let moves = self.position.moves();
        !moves.into_iter().any(|m| self.position.is_legal(m))
    }
}
