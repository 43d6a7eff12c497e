//! Which sides people play, and which the program.

use bcp_chess::Colour;
use clap::ValueEnum;

/// The sides that people play.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum Colours {
    /// White; the program plays black.
    White,
    /// Black; the program plays white.
    Black,
    /// Both sides: two people play.
    Both,
    /// Neither: the program plays itself.
    None,
}

impl Colours {
    /// Returns true if a person plays this side.
    pub(super) const fn has(self, colour: Colour) -> bool {
        match self {
            Self::White => matches!(colour, Colour::White),
            Self::Black => matches!(colour, Colour::Black),
            Self::Both => true,
            Self::None => false,
        }
    }

    /// One side.
    pub(super) const fn one(colour: Colour) -> Self {
        match colour {
            Colour::White => Self::White,
            Colour::Black => Self::Black,
        }
    }
}
