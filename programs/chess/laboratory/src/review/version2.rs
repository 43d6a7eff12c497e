//! Version 2 of the pseudocode: second-order quiescence with a hash table.

use std::cmp::Reverse;
use std::sync::atomic::{AtomicBool, Ordering};

use bcp_chess::{Capture, Kind, Move, Position, arrange};
use bcp_reference::constants::{MATES, WIN};

use super::table::{Flag, Table};
use crate::trace::{Reason, Recorder, Step};

/// The value of a position in which the king can be captured, which exceeds all other values. Version 1 returns `lv`
/// here, which would make an illegal move the best one.
const KINGCAPT: i16 = WIN;

/// The value of a mate in one.
const MATEV: i16 = WIN;

/// The result of one iteration.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Iteration {
    /// The depth, from 0.
    pub depth: u8,
    /// The value in pawns, for the side to play; a mate is worth [`WIN`], regardless of its length.
    pub value: i16,
    /// The best move; `None` if no move beats the null move, and at depth 0.
    pub best: Option<Move>,
    /// The number of positions in which moves were listed since the search began.
    pub nodes: u64,
}

/// A search by version 2 of the pseudocode.
#[derive(Debug)]
pub struct Version2<'a> {
    position: Position,
    /// Keys of the positions from the root to the current one.
    path: Vec<u32>,
    table: Table,
    /// The pseudocode's `nodes`: positions in which moves were listed.
    nodes: u64,
    limit: u64,
    stop: Option<&'a AtomicBool>,
    exact_mates: bool,
    /// The recorded calls; empty unless requested.
    pub(super) calls: Recorder<Move>,
}

impl<'a> Version2<'a> {
    /// Returns a search of a position that ends after `limit` nodes (0 for no limit) or when `stop` is set.
    pub fn new(position: Position, limit: u64, stop: Option<&'a AtomicBool>) -> Self {
        Self {
            path: vec![position.key()],
            position,
            table: Table::new(),
            nodes: 0,
            limit,
            stop,
            exact_mates: true,
            calls: Recorder::new(0, false),
        }
    }

    /// Returns the same search, but without remembering mates in one. Its values are then those of version 1: the table
    /// only changes the order of moves.
    #[must_use]
    pub fn forgetting_mates(self) -> Self {
        Self { exact_mates: false, ..self }
    }

    /// The pseudocode's `it2v`: returns the iterations from depth 0 to a target depth. They end when the game is
    /// decided or the search is stopped; an incomplete iteration is not included.
    pub fn it2v(&mut self, target: u8) -> Vec<Iteration> {
        let mut iterations = Vec::new();
        for depth in 0..=target {
            let Some(value) = self.t2v(depth, -WIN, WIN) else {
                break;
            };
            let known = self.table.retrieve(&self.position);
            iterations.push(Iteration {
                depth,
                value,
                best: known.and_then(|entry| entry.best).filter(|_| depth > 0),
                nodes: self.nodes,
            });
            if value.abs() >= MATES {
                break;
            }
        }
        iterations
    }

    /// Second-order quiescence; `None` if the search was stopped, in which case the board is restored.
    fn t2v(&mut self, d: u8, lv: i16, uv: i16) -> Option<i16> {
        self.calls.enter(lv, uv, d);
        let value = self.second_order(d, lv, uv)?;
        self.calls.leave(value);
        Some(value)
    }

    fn second_order(&mut self, d: u8, lv: i16, uv: i16) -> Option<i16> {
        if self.stopped() {
            return None;
        }
        if self.is_repetition() {
            self.calls.because(Reason::GameOver);
            return Some(0);
        }
        let mut known = self.table.retrieve(&self.position);
        if let Some(value) = known.and_then(exact) {
            self.calls.because(Reason::Table);
            return Some(value);
        }
        if d == 0 {
            self.calls.because(Reason::Horizon);
            return Some(self.xt1v(lv, uv));
        }
        let mut bestm = None;
        let mut bestv = lv.max(self.null_value(lv, uv));
        if bestv >= uv {
            self.calls.because(Reason::NullMove);
            return Some(self.keep(Flag::T2v, bestm, bestv, (lv, uv)));
        }
        // REPAIR: the text breaks off within `huv<uv` and continues within `if(v>bestv)`. The call of internal
        // iterative deepening, the second look-up in the table, and the first half of the search of the previous best
        // move are lost.
        let fits = known.is_some_and(|entry| {
            let shallow = d > 1 && entry.flag == Flag::T1v;
            !shallow && entry.lower <= lv && entry.upper >= uv
        });
        if !fits {
            self.t2v(d - 1, lv, uv)?;
            known = self.table.retrieve(&self.position);
            if let Some(value) = known.and_then(exact) {
                return Some(value);
            }
        }
        // If two positions share a key, however rarely, the move of the other one would corrupt the board.
        let prevm = known
            .and_then(|entry| entry.best)
            .filter(|m| self.position.moves().contains(m));
        if let Some(m) = prevm {
            self.try_move(m, d, uv, &mut bestv, &mut bestm)?;
        }
        if bestv >= uv {
            return Some(self.keep(Flag::T2v, bestm, bestv, (lv, uv)));
        }
        self.nodes += 1;
        let mut ml = self.position.moves();
        if d > 1 {
            self.sort_by_t1v(&mut ml);
        }
        for m in ml {
            if Some(m) == prevm {
                continue;
            }
            self.try_move(m, d, uv, &mut bestv, &mut bestm)?;
            if bestv >= uv {
                break;
            }
        }
        Some(self.keep(Flag::T2v, bestm, bestv, (lv, uv)))
    }

    /// Returns the value for the side to play if it does nothing.
    fn null_value(&mut self, lv: i16, uv: i16) -> i16 {
        let undo = self.position.make_null();
        self.calls.step(Step::Null);
        self.calls.enter(-uv, -lv, 0);
        self.calls.because(Reason::Horizon);
        let value = -self.xt1v(-uv, -lv);
        self.calls.leave(-value);
        self.calls.step_back();
        self.position.unmake_null(undo);
        value
    }

    /// Searches one move for t2v, and updates the best; does nothing if it is illegal. `None` if the search was
    /// stopped.
    fn try_move(&mut self, m: Move, d: u8, uv: i16, bestv: &mut i16, bestm: &mut Option<Move>) -> Option<()> {
        let undo = self.position.make(m);
        if self.position.can_capture_king() {
            self.position.unmake(undo);
            return Some(());
        }
        self.path.push(self.position.key());
        self.calls.step(Step::Move(m));
        let reply = self.t2v(d - 1, -uv, -*bestv);
        self.calls.step_back();
        self.path.pop();
        self.position.unmake(undo);
        let v = -reply?;
        if v > *bestv {
            (*bestm, *bestv) = (Some(m), v);
        }
        Some(())
    }

    /// `sortbyt1v`: "uses hashtable entries to order moves".
    ///
    /// REPAIR: the routine is named but not given. Here a move's score is the table's value for the position after it,
    /// from any search, for the side that makes the move; moves without an entry come last, otherwise in the order of
    /// the list.
    fn sort_by_t1v(&mut self, ml: &mut [Move]) {
        let mut scored = ml
            .iter()
            .map(|&m| {
                let undo = self.position.make(m);
                let known = self.table.retrieve(&self.position);
                self.position.unmake(undo);
                (known.map_or(-WIN - 1, |entry| -entry.value), m)
            })
            .collect::<Vec<_>>();
        arrange(&mut scored, |&(score, _)| Reverse(score));
        ml.iter_mut().zip(scored).for_each(|(place, (_, m))| *place = m);
    }

    /// Performs first-order quiescence augmented by see-checkmates.
    fn xt1v(&mut self, lv: i16, uv: i16) -> i16 {
        let v = self.t1v(lv, uv);
        if v >= uv {
            return uv;
        }
        if self.matev() { uv } else { v }
    }

    /// Performs first-order quiescence: searches the capture tree.
    fn t1v(&mut self, lv: i16, uv: i16) -> i16 {
        self.calls.enter(lv, uv, 0);
        let value = self.first_order(lv, uv);
        self.calls.leave(value);
        value
    }

    fn first_order(&mut self, lv: i16, uv: i16) -> i16 {
        let mb = self.position.balance();
        let mut bestv = lv.max(mb);
        let mut bestm = None;
        if bestv >= uv {
            return self.keep(Flag::T1v, bestm, bestv, (lv, uv));
        }
        let known = self.table.retrieve(&self.position);
        if let Some(value) = known.and_then(exact) {
            return value;
        }
        // REPAIR: the text computes `newmb` here and does not use it. Comparing it with the best value so far, as
        // further down, excludes t2v's quiet moves. The loop below skips this move, `prevm`.
        let prevm = known
            .and_then(|entry| entry.best)
            .filter(|&m| mb + self.position.gain(m) > bestv && self.position.moves().contains(&m));
        if let Some(m) = prevm {
            self.try_capture(m, uv, &mut bestv, &mut bestm);
        }
        if bestv >= uv {
            return self.keep(Flag::T1v, bestm, bestv, (lv, uv));
        }
        self.nodes += 1;
        if self.position.can_capture_king() {
            return self.keep(Flag::Exact, None, KINGCAPT, (lv, uv));
        }
        let mut ml = self.position.captures(0);
        arrange(&mut ml, |capture| Reverse(capture.gain));
        for Capture { m, gain } in ml {
            if Some(m) == prevm {
                continue;
            }
            if mb + gain <= bestv {
                break;
            }
            self.try_capture(m, uv, &mut bestv, &mut bestm);
            if bestv >= uv {
                break;
            }
        }
        self.keep(Flag::T1v, bestm, bestv, (lv, uv))
    }

    /// Searches one move of t1v.
    fn try_capture(&mut self, m: Move, uv: i16, bestv: &mut i16, bestm: &mut Option<Move>) {
        let undo = self.position.make(m);
        self.calls.step(Step::Move(m));
        let v = -self.t1v(-uv, -*bestv);
        self.calls.step_back();
        self.position.unmake(undo);
        if v > *bestv {
            (*bestm, *bestv) = (Some(m), v);
        }
    }

    /// Returns true if the side to play has a mate in one.
    fn matev(&mut self) -> bool {
        self.nodes += 1;
        for m in self.position.moves() {
            if !self.position.may_give_check(m) {
                continue;
            }
            let of_king = |piece: bcp_chess::Piece| piece.kind == Kind::King;
            let by_king = self.position.piece_on(m.from).is_some_and(of_king);
            let undo = self.position.make(m);
            // A king beside the other king does not give check.
            let check = self.position.in_check() && !(by_king && self.position.can_capture_king());
            let mates = check && self.mated() && !self.position.can_capture_king();
            self.position.unmake(undo);
            if mates {
                if self.exact_mates {
                    self.keep(Flag::Exact, Some(m), MATEV, (-WIN, WIN));
                }
                return true;
            }
        }
        false
    }

    /// Returns true if the side to play, which is in check, is checkmated.
    fn mated(&mut self) -> bool {
        self.nodes += 1;
        let moves = self.position.moves();
        !moves.into_iter().any(|m| self.position.is_legal(m))
    }

    /// Stores the result for the position, and returns its value.
    fn keep(&mut self, flag: Flag, best: Option<Move>, value: i16, bounds: (i16, i16)) -> i16 {
        self.table.store(&self.position, flag, best, value, bounds);
        value
    }

    /// Returns true if the position is a repetition: the pseudocode's `position_is_repetition`.
    fn is_repetition(&self) -> bool {
        let mut back = self.path.iter().rev();
        let here = back.next();
        back.skip(1).step_by(2).any(|key| Some(key) == here)
    }

    fn stopped(&self) -> bool {
        self.limit != 0 && self.nodes >= self.limit || self.stop.is_some_and(|stop| stop.load(Ordering::Relaxed))
    }
}

/// Returns the value of an entry if it does not depend on the bounds.
fn exact(entry: super::table::Entry) -> Option<i16> {
    (entry.flag == Flag::Exact).then_some(entry.value)
}
