//! Opening, forced or free: the classes of moves, by rules that look at the game alone and not at the answer.

use bcp_chess::pgn::Game;
use bcp_chess::{Fen, Move, Position, Special, Square};
use serde::Serialize;

/// Moves of each side that are its opening, in a game from the usual start: what a player may know by heart.
const OPENING: usize = 10;

/// The class of a move.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Class {
    /// One of the first ten of its side.
    Opening,
    /// Later, the only legal move, or where the opponent has just captured and just one move takes back.
    Forced,
    /// Any other.
    Free,
}

/// The opponent's last move, as far as it forces the answer.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Opponent {
    /// Where he has captured.
    captured_on: Option<Square>,
}

impl Opponent {
    /// He plays a move in a position.
    pub(super) fn plays(position: &Position, m: Move) -> Self {
        let captures = position.piece_on(m.to).is_some() || m.special == Special::EnPassant;
        Self { captured_on: captures.then_some(m.to) }
    }
}

impl Class {
    /// All, in the order in which they are shown.
    pub(super) const ALL: [Self; 3] = [Self::Opening, Self::Forced, Self::Free];

    /// The class of a move of a game, so many plies after its start.
    pub(super) fn of(game: &Game, ply: usize, position: &Position, opponent: Opponent) -> Self {
        if *game.start() == Fen::start() && ply < 2 * OPENING {
            return Self::Opening;
        }
        let legal = position.legal_moves();
        let back = legal.iter().filter(|m| Some(m.to) == opponent.captured_on).count();
        if legal.len() == 1 || back == 1 {
            Self::Forced
        } else {
            Self::Free
        }
    }

    /// Its name.
    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::Opening => "opening",
            Self::Forced => "forced",
            Self::Free => "free",
        }
    }
}

#[cfg(test)]
mod tests {
    use bcp_chess::pgn::Reader;

    use super::*;

    /// The class of the last move of a game.
    fn last(text: &str) -> Class {
        let game = Reader::new(text.as_bytes())
            .next()
            .expect("a game")
            .expect("legal moves");
        let mut at = game.start().clone();
        let mut opponent = Opponent::default();
        let (_, before) = game.moves().split_last().expect("a move");
        for played in before {
            opponent = Opponent::plays(&at.position, played.m);
            at = at.play(played.m).expect("a legal move");
        }
        Class::of(&game, before.len(), &at.position, opponent)
    }

    #[test]
    fn moves_have_classes() {
        let back_and_forth = "1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 Ng8 5. Nf3 Nf6 6. Ng1 Ng8 7. Nf3 Nf6 8. Ng1 Ng8 \
                              9. Nf3 Nf6 10. Ng1 ";
        for (text, class) in [
            ("1. e4", Class::Opening),
            (&format!("{back_and_forth} Ng8"), Class::Opening),
            (&format!("{back_and_forth} Ng8 11. e4"), Class::Free),
            // The king's only move.
            ("[FEN \"k7/2Q5/8/8/8/8/8/6K1 w - - 0 1\"]\n1. Kg2", Class::Free),
            ("[FEN \"7k/8/5K1P/8/8/8/6R1/8 b - - 0 1\"]\n1... Kh7", Class::Forced),
            // The knight takes; the pawn alone takes back, whatever is played.
            (
                "[FEN \"4k3/1p6/2p5/8/1N6/8/8/4K3 w - - 0 1\"]\n1. Nxc6 bxc6",
                Class::Forced,
            ),
            (
                "[FEN \"4k3/1p6/2p5/8/1N6/8/8/4K3 w - - 0 1\"]\n1. Nxc6 Kf7",
                Class::Forced,
            ),
            // Two pawns can take back.
            (
                "[FEN \"4k3/1p1p4/2p5/8/1N6/8/8/4K3 w - - 0 1\"]\n1. Nxc6 bxc6",
                Class::Free,
            ),
            // En passant, and one way to take back.
            (
                "[FEN \"4k3/2p5/8/3pP3/8/8/8/4K3 w - d6 0 1\"]\n1. exd6 cxd6",
                Class::Forced,
            ),
        ] {
            assert_eq!(last(text), class, "{text}");
        }
    }
}
