//! The stored tree (prototype).

use std::cmp::Reverse;

use crate::board::{Move, Position};

pub const NONE: usize = usize::MAX;

#[derive(Clone, Copy)]
pub struct Config {
    pub win: i16,
    pub mate_everywhere: bool,
    pub iid: bool,
    pub by_gain: bool,
    pub limit: usize,
    pub node_limit: u32,
    pub count_order: bool,
}

#[derive(Clone, Copy, Debug)]
pub struct Entry {
    m: Option<Move>,
    score: i16,
    lower: i16,
    upper: i16,
    complete: bool,
    /// 0 untested, 1 no, 2 mates.
    mate: u8,
    first: usize,
    next: usize,
    best: Option<Move>,
}

const EMPTY: Entry = Entry {
    m: None,
    score: 0,
    lower: 0,
    upper: 0,
    complete: false,
    mate: 0,
    first: NONE,
    next: NONE,
    best: None,
};

pub struct Stored {
    pub position: Position,
    pub config: Config,
    pub nodes: u32,
    pub tree: Vec<Entry>,
    free: Vec<usize>,
    path: Vec<u32>,
    line: Vec<usize>,
    pub most: usize,
    pub full: u32,
    pub lists: (u64, u64),
    pub stopped: bool,
}

impl Stored {
    pub fn new(position: Position, config: Config) -> Self {
        let mut s = Self {
            path: vec![position.key()],
            position,
            config,
            nodes: 0,
            tree: vec![EMPTY; config.limit + 64],
            free: (1..config.limit).rev().collect(),
            line: vec![0],
            most: 1,
            full: 0,
            lists: (0, 0),
            stopped: false,
        };
        s.tree[0] = EMPTY;
        s
    }

    fn ply(&self) -> i16 {
        self.path.len() as i16 - 1
    }

    fn t1v(&mut self, lv: i16, uv: i16) -> i16 {
        let mb = self.position.balance();
        let mut best = lv.max(mb);
        if best >= uv {
            return uv;
        }
        self.nodes += 1;
        if self.position.can_capture_king() {
            return uv;
        }
        let mut captures = self.position.captures(best - mb);
        captures.sort_by_key(|capture| Reverse(capture.gain));
        for c in captures {
            if mb + c.gain <= best {
                break;
            }
            let undo = self.position.make(c.m);
            let value = -self.t1v(-uv, -best);
            self.position.unmake(undo);
            best = best.max(value);
            if best >= uv {
                return uv;
            }
        }
        best
    }

    fn matev(&mut self) -> bool {
        self.nodes += 1;
        for m in self.position.moves() {
            if !self.position.may_give_check(m) {
                continue;
            }
            let undo = self.position.make(m);
            let legal_check = !self.position.can_capture_king() && self.position.in_check();
            let mut mate = false;
            if legal_check {
                self.nodes += 1;
                let moves = self.position.moves();
                mate = !moves.into_iter().any(|m| self.position.is_legal(m));
            }
            self.position.unmake(undo);
            if mate {
                return true;
            }
        }
        false
    }

    /// `plies`: plies from the root at which the mate would stand.
    fn xt1v(&mut self, lv: i16, uv: i16, plies: i16) -> i16 {
        let value = self.t1v(lv, uv);
        let mate = (self.config.win - plies).min(uv);
        if value < mate && self.matev() {
            mate
        } else {
            value
        }
    }

    fn null(&mut self, lv: i16, uv: i16, plies: i16) -> i16 {
        let undo = self.position.make_null();
        let v = -self.xt1v(-uv, -lv, plies);
        self.position.unmake_null(undo);
        v
    }

    fn repetition(&self) -> bool {
        let key = *self.path.last().unwrap_or(&0);
        self.path.iter().rev().skip(2).step_by(2).any(|&k| k == key)
    }

    fn free_children(&mut self, node: usize) {
        let mut c = std::mem::replace(&mut self.tree[node].first, NONE);
        while c != NONE {
            self.free_children(c);
            let n = self.tree[c].next;
            self.tree[c] = EMPTY;
            if c < self.config.limit {
                self.free.push(c);
            }
            c = n;
        }
        self.tree[node].complete = false;
    }

    fn children(&self, node: usize) -> Vec<usize> {
        let mut list = Vec::new();
        let mut c = self.tree[node].first;
        while c != NONE {
            list.push(c);
            c = self.tree[c].next;
        }
        list
    }

    /// Keeps of every node off the path only the first child.
    fn prune(&mut self, node: usize) {
        for c in self.children(node) {
            if self.line.contains(&c) {
                self.prune(c);
            } else {
                self.keep_best(c);
            }
        }
    }

    fn keep_best(&mut self, node: usize) {
        let first = self.tree[node].first;
        if first == NONE {
            return;
        }
        let rest = self.children(first).len();
        let _ = rest;
        let others: Vec<usize> = self.children(node)[1..].to_vec();
        self.tree[first].next = NONE;
        if !others.is_empty() {
            self.tree[node].complete = false;
        }
        for c in others {
            self.free_children(c);
            self.tree[c] = EMPTY;
            self.free.push(c);
        }
        self.keep_best(first);
    }

    fn allocate(&mut self) -> Option<usize> {
        if self.free.is_empty() {
            self.full += 1;
            self.prune(0);
        }
        let e = self.free.pop();
        self.most = self.most.max(self.config.limit - self.free.len());
        e
    }

    /// Moves a child to the front.
    fn to_front(&mut self, node: usize, child: usize) {
        let mut list = self.children(node);
        if !list.contains(&child) {
            return;
        }
        list.retain(|&c| c != child);
        list.insert(0, child);
        self.relink(node, &list);
    }

    fn relink(&mut self, node: usize, list: &[usize]) {
        self.tree[node].first = list.first().copied().unwrap_or(NONE);
        for (i, &c) in list.iter().enumerate() {
            self.tree[c].next = list.get(i + 1).copied().unwrap_or(NONE);
        }
    }

    pub fn t2v(&mut self, node: usize, d: u8, lv: i16, uv: i16) -> i16 {
        if self.nodes >= self.config.node_limit {
            self.stopped = true;
            return lv;
        }
        if self.repetition() {
            return 0;
        }
        let plies = self.ply() + 1;
        if d == 0 {
            return self.xt1v(lv, uv, plies);
        }
        if self.config.mate_everywhere {
            let mate = self.config.win - plies;
            if lv >= mate {
                return lv;
            }
            if self.tree[node].mate == 0 {
                self.tree[node].mate = 1 + u8::from(self.matev());
            }
            if self.tree[node].mate == 2 {
                return mate.min(uv);
            }
        }
        let mut best = lv.max(-self.tree[node].score);
        if best >= uv {
            return uv;
        }
        if d == 1 {
            return self.near(node, best, uv);
        }
        if self.config.iid && d >= 3 && self.tree[node].first == NONE && !self.tree[node].complete && node != 0 {
            self.t2v(node, d - 1, lv, uv);
        }
        if self.tree[node].upper < uv && self.tree[node].first != NONE {
            // Scores were capped.
            let f = self.tree[node].first;
            self.tree[node].best = self.tree[f].m;
            self.free_children(node);
        }
        let mut front = NONE;
        for c in self.children(node) {
            if self.tree[c].score <= best {
                continue;
            }
            let Some(m) = self.tree[c].m else { continue };
            let v = self.child(c, m, d, best, uv);
            if self.stopped {
                return best;
            }
            if v > best {
                best = v;
                front = c;
                if best >= uv {
                    self.to_front(node, c);
                    return uv;
                }
            }
        }
        if self.tree[node].complete && best >= self.tree[node].lower {
            if front != NONE {
                self.to_front(node, front);
            }
            return best;
        }
        // Build the list, or go on building it.
        self.nodes += 1;
        let known: Vec<Option<Move>> = self.children(node).iter().map(|&c| self.tree[c].m).collect();
        let mut moves: Vec<Move> = self.position.moves();
        if self.config.by_gain {
            moves.sort_by_key(|&m| Reverse(self.gain(m)));
        }
        self.tree[node].upper = uv;
        let mut new: Vec<usize> = Vec::new();
        let mut cut = false;
        for m in moves {
            if known.contains(&Some(m)) {
                continue;
            }
            let undo = self.position.make(m);
            if self.position.can_capture_king() {
                self.position.unmake(undo);
                continue;
            }
            self.path.push(self.position.key());
            let before = self.nodes;
            // The side that has moved, to play once more: its mate would stand three plies on.
            let score = -self.null(-uv, -best, self.ply() + 2);
            if !self.config.count_order {
                self.nodes = before;
            }
            if score <= best {
                self.path.pop();
                self.position.unmake(undo);
                continue;
            }
            let entry = self.allocate();
            let c = entry.unwrap_or(self.config.limit + self.line.len());
            self.tree[c] = Entry {
                m: Some(m),
                score,
                ..EMPTY
            };
            if entry.is_some() {
                let mut list = self.children(node);
                let at = list.iter().position(|&o| self.tree[o].score < score).unwrap_or(list.len());
                list.insert(at, c);
                self.relink(node, &list);
                new.push(c);
            }
            self.line.push(c);
            let v = -self.t2v(c, d - 1, -uv, -best);
            self.line.pop();
            self.path.pop();
            self.position.unmake(undo);
            if entry.is_none() {
                self.free_children(c);
            }
            if self.stopped {
                return best;
            }
            if v > best {
                best = v;
                if node == 0 || entry.is_none() {
                    self.tree[node].best = Some(m);
                }
                front = if entry.is_some() { c } else { NONE };
                if best >= uv {
                    cut = true;
                    break;
                }
            }
        }
        let list = self.children(node);
        if front != NONE {
            self.to_front(node, front);
        }
        if cut {
            self.tree[node].complete = false;
            return uv;
        }
        self.tree[node].complete = true;
        self.tree[node].lower = best;
        self.lists.0 += 1;
        self.lists.1 += list.len() as u64;
        best
    }

    fn gain(&self, m: Move) -> i16 {
        self.position.gain(m)
    }

    fn child(&mut self, c: usize, m: Move, d: u8, best: i16, uv: i16) -> i16 {
        let undo = self.position.make(m);
        self.path.push(self.position.key());
        self.line.push(c);
        let v = -self.t2v(c, d - 1, -uv, -best);
        self.line.pop();
        self.path.pop();
        self.position.unmake(undo);
        v
    }

    /// Depth one: only what gains enough, or gets something out of danger.
    fn near(&mut self, node: usize, mut best: i16, uv: i16) -> i16 {
        self.nodes += 1;
        let mb = self.position.balance();
        let mut moves: Vec<Move> = if best >= mb {
            self.position.captures(best - mb).iter().map(|c| c.m).collect()
        } else {
            self.position.moves()
        };
        moves.sort_by_key(|&m| Reverse(self.gain(m)));
        for m in moves {
            if mb + self.gain(m) <= best {
                break;
            }
            let undo = self.position.make(m);
            if self.position.can_capture_king() {
                self.position.unmake(undo);
                continue;
            }
            self.path.push(self.position.key());
            let v = if self.repetition() {
                0
            } else {
                let plies = self.ply() + 1;
                -self.xt1v(-uv, -best, plies)
            };
            self.path.pop();
            self.position.unmake(undo);
            if v > best {
                best = v;
                self.tree[node].best = Some(m);
                if best >= uv {
                    return uv;
                }
            }
        }
        best
    }

    /// One iteration: the value and the best move.
    pub fn iterate(&mut self, d: u8) -> (i16, Option<Move>) {
        let win = self.config.win;
        if d == 0 {
            let v = self.xt1v(-win, win, 1);
            return (v, None);
        }
        if d == 1 {
            let v = self.null(-win, win, 2);
            self.tree[0].score = -v;
        }
        let nv = -self.tree[0].score;
        if d > 1 {
            self.tree[0].best = None;
        }
        let v = self.t2v(0, d, -win, win);
        let first = self.tree[0].first;
        let best = if v <= nv {
            None
        } else if d == 1 || first == NONE {
            self.tree[0].best
        } else {
            self.tree[first].m
        };
        (v, best)
    }

    pub fn null_value(&self) -> i16 {
        -self.tree[0].score
    }

    pub fn used(&self) -> usize {
        self.config.limit - self.free.len()
    }
}
