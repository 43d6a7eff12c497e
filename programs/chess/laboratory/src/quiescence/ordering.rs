//! The choice of the move to try first, which affects the work but not the values.

use super::tactical::Tactical;
use crate::game::Game;

/// Orders moves, and learns from the search which moves were best.
pub trait Ordering<G: Game> {
    /// Sorts the moves of the position into the order in which they are tried.
    fn order(&mut self, game: &mut G, moves: &mut [G::Move]);

    /// Remembers the best move of the position.
    fn remember(&mut self, game: &mut G, best: G::Move);
}

/// A move ordering that leaves the moves as the game lists them.
#[derive(Clone, Copy, Default, Debug)]
pub struct AsListed;

impl<G: Game> Ordering<G> for AsListed {
    fn order(&mut self, _game: &mut G, _moves: &mut [G::Move]) {}
    fn remember(&mut self, _game: &mut G, _best: G::Move) {}
}

/// A move ordering with the best move of the last visit to the position first, followed by the other moves as listed.
///
/// Best moves are kept in a table of fixed size, in which a new entry replaces an old one. A move that belongs to
/// another position is ignored unless it is listed.
#[derive(Clone, Debug)]
pub struct BestMoves<M>(Vec<Option<(u64, M)>>);

/// The number of entries of the table, a power of two.
const ENTRIES: usize = 1 << 16;

impl<M: Copy> Default for BestMoves<M> {
    fn default() -> Self {
        Self(vec![None; ENTRIES])
    }
}

impl<G: Tactical> Ordering<G> for BestMoves<G::Move> {
    fn order(&mut self, game: &mut G, moves: &mut [G::Move]) {
        let key = game.key();
        let best = self.0[index(key)].filter(|&(of, _)| of == key);
        if let Some(at) = best.and_then(|(_, best)| moves.iter().position(|&m| m == best)) {
            moves[..=at].rotate_right(1);
        }
    }

    fn remember(&mut self, game: &mut G, best: G::Move) {
        let key = game.key();
        self.0[index(key)] = Some((key, best));
    }
}

fn index(key: u64) -> usize {
    key as usize % ENTRIES
}
