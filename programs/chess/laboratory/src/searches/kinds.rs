//! The kinds of searches, each with the calls that run it.

use super::request::Request;
use crate::counted::Counted;
use crate::figures::quiesce::quiesce;
use crate::figures::quiesce_d::quiesce_d;
use crate::figures::{extended, late, minimax, pvs, standard, verified};
use crate::game::{ChessLike, Game, INFINITY, Value};
use crate::memory::Driver;
use crate::proof::{Examined, NodeId, ProofTree, Question};
use crate::quiescence::{AsListed, Evaluate, NestedQuiesceD, QuiesceD, Static};

/// A game whose calls are recorded and whose positions are counted.
pub(super) type TracedGame<'s, G> = Counted<'s, G>;

/// A search with a window, to a depth.
#[derive(Clone, Copy, Debug)]
pub(super) enum Windows {
    Minimax,
    Pvs,
    Standard,
    Verified,
    Extended,
    Late,
    Driver(Driver),
}

impl Windows {
    pub(super) fn value<G: ChessLike>(self, game: &mut TracedGame<'_, G>, depth: i32) -> Value {
        match self {
            Self::Minimax => minimax::search(game, depth),
            Self::Pvs => pvs::search(game, -INFINITY, INFINITY, depth),
            Self::Standard => standard::search(game, -INFINITY, INFINITY, depth),
            Self::Verified => verified::search(game, -INFINITY, INFINITY, depth, true),
            Self::Extended => extended::search(game, -INFINITY, INFINITY, depth),
            Self::Late => late::search(game, -INFINITY, INFINITY, depth),
            Self::Driver(driver) => driver.run(game, depth),
        }
    }
}

/// A null-move quiescence search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Quiescence {
    Unlimited,
    Limited,
    /// The second order above a first order that is also depth-limited, with moves as listed.
    Nested,
}

impl Quiescence {
    pub(super) fn value<'s, G: Game>(
        self,
        game: &mut TracedGame<'s, G>,
        evaluation: &mut impl Evaluate<TracedGame<'s, G>>,
        request: &Request,
    ) -> Value {
        let depth = request.depth as u32;
        match self {
            Self::Unlimited => quiesce(game, evaluation, -INFINITY, INFINITY),
            Self::Limited => quiesce_d(game, evaluation, -INFINITY, INFINITY, depth).value,
            Self::Nested => {
                let mut search = NestedQuiesceD {
                    first: QuiesceD::new(Static, AsListed),
                    first_depth: request.nested,
                    ordering: AsListed,
                };
                search.search(game, -INFINITY, INFINITY, depth).value()
            }
        }
    }

    /// Returns the default order.
    pub(super) fn order(self, request: &Request, chess: bool) -> u32 {
        let usual = if chess && self != Self::Unlimited { 2 } else { 1 };
        request.order.unwrap_or(usual)
    }

    /// Returns the options of the search in human-readable form.
    pub(super) fn settings(self, request: &Request, chess: bool) -> String {
        let (order, depth) = (self.order(request, chess), request.depth);
        match self {
            Self::Unlimited => format!("order {order}"),
            Self::Limited => format!("order {order} depth {depth}"),
            Self::Nested => format!("first {} depth {depth}", request.nested),
        }
    }
}

/// A search for a proof: of a mate in chess, of a won game elsewhere.
#[derive(Clone, Copy, Debug)]
pub(super) enum Proof {
    Pn,
    Pn2,
    DepthFirst,
}

impl Proof {
    /// Expands a leaf of the tree; not for [`Proof::DepthFirst`], which has no tree.
    pub(super) fn grow<Q: Question>(self, tree: &mut ProofTree<Q::Move>, question: &mut Examined<'_, Q>) -> NodeId {
        match self {
            Self::Pn | Self::DepthFirst => tree.grow(question),
            Self::Pn2 => tree.grow_by_search(question),
        }
    }
}
