//! Problems that are about capturing stones, or saving them.

/// A position, black to play, and what is to be found.
#[derive(Clone, Copy, Debug)]
pub struct Problem {
    /// What the position shows.
    pub name: &'static str,
    /// The board, as [`Go::from_text`](super::Go::from_text) reads it.
    pub board: &'static str,
    /// The moves that solve it.
    pub solutions: &'static [&'static str],
    /// Prisoners that black has more at the end than white.
    pub gain: i32,
}

/// The problems that are built in.
pub const PROBLEMS: &[Problem] = &[Problem {
    name: "ladder",
    board: "....... ....... ....... ....... .XX.... .XO.... ..X....",
    solutions: &["d2"],
    gain: 1,
}];
