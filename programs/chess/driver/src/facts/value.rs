//! The meaning of a value, and its notations.

use bcp_chess::Colour;
use bcp_reference::constants::{MATES, WIN};

use crate::ending::side_name;

/// A value of the search in pawns, for the side that plays at its root.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Value(pub i16);

/// What a value says. `wins` is true if the root's side wins.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Meaning {
    /// The root's side has this number of pawns more.
    Pawns(i16),
    /// A mate, by the number of plies from the root to it; a pass counts as one.
    Mate {
        /// True if the root's side mates.
        wins: bool,
        /// Plies from the root to the mate.
        plies: u16,
    },
    /// The king is taken: a mate of unknown length, since the value of the king is the same at each ply. The search
    /// finds one where a side is in check, see-checkmates sees no mate, and all moves leave the king to be taken.
    King {
        /// True if the root's side takes the king.
        wins: bool,
    },
}

impl Value {
    /// Returns what the value says.
    pub const fn meaning(self) -> Meaning {
        let (wins, size) = (self.0 > 0, self.0.unsigned_abs());
        match self.0.saturating_abs() {
            WIN.. => Meaning::King { wins },
            MATES.. => Meaning::Mate { wins, plies: WIN.unsigned_abs() - size },
            _ => Meaning::Pawns(self.0),
        }
    }

    /// Returns true if the root's side mates or takes the king.
    pub const fn is_mate(self) -> bool {
        self.0 >= MATES
    }

    /// Returns true if either side mates or takes the king.
    pub const fn is_decided(self) -> bool {
        self.is_mate() || self.0 <= -MATES
    }

    /// Returns the value of the same position for a side, in pawns, if `root` plays at the root.
    pub fn for_side(self, root: Colour, side: Colour) -> i16 {
        if root == side { self.0 } else { -self.0 }
    }

    /// Returns the moves of the winner that remain `ply` plies after the root, the mating move among them; `None` if
    /// the value is no mate of known length.
    pub fn moves(self, ply: usize) -> Option<u16> {
        match self.meaning() {
            Meaning::Mate { plies, .. } => Some(plies.saturating_sub(u16::try_from(ply).ok()?).div_ceil(2)),
            _ => None,
        }
    }

    /// As on the console: `3`, `-2`, `mate 2`, `-mate 1`, and `mate` for a king that is taken.
    pub fn console(self) -> String {
        self.signed("", "-")
    }

    /// As in print: `+3`, `−2`, `mate 2`, `−mate 1`.
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

    /// As a UCI score in hundredths of a pawn, even if it is a mate.
    pub fn centipawns(self) -> String {
        format!("cp {}", 100 * i32::from(self.0))
    }

    /// In words, for the root's side: `+1`, `0`, `−3`, `mate in 2`, `mated in 1`, `mate`.
    pub fn words(self) -> String {
        let mate = if self.0 > 0 { "mate" } else { "mated" };
        match (self.meaning(), self.moves(0)) {
            (Meaning::Pawns(_), _) => self.printed(),
            (_, Some(moves)) => format!("{mate} in {moves}"),
            _ => mate.to_owned(),
        }
    }

    /// In a table of the debugger, counted from the root: `+3`, `#2`, `-#2`, `king`.
    pub fn symbol(self) -> String {
        let sign = if self.0 < 0 { "-" } else { "" };
        match (self.meaning(), self.moves(0)) {
            (Meaning::Pawns(pawns), _) => signed(pawns),
            (_, Some(moves)) => format!("{sign}#{moves}"),
            _ => format!("{sign}king"),
        }
    }

    /// The winner of a mate.
    pub fn winner(self, root: Colour) -> Option<Colour> {
        let wins = if self.0 > 0 { root } else { root.opponent() };
        self.is_decided().then_some(wins)
    }

    /// As a sentence that stands `ply` plies after the root: "White has +3", "Black mates in 2", "White takes the
    /// king". `about` precedes the pawns of a bound, such as "at least ".
    pub fn outcome(self, root: Colour, about: &str, ply: usize) -> String {
        let winner = side_name(self.winner(root).unwrap_or(root));
        match (self.meaning(), self.moves(ply)) {
            (Meaning::Pawns(pawns), _) => format!("{winner} has {about}{}", signed(pawns)),
            (_, Some(moves)) => format!("{winner} mates in {moves}"),
            _ => format!("{winner} takes the king"),
        }
    }

    /// As a sentence about another place of the tree: "White has +3", "White mates at move 3". Moves are numbered from
    /// the root, as in the lines of the debugger.
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

/// Pawns with their sign, as on a console.
fn signed(pawns: i16) -> String {
    match pawns {
        0 => "0".to_owned(),
        _ => format!("{pawns:+}"),
    }
}
