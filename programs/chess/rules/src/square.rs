//! Squares, numbered so that a step in a given direction always adds the same number.

use core::fmt;

use crate::constants::{A1, H8};

/// A square of the board. Its number is `30h + 10h * rank + file`, so a1 is 30h and h8 is A7h.
///
/// Sixteen columns and spare rows leave a border around the board: a ray or a knight's jump that leaves the board ends
/// on a border square, not on the other side. Border squares never leave this crate.
///
/// # Example
/// ```
/// use bcp_chess::Square;
///
/// let square = Square::from_name("e4").expect("a square");
/// assert_eq!((square.file(), square.rank(), square.number()), (4, 3, 0x64));
/// assert_eq!(square.to_string(), "e4");
/// assert_eq!(Square::from_name("i9"), None);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Square(u8);

impl Square {
    /// Returns the square on a file (0 to 7 for a to h) and a rank (0 to 7); `None` outside the board.
    pub const fn new(file: u8, rank: u8) -> Option<Self> {
        if file < 8 && rank < 8 {
            Some(Self(A1 + 0x10 * rank + file))
        } else {
            None
        }
    }

    /// Returns the square with a name such as `e4`; `None` if there is none.
    pub fn from_name(name: &str) -> Option<Self> {
        match name.as_bytes() {
            [file, rank] => Self::new(file.wrapping_sub(b'a'), rank.wrapping_sub(b'1')),
            _ => None,
        }
    }

    /// Returns the square with a number; `None` outside the board.
    pub const fn from_number(number: u8) -> Option<Self> {
        match number.checked_sub(A1) {
            Some(offset) => Self::new(offset % 0x10, offset / 0x10),
            None => None,
        }
    }

    /// Returns all 64 squares in ascending order: a1, b1, ... h8.
    pub fn all() -> impl Iterator<Item = Self> {
        (A1..=H8).filter(|number| number % 0x10 < 8).map(Self)
    }

    /// Returns the file of the square, 0 to 7 for a to h.
    pub const fn file(self) -> u8 {
        self.0 % 0x10
    }

    /// Returns the rank of the square, 0 to 7 for ranks 1 to 8.
    pub const fn rank(self) -> u8 {
        (self.0 - A1) / 0x10
    }

    /// Returns the number of the square, from 30h (a1) to A7h (h8).
    pub const fn number(self) -> u8 {
        self.0
    }

    /// Returns the square that is one step away, possibly in the border.
    pub(crate) const fn step(self, step: i8) -> Self {
        Self(self.0.wrapping_add_signed(step))
    }

    /// Returns the distance to another square, which is the same for all pairs with the same relative position.
    pub(crate) const fn distance_to(self, other: Self) -> i16 {
        other.0 as i16 - self.0 as i16
    }

    /// Returns the square's index in an array of `BOARD_SIZE` elements.
    pub(crate) const fn index(self) -> usize {
        self.0 as usize
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", (b'a' + self.file()) as char, self.rank() + 1)
    }
}

impl fmt::Debug for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
