//! See-checkmates: recognises mates in one or two moves.

use bcp_chess::{Kind, Move, Square};

use super::event::Event;
use super::searcher::Searcher;

impl Searcher<'_> {
    /// Returns the number of moves in which the side to play can mate, if that is at most `n`, which is 1 or 2.
    ///
    /// A mate in two is seen only if the first check leaves a single reply.
    pub(super) fn matev(&mut self, n: u8) -> Option<u8> {
        self.observer.event(Event::MateSearch);
        self.count_node();
        for m in self.moves() {
            if !self.position.may_give_check(m) {
                continue;
            }
            let by_king = self
                .position
                .piece_on(m.from)
                .is_some_and(|piece| piece.kind == Kind::King);
            let undo = self.position.make(m);
            // Few checks mate, so legality is tested last; but a king beside the other king does not give check.
            let check = self.position.in_check() && !(by_king && self.position.can_capture_king());
            let mate = if check { self.mated(n, m) } else { None };
            let legal = !self.position.can_capture_king();
            self.position.unmake(undo);
            if legal && mate.is_some() {
                return mate;
            }
        }
        None
    }

    /// Tests whether the side to play, which is in check, is mated, or has a single move after which it will be.
    fn mated(&mut self, n: u8, check: Move) -> Option<u8> {
        self.observer.event(Event::Check { m: check });
        self.count_node();
        let mut moves = self.position.moves();
        if !self.readings.double_checks && self.meets_one_check(&moves, check) {
            return None;
        }
        moves.retain(|&m| self.position.leaves_no_check(m));
        match moves[..] {
            [] => Some(1),
            [reply] if n > 1 => self.mated_after(reply, n - 1),
            _ => None,
        }
    }

    /// Returns true for a double check that some move of a piece other than the king would answer if it were only a
    /// check by the piece that moved.
    fn meets_one_check(&mut self, moves: &[Move], check: Move) -> bool {
        let us = self.position.side_to_play();
        let king = self.position.king(us);
        let checkers: Vec<Square> = self.position.attackers(us.opponent(), king).collect();
        let &[first, second] = &checkers[..] else {
            return false;
        };
        let other = match check.to {
            to if to == first => second,
            to if to == second => first,
            _ => return false,
        };
        let mut replies = moves.iter().filter(|m| m.from != king);
        replies.any(|&reply| {
            let undo = self.position.make(reply);
            let met = self
                .position
                .attackers(us.opponent(), king)
                .all(|attacker| attacker == other);
            self.position.unmake(undo);
            met
        })
    }

    /// Returns the length of the mate after the only reply, the paper's "single reply extension".
    fn mated_after(&mut self, reply: Move, n: u8) -> Option<u8> {
        let undo = self.position.make(reply);
        let mate = self.matev(n);
        self.position.unmake(undo);
        mate.map(|moves| moves + 1)
    }
}
