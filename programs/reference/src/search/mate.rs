//! See-checkmates: mates in one.

use super::{Observer, Searcher};
use crate::board::Kind;

impl<O: Observer> Searcher<O> {
    /// Can the side to play mate in one?
    pub(super) fn matev(&mut self) -> bool {
        self.observer.matev();
        self.count_node();
        for m in self.position.moves() {
            if !self.position.may_give_check(m) {
                continue;
            }
            let by_king = self
                .position
                .piece_on(m.from)
                .is_some_and(|piece| piece.kind == Kind::King);
            let undo = self.position.make(m);
            // Few checks mate, so that legality comes last; but a king next to the other king gives no check.
            let check = self.position.in_check() && !(by_king && self.position.can_capture_king());
            let mate = check && self.mated() && !self.position.can_capture_king();
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
