//! Variations of null-move pruning described in the survey, one function each.

use super::rights::Rights;
use super::searcher::Searcher;
use super::settings::Settings;
use crate::game::{ChessLike, Value};

/// How far below the bound a null move may still fail high, in units of the values: once if there is an alternative,
/// and twice if there are more than [`MANY`].
const TEMPO: Value = 10;
const MANY: u32 = 15;

/// The margin of ProbCut, and of reverse futility for each ply left: a pawn.
const MARGIN: Value = 100;
/// The maximum number of plies left at which reverse futility prunes.
const FUTILE_DEPTH: i32 = 3;
/// The number of plies by which ProbCut's search is reduced.
const PROB_CUT: i32 = 4;
/// Multi-cut (Björnsson and Marsland): C of the first M moves, searched with a reduction of R plies. The values are
/// common ones.
const CUTS: u32 = 3;
const CUT_MOVES: u32 = 10;
const CUT_REDUCTION: i32 = 2;

impl<G: ChessLike> Searcher<'_, G> {
    /// Returns a lower bound that fails high without any move being searched to its full depth; `None` if no rule
    /// applies.
    pub(super) fn pruned(&mut self, beta: Value, depth: i32, rights: Rights) -> Option<Value> {
        let Settings { futility, prob_cut, multi_cut, .. } = self.settings;
        if futility && depth <= FUTILE_DEPTH {
            let value = self.evaluate() - MARGIN * depth;
            if value >= beta {
                return Some(value);
            }
        }
        let bound = beta + MARGIN;
        let exceeds = prob_cut
            && depth > PROB_CUT
            && self.search(bound - 1, bound, depth - PROB_CUT, rights.without_null()) >= bound;
        let fails_high = exceeds || multi_cut && depth > CUT_REDUCTION && self.cuts(beta, depth, rights) == CUTS;
        fails_high.then_some(beta)
    }

    /// Returns the number of moves that fail high in multi-cut's searches.
    fn cuts(&mut self, beta: Value, depth: i32, rights: Rights) -> u32 {
        let (mut cuts, mut tried) = (0, 0);
        let mut moves = self.stock.all(None);
        while cuts < CUTS
            && tried < CUT_MOVES
            && let Some(m) = moves.next(&mut self.stock, &mut self.game, &self.history)
        {
            tried += 1;
            self.make(m);
            let value = -self.search(-beta, -beta + 1, depth - 1 - CUT_REDUCTION, rights.after_move());
            self.unmake();
            cuts += u32::from(value >= beta);
        }
        self.stock.forget(&moves);
        cuts
    }

    /// Returns the number of plies by which R is increased because of the evaluation.
    pub(super) fn surplus(&mut self, beta: Value) -> i32 {
        if self.settings.surplus {
            ((self.evaluate() - beta) / (2 * MARGIN)).clamp(0, 3)
        } else {
            0
        }
    }

    /// Returns the bonus of the variable bound of Björnsson and Marsland; 0 after a null move. A null move that wrongly
    /// fails high refutes the opponent's last move, which does no harm if the opponent has another move that is as
    /// good, here or earlier on the path.
    pub(super) fn tempo_bonus(&self, rights: Rights) -> Value {
        if !self.settings.variable_bound || rights.after_null {
            return 0;
        }
        let opponent = self.path[..self.ply].iter().rev().step_by(2);
        let alternatives: u32 = opponent.map(|node| node.alternatives).sum();
        TEMPO * Value::from(alternatives > 0) + TEMPO * Value::from(alternatives > MANY)
    }

    /// Counts the moves of the node that were good elsewhere, for the variable bound.
    pub(super) fn count_alternatives(&mut self) {
        if !self.settings.variable_bound {
            return;
        }
        let mut moves = Vec::new();
        let game = &mut self.game.game;
        game.quiets(&mut moves);
        let good = moves.iter().filter(|m| self.history.score(game.history_index(**m)) > 0);
        // The move that is being tried is not an alternative.
        self.node().alternatives = (good.count() as u32).saturating_sub(1);
    }

    /// Returns the number of plies by which a node is extended because of the value of a null move that failed low.
    pub(super) fn extension(&mut self, null_value: Value) -> i32 {
        let extends =
            self.settings.mate_threat && null_value <= -G::MATES || self.settings.same_threat && self.is_same_threat();
        // A path can become at most twice as long as the depth of the iteration.
        let room = self.ply < 2 * usize::from(self.depth.full);
        i32::from(extends && room)
    }

    /// Returns true if the opponent's answer to the null move is the same as two plies before: the move in between has
    /// only delayed it (Botvinnik and Markoff).
    fn is_same_threat(&self) -> bool {
        let threat = |ply: usize| self.path.get(ply)?.threat;
        let before = self.ply.checked_sub(2).and_then(threat);
        match (threat(self.ply), before) {
            (Some(now), Some(before)) => self.game.target(now) == self.game.target(before),
            _ => false,
        }
    }
}
