//! Problems that are about capturing stones, or saving them.

/// A position, black to play, and what is to be found.
#[derive(Clone, Copy, Debug)]
pub struct Problem {
    /// The theme of the position.
    pub name: &'static str,
    /// The board, as [`Go::from_text`](super::Go::from_text) reads it.
    pub board: &'static str,
    /// The moves that solve it.
    pub solutions: &'static [&'static str],
    /// Prisoners that black has more at the end than white.
    pub gain: i32,
}

/// The problems that are built in, all on the board of 7 by 7.
pub const PROBLEMS: &[Problem] = &[
    Problem {
        name: "capture",
        board: "....... ....... ....... ....... .XX.... .XO.... ..X....",
        solutions: &["d2"],
        gain: 1,
    },
    Problem {
        name: "connection",
        board: "....... ....... ..OO... .OXX.X. ..OO... ....... .......",
        solutions: &["e4"],
        gain: 0,
    },
    Problem {
        name: "double atari",
        board: "....... ....... ..X.X.. .XO.OX. ....... ....... .......",
        solutions: &["d4"],
        gain: 1,
    },
    Problem {
        name: "race",
        board: "....... ....... ....... XXXX... OOOX... .X.OX.. XX.OX..",
        solutions: &["a2", "c2"],
        gain: 3,
    },
    Problem {
        name: "ladder",
        board: "....... ....... ....... ....X.. ...XO.. ...X... .......",
        solutions: &["f3"],
        gain: 1,
    },
    Problem {
        name: "net",
        board: "....... ....... ...XX.. ..XO... ..X.... ....... .......",
        solutions: &["e3"],
        gain: 1,
    },
];
