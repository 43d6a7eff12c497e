//! First-order quiescence: the capture tree and, on top of it, see-checkmates.

use std::cmp::Reverse;

use bcp_chess::{Capture, arrange};

use super::event::Event;
use super::searcher::Searcher;

impl Searcher<'_> {
    /// Returns the value if only captures and promotions to a queen are played and either side may stop at any time.
    ///
    /// If the king can be captured, the preceding move was illegal: nothing is better for the side to play.
    pub(super) fn t1v(&mut self, lv: i16, uv: i16) -> i16 {
        let mb = self.position.balance();
        self.observer.event(Event::Captures { low: lv, high: uv, material: mb });
        let value = self.first_order(lv, uv, mb);
        self.observer.event(Event::Quiet { value });
        self.observer.value(value);
        value
    }

    /// Returns the same for a position with the material balance `mb`.
    fn first_order(&mut self, lv: i16, uv: i16, mb: i16) -> i16 {
        let mut best = lv.max(mb);
        if best >= uv {
            return uv;
        }
        self.count_node();
        if self.position.can_capture_king() {
            self.observer.event(Event::King);
            return uv;
        }
        let mut captures = self.captures(best - mb);
        arrange(&mut captures, |capture| Reverse(capture.gain));
        for Capture { m, gain } in captures {
            if mb + gain <= best {
                break;
            }
            self.observer.event(Event::Capture { m, gain });
            let undo = self.position.make(m);
            self.observer.make(Some(m));
            let value = -self.t1v(-uv, -best);
            self.observer.unmake();
            self.position.unmake(undo);
            best = best.max(value);
            if best >= uv {
                return uv;
            }
        }
        best
    }

    /// Returns the value of the capture tree or, if it is higher, that of a mate in at most `mates` moves by the side
    /// to play.
    pub(super) fn xt1v(&mut self, lv: i16, uv: i16, mates: u8) -> i16 {
        let value = self.t1v(lv, uv);
        if value >= self.mate_value.min(uv) {
            return value;
        }
        match self.matev(mates) {
            Some(moves) => {
                let value = self.mate_value - 2 * i16::from(moves - 1);
                self.observer.event(Event::Mate { value });
                value.min(uv)
            }
            None => value,
        }
    }
}
