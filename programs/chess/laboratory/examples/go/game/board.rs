//! The rules: groups, liberties, captures; no suicide and no repeated board; two passes end the game.

use bcp_chess::hash::mix;
use bcp_laboratory::game::{Game, Value};
use bcp_laboratory::quiescence::Tactical;

/// The supported side lengths of a board.
pub(crate) const SIZES: std::ops::RangeInclusive<u8> = 2..=9;

/// A set of points. Bit `row * (size + 1) + column`: the extra column keeps neighbours from wrapping around.
pub(super) type Points = u128;

/// A move: a stone on a point, or a pass.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum GoMove {
    /// Passing.
    Pass,
    /// A stone on the point numbered `row * (size + 1) + column`, with rows counted from the bottom and columns from
    /// the left, both from 0.
    Stone(u8),
}

/// A game of Go up to the current position.
///
/// Only prisoners count. A move may neither leave the player's own stones without liberties nor repeat a board of the
/// game, including boards after null moves. The pass is listed last.
#[derive(Clone, Debug)]
pub(crate) struct Go {
    pub(super) size: u8,
    /// The positions from the first to the one on the board.
    pub(super) path: Vec<State>,
}

/// The contents of the board, from the point of view of the side to play.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct State {
    /// Stones of the side to play and, below, of the other side.
    pub(super) own: Points,
    pub(super) other: Points,
    /// Prisoners of the side to play minus those of the other.
    pub(super) balance: i32,
    /// True if black is to play.
    pub(super) black: bool,
    /// Number of consecutive passes.
    passes: u8,
}

impl State {
    pub(super) const fn new(own: Points, other: Points, black: bool) -> Self {
        Self { own, other, balance: 0, black, passes: 0 }
    }

    /// Returns the same board with the other side to play.
    const fn turned(self, passes: u8) -> Self {
        Self {
            own: self.other,
            other: self.own,
            balance: -self.balance,
            black: !self.black,
            passes,
        }
    }

    fn same_board(&self, next: &Self) -> bool {
        let turned = self.black != next.black;
        let (own, other) = if turned {
            (self.other, self.own)
        } else {
            (self.own, self.other)
        };
        (own, other) == (next.own, next.other)
    }
}

impl Go {
    pub(super) fn state(&self) -> &State {
        self.path.last().expect("the first position stays")
    }

    /// Returns the number of bits for a row of the board, including the extra column.
    pub(super) const fn width(&self) -> u8 {
        self.size + 1
    }

    /// Returns all points of the board.
    pub(super) fn all(&self) -> Points {
        let row = (1 << self.size) - 1;
        (0..self.size).fold(0, |all, y| all | row << (y * self.width()))
    }

    /// Returns the points adjacent to those of a set.
    fn beside(&self, points: Points) -> Points {
        let width = self.width();
        (points << 1 | points >> 1 | points << width | points >> width) & self.all()
    }

    /// Returns the stones connected to those of a set.
    fn group(&self, mut group: Points, stones: Points) -> Points {
        loop {
            let grown = group | self.beside(group) & stones;
            if grown == group {
                return group;
            }
            group = grown;
        }
    }

    /// Returns the position after a stone on a point; `None` if the move is illegal.
    fn play(&self, point: Points) -> Option<State> {
        let state = self.state();
        let own = state.own | point;
        let mut other = state.other;
        let mut neighbours = self.beside(point) & other;
        while neighbours != 0 {
            let group = self.group(lowest(neighbours), other);
            neighbours &= !group;
            if self.beside(group) & !own & !other == 0 {
                other &= !group;
            }
        }
        let empty = self.all() & !own & !other;
        if self.beside(point) & empty == 0 && self.beside(self.group(point, own)) & empty == 0 {
            return None;
        }
        let prisoners = (state.other & !other).count_ones() as i32;
        let next = State { own, other, balance: state.balance + prisoners, ..*state };
        let next = next.turned(0);
        (!self.path.iter().any(|before| before.same_board(&next))).then_some(next)
    }

    /// Returns true if any group of `own` has no liberty.
    pub(super) fn has_dead(&self, own: Points, other: Points) -> bool {
        let empty = self.all() & !own & !other;
        each(own).any(|point| self.beside(self.group(point, own)) & empty == 0)
    }
}

/// Returns the lowest point of a set that is not empty.
const fn lowest(points: Points) -> Points {
    points & points.wrapping_neg()
}

/// Returns the points of a set as single-point sets.
fn each(mut points: Points) -> impl Iterator<Item = Points> {
    std::iter::from_fn(move || {
        let point = lowest(points);
        points &= !point;
        (point != 0).then_some(point)
    })
}

const fn stone(point: Points) -> GoMove {
    GoMove::Stone(point.trailing_zeros() as u8)
}

impl Game for Go {
    type Move = GoMove;

    fn moves(&mut self, moves: &mut Vec<GoMove>) {
        let empty = self.all() & !self.state().own & !self.state().other;
        moves.extend(each(empty).filter(|&point| self.play(point).is_some()).map(stone));
        moves.push(GoMove::Pass);
    }

    fn make(&mut self, m: GoMove) {
        let state = *self.state();
        let next = match m {
            GoMove::Pass => Some(state.turned(state.passes + 1)),
            GoMove::Stone(bit) => self.play(1 << bit),
        };
        self.path.push(next.expect("a move that was listed is allowed"));
    }

    fn unmake(&mut self) {
        self.path.pop();
    }

    fn make_null(&mut self) -> bool {
        let next = self.state().turned(0);
        self.path.push(next);
        true
    }

    fn evaluate(&mut self) -> Value {
        self.state().balance
    }

    fn terminal(&mut self) -> Option<Value> {
        let state = self.state();
        (state.passes >= 2).then_some(state.balance)
    }
}

impl Tactical for Go {
    fn key(&mut self) -> u64 {
        let state = self.state();
        let words = [
            state.own as u64,
            (state.own >> 64) as u64,
            state.other as u64,
            (state.other >> 64) as u64,
            u64::from(state.black),
        ];
        words.into_iter().fold(0, |key, word| mix(key ^ word))
    }

    fn captures(&mut self, moves: &mut Vec<(GoMove, Value)>) {
        let (own, other) = (self.state().own, self.state().other);
        let empty = self.all() & !own & !other;
        let mut left = other;
        let mut points = 0;
        while left != 0 {
            let group = self.group(lowest(left), other);
            left &= !group;
            let liberties = self.beside(group) & empty;
            if liberties.count_ones() == 1 {
                points |= liberties;
            }
        }
        let before = self.state().balance;
        for point in each(points) {
            if let Some(next) = self.play(point) {
                moves.push((stone(point), -next.balance - before));
            }
        }
    }

    /// No move of Go wins at once.
    fn finishers(&mut self, _moves: &mut Vec<GoMove>) {}
}
