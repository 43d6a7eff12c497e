//! Second-order quiescence on the stored tree.

use std::cmp::Reverse;

use bcp_chess::{Move, arrange};

use super::event::{Event, Listed};
use super::searcher::{Searcher, Stopped};
use super::tree::{Node, ROOT};
use crate::constants::{MAX_DEPTH, WIN};

/// The value of a position, and the move that reaches it.
struct Best {
    value: i16,
    /// The child to which the move leads, if it has an entry.
    child: Option<Node>,
}

impl Searcher<'_> {
    /// Returns the value of the last position on the path, searched to a depth. The best move of the root is recorded.
    pub(super) fn t2v(&mut self, depth: u8, lv: i16, uv: i16) -> Result<i16, Stopped> {
        self.tell_node(depth, lv, uv);
        if self.observer.stop(self.nodes) {
            return Err(Stopped);
        }
        self.note_best(None);
        if self.is_repetition() {
            self.observer.event(Event::Repetition);
            return Ok(0);
        }
        if depth == 0 {
            return Ok(self.xt1v(lv, uv, self.readings.horizon_mates));
        }
        if lv >= self.mate_value {
            return Ok(lv);
        }
        let node = self.node();
        let asked = depth;
        let depth = asked + u8::from(self.is_extended(asked));
        // At depth one, mates are sought last.
        let known = self.tree.entry(node).mates;
        if known.unwrap_or_else(|| depth > 1 && self.readings.node_mates == 2 && self.sees_mate(node)) {
            return Ok(self.mate(uv));
        }
        // The null-move value is known from the score of the move that led here.
        let mut best = Best { value: lv, child: None };
        if node != ROOT || !self.readings.root_scan {
            let value = -self.tree.entry(node).score;
            self.observer.event(Event::Pass { value, high: uv });
            best.value = lv.max(value);
        }
        if best.value >= uv {
            return Ok(uv);
        }
        if depth == 1 {
            return Ok(self.near(node, best.value, uv));
        }
        if depth >= 3 {
            self.deepen(node, asked, best.value, uv)?;
        }
        self.walk(node, depth, uv, &mut best)?;
        if best.value < uv && !self.is_settled(node, best.value) {
            self.build(node, depth, uv, &mut best)?;
        }
        if let Some(child) = best.child {
            self.tree.move_to_front(node, child);
        }
        Ok(best.value.min(uv))
    }

    /// Returns true if the position is searched one ply deeper than requested, so that a move out of check does not
    /// reduce the depth.
    fn is_extended(&self, depth: u8) -> bool {
        let plies = WIN - 1 - self.mate_value;
        self.readings.check_depth && plies + i16::from(depth) < i16::from(MAX_DEPTH) && self.position.in_check()
    }

    fn node(&self) -> Node {
        self.tree.path[self.tree.path.len() - 1]
    }

    /// Reports to the observer that the search reaches this position.
    pub(super) fn tell_node(&mut self, depth: u8, lv: i16, uv: i16) {
        self.observer
            .event(Event::Node { depth, low: lv, high: uv, material: self.position.balance() });
    }

    /// Returns the value of a mate in one, and reports it.
    fn mate(&mut self, uv: i16) -> i16 {
        let value = self.mate_value;
        self.observer.event(Event::Mate { value });
        value.min(uv)
    }

    /// Returns true if the side to play has a mate in one. Each position is tested only once.
    fn sees_mate(&mut self, node: Node) -> bool {
        if let Some(known) = self.tree.entry(node).mates {
            return known;
        }
        let mates = self.matev(1).is_some();
        self.tree.entry_mut(node).mates = Some(mates);
        mates
    }

    /// Internal iterative deepening: a node without a list is first searched to a smaller depth, to get one.
    fn deepen(&mut self, node: Node, asked: u8, lv: i16, uv: i16) -> Result<(), Stopped> {
        let entry = self.tree.entry(node);
        if !entry.has_list() && node != ROOT {
            self.t2v(asked - 1, lv, uv)?;
            self.note_best(None);
        }
        Ok(())
    }

    /// Searches the stored moves. Scores that were cut off at an upper bound are useless below a higher one.
    fn walk(&mut self, node: Node, depth: u8, uv: i16, best: &mut Best) -> Result<(), Stopped> {
        let entry = self.tree.entry(node);
        if let Some(&first) = entry.children.first()
            && entry.upper < uv
        {
            let hint = self.tree.entry(first).m;
            self.drop_children(node);
            self.tree.entry_mut(node).hint = hint;
        }
        for child in self.tree.entry(node).children.clone() {
            let entry = self.tree.entry(child);
            // Otherwise, the null move now refutes the move.
            if entry.score > best.value
                && let Some(m) = entry.m
            {
                self.search_child(child, m, depth, uv, best)?;
                if best.value >= uv {
                    break;
                }
            }
        }
        Ok(())
    }

    /// Returns true if no move outside the list can be better than a value.
    fn is_settled(&self, node: Node, value: i16) -> bool {
        let entry = self.tree.entry(node);
        entry.complete && value >= entry.lower
    }

    /// Builds or continues the list of eligible moves. Each move is tested in turn, and searched at once if it is
    /// eligible: the higher the best value so far, the fewer moves are eligible.
    fn build(&mut self, node: Node, depth: u8, uv: i16, best: &mut Best) -> Result<(), Stopped> {
        self.observer.event(Event::List { moves: Listed::Eligible });
        let entry = self.tree.entry_mut(node);
        let hint = entry.hint.take();
        entry.complete = false;
        (entry.lower, entry.upper) = (0, uv);
        self.count_node();
        let mut moves = self.moves();
        arrange(&mut moves, |&m| Reverse(self.position.gain(m)));
        if let Some(hint) = hint
            && let Some(at) = moves.iter().position(|m| (m.from, m.to) == (hint.from, hint.to))
        {
            moves[..=at].rotate_right(1);
        }
        for m in moves {
            let children = &self.tree.entry(node).children;
            if children.iter().any(|&child| self.tree.entry(child).m == Some(m)) {
                continue;
            }
            let Some(score) = self.score(m, best.value, uv) else {
                continue;
            };
            if score <= best.value {
                continue;
            }
            let child = self.tree.add(m, score);
            let stored = self.tree.is_stored(child);
            self.observer.event(Event::Kept { stored });
            self.search_child(child, m, depth, uv, best)?;
            if !stored {
                self.drop_children(child);
                best.child = best.child.filter(|&best| best != child);
            }
            if best.value >= uv {
                let entry = self.tree.entry_mut(node);
                if !entry.has_list() {
                    entry.upper = 0;
                }
                return Ok(());
            }
        }
        let entry = self.tree.entry_mut(node);
        entry.complete = true;
        entry.lower = best.value;
        Ok(())
    }

    /// Returns the t1v score of a move: what it gains if the other side passes; `None` if it is illegal.
    pub(super) fn score(&mut self, m: Move, lv: i16, uv: i16) -> Option<i16> {
        self.observer.event(Event::Test { m });
        let undo = self.position.make(m);
        let legal = !self.position.can_capture_king();
        let score = legal.then(|| {
            let null = self.position.make_null();
            self.mate_value -= 2;
            let nodes = self.nodes;
            let score = self.xt1v(lv, uv, self.readings.null_mates);
            if !self.readings.count_ordering {
                self.nodes = nodes;
            }
            self.observer.event(Event::Score { m, score, best: lv });
            self.mate_value += 2;
            self.position.unmake_null(null);
            score
        });
        self.position.unmake(undo);
        score
    }

    /// Returns the value of a move that has an entry.
    pub(super) fn value_of(&mut self, child: Node, m: Move, depth: u8, lv: i16, uv: i16) -> Result<i16, Stopped> {
        let score = self.tree.entry(child).score;
        self.observer.event(Event::Search { m, score, depth: depth - 1 });
        let undo = self.position.make(m);
        self.path.push(self.position.key());
        self.tree.path.push(child);
        self.mate_value -= 1;
        let reply = self.t2v(depth - 1, -uv, -lv);
        self.mate_value += 1;
        self.tree.path.pop();
        self.path.pop();
        self.position.unmake(undo);
        Ok(-reply?)
    }

    /// Searches a move, and keeps it if it is better than the best so far.
    fn search_child(&mut self, child: Node, m: Move, depth: u8, uv: i16, best: &mut Best) -> Result<(), Stopped> {
        let value = self.value_of(child, m, depth, best.value, uv)?;
        if self.is_better(m, value, best.value, uv) {
            *best = Best { value, child: Some(child) };
            self.note_best(Some(m));
        }
        Ok(())
    }

    /// Searches one ply from the horizon: only captures that gain enough can be better than the null move; if that
    /// loses material, any move can. A mate in one is sought only if none of these moves causes a cut-off.
    fn near(&mut self, node: Node, mut best: i16, uv: i16) -> i16 {
        let mb = self.position.balance();
        let moves = if best >= mb { Listed::Captures } else { Listed::All };
        self.observer.event(Event::List { moves });
        self.count_node();
        let mut moves: Vec<Move> = if best >= mb {
            let captures = self.captures(best - mb);
            captures.into_iter().map(|capture| capture.m).collect()
        } else {
            self.moves()
        };
        arrange(&mut moves, |&m| Reverse(self.position.gain(m)));
        for m in moves {
            if mb + self.position.gain(m) <= best {
                break;
            }
            let gain = self.position.gain(m);
            self.observer.event(Event::Try { m, gain });
            let irreversible = gain > 0;
            let undo = self.position.make(m);
            if self.position.can_capture_king() {
                self.position.unmake(undo);
                self.is_better(m, best, best, uv);
                continue;
            }
            self.path.push(self.position.key());
            let value = if !irreversible && self.is_repetition() {
                0
            } else {
                self.mate_value -= 1;
                self.tell_node(0, -uv, -best);
                let reply = self.xt1v(-uv, -best, self.readings.horizon_mates);
                self.mate_value += 1;
                -reply
            };
            self.path.pop();
            self.position.unmake(undo);
            if self.is_better(m, value, best, uv) {
                best = value;
                self.note_best(Some(m));
                let entry = self.tree.entry_mut(node);
                if !entry.has_list() {
                    entry.hint = Some(m);
                }
                if best >= uv {
                    return uv;
                }
            }
        }
        if self.readings.node_mates > 0 && self.sees_mate(node) {
            self.note_best(None);
            return self.mate(uv);
        }
        best
    }

    /// Stores the value of the root if its side passes, as the score of the root's entry.
    pub(super) fn score_root(&mut self, win: i16) {
        self.observer.event(Event::RootPass);
        let undo = self.position.make_null();
        self.mate_value -= 1;
        let score = self.xt1v(-win, win, self.readings.null_mates);
        self.mate_value += 1;
        self.position.unmake_null(undo);
        self.tree.entry_mut(ROOT).score = score;
    }

    /// Reports the value of a move, and returns true if it is better than the best so far.
    fn is_better(&mut self, m: Move, value: i16, best: i16, uv: i16) -> bool {
        self.observer.event(Event::Value { m, value, best });
        let better = value > best;
        if better {
            self.observer.event(Event::Better { m, value, before: best, high: uv });
        }
        better
    }

    /// Drops the stored moves after a node.
    fn drop_children(&mut self, node: Node) {
        if !self.tree.entry(node).children.is_empty() {
            self.observer.event(Event::Dropped);
        }
        self.tree.free_children(node);
    }

    /// Records the best move if this is the root.
    fn note_best(&mut self, m: Option<Move>) {
        if self.path.len() == 1 {
            self.best = m;
        }
    }
}
