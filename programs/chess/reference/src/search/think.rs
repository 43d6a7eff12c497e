//! The choice of a move: a scan of the legal moves, each evaluated by the search and given a positional score.
//!
//! "The chess playing program 'BCP' used a top level scan of legal moves, and positional scoring as well as evaluating
//! moves via the tactics search." Nothing else is known; the rest follows `asm/think.s`.

use bcp_chess::{End, Move, Special};

use super::it2v::Iteration;
use super::order::Order;
use super::searcher::{Searcher, Stopped};
use super::tree::{Node, ROOT, Tree};
use crate::constants::{MATES, PROMOTES, UNITS, VARIETY, VARIETY_MULTIPLIER, WIN};
use crate::game::Game;
use crate::judge::judge;

/// The settings by which moves are chosen.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Player {
    /// The number of best moves to report, 1 or more.
    pub lines: usize,
    /// True if the positional score counts.
    pub weighing: bool,
    /// Random seed for the variety among moves that are about equal; 0 for no variety.
    pub seed: u16,
}

impl Default for Player {
    fn default() -> Self {
        Self { lines: 1, weighing: true, seed: 0 }
    }
}

/// A legal move that may be chosen.
#[derive(Debug, Clone, Copy)]
struct Choice {
    m: Move,
    node: Node,
    /// Positional score of the position after the move, in 128ths of a pawn.
    score: i16,
    /// True if the game is over after the move, so that its value is known.
    over: bool,
    /// True if the opponent can reply with a position that has occurred before.
    can_repeat: bool,
    /// Value of the move in pawns.
    value: i16,
    /// Value and positional score combined into one number.
    total: i16,
}

/// The iterations of a choice of move, each computed when it is requested and given as its best moves, the best first.
/// They end after the deepest iteration, when there is nothing left to choose, or when the observer stops the search.
pub struct Thoughts<'a, 'o> {
    searcher: &'a mut Searcher<'o>,
    player: Player,
    choices: Vec<Choice>,
    /// The depth of the next iteration; `None` after the last.
    next: Option<u8>,
    deepest: u8,
}

impl<'o> Searcher<'o> {
    /// `think`: the iterations 1, 2, ... `deepest` of a choice among the legal moves in a game's current position,
    /// which must be the position of this searcher. The iterations are empty if there is no legal move.
    pub fn think(&mut self, game: &Game, player: Player, deepest: u8) -> Thoughts<'_, 'o> {
        self.nodes = 0;
        self.path = vec![self.position.key()];
        self.tree = Tree::new(&self.readings);
        self.mate_value = WIN - 1;
        self.count_node();
        let choices = self.scan(game, player);
        Thoughts {
            next: (!choices.is_empty() && deepest > 0).then_some(1),
            searcher: self,
            player,
            choices,
            deepest,
        }
    }

    /// Returns the legal moves, with what is known about each before it is searched.
    fn scan(&mut self, game: &Game, player: Player) -> Vec<Choice> {
        let moves = match self.order {
            Order::Reversed => self.position.moves(),
            _ => self.moves(),
        };
        let mut choices = Vec::with_capacity(moves.len());
        for m in moves {
            if !self.position.leaves_no_check(m) {
                continue;
            }
            let undo = self.position.make(m);
            let verdict = self.verdict(game, m);
            let can_repeat = verdict.is_none() && self.can_repeat(game);
            let score = if player.weighing && verdict.is_none() && !can_repeat {
                self.weigh(player.seed)
            } else {
                0
            };
            self.position.unmake(undo);
            choices.push(Choice {
                m,
                node: self.tree.add(m, 0),
                score,
                over: verdict.is_some(),
                can_repeat,
                value: verdict.unwrap_or(0),
                total: 0,
            });
        }
        choices
    }

    /// Returns the positional score of the move that has led here: that of the position, plus a small random number if
    /// there is a seed. Positions with a lone king get no random number.
    fn weigh(&self, seed: u16) -> i16 {
        let position = &self.position;
        let alone = position.pieces(position.side_to_play()).count() == 1;
        let chance = if seed == 0 || alone {
            0
        } else {
            (position.key() as u16 ^ seed).wrapping_mul(VARIETY_MULTIPLIER) / (0x1_0000 / VARIETY) as u16
        };
        judge(position) + chance.cast_signed()
    }

    /// Returns true if a legal move leads to a position that has occurred before.
    fn can_repeat(&mut self, game: &Game) -> bool {
        let moves = self.position.legal_moves();
        moves.into_iter().any(|m| {
            let undo = self.position.make(m);
            let stood = game.stood(self.position.key()) > 0;
            self.position.unmake(undo);
            stood
        })
    }

    /// Returns the gain of a choice if the other side passes. The first iteration does not need it.
    fn score_choice(&mut self, choice: &Choice) {
        if let Some(score) = self.score(choice.m, -WIN, WIN) {
            self.tree.entry_mut(choice.node).score = score;
        }
    }

    /// Returns the value of the move that has led here, if the game is over after it.
    fn verdict(&self, game: &Game, m: Move) -> Option<i16> {
        match self.position.end() {
            Some(End::Checkmate) => Some(WIN - 1),
            Some(End::Stalemate) => Some(0),
            None => game.is_drawn_after(m, &self.position).then_some(0),
        }
    }
}

impl Choice {
    /// Combines value and positional score into one number. Draws and mates have no positional score. A promotion gets
    /// a bonus if its gain in material is kept.
    const fn total(&self, value: i16, material: i16) -> i16 {
        let pawns = value << UNITS;
        if self.over || value >= MATES || value <= -MATES {
            pawns
        } else if value > material {
            pawns + self.score + self.promotes()
        } else {
            pawns + self.score
        }
    }

    const fn promotes(&self) -> i16 {
        if matches!(self.m.special, Special::Promotion(_)) {
            PROMOTES
        } else {
            0
        }
    }

    /// Returns the highest value whose combination does not exceed a total.
    const fn bound(&self, total: i16) -> i16 {
        let mates = MATES << UNITS;
        if total >= mates || total <= -mates {
            total >> UNITS
        } else {
            (total - self.score - self.promotes()) >> UNITS
        }
    }
}

impl Thoughts<'_, '_> {
    /// Returns the move that would be chosen now; `None` if there is no legal move.
    pub fn chosen(&self) -> Option<Move> {
        self.choices.first().map(|choice| choice.m)
    }

    /// Evaluates all choices to a depth, and moves the best ones to the front.
    fn iterate(&mut self, depth: u8) -> Result<usize, Stopped> {
        let mut ranked = 0;
        for at in 0..self.choices.len() {
            let full = ranked == self.player.lines;
            let least = full.then(|| self.choices[ranked - 1].total);
            let mut choice = self.choices[at];
            if !choice.over {
                let bound = least.map_or(-WIN, |least| choice.bound(least));
                if depth == 2 {
                    self.searcher.score_choice(&choice);
                }
                choice.value = self.searcher.value_of(choice.node, choice.m, depth, bound, WIN)?;
                if choice.can_repeat {
                    // The other side would prefer the draw.
                    choice.value = choice.value.min(0);
                }
            }
            choice.total = choice.total(choice.value, self.searcher.position.balance());
            self.choices[at] = choice;
            if least.is_some_and(|least| choice.total <= least) {
                continue;
            }
            let better = |other: &Choice| choice.total > other.total;
            let place = self.choices[..ranked].iter().position(better).unwrap_or(ranked);
            self.choices[place..=at].rotate_right(1);
            ranked += usize::from(!full);
        }
        let best = self.choices[0].node;
        self.searcher.tree.move_to_front(ROOT, best);
        Ok(ranked)
    }

    fn has_decided(&self, depth: u8) -> bool {
        depth >= self.deepest || self.choices.len() == 1 || self.choices[0].value.abs() >= MATES
    }
}

impl Iterator for Thoughts<'_, '_> {
    type Item = Vec<Iteration>;

    fn next(&mut self) -> Option<Vec<Iteration>> {
        let depth = self.next.take()?;
        let ranked = self.iterate(depth).ok()?;
        self.next = (!self.has_decided(depth)).then_some(depth + 1);
        let nodes = self.searcher.nodes;
        let line = |choice: &Choice| Iteration { depth, value: choice.value, best: Some(choice.m), nodes };
        Some(self.choices[..ranked].iter().map(line).collect())
    }
}
