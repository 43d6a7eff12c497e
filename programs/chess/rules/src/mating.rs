//! Proofs of mates from the rules alone: a search that knows stalemate, to check mates that another search announces.

use std::collections::HashMap;

use super::end::End;
use super::moves::Move;
use super::position::Position;

/// A search for proofs. It tries checks first, and of the other moves only those that threaten mate; so it finds few
/// mates by zugzwang, and never takes a stalemate for a mate. Draws by repetition and by the fifty-move rule do not
/// count.
struct Prover {
    /// By key: a position, the fewest moves in which its side to play is known to mate, and the most in which it is
    /// known not to be proved. The key of 32 bits does not distinguish all positions.
    known: HashMap<u32, (Position, u8, u8)>,
    /// Positions that may still be looked at.
    effort: u32,
}

impl Position {
    /// Returns true if a legal move is proved to mate within `moves` moves, including itself, against every defence.
    /// False means that a search of `effort` positions found no proof.
    ///
    /// # Example
    /// ```
    /// use bcp_chess::Position;
    ///
    /// let position = Position::from_fen("8/5P1k/5K2/8/8/8/8/7B w - -")?;
    /// // A queen leaves black no move: stalemate. A rook leaves one, and mates on h8.
    /// let mates = |san| position.move_from_san(san).is_ok_and(|m| position.is_mate_within(m, 2, 10_000));
    /// assert!(!mates("f8=Q"));
    /// assert!(mates("f8=R"));
    /// # Ok::<(), bcp_chess::FenError>(())
    /// ```
    pub fn is_mate_within(&self, m: Move, moves: u8, effort: u32) -> bool {
        let mut prover = Prover { known: HashMap::new(), effort };
        let next = self.play(m).zip(moves.checked_sub(1));
        next.is_some_and(|(next, rest)| prover.is_lost(&next, rest))
    }

    /// Returns true if one of the legal moves is proved to mate within `moves` moves, as defined by
    /// [`Position::is_mate_within`].
    pub fn mates_within(&self, moves: u8, effort: u32) -> bool {
        moves > 0 && Prover { known: HashMap::new(), effort }.is_won(self, moves)
    }

    /// Returns true if the side to play is mated, or if each of its legal moves is proved to lose to a mate within
    /// `moves` moves of the other side. See [`Position::is_mate_within`].
    pub fn is_mated_within(&self, moves: u8, effort: u32) -> bool {
        let mut prover = Prover { known: HashMap::new(), effort };
        prover.is_lost(self, moves)
    }
}

impl Prover {
    /// Is the side to play mated, or within `moves` moves of the other side whatever its moves are?
    fn is_lost(&mut self, at: &Position, moves: u8) -> bool {
        match at.end() {
            Some(end) => end == End::Checkmate,
            None if moves == 0 => false,
            None => {
                let defences = at.legal_moves();
                { defences }.into_iter().all(|m| self.is_won(&after(at, m), moves))
            }
        }
    }

    /// Does the side to play mate within `moves` moves?
    fn is_won(&mut self, at: &Position, moves: u8) -> bool {
        if self.effort == 0 {
            return false;
        }
        self.effort -= 1;
        if moves == 1 {
            return !at.mates_in_one().is_empty();
        }
        let key = at.key();
        let known = self.known.get(&key).filter(|(known, ..)| known == at);
        let (won, open) = known.map_or((u8::MAX, 0), |(_, won, open)| (*won, *open));
        if won <= moves || open >= moves {
            return won <= moves;
        }
        let is_won = self.is_won(at, moves - 1) || self.has_win(at, moves);
        if self.effort > 0 || is_won {
            let (won, open) = if is_won { (moves, open) } else { (won, moves) };
            self.known.insert(key, (at.clone(), won, open));
        }
        is_won
    }

    /// Does one of its moves mate within `moves` moves, two or more?
    fn has_win(&mut self, at: &Position, moves: u8) -> bool {
        let next = at.legal_moves().into_iter().map(|m| after(at, m));
        let (checks, others): (Vec<Position>, Vec<Position>) = next.partition(Position::in_check);
        checks.iter().any(|next| self.is_lost(next, moves - 1))
            || others
                .iter()
                .any(|next| self.threatens(next, moves - 1) && self.is_lost(next, moves - 1))
    }

    /// Would the side not to play mate within `moves` moves if the other side passed? Before the last move but one it
    /// costs no less to look at the mate itself.
    fn threatens(&mut self, at: &Position, moves: u8) -> bool {
        let mut passed = at.clone();
        passed.make_null();
        moves < 2 || self.is_won(&passed, moves)
    }
}

/// The position after a legal move.
fn after(at: &Position, m: Move) -> Position {
    let mut next = at.clone();
    next.make(m);
    next
}
