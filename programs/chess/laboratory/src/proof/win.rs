//! Won games, and mates in chess, as questions.

use super::Question;
use crate::game::Note;
use crate::game::{ChessLike, Value};

/// The question whether the side to play can force the game to end with a value above 0 within `plies` plies.
#[derive(Clone, Debug)]
pub struct Win<G> {
    /// The game.
    pub game: G,
    plies: u32,
    proves: bool,
    /// True if draws that depend on the history of the game, such as repetitions, end it.
    draws: bool,
}

impl<G: ChessLike> Win<G> {
    /// Returns the question for the side to play.
    pub fn new(game: G, plies: u32) -> Self {
        Self { game, plies, proves: true, draws: true }
    }

    /// Returns the question whether the side to play can mate within a number of moves, 1 or more, whatever the
    /// opponent plays.
    ///
    /// Draws by repetition, the fifty-move rule and lack of material are ignored: the shortest mate repeats no
    /// position, lack of material allows no mate, and the searches are shorter than fifty moves.
    pub fn mate(game: G, moves: u32) -> Self {
        Self {
            draws: false,
            ..Self::new(game, moves.saturating_mul(2).saturating_sub(1))
        }
    }
}

impl<G: ChessLike> Question for Win<G> {
    type Move = G::Move;

    fn proves(&self) -> bool {
        self.proves
    }

    fn look(&mut self, moves: &mut Vec<G::Move>) -> Option<bool> {
        let proves = self.proves;
        let won = |value: Value| if proves { value > 0 } else { value < 0 };
        if self.draws
            && let Some(value) = self.game.terminal()
        {
            return Some(won(value));
        }
        let before = moves.len();
        self.game.moves(moves);
        if moves.len() == before {
            return Some(won(self.game.without_moves()));
        }
        if self.plies == 0 {
            moves.truncate(before);
            return Some(false);
        }
        None
    }

    fn make(&mut self, m: G::Move) {
        self.game.make(m);
        self.plies -= 1;
        self.proves = !self.proves;
    }

    fn unmake(&mut self) {
        self.game.unmake();
        self.plies += 1;
        self.proves = !self.proves;
    }

    fn key(&self) -> (u64, u32) {
        (self.game.key(), self.plies << 1 | u32::from(self.proves))
    }

    fn note(&mut self, note: Note) {
        self.game.note(note);
    }
}
