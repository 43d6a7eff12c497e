//! A game: playing moves, undoing them, and the end of the game.

use bcp_chess::{End, Kind, Move, Position, Special};
use thiserror::Error;

use crate::constants::{FIFTY_MOVES, GAME_PLIES};

/// A game from a given position.
///
/// After each move the pieces are renumbered as if the position had just been set up, so that a search does not depend
/// on how the position arose.
///
/// # Example
///
/// ```
/// use bcp_chess::{Position, START};
/// use bcp_reference::game::{Game, Outcome};
///
/// let mut game = Game::new(Position::from_fen(START)?, 0);
/// for text in ["f2f3", "e7e5", "g2g4", "d8h4"] {
///     let m = game.position().move_from_text(text).expect("a legal move");
///     game.play(m)?;
/// }
/// assert_eq!(game.outcome(), Outcome::Mate);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone)]
pub struct Game {
    position: Position,
    /// Plies since the last capture or pawn move.
    fifty: u16,
    records: Vec<Record>,
}

/// A move that was played, and the state needed to undo it.
#[derive(Debug, Clone)]
struct Record {
    before: Position,
    key: u32,
    fifty: u16,
}

/// The state of a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outcome {
    /// The game continues.
    Open,
    /// The side to play is mated.
    Mate,
    /// The side to play is not in check and has no legal move.
    Stalemate,
    /// The position is on the board for the third time.
    Repetition,
    /// Both sides have made fifty moves without a capture or a pawn move.
    Fifty,
}

impl Outcome {
    /// Returns the word that the console uses for the outcome.
    ///
    /// # Example
    ///
    /// ```
    /// use bcp_reference::game::Outcome;
    ///
    /// assert_eq!([Outcome::Open, Outcome::Fifty].map(Outcome::word), ["ok", "fifty"]);
    /// ```
    pub const fn word(self) -> &'static str {
        match self {
            Self::Open => "ok",
            Self::Mate => "mate",
            Self::Stalemate => "stalemate",
            Self::Repetition => "repetition",
            Self::Fifty => "fifty",
        }
    }
}

/// The error for a move that is not legal in the current position of a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[error("{0} is not a legal move here")]
pub struct Illegal(pub Move);

impl Game {
    /// Creates a game that begins in `position`, `fifty` plies after the last capture or pawn move.
    pub fn new(position: Position, fifty: u16) -> Self {
        Self { position, fifty: fifty.min(FIFTY_MOVES), records: Vec::new() }
    }

    /// Returns the current position.
    pub const fn position(&self) -> &Position {
        &self.position
    }

    /// Plays a move. The oldest move is dropped once there are more than [`GAME_PLIES`].
    ///
    /// # Errors
    ///
    /// The move is not legal.
    pub fn play(&mut self, m: Move) -> Result<(), Illegal> {
        let next = self.position.play(m).ok_or(Illegal(m))?;
        if self.records.len() == GAME_PLIES {
            self.records.remove(0);
        }
        let fifty = if is_irreversible(&self.position, m) {
            0
        } else {
            self.fifty + 1
        };
        let before = std::mem::replace(&mut self.position, numbered(&next));
        self.records.push(Record {
            key: before.key(),
            before,
            fifty: std::mem::replace(&mut self.fifty, fifty),
        });
        Ok(())
    }

    /// Undoes the last move. Returns false if there is none.
    ///
    /// # Example
    ///
    /// ```
    /// use bcp_chess::{Position, START};
    /// use bcp_reference::game::Game;
    ///
    /// let start = Position::from_fen(START)?;
    /// let mut game = Game::new(start.clone(), 0);
    /// game.play(start.move_from_text("e2e4").expect("a legal move"))?;
    /// assert!(game.take_back() && !game.take_back());
    /// assert_eq!(game.position().to_fen(), start.to_fen());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn take_back(&mut self) -> bool {
        let Some(last) = self.records.pop() else {
            return false;
        };
        (self.position, self.fifty) = (last.before, last.fifty);
        true
    }

    /// Returns the state of the game.
    pub fn outcome(&self) -> Outcome {
        match self.position.end() {
            Some(End::Checkmate) => return Outcome::Mate,
            Some(End::Stalemate) => return Outcome::Stalemate,
            None => {}
        }
        if self.stood(self.position.key()) >= 2 {
            Outcome::Repetition
        } else if self.fifty >= FIFTY_MOVES {
            Outcome::Fifty
        } else {
            Outcome::Open
        }
    }

    /// Returns how often the position with this key has occurred before the current position, since the last capture or
    /// pawn move.
    pub fn stood(&self, key: u32) -> usize {
        let since = self.records.iter().rev().take(self.fifty.into());
        since.filter(|record| record.key == key).count()
    }

    /// Returns true if a move leads to a draw, or to a position that has occurred before.
    pub(crate) fn is_drawn_after(&self, m: Move, after: &Position) -> bool {
        self.stood(after.key()) > 0 || self.fifty >= FIFTY_MOVES - 1 && !is_irreversible(&self.position, m)
    }
}

/// Returns true if no position before a move can recur after it.
fn is_irreversible(position: &Position, m: Move) -> bool {
    let pawn = position.piece_on(m.from).is_some_and(|piece| piece.kind == Kind::Pawn);
    let captures = position.piece_on(m.to).is_some() || m.special == Special::EnPassant;
    pawn || captures
}

/// Returns the position with its pieces numbered as if it had just been set up.
fn numbered(position: &Position) -> Position {
    // Cannot fail: a position can parse its own FEN.
    let again = Position::from_fen(&position.to_fen());
    again.unwrap_or_else(|_| position.clone())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn game(fen: &str, moves: &str) -> Game {
        let mut game = Game::new(Position::from_fen(fen).expect("a position"), 0);
        for m in moves.split_whitespace() {
            let m = game.position().move_from_text(m).expect("a legal move");
            game.play(m).expect("it is legal");
        }
        game
    }

    #[test]
    fn a_game_ends_as_the_rules_say() {
        let start = bcp_chess::START;
        assert_eq!(game(start, "f2f3 e7e5 g2g4 d8h4").outcome(), Outcome::Mate);
        assert_eq!(game("7k/8/5KQ1/8/8/8/8/8 w - -", "g6f7").outcome(), Outcome::Stalemate);
        let there_and_back = "g1f3 g8f6 f3g1 f6g8 ";
        assert_eq!(game(start, there_and_back).outcome(), Outcome::Open);
        assert_eq!(game(start, &there_and_back.repeat(2)).outcome(), Outcome::Repetition);
        // The loss of castling rights makes a different position; the later one occurs twice.
        let rooks = "g1f3 g8f6 h1g1 h8g8 g1h1 g8h8 f3g1 f6g8 ";
        assert_eq!(game(start, &rooks.repeat(2)).outcome(), Outcome::Open);
        assert_eq!(game(start, &rooks.repeat(3)).outcome(), Outcome::Repetition);
        let mut late = game("4k3/8/8/8/8/8/4P3/4K2R w - -", "");
        late.fifty = 99;
        let m = late.position().move_from_text("h1h2").expect("a move");
        late.play(m).expect("it is legal");
        assert_eq!(late.outcome(), Outcome::Fifty);
        assert!(late.take_back());
        let m = late.position().move_from_text("e2e4").expect("a move");
        late.play(m).expect("it is legal");
        assert_eq!((late.outcome(), late.fifty), (Outcome::Open, 0));
    }

    #[test]
    fn moves_are_taken_back() {
        let mut game = game(bcp_chess::START, "e2e4 d7d5 e4d5");
        for before in ["e2e4 d7d5", "e2e4", ""] {
            assert!(game.take_back());
            assert_eq!(game.position(), self::game(bcp_chess::START, before).position());
        }
        assert!(!game.take_back());
    }

    /// A game stores 150 plies, and counts up to 100 plies without a capture or a pawn move.
    #[test]
    fn a_game_has_limits() {
        let rooks = "4k2r/8/8/8/8/8/8/R3K3 w - -";
        let mut long = game(rooks, &"a1a2 h8h7 a2a1 h7h8 ".repeat(37));
        for m in ["a1a2", "h8h7"] {
            let m = long.position().move_from_text(m).expect("a move");
            long.play(m).expect("it is legal");
        }
        let mut longer = long.clone();
        let m = long.position().move_from_text("a2a1").expect("a move");
        longer.play(m).expect("it is legal");
        for (mut game, plies) in [(long, 150), (longer, 150)] {
            let mut taken = 0;
            while game.take_back() {
                taken += 1;
            }
            assert_eq!(taken, plies);
            assert_eq!(
                game.fifty == 0,
                game.position().side_to_play() == bcp_chess::Colour::White
            );
        }
        let at = |fifty| Game::new(Position::from_fen(rooks).expect("a position"), fifty).outcome();
        assert_eq!(
            [0, 99, 100, 101].map(at),
            [Outcome::Open, Outcome::Open, Outcome::Fifty, Outcome::Fifty]
        );
    }

    /// Occurrences of a position are counted since the last capture or pawn move, without the current one; a move is a
    /// draw if it leads to an earlier position, or if it is the hundredth ply.
    #[test]
    fn positions_that_come_again_are_counted() {
        let before = "e2e3 e7e6 g1f3 g8f6 f3g1 f6g8";
        let game = game(bcp_chess::START, before);
        assert_eq!(game.stood(game.position().key()), 1);
        assert_eq!(
            game.stood(Position::from_fen(bcp_chess::START).expect("a position").key()),
            0
        );
        let drawn = |game: &Game, m: &str| {
            let m = game.position().move_from_text(m).expect("a move");
            game.is_drawn_after(m, &game.position().play(m).expect("a legal move"))
        };
        for (m, is_drawn) in [("g1f3", true), ("g1h3", false), ("d2d4", false)] {
            assert_eq!(drawn(&game, m), is_drawn, "{m}");
        }
        let late = |fifty| {
            Game::new(
                Position::from_fen("4k3/7p/8/6P1/8/8/8/4K3 w - -").expect("a position"),
                fifty,
            )
        };
        for (fifty, m, is_drawn) in [
            (98, "e1e2", false),
            (99, "e1e2", true),
            (100, "e1e2", true),
            (99, "g5g6", false),
            (100, "g5g6", false),
        ] {
            assert_eq!(drawn(&late(fifty), m), is_drawn, "{fifty} {m}");
        }
        let passing = Game::new(
            Position::from_fen("4k3/8/8/3pP3/8/8/8/4K3 w - d6").expect("a position"),
            99,
        );
        assert!(!drawn(&passing, "e5d6"));
    }

    #[test]
    fn outcomes_have_the_words_of_the_console() {
        let all = [
            Outcome::Open,
            Outcome::Mate,
            Outcome::Stalemate,
            Outcome::Repetition,
            Outcome::Fifty,
        ];
        assert_eq!(
            all.map(Outcome::word),
            ["ok", "mate", "stalemate", "repetition", "fifty"]
        );
    }
}
