//! Go on a small board: the second game, in which a search that knows nothing about Go finds ladders and nets.
//!
//! Here the null move is a legal move, the pass, but hardly ever a good one before the end. Go is Beal's own example of
//! a second game. The evaluation is to Go what material is to chess: it counts only prisoners. First-order quiescence
//! is then a search of captures, and the second order examines moves that threaten to capture or save stones.

pub(crate) mod board;
pub(crate) mod text;

/// A position with Black to play, and its solutions.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Problem {
    /// The theme of the position.
    pub(crate) name: &'static str,
    /// The board, in the format of `Go::from_text`.
    pub(crate) board: &'static str,
    /// The moves that solve the problem, in the format of `Go::move_text`.
    pub(crate) solutions: &'static [&'static str],
    /// The number of prisoners that Black takes minus the number that White takes, after a solution.
    pub(crate) gain: i32,
}

const fn problem(name: &'static str, board: &'static str, solutions: &'static [&'static str], gain: i32) -> Problem {
    Problem { name, board, solutions, gain }
}

/// The built-in problems, all on a 7 by 7 board.
#[rustfmt::skip]
pub(crate) const PROBLEMS: &[Problem] = &[
    problem("capture", "....... ....... ....... ....... .XX.... .XO.... ..X....", &["d2"], 1),
    problem("connection", "....... ....... ..OO... .OXX.X. ..OO... ....... .......", &["e4"], 0),
    problem("double atari", "....... ....... ..X.X.. .XO.OX. ....... ....... .......", &["d4"], 1),
    problem("race", "....... ....... ....... XXXX... OOOX... .X.OX.. XX.OX..", &["a2", "c2"], 3),
    problem("ladder", "....... ....... ....... ....X.. ...XO.. ...X... .......", &["f3"], 1),
    problem("net", "....... ....... ...XX.. ..XO... ..X.... ....... .......", &["e3"], 1),
];
