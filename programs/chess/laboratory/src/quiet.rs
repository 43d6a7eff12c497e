//! Any game as one without captures and checks, for the searches that ask for them.

use std::fmt::Debug;
use std::hash::{DefaultHasher, Hash, Hasher};

use crate::game::{ChessLike, Game, INFINITY, Value, hand_on_position};
use crate::hash::mix;
use crate::trace::Note;

/// A game of which nothing is known but what [`Game`] says: no move is a capture, no position a check, and two
/// positions are the same only if the same moves have led to them.
#[derive(Clone, Debug)]
pub struct Quiet<G> {
    game: G,
    /// A number for each position from the root to the current one.
    keys: Vec<u64>,
}

/// What a null move counts as in a key.
const NULL: u64 = 0x6e75_6c6c;

impl<G: Game> Quiet<G> {
    /// A game that begins with a position.
    pub fn new(game: G) -> Self {
        Self { game, keys: vec![0] }
    }

    /// The game itself.
    pub fn game(&self) -> &G {
        &self.game
    }

    fn descend(&mut self, step: u64) {
        let key = mix(self.key_here() ^ mix(step));
        self.keys.push(key);
    }

    fn key_here(&self) -> u64 {
        self.keys.last().copied().unwrap_or_default()
    }
}

impl<G: Game<Move: Hash>> Game for Quiet<G> {
    type Move = G::Move;

    fn moves(&mut self, moves: &mut Vec<G::Move>) {
        self.game.moves(moves);
    }

    fn make(&mut self, m: G::Move) {
        let mut hasher = DefaultHasher::new();
        m.hash(&mut hasher);
        self.descend(hasher.finish());
        self.game.make(m);
    }

    fn unmake(&mut self) {
        self.game.unmake();
        self.keys.pop();
    }

    fn make_null(&mut self) {
        self.descend(NULL);
        self.game.make_null();
    }

    fn unmake_null(&mut self) {
        self.game.unmake_null();
        self.keys.pop();
    }

    hand_on_position!();

    fn note(&mut self, note: Note) {
        self.game.note(note);
    }
}

impl<G: Game<Move: Hash>> ChessLike for Quiet<G> {
    /// No value is a mate.
    const MATES: Value = INFINITY;
    const HISTORY_SIZE: usize = 1;

    fn key(&self) -> u64 {
        self.key_here()
    }

    fn in_check(&self) -> bool {
        false
    }

    fn captures(&mut self, _moves: &mut Vec<G::Move>) {}

    fn quiets(&mut self, moves: &mut Vec<G::Move>) {
        self.game.moves(moves);
    }

    /// Only the table of a search remembers moves, for positions with the same key: the same moves.
    fn is_legal(&self, _m: G::Move) -> bool {
        true
    }

    fn mvv_lva(&self, _m: G::Move) -> i32 {
        0
    }

    fn history_index(&self, _m: G::Move) -> usize {
        0
    }

    fn target(&self, _m: G::Move) -> usize {
        0
    }

    fn material(&self) -> Value {
        0
    }

    fn pieces(&self) -> [u32; 2] {
        [1, 1]
    }
}
