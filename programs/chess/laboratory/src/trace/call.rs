//! The notes with which a search begins and ends a call.

use crate::game::{Game, Value};
use crate::note::{Note, Reason};

/// A call of a search, with a note at its beginning and at its end.
#[inline(always)]
pub fn call<G: Game>(
    game: &mut G,
    alpha: Value,
    beta: Value,
    depth: i32,
    search: impl FnOnce(&mut G) -> Value,
) -> Value {
    game.note(Note::Enter { alpha, beta, depth });
    let value = search(game);
    game.note(Note::Leave(value));
    value
}

/// Says why the call will end.
#[inline(always)]
pub fn because(game: &mut impl Game, reason: Reason) {
    game.note(Note::Because(reason));
}
