//! Iterative deepening.

use super::{Observer, Searcher};
use crate::board::Move;
use crate::constants::WIN;

/// What one iteration has found: a line of the console.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Iteration {
    /// The depth, from 0.
    pub depth: u8,
    /// The value in pawns, from the point of view of the side to play, -`WIN` to `WIN`.
    pub value: i16,
    /// The best move; none when no move beats the null move, and at depth 0.
    pub best: Option<Move>,
    /// The nodes counted since the search began, earlier iterations included.
    pub nodes: u32,
}

impl std::fmt::Display for Iteration {
    /// As the Z8000 program reports it: `DEPTH VALUE MOVE NODES`.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} {} ", self.depth, self.value)?;
        match self.best {
            Some(m) => write!(f, "{m}")?,
            None => write!(f, "-")?,
        }
        write!(f, " {}", self.nodes)
    }
}

/// The iterations of a search, made one by one as they are asked for. They end after the target depth, when the game is
/// decided, or when the observer stops the search; an iteration that was stopped is not reported.
pub struct Iterations<'a, O: Observer> {
    searcher: &'a mut Searcher<O>,
    /// The depth of the next iteration; none when there is no more.
    next: Option<u8>,
    target: u8,
}

impl<O: Observer> Searcher<O> {
    /// `it2v`: search to the depths 0, 1, ... `target`, each prepared by what is remembered of the one before.
    ///
    /// The node count begins anew; what is remembered stays, as on the console.
    pub fn search(&mut self, target: u8) -> Iterations<'_, O> {
        self.nodes = 0;
        self.path = vec![self.position.key()];
        Iterations {
            searcher: self,
            next: Some(0),
            target,
        }
    }
}

impl<O: Observer> Iterations<'_, O> {
    /// The searcher between two iterations: its node count and its observer.
    pub fn searcher(&mut self) -> &mut Searcher<O> {
        self.searcher
    }
}

impl<O: Observer> Iterator for Iterations<'_, O> {
    type Item = Iteration;

    fn next(&mut self) -> Option<Iteration> {
        let depth = self.next.take()?;
        let best = self.searcher.t2v(depth, -WIN, WIN).ok()?;
        let decided = best.value.abs() >= WIN;
        self.next = depth
            .checked_add(1)
            .filter(|&next| next <= self.target && !decided);
        Some(Iteration {
            depth,
            value: best.value,
            best: best.m,
            nodes: self.searcher.nodes,
        })
    }
}
