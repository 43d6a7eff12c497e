//! All the searches on one position, side by side.

use serde::{Deserialize, Serialize};

use super::drivers::Driver;
use crate::chess::Chess;
use crate::conspiracy::RandomTree;
use crate::counted::{Counted, Limits};
use crate::game::{ChessLike, Game as _, Value};

/// The work of a search on one tree or position.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Run {
    /// The name of the search.
    pub search: String,
    /// The value of the position, for the side to play.
    pub value: Value,
    /// Number of searches of the root, in all iterations.
    pub passes: u32,
    /// The maximum number of positions remembered at the end of any iteration.
    pub remembered: usize,
    /// The number of positions visited.
    pub nodes: u64,
}

/// Runs all searches on a random tree to a depth, without iterative deepening; `None` if they were stopped.
pub fn in_tree(tree: &RandomTree, depth: u32, limits: Limits<'_>) -> Option<Vec<Run>> {
    runs(tree, depth, false, limits)
}

/// Runs all searches on a chess position, iteratively deepened to a depth; `None` if they were stopped.
pub fn in_chess(chess: &Chess, depth: u32, limits: Limits<'_>) -> Option<Vec<Run>> {
    runs(chess, depth, true, limits)
}

/// Runs all searches of one game to a depth, deepened ply by ply or at once.
fn runs<G: ChessLike + Clone>(game: &G, depth: u32, deepened: bool, limits: Limits<'_>) -> Option<Vec<Run>> {
    let first = if deepened { 1 } else { depth };
    let mut all = Vec::new();
    for driver in Driver::ALL {
        let mut counted = Counted::new(game.clone(), limits);
        let mut memory = driver.memory();
        memory.best_first = deepened;
        let (mut value, mut passes, mut remembered) = (counted.evaluate(), 0, 0);
        for depth in first..=depth {
            memory.next_depth();
            let plies = i32::try_from(depth).unwrap_or(i32::MAX);
            let (found, more) = driver.value(&mut counted, &mut memory, value, plies);
            if counted.interrupted {
                return None;
            }
            value = found;
            passes += more;
            remembered = remembered.max(memory.remembered());
        }
        all.push(Run {
            search: driver.to_string(),
            value,
            passes,
            remembered,
            nodes: counted.statistics.nodes,
        });
    }
    Some(all)
}
