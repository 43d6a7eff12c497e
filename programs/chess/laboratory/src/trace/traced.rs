//! A game that writes down what a search says and does.

use crate::game::{ChessLike, Game, Value, hand_on_chess, hand_on_position};
use crate::quiescence::{Keyed, Tactical};
use crate::trace::{Note, Recorder, Step};

/// A game that writes down the calls of a search.
#[derive(Clone, Debug)]
pub struct Traced<G: Game> {
    game: G,
    recorder: Recorder<G::Move>,
}

impl<G: Game> Traced<G> {
    /// A game that writes up to `most` calls down, those of captures behind the horizon only if that is wanted.
    pub fn new(game: G, most: usize, captures: bool) -> Self {
        Self {
            game,
            recorder: Recorder::new(most, captures),
        }
    }

    /// Returns the record.
    pub fn recorder(&self) -> &Recorder<G::Move> {
        &self.recorder
    }
}

impl<G: Game> Game for Traced<G> {
    type Move = G::Move;

    fn moves(&mut self, moves: &mut Vec<G::Move>) {
        self.game.moves(moves);
    }

    fn make(&mut self, m: G::Move) {
        self.recorder.step(Step::Move(m));
        self.game.make(m);
    }

    fn unmake(&mut self) {
        self.game.unmake();
        self.recorder.step_back();
    }

    fn make_null(&mut self) {
        self.recorder.step(Step::Null);
        self.game.make_null();
    }

    fn unmake_null(&mut self) {
        self.game.unmake_null();
        self.recorder.step_back();
    }

    hand_on_position!();

    fn note(&mut self, note: Note) {
        self.recorder.note(note);
    }
}

impl<G: ChessLike> ChessLike for Traced<G> {
    hand_on_chess!(G);

    fn captures(&mut self, moves: &mut Vec<G::Move>) {
        self.game.captures(moves);
    }

    fn quiets(&mut self, moves: &mut Vec<G::Move>) {
        self.game.quiets(moves);
    }
}

impl<G: Keyed> Keyed for Traced<G> {
    fn key(&mut self) -> u64 {
        self.game.key()
    }
}

impl<G: Tactical> Tactical for Traced<G> {
    fn captures(&mut self, moves: &mut Vec<(G::Move, Value)>) {
        self.game.captures(moves);
    }

    fn finishers(&mut self, moves: &mut Vec<G::Move>) {
        self.game.finishers(moves);
    }
}
