//! The game as the GUI sends it: for each move again, a position and all moves played from there.

use anyhow::{Result, bail};
use bcp_chess::{Fen, Move, Position};
use bcp_reference::constants::{FIFTY_MOVES, GAME_PLIES};

/// A game so far. A list of moves that continues the previous one costs no more than its new moves.
#[derive(Debug, Clone)]
pub(super) struct Game {
    start: Fen,
    moves: Vec<Move>,
    now: Fen,
    /// The position from which repetitions are counted, and the number of moves that led to it.
    base: Fen,
    base_at: usize,
}

/// A game as the program receives it: a position, and the moves from there.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct History {
    pub(super) base: Position,
    /// Plies without a capture or a pawn move before `position`.
    pub(super) fifty: u16,
    pub(super) moves: Vec<Move>,
}

/// How many moves are dropped at once when there are more than the program can store: whenever the first ones are
/// dropped, the program must receive all others again.
const FORGOTTEN: usize = 50;

impl Game {
    /// Creates a game without moves.
    pub(super) fn new(start: Fen) -> Self {
        Self {
            now: start.clone(),
            base: start.clone(),
            start,
            moves: Vec::new(),
            base_at: 0,
        }
    }

    pub(super) const fn position(&self) -> &Position {
        &self.now.position
    }

    /// Sets the game to these moves from a position.
    ///
    /// # Errors
    ///
    /// A move is illegal. The moves before it were played.
    pub(super) fn set(&mut self, start: Fen, texts: &[String]) -> Result<()> {
        let is_known = |(m, text): &(&Move, &String)| m.to_string() == **text;
        let known = self.moves.iter().zip(texts).take_while(is_known).count();
        if start != self.start || known < self.moves.len() {
            *self = Self::new(start);
        }
        for (at, text) in texts.iter().enumerate().skip(self.moves.len()) {
            let Some(m) = self.now.position.move_from_text(text) else {
                bail!("move {}, `{text}`, is not legal in {}", at + 1, self.now);
            };
            self.play(m);
        }
        Ok(())
    }

    fn play(&mut self, m: Move) {
        let Some(now) = self.now.play(m) else { return };
        self.now = now;
        self.moves.push(m);
        if self.now.halfmoves == 0 {
            self.base = self.now.clone();
            self.base_at = self.moves.len();
        }
        if self.moves.len() - self.base_at > GAME_PLIES {
            for m in self.moves.iter().skip(self.base_at).take(FORGOTTEN) {
                if let Some(next) = self.base.play(*m) {
                    self.base = next;
                }
            }
            self.base_at += FORGOTTEN;
        }
    }

    /// Returns the game as the program receives it.
    pub(super) fn history(&self) -> History {
        History {
            base: self.base.position.clone(),
            fifty: u16::try_from(self.base.halfmoves).map_or(FIFTY_MOVES, |halfmoves| halfmoves.min(FIFTY_MOVES)),
            moves: self.moves.iter().skip(self.base_at).copied().collect(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const THERE_AND_BACK: [&str; 4] = ["g1f3", "g8f6", "f3g1", "f6g8"];

    fn texts(moves: &[&str]) -> Vec<String> {
        moves.iter().map(|text| (*text).to_owned()).collect()
    }

    #[test]
    fn the_program_is_told_what_came_after_the_last_capture_or_pawns_move() {
        let mut game = Game::new(Fen::start());
        game.set(Fen::start(), &texts(&["e2e4", "d7d5", "e4d5", "g8f6", "b1c3"]))
            .expect("legal moves");
        let history = game.history();
        assert_eq!((history.fifty, history.moves.len()), (0, 2));
        assert_eq!(
            history.base.to_fen(),
            "rnbqkbnr/ppp1pppp/8/3P4/8/8/PPPP1PPP/RNBQKBNR b KQkq -"
        );
        // A list of moves that does not continue the previous one is another game.
        game.set(Fen::start(), &texts(&["g1f3"])).expect("a legal move");
        assert_eq!(game.history().base, Fen::start().position);
        assert_eq!(game.history().moves.len(), 1);
    }

    #[test]
    fn a_long_game_is_cut_to_what_the_program_keeps() {
        let shuffled: Vec<&str> = THERE_AND_BACK.into_iter().cycle().take(5000).collect();
        let mut game = Game::new(Fen::start());
        for length in [3, 150, 151, 4998, 5000] {
            game.set(Fen::start(), &texts(&shuffled[..length]))
                .expect("legal moves");
            let History { base, fifty, moves } = game.history();
            assert!(moves.len() <= GAME_PLIES && moves.len() >= length.min(GAME_PLIES - FORGOTTEN));
            assert_eq!(usize::from(fifty), (length - moves.len()).min(100));
            // The moves lead from the base to the current position.
            let last = moves.iter().try_fold(base, |at, m| at.play(*m));
            assert_eq!(last.as_ref(), Some(game.position()));
        }
    }
}
