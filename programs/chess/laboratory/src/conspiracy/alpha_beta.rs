//! Alpha-beta to a fixed depth: what the paper compares with.

use crate::Game;
use crate::game::Value;
use crate::quiescence::{AsListed, FullWidth, Static};

/// The value of a position to a depth, if it is between the bounds; otherwise a bound for it on the same side of them.
pub fn alpha_beta<G: Game>(game: &mut G, depth: u32, alpha: Value, beta: Value) -> Value {
    let mut search = FullWidth::new(Static, AsListed);
    search.search(game, alpha, beta, depth)
}
