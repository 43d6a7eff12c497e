//! Proof-number search: conspiracy numbers with two values, yes and no.
//!
//! Allis, van der Meulen and van den Herik, *Proof-Number Search*, Artificial Intelligence 66 (1994). A question is
//! answered by a tree in which one side needs one good move (OR) and the other side must have none (AND). The *proof
//! number* of a position is the minimum number of unanswered leaves that must be answered yes to make the answer yes:
//! the conspiracy number of that value. The *disproof number* is the same for no. The search continues where the fewest
//! such leaves are needed.
//!
//! | file | what |
//! |---|---|
//! | `numbers.rs` | [`Numbers`], and how they are computed from those of the moves |
//! | `question.rs` | [`Question`]: an AND/OR tree; [`Examined`]: a count of positions; [`exhaustive`]: a search of all moves |
//! | `tree.rs` | [`ProofTree`]: the tree that is grown, and its most-proving leaf |
//! | `best_first.rs` | [`pn`], and [`pn2`], which grows a second tree in each leaf of the first |
//! | `df_pn.rs` | [`df_pn`]: the same search depth first, with a table instead of the tree (Nagai 2002) |
//! | `line.rs` | the moves that justify an answer |
//! | `win.rs` | [`Win`]: "is the game won within n plies?", in any game, and "is there a mate in n moves?" |
//! | `mate.rs` | [`shortest_mate`], and the [`Method`] by which it is found |
//!
//! ```
//! use bcp_chess::Position;
//! use bcp_laboratory::Limits;
//! use bcp_laboratory::chess::Chess;
//! use bcp_laboratory::proof::{Method, shortest_mate};
//!
//! let position = Position::from_fen("6k1/5ppp/8/8/8/8/5PPP/1R4K1 w - -")?;
//! let found = shortest_mate(&Chess::from(&position), 3, Method::DfPn, Limits::default());
//! assert_eq!(found.moves, Some(1));
//! # Ok::<(), bcp_chess::FenError>(())
//! ```

mod best_first;
mod df_pn;
mod line;
mod mate;
mod numbers;
mod question;
mod tree;
mod win;

pub(crate) use best_first::answer;
pub use best_first::{pn, pn2};
pub use df_pn::df_pn;
pub use mate::{MateResult, Method, shortest_mate};
pub use numbers::{Count, NEVER, Numbers};
pub use question::{Answer, Examined, Question, exhaustive};
pub use tree::{NodeId, ProofTree, ROOT};
pub use win::Win;
