//! Conspiracy numbers: trees that grow where few leaves decide.
//!
//! David McAllester, *Conspiracy Numbers for Min-Max Search*, Artificial Intelligence 35 (1988).

mod alpha_beta;
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

pub use alpha_beta::alpha_beta;
pub use best_move::{Strategy, best_move, best_successor, undecided_move};
pub use bounds::Bounds;
pub use captures::{Captures, Threat};
pub use evaluate::{Evaluation, Evaluator, Margin, Plain};
pub use experiment::{Course, Outcome, experiment};
pub use growth::{basic, deepened, undecided};
pub use random_tree::{Order, RandomTree, Shape};
pub use search::Search;
pub use tree::{NodeId, ROOT, Side, Tree};
pub use written_tree::{TreeError, WrittenTree};
