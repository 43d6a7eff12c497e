//! Variations of null-move pruning described in the survey, one function each.

use super::rights::Rights;
use super::searcher::Searcher;
use crate::game::{ChessLike, Value};

/// The amount by which a null move may fall short of the bound, in units of the values: for one alternative or more,
/// and again for more than [`MANY`].
const TEMPO: Value = 10;
const MANY: u32 = 15;

impl<G: ChessLike> Searcher<'_, G> {
    /// The variable bound of Björnsson and Marsland, outside the searches behind null moves. A null move that wrongly
    /// fails high refutes the opponent's last move. That does no harm if the opponent has another move that is as good,
    /// here or earlier on the path.
    pub(super) fn tempo_bonus(&self, rights: Rights) -> Value {
        if !self.settings.variable_bound || rights.behind_null {
            return 0;
        }
        let opponent = self.path[..self.ply].iter().rev().step_by(2);
        let alternatives: u32 = opponent.map(|node| node.alternatives).sum();
        TEMPO * Value::from(alternatives > 0) + TEMPO * Value::from(alternatives > MANY)
    }

    /// Counts the moves of the node that have been good elsewhere, for the variable bound.
    pub(super) fn count_alternatives(&mut self) {
        if !self.settings.variable_bound {
            return;
        }
        let mut moves = Vec::new();
        let game = &mut self.game.game;
        game.quiets(&mut moves);
        let good = moves.iter().filter(|m| self.history.score(game.history_index(**m)) > 0);
        // One of them is being tried.
        self.node().alternatives = (good.count() as u32).saturating_sub(1);
    }

    /// Plies by which a node is searched deeper because of the value of a null move that failed low.
    pub(super) fn extension(&mut self, null_value: Value) -> i32 {
        let extends =
            self.settings.mate_threat && null_value <= -G::MATES || self.settings.same_threat && self.is_same_threat();
        // A path is not made longer than twice the depth of the iteration.
        let room = self.ply < 2 * usize::from(self.depth.full);
        i32::from(extends && room)
    }

    /// Returns true if the opponent's answer to the null move is its answer of two plies before, which the move between
    /// has delayed and not parried (Botvinnik and Markoff).
    fn is_same_threat(&self) -> bool {
        let threat = |ply: usize| self.path.get(ply)?.threat;
        let before = self.ply.checked_sub(2).and_then(threat);
        match (threat(self.ply), before) {
            (Some(now), Some(before)) => self.game.target(now) == self.game.target(before),
            _ => false,
        }
    }
}
