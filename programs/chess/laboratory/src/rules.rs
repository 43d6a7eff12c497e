//! A simple way to define the rules of a game, for users who write their own games.

use std::cell::{Cell, RefCell};
use std::collections::{HashMap, VecDeque};
use std::hash::Hash;

use crate::game::{ChessLike, Game, INFINITY, Value};

/// A position of a game, which provides its moves, the positions after them, and its value.
///
/// The position is cloned for each move. A game for long searches should undo moves instead; see [`Game`]. Positions
/// are identified by equality: a hash that many positions share makes tables slow, but results remain correct.
pub trait Rules: Clone + Eq + Hash {
    /// A move. Two different moves of one position are never equal.
    type Move: Copy + Eq + std::fmt::Debug;

    /// Returns the legal moves, always in the same order; empty if the game is over.
    fn moves(&self) -> Vec<Self::Move>;

    /// Returns the position after a move, with the other side to play.
    fn play(&self, m: Self::Move) -> Self;

    /// Returns the value for the side to play, strictly between -[`INFINITY`] and [`INFINITY`]; other values are
    /// clamped.
    fn evaluate(&self) -> Value;

    /// Returns the same position with the other side to play; by default `None`, which means no null move, as in check.
    /// Then null-move pruning prunes nothing, and in quiescence only the moves count.
    fn pass(&self) -> Option<Self> {
        None
    }
}

/// The maximum number of positions that are tested for a null move.
const ASKED: usize = 1_000;

/// A [`Game`] made from [`Rules`].
#[derive(Clone, Debug)]
pub struct RulesGame<R> {
    /// The positions from the root to the current one.
    path: Vec<Step<R>>,
    /// The numbers of the positions whose keys were requested, in the order of the first request.
    numbers: RefCell<HashMap<R, u64>>,
}

#[derive(Clone, Debug)]
struct Step<R> {
    position: R,
    /// True if a move, not a null move, has led to the position.
    moved: bool,
    key: Cell<Option<u64>>,
}

impl<R: Rules> RulesGame<R> {
    /// Returns a game that begins in a position.
    pub fn new(root: R) -> Self {
        let mut game = Self { path: Vec::new(), numbers: RefCell::default() };
        game.enter(root, false);
        game
    }

    /// Returns the current position.
    pub fn position(&self) -> &R {
        &self.here().position
    }

    fn here(&self) -> &Step<R> {
        self.path.last().expect("the root is never left")
    }

    fn enter(&mut self, position: R, moved: bool) {
        self.path.push(Step { position, moved, key: Cell::new(None) });
    }
}

impl<R: Rules> Game for RulesGame<R> {
    type Move = R::Move;

    fn moves(&mut self, moves: &mut Vec<R::Move>) {
        moves.extend(self.position().moves());
    }

    fn make(&mut self, m: R::Move) {
        let next = self.position().play(m);
        self.enter(next, true);
    }

    fn unmake(&mut self) {
        self.path.pop();
    }

    fn make_null(&mut self) -> bool {
        let next = self.position().pass();
        let made = next.is_some();
        next.into_iter().for_each(|next| self.enter(next, false));
        made
    }

    /// A side without a null move at the root may have one later, so the positions nearest to the root are tested.
    fn has_null(&self) -> bool {
        let (mut next, mut left) = (VecDeque::from([self.position().clone()]), ASKED);
        while let Some(position) = next.pop_front() {
            if position.pass().is_some() {
                return true;
            }
            let known = next.len();
            next.extend(position.moves().into_iter().take(left).map(|m| position.play(m)));
            left -= next.len() - known;
        }
        false
    }

    fn evaluate(&mut self) -> Value {
        self.position().evaluate().clamp(1 - INFINITY, INFINITY - 1)
    }
}

impl<R: Rules> ChessLike for RulesGame<R> {
    fn key(&self) -> u64 {
        let here = self.here();
        here.key.get().unwrap_or_else(|| {
            let mut numbers = self.numbers.borrow_mut();
            let next = numbered(numbers.len() as u64);
            let key = *numbers.entry(here.position.clone()).or_insert(next);
            here.key.set(Some(key));
            key
        })
    }

    fn has_moved(&self) -> bool {
        self.here().moved
    }

    fn is_legal(&self, m: R::Move) -> bool {
        self.position().moves().contains(&m)
    }
}

/// An error in an implementation of [`Rules`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fault {
    /// A value is not strictly between -[`INFINITY`] and [`INFINITY`].
    Range,
    /// Two moves of a position are equal: a move must contain everything that distinguishes it from others.
    Duplicate,
    /// Two calls, or two equal positions, give different answers: equality must compare everything on which they
    /// depend.
    Differs,
    /// Two null moves change the value: a null move must change only the side to play.
    Pass,
}

/// Checks the rules of a game in up to `most` different positions, the nearest to the root first, and returns the moves
/// of the shortest line to a fault, and the fault; `None` if none is found.
///
/// # Example
/// ```
/// use bcp_laboratory::rules::{Fault, Rules, check};
///
/// #[derive(Clone, PartialEq, Eq, Hash)]
/// struct Heap(u32);
///
/// impl Rules for Heap {
///     type Move = u32;
///     fn moves(&self) -> Vec<u32> { (1..=self.0.min(3)).collect() }
///     fn play(&self, taken: u32) -> Self { Self(self.0 - taken) }
///     fn evaluate(&self) -> i32 { if self.0 == 0 { i32::MIN } else { 0 } }
/// }
///
/// assert_eq!(check(Heap(3), 100), Some((vec![3], Fault::Range)));
/// ```
pub fn check<R: Rules>(root: R, most: usize) -> Option<(Vec<R::Move>, Fault)> {
    let mut known: HashMap<R, R> = HashMap::new();
    let mut next = VecDeque::from([(Vec::new(), root)]);
    while let Some((line, position)) = next.pop_front() {
        let first = known.get(&position);
        if let Some(fault) = fault(&position, first.unwrap_or(&position)) {
            return Some((line, fault));
        }
        if first.is_some() || known.len() >= most {
            continue;
        }
        for m in position.moves() {
            next.push_back(([&line[..], &[m]].concat(), position.play(m)));
        }
        known.insert(position.clone(), position);
    }
    None
}

/// Returns the fault of a position, or a difference between it and an equal one.
fn fault<R: Rules>(position: &R, first: &R) -> Option<Fault> {
    let (value, moves) = (position.evaluate(), position.moves());
    let twice = position.pass().and_then(|passed| passed.pass());
    let differs = first.evaluate() != value || first.moves() != moves;
    let faults = [
        (Fault::Range, !(1 - INFINITY..INFINITY).contains(&value)),
        (
            Fault::Duplicate,
            (1..moves.len()).any(|at| moves[..at].contains(&moves[at])),
        ),
        (
            Fault::Differs,
            differs || moves.iter().any(|&m| first.play(m) != position.play(m)),
        ),
        (Fault::Pass, twice.is_some_and(|twice| twice.evaluate() != value)),
    ];
    faults.into_iter().find(|(_, holds)| *holds).map(|(fault, _)| fault)
}

/// Returns the key of a position with a given number. Both halves of the key differ between any two positions, since
/// tables compare less than a whole key.
pub fn numbered(number: u64) -> u64 {
    number << 32 | number & 0xffff_ffff
}
