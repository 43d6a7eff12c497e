//! A position on the path in hand, and the moves that were tried in it.

use std::cell::OnceCell;

use bcp_chess::{Colour, Move, Position};

/// The kind of search in a position.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Order {
    /// Moves that threaten something, so many plies deep.
    Second {
        /// Plies that are left before the captures.
        depth: u8,
    },
    /// Captures alone.
    First,
}

/// The fate of a move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fate {
    /// It is being scored: what does it win if the other side passes?
    Tested,
    /// It threatens something, and is about to be searched.
    Eligible,
    /// It threatens nothing: the other side can ignore it, and so does the search.
    Ignored,
    /// It is being searched.
    InHand,
    /// The best so far.
    Best,
    /// It was searched, and is not the best.
    Worse,
    /// It leaves its own king to be taken.
    Illegal,
}

/// A move, and what is known of it. All values are for the side that plays at the root.
#[derive(Debug, Clone)]
pub struct Branch {
    /// The move.
    pub m: Move,
    /// Instructions before it was taken up.
    pub at: u64,
    /// Instructions that it has taken.
    pub work: u64,
    /// Its fate.
    pub fate: Fate,
    /// Its value if the other side passes.
    pub score: Option<i16>,
    /// Its value.
    pub value: Option<i16>,
    /// The best line behind it.
    pub line: Vec<Move>,
    /// The other side mates in one behind it.
    pub answered_by_mate: bool,
    /// It as players write it, once it was asked for.
    name: OnceCell<Option<String>>,
}

impl Branch {
    pub(super) const fn new(m: Move, at: u64, fate: Fate) -> Self {
        Self {
            m,
            at,
            work: 0,
            fate,
            score: None,
            value: None,
            line: Vec::new(),
            answered_by_mate: false,
            name: OnceCell::new(),
        }
    }

    /// The move as players write it, in the position in which it is tried; none if it is not legal there.
    pub fn name(&self, position: &Position) -> Option<&str> {
        self.name.get_or_init(|| position.san(self.m)).as_deref()
    }
}

/// A position on the path in hand. All values are for the side that plays at the root.
#[derive(Debug, Clone)]
pub struct Level {
    /// The position. Behind a null move the side to play is the one that has moved before.
    pub position: Position,
    /// The kind of search in it.
    pub order: Order,
    /// Its value if the side to play passes; in the capture search, if it stops taking.
    pub pass: Option<i16>,
    /// The best value so far.
    pub value: Option<i16>,
    /// The other side would not allow this position: it has as much without.
    pub enough: bool,
    /// The side to play mates in one.
    pub mates: bool,
    /// The side to play can take the king.
    pub takes_king: bool,
    /// The moves, in the order in which they were taken up.
    pub branches: Vec<Branch>,
}

impl Level {
    pub(super) const fn new(position: Position, order: Order) -> Self {
        Self {
            position,
            order,
            pass: None,
            value: None,
            enough: false,
            mates: false,
            takes_king: false,
            branches: Vec::new(),
        }
    }

    /// The move in hand, if there is one.
    #[must_use]
    pub fn in_hand(&self) -> Option<&Branch> {
        let last = self.branches.last();
        last.filter(|branch| matches!(branch.fate, Fate::InHand | Fate::Tested | Fate::Eligible))
    }

    /// The best line from here, as far as it is known.
    #[must_use]
    pub fn line(&self) -> Vec<Move> {
        let best = self.branches.iter().rfind(|branch| branch.fate == Fate::Best);
        best.map_or_else(Vec::new, |best| [&[best.m], &best.line[..]].concat())
    }

    pub(super) fn is_first_order(&self) -> bool {
        self.order == Order::First
    }

    /// Returns true for a position that was come to at the horizon, before its captures are looked at.
    pub(super) const fn is_horizon(&self) -> bool {
        matches!(self.order, Order::Second { depth: 0 }) && self.branches.is_empty()
    }

    /// The captures of this position are looked at: its side can stop taking.
    pub(super) fn stand_pat(&mut self, material: i16) {
        self.order = Order::First;
        (self.pass, self.value) = (Some(material), Some(material));
    }

    /// The position behind the move in hand, in which a side is to play; behind a pass if it is not its turn.
    pub(super) fn behind(&self, side: Colour) -> Option<Position> {
        let m = self.in_hand()?.m;
        let mut position = self.position.clone();
        position.make(m);
        Some(passed(position, side))
    }

    /// Takes over what was found behind the move in hand. A capture has its value then; of a move of the second order the
    /// search says later what became of it.
    pub(super) fn fold(&mut self, below: &Self, root: Colour, now: u64) {
        let own = if self.position.side_to_play() == root { 1 } else { -1 };
        let (first_order, before) = (self.is_first_order(), self.value);
        let Some(branch) = self.branches.last_mut() else { return };
        if branch.fate == Fate::Tested {
            return;
        }
        branch.line = below.line();
        if first_order {
            (branch.value, branch.work) = (below.value, now - branch.at);
            branch.fate = Fate::Worse;
            if let (Some(value), Some(before)) = (below.value, before)
                && own * value > own * before
            {
                self.improve(value, false);
            }
        }
    }

    /// A position without a list is searched a ply less deep first, to have one; here the search goes on at full depth.
    pub(super) fn deepen(&mut self, depth: u8) {
        if self.order != (Order::Second { depth }) {
            self.order = Order::Second { depth };
            (self.value, self.enough) = (self.pass, false);
            self.branches.retain(|branch| branch.fate == Fate::Eligible);
        }
    }

    /// Nothing is in hand any more: a new move is taken up, or the iteration ends.
    pub(super) fn settle(&mut self, now: u64) {
        if let Some(branch) = self.branches.last_mut()
            && matches!(branch.fate, Fate::InHand | Fate::Tested)
        {
            branch.fate = Fate::Worse;
            branch.work = now - branch.at;
        }
    }

    /// The move that has just come back is the best.
    pub(super) fn improve(&mut self, value: i16, enough: bool) {
        for branch in &mut self.branches {
            if branch.fate == Fate::Best {
                branch.fate = Fate::Worse;
            }
        }
        if let Some(branch) = self.branches.last_mut() {
            branch.fate = Fate::Best;
        }
        (self.value, self.enough) = (Some(value), enough);
    }
}

/// A position with a side to play: a pass, if it is not that side's turn.
pub(super) fn passed(mut position: Position, side: Colour) -> Position {
    if position.side_to_play() != side {
        position.make_null();
    }
    position
}
