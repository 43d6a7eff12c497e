//! The moves from the root of the search to its current node, as the program records them.

use bcp_chess::Square;
use bcp_reference::constants::MAX_DEPTH;
use z8000::machine::World;

use crate::program::Symbols;

/// Limit on the length of a path: a search at the maximum depth, a scored move, and a null move after it.
const LONGEST: u16 = MAX_DEPTH as u16 + 2;

/// The location of the path, and the layout of its records.
#[derive(Debug, Clone, Copy)]
pub struct SearchPath {
    path: u16,
    /// Address of the pointer to the current ply's record.
    ply: u16,
    size: u16,
    played: u16,
}

impl SearchPath {
    /// Locates the path of the search in a program; `None` if the program does not keep one.
    pub fn find(symbols: Symbols<'_>) -> Option<Self> {
        Some(Self {
            path: symbols("path")?,
            ply: symbols("ply")?,
            size: symbols("PLY_SIZE")?,
            played: symbols("PLY_MOVE")?,
        })
    }

    /// Returns the moves from the root, such as `e2e4`, without the current ply, which has no move yet.
    pub fn moves(&self, memory: &World) -> Vec<String> {
        self.records(memory).map(|(_, m)| m).collect()
    }

    /// Returns the same as [`moves`](Self::moves), each move with its data address.
    pub fn records(self, memory: &World) -> impl Iterator<Item = (u16, String)> {
        (0..self.ply(memory).min(LONGEST)).map(move |n| {
            let record = self.path.wrapping_add(n.wrapping_mul(self.size));
            let record = record.wrapping_add(self.played);
            (record, move_at(memory, record))
        })
    }

    /// Returns the number of the current ply; the root is ply 0.
    pub fn ply(self, memory: &World) -> u16 {
        // The pointer is 0 before the first position is set up.
        let length = memory.data_word(self.ply).saturating_sub(self.path);
        length.checked_div(self.size).unwrap_or(0)
    }

    /// Returns the data address of the current ply's record.
    pub fn present(self, memory: &World) -> u16 {
        memory.data_word(self.ply).wrapping_add(self.played)
    }
}

/// Formats the move at an address, where the program stores the origin and the destination in two words.
pub fn move_at(memory: &World, at: u16) -> String {
    square(memory.data_word(at)) + &square(memory.data_word(at.wrapping_add(2)))
}

/// Returns the name of the square with a given number; `??` if there is no such square.
pub fn square(number: u16) -> String {
    let square = u8::try_from(number).ok().and_then(Square::from_number);
    square.map_or_else(|| "??".to_owned(), |square| square.to_string())
}
