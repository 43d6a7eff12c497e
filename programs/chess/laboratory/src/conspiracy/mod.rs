//! Conspiracy numbers: trees that grow where few leaves can change the value of the root.
//!
//! David McAllester, *Conspiracy Numbers for Min-Max Search*, Artificial Intelligence 35 (1988). The more leaves (the
//! conspirators) of a partial tree would have to be wrong at the same time, the more certain its value is. The tree
//! therefore grows at leaves that belong to the smallest conspiracies, until only larger conspiracies remain.
//!
//! To learn how it works, read these in order:
//!
//! 1. `bounds.rs`: [`Bounds`], the values that 0, 1, 2, ... conspirators can reach, and how they are computed from
//!    those of the successors (sections 3 and 4 of the paper).
//! 2. `tree.rs`: [`Tree`], the bounds of every node, and the leaves in the smallest conspiracies (MIN-STRATEGY-LEAF,
//!    section 5).
//! 3. `growth.rs`: which leaf to expand to make the value certain: the [`basic`] procedure (section 5) and the
//!    [`deepened`] procedure (section 8).
//! 4. `best_move.rs`: which leaf to expand to make the [`best_move`] certain, by prove-best and disprove-rest (section
//!    9).
//! 5. `search.rs`: [`Search`], which expands that leaf in a game.
//! 6. `evaluate.rs` and `captures.rs`: what is known about a leaf, from a single value to longer sequences (section
//!    10).
//! 7. `experiment.rs`: Table 1, on a [`RandomTree`], in comparison with [`alpha_beta()`].

mod best_move;
mod bounds;
mod captures;
mod evaluate;
mod experiment;
mod growth;
mod random_tree;
mod search;
mod tree;
mod written_tree;

pub use best_move::{Strategy, best_move, best_successor, undecided_move};
pub use bounds::Bounds;
pub use captures::{Captures, Threat};
pub use evaluate::{Evaluation, Evaluator, Margin, Plain};
pub use experiment::{Course, Outcome, alpha_beta, experiment};
pub use growth::{basic, deepened, undecided};
pub use random_tree::{RandomTree, Shape};
pub use search::Search;
pub use tree::{NodeId, ROOT, Side, Tree};
pub use written_tree::{TreeError, WrittenTree};
