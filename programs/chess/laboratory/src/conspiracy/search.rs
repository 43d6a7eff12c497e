//! A game and the tree grown for it.

use super::tree::{NodeId, Tree};
use super::{Evaluation, Evaluator};
use crate::Game;

/// The tree of a game, and the means to expand its leaves.
///
/// The caller chooses each leaf to expand by one of the procedures:
///
/// ```
/// use bcp_laboratory::conspiracy::{Plain, ROOT, RandomTree, Search, Shape, deepened};
///
/// let game = RandomTree::new(1, 0, Shape::PAPER);
/// let mut search = Search::new(game, Plain, usize::MAX);
/// while let Some(leaf) = deepened(search.tree(), 0)
///     && search.tree().len() < 1000
/// {
///     search.expand(leaf);
/// }
/// println!("{}", search.tree().value(ROOT));
/// ```
#[derive(Debug)]
pub struct Search<G: Game, E> {
    /// The game, in the position of the root.
    pub game: G,
    evaluator: E,
    tree: Tree<G::Move>,
}

impl<G: Game, E: Evaluator<G>> Search<G, E> {
    /// Returns a search that has evaluated only the root. See [`Tree::new`] for the number of conspirators.
    pub fn new(mut game: G, mut evaluator: E, conspirators: usize) -> Self {
        let root = evaluation(&mut game, &mut evaluator);
        Self { game, evaluator, tree: Tree::new(root, conspirators) }
    }

    /// Returns the tree grown so far.
    pub fn tree(&self) -> &Tree<G::Move> {
        &self.tree
    }

    /// Plays the moves to a leaf and adds all its successors to the tree. If there are none, the game is over there,
    /// which is recorded in the tree. A node that has successors keeps them.
    pub fn expand(&mut self, leaf: NodeId) {
        let path = self.tree.path(leaf);
        let game = &mut self.game;
        path.iter().for_each(|&m| game.make(m));
        let mut moves = Vec::new();
        game.moves(&mut moves);
        if moves.is_empty() {
            self.tree.finish(leaf, game.without_moves());
        } else {
            let evaluator = &mut self.evaluator;
            let successors = moves.into_iter().map(|m| {
                game.make(m);
                let evaluation = evaluation(game, evaluator);
                game.unmake();
                (m, evaluation)
            });
            self.tree.expand(leaf, successors);
        }
        path.iter().for_each(|_| game.unmake());
    }
}

/// Evaluates a position that has just been reached.
fn evaluation<G: Game>(game: &mut G, evaluator: &mut impl Evaluator<G>) -> Evaluation {
    match game.terminal() {
        Some(value) => Evaluation::finished(value),
        None => evaluator.evaluation(game),
    }
}
