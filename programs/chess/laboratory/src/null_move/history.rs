//! The history heuristic: a move that was good elsewhere is tried early (Schaeffer).

/// Scores of quiet moves: each time that one was the best adds to its score, in deep searches more.
#[derive(Debug)]
pub(super) struct History {
    scores: Vec<i32>,
}

/// Scores stay below, so that what was good long ago can be overtaken.
const CEILING: i32 = 1 << 24;

impl History {
    /// A table for moves with indices below `size`, in which nothing is known.
    pub(super) fn new(size: usize) -> Self {
        Self { scores: vec![0; size] }
    }

    pub(super) fn score(&self, index: usize) -> i32 {
        self.scores[index]
    }

    /// A move was the best of a node that was searched to a depth.
    pub(super) fn reward(&mut self, index: usize, depth: i32) {
        self.scores[index] += 1 << depth.clamp(0, 16);
        if self.scores[index] > CEILING {
            for score in &mut self.scores {
                *score /= 2;
            }
        }
    }
}
