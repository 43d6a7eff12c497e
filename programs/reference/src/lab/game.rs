//! What a search must know of a game.

/// What a position is worth, in the game's own units, always from the point of view of the side to play.
///
/// Values of finished games may be far outside those of evaluations; all are strictly between -[`INFINITY`] and
/// [`INFINITY`].
pub type Value = i32;

/// Beyond every value, with room to negate it and to add to it.
pub const INFINITY: Value = 1_000_000;

/// A game of two players with perfect information, in which one's gain is the other's loss.
///
/// A `Game` is one position, with what is needed to take moves back. Searches change it and leave it as it was.
pub trait Game {
    /// A move. Two different moves of one position are never equal.
    type Move: Copy + Eq + std::fmt::Debug;

    /// Adds the legal moves of the position to the list, always in the same order. A game in which passing is legal lists
    /// the pass only where its rules allow nothing else, or where it is worth a thought; see [`Game::make_null`].
    fn moves(&mut self, moves: &mut Vec<Self::Move>);

    /// Plays one of the moves of [`Game::moves`].
    fn make(&mut self, m: Self::Move);

    /// Takes back the last [`Game::make`].
    fn unmake(&mut self);

    /// Lets the other side play, without a move and whether or not the rules allow it.
    fn make_null(&mut self);

    /// Takes back the last [`Game::make_null`].
    fn unmake_null(&mut self);

    /// What the position looks worth without any search.
    fn evaluate(&mut self) -> Value;

    /// What the position is worth if the game has ended before any list of moves is asked for: by repetition, for example.
    fn terminal(&mut self) -> Option<Value>;

    /// What the position is worth where [`Game::moves`] has found nothing: mated or stalemated, for example. Called only
    /// then.
    fn without_moves(&mut self) -> Value;
}
