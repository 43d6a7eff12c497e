//! Iterative deepening.

use bcp_chess::Move;

use super::event::Event;
use super::readings::Version;
use super::searcher::{Searcher, Stopped};
use super::tree::Tree;
use crate::constants::{MATES, WIN};

/// The result of one iteration, which the console prints as a line.
///
/// # Example
/// ```
/// use bcp_reference::search::Iteration;
///
/// let iteration = Iteration { depth: 1, value: -3, best: None, nodes: 20 };
/// assert_eq!(iteration.to_string(), "1 -3 - 20");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Iteration {
    /// The depth, from 0.
    pub depth: u8,
    /// The value in pawns, for the side to play, from -`WIN` to `WIN`. Values of at least [`MATES`], and of at most
    /// -`MATES`, are mates.
    pub value: i16,
    /// The best move; `None` if no move beats the null move, and at depth 0.
    pub best: Option<Move>,
    /// The number of nodes counted since the search began, including earlier iterations.
    pub nodes: u32,
}

impl std::fmt::Display for Iteration {
    /// Writes the iteration as the Z8000 program reports it: `DEPTH VALUE MOVE NODES`.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} {} ", self.depth, self.value)?;
        match self.best {
            Some(m) => write!(f, "{m}")?,
            None => write!(f, "-")?,
        }
        write!(f, " {}", self.nodes)
    }
}

/// The iterations of a search, each computed when it is requested. They end after the target depth, when the game is
/// decided, or when the observer stops the search; an iteration that was stopped is not reported.
pub struct Iterations<'a, 'o> {
    searcher: &'a mut Searcher<'o>,
    /// The depth of the next iteration; `None` after the last.
    next: Option<u8>,
    target: u8,
}

impl<'o> Searcher<'o> {
    /// `it2v`: searches to the depths 0, 1, ... `target`, each iteration using what the previous one remembered.
    ///
    /// The node count restarts; the memory is kept, as on the console.
    ///
    /// # Example
    /// ```
    /// use bcp_chess::{Position, START};
    /// use bcp_reference::search::Searcher;
    ///
    /// let mut searcher = Searcher::new(Position::from_fen(START)?);
    /// let depths: Vec<_> = searcher.search(2).map(|iteration| iteration.depth).collect();
    /// assert_eq!(depths, [0, 1, 2]);
    /// # Ok::<(), bcp_chess::FenError>(())
    /// ```
    pub fn search(&mut self, target: u8) -> Iterations<'_, 'o> {
        self.nodes = 0;
        self.path = vec![self.position.key()];
        self.tree = Tree::new(&self.readings);
        self.mate_value = match self.version {
            Version::Stored => WIN - 1,
            Version::Simple => WIN,
        };
        Iterations { searcher: self, next: Some(0), target }
    }

    /// Searches to a depth. Returns the value and the best move.
    fn iterate(&mut self, depth: u8) -> Result<(i16, Option<Move>), Stopped> {
        if self.version == Version::Simple {
            let best = self.simple_t2v(depth, -WIN, WIN)?;
            return Ok((best.value, best.m));
        }
        if depth == 1 {
            self.score_root(WIN);
        }
        let value = self.t2v(depth, -WIN, WIN)?;
        Ok((value, self.best))
    }
}

impl<'o> Iterations<'_, 'o> {
    /// Returns the searcher, whose stored moves can be read between two iterations.
    pub fn searcher(&self) -> &Searcher<'o> {
        self.searcher
    }
}

impl Iterator for Iterations<'_, '_> {
    type Item = Iteration;

    fn next(&mut self) -> Option<Iteration> {
        let depth = self.next.take()?;
        let (value, best) = self.searcher.iterate(depth).ok()?;
        self.searcher.observer.event(Event::Iteration { depth, value });
        let decided = value.abs() >= MATES;
        self.next = depth.checked_add(1).filter(|&next| next <= self.target && !decided);
        Some(Iteration { depth, value, best, nodes: self.searcher.nodes })
    }
}
