//! The order in which the moves of a node are tried: the move remembered by the table, captures, then the others by the
//! history heuristic.

use crate::game::ChessLike;

/// The moves of all nodes from the root to the current one, with the scores that order them.
#[derive(Debug)]
pub(super) struct Stock<M> {
    moves: Vec<M>,
    scores: Vec<i32>,
}

/// The moves of one node, which are the last in the stock.
#[derive(Debug)]
pub(super) struct Picker<M> {
    remembered: Option<M>,
    stage: Stage,
    /// The square that quiet moves should vacate.
    pub(super) threatened: Option<usize>,
    /// True if there are moves other than captures.
    quiets: bool,
    /// Indexes in the stock of the first move of the node and, below, of the first untried move.
    begin: usize,
    next: usize,
}

#[derive(Clone, Copy, Debug)]
enum Stage {
    Remembered,
    ListCaptures,
    Captures,
    ListQuiets,
    Quiets,
}

impl<M: Copy + Eq> Stock<M> {
    pub(super) const fn new() -> Self {
        Self { moves: Vec::new(), scores: Vec::new() }
    }

    /// Returns the moves of a node; the remembered one comes first if it is legal.
    pub(super) fn all(&self, remembered: Option<M>) -> Picker<M> {
        self.picker(remembered, Stage::Remembered, true)
    }

    /// Returns the captures of a node.
    pub(super) fn captures(&self) -> Picker<M> {
        self.picker(None, Stage::ListCaptures, false)
    }

    fn picker(&self, remembered: Option<M>, stage: Stage, quiets: bool) -> Picker<M> {
        Picker {
            remembered,
            stage,
            threatened: None,
            quiets,
            begin: self.moves.len(),
            next: self.moves.len(),
        }
    }

    /// Removes the moves of a node from the stock.
    pub(super) fn forget(&mut self, picker: &Picker<M>) {
        self.moves.truncate(picker.begin);
        self.scores.truncate(picker.begin);
    }

    /// Finds the best of the moves from index `next`, and swaps it to that index.
    fn best(&mut self, next: usize) -> Option<M> {
        let scores = &self.scores[next..];
        let (best, _) = scores
            .iter()
            .enumerate()
            .reduce(|best, other| if other.1 > best.1 { other } else { best })?;
        self.moves.swap(next, next + best);
        self.scores.swap(next, next + best);
        Some(self.moves[next])
    }
}

impl<M: Copy + Eq> Picker<M> {
    /// Returns the next move to try; `None` after the last.
    pub(super) fn next<G>(&mut self, stock: &mut Stock<M>, game: &mut G, history: &History) -> Option<M>
    where
        G: ChessLike<Move = M>,
    {
        loop {
            match self.stage {
                Stage::Remembered => {
                    self.stage = Stage::ListCaptures;
                    self.remembered = self.remembered.filter(|m| game.is_legal(*m));
                    if self.remembered.is_some() {
                        return self.remembered;
                    }
                }
                Stage::ListCaptures => {
                    game.captures(&mut stock.moves);
                    for &m in &stock.moves[self.next..] {
                        // Moves with equal scores are tried in the order of the list.
                        stock.scores.push(game.mvv_lva(m));
                    }
                    self.stage = Stage::Captures;
                }
                Stage::ListQuiets => {
                    game.quiets(&mut stock.moves);
                    for &m in &stock.moves[self.next..] {
                        let escapes = self.threatened.is_some_and(|square| game.origin(m) == square);
                        let score = history.score(game.history_index(m));
                        stock.scores.push(if escapes { score + CEILING } else { score });
                    }
                    self.stage = Stage::Quiets;
                }
                Stage::Captures | Stage::Quiets => {
                    if let Some(m) = stock.best(self.next) {
                        self.next += 1;
                        if Some(m) != self.remembered {
                            return Some(m);
                        }
                    } else if self.quiets && matches!(self.stage, Stage::Captures) {
                        self.stage = Stage::ListQuiets;
                    } else {
                        return None;
                    }
                }
            }
        }
    }
}

/// The history heuristic: a move that was good elsewhere is tried early (Schaeffer). Each time that a quiet move is the
/// best, its score grows, and it grows more in deep searches.
#[derive(Debug)]
pub(super) struct History {
    scores: Vec<i32>,
}

/// Limit on scores, so that a move that was good long ago can be overtaken.
const CEILING: i32 = 1 << 24;

impl History {
    /// Returns an empty table for moves with indices below `size`.
    pub(super) fn new(size: usize) -> Self {
        Self { scores: vec![0; size] }
    }

    pub(super) fn score(&self, index: usize) -> i32 {
        self.scores[index]
    }

    /// Rewards the best move of a node that was searched to a depth.
    pub(super) fn reward(&mut self, index: usize, depth: i32) {
        self.scores[index] += 1 << depth.clamp(0, 16);
        if self.scores[index] > CEILING {
            for score in &mut self.scores {
                *score /= 2;
            }
        }
    }
}
