//! The 1986 search in Rust, node for node.
//!
//! Don Beal's program of 1986 found combinations with a null-move search on top of a capture tree. The Z8000 program in
//! `asm/` rewrites it for a processor of the time; this crate does the same computation as a readable reference. Both
//! follow `docs/explanation/search.md`: the same values, the same moves, the same number of nodes.
//!
//! To learn the search, read these in order:
//!
//! 1. [`bcp_chess`]: what a [`Position`](bcp_chess::Position) is and, above all, in which order it lists its moves.
//! 2. [`search`], `t1v.rs`: the capture tree. Standing pat is a null move; everything else follows from that.
//! 3. `mate.rs`: mates in one, the only chess knowledge other than material.
//! 4. `t2v.rs`: the same idea again, with the capture tree as evaluation. A move is worth searching only if the
//!    opponent would lose something by ignoring it.
//! 5. `tree.rs` and `it2v.rs`: the tree of moves worth searching that one iteration passes to the next.
//! 6. `think.rs` and [`judge`]: how a complete program uses the search to choose a move.
//! 7. `simple.rs` and `memory.rs`: the published pseudocode, without a stored tree. It computes the same values.
//!
//! The searches of the other papers are in `programs/chess/laboratory`.
//!
//! ```
//! use bcp_chess::Position;
//! use bcp_reference::search::Searcher;
//!
//! let position = Position::from_fen("6k1/5ppp/8/8/8/8/5PPP/R5K1 w - -")?;
//! let last = Searcher::new(position).search(3).last().expect("depth 0 is always reported");
//! assert_eq!(last.value, bcp_reference::constants::WIN - 1);
//! # Ok::<(), bcp_chess::FenError>(())
//! ```

pub mod constants;
pub mod game;
pub mod judge;
pub mod search;

// Tests the examples of the README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
