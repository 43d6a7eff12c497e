//! The value of a mate on the board of 1986 in the laboratory's own searches, and the greatest depth of these.
//!
//! The numbers equal those of the 1986 program but do not depend on them, so that a change of the program leaves the
//! laboratory's figures alone. Only `review/`, which compares with the program's search itself, takes the program's.
//! The values of the pieces are those of the board.

use crate::game::Value;

/// The value of having mated at the root; a mate `n` plies from the root counts `WIN - n`.
pub const WIN: Value = 127;

/// The deepest iteration that can be asked for.
pub const MAX_DEPTH: u8 = 30;
