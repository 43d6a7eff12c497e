//! The value of a mate and the maximum depth in the laboratory's own searches on the board of the reconstruction.
//!
//! The numbers equal those of the reconstruction but do not depend on them, so that a change to the program does not
//! affect the laboratory's figures. Only `review/`, which compares with the program's search itself, uses the program's
//! numbers. The values of the pieces are those of the board.

use crate::game::Value;

/// The value of a mate on the board at the root; a mate `n` plies from the root is worth `WIN - n`.
pub const WIN: Value = 127;

/// The maximum depth of an iteration.
pub const MAX_DEPTH: u8 = 30;
