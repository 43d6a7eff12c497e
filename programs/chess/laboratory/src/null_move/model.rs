//! The smallest tree of a null-move search: the minimal tree of Knuth and Moore (1975), with a null move at each node.
//!
//! All positions have the same number of moves, and the first is always the best. A *cut node* fails high with its
//! first move; at an *all node*, every move is tried. The null move comes first at both. At an all node it fails low.
//! At a cut node it fails high with a given probability, the share that `bcp-lab compare` measures; otherwise, the
//! first move must still be tried. Transpositions, captures and extensions are ignored.

use super::settings::{FailHigh, Reduction, Settings};

/// A search, and the properties of its positions.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Model {
    /// Moves of a position.
    moves: f64,
    /// The probability that the null move of a cut node fails high.
    share: f64,
    /// The reduction R; `None` if there are no null moves.
    reduction: Option<u8>,
    /// Set if a null move that fails high is verified.
    verified: bool,
}

/// The nodes of the tree below a node, including itself, by the fate of the node.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Trees {
    cut: f64,
    all: f64,
}

impl Model {
    /// Returns the model of a search, for positions with `moves` moves (1 or more) and this `share` (0 to 1) of null
    /// moves that fail high at cut nodes; `None` for a search that is not full width, rN, verified or rN+verify.
    #[must_use]
    pub fn new(search: Settings, moves: f64, share: f64) -> Option<Self> {
        let reduction = match search.reduction {
            Reduction::NoNullMoves => None,
            Reduction::Fixed(reduction) => Some(reduction),
            Reduction::Adaptive | Reduction::Steep => return None,
        };
        let verified = search.fail_high == FailHigh::VERIFY;
        let plain = Settings {
            reduction: search.reduction,
            fail_high: search.fail_high,
            ..Settings::FULL_WIDTH
        };
        let known = search == plain && (verified || search.fail_high == FailHigh::Cut);
        known.then_some(Self { moves, share, reduction, verified })
    }

    /// Returns the number of nodes of a tree of `depth` plies, including its root.
    #[must_use]
    pub fn nodes(&self, depth: u8) -> f64 {
        let trusted = self.trees(depth, None);
        let trees = if self.verified {
            self.trees(depth, Some(&trusted))
        } else {
            trusted
        };
        // The principal variation: of each node but the last, all moves but the first lead to cut nodes.
        let beside: f64 = trees[..depth.into()].iter().map(|below| below.cut).sum();
        f64::from(depth) + 1.0 + (self.moves - 1.0) * beside
    }

    /// Returns the trees of nodes with no plies left and more, up to `depth`. A null move that fails high is trusted,
    /// or the node is searched one ply less deep, with the trees `behind` it, in which null moves are trusted.
    fn trees(&self, depth: u8, behind: Option<&[Trees]>) -> Vec<Trees> {
        let mut trees = vec![Trees { cut: 1.0, all: 1.0 }];
        for depth in 1..=usize::from(depth) {
            let moved = trees[depth - 1];
            // A null move at depth 1 could not be verified, and is not made.
            let (passed, share) = match self.reduction.filter(|_| behind.is_none() || depth > 1) {
                Some(reduction) => (trees[depth.saturating_sub(1 + usize::from(reduction))], self.share),
                None => (Trees { cut: 0.0, all: 0.0 }, 0.0),
            };
            let verification = behind.map_or(0.0, |trees| trees[depth.saturating_sub(2)].all);
            trees.push(Trees {
                cut: 1.0 + share * (passed.all + verification) + (1.0 - share) * (passed.cut + moved.all),
                all: 1.0 + passed.cut + self.moves * moved.cut,
            });
        }
        trees
    }
}
