//! Names for the moves of a trace.

use std::marker::PhantomData;

use bcp_chess::{Move, Position};

use super::Step;

/// Names moves.
pub trait Names {
    /// The type of a move.
    type Move: Copy;

    /// False if the names of moves do not depend on the preceding moves; by default, true.
    const NEED_PATH: bool = true;

    /// Returns the names of consecutive moves after a path from the root, and the position after them if it can be
    /// written as text.
    fn after(&mut self, path: &[Step<Self::Move>], steps: &[Step<Self::Move>]) -> (Vec<String>, Option<String>);
}

/// Chess moves in SAN, converted from the moves of any board.
#[derive(Clone, Debug)]
pub struct San<M> {
    root: Position,
    of: fn(M) -> Move,
}

impl<M> San<M> {
    /// Returns names for moves from a position; `of` converts the moves of the searched board.
    pub fn new(root: Position, of: fn(M) -> Move) -> Self {
        Self { root, of }
    }
}

impl<M: Copy> Names for San<M> {
    type Move = M;

    fn after(&mut self, path: &[Step<M>], steps: &[Step<M>]) -> (Vec<String>, Option<String>) {
        let mut position = self.root.clone();
        let of = self.of;
        let mut play = |step: &Step<M>| match step {
            Step::Null => {
                position.make_null();
                NULL.to_owned()
            }
            Step::Move(m) => {
                // A capture of the king after a null move has no name in SAN.
                let m = of(*m);
                let name = position.san(m).unwrap_or_else(|| m.to_string());
                position.make(m);
                name
            }
        };
        path.iter().for_each(|step| {
            play(step);
        });
        let names = steps.iter().map(&mut play).collect();
        (names, Some(position.to_fen()))
    }
}

/// Moves of any game, named by a function.
#[derive(Clone, Debug)]
pub struct Each<M, F> {
    name: F,
    of: PhantomData<M>,
}

impl<M, F: FnMut(M) -> String> Each<M, F> {
    /// Returns names that a function gives to the moves.
    pub fn new(name: F) -> Self {
        let of = PhantomData;
        Self { name, of }
    }
}

impl<M: Copy, F: FnMut(M) -> String> Names for Each<M, F> {
    type Move = M;

    const NEED_PATH: bool = false;

    fn after(&mut self, _path: &[Step<M>], steps: &[Step<M>]) -> (Vec<String>, Option<String>) {
        let name = |step: &Step<M>| match step {
            Step::Null => NULL.to_owned(),
            Step::Move(m) => (self.name)(*m),
        };
        (steps.iter().map(name).collect(), None)
    }
}

/// Returns names for the moves of a written tree: their indices, from 1.
///
/// # Example
/// ```
/// use bcp_laboratory::trace::{Names, Step, places};
///
/// let (names, position) = places().after(&[], &[Step::Move(0), Step::Null, Step::Move(1)]);
/// assert_eq!((names, position), (vec!["1".to_owned(), "null".to_owned(), "2".to_owned()], None));
/// ```
pub fn places() -> impl Names<Move = usize> {
    Each::new(|place: usize| (place + 1).to_string())
}

/// The name of a null move.
pub const NULL: &str = "null";
