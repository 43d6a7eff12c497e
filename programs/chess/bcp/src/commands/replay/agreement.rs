//! How often the program plays what was played.

use std::fmt;

use serde::Serialize;

use super::class::Class;
use super::reply::Reply;

/// Moves, and how many of them the program plays too. Its text is a sentence without a verb.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub(super) struct Agreement {
    same: usize,
    pub(super) moves: usize,
}

impl Agreement {
    /// Among these moves.
    pub(super) fn among<'a>(replies: impl Iterator<Item = &'a Reply>) -> Self {
        replies.fold(Self { same: 0, moves: 0 }, |sum, reply| Self {
            same: sum.same + usize::from(reply.agrees()),
            moves: sum.moves + 1,
        })
    }

    /// Among the moves of a game.
    pub(super) fn of_game(replies: &[Reply], game: usize) -> Self {
        Self::among(replies.iter().filter(|reply| reply.place.game == game))
    }

    /// Among the moves of a class.
    pub(super) fn of_class(replies: &[Reply], class: Class) -> Self {
        Self::among(replies.iter().filter(|reply| reply.place.class == class))
    }

    /// The share of the moves that are the same, in per cent.
    pub(super) fn per_cent(self) -> f64 {
        100.0 * self.same as f64 / self.moves.max(1) as f64
    }
}

impl fmt::Display for Agreement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { same, moves } = self;
        write!(f, "{same} of {moves} moves")
    }
}
