//! The values of positions.

/// The value of a position, in the game's own units, always from the point of view of the side to play.
///
/// Values of finished games may be far outside those of evaluations; all are strictly between -[`INFINITY`] and
/// [`INFINITY`].
pub type Value = i32;

/// Beyond every value, with room to negate it and to add to it.
pub const INFINITY: Value = 1_000_000;
