//! Chess for these searches: the board of the reconstruction, evaluated by material in pawns and by mates.

use std::cmp::Reverse;

use bcp_chess::{Move, NullUndo, Position, Undo, arrange};

use super::tactical::Tactical;
use crate::game::{Game, Value};
use crate::values::WIN;

/// A chess position whose evaluation is its material balance.
///
/// Values are those of [`crate::values`]: a pawn is 1, and a mate is worth [`WIN`] minus the plies from the root to it,
/// including null moves. Moves are sorted by their immediate gain, the largest first. A repetition since the last null
/// move is a draw, and so is a stalemate. After a null move the king can be captured, which ends the game.
#[derive(Clone, Debug)]
pub struct Tactics {
    position: Position,
    path: Vec<Step>,
    /// The keys of the positions from the root to the current one; `None` for those not requested yet.
    keys: Vec<Option<u32>>,
}

/// The way in which a position was left.
#[derive(Clone, Debug)]
enum Step {
    Move(Undo),
    Null(NullUndo),
}

impl Tactics {
    /// Returns a game that begins in a position.
    pub fn new(position: Position) -> Self {
        Self { keys: vec![Some(position.key())], position, path: Vec::new() }
    }

    /// Returns the current position.
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// Returns the number of moves and null moves from the root.
    fn plies(&self) -> Value {
        self.path.len() as Value
    }

    fn key32(&mut self) -> u32 {
        let position = &self.position;
        let key = self.keys.last_mut().expect("the root is never left");
        *key.get_or_insert_with(|| position.key())
    }

    /// Returns true if this position, with the same side to play, has occurred since the last null move.
    fn is_repetition(&mut self) -> bool {
        let key = Some(self.key32());
        let moves = self.path.iter().rev();
        let moves = moves.take_while(|step| matches!(step, Step::Move(_))).count();
        let before = self.keys.iter().rev().take(moves + 1);
        before.skip(2).step_by(2).any(|&other| other == key)
    }
}

impl Game for Tactics {
    type Move = Move;

    fn moves(&mut self, moves: &mut Vec<Move>) {
        let before = moves.len();
        moves.extend(self.position.moves());
        let mut at = 0;
        moves.retain(|&m| {
            at += 1;
            at <= before || self.position.is_legal(m)
        });
        arrange(&mut moves[before..], |&m| Reverse(self.position.gain(m)));
    }

    fn make(&mut self, m: Move) {
        let undo = self.position.make(m);
        self.path.push(Step::Move(undo));
        self.keys.push(None);
    }

    fn unmake(&mut self) {
        self.keys.pop();
        match self.path.pop().expect("what is taken back was made") {
            Step::Move(undo) => self.position.unmake(undo),
            Step::Null(undo) => self.position.unmake_null(undo),
        }
    }

    fn make_null(&mut self) -> bool {
        let undo = self.position.make_null();
        self.path.push(Step::Null(undo));
        self.keys.push(None);
        true
    }

    fn evaluate(&mut self) -> Value {
        self.position.balance().into()
    }

    fn terminal(&mut self) -> Option<Value> {
        match self.path.last() {
            None => None,
            Some(Step::Null(_)) => {
                let won = self.position.can_capture_king();
                won.then(|| WIN - self.plies())
            }
            Some(Step::Move(_)) => self.is_repetition().then_some(0),
        }
    }

    fn without_moves(&mut self) -> Value {
        if self.position.in_check() {
            self.plies() - WIN
        } else {
            0
        }
    }
}

impl Tactical for Tactics {
    fn key(&mut self) -> u64 {
        self.key32().into()
    }

    fn captures(&mut self, moves: &mut Vec<(Move, Value)>) {
        for capture in self.position.captures(0) {
            if self.position.is_legal(capture.m) {
                moves.push((capture.m, capture.gain.into()));
            }
        }
    }

    fn finishers(&mut self, moves: &mut Vec<Move>) {
        for m in self.position.moves() {
            if self.position.may_give_check(m) {
                let undo = self.position.make(m);
                let check = self.position.in_check() && !self.position.can_capture_king();
                self.position.unmake(undo);
                if check {
                    moves.push(m);
                }
            }
        }
    }
}
