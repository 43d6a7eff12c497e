//! The meaning of a value, and its notations.

use bcp_chess::Colour;
use bcp_reference::constants::{MATES, WIN};

use crate::ending::side_name;

/// A value of the search in pawns, for the side that plays at its root.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Value(pub i16);

/// The meaning of a value. `wins` is true if the root's side wins.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Meaning {
    /// The root's side is ahead by this number of pawns.
    Pawns(i16),
    /// A mate, with the number of plies to it from the root; a pass counts as a ply.
    Mate {
        /// True if the root's side mates.
        wins: bool,
        /// Plies from the root to the mate.
        plies: u16,
    },
    /// The king is captured: a mate of unknown length, since the value of the king is the same at each ply. The search
    /// finds this where a side is in check, see-checkmates sees no mate, and all moves leave the king in check.
    King {
        /// True if the root's side captures the king.
        wins: bool,
    },
}

impl Value {
    /// Returns the meaning of the value.
    pub const fn meaning(self) -> Meaning {
        let (wins, size) = (self.0 > 0, self.0.unsigned_abs());
        match self.0.saturating_abs() {
            WIN.. => Meaning::King { wins },
            MATES.. => Meaning::Mate { wins, plies: WIN.unsigned_abs() - size },
            _ => Meaning::Pawns(self.0),
        }
    }

    /// Returns true if the root's side mates or captures the king.
    pub const fn is_mate(self) -> bool {
        self.0 >= MATES
    }

    /// Returns true if either side mates or captures the king.
    pub const fn is_decided(self) -> bool {
        self.is_mate() || self.0 <= -MATES
    }

    /// Returns the value of the same position for a side, in pawns, if `root` plays at the root.
    pub fn for_side(self, root: Colour, side: Colour) -> i16 {
        if root == side { self.0 } else { -self.0 }
    }

    /// Returns how many moves the winner still needs `ply` plies after the root, including the mating move; `None` if
    /// the value is not a mate of known length.
    pub fn moves(self, ply: usize) -> Option<u16> {
        match self.meaning() {
            Meaning::Mate { plies, .. } => Some(plies.saturating_sub(u16::try_from(ply).ok()?).div_ceil(2)),
            _ => None,
        }
    }

    /// Formats the value as the console does: `3`, `-2`, `mate 2`, `-mate 1`, and `mate` for the capture of a king.
    pub fn console(self) -> String {
        self.signed("", "-")
    }

    /// Formats the value for print: `+3`, `−2`, `mate 2`, `−mate 1`.
    pub fn printed(self) -> String {
        self.signed("+", "−")
    }

    fn signed(self, plus: &str, minus: &str) -> String {
        let sign = if self.0 < 0 { minus } else { "" };
        match (self.meaning(), self.moves(0)) {
            (_, Some(moves)) => format!("{sign}mate {moves}"),
            (Meaning::Pawns(0), _) => "0".to_owned(),
            (Meaning::Pawns(pawns), _) => format!("{}{}", if pawns > 0 { plus } else { minus }, pawns.unsigned_abs()),
            _ => format!("{sign}mate"),
        }
    }

    /// Formats the value as a UCI score in hundredths of a pawn, even if it is a mate.
    pub fn centipawns(self) -> String {
        format!("cp {}", 100 * i32::from(self.0))
    }

    /// Formats the value in words, for the root's side: `+1`, `0`, `−3`, `mate in 2`, `mated in 1`, `mate`.
    pub fn words(self) -> String {
        let mate = if self.0 > 0 { "mate" } else { "mated" };
        match (self.meaning(), self.moves(0)) {
            (Meaning::Pawns(_), _) => self.printed(),
            (_, Some(moves)) => format!("{mate} in {moves}"),
            _ => mate.to_owned(),
        }
    }

    /// Formats the value for a table of the debugger, with mates counted from the root: `+3`, `#2`, `-#2`, `king`.
    pub fn symbol(self) -> String {
        let sign = if self.0 < 0 { "-" } else { "" };
        match (self.meaning(), self.moves(0)) {
            (Meaning::Pawns(pawns), _) => signed(pawns),
            (_, Some(moves)) => format!("{sign}#{moves}"),
            _ => format!("{sign}king"),
        }
    }

    /// Returns the winner of a mate; `None` if the value is not a mate.
    pub fn winner(self, root: Colour) -> Option<Colour> {
        let wins = if self.0 > 0 { root } else { root.opponent() };
        self.is_decided().then_some(wins)
    }

    /// Formats the value as a sentence about a position `ply` plies after the root: "White has +3", "Black mates in 2",
    /// "White takes the king". `about` precedes the pawns of a bound, such as "at least ".
    pub fn outcome(self, root: Colour, about: &str, ply: usize) -> String {
        let winner = side_name(self.winner(root).unwrap_or(root));
        match (self.meaning(), self.moves(ply)) {
            (Meaning::Pawns(pawns), _) => format!("{winner} has {about}{}", signed(pawns)),
            (_, Some(moves)) => format!("{winner} mates in {moves}"),
            _ => format!("{winner} takes the king"),
        }
    }

    /// Formats the value as a sentence about another part of the tree: "White has +3", "White mates at move 3". Moves
    /// are numbered from the root, as in the lines of the debugger.
    pub fn elsewhere(self, root: Colour) -> String {
        let winner = side_name(self.winner(root).unwrap_or(root));
        match self.meaning() {
            Meaning::Mate { plies, .. } => {
                let before = plies.saturating_sub(1) + u16::from(root == Colour::Black);
                format!("{winner} mates at move {}", before / 2 + 1)
            }
            Meaning::King { .. } => format!("{winner} takes the king (believed)"),
            Meaning::Pawns(_) => self.outcome(root, "", 0),
        }
    }
}

/// Formats pawns with their sign, as on a console.
fn signed(pawns: i16) -> String {
    match pawns {
        0 => "0".to_owned(),
        _ => format!("{pawns:+}"),
    }
}
